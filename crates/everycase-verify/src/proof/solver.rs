//! The solver: another program, which reads a query and says whether its formulas can hold
//! together.
//!
//! Each query is a process of its own, with limits on its time, its memory and its output. A solver
//! is used only if it answers two queries whose answers are known: a program that is too old,
//! answers wrongly or is not a solver is named with its output. If it fails later, or prints
//! anything but an answer, the query has no answer.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use everycase_check::control::stop::Stop;
use everycase_check::process::{self, End, Limits};

use super::answers::Answers;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The formulas cannot hold together.
    Unsatisfiable,
    /// The solver has a model that seems to satisfy them.
    Satisfiable,
    /// It does not know.
    Unknown,
    /// It did not end in its time.
    OutOfTime,
    /// The run was interrupted.
    Stopped,
    /// It failed, or said something else; what happened.
    Failed(String),
}

/// How hard a solver tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// It looks for instances of formulas at terms of the query.
    Instances,
    /// It looks for models, too.
    Models,
}

/// No solver was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolver {
    /// The programs that were tried, and why none of them serves.
    pub tried: Vec<(String, String)>,
}

impl NoSolver {
    /// Returns whether it was asked for by `EVERYCASE_SOLVER=none`.
    pub fn is_wanted() -> bool {
        env::var_os(VARIABLE).is_some_and(|name| name == NONE)
    }
}

