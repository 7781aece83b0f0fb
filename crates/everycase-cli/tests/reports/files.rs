//! Other files about a run: tables, JUnit files, summaries and annotations.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::cargo_test;
use crate::support::{everycase, text};

#[test]
fn tables_of_values_are_in_the_report_the_records_and_the_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a path").to_owned();
    let (records, page) = (path("records.ndjson"), path("page.html"));
    let printed = cargo_test("labelled", &[("EVERYCASE_TESTS", "3000"), ("EVERYCASE_RECORDS", &records)]);
    let output = everycase(&["report", &records, "--html", &page]).output().expect("it runs");
    assert_eq!(text(&output.stderr), "");
    let record = fs::read_to_string(&records).expect("records");
    let record: Json = serde_json::from_str(record.lines().last().expect("a record")).expect("JSON");
    let [bytes, n] = &record["tables"].as_array().expect("tables")[..] else {
        panic!("{}", record["tables"])
    };
    assert_eq!([&bytes["table"], &n["table"]], ["bytes", "n"]);
    assert_eq!([&n["values"], &n["least"], &n["most"]], [3000, 0, u32::MAX]);
    assert!(n["dropped_bits"].as_u64() > Some(0), "{}", n["dropped_bits"]);
    let values = |row: &Json| row["values"].as_u64().expect("a count");
    let sum = |rows: &Json| rows.as_array().expect("rows").iter().map(values).sum();
    let counts: [u64; 2] = [sum(&n["number_counts"]), sum(&bytes["text_counts"])];
    assert_eq!(counts, [3000, values(bytes)]);
    assert!(printed.contains("\n  `n`: 3,000 numbers from 0 to 4,294,967,295, median about "), "{printed}");
    assert!(printed.contains("texts, 2 different\n"), "{printed}");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("n: 3,000 numbers from 0 to 4,294,967,295, median about "), "{page}");
    assert!(page.contains(">ascii</th>"), "{page}");
}

#[test]
fn a_failing_property_is_shown_with_its_source() {
    let directory = tempfile::tempdir().expect("a directory");
    let records = directory.path().join("records.ndjson");
    let printed = cargo_test("panics", &[("EVERYCASE_RECORDS", records.to_str().expect("a path"))]);
    let source = include_str!("../../../everycase/tests/subjects/reports.rs");
    let line = source.lines().position(|line| line == "fn panics(n: u8) {").expect("the property") + 1;
    let excerpt = [
        format!("{line} | {:<32}    n = 3", "fn panics(n: u8) {"),
        format!("{} |     assert!(n < 3, \"too large\");    <- fails here", line + 1),
    ];
    let shown = format!(": too large\n    {}\n    {}\n  after ", excerpt[0], excerpt[1]);
    assert!(printed.contains(&shown), "{shown}\nis not in\n{printed}");
    let records = fs::read_to_string(records).expect("records");
    let failure = records.lines().find(|line| line.contains("\"event\":\"failure\"")).expect("a failure");
    let failure: Json = serde_json::from_str(failure).expect("JSON");
    assert_eq!(failure["excerpt"], serde_json::json!(excerpt));
}

#[test]
fn a_junit_file_has_a_case_for_each_property() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("junit.xml");
    let check = ["check", "crates/everycase-cli/tests/programs/loops.pun", "--tests", "100", "--junit"];
    let output = everycase(&check).arg(&file).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let written = fs::read_to_string(&file).expect("the file");
    for part in [
        r#"<testsuite name="crates/everycase-cli/tests/programs/loops.pun" tests="4""#,
        r#"<testcase name="divides" classname="loops""#,
        r#"<failure message="division by zero" type="failed">testing divides: failed with counterexample:"#,
        r#"<failure message="its premise discarded every input that was tried" type="unreached">"#,
        r#"failures="3""#,
    ] {
        assert!(written.contains(part), "{part} is not in {written}");
    }
    let several =
        ["check", "examples/streams.pun", "crates/everycase-cli/tests/programs/many", "--size", "3"];
    everycase(&[&several[..], &["--tests", "50", "--junit"]].concat()).arg(&file).output().expect("it runs");
    let written = fs::read_to_string(&file).expect("the file");
    for suite in
        ["many/below/halves.pun\" tests=\"1\"", "many/last.pun\" tests=\"2\"", "examples/streams.pun\""]
    {
        assert!(written.contains(suite), "{suite} is not in {written}");
    }
    let nowhere = directory.path().join("none/junit.xml");
    let output = everycase(&check).arg(nowhere).output().expect("it runs");
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("cannot be written"));
    assert_eq!(text(&output.stdout), "", "nothing is checked");
}

