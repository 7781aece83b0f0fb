//! The file of regressions beside a program.

use std::path::Path;

use everycase_check::regressions::{FILE_NAME, Regressions};
use everycase_check::report::saved_failures::{PROPERTY, SavedFailures};
use everycase_check::text::encoding::Fingerprint;
use pun::check::Checks;
use pun::core::Property;

use crate::program;

/// The file beside a program.
pub(super) struct Beside {
    /// `None` for a program from the standard input.
    file: Option<Regressions>,
    /// The program's name as a module.
    module: String,
}

impl Beside {
    /// Returns the file beside a program, which need not exist yet. The standard input has none.
    pub(super) fn new(path: &Path) -> Self {
        let is_input = program::is_input(path);
        let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            file: (!is_input).then(|| Regressions::at(path.with_file_name(FILE_NAME))),
            module: if is_input { String::new() } else { module },
        }
    }

    /// Returns the program's name as a module.
    pub(super) fn module(&self) -> &str {
        &self.module
    }

    /// Returns the saved failures of a property; `None` if its inputs cannot be enumerated, which
    /// the check reports as an error.
    pub(super) fn of(&self, checks: &Checks, property: &Property) -> Option<SavedFailures> {
        let fingerprint = Fingerprint(checks.derivations(property).fingerprint().ok()?);
        let site = format!("{}::{}", self.module, property.name);
        Some(SavedFailures { file: self.file.clone(), kind: PROPERTY, site, fingerprint })
    }
}
