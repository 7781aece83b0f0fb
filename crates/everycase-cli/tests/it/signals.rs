//! Ctrl-C and SIGTERM: what was covered is reported, and the exit status is 130 or 143.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{everycase, text};

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
    assert!(sent.expect("there is `kill`").success());
}

/// A session, and what is typed into it.
struct Session {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Session {
    fn new(file: &str) -> Self {
        let mut child = everycase(&["repl", file])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = child.stdin.take().expect("an input");
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        Self { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("text")
    }

    /// Waits until a session is in the middle of what was typed last, and interrupts it.
    fn interrupt(&self) {
        thread::sleep(Duration::from_millis(400));
        signal(&self.child, "INT");
    }

    fn end(self) -> Output {
        let Self { child, input, lines } = self;
        drop(input);
        // Output that is not read is output that cannot be written.
        lines.for_each(drop);
        child.wait_with_output().expect("it ends")
    }
}

#[test]
fn ctrl_c_ends_a_check_and_the_session_goes_on() {
    let mut session = Session::new("examples/bst.pun");
    session.send(":check find-after-intersection insert-keeps-order delete-keeps-order --time 10m");
    while !session.line().contains("no smaller input fails") {}
    session.interrupt();
    let told = session.line();
    assert!(told.starts_with("testing insert-keeps-order: interrupted: all "), "{told}");
    assert!(told.contains(" inputs up to size "), "{told}");
    // The report of a longer run takes two lines.
    let mut after = session.line();
    if after.starts_with("    (in ") {
        after = session.line();
    }
    assert_eq!((after, session.line()), (String::new(), "interrupted; 1 property: 0 ok, 1 failed".into()));
    session.send("insert 1 true tip");
    assert_eq!(session.line(), "[fork tip 1 true tip]");
    // The next check is not one that was interrupted.
    session.send(":check insert-keeps-order --size 4");
    let told = session.line();
    assert!(told.starts_with("testing insert-keeps-order: ok, all "), "{told}");
    assert_eq!(session.end().status.code(), Some(0));
}

#[test]
fn ctrl_c_ends_an_evaluation_and_an_enumeration() {
    let mut session = Session::new("examples/bst.pun");
    // As many calls as there may be, each of which takes its time.
    session.send("down text n = if text == text && n == 0 then 0 else down text (n - 1) .");
    assert_eq!(session.line(), "declared down");
    session.send(&format!("down \"{}\" -1", "a".repeat(500)));
    session.interrupt();
    session.send("down \"\" 5");
    assert_eq!(session.line(), "0");
    session.send(":enumerate (map integer) --count --size 100000");
    assert_eq!(session.line().trim(), "0  0");
    signal(&session.child, "INT");
    session.send("7 * 6");
    while session.line() != "42" {}
    let output = session.end();
    assert_eq!(output.status.code(), Some(0));
    let wrong = text(&output.stderr);
    assert_eq!(wrong.lines().filter(|line| *line == "error: interrupted").count(), 1, "{wrong}");
    let is_enumeration = |line: &&str| {
        line.starts_with("interrupted after ") && line.trim_end_matches('s').ends_with(" count")
    };
    assert_eq!(wrong.lines().filter(is_enumeration).count(), 1, "{wrong}");
}

#[test]
fn ctrl_c_ends_a_session_that_does_nothing() {
    let mut session = Session::new("examples/bst.pun");
    session.send("1 + 1");
    assert_eq!(session.line(), "2");
    session.interrupt();
    assert_eq!((session.line(), session.line()), (String::new(), "interrupted".into()));
    // Its input is still there.
    assert_eq!(session.child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn sigterm_ends_a_session_once_it_has_told_what_was_covered() {
    let mut session = Session::new("examples/bst.pun");
    session.send(":check insert-keeps-order --time 10m");
    thread::sleep(Duration::from_millis(400));
    signal(&session.child, "TERM");
    let told = session.line();
    assert!(told.starts_with("testing insert-keeps-order: interrupted: all "), "{told}");
    assert_eq!(session.child.wait().expect("it ends").code(), Some(143));
}

/// Sends a signal to a command when it has written a line that contains `until`, and returns its exit status, the lines
/// it writes after that, and its standard error.
fn ended_by(name: &str, arguments: &[&str], until: &str) -> (Option<i32>, Vec<String>, String) {
    let mut child =
        everycase(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let seen = lines.by_ref().map_while(Result::ok).find(|line| line.contains(until));
    assert!(seen.is_some(), "{arguments:?}");
    // The next thing to do has begun.
    thread::sleep(Duration::from_millis(300));
    signal(&child, name);
    let rest = lines.map_while(Result::ok).collect();
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), rest, text(&output.stderr))
}

/// The first property fails; the second one goes on for minutes.
const CHECK: [&str; 10] = [
    "check",
    "examples/bst.pun",
    "-p",
    "find-after-intersection",
    "-p",
    "insert-keeps-order",
    "--time",
    "10m",
    "--jobs",
    "1",
];

#[test]
fn a_signal_ends_a_check_which_tells_what_it_has_covered() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let (code, rest, _) = ended_by(name, &CHECK, "no smaller input fails");
        assert_eq!(code, Some(status), "{rest:?}");
        // The report of a longer run takes two lines.
        let is_rest = |line: &&String| !line.starts_with("    (in ");
        let lines: Vec<&String> = rest.iter().filter(is_rest).collect();
        let [replay, told, empty, last] = lines[..] else { panic!("{rest:?}") };
        assert!(replay.starts_with("  replay: "), "{replay}");
        assert!(told.starts_with("testing insert-keeps-order: interrupted: all "), "{told}");
        assert!(told.contains(" inputs up to size "), "{told}");
        assert_eq!((&**empty, &**last), ("", "interrupted; 1 property: 0 ok, 1 failed"));
    }
}

/// As by a wrapper that signals its child and then its process group.
#[test]
fn a_signal_that_comes_twice_at_once_is_one() {
    let mut child = everycase(&CHECK[..]).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line.contains("no smaller input fails")));
    thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    signal(&child, "INT");
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().any(|line| line.contains(" inputs up to size ")), "{rest:?}");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn an_interrupted_check_has_a_record_of_what_it_has_covered() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let arguments = [&CHECK[..], &["--format", "json"]].concat();
        let (code, rest, _) = ended_by(name, &arguments, r#""outcome":"failed""#);
        assert_eq!(code, Some(status), "{rest:?}");
        let [_, record] = &rest[..] else { panic!("{rest:?}") };
        for part in [
            r#"{"everycase":3,"kind":"property","event":"finish","name":"insert-keeps-order","#,
            r#""outcome":"interrupted""#,
            r#""covered":"all "#,
        ] {
            assert!(record.contains(part), "{part} is not in {record}");
        }
    }
}

