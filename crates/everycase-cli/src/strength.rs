//! `everycase strength`: how many wrong functions the properties of a program let through.

use std::sync::Arc;

use everycase_check::check::CheckError;
use everycase_check::control::stop::Stop;
use everycase_check::records::Record;
use everycase_check::report::recorder::Recorder;
use everycase_check::report::{About, Detail};
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{Plan, Settings};
use everycase_check::strength::{Mutation, ScoreReport, Standing, Suite, SuiteReport, Target, matrix, score};
use everycase_check::text::duration;
use pun::Limits;
use pun::check::Checks;
use pun::core::{Program, Property};
use pun::source::Span;
use pun::strength::{self, Mention, NoFunction, Refusal};

use crate::args::{Format, Strength};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::program::Place;
use crate::{interrupt, program};

pub(crate) fn run(command: &Strength) -> Exit {
    let interrupt = interrupt::of_command(|| {});
    let exit = match Scoring::new(command, interrupt.stop()) {
        Ok(scoring) => scoring.all(),
        Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// The maximal number of inputs of each property on which the mutants of all properties together
/// are run.
const INPUTS: usize = 500;

/// The scores of the properties of a program.
struct Scoring<'a> {
    command: &'a Strength,
    stop: &'a Stop,
    checks: Checks,
    environment: Settings,
    /// The settings of `everycase.toml`.
    settings: Settings,
}

/// A property and a function that it mentions.
#[derive(Clone, Copy)]
struct Pair<'a> {
    number: usize,
    property: &'a Property,
    function: &'a Mention,
}

impl<'a> Scoring<'a> {
    /// Loads the program, or tells what is wrong with it or with the names given.
    fn new(command: &'a Strength, stop: &'a Stop) -> Result<Self, Exit> {
        let wrong = |message: String| console::wrong(&message);
        let environment = Settings::from_env().map_err(|error| wrong(error.to_string()))?;
        let program = program::load(&command.file, command.common)?;
        let settings = program::settings(&command.file).map_err(|error| wrong(error.to_string()))?;
        let (file, place) = (program::name(&command.file), Place::of([&*command.file]));
        for name in &command.functions {
            strength::function(&program, name)
                .map_err(|why| wrong(no_function(name, &why, &program, &place)))?;
        }
        let sources = program.sources.clone();
        let checks = Checks::new(program, Limits::default()).map_err(|diagnostics| {
            program::print_diagnostics(&sources, &diagnostics, command.common.color);
            Exit::Usage
        })?;
        let names: Vec<&str> = checks.properties().iter().map(|property| &*property.name).collect();
        if let Some(name) = command.properties.iter().find(|name| !names.contains(&name.as_str())) {
            return Err(wrong(place.has_no(&format!("property `{name}`"), name, &names)));
        }
        if names.is_empty() {
            return Err(wrong(format!("there are no properties in {file}")));
        }
        Ok(Self { command, stop, checks, environment, settings })
    }

    fn program(&self) -> &Arc<Program> {
        self.checks.program()
    }

    /// Scores the selected functions, one after another, each with every selected property that
    /// mentions it.
    fn all(&self) -> Exit {
        let (mut functions, mut others): (Vec<Vec<(usize, Mention)>>, _) = (Vec::new(), Vec::new());
        for (number, property) in self.checks.properties().iter().enumerate() {
            let names = &self.command.properties;
            if !names.is_empty() && names.iter().all(|name| **name != *property.name) {
                continue;
            }
            for function in strength::mentioned(self.program(), property) {
                if !self.is_selected(&function) {
                    others.push(self.plain_name(&function));
                    continue;
                }
                let is_same = |(_, known): &(usize, Mention)| {
                    known.global == function.global && known.ty == function.ty
                };
                match functions.iter_mut().find(|known| known.first().is_some_and(is_same)) {
                    Some(known) => known.push((number, function)),
                    None => functions.push(vec![(number, function)]),
                }
            }
        }
        if let Err(exit) = functions.iter().try_for_each(|mentions| self.prepare(mentions)) {
            return exit;
        }
        let mut exit = Exit::Nothing;
        for mentions in &functions {
            exit = exit.max(self.function(mentions));
        }
        if self.stop.is_wanted() {
            return exit;
        }
        let mentioned = functions.iter().flatten().map(|(_, function)| self.plain_name(function));
        let is_mentioned = |name: &String| mentioned.clone().any(|own| own == *name);
        for name in self.command.functions.iter().filter(|name| !is_mentioned(name)) {
            self.note(&format!("no property mentions `{name}`"));
        }
        if functions.is_empty() && self.command.functions.is_empty() {
            self.note("no property mentions a function of the program outside of its premise");
            others.sort();
            others.dedup();
            if !others.is_empty() {
                self.note(&format!("these are mutated if they are named: {}", others.join(", ")));
            }
        }
        if functions.is_empty() { Exit::Usage } else { exit }
    }

