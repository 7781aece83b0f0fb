//! The continuation of a predicate, named by the predicate.

use everycase_kernel::lazy::Run;

use super::Lazy;
use super::handle::with;

/// Names what the predicate has still to do, so that draws that come to the same share what they learn.
///
/// From here on the predicate must depend on nothing but what is listed: on the numbers, and on what is decided in and will be
/// looked at of the lazy values. Draws that get here with the same list (open parts in the same places, and as much size
/// left) have the same future, however they came. A predicate that works through a list of goals can name that list before
/// each of them. Draws stay as likely as they were: equally, or within the bound on backtracking. Outside sampling
/// ([`sample`](super::sample)), and in properties, this does nothing.
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
/// The draw panics when something is looked at afterwards that was open and not listed. A dependence on what was decided and
/// not listed is not noticed: values are not equally likely then, and some may not be drawn.
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

/// The list of what a predicate has still to do, see [`pending`].
pub struct Pending<'r> {
    run: &'r mut Run,
}

impl Pending<'_> {
    /// A lazy value that will be looked at, or that has been and still matters.
    pub fn lazy<T>(&mut self, value: Lazy<T>) {
        let pos = value.pos_in(self.run);
        self.run.name_position(pos);
    }

    /// What a lazy value with this alternative would be listed as, before its fields: for a value that the predicate has made
    /// itself and that may as well be part of the input.
    pub fn alternative(&mut self, alternative: u32) {
        self.run.name_alternative(alternative);
    }

    /// A number that matters: of a goal, of a state, of how many there are of something.
    pub fn word(&mut self, word: u64) {
        self.run.name_word(word);
    }
}
