//! Output that cannot be written: the exit status is 2, whatever else there is to say.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{Read, Write, pipe};
use std::path::Path;
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

const CHECK: [&str; 7] = ["check", "examples/bst.pun", "-p", "insert-keeps-order", "--size", "3", "--quiet"];

/// Runs a command of a shell, in which `$everycase` is the command; what it writes.
fn shell(script: &str, directory: &Path) -> String {
    let everycase = everycase(&[]);
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", script])
        .stdin(Stdio::null())
        .current_dir(everycase.get_current_dir().expect("a root"));
    command.env("everycase", everycase.get_program()).env("EVERYCASE_REGRESSIONS", "0");
    let output = command.env("d", directory).output().expect("a shell");
    assert!(output.status.success() && output.stderr.is_empty(), "{script}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn outputs_go_through_links_pipes_and_devices() {
    let directory = tempfile::tempdir().expect("a directory");
    let check = format!("timeout 60 $everycase {}", CHECK.join(" "));
    let is_junit = |text: &str| text.starts_with("<?xml") && text.trim_end().ends_with("</testsuites>");
    let is_records = |text: &str| {
        text.lines().count() == 2 && text.lines().all(|line| line.starts_with(r#"{"everycase":"#))
    };
    for (option, is_whole) in [("--junit", &is_junit as &dyn Fn(&str) -> bool), ("--records", &is_records)] {
        for to in [
            format!("{check} {option} /dev/stdout"),
            format!("{check} {option} /dev/stdout > $d/stdout; cat $d/stdout"),
            format!("{check} {option} /dev/stdout | cat"),
            format!("{check} {option} /dev/fd/3 3>&1"),
            format!("{check} {option} /dev/fd/3 3> $d/three; cat $d/three"),
            format!("ln -sf /dev/stdout $d/out; {check} {option} $d/out"),
            format!(
                "rm -f $d/file; ln -sf file $d/link; {check} {option} $d/link; readlink $d/link > $d/is-link; cat $d/file"
            ),
            // The reader of a pipe ends with its first writer.
            format!(
                "rm -f $d/pipe; mkfifo $d/pipe; cat $d/pipe & {check} {option} $d/pipe; wait; test -p $d/pipe"
            ),
        ] {
            let written = shell(&to, directory.path());
            assert!(is_whole(&written), "{to}: {written}");
        }
    }
    let written = shell(&format!("{check} --junit /dev/null; test -c /dev/null"), directory.path());
    assert_eq!(written, "");
}

#[test]
fn a_junit_file_on_a_full_device_is_an_error() {
    let (status, said) = run(everycase(&[&CHECK[..], &["--junit", "/dev/full"]].concat()), "");
    let expected = "error: --junit: /dev/full: cannot be written: No space left on device";
    assert!(status == Some(2) && said.contains(expected), "{said}");
}

#[test]
fn a_report_has_colors_where_they_are_asked_for_and_is_the_same_without() {
    let report = |color: &str| {
        let arguments = [
            "check",
            "examples/bst.pun",
            "-p",
            "find-after-intersection",
            "--size",
            "12",
            "--seed",
            "1",
            "--jobs",
            "1",
        ];
        let mut command = everycase(&arguments);
        command.args(["--color", color]).env("EVERYCASE_REGRESSIONS", "0");
        text(&command.output().expect("it runs").stdout)
    };
    let [always, never] = ["always", "never"].map(report);
    assert!(always.contains(": \u{1b}[1;31mfailed\u{1b}[0m with counterexample:"), "{always}");
    assert!(always.contains("\n\u{1b}[1m    key = "), "{always}");
    assert!(!never.contains('\u{1b}') && never.contains("failed with counterexample:"), "{never}");
}
