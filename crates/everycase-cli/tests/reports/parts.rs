//! Parts of a run, merged, are the whole.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::support::{everycase, text};
use crate::{PROGRAM, cargo_test, report};

/// The failure in records, if there is one: what does not depend on how many tests a part has made.
fn failure(records: &str) -> Option<[Json; 4]> {
    let records = records.lines().map(|line| serde_json::from_str::<Json>(line).expect("it is JSON"));
    let failure = records.into_iter().find(|record| record["event"] == "failure")?;
    Some(["inputs", "size", "minimal", "message"].map(|field| failure[field].clone()))
}

/// A report without how many tests came before the failure, and what shrinking did, of which the
/// report of parts does not know.
fn uncounted(report: &str) -> String {
    let words: Vec<&str> = report.split_whitespace().collect();
    let text = words.join(" ");
    let Some((before, after)) = text.split_once(" after ") else { return text };
    let found = after.split_once(';').map_or("", |(_, found)| found);
    let found = found.split("; shrunk in ").next().unwrap_or_default();
    format!("{before}{}", found.split(": none of ").next().unwrap_or_default())
}

/// Asserts that the parts in a directory are together what the whole run has printed and recorded.
fn assert_whole(parts: &Path, printed: &str, records: &str) {
    let merge = |arguments: &[&str]| {
        let output =
            everycase(&["merge", parts.to_str().expect("a path")]).args(arguments).output().expect("it runs");
        text(&output.stdout) + &text(&output.stderr)
    };
    assert_eq!(uncounted(&report(&merge(&["--verbose"]))), uncounted(&report(printed)));
    assert_eq!(failure(&merge(&["--format", "json"])), failure(records));
}

#[test]
fn the_parts_of_a_rust_property_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    for (property, tests) in [
        ("labelled", "300"),
        ("undershot", "1000"),
        ("rare", "900"),
        ("short", "400"),
        ("small", "300"),
        ("never", "100"),
        ("even", "3000"),
        ("tiny", "100"),
        ("panics", "300"),
    ] {
        let parts = directory.path().join(property);
        fs::create_dir(&parts).expect("a directory");
        let path = parts.to_str().expect("a path");
        let whole = directory.path().join("whole.ndjson");
        let _ = fs::remove_file(&whole);
        let whole_path = whole.to_str().expect("a path");
        let printed = cargo_test(property, &[("EVERYCASE_TESTS", tests), ("EVERYCASE_RECORDS", whole_path)]);
        for shard in ["0/3", "1/3", "2/3"] {
            let variables =
                [("EVERYCASE_TESTS", tests), ("EVERYCASE_SHARD", shard), ("EVERYCASE_RECORDS", path)];
            cargo_test(property, &variables);
        }
        assert_whole(&parts, &printed, &fs::read_to_string(&whole).expect("records"));
    }
}

#[test]
fn the_parts_of_a_pun_property_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("trees.pun");
    fs::write(&file, PROGRAM).expect("a file");
    let file = file.to_str().expect("a path");
    for (property, more) in [
        ("small", &["--tests", "300"][..]),
        ("small", &["--size", "4", "--tests", "100", "--terms"]),
        ("never", &["--tests", "100"]),
        ("even", &["--tests", "3000"]),
        ("tall", &["--tests", "300"]),
        ("tiny", &["--tests", "500"]),
    ] {
        let parts = tempfile::tempdir().expect("a directory");
        let check = |arguments: &[&str]| {
            let output = everycase(&["check", file, "-p", property])
                .args(more)
                .args(arguments)
                .output()
                .expect("it runs");
            text(&output.stdout)
        };
        let path = parts.path().to_str().expect("a path");
        for shard in ["0/2", "1/2", "1/2"] {
            check(&["--shard", shard, "--records", path]);
        }
        assert_whole(parts.path(), &check(&["--verbose"]), &check(&["--format", "json"]));
    }
}

/// The report of an exploration without its time and the numbers of runs of errors, which parts count more than once.
fn exploration(printed: &str) -> String {
    let line = |line: &str| {
        let line = line.split("; ").filter(|part| !part.ends_with(" run") && !part.ends_with(" runs"));
        let line = line.collect::<Vec<_>>().join("; ");
        match line.split_once(" (in ") {
            Some((before, after)) => format!("{before}{}", &after[after.find(',').unwrap_or(0)..]),
            None => line,
        }
    };
    printed.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_parts_of_an_exploration_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = directory.path().join("tree.pun");
    fs::copy(root.join("examples/explore/chapter-3/int-tree-1.pun"), &file).expect("a copy");
    let file = file.to_str().expect("a path");
    let explore = |command: &str, arguments: &[&str]| {
        let output = everycase(&[command, file]).args(arguments).output().expect("it runs");
        (output.status.code(), text(&output.stdout))
    };
    for accepted in [false, true] {
        if accepted {
            assert_eq!(explore("accept", &["--size", "7"]).0, Some(0));
        }
        let all = ["--size", "8", "--tests", "1000000"];
        for bounds in [&all[..], &["--tests", "300"], &[&all[..], &["--strategy", "split"]].concat()] {
            let parts = tempfile::tempdir().expect("a directory");
            let path = parts.path().to_str().expect("a path");
            for shard in ["0/2", "1/2"] {
                explore("explore", &[bounds, &["--shard", shard, "--records", path]].concat());
            }
            let (status, whole) = explore("explore", &[bounds, &["--verbose"]].concat());
            let output = everycase(&["merge", path, "--verbose"]).output().expect("it runs");
            assert_eq!(output.status.code(), status, "{}", text(&output.stderr));
            assert_eq!(exploration(&text(&output.stdout)), exploration(&whole));
            assert_eq!(whole.contains("accepted"), accepted, "{whole}");
        }
    }
}

