//! `everycase check`.

use std::path::{self, Path};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_check::recorder::Recorder;
use everycase_check::report::{Detail, Outcome, Report};
use everycase_check::seed::Seed;
use everycase_check::settings::{Plan, Settings, SettingsError};
use everycase_check::stop::Stop;
use everycase_kernel::Derivation;
use pun::Limits;
use pun::check::Checks;
use pun::core::{Program, Property};

use crate::args::{Budget, Check, Format};
use crate::console::{self, Dots};
use crate::exit::Exit;
use crate::interrupt;
use crate::kept::Beside;
use crate::shown::{Refusal, Subject};
use crate::tally::Tally;
use crate::{junit, program};

pub(crate) fn run(command: &Check) -> Exit {
    let tally = Arc::<Mutex<Tally>>::default();
    let (own, format) = (Arc::clone(&tally), command.output.format);
    let interrupt = interrupt::of_command(move || {
        lock(&own).last_words(format);
    });
    let program = match program::load(&command.file, command.output) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    let around = match Around::of(&command.file, interrupt.stop()) {
        Ok(around) => around,
        Err(error) => {
            console::complain(&format!("error: {error}\n"));
            return Exit::Usage;
        }
    };
    let exit = properties(program, command, around, &tally);
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// The settings of checks beside the command line and the program, and what they have in common.
#[derive(Default)]
pub(crate) struct Around {
    environment: Settings,
    file: Settings,
    /// The file of regressions beside the program; none in a session.
    beside: Option<Beside>,
    /// What may end the checks.
    stop: Stop,
}

impl Around {
    /// Of a program in a file.
    fn of(program: &Path, stop: &Stop) -> Result<Self, SettingsError> {
        let environment = Settings::from_env()?;
        let whole = path::absolute(program).unwrap_or_else(|_| program.to_owned());
        let file = Settings::from_file(whole.parent().unwrap_or(&whole))?;
        Ok(Self { environment, file, beside: Some(Beside::new(program)), stop: stop.clone() })
    }

    /// Of a session, in which checks may be ended.
    pub(crate) fn session(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }
}

/// Checks properties of a program.
pub(crate) fn properties(
    program: Program,
    command: &Check,
    mut around: Around,
    tally: &Mutex<Tally>,
) -> Exit {
    let sources = program.sources.clone();
    let checks = match Checks::new(program, Limits::default()) {
        Ok(checks) => checks.explain(command.explain),
        Err(diagnostics) => {
            program::tell(&sources, &diagnostics, command.output.color);
            return Exit::Usage;
        }
    };
    let numbers = match chosen(&checks, command) {
        Ok(numbers) => numbers,
        Err(message) => {
            console::complain(&format!("error: {message}\n"));
            return Exit::Usage;
        }
    };
    *lock(tally) = Tally::default();
    let mut exit = Exit::Nothing;
    let mut reports = Vec::new();
    for number in numbers {
        if around.stop.is_wanted() {
            break;
        }
        let report = one(&checks, number, command, &mut around, tally);
        exit = exit.max(Exit::of(report.outcome));
        reports.push(report);
    }
    if let Some(path) = &command.junit
        && let Err(why) = junit::write(path, &program::name(&command.file), &reports)
    {
        console::complain(&format!("error: {why}\n"));
        exit = Exit::Usage;
    }
    let mut tally = lock(tally);
    if command.output.format == Format::Text && !command.output.quiet {
        let how = if around.stop.is_wanted() { "interrupted; " } else { "" };
        console::print(&format!("\n{how}{}\n", tally.words()));
    }
    tally.end();
    exit
}

/// Returns the properties to check, by number.
fn chosen(checks: &Checks, command: &Check) -> Result<Vec<usize>, String> {
    let all = checks.properties();
    let file = program::name(&command.file);
    if command.properties.is_empty() {
        if all.is_empty() {
            return Err(format!("there are no properties in {file}"));
        }
        return Ok((0..all.len()).collect());
    }
    let named = |name: &String| {
        let number = all.iter().position(|property| *property.name == **name);
        number.ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|property| &*property.name).collect();
            format!("there is no property `{name}` in {file}: it has {}", names.join(", "))
        })
    };
    command.properties.iter().map(named).collect()
}

/// Returns the settings of one property: those of the command line, of the environment, its own, those of `everycase.toml`,
/// then the defaults.
fn plan(property: &Property, command: &Check, around: &Around) -> Plan {
    let Budget { time, size, tests, seed, jobs, shard } = command.budget;
    let records = command.records.clone();
    let said = Settings { time, size, tests, seed, jobs, shard, records, ..Settings::default() };
    let said = said.or(around.environment.clone()).or(Checks::settings(property)).or(around.file.clone());
    // Neither the machine nor the interpreter can be ended by an input.
    let said = Settings { isolate: None, ..said };
    let default = Settings { seed: Some(Seed::of_name(&property.name).0), ..Settings::default() };
    Plan { stop: around.stop.clone(), ..said.or(default).fill(&property.name) }
}

fn one(checks: &Checks, number: usize, command: &Check, around: &mut Around, tally: &Mutex<Tally>) -> Report {
    let property = &checks.properties()[number];
    let plan = plan(property, command, around);
    // A term is no input of the property as it is saved.
    let kept = around.beside.as_ref().filter(|_| command.terms.is_none());
    let kept = kept.and_then(|beside| beside.of(checks, property));
    let module = around.beside.as_ref().map_or("", Beside::module).to_owned();
    let subject = Subject { checks, property, command, module, kept };
    let derivations = checks.derivations(property);
    let (saved, notes) =
        subject.kept.as_ref().map(|kept| kept.inputs(&plan, &derivations)).unwrap_or_default();
    let notes = around.beside.as_mut().map(|beside| beside.new_notes(notes)).unwrap_or_default();
    if !command.output.quiet {
        for note in notes {
            console::complain(&format!("note: {note}\n"));
        }
    }
    let is_text = command.output.format == Format::Text;
    let is_loud = is_text && !command.output.quiet;
    let about = subject.about();
    lock(tally).begin(about.clone());
    let mut recorder = Recorder::new(&plan, &about);
    recorder.start(&about, &plan);
    if is_loud {
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
    let mut tally = lock(tally);
    tell(&report, refusal.is_some(), command);
    if let Some(problem) = recorder.problem {
        console::complain(&format!("note: {problem}\n"));
    }
    if let Some(diagnostic) = refusal {
        program::tell(&checks.program().sources, [&*diagnostic], command.output.color);
    }
    let is_interrupted = report.outcome == Outcome::Interrupted;
    tally.count(if is_interrupted { Exit::Interrupted } else { Exit::of(report.outcome) });
    report
}

/// Prints a report: behind its heading, whole if that is not there, or as records.
fn tell(report: &Report, is_refused: bool, command: &Check) {
    let detail = if command.verbose { Detail::Full } else { Detail::Brief };
    if command.output.format == Format::Json {
        let lines = report.records().into_iter().map(|record| record.line() + "\n");
        return console::print(&lines.collect::<String>());
    }
    let heading = Report::heading(&report.about.name);
    // The diagnostic of a property that is refused follows.
    let text = if is_refused { format!("{heading}cannot be checked") } else { report.text(detail) };
    let text = text.trim_end();
    if !command.output.quiet {
        console::print(&format!("{}\n", text.strip_prefix(&heading).unwrap_or(text)));
    } else if Exit::of(report.outcome) != Exit::Nothing {
        console::print(&format!("{text}\n"));
    }
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}
