//! The regression suite of a program: what `--suite` prints, `--save` keeps, and `everycase diff`
//! compares.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_check::check::CheckError;
use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::records::Record;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, percent, small};
use everycase_explore::module::{Mutant, mutants};
use everycase_explore::regression::{Case, Input, Inputs, Suite, compare, inputs, locked, outcomes};
use everycase_explore::subject::TestLibrary;
use everycase_explore::suite::{Member, suite};
use pun::load::load_text;

use super::Exploring;
use super::loaded::LoadedModule;
use crate::args::{Explore, Expressions, Format, SuiteView};
use crate::console::Progress;
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
    // Without a size that is complete it has none, which are all up to size 0.
    let found = Inputs { through: found.through.or(Some(0)), ..found };
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
    /// Prints a suite, saves it and measures it, if that is wanted.
    pub(super) fn process_suite(&self, stop: &Stop) -> Exit {
        let Explore { suite: view, save, emit, mutants, .. } = self.command;
        let is_wanted = view.is_some() || save.is_some() || emit.is_some() || *mutants;
        if !is_wanted || stop.is_wanted() {
            return Exit::Nothing;
        }
        let suite = match self.suite(view.unwrap_or(SuiteView::Small), stop) {
            Ok(suite) => suite,
            Err(error) => return console::wrong(&error.to_string()),
        };
        if stop.is_wanted() {
            console::complain("interrupted before the suite was complete: nothing is written\n");
            return Exit::Nothing;
        }
        if view.is_some() {
            self.print_suite(&suite);
        }
        if *mutants {
            self.measure_mutants(&suite, stop);
        }
        let saved = save.as_ref().map_or(Exit::Nothing, |path| self.save(&suite, path));
        saved.max(emit.as_ref().map_or(Exit::Nothing, |path| self.emit(&suite, path)))
    }

    fn save(&self, suite: &Suite, path: &Path) -> Exit {
        let lines: String = suite.records().iter().map(|record| record.line() + "\n").collect();
        if let Err(error) = files::replace(path, &lines) {
            return console::wrong(&console::not_written("--save", path, &error));
        }
        let count = counted(suite.cases.len() as u64, "expression");
        self.note(&format!("{count} saved in {}", path.display()));
        Exit::Nothing
    }

    /// Writes a program with a property for each expression whose value a program that imports the
    /// module can state.
    fn emit(&self, suite: &Suite, path: &Path) -> Exit {
        let own = &self.own.file;
        let (folder, module) = (own.parent(), own.file_stem().unwrap_or_default().to_string_lossy());
        if program::is_input(own) || folder != path.parent() {
            return console::wrong(&format!(
                "--emit {}: the tests import `{module}`, so write them into its directory",
                path.display()
            ));
        }
        let head = format!("// What functions of `{module}` evaluate to.\n\nimport {module} .\n");
        let name = path.to_string_lossy();
        // Names that the module does not export, or that mean something else in its importers.
        let is_right = |text: &str| load_text(&name, text).program.is_some();
        let mut properties = locked(&suite.cases);
        properties.retain(|property| is_right(&format!("{head}{}\n", property.text)));
        let mut text = head;
        for property in &properties {
            let _ = writeln!(text, "\n{}", property.text);
        }
        if let Err(error) = files::replace(path, &text) {
            return console::wrong(&console::not_written("--emit", path, &error));
        }
        let (count, all) = (properties.len() as u64, counted(suite.cases.len() as u64, "expression"));
        self.note(&format!(
            "{} for {all} in {}",
            counted(count, "property").replace("ys", "ies"),
            path.display()
        ));
        Exit::Nothing
    }

    /// Runs the suite on the mutants of the program, and prints which of them it notices.
    fn measure_mutants(&self, suite: &Suite, stop: &Stop) {
        let input = |case: &Case| Input { expression: case.expression.clone(), complete: None };
        let inputs: Vec<Input> = suite.cases.iter().map(input).collect();
        let (mut all, mut noticed, mut others) = (0, 0, Vec::new());
        let mutants = mutants(&self.own.program);
        let (count, done) = (counted(mutants.len() as u64, "mutant"), Arc::<AtomicU64>::default());
        let shown = Arc::clone(&done);
        let common = self.command.common;
        let progress = Progress::begin(common.format == Format::Text && !common.quiet, move |time| {
            let done = small(shown.load(Ordering::Relaxed));
            format!("running the suite on mutants: {done} of {count}, {}", duration::show(time))
        });
        for Mutant { program, place, change } in mutants {
            if stop.is_wanted() {
                break;
            }
            done.fetch_add(1, Ordering::Relaxed);
            let cases = outcomes(&program, self.own.limits, &inputs, stop).cases;
            all += 1;
            if compare(suite, &Suite { cases, ..suite.clone() }).differences.is_empty() {
                others.push(format!("{place}: {change}"));
            } else {
                noticed += 1;
            }
        }
        drop(progress);
        match common.format {
            Format::Text => {
                let share = percent(noticed, all);
                let all = counted(all, "mutant");
                let mut text = format!("\n{} of {all} noticed ({share})\n", small(noticed));
                for other in &others {
                    let _ = writeln!(text, "  not noticed: {other}");
                }
                console::print(&text);
            }
            Format::Json => {
                let record = Record::new("exploration", "mutants");
                let record = record.with("mutants", all).with("noticed", noticed).with("not_noticed", others);
                console::print(&(record.line() + "\n"));
            }
        }
    }

    fn suite(&self, view: SuiteView, stop: &Stop) -> Result<Suite, CheckError> {
        let expressions = &self.command.expressions;
        match view {
            SuiteView::All => all(&self.own, &self.functions, expressions, stop),
            SuiteView::Small => {
                let members = suite(&self.own.module, &self.functions, &self.own.plan(stop))?;
                let input = |own: Member| Input {
                    complete: Some(self.own.module.complete(&own.test)),
                    expression: own.expression,
                };
                let expressions_of = members.into_iter().map(input).collect();
                let found = Inputs { expressions: expressions_of, through: None };
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
