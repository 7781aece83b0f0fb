//! The expressions of a regression suite: all that an exploration runs, up to a size.

use std::collections::HashMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::check::{CheckError, collect};
use everycase_check::claims::stats::Labels;
use everycase_check::control::stop::Stop;
use everycase_check::run::verdict::{Event, Profile, Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_kernel::Derivations;
use everycase_kernel::lazy::Run;

use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::subject::TestLibrary;

/// An expression to run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// The expression, in which parts that were not evaluated are open.
    pub expression: String,
    /// The same with the smallest values for open parts, if it is known: what is run where the
    /// expression needs one of them after all.
    pub complete: Option<String>,
}

/// The expressions of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The expressions, the smallest first.
    pub expressions: Vec<Input>,
    /// The size up to which these are all; `None` if some of the smallest size are missing.
    pub through: Option<u32>,
}

/// Returns the expressions that test some functions, given by their indices: all up to the largest
/// size that the plan allows, and of which there are at most `most`. Arguments whose value a
/// smaller expression has are left out, and inputs of properties that do not satisfy the premise.
///
/// # Errors
/// If the expressions cannot be counted, or a test is not deterministic.
pub fn inputs<T: TestLibrary>(
    library: &Arc<T>,
    functions: &[u32],
    plan: &Plan,
    most: usize,
) -> Result<Inputs, CheckError> {
    library.begin();
    let grammar = Grammar::new(Arc::clone(library));
    let tests = Derivations::new(grammar.tests(functions.iter().copied()));
    let (interrupt, end) = (plan.stop.clone(), Stop::default());
    let (met, own) = (Mutex::default(), Arc::clone(library));
    let recorder = Arc::new(Recorder { library: own, met, most, interrupt, end: end.clone() });
    let subject: Arc<dyn Subject> = Arc::clone(&recorder) as _;
    let plan = Plan { jobs: NonZeroU64::MIN, stop: end, ..plan.clone() };
    let checked = collect("suite", &tests, &subject, &plan, &[], NonZeroUsize::MAX)?.checked;
    let through = checked.coverage.exhausted().map(|all| all.through);
    let met = std::mem::take(&mut *recorder.met());
    let with_size = |(expression, (size, complete))| (size, Input { expression, complete: Some(complete) });
    let mut all: Vec<(u32, Input)> = met.into_iter().map(with_size).collect();
    all.retain(|(size, _)| Some(*size) <= through);
    all.sort_unstable();
    Ok(Inputs { expressions: all.into_iter().map(|(_, input)| input).collect(), through })
}

/// A library under test, with the expressions that its searches have run.
struct Recorder<T: TestLibrary> {
    library: Arc<T>,
    /// The expressions with their sizes, and complete.
    met: Mutex<HashMap<String, (u32, String)>>,
    most: usize,
    /// What the user interrupts.
    interrupt: Stop,
    /// Ends the search.
    end: Stop,
}

impl<T: TestLibrary> Recorder<T> {
    // An expression is added as a whole, so a panic elsewhere leaves the table consistent.
    fn met(&self) -> std::sync::MutexGuard<'_, HashMap<String, (u32, String)>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: TestLibrary> Subject for Recorder<T> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let verdict = self.library.run(input, labels);
        if input.as_search().is_none() && !input.is_replay() || self.interrupt.is_wanted() {
            // Draws say nothing about a size.
            self.end.stop();
        } else if verdict != Verdict::Discarded
            && !input.is_replay()
            && let Some(test) = input.derivation(input.root())
            && let Some(seen) = input.excerpt(input.root())
        {
            let expression = self.library.text(&Expression::read(&*self.library, seen.at()));
            let mut met = self.met();
            met.entry(expression).or_insert_with(|| (test.size(), self.library.complete(&test)));
            if met.len() >= self.most {
                self.end.stop();
            }
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
