//! Inputs of properties that are decided as they are looked at.

use std::cell::RefCell;
use std::sync::Arc;

use crate::space::Codec;
use everycase_check::stats::Labels;
use everycase_check::verdict::{LazySubject, Subject, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use super::handle::{Borrowed, with};
use super::{Decided, Lazy};

/// A parameter of a property of which nothing is decided yet.
pub struct Undecided<'c, T> {
    lazy: Lazy<T>,
    codec: &'c dyn Codec<T>,
}

impl<'c, T> Undecided<'c, T> {
    /// Returns the `i`-th parameter.
    pub(crate) fn of(inputs: Decided, i: u32, codec: &'c dyn Codec<T>) -> Self {
        Self { lazy: inputs.field(i), codec }
    }

    /// It as it is.
    pub fn lazy(self) -> Lazy<T> {
        self.lazy
    }

    /// Returns its value: everything open in it is decided.
    pub fn value(self) -> T {
        self.lazy.whole(|at| self.codec.decode(at))
    }
}

/// A property whose inputs, a product of its parameters, are decided as it looks at them.
pub(crate) struct LazyProperty<F> {
    /// Runs the property on the inputs of this thread, whatever that does.
    judge: F,
}

impl<F: Fn(&mut Labels) -> Verdict + Send + Sync> LazyProperty<F> {
    pub(crate) fn new(judge: F) -> Self {
        Self { judge }
    }
}

/// Returns the product of the parameters that the run of this thread is about, decided now.
pub(crate) fn inputs() -> Decided {
    Lazy::<()>::root().decide()
}

thread_local! {
    /// What runs over given inputs go by, kept for its memory.
    static FOLLOWED: RefCell<Run> = const { RefCell::new(Run::new()) };
}

impl<F: Fn(&mut Labels) -> Verdict + Send + Sync> Subject for LazyProperty<F> {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let mut run = FOLLOWED.take();
        run.begin_replay(input);
        let verdict = self.run_lazily(&mut run, labels);
        run.reset();
        FOLLOWED.set(run);
        verdict
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        Some(self)
    }
}

impl<F: Fn(&mut Labels) -> Verdict + Send + Sync> LazySubject for LazyProperty<F> {
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let mut verdict = {
            let _run = Borrowed::new(input);
            (self.judge)(labels)
        };
        if let Verdict::Failed(failure) = &mut verdict {
            failure.seen = input.show(input.root()).map(Arc::new);
        }
        verdict
    }
}

/// Forgets the values that were made lazy outside of any run on this thread: the case they were made in is over.
pub(crate) fn forget_lifted() {
    with(Run::forget_lifted);
}
