//! The end of a check: its time is over, or another thread interrupts it.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The deadline of this thread's current job.
    static EXPIRY: RefCell<Option<Arc<Expiry>>> = const { RefCell::new(None) };
    /// Whether the current case was told that the time is over.
    static ENDED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether the time is over for the property's run on this thread. The run may then end in
/// any way: it is not counted and has no verdict. Runs that may take long should call this
/// regularly.
pub fn is_cancelled() -> bool {
    let is_over = EXPIRY.with_borrow(|expiry| expiry.as_ref().is_some_and(|expiry| expiry.is_over()));
    if is_over {
        ENDED.set(true);
    }
    is_over
}

/// Returns whether the current case on this thread has asked [`is_cancelled`] and was told that the
/// time is over. Its verdict, and the verdicts of its parts, do not count.
pub(crate) fn was_ended() -> bool {
    ENDED.get()
}

/// Runs a case. Returns `None` if it ended because the time is over.
pub(crate) fn unless_ended<R>(run: impl FnOnce() -> R) -> Option<R> {
    ENDED.set(false);
    let result = run();
    (!ENDED.get()).then_some(result)
}

/// Tells the threads of a job that the time is over.
#[derive(Default)]
pub(crate) struct Expiry(AtomicBool);

impl Expiry {
    /// Makes this the end that the cases of the calling thread [ask](is_cancelled) about.
    pub(crate) fn watch(self: &Arc<Self>) {
        EXPIRY.set(Some(Arc::clone(self)));
    }

    /// Declares that the time is over.
    pub(crate) fn expire(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Interrupts checks. Clones interrupt the same ones.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Interrupts current and later checks.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets later checks run.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns the flag that is set by [`stop`](Self::stop).
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Returns whether the current check has to end.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Equal if they interrupt the same checks.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}
