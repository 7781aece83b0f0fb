//! The current execution of a predicate on this thread: atoms belong to it.
//!
//! A run keeps its identity over all executions of a search, but a position means something else in
//! each. So executions are numbered. An atom of another execution is *stale*: its number is not
//! known any more. Code that compares one keeps values between the cases of a property, and no
//! verdict on it would mean anything.

use std::cell::Cell;
use std::thread;

use everycase_check::run::verdict::{Cause, Failure, Verdict};
use everycase_kernel::lazy::Run;

use super::handle::with;

/// The number of an execution, from 1.
pub(super) type Number = u64;

/// An execution, and the run whose positions its atoms are.
#[derive(Clone, Copy)]
struct Current {
    number: Number,
    run: u32,
}

thread_local! {
    static CURRENT: Cell<Option<Current>> = const { Cell::new(None) };
    static LAST: Cell<Number> = const { Cell::new(0) };
    /// Whether the current execution has used a stale atom.
    static STALE: Cell<bool> = const { Cell::new(false) };
}

/// What is wrong with a stale atom.
const MESSAGE: &str = "a value of a type parameter was used in another run than its own: the code keeps values from one input \
                       of the property to the next, or uses them in a search within the property; run it on a type of your \
                       choice instead: `#[property(for<K = u8>)]`";

/// Makes this thread's run the one of a new execution, until it is dropped.
pub(super) struct Execution {
    outer: Option<Current>,
}

impl Execution {
    #[inline]
    pub(super) fn begin() -> Self {
        let number = LAST.get() + 1;
        LAST.set(number);
        let run = with(|run| run.id());
        Self { outer: CURRENT.replace(Some(Current { number, run })) }
    }
}

impl Drop for Execution {
    fn drop(&mut self) {
        CURRENT.set(self.outer);
    }
}

/// Returns the number of the current execution, if `run` belongs to it.
#[inline]
pub(super) fn current(run: &Run) -> Option<Number> {
    CURRENT.get().filter(|current| current.run == run.id()).map(|current| current.number)
}

/// Returns the number of the current execution; one that is never current if there is none.
pub(super) fn number() -> Number {
    CURRENT.get().map_or(Number::MAX, |current| current.number)
}

/// Calls `work` with the run of an execution; `None` if that is not the current one.
pub(super) fn within<R>(number: Number, work: impl FnOnce(&mut Run) -> R) -> Option<R> {
    with(|run| (current(run) == Some(number)).then(|| work(run)))
}

/// Records that a stale atom was used, so that the current execution fails.
///
/// # Panics
/// During an execution, unless the thread panics already.
#[inline]
pub(super) fn note_stale() {
    // Between executions nothing depends on it, and a destructor must not panic.
    if CURRENT.get().is_some() {
        STALE.set(true);
        assert!(thread::panicking(), "{MESSAGE}");
    }
}

/// Returns the verdict of a property on one input: a failure if it has used a stale atom, whatever
/// it did then.
pub(super) fn judged(judge: impl FnOnce() -> Verdict) -> Verdict {
    let outer = STALE.replace(false);
    let verdict = {
        let _execution = Execution::begin();
        judge()
    };
    match (verdict, STALE.replace(outer)) {
        (verdict @ Verdict::Failed(_), _) | (verdict, false) => verdict,
        (_, true) => Verdict::Failed(Box::new(Failure::of(Cause::Returned(MESSAGE.to_owned())))),
    }
}