impl Display for NoSolver {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, (program, why)) in self.tried.iter().enumerate() {
            let before = if i == 0 { "" } else { "; " };
            write!(f, "{before}`{program}` {why}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoSolver {}

/// A solver on this machine.
#[derive(Clone, Debug)]
pub struct Solver {
    program: OsString,
    /// Its name, as it says.
    name: String,
    /// Where queries are kept, if anywhere.
    dump: Option<PathBuf>,
    /// The time of a query.
    time: Duration,
    stop: Stop,
    /// What it said before. Clones share it.
    answers: Arc<Answers>,
}

/// The variable with the name of the solver.
const VARIABLE: &str = "EVERYCASE_SOLVER";

/// The value of the variable if there is to be no solver.
const NONE: &str = "none";

/// The solver that `scripts/install-solver` puts into the data directory of the user.
const OWN: &str = "everycase/bin/z3";

/// The memory of a solver.
const MEMORY: u64 = 2 << 30;

/// The largest output of a solver.
const OUTPUT: u64 = 1 << 20;

/// How much longer than its time a solver may take to end by itself.
const DELAY: Duration = Duration::from_secs(1);

/// The time of a query whose answer is known.
const KNOWN: Duration = Duration::from_secs(10);

/// A query whose formulas cannot hold together. The solver says its name, too.
const UNSATISFIABLE: &str = "(get-info :name)
(set-logic ALL)
(declare-sort data 0)
(declare-fun next (data) data)
(declare-fun holds (data Int) Bool)
(declare-const first data)
(assert (forall ((x data) (n Int)) (=> (holds x n) (holds (next x) (+ n 1)))))
(assert (holds first 0))
(assert (not (holds (next (next first)) 2)))
(check-sat)
";

/// Formulas that can hold together.
const SATISFIABLE: &str = "(declare-const n Int)
(declare-fun holds (Int) Bool)
(assert (and (< n 0) (holds n) (not (holds 0))))
(check-sat)
";

static NEXT: AtomicU64 = AtomicU64::new(0);

/// How a solver ended.
enum SolverEnding {
    /// By itself.
    Ended(ExitStatus, String),
    OutOfTime,
    Stopped,
}

impl Solver {
    /// Finds a solver: the program that `EVERYCASE_SOLVER` names, otherwise `z3`, `cvc5`, or the
    /// one that `scripts/install-solver` has put into the data directory of the user. With
    /// `EVERYCASE_SOLVER=none` no solver is used.
    ///
    /// # Errors
    /// If none of them answers queries.
    pub fn find(time: Duration, dump: Option<&Path>, stop: &Stop) -> Result<Self, NoSolver> {
        let names = match env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            Some(name) if name == NONE => {
                let why = "is the value of EVERYCASE_SOLVER".to_owned();
                return Err(NoSolver { tried: vec![(NONE.to_owned(), why)] });
            }
            Some(name) => vec![name],
            None => {
                let own = own_solver(|name| env::var_os(name)).filter(|own| own.exists());
                let names = ["z3", "cvc5"].into_iter().map(OsString::from);
                names.chain(own.map(PathBuf::into_os_string)).collect()
            }
        };
        let mut tried = Vec::new();
        for program in names {
            let shown = program.to_string_lossy().into_owned();
            let solver = Self {
                program,
                name: String::new(),
                dump: dump.map(Path::to_owned),
                time,
                stop: stop.clone(),
                answers: Arc::default(),
            };
            match solver.tested() {
                Ok(solver) => return Ok(solver),
                Err(why) => tried.push((shown, why)),
            }
        }
        Err(NoSolver { tried })
    }

    /// Returns the solver with its name, if it answers two queries whose answers are known;
    /// otherwise what it does.
    fn tested(mut self) -> Result<Self, String> {
        let said = self.said_of_known(UNSATISFIABLE)?;
        match said.rsplit_once('\n') {
            Some((name, "unsat")) => name.trim().clone_into(&mut self.name),
            _ => return Err(not_as_known("unsat", &said)),
        }
        let said = self.said_of_known(&(self.options(KNOWN, Effort::Instances) + SATISFIABLE))?;
        if said == "sat" { Ok(self) } else { Err(not_as_known("sat", &said)) }
    }

    fn said_of_known(&self, query: &str) -> Result<String, String> {
        let own = Scratch::new();
        let question = own.0.with_extension("smt2");
        let ran = fs::write(&question, query).and_then(|()| self.run(&question, &own, KNOWN));
        match ran.map_err(|error| format!("cannot be run: {error}"))? {
            SolverEnding::Ended(status, _) if status.code() == Some(127) => {
                Err(match self.program.to_string_lossy() {
                    name if name.contains(' ') => "is not found; give a name without arguments".to_owned(),
                    _ => "is not found".to_owned(),
                })
            }
            SolverEnding::Ended(status, _) if status.code() == Some(126) => {
                Err("cannot be executed".to_owned())
            }
            SolverEnding::Ended(status, said) if said.is_empty() && !status.success() => {
                Err(format!("fails: {}", process::how(status, "")))
            }
            SolverEnding::Ended(_, said) => Ok(said),
            SolverEnding::OutOfTime => Err(format!("does not answer within {} seconds", KNOWN.as_secs())),
            SolverEnding::Stopped => Err("was interrupted".to_owned()),
        }
    }

    /// Returns the time of a query.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// Returns the lines that set the solver's options. A solver that looks only for instances of
    /// its formulas at terms of the query ends soon; one that looks for models may find more, and
    /// may take all of its time.
    pub(crate) fn options(&self, time: Duration, effort: Effort) -> String {
        let (time, models) = (time.as_millis(), effort == Effort::Models);
        if self.name.contains("Z3") {
            format!(
                "(set-option :timeout {time})\n(set-option :auto_config {models})\n(set-option :smt.mbqi {models})\n"
            )
        } else if self.name.contains("cvc5") {
            format!("(set-option :tlimit-per {time})\n(set-logic ALL)\n")
        } else {
            "(set-logic ALL)\n".to_owned()
        }
    }

    /// Answers a query within a time; returns how long that took, too. A query that was asked
    /// before is not asked again, unless queries are kept in files, which are named `name` and
    /// begin with `head`.
    pub(crate) fn ask(&self, query: &str, (name, head): (&str, &str), time: Duration) -> (Answer, Duration) {
        let start = Instant::now();
        if self.stop.is_wanted() {
            return (Answer::Stopped, Duration::ZERO);
        }
        if self.dump.is_none()
            && let Some(known) = self.answers.get(query)
        {
            return (known, start.elapsed());
        }
        let own = Scratch::new();
        let ran = self.question(query, name, head, &own).and_then(|question| self.run(&question, &own, time));
        let answer = match ran {
            Ok(SolverEnding::Ended(status, said)) => answer(status, &said),
            Ok(SolverEnding::OutOfTime) => Answer::OutOfTime,
            Ok(SolverEnding::Stopped) => Answer::Stopped,
            Err(error) => Answer::Failed(error.to_string()),
        };
        if self.dump.is_none() {
            self.answers.keep(query, &answer);
        }
        (answer, start.elapsed())
    }

    /// Writes a query into a file, below a comment.
    fn question(&self, query: &str, name: &str, head: &str, own: &Scratch) -> io::Result<PathBuf> {
        let question = match &self.dump {
            Some(directory) => {
                fs::create_dir_all(directory)?;
                directory.join(format!("{name}.smt2"))
            }
            None => own.0.with_extension("smt2"),
        };
        File::create(&question)?.write_all(format!("; {head}\n{query}").as_bytes())?;
        Ok(question)
    }

    /// Runs the solver on a file.
    fn run(&self, question: &Path, own: &Scratch, time: Duration) -> io::Result<SolverEnding> {
        let output = own.0.with_extension("out");
        let time = Some(time.saturating_add(DELAY));
        let limits = Limits { time, memory: Some(MEMORY), output: Some(OUTPUT), ..Limits::default() };
        let mut command = limits.command(OsStr::new(&self.program))?;
        command.arg(question).stdin(Stdio::null()).stdout(File::create(&output)?).stderr(Stdio::null());
        Ok(match limits.run(&mut command, &self.stop)? {
            End::Exited(status) => {
                let mut said = Vec::new();
                File::open(&output)?.take(OUTPUT).read_to_end(&mut said)?;
                SolverEnding::Ended(status, String::from_utf8_lossy(&said).trim().to_owned())
            }
            End::OutOfTime => SolverEnding::OutOfTime,
            End::Stopped => SolverEnding::Stopped,
        })
    }
}

/// Returns the answer of a solver that has ended.
fn answer(status: ExitStatus, said: &str) -> Answer {
    match said {
        _ if said.is_empty() && status.success() => Answer::Failed("it said nothing".to_owned()),
        _ if said.is_empty() || status.code().is_none() => Answer::Failed(process::how(status, said)),
        "unsat" if status.success() => Answer::Unsatisfiable,
        "sat" => Answer::Satisfiable,
        "unknown" | "timeout" => Answer::Unknown,
        _ => Answer::Failed(format!("it said `{}`", brief(said))),
    }
}

/// Returns why a solver cannot be used that does not answer as it is known.
fn not_as_known(known: &str, said: &str) -> String {
    let said = if said.is_empty() { "nothing".to_owned() } else { format!("`{}`", brief(said)) };
    format!("says {said} where `{known}` is right: it is too old, or not a solver")
}

/// Returns the solver in the data directory of the user, by the variables that name the directory.
fn own_solver(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A relative path would depend on where the command runs.
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || path("HOME").map(|home| home.join(".local/share"));
    let data = path("XDG_DATA_HOME").or_else(home).or_else(|| path("LOCALAPPDATA"))?;
    Some(data.join(OWN))
}

/// Returns the beginning of what a solver said.
fn brief(said: &str) -> String {
    const LONGEST: usize = 60;
    let line = said.lines().next().unwrap_or_default();
    let brief: String = line.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if brief.len() < said.len() { brief + ".." } else { brief }
}

/// Files of a query, removed after it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(env::temp_dir().join(format!("everycase-{}-{number}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for extension in ["smt2", "out"] {
            // A query that is kept is elsewhere.
            let _ = fs::remove_file(self.0.with_extension(extension));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_of_a_user_is_in_the_data_directory_by_an_absolute_path() {
        let own = |variables: &[(&str, &str)]| {
            let value =
                |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| value.into());
            own_solver(value)
        };
        let (data, home) = (("XDG_DATA_HOME", "/data"), ("HOME", "/home/a"));
        assert_eq!(own(&[data, home]), Some("/data/everycase/bin/z3".into()));
        assert_eq!(
            own(&[home, ("LOCALAPPDATA", "/b")]),
            Some("/home/a/.local/share/everycase/bin/z3".into())
        );
        assert_eq!(own(&[("XDG_DATA_HOME", "data"), home]), own(&[home]));
        assert_eq!(own(&[("XDG_DATA_HOME", ""), ("LOCALAPPDATA", "/b")]), Some("/b/everycase/bin/z3".into()));
        assert_eq!(own(&[]), None);
    }
}
