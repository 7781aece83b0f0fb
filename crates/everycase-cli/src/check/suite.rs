//! A program whose properties are checked: its settings, its file of regressions, and the
//! properties that are selected.

use std::path::Path;
use std::sync::Arc;

use everycase_check::mixture::Constants;
use everycase_check::settings::Settings;
use pun::Limits;
use pun::check::Checks;
use pun::core::Program;

use super::regressions::Beside;
use crate::args::Check;
use crate::console;
use crate::exit::Exit;
use crate::program::{self, File};

/// A program whose properties are checked.
pub(super) struct Suite {
    file: File,
    pub(super) checks: Checks,
    /// The constants of the program.
    pub(super) constants: Arc<Constants>,
    /// The settings of the environment.
    pub(super) environment: Settings,
    /// The settings of `everycase.toml`.
    pub(super) settings: Settings,
    /// The regressions file beside the program; `None` in a session.
    pub(super) beside: Option<Beside>,
    /// The properties to check, by number.
    pub(super) chosen: Vec<usize>,
}

impl Suite {
    /// Loads the program in a file, or reports what is wrong with it.
    pub(super) fn load(file: &File, environment: &Settings, command: &Check) -> Result<Self, Exit> {
        let program = program::load(&file.path, command.common)?;
        Ok(Self {
            file: file.clone(),
            constants: constants(&program),
            checks: compile(program, command)?,
            environment: environment.clone(),
            settings: program::settings(&file.path).map_err(|error| console::wrong(&error.to_string()))?,
            beside: Some(Beside::new(&file.path)),
            chosen: Vec::new(),
        })
    }

    /// Returns the program of a session, in which failures are not kept.
    pub(super) fn session(program: Program, path: &Path, command: &Check) -> Result<Self, Exit> {
        Ok(Self {
            file: File { path: path.to_owned(), is_named: true },
            constants: constants(&program),
            checks: compile(program, command)?,
            environment: Settings::default(),
            settings: Settings::default(),
            beside: None,
            chosen: Vec::new(),
        })
    }

    /// Returns the file of the program.
    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    /// Returns the module of its properties in records.
    pub(super) fn module(&self) -> &str {
        self.beside.as_ref().map_or("", Beside::module)
    }

    /// Returns the program's name in messages.
    pub(super) fn name(&self) -> String {
        program::name(&self.file.path)
    }

    /// Returns the number of a property.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.checks.properties().iter().position(|property| *property.name == *name)
    }

    /// Returns the names of the properties.
    pub(super) fn names(&self) -> Vec<&str> {
        self.checks.properties().iter().map(|property| &*property.name).collect()
    }

    /// Selects the properties with these names, or all if `names` is empty.
    ///
    /// # Errors
    /// If all properties of a named program are selected, and it has none.
    pub(super) fn choose(&mut self, names: &[String]) -> Result<(), String> {
        let all = self.checks.properties().len();
        if all == 0 && names.is_empty() && self.file.is_named {
            return Err(format!("there are no properties in {}", self.name()));
        }
        self.chosen = match names {
            [] => (0..all).collect(),
            names => names.iter().filter_map(|name| self.number(name)).collect(),
        };
        Ok(())
    }
}

fn constants(program: &Program) -> Arc<Constants> {
    Arc::new(pun::literals(program).constants())
}

fn compile(program: Program, command: &Check) -> Result<Checks, Exit> {
    let sources = program.sources.clone();
    match Checks::new(program, Limits::default()) {
        Ok(checks) => Ok(checks.explain(command.explain)),
        Err(diagnostics) => {
            program::print_diagnostics(&sources, &diagnostics, command.common.color);
            Err(Exit::Usage)
        }
    }
}
