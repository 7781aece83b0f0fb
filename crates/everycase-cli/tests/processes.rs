//! What a transcript cannot show: files that are written, and signals.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn everycase(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_everycase"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const CROWDED: &str = include_str!("programs/crowded.pun");

#[test]
fn a_file_is_laid_out_where_it_is_and_stays_as_it_is_the_next_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("crowded.pun");
    fs::write(&file, CROWDED).expect("a file");
    let path = file.to_str().expect("a path");
    let status = |arguments: &[&str]| everycase(arguments).output().expect("it runs").status.code();
    assert_eq!(status(&["fmt", "--check", path]), Some(1));
    assert_eq!(fs::read_to_string(&file).expect("a file"), CROWDED, "--check changes nothing");
    assert_eq!(status(&["fmt", path]), Some(0));
    let formatted = fs::read_to_string(&file).expect("a file");
    assert_ne!(formatted, CROWDED);
    assert_eq!(status(&["fmt", "--check", path]), Some(0));
    assert_eq!(through_fmt(CROWDED).1, formatted);
}

/// What `everycase fmt -` makes of a text.
fn through_fmt(input: &str) -> (Option<i32>, String) {
    let mut child = everycase(&["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), text(&output.stdout))
}

#[test]
fn what_is_wrong_is_not_laid_out() {
    let (status, printed) = through_fmt("f x = ( .\n");
    assert_eq!((status, &*printed), (Some(2), ""));
}

#[test]
fn a_file_that_is_no_text_is_an_error() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("latin.pun");
    fs::write(&file, b"// caf\xe9\n").expect("a file");
    let path = file.to_str().expect("a path");
    for command in ["check", "fmt", "run", "repl"] {
        let output = everycase(&[command, path]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(!output.stderr.is_empty(), "{command}");
    }
}

#[test]
fn cargo_everycase_is_the_same_command() {
    let run = |first: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-everycase"));
        command.args(first).arg("--version").output().expect("it runs")
    };
    for output in [run(&["everycase"]), run(&[])] {
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).starts_with("everycase "));
    }
}

#[test]
fn a_reader_that_leaves_ends_an_endless_enumeration() {
    let mut child = everycase(&["enumerate", "examples/bst.pun", "list integer", "--size", "1000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_was_found_and_ends_with_130() {
    use std::io::{BufRead, BufReader};

    let mut child =
        everycase(&["check", "examples/bst.pun", "find-after-intersection", "insert-keeps-order"])
            .args(["--time", "10m", "--jobs", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    // The first property has failed; the second one goes on for minutes.
    let found = lines.by_ref().map_while(Result::ok).find(|line| line.contains("no smaller input fails"));
    assert!(found.is_some());
    let interrupt = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(interrupt.expect("there is `kill`").success());
    let rest: Vec<_> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let last = rest.last().map(String::as_str).unwrap_or_default();
    assert!(last.contains("1 property: 0 ok, 1 failed"), "{rest:?}");
}