#[test]
fn parts_of_another_exploration_are_named() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let explore = [
        "explore",
        "examples/explore/chapter-3/int-tree-1.pun",
        "--size",
        "5",
        "--tests",
        "9999",
        "--records",
        path,
    ];
    let part = |arguments: &[&str]| everycase(&explore).args(arguments).output().expect("it runs");
    let merge = || {
        let output = everycase(&["merge", path]).output().expect("it runs");
        (output.status.code(), text(&output.stderr))
    };
    part(&["--shard", "0/2"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 1/2 is missing"), "{wrong}");
    part(&["--shard", "1/2", "--chars", "ab"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 1/2 is of another run: its set of options"), "{wrong}");
    let own = fs::read_dir(path).expect("a directory").next().expect("one").expect("an entry").path();
    part(&["--shard", "1/2"]);
    assert_eq!(merge().0, Some(1));
    // Without each of its fields.
    let file = own.join("1-of-2.ndjson");
    let whole = fs::read_to_string(&file).expect("a file");
    let mut missed = 0;
    for (number, line) in whole.lines().enumerate() {
        let record: Json = serde_json::from_str(line).expect("a record");
        for field in record.as_object().expect("a record").keys() {
            let mut without = record.clone();
            without.as_object_mut().expect("a record").remove(field);
            let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
            lines[number] = without.to_string();
            fs::write(&file, lines.join("\n")).expect("a file");
            let (status, wrong) = merge();
            let is_read = !["everycase", "kind", "event"].contains(&&**field);
            if status == Some(2) && is_read && !wrong.contains("is of another run") {
                missed += 1;
                let wanted = format!("line {}: the record has no field `{field}`", number + 1);
                assert!(wrong.contains(&wanted), "{wanted}: {wrong}");
            }
        }
    }
    assert!(missed > 20, "{missed}");
}

#[test]
fn parts_that_are_missing_or_of_another_run_are_named() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let check = |arguments: &[&str]| {
        let all = ["check", "examples/bst.pun", "-p", "insert-keeps-order", "--size", "4", "--records", path];
        everycase(&all).args(arguments).output().expect("it runs");
    };
    let merge = || {
        let output = everycase(&["merge", path]).output().expect("it runs");
        (output.status.code(), text(&output.stderr))
    };
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("there are no parts `K-of-N.ndjson`"), "{wrong}");
    check(&["--tests", "500", "--shard", "1/3"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("parts 0/3, 2/3 are missing"), "{wrong}");
    check(&["--tests", "500", "--shard", "0/3"]);
    check(&["--tests", "400", "--shard", "2/3"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 2/3 is of another run: its budget differs"), "{wrong}");
    check(&["--tests", "500", "--shard", "2/3"]);
    assert_eq!(merge(), (Some(0), String::new()));
    let own = fs::read_dir(path).expect("a directory").next().expect("one").expect("an entry").path();
    let whole = fs::read_to_string(own.join("2-of-3.ndjson")).expect("a file");
    for (from, to, wanted) in [
        ("\"open\":", "\"opened\":", "line 2: the record has no field `open`"),
        ("\"size\":4,", "\"size\":-4,", "line 2: the record has an unknown value in the field `budget.size`"),
        ("\"everycase\":3", "\"everycase\":2", "line 1: not an everycase record of version 3"),
        ("\"event\":\"finish\"", "\"event\":\"start\"", "there is no record of the end: run the part again"),
    ] {
        fs::write(own.join("2-of-3.ndjson"), whole.replacen(from, to, 1)).expect("a file");
        let (status, wrong) = merge();
        assert!(status == Some(2) && wrong.contains(wanted), "{wanted}: {wrong}");
    }
}

#[test]
fn parts_of_several_programs_are_merged_by_file() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let many = "crates/everycase-cli/tests/programs/many";
    let check = ["check", many, "--tests", "50", "--records", path, "--shard"];
    for shard in ["0/2", "1/2"] {
        everycase(&[&check[..], &[shard]].concat()).output().expect("it runs");
    }
    let merged = everycase(&["merge", path]).output().expect("it runs");
    assert_eq!(merged.status.code(), Some(1));
    let printed = text(&merged.stdout);
    let heads = |line: &&str| line.starts_with(many) || line.starts_with("testing ");
    let heads: Vec<&str> =
        printed.lines().filter(heads).map(|line| &line[..line.find(':').unwrap_or(line.len())]).collect();
    let (halves, last) = (format!("{many}/below/halves.pun"), format!("{many}/last.pun"));
    assert_eq!(heads, [&*halves, "testing halves", &*last, "testing of-one", "testing of-some"]);
}
