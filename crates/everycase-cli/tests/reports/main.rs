//! One report: `#[property]` and the command say the same of the same coverage, and write the records that `docs/records.md` describes.
//!
//! The properties are tests that are ignored: the others run them in processes of their own.

mod files;
mod parts;
mod records;
#[path = "../schema/mod.rs"]
mod schema;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::process::Command;

use everycase::prelude::*;

use support::{everycase, text};

#[derive(Debug, Clone, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, bool, Box<Tree>),
}

fn count(tree: Lazy<Tree>) -> u32 {
    match tree.force() {
        TreeView::Leaf => 0,
        TreeView::Node(left, _, right) => count(left) + count(right) + 1,
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn small(t: Lazy<Tree>) -> bool {
    count(t) < 100
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn made(#[from(|g| g.range(0, 99))] n: i64) -> bool {
    n < 100
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn lettered(text: String) -> bool {
    text.is_empty()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn tiny(t: Lazy<Tree>) -> bool {
    count(t) < 2
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn never(t: Lazy<Tree>) {
    assume(count(t) > 20_000);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn finite(b: Lazy<bool>) -> bool {
    b.force() || !b.force()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn even(t: Lazy<Tree>) {
    assume(count(t).is_multiple_of(2));
    label("even");
}

mod other {
    use everycase::Enumerable;

    #[derive(Debug, Clone, Enumerable)]
    pub(crate) struct Wrapped(u8);

    impl Wrapped {
        pub(crate) fn number(&self) -> u8 {
            self.0
        }
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn wrapped(w: other::Wrapped, list: Vec<other::Wrapped>) -> bool {
    w.number() < 3 || list.is_empty()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn labelled(list: Vec<u8>, n: u32) {
    label(if list.is_empty() { "empty" } else { "full" });
    cover(n < 1_000_000, 1.0, "low");
    tabulate("n", n);
    for byte in list {
        tabulate("bytes", if byte < 128 { "ascii" } else { "others" });
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn tabulated(list: Vec<u8>, n: u32) {
    tabulate("texts", format!("{list:?}"));
    tabulate(format!("lists of {}", list.len()), n);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn panics(n: u8) {
    assert!(n < 3, "too large");
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn short_with_another(list: Vec<u8>, _another: u8) -> bool {
    list.len() < 3
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn short(list: Vec<u8>) -> bool {
    list.len() < 3
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn undershot(n: u8) {
    cover(n < 16, 10.0, "small");
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn rare(n: u16) {
    assume(n == 3);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn slow(_n: u8) {
    std::thread::sleep(std::time::Duration::from_millis(10));
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn at_once(list: Lazy<Vec<bool>>) -> bool {
    list.value().len() < 100_000
}

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

/// Runs a property of this binary as `cargo test` does.
fn cargo_test(property: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command.args(["--exact", property, "--ignored", "--nocapture"]).env_remove("RUST_BACKTRACE");
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
