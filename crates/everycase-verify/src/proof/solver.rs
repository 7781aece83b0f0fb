//! The solver: another program, which reads a query and says whether its formulas can hold together.
//!
//! Each query is a process of its own, with a limit on its time. A solver that crashes, hangs or answers something else has no answer.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use everycase_check::process::{End, Limits};
use everycase_check::stop::Stop;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The formulas cannot hold together.
    Unsatisfiable,
    /// The solver has something in which they hold, as far as it sees.
    Satisfiable,
    /// It does not know.
    Unknown,
    /// Its time was over.
    OutOfTime,
    /// It failed, or said something else.
    Failed,
}

/// How hard a solver tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// It looks for instances of formulas at terms of the query.
    Instances,
    /// It looks for models, too.
    Models,
}

/// There is no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolver {
    /// The programs that were looked for.
    pub looked_for: Vec<String>,
}

/// A solver on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    program: OsString,
    /// Where queries are kept, if anywhere.
    dump: Option<PathBuf>,
    /// The time of a query.
    time: Duration,
    stop: Stop,
}

/// The variable with the name of the solver.
const VARIABLE: &str = "EVERYCASE_SOLVER";

/// The memory of a solver.
const MEMORY: u64 = 2 << 30;

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Solver {
    /// Finds a solver: the program that `EVERYCASE_SOLVER` names, otherwise `z3`, otherwise `cvc5`.
    ///
    /// # Errors
    /// If none of them can be run.
    pub fn find(time: Duration, dump: Option<PathBuf>, stop: Stop) -> Result<Self, NoSolver> {
        let names = match env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            Some(name) => vec![name],
            None => vec!["z3".into(), "cvc5".into()],
        };
        for program in &names {
            let mut command = Command::new(program);
            command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if command.status().is_ok_and(|status| status.success()) {
                return Ok(Self { program: program.clone(), dump, time, stop });
            }
        }
        Err(NoSolver { looked_for: names.iter().map(|name| name.to_string_lossy().into_owned()).collect() })
    }

    /// Returns the time of a query.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// Returns the lines that set the solver's options. A solver that looks only for instances of its formulas at terms of the query
    /// ends soon; one that looks for models may find more, and may take all of its time.
    pub(crate) fn options(&self, time: Duration, effort: Effort) -> String {
        let name = Path::new(&self.program).file_name().unwrap_or_default().to_string_lossy();
        if !name.contains("z3") {
            return "(set-logic ALL)\n".to_owned();
        }
        let models = effort == Effort::Models;
        format!(
            "(set-option :timeout {})\n(set-option :auto_config {models})\n(set-option :smt.mbqi {models})\n",
            time.as_millis()
        )
    }

    /// Answers a query; returns how long that took, too.
    pub(crate) fn ask(&self, query: &str, name: &str) -> (Answer, Duration) {
        let start = Instant::now();
        let answer = self.ask_in_file(query, name).unwrap_or(Answer::Failed);
        (answer, start.elapsed())
    }

    fn ask_in_file(&self, query: &str, name: &str) -> std::io::Result<Answer> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = env::temp_dir().join(format!("everycase-{}-{number}", std::process::id()));
        let question = match &self.dump {
            Some(directory) => {
                fs::create_dir_all(directory)?;
                directory.join(format!("{name}.smt2"))
            }
            None => own.with_extension("smt2"),
        };
        let output = own.with_extension("out");
        File::create(&question)?.write_all(query.as_bytes())?;
        // The solver ends by itself a little earlier.
        let limits = Limits {
            time: Some(self.time + Duration::from_secs(1)),
            memory: Some(MEMORY),
            ..Limits::default()
        };
        let mut command = limits.command(&self.program);
        command.arg(&question).stdin(Stdio::null()).stdout(File::create(&output)?).stderr(Stdio::null());
        let end = limits.run(&mut command, &self.stop);
        let said = fs::read_to_string(&output);
        let _ = fs::remove_file(&output);
        if self.dump.is_none() {
            let _ = fs::remove_file(&question);
        }
        if !matches!(end?, End::Exited(_)) {
            return Ok(Answer::OutOfTime);
        }
        Ok(match said?.trim() {
            "unsat" => Answer::Unsatisfiable,
            "sat" => Answer::Satisfiable,
            "unknown" | "timeout" => Answer::Unknown,
            _ => Answer::Failed,
        })
    }
}