#[test]
fn an_interrupted_check_on_terms_tells_what_it_has_covered() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("zero.pun");
    let two = "property fails (n : integer) . n == 0 .\nproperty holds (n : integer) . n == n .\n";
    fs::write(&file, two).expect("a file");
    let path = file.to_str().expect("a path");
    let arguments = ["check", path, "--terms", "--time", "10m", "--format", "json"];
    let (code, rest, wrong) = ended_by("TERM", &arguments, r#""outcome":"failed""#);
    assert_eq!((code, rest.len()), (Some(143), 2), "{rest:?} {wrong}");
    for part in [r#""covered":"#, r#""outcome":"interrupted""#] {
        assert!(rest[1].contains(part), "{part} is not in {rest:?}");
    }
}

#[test]
fn a_signal_ends_an_enumeration_which_tells_how_far_it_came() {
    let arguments = ["enumerate", "examples/bst.pun", "list integer", "--size", "1000"];
    let (code, rest, wrong) = ended_by("INT", &arguments, "[0, 1]");
    assert_eq!(code, Some(130), "{wrong}");
    assert!(!rest.is_empty() && wrong.starts_with("interrupted after "), "{wrong}");

    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let (code, rest, _) = ended_by("TERM", &arguments, "[0, 1]");
    assert_eq!(code, Some(143));
    let last = rest.last().map_or("", |line| line);
    assert!(last.contains(r#""type":"list integer","outcome":"interrupted","written":"#), "{last}");
}

#[test]
fn a_signal_ends_a_run() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("down.pun");
    let down = "down text n = if text == text && n == 0 then 0 else down text (n - 1) .\n";
    fs::write(&file, down).expect("a file");
    let (path, long) = (file.to_str().expect("a path"), format!("down \"{}\" -1", "a".repeat(500)));
    let arguments = ["run", path, "-e", "1 + 1", "-e", &long, "-e", "3"];
    let (code, rest, wrong) = ended_by("INT", &arguments, "2");
    assert_eq!((code, &rest[..]), (Some(130), &[][..]), "{wrong}");
    assert!(wrong.starts_with(&format!("interrupted while running {long} (")), "{wrong}");
    let steps = wrong.trim_end().strip_suffix(" steps)").and_then(|told| told.rsplit(' ').next());
    assert!(steps.is_some_and(|steps| steps.contains(',')), "{wrong}");

    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let (code, rest, _) = ended_by("TERM", &arguments, r#""value":"2""#);
    assert_eq!((code, rest.len()), (Some(143), 1), "{rest:?}");
    assert!(rest[0].contains(r#""outcome":"interrupted""#), "{rest:?}");
}

#[test]
fn ctrl_c_ends_a_score_and_what_was_scored_is_told() {
    let arguments = ["strength", "examples/paper/strength.pun", "insert", "--time", "10m", "-p", "insert-3"];
    let mut child =
        everycase(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    let lines: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(lines[0].starts_with("insert-3 of insert: interrupted, "), "{lines:?}");
    assert!(lines[0].ends_with(" mutants"), "{lines:?}");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
