//! The constants of the crate under test, for draws.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::literals::{Limits, Literals};
use everycase_check::settings::Plan;
use everycase_kernel::Constants;

/// Those of the crates whose properties this process has run.
static KNOWN: Mutex<Option<HashMap<PathBuf, Arc<Constants>>>> = Mutex::new(None);

/// Adds draws of structures to a plan, with the constants of the crate in a folder. Its sources are read once; if there are none, there
/// are no constants.
pub fn with_structures(plan: &mut Plan, manifest_dir: &Path) {
    plan.budget.structures = true;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(constants) = known.get(manifest_dir) {
        plan.constants = Arc::clone(constants);
        return;
    }
    let constants = Arc::new(Literals::of_crate(manifest_dir, Limits::default()).constants());
    known.insert(manifest_dir.to_owned(), Arc::clone(&constants));
    plan.constants = constants;
}
