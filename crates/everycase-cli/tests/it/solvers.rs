//! Solvers that fail, hang or lie: `verify` runs the generators, says what the solver does, and ends in time.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{everycase, text};

/// A generator that covers its type. It calls itself and has a lemma, so a proof has several queries.
const RIGHT: &str = "
generator bits : (n : integer | 0 <= n) -> [bs : list boolean | len bs n] .
bits n = if n == 0 then [] else bool-gen () :: bits (n - 1) .
len : list a -> integer -> boolean .
len xs n = case xs of ; [] -> n == 0 ; _ :: rest -> len rest (n - 1) .
property lengths-are-natural (bs : list boolean) n . len bs n ==> 0 <= n .
";

/// A generator that never produces the empty list.
const WRONG: &str = "
generator bits : (n : integer | 0 <= n) -> [bs : list boolean | true] .
bits n = bool-gen () :: (if n <= 0 then [] else bits (n - 1)) .
";

/// The answers of a script to queries whose answers are known, before what it does with others.
const RIGHT_AT_FIRST: &str = "
if grep -q get-info \"$1\"; then echo '(:name \"fake\")'; echo unsat; exit; fi
if grep -q '(holds n) (not (holds 0))' \"$1\"; then echo sat; exit; fi
";

/// A directory with a program and a solver, which is a shell script.
struct Case {
    directory: TempDir,
}

/// How a command ended.
struct Ended {
    status: Option<i32>,
    out: String,
    err: String,
    time: Duration,
}

impl Case {
    fn new(program: &str, solver: &str) -> Self {
        let case = Self { directory: tempfile::tempdir().expect("a directory") };
        fs::write(case.path("own.pun"), program).expect("a program");
        fs::write(case.path("solver"), format!("#!/bin/sh\n{solver}\n")).expect("a solver");
        fs::set_permissions(case.path("solver"), PermissionsExt::from_mode(0o755)).expect("a mode");
        case
    }

