//! The compiler under test, and what terms do once it has compiled them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::process::{Abort, processor_time, run, timed};
use super::program::{self, SAMPLES};
use super::rust::Printing;
use super::term::Term;
use everycase_check::control::stop::Stop;

/// How long terms may run without any of them coming to an end.
pub const RUNNING: Duration = Duration::from_secs(10);

/// How long the compiler may take for one file.
const COMPILING: Duration = Duration::from_secs(5 * 60);

/// Where the compiler's time is noted.
const TIMES: &str = "times";

/// One of the two ways of compiling that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The level of optimisation.
    pub level: u8,
    /// How terms are written.
    pub printing: Printing,
}

/// What a term does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behaviour {
    /// Its result, or what its panic says, for each sample.
    Ran(Vec<String>),
    /// It took the process with it.
    Died(String),
    /// It took too long.
    CutOff,
    /// The compiler did not compile it.
    NotCompiled(String),
}

/// What some terms do, and how long it took to know.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    /// Of each term.
    pub behaviours: Vec<Behaviour>,
    /// The compiler's processor time, where the system tells it.
    pub compiling: Duration,
    /// The terms' own.
    pub running: Duration,
}

/// A compiler to be tested.
#[derive(Debug, Clone)]
pub struct Compiler {
    path: OsString,
    version: String,
    interrupt: Stop,
}

impl Compiler {
    /// Returns the compiler that `RUSTC` names, or else `rustc`.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn find(interrupt: Stop) -> Result<Self, Abort> {
        let path = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(&path).arg("--version").output()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self { path, version, interrupt })
    }

    /// Returns what it calls itself.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns what terms do when they are compiled this way.
    ///
    /// # Errors
    /// When there is no place for files, or the user wants to stop.
    pub fn observe(&self, terms: &[Term], side: Side) -> Result<Observed, Abort> {
        let directory = tempfile::tempdir()?;
        let start = Instant::now();
        let compiled = self.compile(&program::many(terms, side.printing), side, directory.path())?;
        let times = fs::read_to_string(directory.path().join(TIMES)).unwrap_or_default();
        let compiling = processor_time(&times).unwrap_or_else(|| start.elapsed());
        match (compiled, terms) {
            (Ok(()), _) => {
                let start = Instant::now();
                let behaviours = self.run(terms.len(), directory.path())?;
                Ok(Observed { behaviours, compiling, running: start.elapsed() })
            }
            (Err(error), [_]) => Ok(Observed {
                behaviours: vec![Behaviour::NotCompiled(error)],
                compiling,
                ..Observed::default()
            }),
            (Err(_), []) => Ok(Observed::default()),
            // Which of them is it?
            (Err(_), _) => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let (left, right) = (self.observe(left, side)?, self.observe(right, side)?);
                Ok(left.and(right))
            }
        }
    }

    /// Compiles a program; if the compiler does not, what it says.
    fn compile(&self, source: &str, side: Side, directory: &Path) -> Result<Result<(), String>, Abort> {
        fs::write(directory.join("terms.rs"), source)?;
        let said = directory.join("said");
        let mut command = timed(&self.path, TIMES);
        command
            .current_dir(directory)
            .args(["--edition=2024", "--cap-lints=allow", "-Coverflow-checks=on", "-Cdebug-assertions=off"])
            .args(["-Ccodegen-units=1", &format!("-Copt-level={}", side.level), "-oterms", "terms.rs"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said)?);
        Ok(match run(&mut command, COMPILING, &self.interrupt)? {
            Some(status) if status.success() => Ok(()),
            Some(status) => {
                let said = String::from_utf8_lossy(&fs::read(said)?).into_owned();
                let line = said.lines().find(|line| line.starts_with("error") || line.contains("panicked"));
                Err(line.map_or_else(|| status.to_string(), str::to_owned))
            }
            None => Err(format!("the compiler takes more than {} s", COMPILING.as_secs())),
        })
    }

    /// Runs the program of this many terms. After one that it does not survive, it begins again with the next.
    fn run(&self, terms: usize, directory: &Path) -> Result<Vec<Behaviour>, Abort> {
        let (program, printed) = (directory.join("terms"), directory.join("printed"));
        let mut behaviours = Vec::new();
        while behaviours.len() < terms {
            let mut command = Command::new(&program);
            command
                .arg(behaviours.len().to_string())
                .stdin(Stdio::null())
                .stdout(File::create(&printed)?)
                .stderr(Stdio::null());
            let end = run(&mut command, RUNNING, &self.interrupt)?;
            let printed = String::from_utf8_lossy(&fs::read(&printed)?).into_owned();
            let before = behaviours.len();
            behaviours.extend(complete(&printed).map(Behaviour::Ran));
            if behaviours.len() < terms {
                match end {
                    Some(status) => behaviours.push(Behaviour::Died(status.to_string())),
                    // The time was not all its own.
                    None if behaviours.len() > before => {}
                    None => behaviours.push(Behaviour::CutOff),
                }
            }
        }
        Ok(behaviours)
    }
}

impl Observed {
    fn and(mut self, other: Self) -> Self {
        self.behaviours.extend(other.behaviours);
        self.compiling += other.compiling;
        self.running += other.running;
        self
    }
}

/// Returns what was printed of terms that came to their end: a line for each sample.
fn complete(printed: &str) -> impl Iterator<Item = Vec<String>> {
    let lines: Vec<_> = printed.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).collect();
    let terms: Vec<_> = lines
        .chunks_exact(SAMPLES.len())
        .map(|lines| lines.iter().map(|&line| line.to_owned()).collect())
        .collect();
    terms.into_iter()
}

#[cfg(test)]
mod tests {
    use super::{SAMPLES, complete};

    #[test]
    fn a_term_is_complete_with_the_end_of_its_last_line() {
        let term = "[1]\n".repeat(SAMPLES.len());
        assert_eq!(complete(&format!("{term}{term}[1]\n[")).count(), 2);
        assert_eq!(complete(term.trim_end()).count(), 0);
    }
}
