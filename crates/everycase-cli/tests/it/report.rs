//! `everycase report` and `explore --html`: the pages that they write.
//!
//! `EVERYCASE_WRITE_PAGE=1 cargo test -p everycase-cli --test it report` writes the page of
//! `tests/report/runs.ndjson` anew; `scripts/screenshots` shows it.

use std::fs;
use std::path::Path;

use crate::support::{everycase, text};

const RECORDS: &str = "crates/everycase-cli/tests/report/runs.ndjson";

#[test]
fn the_page_of_real_runs_is_the_one_that_was_looked_at() {
    let directory = tempfile::tempdir().expect("a directory");
    let written = directory.path().join("page.html");
    let output = everycase(&["report", RECORDS, "--html"]).arg(&written).output().expect("the command runs");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let page = fs::read_to_string(&written).expect("a page");
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/page.html");
    if std::env::var_os("EVERYCASE_WRITE_PAGE").is_some() {
        fs::write(&known, &page).expect("the page is written");
    }
    let known = fs::read_to_string(known).expect("a page");
    let differing = page.lines().zip(known.lines()).find(|(now, then)| now != then);
    assert_eq!(differing, None, "the first line that differs");
    assert!(page == known, "one is longer");
}

#[test]
fn records_that_are_cut_off_leave_the_page_as_it_was() {
    let directory = tempfile::tempdir().expect("a directory");
    let (records, page) = (directory.path().join("cut.ndjson"), directory.path().join("page.html"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let whole = fs::read(root.join(RECORDS)).expect("records");
    fs::write(&page, "before").expect("a file");
    let lines = whole.split_inclusive(|byte| *byte == b'\n').count();
    // In the middle of the last line, behind a record that begins a run, and in a line that is not text.
    let begun = whole.split_inclusive(|byte| *byte == b'\n').next().expect("a line");
    let mut broken = begun.to_vec();
    broken.extend([b'"', 0xff, b'"', b'\n']);
    let cases = [
        (&whole[..whole.len() - 20], format!("line {lines}: EOF while parsing")),
        (begun, "line 1: of `labelled` there is no record of the end".to_owned()),
        (&broken, "line 2: this is not text in UTF-8".to_owned()),
    ];
    for (bytes, wanted) in cases {
        fs::write(&records, bytes).expect("a file");
        let mut command = everycase(&["report"]);
        let output = command.arg(&records).arg("--html").arg(&page).output().expect("it runs");
        let wrong = text(&output.stderr);
        assert!(wrong.starts_with(&format!("error: {}: {wanted}", records.display())), "{wrong}");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_to_string(&page).expect("a file"), "before");
    }
}

#[test]
fn a_directory_of_parts_is_one_result_and_a_part_that_has_not_ended_an_error() {
    let directory = tempfile::tempdir().expect("a directory");
    let (parts, page) = (directory.path().join("parts"), directory.path().join("page.html"));
    fs::create_dir(&parts).expect("a directory");
    for shard in ["0/2", "1/2"] {
        let check =
            ["check", "examples/bst.pun", "-p", "insert-keeps-order", "--tests", "100", "--shard", shard];
        everycase(&check).arg("--records").arg(&parts).output().expect("it runs");
    }
    let report = || {
        let output = everycase(&["report"]).arg(&parts).arg("--html").arg(&page).output().expect("it runs");
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (status, said) = report();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.ends_with("page.html: 0 findings in 1 result\n"), "{said}");
    let own = fs::read_dir(&parts).expect("a directory").next().expect("one").expect("an entry").path();
    fs::rename(own.join("1-of-2.ndjson"), own.join("1-of-2.begun")).expect("a file");
    let (status, said) = report();
    assert_eq!(status, Some(2));
    assert!(said.contains("1-of-2.begun: insert-keeps-order did not finish; run it again"), "{said}");
}

#[test]
fn the_page_of_an_exploration_marks_what_was_not_evaluated_and_escapes_the_source() {
    let directory = tempfile::tempdir().expect("a directory");
    let (program, page) = (directory.path().join("m.pun"), directory.path().join("page.html"));
    let source = "module m (pick) .\npick : boolean -> integer .\n\
                  pick b = if b then 1 else error \"<&>\" .\nunused n = n + 1 .\n";
    fs::write(&program, source).expect("a file");
    let mut command = everycase(&["explore", "--tests", "50"]);
    let output = command.arg(&program).arg("--html").arg(&page).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = fs::read_to_string(&page).expect("a page");
    for with in [
        "<h2>Findings</h2>",
        "<span aria-hidden=\"true\">✗</span> raises an error</span> <code>pick</code>",
        "<a href=\"#s2-4\">unused</a>",
        "error &quot;&lt;&amp;&gt;&quot;",
        "<span class=\"line\" id=\"s2-4\">4  </span>unused n = <mark title=\"",
    ] {
        assert!(page.contains(with), "{with}\n{page}");
    }
    assert!(!page.contains("<&>") && !page.contains("<script"));
}