    /// Returns a case with a solver that answers what is known, and then does something else.
    fn later(solver: &str) -> Self {
        Self::new(RIGHT, &format!("{RIGHT_AT_FIRST}{solver}"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn command(&self, solver: impl AsRef<Path>, time: &str) -> Command {
        let program = self.path("own.pun").display().to_string();
        let mut command = everycase(&["verify", &program, "--size", "9", "--solver-time", time]);
        // Temporary files that are left over are found.
        fs::create_dir_all(self.path("tmp")).expect("a directory");
        command.env("EVERYCASE_SOLVER", solver.as_ref()).env("TMPDIR", self.path("tmp"));
        command
    }

    /// Runs `verify` with a solver, and checks what is so in each case.
    fn run_with(&self, solver: impl AsRef<Path>) -> Ended {
        let start = Instant::now();
        let output = self.command(solver, "100ms").output().expect("it runs");
        let time = start.elapsed();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(!err.contains("panicked"), "{err}");
        let left = fs::read_dir(self.path("tmp")).expect("a directory").count();
        assert_eq!(left, 0, "temporary files are left over");
        Ended { status: output.status.code(), out, err, time }
    }

    fn run(&self) -> Ended {
        self.run_with(self.path("solver"))
    }
}

impl Ended {
    /// Asserts that the solver is rejected before any query, for a reason, and that the generator was run.
    fn assert_no_solver(&self, why: &str) {
        assert!(self.err.contains("nothing was proved: there is no solver: "), "{}", self.err);
        assert!(self.err.contains(why), "{}", self.err);
        assert!(self.out.contains("bits covers all "), "{}", self.out);
        assert_eq!(self.status, Some(3), "{}", self.out);
    }

    /// Asserts that there is no proof, for a reason, and that the generator was run.
    fn assert_unproved(&self, why: &str) {
        assert!(self.out.contains("bits is not proved; covers all "), "{}{}", self.out, self.err);
        assert!(self.out.contains(&format!("no proof: {why}")), "{}", self.out);
        assert_eq!(self.status, Some(1), "{}", self.out);
    }
}

#[test]
fn a_program_that_is_no_solver_is_named_with_what_it_does() {
    for (script, why) in [
        ("kill -SEGV $$", "fails: signal 11"),
        ("exit 0", "says nothing where `unsat` is right"),
        ("exit 5", "fails: exit status 5"),
        ("echo hello", "says `hello` where `unsat` is right: it is too old, or not a solver"),
        (
            "echo '(error \"unknown option\")'; echo unsat; echo more",
            "says `(error \"unknown option\")..` where `unsat`",
        ),
        ("echo name; echo unsat", "says `name..` where `sat` is right"),
        ("echo name; echo sat", "says `name..` where `unsat` is right"),
        ("head -c 100 /dev/urandom", "where `unsat` is right"),
    ] {
        let ended = Case::new(RIGHT, script).run();
        ended.assert_no_solver(why);
        ended.assert_no_solver("solver` ");
    }
}

#[test]
fn what_is_no_program_is_named() {
    let case = Case::new(RIGHT, "echo unsat");
    case.run_with("no-such-solver").assert_no_solver("`no-such-solver` is not found");
    case.run_with(case.directory.path()).assert_no_solver("cannot be executed");
    case.run_with(case.path("own.pun")).assert_no_solver("cannot be executed");
    let with_arguments = format!("{} -v", case.path("solver").display());
    case.run_with(with_arguments).assert_no_solver("is not found; give a name without arguments");
    case.run_with("none").assert_no_solver("`none` is the value of EVERYCASE_SOLVER");
}

#[test]
fn an_installed_command_finds_the_solver_in_the_data_directory_of_the_user() {
    let case = Case::later("exit 0");
    let programs = case.path("bin");
    fs::create_dir(&programs).expect("a directory");
    let everywhere = std::env::var_os("PATH").expect("a path");
    for name in ["sh", "grep"] {
        let mut places = std::env::split_paths(&everywhere).map(|directory| directory.join(name));
        symlink(places.find(|place| place.exists()).expect(name), programs.join(name)).expect("a link");
    }
    let run = |data: &str| {
        let mut command = case.command("", "100ms");
        command.env("PATH", &programs).env("HOME", case.path("home")).env("XDG_DATA_HOME", data);
        let output = command.output().expect("it runs");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Ended { status: output.status.code(), out, err, time: Duration::ZERO }
    };
    let none = "there is no solver: `z3` is not found; `cvc5` is not found; install z3, or name a solver in EVERYCASE_SOLVER";
    run("").assert_no_solver(none);
    for (data, directory) in [("", "home/.local/share"), (&*case.path("data").display().to_string(), "data")]
    {
        let directory = case.path(directory).join("everycase/bin");
        fs::create_dir_all(&directory).expect("a directory");
        fs::copy(case.path("solver"), directory.join("z3")).expect("a solver");
        run(data).assert_unproved("the solver failed: it said nothing");
        fs::remove_file(directory.join("z3")).expect("a file");
        run(data).assert_no_solver(none);
    }
}

#[test]
fn a_missing_value_needs_no_solver() {
    let ended = Case::new(WRONG, "exit 5").run();
    assert!(ended.out.contains("`bits 0` never produces []"), "{}", ended.out);
    assert_eq!(ended.status, Some(1), "{}", ended.out);
}

#[test]
fn a_solver_that_fails_later_proves_nothing() {
    for (script, why) in [
        ("kill -SEGV $$", "the solver failed: signal 11"),
        ("exit 0", "the solver failed: it said nothing"),
        ("echo perhaps", "the solver failed: it said `perhaps`"),
        // It said so, and failed.
        ("echo unsat; exit 1", "the solver failed: it said `unsat`"),
        ("echo unsat; kill -SEGV $$", "the solver failed: signal 11"),
        ("echo '(error \"no\")'; echo unsat", "the solver failed: it said `(error \"no\")..`"),
        // It fails when its output reaches the limit.
        ("yes unsat", "the solver failed: "),
        ("x=unsat; while :; do x=$x$x; done; echo unsat", "the solver failed: "),
        ("echo unknown", "the solver does not find that each value is produced"),
        ("echo sat", "the solver does not find that each value is produced"),
    ] {
        Case::later(script).run().assert_unproved(why);
    }
}

#[test]
fn a_solver_that_proves_everything_is_not_believed() {
    let ended = Case::later("echo unsat").run();
    ended.assert_unproved("the solver failed: it says that no value belongs to the coverage type, but ");
}

#[test]
fn a_solver_that_hangs_is_ended_and_soon_not_asked_again() {
    let ended = Case::later("sleep 1000 & sleep 1000").run();
    ended.assert_unproved("the solver failed: it does not end in its time");
    assert!(ended.time < Duration::from_secs(60), "{:?}", ended.time);
}

#[test]
fn ctrl_c_during_a_query_ends_with_what_was_found() {
    let case = Case::later("touch \"$(dirname \"$0\")/asked\"; sleep 1000");
    let mut command = case.command(case.path("solver"), "10m");
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    for _ in 0..600 {
        if case.path("asked").exists() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    assert!(case.path("asked").exists() && child.try_wait().expect("a child").is_none());
    let sent = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(sent.expect("there is `kill`").success());
    let start = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let out = text(&output.stdout);
    assert!(
        out.contains("bits is not proved; covers all ") && out.contains("no proof: interrupted"),
        "{out}"
    );
    assert_eq!(output.status.code(), Some(130), "{out}");
}
