//! Searches by a strategy that is given.

use everycase::Lazy;
use everycase::lazy::{Satisfying, Strategy};
use everycase_kernel::lazy::{Holder, Search};

/// Returns what a search finds, whose connectives run by a strategy; by the one that it chooses if
/// none is given.
pub(crate) fn by<T: 'static, P: Fn(Lazy<T>) -> bool>(
    strategy: impl Into<Option<Strategy>>,
    mut found: Satisfying<T, P>,
) -> Satisfying<T, P> {
    if let Some(strategy) = strategy.into() {
        found.kernel().with(|search: &mut Search, _| search.set_strategy(strategy));
    }
    found
}
