//! Where a run is while a predicate reads it.

use super::arena::Arena;

/// Holds a run that belongs to an owner of type `O`, where its predicate finds it: the run itself,
/// or the place of a thread.
///
/// An owner's loop borrows the run for each of its own steps, and gives it back while the predicate
/// is executed.
pub trait Holder<O> {
    /// Uses the owner and its arena; `None` if the run belongs to another owner.
    fn with<R>(&mut self, work: impl FnOnce(&mut O, &mut Arena) -> R) -> Option<R>;
}
