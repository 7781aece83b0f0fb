//! The score of a property: on which share of mutants it fails, one fresh mutant a test case (Paper IV, section 3).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations, Random, SeedableRng};

use super::interval::Interval;
use super::mutant::{Change, Difference, InPlace, Mutant, Mutation, below};
use super::reach::Reach;
use super::target::{Target, Watch};
use crate::check::{Checked, check};
use crate::error::CheckError;
use crate::phase::Phase;
use crate::seed::Seed;
use crate::settings::Plan;
use crate::stats::Labels;
use crate::verdict::{LazySubject, Subject, Verdict};

/// What has become of the mutants of some inputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// The property failed on the mutant, and not on the function.
    pub killed: u64,
    /// The property let the mutant through.
    pub survived: u64,
    /// The property let the mutant through, and it is not known whether it differs from the function: its results cannot be encoded.
    pub not_known: u64,
    /// The mutant met a limit: it is not known whether the property fails.
    pub undecided: u64,
    /// The property did not call the function.
    pub unexercised: u64,
    /// No mutant was found that differs on a call that was made.
    pub without_mutant: u64,
}

impl Tally {
    /// Returns the number of mutants that count. Those that are not known to differ are among them, so that the share of mutants
    /// killed is a lower bound.
    pub fn mutants(&self) -> u64 {
        self.killed + self.survived + self.not_known
    }

    /// Returns the share of mutants killed; `None` without mutants. It is a lower bound if there are mutants that are not known to
    /// differ.
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more than 52 bits")]
    pub fn share(&self) -> Option<f64> {
        (self.mutants() > 0).then(|| self.killed as f64 / self.mutants() as f64)
    }

    fn of(phase: Phase, checked: &Checked) -> Tally {
        let count = |what: &str| {
            let name = label(phase, what);
            checked.stats.labels().find(|label| label.name == name).map_or(0, |label| label.count)
        };
        Tally {
            killed: count(KILLED),
            survived: count(SURVIVED),
            not_known: count(NOT_KNOWN),
            undecided: count(UNDECIDED),
            unexercised: count(UNEXERCISED),
            without_mutant: count(WITHOUT_MUTANT),
        }
    }
}

const KILLED: &str = "killed";
const SURVIVED: &str = "survived";
const NOT_KNOWN: &str = "not known to differ";
const UNDECIDED: &str = "undecided";
const UNEXERCISED: &str = "unexercised";
const WITHOUT_MUTANT: &str = "without mutant";

/// The phases whose inputs count: boundary values and saved inputs have no stated distribution.
const PHASES: [Phase; 2] = [Phase::Exhaustive, Phase::Sampling];

fn label(phase: Phase, what: &str) -> String {
    format!("{}: {what}", phase.name())
}

/// The strength of a property.
pub struct Score {
    /// The check of the property and its mutants: what was covered, and a failure of the property on the function itself.
    pub checked: Checked,
    /// The mutants of all inputs up to a size.
    pub exhaustive: Tally,
    /// The mutants of uniform draws of larger sizes.
    pub sampled: Tally,
    /// The smallest input of each kind of mutation on which a mutant survived, the smallest first.
    pub survivors: Vec<Survivor>,
    /// The inputs on which the function was exercised.
    pub reach: Reach,
}

impl Score {
    /// Returns the share of mutants killed, of all inputs.
    pub fn share(&self) -> Option<f64> {
        let (one, other) = (self.exhaustive, self.sampled);
        let (killed, survived) = (one.killed + other.killed, one.survived + other.survived);
        let not_known = one.not_known + other.not_known;
        Tally { killed, survived, not_known, ..Tally::default() }.share()
    }

    /// Returns the interval of the share over uniform draws.
    pub fn interval(&self) -> Option<Interval> {
        Interval::of(self.sampled.killed, self.sampled.mutants())
    }
}

/// A mutant that a property lets through.
#[derive(Debug, Clone)]
pub struct Survivor {
    /// How it was made.
    pub mutation: Mutation,
    /// The input of the property.
    pub input: Derivation,
    /// The calls of the property whose results it changes.
    pub changes: Vec<Change>,
}

impl Survivor {
    /// Returns the order of survivors: by the size of the input, then by the decisions.
    fn place(&self) -> (u32, Vec<u64>) {
        (self.input.size(), self.input.words())
    }
}

