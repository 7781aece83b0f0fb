//! The constants of the crate under test, for draws.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::literals::{Limits, Literals, UnreadSource};
use everycase_check::mixture::Constants;
use everycase_check::settings::Plan;

/// The constants of a crate, and a note about sources that were not read.
type CrateConstants = (Arc<Constants>, Option<String>);

/// Those of the crates whose properties this process has run.
static CACHE: Mutex<Option<HashMap<PathBuf, CrateConstants>>> = Mutex::new(None);

/// Adds draws of structures to a plan, with the constants of the crate in a folder. Its sources are
/// read once; without sources there are no constants. Returns a note for the report if some were
/// not read.
pub fn with_structures(plan: &mut Plan, manifest_dir: &Path) -> Option<String> {
    plan.budget.structures = true;
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_default();
    let (constants, note) = cache.entry(manifest_dir.to_owned()).or_insert_with(|| {
        let (literals, unread) = Literals::of_crate(manifest_dir, Limits::default());
        (Arc::new(literals.constants()), UnreadSource::note(&unread, manifest_dir))
    });
    plan.constants = Arc::clone(constants);
    note.clone()
}

#[cfg(test)]
mod tests {
    use everycase_check::settings::Settings;

    use super::*;

    #[test]
    fn every_property_of_a_crate_has_its_constants_and_the_note_about_its_sources() {
        let folder = std::env::temp_dir().join(format!("everycase-constants-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src")).unwrap();
        std::fs::write(folder.join("src/lib.rs"), b"fn f() { 48611; \xff }").unwrap();
        let planned = || {
            let mut plan = Settings::default().fill("p");
            let note = with_structures(&mut plan, &folder);
            (plan.constants.has_number(48_611), note)
        };
        let first = planned();
        std::fs::remove_dir_all(&folder).unwrap();
        let note = "while looking for constants of the code: `src/lib.rs` was read up to a byte in line 1 that is not UTF-8";
        assert_eq!(first, (true, Some(note.to_owned())));
        assert_eq!(planned(), first);
    }
}
