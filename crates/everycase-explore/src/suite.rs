//! A small suite: few tests that evaluate together what all tests do (section 3.4 of the thesis).
//!
//! A test whose run evaluates something new is added. Small tests run first, so each part of the
//! source is evaluated by one of the smallest tests that do. In the end, a test is removed if the
//! others still evaluate the same without it, the largest first. So a suite has several small tests
//! rather than one that is long. It is not the smallest: finding the smallest is the set covering
//! problem. Tests that are discarded or undecided do not count.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_check::check::{CheckError, collect};
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Event, Profile, Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations};

use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::subject::{Footprint, TestLibrary};

/// A test of a suite.
#[derive(Clone, Debug)]
pub struct Member {
    /// The test.
    pub test: Derivation,
    /// Its expression; parts that are not evaluated are open.
    pub expression: String,
}

/// Returns a small suite of tests of some functions, given by their indices, the smallest first.
/// What the library knows about its coverage is lost.
///
/// # Errors
/// If the expressions cannot be counted, or a test is not deterministic.
pub fn suite<T: TestLibrary>(
    library: &Arc<T>,
    functions: &[u32],
    plan: &Plan,
) -> Result<Vec<Member>, CheckError> {
    let tests = Derivations::new(Grammar::new(Arc::clone(library)).tests(functions.iter().copied()));
    let suite = Arc::<Mutex<Vec<SuiteTest>>>::default();
    let subject = SuiteRecorder {
        library: Arc::clone(library),
        suite: Arc::clone(&suite),
        evaluated: Mutex::default(),
    };
    let subject: Arc<dyn Subject> = Arc::new(subject);
    // The footprint of a run is what the library has evaluated since the run before.
    let plan = Plan { jobs: std::num::NonZeroU64::MIN, ..plan.clone() };
    collect("suite", &tests, &subject, &plan, &[], std::num::NonZeroUsize::MAX)?;
    let mut suite = std::mem::take(&mut *lock(&suite));
    // Draws of different sizes come after the search.
    suite.sort_by_key(|own| own.member.test.size());
    let mut i = suite.len();
    while i > 0 {
        i -= 1;
        let others = suite.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, own)| &own.footprint);
        let others: BTreeSet<u64> = others.flatten().copied().collect();
        if suite[i].footprint.is_subset(&others) {
            suite.remove(i);
        }
    }
    Ok(suite.into_iter().map(|own| own.member).collect())
}

/// A test of the suite so far.
struct SuiteTest {
    member: Member,
    footprint: Footprint,
}

/// A library under test, with the tests that are kept for a suite.
struct SuiteRecorder<T: TestLibrary> {
    library: Arc<T>,
    suite: Arc<Mutex<Vec<SuiteTest>>>,
    /// What the suite evaluates.
    evaluated: Mutex<Footprint>,
}

fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: TestLibrary> SuiteRecorder<T> {
    fn keep(&self, test: &Derivation, input: &Run) {
        let Some(footprint) = self.library.footprint(test) else { return };
        let mut evaluated = lock(&self.evaluated);
        if footprint.is_subset(&evaluated) {
            return;
        }
        evaluated.extend(&footprint);
        let shown = input.excerpt(input.root());
        let root = shown.as_ref().map_or(test.root(), |shown| shown.at());
        let expression = self.library.text(&Expression::read(&*self.library, root));
        lock(&self.suite).push(SuiteTest { member: Member { test: test.clone(), expression }, footprint });
    }
}

impl<T: TestLibrary> Subject for SuiteRecorder<T> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let verdict = self.library.run(input, labels);
        if !matches!(verdict, Verdict::Discarded | Verdict::Undecided(_))
            && !input.is_replay()
            && let Some(test) = input.derivation(input.root())
        {
            self.keep(&test, input);
        }
        verdict
    }

    fn profile(&self) -> Profile {
        self.library.profile()
    }

    fn notice(&self, event: Event) {
        self.library.notice(event);
    }
}
