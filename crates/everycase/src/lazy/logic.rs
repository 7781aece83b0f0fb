//! Connectives whose operands a search runs in the best order (Paper II, section 5).

use everycase_kernel::lazy::{Connective, Run, Side, Step};

use super::handle::with;

/// Returns whether both operands hold. Which operands are run, how often and in which order is
/// unspecified.
///
/// In a search, an operand with a known value is not run again while the decisions it was made on
/// stand; the [`Strategy`](super::Strategy) chooses the order. So operands must be independent of
/// each other, free of side effects, and defined for every value. If one guards the other, use
/// [`and_then`].
///
/// ```
/// use everycase::lazy::{and, search};
/// use everycase::Lazy;
///
/// let both = |(a, b): (Lazy<bool>, Lazy<bool>)| and(|| a.force(), || b.force());
/// let mut found = search(|pair: Lazy<(bool, bool)>| both(pair.force())).up_to(2)?;
/// assert_eq!(found.next().map(|found| found.into_value()), Some((true, true)));
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
pub fn and(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { absorbing: false, sequential: false }, left, right)
}

/// Returns whether one of the operands holds, with the same provisos as [`and`].
pub fn or(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { absorbing: true, sequential: false }, left, right)
}

/// Returns whether both operands hold. The right one is only run on a value for which the left one
/// holds, as with `&&`; but once the left one is known to hold for a value, the right one may be
/// run alone.
pub fn and_then(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { absorbing: false, sequential: true }, left, right)
}

/// Returns whether one of the operands holds. The right one is only run on a value for which the
/// left one fails, as for [`and_then`].
pub fn or_else(left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    connect(Connective { absorbing: true, sequential: true }, left, right)
}

/// Returns whether the conclusion holds if the premise does. The conclusion is only run on a value
/// for which the premise holds, as for [`and_then`], so it may be undefined on others:
/// `implies(|| i < xs.len(), || xs[i] > 0)`. The promise of a [`generator`](macro@crate::generator)
/// means the same where it runs and where `everycase verify` reads it.
pub fn implies(premise: impl Fn() -> bool, conclusion: impl Fn() -> bool) -> bool {
    or_else(|| !premise(), conclusion)
}

/// Returns whether all operands hold: [`and`] of any number of operands, nested to the right.
///
/// ```
/// use everycase::lazy::all;
/// use everycase::Lazy;
///
/// fn has_size_of_a_byte(n: Lazy<u32>) -> bool {
///     all!(n.ge(0x80), n.lt(0x100))
/// }
/// # assert!(has_size_of_a_byte(200.into()));
/// # assert!(all!());
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! all {
    () => { true };
    ($operand:expr $(,)?) => { $operand };
    ($operand:expr, $($others:expr),+ $(,)?) => { $crate::lazy::and(|| $operand, || $crate::all!($($others),+)) };
}

/// Returns whether any operand holds: [`or`] of any number of operands, nested to the right.
///
/// ```
/// use everycase::lazy::any;
/// use everycase::Lazy;
///
/// fn is_far(n: Lazy<i32>) -> bool {
///     any!(n.lt(-100), n.gt(100))
/// }
/// # assert!(is_far(101.into()));
/// # assert!(!any!());
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! any {
    () => { false };
    ($operand:expr $(,)?) => { $operand };
    ($operand:expr, $($others:expr),+ $(,)?) => { $crate::lazy::or(|| $operand, || $crate::any!($($others),+)) };
}

#[inline]
fn connect(connective: Connective, left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    let Some((call, mut step)) = with(|run| run.call(connective)) else {
        return draw(connective, left, right);
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

/// Evaluates a connective outside of a search: like the operators of the language, or
/// opportunistically.
fn draw(connective: Connective, left: impl Fn() -> bool, right: impl Fn() -> bool) -> bool {
    let Connective { absorbing, .. } = connective;
    if !with(|run| run.is_opportunistic(connective)) {
        let result = left() == absorbing || right() == absorbing;
        return result == absorbing;
    }
    let value = left();
    if !with(|run| run.guessed(Side::Left)) {
        return if value == absorbing { absorbing } else { right() };
    }
    let value = right();
    let open = with(|run| run.guessed(Side::Right));
    if open || value != absorbing {
        with(Run::leave_open);
    }
    absorbing
}
