//! Continuations named by the predicate.

use everycase_kernel::lazy::Run;

use super::Lazy;
use super::handle::with;

/// Names the continuation of the predicate, so that draws with the same continuation share what
/// they learn.
///
/// From here on the predicate must depend only on the listed items: on the numbers, and on the
/// decided parts and later looks at the lazy values. Draws that get here with the same list (open
/// parts in the same places, and the same size left) have the same future, however they got here. A
/// predicate that works through a list of goals can name that list before each of them. The
/// distribution of draws does not change: uniform, or within the bound on backtracking. Outside of
/// sampling ([`sample`](super::sample)), and in properties, this has no effect.
///
/// ```
/// use everycase::lazy::{ListView, pending, sample};
/// use everycase::space::{Random, SeedableRng};
/// use everycase::Lazy;
///
/// fn ascends(list: Lazy<Vec<u8>>) -> bool {
///     let ListView::Cons(mut last, mut rest) = list.force() else { return true };
///     while let ListView::Cons(next, after) = rest.force() {
///         if next.lt(last) {
///             return false;
///         }
///         (last, rest) = (next, after);
///         // Of the elements before the last one nothing more is asked.
///         pending(|to_do| {
///             to_do.lazy(last);
///             to_do.lazy(rest);
///         });
///     }
///     true
/// }
///
/// let mut lists = sample(ascends).of_size(60)?;
/// let list = lists.draw(&mut Random::seed_from_u64(1))?.expect("there are ascending lists of this size");
/// assert!(list.is_sorted());
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
///
/// # Panics
/// The draw panics if the predicate later looks at a part that was open and not listed. A
/// dependence on decided parts that were not listed is not detected: then values are not equally
/// likely, and some may never be drawn.
#[inline]
pub fn pending(list: impl FnOnce(&mut Pending<'_>)) {
    with(|run| {
        if run.shares() {
            run.begin_name();
            list(&mut Pending { run });
            run.end_name();
        }
    });
}

/// The list of a continuation, see [`pending`].
pub struct Pending<'r> {
    run: &'r mut Run,
}

impl Pending<'_> {
    /// Lists a lazy value that will be looked at, or whose decided parts still matter.
    pub fn lazy<T>(&mut self, value: Lazy<T>) {
        let pos = value.pos_in(self.run);
        self.run.name_position(pos);
    }

    /// Lists an alternative, as a lazy value with it is listed before its fields: for a value that
    /// the predicate has made itself and that could as well be part of the input.
    pub fn alternative(&mut self, alternative: u32) {
        self.run.name_alternative(alternative);
    }

    /// Lists a number that matters, such as a goal, a state or a count.
    pub fn word(&mut self, word: u64) {
        self.run.name_word(word);
    }
}
