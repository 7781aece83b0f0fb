//! `everycase check`.

use std::fmt::Write;
use std::path::{self, Path};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::check::{self, CheckError, Finding};
use everycase_check::json::Json;
use everycase_check::records::Record;
use everycase_check::seed::Seed;
use everycase_check::settings::{Plan, Settings, SettingsError};
use everycase_check::stop::Stop;
use pun::Limits;
use pun::check::{Checks, Counterexample, Input, Report};
use pun::core::{Program, Property};
use pun::diagnostic::{Diagnostic, render};
use pun::source::Sources;
use pun::terms::Mode;

use crate::args::{Budget, Check, Format, Terms};
use crate::console::{self, Dots};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::kept::{Kept, Saved};
use crate::tally::Tally;
use crate::{explain, program, words};

pub(crate) fn run(command: &Check) -> Exit {
    let tally = Arc::<Mutex<Tally>>::default();
    let (own, format) = (Arc::clone(&tally), command.output.format);
    let interrupt = Interrupt::of_command(move || {
        own.lock().unwrap_or_else(PoisonError::into_inner).last_words(format);
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
    interrupt.exit().unwrap_or(exit)
}

/// What is said of checks elsewhere than on the command line and in the program.
#[derive(Default)]
pub(crate) struct Around {
    environment: Settings,
    file: Settings,
    kept: Option<Kept>,
    /// What may end the checks.
    stop: Stop,
}

impl Around {
    /// Of a program in a file.
    fn of(program: &Path, stop: &Stop) -> Result<Self, SettingsError> {
        let environment = Settings::from_env()?;
        let whole = path::absolute(program).unwrap_or_else(|_| program.to_owned());
        let file = Settings::from_file(whole.parent().unwrap_or(&whole))?;
        let is_kept = environment.regressions.or(file.regressions).unwrap_or(true);
        // What is read from the standard input has no place of its own.
        let kept = (is_kept && !program::is_input(program)).then(|| Kept::beside(program));
        Ok(Self { environment, file, kept, stop: stop.clone() })
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
    *tally.lock().unwrap_or_else(PoisonError::into_inner) = Tally::default();
    let mut exit = Exit::Nothing;
    for number in numbers {
        if around.stop.is_wanted() {
            break;
        }
        exit = exit.max(one(&checks, number, command, &mut around, tally));
    }
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    if command.output.format == Format::Text && !command.output.quiet {
        let how = if around.stop.is_wanted() { "interrupted; " } else { "" };
        console::print(&format!("\n{how}{}\n", tally.words()));
    }
    tally.end();
    exit
}

/// The properties to check, by number.
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

/// The settings of one property: those of the command line, of the environment, its own, those of `everycase.toml`, then the
/// defaults.
fn plan(property: &Property, budget: Budget, around: &Around) -> Plan {
    let Budget { time, size, tests, seed, jobs, shard } = budget;
    let said = Settings { time, size, tests, seed, jobs, shard, ..Settings::default() };
    let said = said.or(around.environment.clone()).or(Checks::settings(property)).or(around.file.clone());
    // Neither the machine nor the interpreter can be ended by an input.
    let said = Settings { isolate: None, ..said };
    let default = Settings { seed: Some(Seed::of_name(&property.name).0), ..Settings::default() };
    Plan { stop: around.stop.clone(), ..said.or(default).fill(&property.name) }
}

fn one(checks: &Checks, number: usize, command: &Check, around: &mut Around, tally: &Mutex<Tally>) -> Exit {
    let property = &checks.properties()[number];
    let plan = plan(property, command.budget, around);
    if let Some(diagnostic) = checks.refused(number) {
        return refuse(checks, property, diagnostic, command, tally);
    }
    // A term is no input of the property as it is saved.
    let mut kept = around.kept.as_mut().filter(|_| command.terms.is_none());
    let (saved, notes) = kept.as_mut().map(|kept| kept.inputs(checks, property)).unwrap_or_default();
    if !command.output.quiet {
        for note in notes {
            console::complain(&format!("note: {note}\n"));
        }
    }
    let is_text = command.output.format == Format::Text;
    let is_loud = is_text && !command.output.quiet;
    tally.lock().unwrap_or_else(PoisonError::into_inner).begin(&property.name);
    if is_loud {
        console::print(&format!("testing {}: ", property.name));
    }
    let dots = Dots::begin(is_loud);
    let report = match command.terms {
        None => Ok(checks.check(number, &plan, &saved)),
        Some(terms) => checks.check_terms(number, &plan, mode(terms)),
    };
    drop(dots);
    let report = match report {
        Ok(report) => report,
        Err(diagnostic) => {
            if is_loud {
                console::print("cannot be checked on terms\n");
            }
            program::tell(&checks.program().sources, [&diagnostic], command.output.color);
            tally.lock().unwrap_or_else(PoisonError::into_inner).count(Exit::Usage);
            return Exit::Usage;
        }
    };
    let told = Told { checks, property, plan: &plan, command, kept: kept.as_deref() };
    let (exit, text) = if is_text { told.text(&report) } else { told.record(&report) };
    // Whoever interrupts this is told after it.
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    if exit != Exit::Nothing && is_text && !is_loud {
        console::print(&format!("testing {}: ", property.name));
    }
    if exit != Exit::Nothing || is_loud || !is_text {
        console::print(&text);
    }
    tally.count(if exit == Exit::Nothing && plan.stop.is_wanted() { Exit::Interrupted } else { exit });
    exit
}

/// Tells why a property cannot be checked.
fn refuse(
    checks: &Checks,
    property: &Property,
    diagnostic: &Diagnostic,
    command: &Check,
    tally: &Mutex<Tally>,
) -> Exit {
    if command.output.format == Format::Text {
        console::print(&format!("testing {}: cannot be checked\n", property.name));
        program::tell(&checks.program().sources, [diagnostic], command.output.color);
    } else {
        let record = Record::new("property", "finish").with("property", &*property.name);
        let record = record.with("outcome", "could_not_run").with("error", diagnostic.message.as_str());
        console::print(&(record.line() + "\n"));
    }
    tally.lock().unwrap_or_else(PoisonError::into_inner).count(Exit::Usage);
    Exit::Usage
}

fn mode(terms: Terms) -> Mode {
    match terms {
        Terms::Used => Mode::Used,
        Terms::All => Mode::All,
    }
}

/// What is told of one property.
struct Told<'a> {
    checks: &'a Checks,
    property: &'a Property,
    plan: &'a Plan,
    command: &'a Check,
    kept: Option<&'a Kept>,
}

impl Told<'_> {
    fn text(&self, report: &Result<Report, CheckError>) -> (Exit, String) {
        let report = match report {
            Ok(report) => report,
            Err(error) => return (Exit::Usage, format!("cannot be checked: {error}\n")),
        };
        let checked = &report.checked;
        let has_inputs = !self.property.parameters.is_empty();
        let covered = || words::covered(report, has_inputs, self.command.verbose);
        match (&checked.finding, &report.counterexample) {
            (Finding::Counterexample(found), Some(shown)) => {
                let mut text = String::from("failed with counterexample:\n");
                self.write_counterexample(&mut text, shown);
                let _ = writeln!(text, "  {}", words::how_found(checked, found, self.plan));
                if let Some(saved) = self.saved(found, shown) {
                    let _ = writeln!(text, "  {}", saved.words);
                }
                (Exit::Found, text)
            }
            _ if self.plan.stop.is_wanted() => (Exit::Nothing, format!("interrupted: {}\n", covered())),
            (Finding::Unreached(why), _) => (
                Exit::Found,
                format!(
                    "never put to the test: {}\n",
                    words::unreached(report, why, self.checks.unmet(self.property))
                ),
            ),
            _ => (Exit::Nothing, format!("ok, {}\n", covered())),
        }
    }

    fn write_counterexample(&self, text: &mut String, shown: &Counterexample) {
        for input in &shown.inputs {
            let _ = write!(text, "    {} = {}", input.name, input.value);
            let _ = match (&input.looked_at, &input.evaluated) {
                (Some(seen), _) => writeln!(text, "    // looked at: {seen}"),
                (None, Some(value)) => writeln!(text, "    // which is {value}"),
                (None, None) => writeln!(text),
            };
        }
        let sources = self.sources();
        if let Some(fault) = &shown.fault {
            let text_of = render(sources, &fault.diagnostic(self.checks.program()), false);
            for line in text_of.trim_end().lines() {
                let _ = writeln!(text, "  {line}");
            }
        } else {
            let (line, column) = sources.line_and_column(self.property.body.span);
            let file = &sources.get(self.property.span.file).name;
            let _ = writeln!(text, "  is false: {file}:{line}:{column}");
        }
        explain::write(text, &shown.steps);
    }

    fn saved(&self, found: &check::Counterexample, shown: &Counterexample) -> Option<Saved> {
        self.kept?.keep(self.checks, self.property, found, shown)
    }

    fn sources(&self) -> &Sources {
        &self.checks.program().sources
    }

    fn record(&self, report: &Result<Report, CheckError>) -> (Exit, String) {
        let record = Record::new("property", "finish").with("property", &*self.property.name);
        let (exit, record) = match report {
            Err(error) => {
                (Exit::Usage, record.with("outcome", "could_not_run").with("error", error.to_string()))
            }
            Ok(report) => {
                let checked = &report.checked;
                let seed = self.plan.seed.to_string();
                let record = record.with("seed", seed).with_coverage(&checked.coverage);
                let record = record.with("ended", checked.ended.name());
                let record = record.with("seconds", checked.time.as_secs_f64());
                let record = match &report.undecided {
                    Some(undecided) => record
                        .with("undecided_inputs", records_of(&undecided.inputs))
                        .with("undecided_why", undecided.limit.as_str()),
                    None => record,
                };
                let counted_as: Vec<Json> =
                    report.counted_as.iter().map(|what| what.as_str().into()).collect();
                let record =
                    if counted_as.is_empty() { record } else { record.with("counted_as", counted_as) };
                match (&checked.finding, &report.counterexample) {
                    (Finding::Counterexample(found), Some(shown)) => {
                        let record = record.with("outcome", "failed").with("found_after", found.tests);
                        let mut record = self.with_counterexample(record, shown);
                        if let Some(saved) = self.saved(found, shown) {
                            record = record.with("regression", saved.line);
                        }
                        (Exit::Found, record)
                    }
                    _ if self.plan.stop.is_wanted() => (Exit::Nothing, record.with("outcome", "interrupted")),
                    (Finding::Unreached(why), _) => {
                        let why = words::unreached(report, why, self.checks.unmet(self.property));
                        (Exit::Found, record.with("outcome", "unreached").with("why", why))
                    }
                    _ => (Exit::Nothing, record.with("outcome", "passed")),
                }
            }
        };
        (exit, record.line() + "\n")
    }

    fn with_counterexample(&self, record: Record, shown: &Counterexample) -> Record {
        let inputs = records_of(&shown.inputs);
        let span = shown.fault.as_ref().map_or(self.property.body.span, |fault| fault.span);
        let (line, column) = self.sources().line_and_column(span);
        let file = &self.sources().get(span.file).name;
        let error = shown.fault.as_ref().map_or_else(|| "false".to_owned(), ToString::to_string);
        let record = record.with("inputs", inputs).with("failure", error);
        let record = record.with("place", format!("{file}:{line}:{column}"));
        if !self.command.explain {
            return record;
        }
        record.with("steps", explain::records(&shown.steps))
    }
}

fn records_of(inputs: &[Input]) -> Vec<Json> {
    let record = |input: &Input| {
        let mut fields = vec![("name", (&*input.name).into()), ("value", input.value.as_str().into())];
        fields.extend(input.evaluated.as_ref().map(|value| ("evaluated", value.as_str().into())));
        fields.extend(input.looked_at.as_ref().map(|seen| ("looked_at", seen.as_str().into())));
        Json::Object(fields)
    };
    inputs.iter().map(record).collect()
}