    /// Scores a function with each of the properties that mention it, then with all of them
    /// together.
    fn function(&self, mentions: &[(usize, Mention)]) -> Exit {
        let (mut exit, mut suite) = (Exit::Nothing, Vec::new());
        for (number, function) in mentions {
            if self.stop.is_wanted() {
                return exit;
            }
            let number = *number;
            let property = &self.checks.properties()[number];
            let (own, target) = self.score(Pair { number, property, function });
            exit = exit.max(own);
            suite.extend(target.map(|target| Suite {
                property: property.name.to_string(),
                target,
                derivations: self.checks.derivations(property),
                inputs: INPUTS,
            }));
        }
        // A part of a run would repeat what every other part does.
        let is_wanted = self.command.matrix || suite.len() > 1;
        let is_whole = self.settings_of(None).shard.is_none_or(Shard::is_whole);
        if is_wanted && is_whole && !self.stop.is_wanted() {
            exit = exit.max(self.together(mentions, &suite));
        }
        exit
    }

    /// Runs systematic and small mutants of a function against all of its properties.
    fn together(&self, mentions: &[(usize, Mention)], suite: &[Suite]) -> Exit {
        let common = self.command.common;
        let Some((first, function)) = mentions.first() else { return Exit::Nothing };
        let several = mentions.iter().map(|(_, function)| function).find(|own| own.is_one_of_several);
        let name = several.unwrap_or(function).name(self.program());
        let plan = self.plan(None, &name);
        if let Err(error) = plan.check_part() {
            return console::wrong(&error.to_string());
        }
        let progress = self.progress(format!("{name}: all properties"));
        let found = matrix(&name, suite, &Mutation::ALL, &plan);
        drop(progress);
        let found = match found {
            Ok(Some(found)) => found,
            // Results that cannot be encoded have no such mutants.
            Ok(None) => return Exit::Nothing,
            Err(error) => return print_error(&name, &error),
        };
        let report = SuiteReport { function: name.clone(), ..SuiteReport::new(suite, &found) };
        let record = report.record();
        let detail = if self.command.matrix { Detail::Full } else { Detail::Brief };
        match common.format {
            Format::Json => console::print(&(record.line() + "\n")),
            Format::Text if common.quiet => {}
            Format::Text => console::print(&(console::fitted(|| report.text(detail)) + "\n")),
        }
        let about = self.about(name, self.checks.properties()[*first].span);
        let mut recorder = Recorder::new(&plan, &about);
        recorder.add(&[record]);
        console::end_of_records(&recorder, self.command.records.as_deref())
    }

    fn progress(&self, what: String) -> Progress {
        let common = self.command.common;
        Progress::begin(common.format == Format::Text && !common.quiet, move |time| {
            format!("{what}: {}", duration::show(time))
        })
    }

    /// Returns whether a function is selected. If none is named, the program's own are, unless a
    /// property only assumes something about them.
    fn is_selected(&self, function: &Mention) -> bool {
        let names = &self.command.functions;
        if names.is_empty() {
            function.is_own(self.program()) && !function.is_assumed
        } else {
            names.contains(&self.plain_name(function))
        }
    }

    fn plain_name(&self, function: &Mention) -> String {
        self.program().globals[function.global.index()].name.to_string()
    }

    fn note(&self, text: &str) {
        if !self.command.common.quiet {
            console::complain(&format!("note: {text}\n"));
        }
    }

    /// Returns how a property is scored with a function, and what the records are about.
    fn planned(&self, pair: Pair<'_>, function: &str) -> (Plan, About) {
        let plan = self.plan(Some(pair.property), &pair.property.name);
        (plan, self.about(format!("{} of {function}", pair.property.name), pair.property.span))
    }

    /// Prepares the records of the scores of a function.
    fn prepare(&self, mentions: &[(usize, Mention)]) -> Result<(), Exit> {
        for (number, function) in mentions {
            let property = &self.checks.properties()[*number];
            let pair = Pair { number: *number, property, function };
            let (plan, about) = self.planned(pair, &function.name(self.program()));
            console::prepare(&plan, &about, self.command.records.as_deref())?;
        }
        Ok(())
    }

