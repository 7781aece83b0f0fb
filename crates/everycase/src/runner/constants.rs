//! The constants of the crate under test, for draws.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::literals::{Limits, Literals, UnreadSource};
use everycase_check::mixture::Constants;
use everycase_check::settings::Plan;
use everycase_check::system::miri::IS_MIRI;

/// The constants of a crate, and notes about sources that were not read.
type CrateConstants = (Arc<Constants>, Vec<String>);

/// The folder of a crate, and the further crates that its settings name.
type Sources = (PathBuf, Vec<String>);

/// Those of the crates whose properties this process has run.
static CACHE: Mutex<Option<HashMap<Sources, CrateConstants>>> = Mutex::new(None);

/// The least limit for the number of constants of dependencies, however few the crate itself has.
const LEAST: usize = 128;

/// Adds draws of structures to a plan, with the constants of the crate in a folder, of its path
/// dependencies, and of the crates that the plan names. Their sources are read once; without
/// sources there are no constants. Returns notes for the report if some were not read.
pub fn with_structures(plan: &mut Plan, manifest_dir: &Path) -> Vec<String> {
    plan.budget.structures = true;
    if IS_MIRI {
        return Vec::new();
    }
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_default();
    let key = (manifest_dir.to_owned(), plan.constants_of.clone());
    let (constants, notes) = cache.entry(key).or_insert_with(|| {
        let (own, unread) = Literals::of_crate(manifest_dir, Limits::default());
        // Each constant is as likely, so at least half of them are of the crate itself, unless it
        // has few.
        let most = |own: usize| own.clamp(LEAST, Limits::OF_DEPENDENCIES.numbers);
        let (numbers, texts) = (most(own.integers.len()), most(own.texts.len()));
        let limits = Limits { numbers, texts, ..Limits::OF_DEPENDENCIES };
        let (others, missing) = Literals::of_dependencies(manifest_dir, &plan.constants_of, limits);
        let missing = missing.into_iter().map(|name| {
            format!("`constants` names `{name}`, whose sources cargo has not downloaded for this workspace")
        });
        let notes = UnreadSource::note(&unread, manifest_dir).into_iter().chain(missing).collect();
        (Arc::new(own.merge(others).constants()), notes)
    });
    plan.constants = Arc::clone(constants);
    notes.clone()
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
        assert_eq!(first, (true, vec![note.to_owned()]));
        assert_eq!(planned(), first);
    }
    #[test]
    fn a_property_has_the_constants_of_path_dependencies_and_a_note_about_crates_that_are_absent() {
        let folder = std::env::temp_dir().join(format!("everycase-dependencies-{}", std::process::id()));
        for (file, text) in [
            ("tests/Cargo.toml", "[dependencies]\nown = { path = \"../own\" }\n"),
            ("tests/src/lib.rs", "const N: u32 = 1_234;"),
            ("own/src/lib.rs", "fn f() { if n == 48_613 {} }"),
        ] {
            std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            std::fs::write(folder.join(file), text).unwrap();
        }
        let mut plan =
            Settings { constants: Some(vec!["absent".to_owned()]), ..Settings::default() }.fill("p");
        let notes = with_structures(&mut plan, &folder.join("tests"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(plan.constants.has_number(48_613) && plan.constants.has_number(1_234));
        let note = "`constants` names `absent`, whose sources cargo has not downloaded for this workspace";
        assert_eq!(notes, [note]);
    }
}
