//! One way to run a law with each tool: by a generator made from the type alone, until it fails or time is up.
//!
//! everycase runs the very check a `#[property]` runs, shrinking included, with its default second or another limit.
//! The peers are run without their test runners (no shrinking, no persistence, no unwinding), which only helps them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase::Enumerable;
use everycase::space::Derivation;
use everycase_check::check::{Finding, check};
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Failure, Subject, Verdict as Checked};
use everycase_check::settings::Settings;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use quickcheck::{Arbitrary, Gen};

use crate::bst::{Bst, Bug};
use crate::growth::QUICKCHECK_SIZE;
use crate::laws::{Law, Verdict};
use crate::strategies::{draw, proptest_runner, search_trees};

/// What a tool did with one law.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Whether the law failed.
    pub found: bool,
    /// Inputs tried, discarded ones included, up to and with the failing one.
    pub tests: u64,
    /// Discarded inputs among them.
    pub discarded: u64,
    /// Wall time.
    pub time: Duration,
    /// The failing input, where the tool makes it a small one.
    pub input: Option<String>,
}

/// Something that tries inputs of a type.
pub trait Tool {
    /// Runs a law until it fails or this tool gives up.
    fn run<I: Input>(&self, law: impl Fn(&I) -> Verdict + Send + Sync + 'static) -> Trial;

    /// Runs any law against a bug.
    fn check(&self, law: Law, bug: Bug) -> Trial {
        match law {
            Law::Nothing(f) => self.run(move |(): &()| f(bug)),
            Law::K(f) => self.run(move |input| f(bug, input)),
            Law::T(f) => self.run(move |input| f(bug, input)),
            Law::KT(f) => self.run(move |input| f(bug, input)),
            Law::KVT(f) => self.run(move |input| f(bug, input)),
            Law::KVTK(f) => self.run(move |input| f(bug, input)),
            Law::KKT(f) => self.run(move |input| f(bug, input)),
            Law::PPT(f) => self.run(move |input| f(bug, input)),
            Law::KPT(f) => self.run(move |input| f(bug, input)),
            Law::TT(f) => self.run(move |input| f(bug, input)),
            Law::TTK(f) => self.run(move |input| f(bug, input)),
            Law::TTP(f) => self.run(move |input| f(bug, input)),
            Law::TTT(f) => self.run(move |input| f(bug, input)),
            Law::TTTT(f) => self.run(move |input| f(bug, input)),
        }
    }
}

/// An input type every tool knows.
pub trait Input: Enumerable + Arbitrary + std::fmt::Debug {
    /// proptest's strategy by type.
    fn strategy() -> BoxedStrategy<Self>;
}

impl Input for () {
    fn strategy() -> BoxedStrategy<Self> {
        Just(()).boxed()
    }
}

impl Input for i32 {
    fn strategy() -> BoxedStrategy<Self> {
        any::<i32>().boxed()
    }
}

impl Input for Bst {
    fn strategy() -> BoxedStrategy<Self> {
        search_trees()
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => { $(
        impl<$($name: Input),+> Input for ($($name,)+) {
            fn strategy() -> BoxedStrategy<Self> {
                ($($name::strategy(),)+).boxed()
            }
        }
    )+ };
}

tuples! {
    A B;
    A B C;
    A B C D;
}

/// Tries inputs from `next` until the law fails or `limit` has passed.
fn attempt<I>(limit: Duration, mut next: impl FnMut() -> I, law: impl Fn(&I) -> Verdict) -> Trial {
    let start = Instant::now();
    let (mut tests, mut discarded) = (0, 0);
    loop {
        tests += 1;
        let verdict = law(&next());
        discarded += u64::from(verdict.is_none());
        let found = verdict == Some(false);
        // Reading the time costs as much as a small test, so it is read now and then.
        if found || (tests % 64 == 0 && start.elapsed() >= limit) {
            return Trial { found, tests, discarded, time: start.elapsed(), input: None };
        }
    }
}

/// proptest with a seed.
#[derive(Debug, Clone, Copy)]
pub struct Proptest {
    /// The seed.
    pub seed: u64,
    /// When to give up.
    pub limit: Duration,
}

impl Tool for Proptest {
    fn run<I: Input>(&self, law: impl Fn(&I) -> Verdict + Send + Sync + 'static) -> Trial {
        let strategy = I::strategy();
        let mut runner = proptest_runner(self.seed);
        attempt(self.limit, || draw(&strategy, &mut runner), law)
    }
}

/// quickcheck with a seed.
#[derive(Debug, Clone, Copy)]
pub struct Quickcheck {
    /// The seed.
    pub seed: u64,
    /// When to give up.
    pub limit: Duration,
}

impl Tool for Quickcheck {
    fn run<I: Input>(&self, law: impl Fn(&I) -> Verdict + Send + Sync + 'static) -> Trial {
        let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, self.seed);
        attempt(self.limit, || I::arbitrary(&mut source), law)
    }
}

/// everycase with nothing but the derive.
#[derive(Debug, Clone, Default)]
pub struct Everycase {
    /// What an attribute would set; nothing for the default second.
    pub settings: Settings,
}

impl Tool for Everycase {
    fn run<I: Input>(&self, law: impl Fn(&I) -> Verdict + Send + Sync + 'static) -> Trial {
        let space = I::space();
        let codec = Arc::clone(space.codec());
        let subject: Arc<dyn Subject> =
            Arc::new(move |input: &Derivation, _: &mut Labels| match law(&codec.decode(input.root())) {
                None => Checked::Discarded,
                Some(true) => Checked::Passed,
                Some(false) => Checked::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned())))),
            });
        let plan = self.settings.clone().fill("law");
        let done = check("law", space.derivations(), &subject, &plan, &[]).expect("the types are right");
        let (tests, input) = match &done.finding {
            Finding::Counterexample(it) => (it.tests, Some(space.source(&it.input))),
            _ => (done.coverage.inputs(), None),
        };
        Trial {
            found: input.is_some(),
            tests,
            discarded: done.coverage.stated().discarded,
            time: done.time,
            input,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::LAWS;

    #[test]
    fn without_a_bug_no_law_fails() {
        let tool = Everycase { settings: Settings { tests: Some(3000), ..Settings::default() } };
        for law in LAWS {
            let trial = tool.check(law.law, Bug::None);
            assert!(!trial.found, "{}: {:?}", law.name, trial.input);
        }
    }
}