#[test]
fn the_records_of_cargo_test_make_a_junit_file_a_summary_and_annotations() {
    let directory = tempfile::tempdir().expect("a directory");
    let (parts, junit) = (directory.path().join("records/"), directory.path().join("junit.xml"));
    let parts = parts.to_str().expect("a path");
    for property in ["short", "even", "rare"] {
        cargo_test(property, &[("EVERYCASE_RECORDS", parts), ("EVERYCASE_TESTS", "400")]);
    }
    let mut merge = everycase(&["merge", parts, "--summary", "-", "--junit"]);
    let output = merge.arg(&junit).env("GITHUB_ACTIONS", "true").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let file = "crates/everycase/tests/subjects/reports.rs";
    let line = |property: &str| {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file));
        let is_there = |line: &str| line.starts_with(&format!("fn {property}("));
        // The attribute is a line before the function.
        source.expect("a file").lines().position(is_there).expect("the property")
    };
    let written = fs::read_to_string(&junit).expect("the file");
    for part in [
        format!("<testsuite name=\"{file}\" tests=\"3\""),
        "<testcase name=\"short\" classname=\"subjects::reports\"".to_owned(),
        "type=\"failed\">testing short: failed with counterexample:\n    let list".to_owned(),
        "<testcase name=\"even\"".to_owned(),
        "failures=\"1\"".to_owned(),
    ] {
        assert!(written.contains(&part), "{part} is not in {written}");
    }
    let summary = text(&output.stdout);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "## everycase: 3 properties, 1 failed");
    assert!(lines[4].starts_with("| **failed** | `short` | "), "{summary}");
    assert!(lines[5].starts_with("| passed | `") && lines[6].starts_with("| passed | `"), "{summary}");
    assert!(summary.contains(&format!("\n### `short`, {file}:{}\n\n```text\n", line("short"))), "{summary}");
    assert!(
        summary.contains("  replay: EVERYCASE_REPLAY=") && summary.trim_end().ends_with("```"),
        "{summary}"
    );
    let annotations = text(&output.stderr);
    let begin = format!("::error file={file},line={},title=short::testing short: failed", line("short"));
    assert!(annotations.starts_with(&begin) && annotations.lines().count() == 1, "{annotations}");
}

#[test]
fn shrinking_ends_after_the_time_of_the_option_whatever_the_environment_says() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("slow.pun");
    let program = "wait n = if n <= 0 then true else wait (n - 1) .
        total xs n = case xs of ; [] -> n ; x :: rest -> total rest (n + x mod 7) .
        property far (xs : list integer) . wait 20000 && total xs 0 < 40 .
        ";
    fs::write(&file, program).expect("a file");
    let end = |option: &[&str], environment: &str| {
        let mut check = everycase(&["check", "--tests", "3000", "--seed", "7"]);
        let output = check.args(option).arg(&file).env("EVERYCASE_SHRINK_TIME", environment).output();
        text(&output.expect("it runs").stdout)
    };
    let (unfinished, finished) = ("not shrunk to the end", "not shrunk further: none of ");
    for (option, environment, wanted) in [
        (&[][..], "1ms", unfinished),
        (&["--shrink-time", "1ms"], "5m", unfinished),
        (&["--shrink-time", "1ms", "--isolate"], "5m", unfinished),
        (&["--shrink-time", "5m"], "1ms", finished),
    ] {
        let printed = end(option, environment);
        assert!(printed.contains(wanted), "{option:?} {environment}: {printed}");
    }
}
