//! The parent: starts children, waits for them, and determines how they ended.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::time::Duration;

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations};

use super::directory::Directory;
use super::message::ChildMessage;
use super::output::{Output, OutputFile};
use super::{Task, VARIABLE, files};
use crate::check::{Death, Why, limit_after};
use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::control::depth::DepthLimit;
use crate::control::stop::Stop;
use crate::process::journal::{self, JournalEntry};
use crate::process::{self, End, Limits};
use crate::run::verdict::{Cause, Failure, Subject, Verdict};
use crate::settings::LONGEST_SHRINK;
use crate::settings::Plan;
use crate::system::isolation as system;
use crate::system::miri::Instant;
use crate::text::encoding;
use everycase_kernel::sorted::sort_by_key;

/// The time after which the parent ends a child that exceeds the time limit of its input. The child
/// enforces the limit itself.
const GRACE: Duration = Duration::from_secs(5);
/// The time limit of a measurement of the nesting.
const CLIMB: Duration = Duration::from_secs(1);
/// How long a child that is asked to end may take to report what it has covered.
const LAST_WORDS: Duration = Duration::from_millis(1500);

/// The parent of a property's children. As a subject, it runs every input in a child of its own.
#[derive(Clone)]
pub struct Parent {
    /// The full name of the property.
    property: String,
    /// The arguments with which this program runs the property.
    arguments: Vec<OsString>,
    seed: u64,
    first_seed: u64,
    /// The property's share of the time of a suite.
    share: Option<Duration>,
    case_time: Option<Duration>,
    depth: DepthLimit,
    is_replay: bool,
    stop: Stop,
    /// What children do with their input when this is a subject.
    task: Task,
}

/// What a child does alone.
#[derive(Clone, Copy)]
enum Alone<'i> {
    Check,
    Strength,
    Climb,
    /// A task for one input.
    Input(&'i str),
}

/// How a child ended.
pub struct ChildEnding {
    /// Its result, if it wrote one.
    pub message: Option<ChildMessage>,
    /// What it printed.
    stdout: Output,
    /// What it printed as diagnostics.
    stderr: Output,
    /// Whether what it printed is shown as a whole.
    is_replay: bool,
    /// How it failed, if it wrote no result.
    failure: Failure,
    /// The last input of each of its threads.
    noted: Vec<JournalEntry>,
}

impl ChildEnding {
    /// Returns what is shown of its output, and of its diagnostics: all of it in a replay, nothing
    /// of a run whose report says how it ended, and the last words of a child that has died.
    pub fn shown(&self) -> [String; 2] {
        [&self.stdout, &self.stderr].map(|output| match &self.message {
            _ if self.is_replay => output.text.clone(),
            Some(_) => String::new(),
            None => output.last_words(),
        })
    }

    /// Returns the end of a child that began at `start`, as the death of a run.
    pub fn death(self, derivations: &Derivations, start: Instant) -> Death {
        if let Some(ChildMessage::Found { stream, tests, input, failure }) = self.message {
            let inputs = derivations.parse(&input).into_iter().collect();
            let why = if failure.is_hang() { Why::Hung } else { Why::KeepsState };
            return Death { failure: *failure, stream, tests, inputs, start, why };
        }
        // A thread that was last seen in an earlier stream had finished.
        let stream = self.noted.iter().map(|noted| noted.stream).max().unwrap_or(Stream::Replay);
        let last = self.noted.iter().filter(|noted| noted.stream == stream);
        let mut inputs: Vec<_> = last.filter_map(|noted| derivations.parse(&noted.words).ok()).collect();
        sort_by_key(&mut inputs, Derivation::size);
        let tests = self.noted.iter().map(|noted| noted.cases).sum();
        Death { failure: self.failure, stream, tests, inputs, start, why: Why::Died }
    }
}

impl Parent {
    /// Returns the parent of a property that this program runs with some arguments.
    pub fn new(property: String, arguments: Vec<OsString>, plan: &Plan) -> Parent {
        Parent {
            property,
            arguments,
            seed: plan.seed.0,
            first_seed: plan.first_seed.0,
            share: plan.suite_time.and(plan.budget.time),
            case_time: plan.case_time,
            depth: plan.depth.clone(),
            is_replay: plan.replay.is_some(),
            stop: plan.stop.clone(),
            task: Task::Property,
        }
    }

    /// Returns the same parent, whose children do this with their input.
    #[must_use]
    pub fn for_task(self, task: Task) -> Parent {
        Parent { task, ..self }
    }

    /// Runs the whole property in a child.
    ///
    /// # Errors
    /// If no child can be started.
    pub fn whole(&self) -> Result<ChildEnding, String> {
        self.child(Alone::Check, None).map_err(|error| format!("it cannot be isolated: {error}"))
    }

    /// Measures the strength of the property in a child.
    ///
    /// # Errors
    /// If no child can be started.
    #[inline]
    pub fn strength(&self) -> Result<ChildEnding, String> {
        self.child(Alone::Strength, None).map_err(|error| format!("it cannot be isolated: {error}"))
    }

