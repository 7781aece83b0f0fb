//! Inputs of properties that are decided on demand.

use std::sync::Arc;

use crate::space::Codec;
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Demands, DrawChoices, Profile, Subject, Verdict};
use everycase_kernel::lazy::Run;

use super::execution::judged;
use super::handle::{RunGuard, with};
use super::{Decided, Lazy};

/// An undecided parameter of a property.
pub struct Undecided<'c, T> {
    lazy: Lazy<T>,
    codec: &'c dyn Codec<T>,
}

impl<'c, T> Undecided<'c, T> {
    /// Returns the `i`-th parameter.
    pub(crate) fn of(inputs: Decided, i: u32, codec: &'c dyn Codec<T>) -> Self {
        Self { lazy: inputs.field(i), codec }
    }

    /// Returns it undecided.
    pub fn lazy(self) -> Lazy<T> {
        self.lazy
    }

    /// Returns its value; decides the parts that it needs, all except for choices that a generator
    /// does not make.
    pub fn value(self) -> T {
        if self.codec.is_generator()
            && let Some(value) = self.codec.choose(self.lazy.choices())
        {
            return value;
        }
        self.lazy.whole(|at| self.codec.decode(at))
    }
}

/// A property whose inputs, a product of its parameters, are decided on demand.
pub(crate) struct LazyProperty<F> {
    /// Draws an input of about a size, if choices of generators are among them.
    draw: Option<Arc<dyn DrawChoices>>,
    /// Runs the property on this thread's inputs, catching panics.
    judge: F,
    /// Whether it is run on atoms; a report marks the atoms that were only compared.
    on_atoms: bool,
}

impl<F: Fn(&mut Labels) -> Verdict + Send + Sync> LazyProperty<F> {
    pub(crate) fn new(judge: F, draw: Option<Arc<dyn DrawChoices>>, on_atoms: bool) -> Self {
        Self { draw, judge, on_atoms }
    }
}

/// Returns the product of the parameters of this thread's run; decides it.
pub(crate) fn inputs() -> Decided {
    Lazy::<()>::root().decide()
}

impl<F: Fn(&mut Labels) -> Verdict + Send + Sync> Subject for LazyProperty<F> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let mut verdict = {
            let _run = RunGuard::new(input);
            judged(|| (self.judge)(labels))
        };
        if let Verdict::Failed(failure) = &mut verdict {
            let root = input.root();
            // In a search, a number that was compared is the smallest in its place, which the input
            // has. In other runs it may be another; there atoms are known once they are compared,
            // or the run is repeated on a complete input.
            let is_smallest = self.on_atoms && input.as_search().is_some();
            let seen = if is_smallest { input.excerpt(root) } else { input.show(root) };
            failure.seen = seen.map(Arc::new);
        }
        verdict
    }

    fn profile(&self) -> Profile {
        let demands = self.draw.clone().map_or(Demands::Parts, Demands::Choices);
        Profile { demands, ..Profile::default() }
    }
}

/// Removes the values made lazy outside of any run on this thread, at the end of their case.
pub(crate) fn forget_lifted() {
    with(Run::forget_lifted);
}
