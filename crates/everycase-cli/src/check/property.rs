//! Checks one property after another, each with its records, its report on the console and its
//! place in the summary.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::Mutex;

use everycase_check::control::progress;
use everycase_check::control::stop::Stop;
use everycase_check::process::isolation::{Child, is_child};
use everycase_check::report::paint;
use everycase_check::report::recorder::Recorder;
use everycase_check::report::{Detail, Outcome, Report, Run};
use everycase_check::settings::seed::Seed;
use everycase_check::settings::{Plan, Settings, is_ci};
use pun::check::Checks;
use pun::core::Property;

use super::isolation::{self, IsolatedResult};
use super::subject::{self, Refusal, Subject};
use super::suite::Suite;
use super::suite_time::SuiteTime;
use super::summary::{Summary, lock};
use crate::args::{Check, Format};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::program;

/// What the checks of one command have in common.
pub(super) struct Checking<'a> {
    command: &'a Check,
    stop: &'a Stop,
    summary: &'a Mutex<Summary>,
    /// The name of the program, until it is printed above the first of its reports.
    heading: Option<String>,
    /// What is left of the time of the program's suite.
    suite_time: SuiteTime,
    /// Notes that have been printed. Every property reads the same file, and would print the same
    /// notes about its invalid lines.
    notes: HashSet<String>,
    exit: Exit,
    reports: Vec<Report>,
}

impl<'a> Checking<'a> {
    pub(super) fn new(command: &'a Check, stop: &'a Stop, summary: &'a Mutex<Summary>) -> Self {
        let (notes, reports) = (HashSet::new(), Vec::new());
        let suite_time = SuiteTime::default();
        Self { command, stop, summary, heading: None, suite_time, notes, exit: Exit::Nothing, reports }
    }

    /// Begins with a program. Its name is given if there are several.
    pub(super) fn begin(&mut self, suite: &Suite, name: Option<String>) {
        if name.is_some() {
            lock(self.summary).programs += 1;
        }
        self.heading = name;
        let properties = suite.chosen.iter().map(|number| &suite.checks.properties()[*number]);
        self.suite_time = SuiteTime::of(properties.map(|property| self.plan(suite, property)));
    }

