//! One report: `#[property]` and the command say the same of the same coverage, and write the records that `docs/records.md` describes.
//!
//! The properties are subjects of `everycase`, each run in a process of its own.

mod files;
mod parts;
mod records;
#[path = "../schema/mod.rs"]
mod schema;
#[path = "../../../everycase/tests/support/subjects.rs"]
mod subjects;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::process::Command;

use support::{everycase, text};

const PROGRAM: &str = "\
data tree = leaf | node tree boolean tree .
count t = case t of ; leaf -> 0 ; [node l _ r] -> count l + count r + 1 .
property small (t : tree) . count t < 100 .
property tiny (t : tree) . count t < 2 .
property never (t : tree) . (count t > 100) ==> true .
property finite (b : boolean) . b || not b .
property even (t : tree) . (count t mod 2 == 0) ==> true .
property tall (t : tree) . count t < 6 .
";

/// Runs a subject as `cargo test` does.
fn cargo_test(property: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(subjects::program());
    let subject = format!("reports::{property}");
    command.args(["--exact", &subject, "--nocapture"]).env_remove("RUST_BACKTRACE");
    command.env("EVERYCASE_REGRESSIONS", "0").envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    text(&output.stdout) + &text(&output.stderr)
}

/// The report in what was printed: the times, the input, how it fails and the command that replays it left out.
fn report(printed: &str) -> String {
    let start = printed.find("testing ").expect("a report");
    let mut lines = printed[start..].lines();
    let mut out = vec![lines.next().unwrap_or_default().to_owned()];
    let is_failure = out[0].contains("failed");
    let mut is_input = is_failure;
    for line in lines {
        is_input &= !line.starts_with("  after ");
        let is_report = line.starts_with("  ") && !is_input && !line.starts_with("  replay: ");
        if is_report {
            out.push(line.to_owned());
        } else if !line.starts_with("  ") {
            break;
        }
    }
    let without_time = |line: String| {
        // The time is the last number behind "in".
        let is_number = |at: &usize| line[at + 3..].starts_with(char::is_numeric);
        let Some(at) = line.match_indices("in ").map(|(at, _)| at).filter(is_number).last() else {
            return line;
        };
        let (before, after) = (&line[..at], &line[at + 3..]);
        format!("{before}in T{}", &after[after.find([',', ';', ')']).unwrap_or(0)..])
    };
    out.into_iter().map(without_time).collect::<Vec<_>>().join("\n")
}

#[test]
fn both_front_ends_report_the_same_of_the_same_coverage() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("trees.pun");
    fs::write(&file, PROGRAM).expect("a file");
    let file = file.to_str().expect("a path");
    for property in ["small", "tiny", "never", "finite"] {
        let variables = [("EVERYCASE_SIZE", "7"), ("EVERYCASE_TESTS", "10000"), ("EVERYCASE_SEED", "7")];
        let rust = report(&cargo_test(property, &variables));
        let arguments = ["check", file, "-p", property, "--verbose"];
        let bounds = ["--size", "7", "--tests", "10000", "--seed", "7"];
        let pun = everycase(&[&arguments[..], &bounds[..]].concat()).output().expect("it runs");
        let pun = report(&text(&pun.stdout));
        assert_eq!(rust, pun.replace("premise", "assumption"));
        assert!(rust.lines().all(|line| line.len() <= 100), "{rust}");
    }
}
