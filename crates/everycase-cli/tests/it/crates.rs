//! `everycase explore` of Rust crates, as a user runs it. What is found is tested where it is looked for, in everycase-crates.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::{everycase, planted, text};

fn explore(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = everycase(&["explore"]);
    command.args(arguments).current_dir(folder).output().expect("it runs")
}

#[test]
fn a_crate_is_explored_where_its_directory_is_and_findings_are_written_as_tests() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = planted(directory.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-everycase"));
    let command =
        command.args(["everycase", "explore", "--only", "checked_half", "--tests", "3000", "--seed", "1"]);
    let command = command.args(["--emit", "found.rs"]).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = command.current_dir(&folder).output().expect("it runs");
    let shown = text(&output.stdout);
    let (found, summary) = shown.split_once("planted 0.1.0: 1 finding in ").unwrap_or((&shown, ""));
    let expected = "\
promise: no half of -2147483648
    at src/lib.rs:88:25
        let _ = planted::checked_half(i32::MIN);
    the name or the trait of the function promises an answer for every argument; ";
    assert!(found.starts_with(expected), "{shown}{}", text(&output.stderr));
    assert!(summary.contains("\n    by size through "), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let tests = fs::read_to_string(folder.join("found.rs")).expect("the tests");
    let expected = "\
//! Failures of planted 0.1.0 that `everycase explore` has found. Each test fails until its cause is mended.

/// promise: no half of -2147483648 at src/lib.rs:88:25
#[test]
fn finding_1() {
    let _ = planted::checked_half(i32::MIN);
}
";
    assert_eq!(tests, expected);
    let written: Vec<_> =
        fs::read_dir(&folder).expect("a directory").flatten().map(|own| own.file_name()).collect();
    assert_eq!(written.len(), 4, "Cargo.toml, src, target and found.rs, not {written:?}");
}

#[test]
fn what_cannot_be_explored_is_told_in_a_line_with_status_2() {
    let directory = tempfile::tempdir().expect("a directory");
    let package = |name: &str, more: &str, file: &str, source: &str| {
        let folder = directory.path().join(name);
        fs::create_dir_all(folder.join("src")).expect("a directory");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n{more}"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(folder.join("src").join(file), source).expect("a source");
    };
    package("program", "", "main.rs", "fn main() {}");
    package("derives", "[lib]\nproc-macro = true\n", "lib.rs", "");
    package("private", "", "lib.rs", "fn own() {}");
    package("wrong", "", "lib.rs", "pub fn own() -> u8 { \"\" }");
    fs::create_dir(directory.path().join("empty")).expect("a directory");
    let expected = [
        ("./program", "`program` has no library to explore"),
        ("./derives", "`derives` is a proc-macro crate: its functions run in the compiler"),
        ("./private", "`private` has no public function to call"),
        ("./wrong", "the crate does not build:\nerror[E0308]: mismatched types"),
        (
            "program",
            "`program` could be the directory or the crate of that name: write `./program` or `program@VERSION`",
        ),
    ];
    for (word, message) in expected {
        let output = explore(directory.path(), &[word]);
        let told = text(&output.stderr);
        assert!(told.starts_with(&format!("error: {message}")), "{word}: {told}");
        assert_eq!(output.status.code(), Some(2), "{word}");
    }
    let output = explore(&directory.path().join("empty"), &[]);
    assert!(
        text(&output.stderr).starts_with("error: there is no Cargo.toml here: name a crate"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(2));
    let output = explore(directory.path(), &["./private", "--min-rank", "all"]);
    assert!(text(&output.stderr).contains("one of memory, abort, stack-overflow"), "{output:?}");
    let output = everycase(&["accept", "./private"]).current_dir(directory.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_exploration_reports_what_it_found_and_leaves_no_process() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = planted(directory.path());
    let mut command = everycase(&["explore", "--time", "600s", "--only", "sums"]);
    let child = command.current_dir(&folder).stdout(Stdio::piped()).spawn().expect("it runs");
    let drivers = || {
        let all = fs::read_dir("/proc").expect("processes").flatten();
        let lines = all.filter_map(|own| fs::read_to_string(own.path().join("cmdline")).ok());
        let folder = folder.display().to_string();
        lines.filter(|own| own.contains(&folder) && own.contains("everycase-driver\0")).count()
    };
    while drivers() == 0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_secs(1));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("it runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(text(&output.stdout).contains("interrupted)\n"), "{}", text(&output.stdout));
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(drivers(), 0);
}
