//! hegel: its runner, with as many test cases as the budget has, its own shrinking, and no database.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hegel::generators::default;
use hegel::{Database, HealthCheck, Hegel, Settings, TestCase, Verbosity};

use super::Property;
use crate::find::input::Input;
use crate::find::trial::{Budget, Trial, Watch};

/// Runs hegel. There is no limit of time to set, so the property fails when the time is over, and passes when shrinking takes
/// too long.
pub fn hegel<T: Input>(property: &Property<T>, seed: u64, budget: Budget) -> Trial {
    let watch = Watch::new(budget);
    let generator = default::<T>();
    let test = |case: TestCase| {
        if watch.shrinks_too_long() {
            return;
        }
        assert!(watch.has_failed() || !watch.is_over(), "the budget is spent");
        let input = case.draw_silent(&generator);
        match watch.note(property(&input)) {
            None => case.reject(),
            Some(true) => {}
            Some(false) => {
                watch.show(&input);
                panic!("the property fails");
            }
        }
    };
    let settings = Settings::from_profile("base")
        .test_cases(budget.tests)
        .seed(Some(seed))
        .verbosity(Verbosity::Quiet)
        .database(Database::Disabled)
        .suppress_health_check(HealthCheck::all());
    // A failing run panics.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(test).settings(settings).run()));
    watch.trial()
}
