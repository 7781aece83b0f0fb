//! The regression suite of a program: what `--suite` prints, `--save` keeps, and `everycase diff`
//! compares.

use everycase_check::check::CheckError;
use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::records::Record;
use everycase_check::text::number::counted;
use everycase_explore::regression::{Case, Inputs, Suite, inputs};
use everycase_explore::suite::suite;

use super::Exploring;
use super::loaded::LoadedModule;
use crate::args::{Expressions, Format, SuiteView};
use crate::exit::Exit;
use crate::{console, program};

/// The most expressions of a suite of all.
const MOST: usize = 20_000;

/// Returns the suite of a program that has all expressions up to a size.
pub(crate) fn all(
    loaded: &LoadedModule,
    functions: &[u32],
    own: &Expressions,
    stop: &Stop,
) -> Result<Suite, CheckError> {
    let found = inputs(&loaded.module, functions, &loaded.plan(stop), MOST)?;
    Ok(with_outcomes(loaded, functions, &found, own, stop))
}

/// Returns expressions with their outcomes, as a suite that tests these functions.
pub(crate) fn with_outcomes(
    loaded: &LoadedModule,
    functions: &[u32],
    found: &Inputs,
    own: &Expressions,
    stop: &Stop,
) -> Suite {
    let suite = Suite::of((&loaded.module, &loaded.program), functions, found, stop);
    Suite { name: program::name(&loaded.file), options: own.described(), ..suite }
}

impl Exploring<'_> {
    /// Prints a suite, and saves it, if that is wanted.
    pub(super) fn tell_suite(&self, stop: &Stop) -> Exit {
        let (view, save) = (self.command.suite, &self.command.save);
        if view.is_none() && save.is_none() || stop.is_wanted() {
            return Exit::Nothing;
        }
        let suite = match self.suite(view.unwrap_or(SuiteView::Small), stop) {
            Ok(suite) => suite,
            Err(error) => return console::wrong(&error.to_string()),
        };
        if view.is_some() {
            self.print_suite(&suite);
        }
        let Some(path) = save else { return Exit::Nothing };
        let lines: String = suite.records().iter().map(|record| record.line() + "\n").collect();
        match files::replace(path, &lines) {
            Ok(()) => {
                let count = counted(suite.cases.len() as u64, "expression");
                self.note(&format!("{count} saved in {}", path.display()));
                Exit::Nothing
            }
            Err(error) => console::wrong(&console::not_written("--save", path, &error)),
        }
    }

    fn suite(&self, view: SuiteView, stop: &Stop) -> Result<Suite, CheckError> {
        let expressions = &self.command.expressions;
        match view {
            SuiteView::All => all(&self.own, &self.functions, expressions, stop),
            SuiteView::Small => {
                let members = suite(&self.own.module, &self.functions, &self.own.plan(stop))?;
                let members = members.into_iter().map(|own| own.expression).collect();
                let found = Inputs { expressions: members, through: None };
                Ok(with_outcomes(&self.own, &self.functions, &found, expressions, stop))
            }
        }
    }

    fn print_suite(&self, suite: &Suite) {
        let expressions: Vec<String> = suite.cases.iter().map(Case::shown).collect();
        match self.command.common.format {
            Format::Text => {
                let count = counted(suite.cases.len() as u64, "expression");
                let what = match suite.through {
                    Some(size) => format!("{count} up to size {size}"),
                    None => format!("{count} evaluate the same"),
                };
                console::print(&format!("\n{what}:\n  {}\n", expressions.join("\n  ")));
            }
            Format::Json => {
                let record = Record::new("exploration", "suite").with("expressions", expressions);
                console::print(&(record.line() + "\n"));
            }
        }
    }
}