/// Finds out how strong a property is, within the budget of a plan. `mutations` are the kinds of mutants, each with equal probability.
///
/// # Errors
/// When the inputs cannot be enumerated.
pub fn score(
    name: &str,
    derivations: &Derivations,
    target: &Arc<dyn Target>,
    mutations: &[Mutation],
    plan: &Plan,
) -> Result<Score, CheckError> {
    let scored = Arc::new(Scored {
        target: Arc::clone(target),
        mutations: mutations.to_vec(),
        seed: plan.seed,
        phase: AtomicU8::new(Phase::Exhaustive as u8),
        survivors: Mutex::default(),
        reach: Mutex::default(),
    });
    let subject: Arc<dyn Subject> = Arc::clone(&scored) as Arc<dyn Subject>;
    let checked = check(name, derivations, &subject, plan, &[])?;
    let [exhaustive, sampled] = PHASES.map(|phase| Tally::of(phase, &checked));
    let survivors = std::mem::take(&mut *scored.survivors.lock().unwrap_or_else(PoisonError::into_inner));
    let mut survivors: Vec<Survivor> = survivors.into_values().collect();
    survivors.sort_by_key(Survivor::place);
    let reach = std::mem::take(&mut *scored.reach.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Score { checked, exhaustive, sampled, survivors, reach })
}

/// The subject of a check that runs a property with the function and with a mutant.
struct Scored {
    target: Arc<dyn Target>,
    mutations: Vec<Mutation>,
    seed: Seed,
    phase: AtomicU8,
    survivors: Mutex<BTreeMap<Mutation, Survivor>>,
    reach: Mutex<Reach>,
}

impl Subject for Scored {
    fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let target = &*self.target;
        let mut hasher = DefaultHasher::new();
        input.words().hash(&mut hasher);
        let mut rng = Random::seed_from_u64(self.seed.child(hasher.finish()).0);
        let pairs = target.exchangeable();
        let exchange = pairs.get(below(&mut rng, pairs.len())).copied();
        let watch = Rc::new(RefCell::new(Watch { exchange, ..Watch::default() }));
        let verdict = target.run(input, watch.clone());
        if verdict != Verdict::Passed {
            return verdict;
        }
        let exercised = watch.take().exercised;
        self.reach.lock().unwrap_or_else(PoisonError::into_inner).add(&exercised);
        let phase = PHASES.into_iter().find(|phase| *phase as u8 == self.phase.load(Ordering::Relaxed));
        let Some(phase) = phase else { return Verdict::Passed };
        let what = if exercised.is_empty() {
            UNEXERCISED
        } else {
            self.mutated(input, &exercised, exchange, &mut rng)
        };
        labels.mark(&label(phase, what), true, None);
        Verdict::Passed
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        self.target.on_demand().map(|_| self as &dyn LazySubject)
    }
}

impl LazySubject for Scored {
    /// Runs the property on demand, then the smallest input with the same decisions with a mutant.
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let Some(subject) = self.target.on_demand() else { return Verdict::Discarded };
        match subject.run_lazily(input, labels) {
            Verdict::Passed => {
                input.derivation(input.root()).map_or(Verdict::Passed, |input| self.run(&input, labels))
            }
            verdict => verdict,
        }
    }
}

impl Scored {
    /// Runs the property with a fresh mutant, and returns what has become of it.
    fn mutated(
        &self,
        input: &Derivation,
        exercised: &super::Exercised,
        exchange: Option<(usize, usize)>,
        rng: &mut Random,
    ) -> &'static str {
        let target = &*self.target;
        let mut left = self.mutations.clone();
        let drawn = std::iter::from_fn(|| {
            (!left.is_empty())
                .then(|| left.swap_remove(below(rng, left.len())))
                .map(|mutation| (mutation, Mutant::draw(target, mutation, exercised, exchange, rng)))
        });
        let drawn = { drawn }.find_map(|(mutation, mutant)| Some((mutation, mutant?)));
        let Some((mutation, (mutant, difference))) = drawn else { return WITHOUT_MUTANT };
        let in_place = InPlace::new(&self.target, &Rc::new(mutant));
        let verdict = target.run(input, in_place.clone());
        let changes = std::mem::take(&mut in_place.borrow_mut().changes);
        match verdict {
            Verdict::Failed(_) => KILLED,
            Verdict::Undecided(_) => UNDECIDED,
            // The function has no result on the arguments that the mutant exchanges for those of the calls.
            Verdict::Passed | Verdict::Discarded if changes.is_empty() => WITHOUT_MUTANT,
            Verdict::Passed | Verdict::Discarded if difference == Difference::Unknown => NOT_KNOWN,
            // A property that says nothing of a mutant lets it through.
            Verdict::Passed | Verdict::Discarded => {
                let survivor = Survivor { mutation, input: input.clone(), changes };
                self.keep(survivor);
                SURVIVED
            }
        }
    }

    fn keep(&self, survivor: Survivor) {
        let mut survivors = self.survivors.lock().unwrap_or_else(PoisonError::into_inner);
        match survivors.get(&survivor.mutation) {
            Some(kept) if kept.place() <= survivor.place() => {}
            _ => drop(survivors.insert(survivor.mutation, survivor)),
        }
    }
}
