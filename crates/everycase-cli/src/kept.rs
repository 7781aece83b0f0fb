//! Failures that are kept in a file beside the program, and tried first the next time.

use std::collections::HashSet;
use std::path::Path;

use everycase_check::check::Counterexample as Found;
use everycase_check::regressions::{Addition, Entry, FILE_NAME, Fingerprint, Marks, Regressions};
use everycase_kernel::{Derivation, Derivations};
use pun::check::{Checks, Counterexample};
use pun::core::Property;

/// The file beside a program.
pub(crate) struct Kept {
    regressions: Regressions,
    /// The program's name as a module.
    module: String,
    /// What has been told of the file.
    told: HashSet<String>,
}

/// A failure in the file.
pub(crate) struct Saved {
    /// Its line.
    pub(crate) line: String,
    /// What has been done about it, in words.
    pub(crate) words: String,
}

impl Kept {
    /// The file beside a program, which need not exist yet.
    pub(crate) fn beside(program: &Path) -> Self {
        let module = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let regressions = Regressions::at(program.with_file_name(FILE_NAME));
        Self { regressions, module, told: HashSet::new() }
    }

    /// The inputs of a property to try first, and what there is to tell of those that are none any more.
    pub(crate) fn inputs(&mut self, checks: &Checks, property: &Property) -> (Vec<Derivation>, Vec<String>) {
        let derivations = checks.derivations(property);
        // Inputs that cannot be enumerated are an error of the check.
        let Some(fingerprint) = fingerprint(&derivations) else { return (Vec::new(), Vec::new()) };
        let (saved, mut notes) = self.regressions.inputs(&self.name(property), fingerprint, &derivations);
        let inputs = saved.into_iter().map(|saved| saved.input).collect();
        // Each property meets the same lines that make no sense.
        notes.retain(|note| self.told.insert(note.clone()));
        (inputs, notes)
    }

    /// Keeps an input on which a property has failed.
    pub(crate) fn keep(
        &self,
        checks: &Checks,
        property: &Property,
        found: &Found,
        shown: &Counterexample,
    ) -> Option<Saved> {
        let inputs = shown.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
        let entry = Entry {
            property: self.name(property),
            fingerprint: fingerprint(&checks.derivations(property))?,
            words: found.input.words(),
            marks: Marks { flaky: found.flaky, died: false },
            comment: inputs.collect::<Vec<_>>().join(", "),
        };
        let path = self.regressions.path().display();
        let words = match self.regressions.add(&entry) {
            Ok(Addition::Added) => format!("saved, to be run first next time: {path}"),
            Ok(Addition::Known) => format!("saved already: {path}"),
            Err(error) => format!("not saved: {error}"),
        };
        Some(Saved { line: entry.line(), words })
    }

    fn name(&self, property: &Property) -> String {
        format!("{}::{}", self.module, property.name)
    }
}

fn fingerprint(derivations: &Derivations) -> Option<Fingerprint> {
    derivations.fingerprint().ok().map(Fingerprint)
}