    /// Measures in a child how deeply inputs may nest. Takes some milliseconds, and a second at
    /// most: then the limit is what is known to be borne.
    ///
    /// # Errors
    /// If the child cannot be started, or does not climb.
    pub fn climb(&self) -> Result<usize, String> {
        let ended = self.child(Alone::Climb, Some(CLIMB)).map_err(|error| error.to_string())?;
        match ended.message {
            Some(ChildMessage::Ended(levels)) => levels?.parse().map_err(|error| format!("{error}")),
            Some(_) => Err("unexpected message from the process".to_owned()),
            None if ended.noted.is_empty() => Err("the process ended without a message".to_owned()),
            None => {
                let begun: u64 = ended.noted.iter().map(|noted| noted.cases).sum();
                Ok(limit_after(begun.saturating_sub(1)))
            }
        }
    }

    /// Runs one input in a child.
    ///
    /// # Errors
    /// If no child can be started.
    pub fn verdict(&self, input: &Derivation) -> Result<Verdict, String> {
        Ok(
            match self
                .of_input(self.task, input, 1)
                .map_err(|error| format!("it cannot be isolated: {error}"))?
            {
                ChildEnding { message: Some(ChildMessage::Said(verdict)), .. } => verdict,
                ChildEnding { message: None, failure, .. } => Verdict::Failed(Box::new(failure)),
                // It could not be run.
                ChildEnding { message: Some(_), .. } => Verdict::Discarded,
            },
        )
    }

    /// Prints an input of some parameters in a child.
    ///
    /// # Errors
    /// If the child cannot be started, or does not print the input.
    pub fn written(&self, input: &Derivation, parameters: u32) -> Result<String, String> {
        match self.of_input(Task::Write, input, parameters).map_err(|error| error.to_string())? {
            ChildEnding { message: Some(ChildMessage::Written(written)), .. } => Ok(written),
            ChildEnding { failure, .. } => Err(failure.to_string()),
        }
    }

    /// Runs a task for one input in a child, with the time limit for `cases` cases.
    fn of_input(&self, task: Task, input: &Derivation, cases: u32) -> io::Result<ChildEnding> {
        let limit =
            self.case_time.map_or(LONGEST_SHRINK, |limit| limit.saturating_mul(cases).saturating_add(GRACE));
        let text = format!("{}\n{}", task.name(), encoding::to_text(&input.words()));
        self.child(Alone::Input(&text), Some(limit))
    }

    fn child(&self, alone: Alone<'_>, limit: Option<Duration>) -> io::Result<ChildEnding> {
        let dir = Directory::new()?;
        let file = |name: &str| dir.path().join(name);
        fs::write(file(files::PROPERTY), &self.property)?;
        fs::write(file(files::FIRST_SEED), self.first_seed.to_string())?;
        if let Alone::Check | Alone::Strength = alone {
            fs::write(file(files::LEVELS), self.depth.levels().to_string())?;
        }
        match alone {
            Alone::Check => {}
            Alone::Strength => fs::write(file(files::STRENGTH), "")?,
            Alone::Climb => fs::write(file(files::CLIMB), "")?,
            Alone::Input(input) => fs::write(file(files::INPUT), input)?,
        }
        // Files, not pipes: a pipe stays open while any process started by the property holds it.
        let (mut stdout, to_stdout) = OutputFile::create(file(files::STDOUT), self.is_replay)?;
        let (mut stderr, to_stderr) = OutputFile::create(file(files::STDERR), self.is_replay)?;
        let program = std::env::current_exe()?;
        let mut command = match alone {
            Alone::Climb => system::mortal(program.as_os_str()),
            _ => Command::new(program),
        };
        if let Alone::Input(_) | Alone::Climb = alone {
            // A backtrace would follow the last message, and is not shown.
            command.env("RUST_BACKTRACE", "0");
        }
        command
            .args(&self.arguments)
            .env(VARIABLE, dir.path())
            // Without a given seed, each process would draw one.
            .env("EVERYCASE_SEED", self.seed.to_string())
            .stdin(Stdio::null())
            .stdout(to_stdout)
            .stderr(to_stderr);
        if let Some(share) = self.share {
            command.env("EVERYCASE_TIME", format!("{}ns", share.as_nanos()));
        }
        let limits = Limits { time: limit, grace: Some(LAST_WORDS), ..Limits::default() };
        let mut trim = || {
            stdout.trim();
            stderr.trim();
        };
        let status = match limits.run_and_watch(&mut command, &self.stop, &mut trim)? {
            End::Exited(status) => Some(status),
            End::OutOfTime | End::Stopped => None,
        };
        if !file(files::REACHED).exists() {
            if self.stop.is_wanted() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let missing =
                format!("`{}` is not the name of anything that this program can run alone", self.property);
            return Err(io::Error::new(io::ErrorKind::NotFound, missing));
        }
        let (stdout, stderr) = (stdout.end()?, stderr.end()?);
        let message =
            fs::read_to_string(file(files::TOLD)).ok().and_then(|message| ChildMessage::from_text(&message));
        let cause = match (status, self.case_time) {
            _ if self.stop.is_wanted() && message.is_none() => return Err(io::ErrorKind::Interrupted.into()),
            (Some(status), _) => Cause::Died(process::how(status, &stderr.text)),
            (None, Some(limit)) => Cause::Hung(limit),
            // Not a failure of the input: just no time left now.
            (None, None) => return Err(io::ErrorKind::TimedOut.into()),
        };
        Ok(ChildEnding {
            message,
            stdout,
            stderr,
            is_replay: self.is_replay,
            failure: Failure::of(cause),
            noted: journal::read(dir.path())?,
        })
    }
}

impl Subject for Parent {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        // Without a process, or time for it, nothing is known about an input.
        input.whole().and_then(|input| self.verdict(input).ok()).unwrap_or(Verdict::Discarded)
    }
}
