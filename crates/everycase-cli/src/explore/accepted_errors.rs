//! The accepted errors of a program.
//!
//! An error is identified by its cause, the definition in which it happens and the source at its
//! place, not by line numbers, so it is known after other parts of the program have changed. Errors
//! that have all this in common are counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use everycase_explore::explore::Finding;
use everycase_explore::fault::{Identity, Kind};
use everycase_explore::module::{Ending, run_again};
use pun::Limits;
use pun::core::Program;
use serde_json::{Value, json};

use super::accepted_file::{AcceptedEntry, AcceptedFile};
use crate::program;

/// The errors of one program that were accepted.
pub(super) struct AcceptedErrors {
    file: AcceptedFile<Entry>,
    /// Whether the program is the standard input, which has no file.
    is_input: bool,
}

/// An accepted error.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    identity: Identity,
    /// What happened, for a reader.
    message: String,
    /// An expression that ends with it.
    expression: String,
}

impl Entry {
    fn of(finding: &Finding) -> Entry {
        Entry {
            identity: finding.fault.identity(),
            message: finding.fault.message.clone(),
            expression: finding.complete.clone(),
        }
    }
}

impl AcceptedEntry for Entry {
    const OWNER: &'static str = "module";
    const WHAT: &'static str = "an accepted error";

    fn parse(value: &Value) -> Option<Entry> {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let kind = Kind::named(&text("cause")?)?;
        let identity = Identity { kind, definition: text("definition")?, source: text("source")? };
        Some(Entry { identity, message: text("message")?, expression: text("expression")? })
    }

    fn line(&self, module: &str) -> String {
        let Entry { identity: Identity { kind, definition, source }, message, expression } = self;
        let value = json!({
            "module": module, "cause": kind.name(), "definition": definition, "source": source,
            "message": message, "expression": expression,
        });
        value.to_string()
    }
}

impl AcceptedErrors {
    /// Reads the file beside a program, which need not exist.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is not such a record.
    pub(super) fn read(program: &Path) -> Result<AcceptedErrors, String> {
        let module = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_input = program::is_input(program);
        let file = AcceptedFile::beside(program, module);
        Ok(AcceptedErrors { file: if is_input { file } else { file.read()? }, is_input })
    }

    /// Returns the number of accepted errors with each identity.
    pub(super) fn numbers(&self) -> BTreeMap<Identity, u64> {
        let mut numbers = BTreeMap::new();
        for entry in &self.file.own {
            *numbers.entry(entry.identity.clone()).or_default() += 1;
        }
        numbers
    }

    /// Removes errors that their expressions do not reach any more, and returns them as notes.
    /// `known` are the accepted errors that an exploration has found again. They stay even if the
    /// expression ends otherwise, with the expression that was found. `limits` are the limits of
    /// the exploration.
    pub(super) fn remove_gone(
        &mut self,
        program: &Program,
        limits: Limits,
        known: &[&Finding],
    ) -> Vec<String> {
        let mut known = known.to_vec();
        let mut take = |entry: &Entry, same_expression: bool| {
            let is_same = |found: &&Finding| {
                found.fault.identity() == entry.identity
                    && (!same_expression || found.complete == entry.expression)
            };
            known.iter().position(is_same).map(|at| known.remove(at))
        };
        // What has just failed again is not run once more.
        let own = &mut self.file.own;
        let again: Vec<bool> = own.iter().map(|entry| take(entry, true).is_some()).collect();
        let why =
            |(entry, again): (&Entry, bool)| if again { None } else { why_gone(program, limits, entry) };
        let why: Vec<Option<String>> = own.iter().zip(again.iter().copied()).map(why).collect();
        let others = own.iter().zip(again).zip(&why).filter(|((_, again), why)| !again && why.is_none());
        for ((entry, _), _) in others {
            take(entry, false);
        }
        let mut gone = Vec::new();
        for (entry, why) in std::mem::take(own).into_iter().zip(why) {
            let Some(why) = why else {
                own.push(entry);
                continue;
            };
            match take(&entry, false) {
                Some(found) => own.push(Entry::of(found)),
                None => gone.push(why),
            }
        }
        gone
    }

    /// Writes the file with further errors. Returns its path.
    ///
    /// # Errors
    /// If the file cannot be written; it is then as before.
    pub(super) fn write(&mut self, new: &[&Finding]) -> Result<PathBuf, String> {
        if self.is_input {
            return Err("errors of the standard input cannot be accepted".to_owned());
        }
        self.file.own.extend(new.iter().map(|finding| Entry::of(finding)));
        self.file.write()
    }
}

/// Returns how an accepted expression ends now, as a note; `None` if it ends with the accepted
/// error.
fn why_gone(program: &Program, limits: Limits, entry: &Entry) -> Option<String> {
    let (what, how) = match run_again(program, limits, &entry.expression) {
        // Where a limit is met says little, so a loop is recognised by its expression.
        Ending::Failed(fault) if fault.kind == Kind::Loop && entry.identity.kind == Kind::Loop => {
            return None;
        }
        Ending::Failed(fault) if fault.identity() == entry.identity => return None,
        Ending::Failed(fault) => ("changed", format!("==> {}", fault.brief())),
        Ending::Value(value) => ("gone", format!("== {value}")),
        Ending::Unshown => ("gone", "is a function".to_owned()),
        Ending::GivenUp => ("changed", "takes long".to_owned()),
        Ending::Demand(_) => ("gone", "has an open argument".to_owned()),
        Ending::OtherConstructor => ("gone", "finds no such part".to_owned()),
        Ending::NoProperty => ("gone", "is no longer a property".to_owned()),
        Ending::NoTerm => ("gone", "is no longer a term".to_owned()),
    };
    Some(format!("accepted, but {what}: {} {how}", entry.expression))
}
