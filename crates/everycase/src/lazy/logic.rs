//! Connectives whose operands are run as a search has best use for them (Paper II, section 5).

use everycase_space::lazy::{Connective, Side, Step};

use super::handle::with;

/// Do both hold? No guarantee is given of which operand is run, how often and in which order.
///
/// In a search an operand whose value is known is not run again as long as all stands that had been decided by then, and
/// the [`Strategy`](super::Strategy) says what is run first. So operands have to be independent of each other, without
/// side effects, and right for every value: where one is to guard the other, there is [`and_then`].
///
/// ```
/// use everycase::{Lazy, and, search};
///
/// let both = |(a, b): (Lazy<bool>, Lazy<bool>)| and(|| a.force(), || b.force());
/// let mut found = search(|pair: Lazy<(bool, bool)>| both(pair.force())).up_to(2)?;
/// assert_eq!(found.next().map(|found| found.into_value()), Some((true, true)));
/// # Ok::<(), everycase::SpaceError>(())
/// ```
pub fn and(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { settles: false, sequential: false }, left, right)
}

/// Does either hold? As for [`and`].
pub fn or(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { settles: true, sequential: false }, left, right)
}

/// Do both hold? The right operand is run on a value only if the left one has held for it, as with `&&`; but on a value for
/// which the left one is known to hold, the right one may be run alone.
pub fn and_then(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { settles: false, sequential: true }, left, right)
}

/// Does either hold? The right operand is run on a value only if the left one has failed for it, as for [`and_then`].
pub fn or_else(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { settles: true, sequential: true }, left, right)
}

/// Does the conclusion hold where the premise does? The conclusion is run on a value only if the premise has held for it, as
/// for [`and_then`].
pub fn implies(premise: impl Fn() -> bool, conclusion: impl Fn() -> bool) -> bool {
    or_else(|| !premise(), conclusion)
}

#[inline]
fn connect(connective: Connective, left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    let Some((call, mut step)) = with(|run| run.call(connective)) else {
        // Nothing is searched: as the operators of the language do it.
        let settled = left() == connective.settles || right() == connective.settles;
        return settled == connective.settles;
    };
    loop {
        let (side, value) = match step {
            Step::Is(result) => return result,
            Step::Run(Side::Left) => (Side::Left, left()),
            Step::Run(Side::Right) => (Side::Right, right()),
        };
        step = with(|run| run.ran(call, side, value));
    }
}
