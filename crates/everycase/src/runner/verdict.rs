//! The verdict of a property on one input.

use everycase_check::run::verdict::{Cause, Failure, Verdict};

use super::assume::leaving;
use super::outcome::Outcome;
use crate::generator;
use crate::panics::{Caught, caught};

/// Runs a property on one input, catching panics.
pub(crate) fn verdict(property: impl FnOnce() -> Outcome) -> Verdict {
    let ((result, is_void), left) = leaving(|| generator::leaving(|| caught(property)));
    match result {
        _ if left || is_void => Verdict::Discarded,
        Ok(Outcome::Holds) => Verdict::Passed,
        Ok(Outcome::Fails(what)) => Verdict::Failed(Box::new(Failure::of(Cause::Returned(what)))),
        Err(Caught::Discard) => Verdict::Discarded,
        Err(Caught::Panic(failure)) => Verdict::Failed(failure),
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn failure(verdict: Verdict) -> Failure {
        match verdict {
            Verdict::Failed(failure) => *failure,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message_and_place() {
        let line = line!() + 1;
        let failed = failure(verdict(|| panic!("{} is odd", 3)));
        let location = Some(format!("{}:{line}:{}", file!(), 41));
        assert_eq!(failed.cause, Cause::Panicked { message: "3 is odd".to_owned(), location });
    }

    #[test]
    fn a_panic_without_a_message_is_a_failure_too() {
        let failed = failure(verdict(|| std::panic::panic_any(7)));
        let Cause::Panicked { message, location } = failed.cause else { panic!() };
        assert_eq!(message, "a panic with something other than a message");
        assert!(location.is_some());
        // Resuming a panic does not call the hook.
        let failed = failure(verdict(|| std::panic::resume_unwind(Box::new("kept"))));
        assert_eq!(failed.cause, Cause::Panicked { message: "kept".to_owned(), location: None });
    }

    #[test]
    fn a_panic_the_property_catches_itself_is_its_own_affair() {
        let quiet = verdict(|| {
            let caught = catch_unwind(|| panic!("inner"));
            if caught.is_err() { Outcome::Holds } else { Outcome::Fails("no panic".to_owned()) }
        });
        assert_eq!(quiet, Verdict::Passed);
        let failed = failure(verdict(|| std::panic::resume_unwind(Box::new("outer"))));
        assert!(matches!(failed.cause, Cause::Panicked { message, .. } if message == "outer"));
    }

    #[test]
    fn an_assumption_not_met_discards() {
        let mut labels = everycase_check::claims::stats::Labels::default();
        let discarded = super::super::assume::listening(&mut labels, || {
            verdict(|| {
                super::super::assume(false);
                Outcome::Holds
            })
        });
        assert_eq!(discarded, Verdict::Discarded);
    }
}
