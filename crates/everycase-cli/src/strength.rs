//! `everycase strength`: how many wrong functions the properties of a program let through.

use everycase_check::report::Detail;
use everycase_check::seed::Seed;
use everycase_check::settings::{Plan, Settings};
use everycase_check::stop::Stop;
use everycase_check::strength::{Mutation, ScoreReport, score};
use pun::Limits;
use pun::check::Checks;
use pun::core::Property;
use pun::strength::{self, Mentioned, Refusal};

use crate::args::{Format, Strength};
use crate::exit::Exit;
use crate::{console, interrupt, program};

pub(crate) fn run(command: &Strength) -> Exit {
    let interrupt = interrupt::of_command(|| {});
    let exit = match Scoring::new(command, interrupt.stop()) {
        Ok(scoring) => scoring.all(),
        Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// The scores of the properties of a program.
struct Scoring<'a> {
    command: &'a Strength,
    stop: &'a Stop,
    checks: Checks,
    environment: Settings,
    /// The settings of `everycase.toml`.
    settings: Settings,
}

impl<'a> Scoring<'a> {
    /// Loads the program, or tells what is wrong with it or with the names given.
    fn new(command: &'a Strength, stop: &'a Stop) -> Result<Self, Exit> {
        let wrong = |message: String| console::wrong(&message);
        let environment = Settings::from_env().map_err(|error| wrong(error.to_string()))?;
        let program = program::load(&command.file, command.common)?;
        let settings = program::settings(&command.file).map_err(|error| wrong(error.to_string()))?;
        for name in &command.functions {
            strength::function(&program, name).map_err(|near| {
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                wrong(format!("there is no function `{name}` in {}{near}", program::name(&command.file)))
            })?;
        }
        let sources = program.sources.clone();
        let checks = Checks::new(program, Limits::default()).map_err(|diagnostics| {
            program::tell(&sources, &diagnostics, command.common.color);
            Exit::Usage
        })?;
        let has = |name: &&String| checks.properties().iter().any(|property| *property.name == ***name);
        if let Some(name) = command.properties.iter().find(|name| !has(name)) {
            return Err(wrong(format!("there is no property `{name}` in {}", program::name(&command.file))));
        }
        if checks.properties().is_empty() {
            return Err(wrong(format!("there are no properties in {}", program::name(&command.file))));
        }
        Ok(Self { command, stop, checks, environment, settings })
    }

    /// Scores every selected property with every selected function that it mentions.
    fn all(&self) -> Exit {
        let (mut exit, mut mentioned) = (Exit::Nothing, Vec::new());
        for (number, property) in self.checks.properties().iter().enumerate() {
            let names = &self.command.properties;
            if !names.is_empty() && names.iter().all(|name| **name != *property.name) {
                continue;
            }
            for function in strength::mentioned(self.checks.program(), property) {
                if self.is_selected(&function) && !self.stop.is_wanted() {
                    exit = exit.max(self.score(number, property, &function));
                    mentioned.push(self.plain_name(&function).to_owned());
                }
            }
        }
        for name in self.command.functions.iter().filter(|name| !mentioned.contains(name)) {
            console::complain(&format!("note: no property mentions `{name}`\n"));
        }
        if mentioned.is_empty() && self.command.functions.is_empty() {
            console::complain("note: no property mentions a function of the program\n");
        }
        if mentioned.is_empty() && !self.stop.is_wanted() { Exit::Usage } else { exit }
    }

    /// Returns whether a function is asked for. If none is named, the program's own are, unless a property only assumes something
    /// about them.
    fn is_selected(&self, function: &Mentioned) -> bool {
        let names = &self.command.functions;
        if names.is_empty() {
            function.is_own(self.checks.program()) && !function.is_assumed
        } else {
            names.iter().any(|name| *name == self.plain_name(function))
        }
    }

    fn plain_name(&self, function: &Mentioned) -> &str {
        &self.checks.program().globals[function.global.index()].name
    }

    fn score(&self, number: usize, property: &Property, function: &Mentioned) -> Exit {
        let common = self.command.common;
        let name = function.name(self.checks.program());
        let no_score = |why: &str| {
            console::complain(&format!("note: {} of {name}: no score: {why}\n", property.name));
        };
        let target = match self.checks.target(number, function) {
            Ok(target) => target,
            Err(Refusal::Property(diagnostic)) => {
                program::tell(&self.checks.program().sources, [&diagnostic], common.color);
                return Exit::Usage;
            }
            Err(Refusal::Function(why)) => {
                no_score(&why.to_string());
                return Exit::Nothing;
            }
        };
        let (derivations, plan) = (self.checks.derivations(property), self.plan(property));
        let score = match score(&property.name, &derivations, &target, &Mutation::ALL, &plan) {
            Ok(score) => score,
            Err(error) => {
                no_score(&error.to_string());
                return Exit::of_error(&error);
            }
        };
        let report = ScoreReport::new(&property.name, &*target, &score, self.command.min);
        let detail = if common.verbose { Detail::Full } else { Detail::Brief };
        match common.format {
            Format::Json => console::print(&(report.record().line() + "\n")),
            Format::Text if common.quiet && !report.standing().is_failure() => {}
            Format::Text => console::print(&(report.text(detail) + "\n")),
        }
        if report.standing().is_failure() { Exit::Found } else { Exit::Nothing }
    }

    /// Returns the settings of the score of a property: those of its check.
    fn plan(&self, property: &Property) -> Plan {
        let said = self.command.common.settings().or(self.environment.clone());
        let said = said.or(Checks::settings(property)).or(self.settings.clone());
        let default = Settings { seed: Some(Seed::of_name(&property.name).0), ..Settings::default() };
        let plan = said.or(default).fill(&property.name);
        // These are about findings in the program, not about mutants.
        Plan {
            stop: self.stop.clone(),
            records: None,
            replay: None,
            isolate: false,
            should_fail: false,
            ..plan
        }
    }
}