    /// Scores a property with a function. Returns the property as a target, too, unless it does not
    /// hold or is not deterministic. One without a score may have inputs with more time.
    fn score(&self, pair: Pair<'_>) -> (Exit, Option<Arc<dyn Target>>) {
        let name = pair.function.name(self.program());
        let (plan, about) = self.planned(pair, &name);
        let mut recorder = Recorder::new(&plan, &about);
        let mut scored = None;
        let exit = match self.checks.target(pair.number, pair.function) {
            Ok(target) => {
                let (exit, is_sound) = self.score_of(pair, &name, &target, &plan, &mut recorder);
                scored = is_sound.then_some(target);
                exit
            }
            Err(Refusal::Property(diagnostic)) => {
                self.refuse(pair, &name, &diagnostic.message, &mut recorder);
                program::print_diagnostics(&self.program().sources, [&diagnostic], self.command.common.color);
                Exit::Usage
            }
            Err(Refusal::Function(why)) => {
                let why = why.to_string();
                self.refuse(pair, &name, &why, &mut recorder);
                if self.command.common.format == Format::Text {
                    self.note(&format!("{} of {name}: no score: {why}", pair.property.name));
                }
                Exit::Nothing
            }
        };
        (exit.max(console::end_of_records(&recorder, self.command.records.as_deref())), scored)
    }

    fn score_of(
        &self,
        pair: Pair<'_>,
        name: &str,
        target: &Arc<dyn Target>,
        plan: &Plan,
        recorder: &mut Recorder,
    ) -> (Exit, bool) {
        let (command, property) = (self.command, pair.property);
        let common = command.common;
        let derivations = self.checks.derivations(property);
        let progress = self.progress(format!("{} of {name}", property.name));
        let score = score(&property.name, &derivations, target, &Mutation::ALL, plan);
        drop(progress);
        let score = match score {
            Ok(score) => score,
            Err(error) => {
                self.refuse(pair, name, &error.to_string(), recorder);
                return (print_error(&format!("{} of {name}", property.name), &error), false);
            }
        };
        let report = ScoreReport::new(&property.name, &**target, &score, command.min);
        let record = report.record();
        let is_failure = report.standing().is_failure();
        let detail = if common.verbose { Detail::Full } else { Detail::Brief };
        match common.format {
            Format::Json => console::print(&(record.line() + "\n")),
            Format::Text if common.quiet && !is_failure => {}
            Format::Text => console::print(&(console::fitted(|| report.text(detail)) + "\n")),
        }
        if report.is_interrupted {
            recorder.leave(&[record]);
        } else {
            recorder.add(&[record]);
        }
        let exit = if is_failure { Exit::Found } else { Exit::Nothing };
        (exit, !matches!(report.standing(), Standing::Fails | Standing::Nondeterministic))
    }

    /// Records that a property has no score.
    fn refuse(&self, pair: Pair<'_>, name: &str, why: &str, recorder: &mut Recorder) {
        let record = Record::new("strength", "finish")
            .with("property", &*pair.property.name)
            .with("function", name)
            .with("standing", "refused")
            .with("why", why);
        if self.command.common.format == Format::Json {
            console::print(&(record.line() + "\n"));
        }
        recorder.add(&[record]);
    }

    /// Returns what records are about.
    fn about(&self, name: String, span: Span) -> About {
        let sources = &self.program().sources;
        let file = sources.get(span.file).name.to_string();
        let (line, _) = sources.line_and_column(span);
        let module = self.command.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        About { name, module, file, line }
    }

    /// Returns the settings of the command line, of the environment, of a property, and of
    /// `everycase.toml`.
    fn settings_of(&self, property: Option<&Property>) -> Settings {
        let said = Settings { records: self.command.records.clone(), ..self.command.common.settings() };
        let own = property.map_or_else(Settings::default, Checks::settings);
        said.or(self.environment.clone()).or(own).or(self.settings.clone())
    }

    /// Returns the plan of the score of a property: the plan of its check.
    fn plan(&self, property: Option<&Property>, name: &str) -> Plan {
        let default = Settings { seed: Some(Seed::of_name(name).0), ..Settings::default() };
        let plan = self.settings_of(property).or(default).fill(name);
        // These are about findings in the program, not about mutants.
        Plan { stop: self.stop.clone(), replay: None, isolate: false, should_fail: false, ..plan }
    }
}

/// Prints why something could not be measured.
fn print_error(what: &str, error: &CheckError) -> Exit {
    let exit = Exit::of_error(error);
    console::complain(&format!("error: {what}: {error}\n"));
    if exit == Exit::Bug {
        console::complain(console::BUG);
    }
    exit
}

/// Returns the message about a name that is not the name of a function.
fn no_function(name: &str, why: &NoFunction, program: &Program, place: &Place) -> String {
    match why {
        NoFunction::Unknown(near) => {
            let own = strength::own_functions(program);
            place.has_no_but(&format!("function `{name}`"), &own, near.as_deref())
        }
        NoFunction::Value => format!("`{name}` takes no arguments: only functions are mutated"),
        NoFunction::Constructor => format!("`{name}` is a constructor: only functions are mutated"),
        NoFunction::Type => format!("`{name}` is a type: only functions are mutated"),
        NoFunction::Property => {
            format!("`{name}` is a property, not a function; select it with `-p {name}`")
        }
    }
}
