//! The loop of all searches of this crate.

use everycase_kernel::Derivations;
use everycase_kernel::lazy::{Probe, Run, Search};

/// How a search up to a size ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending<T> {
    /// With a result.
    Early(T),
    /// All classes were run, and larger derivations are in none but these.
    Whole,
    /// All classes up to the size were run.
    Cut,
}

/// Runs `each` on every class of derivations up to a size, until it has a result.
pub(crate) fn search<T>(
    run: &mut Run,
    derivations: &Derivations,
    size: u32,
    mut each: impl FnMut(&mut Run) -> Option<T>,
) -> Ending<T> {
    // The shapes of types and of choices are well-formed. Without derivations of this size there
    // may be larger ones.
    if !run.begin_search(derivations, size).is_ok_and(|is_any| is_any) {
        return Ending::Cut;
    }
    let mut result = None;
    while result.is_none() && Search::next(run).is_some() {
        // Without connectives of the kernel there is one execution for each class.
        let executed = Search::execute(run, Probe::Never, |run| {
            result = each(run);
            Some(true)
        });
        debug_assert_eq!(executed, Ok(Some(true)), "nothing else ends an execution");
    }
    match result {
        Some(result) => Ending::Early(result),
        None if run.was_cut() => Ending::Cut,
        None => Ending::Whole,
    }
}