    /// Prepares the records of all selected properties of a program, so that those which this run
    /// does not get to are known.
    ///
    /// # Errors
    /// If they cannot be written, which is reported.
    pub(super) fn prepare(&self, suite: &Suite) -> Result<(), Exit> {
        for number in suite.chosen.iter().filter(|_| !is_child()) {
            let property = &suite.checks.properties()[*number];
            let about = subject::about(&suite.checks, property, suite.module());
            console::prepare(&self.plan(suite, property), &about, self.command.records.as_deref())?;
        }
        Ok(())
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

    /// Returns the settings of one property, in this order: the command line, the environment, its
    /// own settings, `everycase.toml`, the defaults.
    fn plan(&self, suite: &Suite, property: &Property) -> Plan {
        let records = self.command.records.clone();
        let isolate = self.command.isolate.then_some(true);
        let shrink_time = self.command.shrink_time;
        let said = Settings { records, isolate, shrink_time, ..self.command.common.settings() };
        let said =
            said.or(suite.environment.clone()).or(Checks::settings(property)).or(suite.settings.clone());
        let default = Settings { seed: Some(Seed::of_name(&property.name).0), ..Settings::default() };
        let mut plan = Plan { stop: self.stop.clone(), ..said.or(default).fill_in(&property.name, is_ci()) };
        // Terms have few numbers, and their own measure of size.
        plan.budget.structures = self.command.terms.is_none();
        plan.constants = Arc::clone(&suite.constants);
        plan
    }

    /// Checks the property with this number.
    pub(super) fn check(&mut self, suite: &Suite, number: usize) {
        let (command, checks) = (self.command, &suite.checks);
        let property = &checks.properties()[number];
        let mut plan = self.plan(suite, property);
        let share = self.suite_time.divide(&mut plan);
        // Saved inputs are values, not terms.
        let kept = suite.beside.as_ref().filter(|_| command.terms.is_none());
        let kept = kept.and_then(|beside| beside.of(checks, property));
        let module = suite.module().to_owned();
        let child = Child::of(&format!("{module}::{}", property.name));
        let derivations = checks.derivations(property);
        let saved = kept.as_ref().map(|kept| kept.inputs(&plan, &derivations));
        let (saved, notes) = saved.unwrap_or_default();
        let subject = Subject { checks, property, command, path: suite.path(), module, kept, saved, child };
        self.note(notes);
        // Inputs that ended a process before would end this one.
        plan.isolate |= subject.saved.iter().any(|saved| saved.marks.died);
        plan.isolate &= !is_child();
        if let Some(child) = &subject.child {
            plan.records = None;
            isolation::run_input(child, &subject, number, &plan);
        }
        let is_text = command.common.format == Format::Text;
        let is_loud = is_text && !command.common.quiet;
        let about = subject.about();
        lock(self.summary).begin(about.clone());
        let mut recorder = Recorder::new(&plan, &about);
        recorder.start(&about, &plan);
        if is_loud {
            self.print_heading();
            // Progress shows it until the report is printed.
            if !Progress::is_seen() {
                console::print(&Report::heading(&about.name));
            }
        } else if !is_text {
            console::print(&(about.start(plan.seed).line() + "\n"));
        }
        let progress = progress(&about.name, &plan, is_loud);
        let error = |why| PropertyReport::of(Report::error(about, Some(Run::of(&plan)), why));
        let (ended, refusal) = match report(&subject, number, &plan) {
            Ok(ended) => (ended, None),
            Err(Refusal::Program(diagnostic)) => (error(diagnostic.message.clone()), Some(diagnostic)),
            Err(Refusal::Input(why)) => (error(why), None),
        };
        let PropertyReport { report, text } = ended.with_note(share);
        self.suite_time.spend(&plan, &report);
        let exit = Exit::of(&report);
        drop(progress);
        recorder.finish(&report);
        if let Some(child) = &subject.child {
            isolation::send_report(child, &report, self.detail());
        }
        // The handler of an interrupt waits for this lock.
        let summary = self.summary;
        let mut summary = lock(summary);
        self.print_report(&report, text, refusal.is_some());
        self.exit = self.exit.max(console::end_of_records(&recorder, command.records.as_deref()));
        if let Some(diagnostic) = refusal {
            program::print_diagnostics(&checks.program().sources, [&*diagnostic], command.common.color);
        }
        if exit == Exit::Bug {
            console::complain(console::BUG);
        }
        summary.count(if report.outcome == Outcome::Interrupted { Exit::Interrupted } else { exit });
        self.exit = self.exit.max(exit);
        self.reports.push(report);
    }

    /// Returns how much of a report is printed.
    fn detail(&self) -> Detail {
        if self.command.common.verbose { Detail::Full } else { Detail::Brief }
    }

    /// Prints a report: as records, or as text, without the heading if that was printed before the
    /// check. `text` is given if another process has written it.
    fn print_report(&mut self, report: &Report, text: Option<String>, is_refused: bool) {
        let command = self.command;
        if command.common.format == Format::Json {
            let lines = report.records().into_iter().map(|record| record.line() + "\n");
            return console::print(&lines.collect::<String>());
        }
        let heading = Report::heading(&report.about.name);
        // The diagnostic of a refused property follows.
        let text = match text {
            Some(text) => text,
            None if is_refused => format!("{heading}cannot be checked"),
            None => console::fitted(|| report.text(self.detail())),
        };
        let color = console::is_coloured_output(command.common.color);
        let text = text.trim_end();
        let text = if color { paint::painted(text) } else { text.to_owned() };
        if !command.common.quiet {
            // The heading was printed before the check.
            let rest = text.strip_prefix(&heading).filter(|_| !Progress::is_seen());
            console::print(&format!("{}\n", rest.unwrap_or(&text)));
        } else if Exit::of(report) != Exit::Nothing {
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

/// Shows the name of a property, and once it takes long how far its check is.
fn progress(name: &str, plan: &Plan, is_wanted: bool) -> Progress {
    let heading = Report::heading(name);
    let (shown, checked) = (heading.clone(), plan.progress.clone());
    Progress::headed(is_wanted, &heading, move |time| {
        let is_long = time >= progress::Progress::PATIENCE;
        if is_long { format!("{shown}{}", checked.words(time)) } else { shown.clone() }
    })
}

/// How the check of a property has ended.
struct PropertyReport {
    report: Report,
    /// The text of the report, if another process has written it.
    text: Option<String>,
}

impl PropertyReport {
    fn of(report: Report) -> Self {
        Self { text: None, report }
    }

    /// Adds a note, if there is one, which another process does not know.
    fn with_note(mut self, note: Option<String>) -> Self {
        if let Some(note) = note {
            self.text = self.text.map(|text| format!("{text}\n  note: {note}"));
            self.report.notes.push(note);
        }
        self
    }
}

/// Checks a property, here or in a process of its own.
fn report(subject: &Subject<'_>, number: usize, plan: &Plan) -> Result<PropertyReport, Refusal> {
    let of = |checked| PropertyReport::of(subject.report(plan, checked));
    if !plan.isolate {
        let checked = subject.check(number, plan)?;
        if let (Some(child), Ok(ran)) = (&subject.child, &checked) {
            isolation::send_counterexample(child, plan, &ran.checked);
        }
        return Ok(of(checked));
    }
    if let Some(diagnostic) = subject.checks.refused(number) {
        return Err(Refusal::Program(Box::new(diagnostic.clone())));
    }
    if let Some(why) = subject.not_isolated() {
        return Err(Refusal::Input(why.to_owned()));
    }
    Ok(match isolation::run(subject, number, plan).map_err(Refusal::Input)? {
        IsolatedResult::Reported(report, text) => PropertyReport { text: Some(text), report: *report },
        IsolatedResult::Checked(checked) => of(*checked),
        IsolatedResult::Interrupted => {
            let report = Report::error(subject.about(), Some(Run::of(plan)), String::new());
            PropertyReport::of(Report { outcome: Outcome::Interrupted, why: Vec::new(), ..report })
        }
    })
}
