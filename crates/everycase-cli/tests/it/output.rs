//! Output that cannot be written: the exit status is 2, whatever else there is to say.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{Read, Write, pipe};
use std::process::{Command, Stdio};

use crate::support::{everycase, text};

/// Every command, in every form in which it writes to the standard output.
fn commands() -> Vec<(Vec<&'static str>, &'static str)> {
    let check = ["check", "examples/bst.pun", "-p", "insert-keeps-order", "--size", "3"];
    let json = ["--format", "json"];
    let plain = [
        vec!["--help"],
        vec!["--version"],
        vec!["check", "--help"],
        check.to_vec(),
        [&check[..], &json].concat(),
        // It finds a counterexample.
        vec!["check", "examples/bst.pun", "-p", "find-after-intersection", "--quiet", "--size", "20"],
        vec!["check", "examples/paper/minus.pun", "--terms", "--tests", "100"],
        vec!["run", "examples/bst.pun", "-e", "1 + 1"],
        vec!["run", "examples/bst.pun", "-e", "1 + 1", "--format", "json"],
        vec!["enumerate", "examples/bst.pun", "list integer"],
        vec!["enumerate", "examples/bst.pun", "list integer", "--size", "1000"],
        vec!["enumerate", "examples/bst.pun", "list integer", "--count"],
        vec!["enumerate", "examples/bst.pun", "list integer", "--sample", "3", "--format", "json"],
        vec!["fmt", "--check", "crates/everycase-cli/tests/programs/crowded.pun"],
    ];
    let mut commands: Vec<_> = plain.into_iter().map(|command| (command, "")).collect();
    commands.push((vec!["fmt", "-"], "f  x = x .\n"));
    commands.push((vec!["repl"], "1 + 1\n2 + 2\n"));
    commands.push((vec!["repl"], ":help\n"));
    commands.push((vec!["repl", "examples/bst.pun"], ":check insert-keeps-order --size 3\n1 + 1\n"));
    commands
}

/// Runs a command with an input; its exit status and what it writes to the standard error.
fn run(mut command: Command, input: &str) -> (Option<i32>, String) {
    let (mut stderr, theirs) = pipe().expect("a pipe");
    let mut child = command.stdin(Stdio::piped()).stderr(theirs).spawn().expect("it runs");
    drop(command);
    // It may have ended before it reads.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    let mut said = Vec::new();
    stderr.read_to_end(&mut said).expect("an output");
    (child.wait().expect("it ends").code(), text(&said))
}

#[test]
fn a_full_device_is_an_error_of_every_command() {
    for (arguments, input) in commands() {
        let mut command = everycase(&arguments);
        command.stdout(File::create("/dev/full").expect("a full device"));
        let (status, said) = run(command, input);
        assert_eq!(status, Some(2), "{arguments:?}: {said}");
        let expected = "error: the output cannot be written: No space left on device";
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_reader_that_leaves_ends_every_command_quietly_with_2() {
    for (arguments, input) in commands() {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let mut command = everycase(&arguments);
        command.stdout(writer);
        assert_eq!(run(command, input), (Some(2), String::new()), "{arguments:?}");
    }
}

#[test]
fn a_program_that_cannot_be_written_back_is_an_error_that_names_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("crowded.pun");
    fs::write(&file, "f  x = x .\n").expect("a file");
    let mut permissions = fs::metadata(&file).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("a file");
    let (status, said) = run(everycase(&["fmt", file.to_str().expect("a path")]), "");
    // The superuser may write it.
    if fs::read_to_string(&file).expect("a file") == "f  x = x .\n" {
        assert_eq!(status, Some(2));
        assert!(said.contains("crowded.pun: Permission denied"), "{said}");
    }
}
