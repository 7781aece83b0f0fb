//! Subjects in processes of their own, each for a directory that stands for a crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use super::subjects;

/// A directory that stands for a crate.
pub(crate) struct Crate(PathBuf);

impl Crate {
    pub(crate) fn new() -> Crate {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // Built before a test starts to measure the time of a process.
        subjects::program();
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("everycase-process-{}-{unique}", std::process::id()));
        fs::create_dir_all(dir.join("tests")).unwrap();
        fs::write(dir.join("tests/bytes.rs"), "").unwrap();
        Crate(dir)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The command that runs a subject of the caller's file.
    #[track_caller]
    pub(crate) fn command(&self, test: &str) -> Command {
        self.command_of(&full_name(test))
    }

    /// The command that runs the subject of a full name.
    pub(crate) fn command_of(&self, test: &str) -> Command {
        self.command_with(&["--exact", test, "--test-threads=2"])
    }

    /// The command that runs all subjects of a module, one after the other.
    pub(crate) fn command_of_all(&self, module: &str) -> Command {
        self.command_with(&[&format!("{module}::"), "--test-threads=1"])
    }

    /// The command that runs subjects with these arguments.
    fn command_with(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(subjects::program());
        // Without `--nocapture` libtest would hide what a passing test prints, and mix what a failing one does.
        command.args(arguments).arg("--nocapture");
        command
            .env("RUNNER_CRATE", &self.0)
            .env_remove("RUST_BACKTRACE")
            .env_remove("RUST_MIN_STACK")
            .env_remove("CI");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("EVERYCASE_") {
                command.env_remove(name);
            }
        }
        command
    }

    /// As [`run`](Self::run), where the harness keeps back what a passing test prints.
    #[track_caller]
    pub(crate) fn run_captured(&self, test: &str, vars: &[(&str, &str)]) -> Ran {
        let open = self.command(test);
        let mut command = Command::new(open.get_program());
        command.args(open.get_args().filter(|argument| *argument != "--nocapture"));
        command.env("RUNNER_CRATE", &self.0).envs(vars.iter().copied());
        Ran::of(command.output().unwrap())
    }

    #[track_caller]
    pub(crate) fn run(&self, test: &str, vars: &[(&str, &str)]) -> Ran {
        Ran::of(self.command(test).envs(vars.iter().copied()).output().unwrap())
    }
}

/// The full name of a subject of the caller's file: `assumptions::name` in `tests/it/assumptions.rs`.
#[track_caller]
pub(crate) fn full_name(test: &str) -> String {
    let file = Path::new(std::panic::Location::caller().file());
    let module = file.file_stem().and_then(|name| name.to_str()).expect("a name of a file");
    format!("{module}::{test}")
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a process did.
pub(crate) struct Ran {
    pub(crate) passed: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { passed: output.status.success(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// The word that replays the input.
    pub(crate) fn token(&self) -> &str {
        self.stderr.split("EVERYCASE_REPLAY=").nth(1).unwrap().split(' ').next().unwrap()
    }
}
