//! A program whose expressions are run: its module as the library under test.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::{Plan, Settings};
use everycase_explore::module::{self, Module};
use pun::Limits;
use pun::core::Program;

use crate::args::{Common, Expressions};
use crate::exit::Exit;
use crate::{console, program};

/// The time of an exploration, unless it is given.
const TIME: Duration = Duration::from_secs(5);

/// A program, with its module as the library under test.
pub(crate) struct LoadedModule {
    pub(crate) file: PathBuf,
    pub(crate) settings: Settings,
    /// The program without what the module has added to it.
    pub(crate) program: Program,
    pub(crate) module: Arc<Module>,
    pub(crate) limits: Limits,
}

impl LoadedModule {
    /// Loads a program, or tells what is wrong with it or with the options.
    pub(crate) fn new(file: PathBuf, own: &Expressions, common: Common) -> Result<Self, Exit> {
        let wrong = |message: String| console::wrong(&message);
        let environment = Settings::from_env().map_err(|error| wrong(error.to_string()))?;
        // Warnings are about the errors that are looked for.
        let program = program::load_with(&file, &own.further, Common { quiet: true, ..common })?;
        let of_file = program::settings(&file).map_err(|error| wrong(error.to_string()))?;
        let sources = program.sources.clone();
        let limits = Limits { fuel: own.fuel, ..module::Settings::default().limits };
        let own = module::Settings {
            integers: own.ints.clone(),
            characters: own.chars.clone(),
            further: own.further.clone(),
            inside: own.inside,
            terms: own.terms.map(Into::into),
            limits,
            ..module::Settings::default()
        };
        let module = Module::with(program.clone(), &own).map_err(|diagnostics| {
            match &diagnostics[..] {
                // It is about the command line.
                [only] if only.labels.iter().all(|(span, _)| span.is_nowhere()) => {
                    let help = only.help.as_ref().map_or(String::new(), |help| format!(": {help}"));
                    console::wrong(&format!("{}{help}", only.message))
                }
                diagnostics => {
                    program::print_diagnostics(&sources, diagnostics, common.color);
                    Exit::Usage
                }
            }
        })?;
        let settings = common.settings().or(environment).or(of_file);
        Ok(Self { file, settings, program, module: Arc::new(module), limits })
    }

    /// Returns how the program is explored.
    pub(crate) fn plan(&self, stop: &Stop) -> Plan {
        let name = program::name(&self.file);
        let time = (self.settings.time.is_none() && self.settings.tests.is_none()).then_some(TIME);
        let default = Settings { seed: Some(Seed::of_name(&name).0), time, ..Settings::default() };
        let plan = self.settings.clone().or(default).fill(&name);
        // These are about properties.
        Plan { stop: stop.clone(), replay: None, isolate: false, should_fail: false, ..plan }
    }
}
