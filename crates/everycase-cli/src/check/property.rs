//! The check of one property after another: each with its records, its report on the console and its place in the summary.

use std::collections::HashSet;
use std::sync::Mutex;

use everycase_check::recorder::Recorder;
use everycase_check::report::{Detail, Outcome, Report};
use everycase_check::seed::Seed;
use everycase_check::settings::{Plan, Settings};
use everycase_check::stop::Stop;
use everycase_kernel::Derivation;
use pun::check::Checks;
use pun::core::Property;

use super::kept::Beside;
use super::shown::{Refusal, Subject};
use super::suite::Suite;
use super::summary::{Summary, lock};
use crate::args::{Check, Format};
use crate::console::{self, Dots};
use crate::exit::Exit;
use crate::program;

/// What the checks of one command have in common.
pub(super) struct Checking<'a> {
    command: &'a Check,
    stop: &'a Stop,
    summary: &'a Mutex<Summary>,
    /// The name of the program, until it is printed above the first of its reports.
    heading: Option<String>,
    /// Notes that have been printed: each property meets the same lines of a file that make no sense.
    notes: HashSet<String>,
    exit: Exit,
    reports: Vec<Report>,
}

impl<'a> Checking<'a> {
    pub(super) fn new(command: &'a Check, stop: &'a Stop, summary: &'a Mutex<Summary>) -> Self {
        let (notes, reports) = (HashSet::new(), Vec::new());
        Self { command, stop, summary, heading: None, notes, exit: Exit::Nothing, reports }
    }

    /// Begins with a program, which is named if there are others.
    pub(super) fn begin(&mut self, name: Option<String>) {
        if name.is_some() {
            lock(self.summary).programs += 1;
        }
        self.heading = name;
    }

    /// Prints the summary. Returns the exit status and the reports.
    pub(super) fn end(self) -> (Exit, Vec<Report>) {
        let mut summary = lock(self.summary);
        if self.command.common.format == Format::Text && !self.command.common.quiet {
            let how = if self.stop.is_wanted() { "interrupted; " } else { "" };
            console::print(&format!("\n{how}{}\n", summary.words()));
        }
        summary.end();
        (self.exit, self.reports)
    }

    /// Returns the settings of one property: those of the command line, of the environment, its own, those of
    /// `everycase.toml`, then the defaults.
    fn plan(&self, suite: &Suite, property: &Property) -> Plan {
        let said = Settings { records: self.command.records.clone(), ..self.command.common.settings() };
        let said =
            said.or(suite.environment.clone()).or(Checks::settings(property)).or(suite.settings.clone());
        // Neither the machine nor the interpreter can be ended by an input.
        let said = Settings { isolate: None, ..said };
        let default = Settings { seed: Some(Seed::of_name(&property.name).0), ..Settings::default() };
        Plan { stop: self.stop.clone(), ..said.or(default).fill(&property.name) }
    }

    /// Checks the property of a number.
    pub(super) fn check(&mut self, suite: &Suite, number: usize) {
        let (command, checks) = (self.command, &suite.checks);
        let property = &checks.properties()[number];
        let plan = self.plan(suite, property);
        // A term is no input of the property as it is saved.
        let kept = suite.beside.as_ref().filter(|_| command.terms.is_none());
        let kept = kept.and_then(|beside| beside.of(checks, property));
        let module = suite.beside.as_ref().map_or("", Beside::module).to_owned();
        let subject = Subject { checks, property, command, path: suite.path(), module, kept };
        let derivations = checks.derivations(property);
        let (saved, notes) =
            subject.kept.as_ref().map(|kept| kept.inputs(&plan, &derivations)).unwrap_or_default();
        self.note(notes);
        let is_text = command.common.format == Format::Text;
        let is_loud = is_text && !command.common.quiet;
        let about = subject.about();
        lock(self.summary).begin(about.clone());
        let mut recorder = Recorder::new(&plan, &about);
        recorder.start(&about, &plan);
        if is_loud {
            self.print_heading();
            console::print(&Report::heading(&about.name));
        } else if !is_text {
            console::print(&(about.start(plan.seed).line() + "\n"));
        }
        let dots = Dots::begin(is_loud);
        let inputs: Vec<Derivation> = saved.into_iter().map(|saved| saved.input).collect();
        let checked = subject.check(number, &plan, &inputs);
        drop(dots);
        let (report, refusal) = match checked {
            Ok(checked) => (subject.report(&plan, checked), None),
            Err(Refusal::Program(diagnostic)) => {
                (Report::error(about, diagnostic.message.clone()), Some(diagnostic))
            }
            Err(Refusal::Input(why)) => (Report::error(about, why), None),
        };
        recorder.finish(&report);
        // What interrupts this waits for it.
        let summary = self.summary;
        let mut summary = lock(summary);
        self.tell(&report, refusal.is_some());
        if let Some(problem) = recorder.problem {
            console::complain(&format!("note: {problem}\n"));
        }
        if let Some(diagnostic) = refusal {
            program::tell(&checks.program().sources, [&*diagnostic], command.common.color);
        }
        let exit = Exit::of(report.outcome);
        summary.count(if report.outcome == Outcome::Interrupted { Exit::Interrupted } else { exit });
        self.exit = self.exit.max(exit);
        self.reports.push(report);
    }

    /// Prints a report: behind its heading, whole if that is not there, or as records.
    fn tell(&mut self, report: &Report, is_refused: bool) {
        let command = self.command;
        let detail = if command.common.verbose { Detail::Full } else { Detail::Brief };
        if command.common.format == Format::Json {
            let lines = report.records().into_iter().map(|record| record.line() + "\n");
            return console::print(&lines.collect::<String>());
        }
        let heading = Report::heading(&report.about.name);
        // The diagnostic of a property that is refused follows.
        let text = if is_refused { format!("{heading}cannot be checked") } else { report.text(detail) };
        let text = text.trim_end();
        if !command.common.quiet {
            console::print(&format!("{}\n", text.strip_prefix(&heading).unwrap_or(text)));
        } else if Exit::of(report.outcome) != Exit::Nothing {
            self.print_heading();
            console::print(&format!("{text}\n"));
        }
    }

    fn print_heading(&mut self) {
        if let Some(name) = self.heading.take() {
            console::print(&format!("{name}\n"));
        }
    }

    /// Prints the notes that were not printed yet.
    fn note(&mut self, notes: Vec<String>) {
        for note in notes {
            if self.notes.insert(note.clone()) && !self.command.common.quiet {
                console::complain(&format!("note: {note}\n"));
            }
        }
    }
}
