//! The score of a property: on which share of mutants it fails, one fresh mutant a test case (Paper
//! IV, section 3).

mod again;
mod readable;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations, Random};

use super::change::Change;
use super::draw::draw;
use super::in_place::InPlace;
use super::interval::Interval;
use super::mutant::{Difference, Mutant, Mutation, below, random};
use super::reach::Reach;
use super::tally::{
    COUNTED, KILLED, NOT_KNOWN, SURVIVED, Tally, UNDECIDED, UNEXERCISED, WITHOUT_MUTANT, label,
};
use super::target::{Exercises, Target, Watch};
use crate::check::{CheckResult, Ending, Finding, check};
use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::control::stop::was_ended;
use crate::run::error::CheckError;
use crate::run::verdict::{Event, Profile, Subject, Verdict};
use crate::settings::Plan;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::system::miri::Instant;
use crate::text::encoding::Fingerprint;
use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// The strength of a property.
pub struct Score {
    /// The check of the property and its mutants: what was covered, and a failure of the property
    /// on the function itself.
    pub checked: CheckResult,
    /// The mutants of all inputs up to a size, those that were run again included.
    pub exhaustive: Tally,
    /// Further mutants of the same inputs, where these are few: all of them were run with one
    /// mutant each before the budget was spent.
    pub again: Tally,
    /// The mutants of uniform draws of larger sizes.
    pub sampled: Tally,
    /// How many of these, exhaustive and sampled, every part of the run counts: the mutants of
    /// inputs that it does not divide.
    pub common: [Tally; 2],
    /// The smallest input of each kind of mutation on which a mutant survived, the smallest first.
    pub survivors: Vec<Survivor>,
    /// The inputs on which the function was exercised.
    pub reach: Reach,
    /// The smallest input that was seen on which the property is not deterministic: run once more
    /// with the function, it had another verdict, or made other calls. The tallies then mean
    /// nothing.
    pub unsteady: Option<Derivation>,
    /// The kind of a mutant whose run did not end, if that ended the check.
    pub hung: Option<Mutation>,
    /// The kinds of mutants.
    pub mutations: Vec<Mutation>,
    /// The seed of the run.
    pub seed: Seed,
    /// The bounds of the run.
    pub budget: Budget,
    /// The fingerprint of the shape of the property's inputs.
    pub fingerprint: Option<Fingerprint>,
}

impl Score {
    /// Returns the share of mutants killed, of all inputs.
    pub fn share(&self) -> Option<f64> {
        (self.exhaustive + self.sampled).share()
    }

    /// Returns the interval of the share over uniform draws.
    pub fn interval(&self) -> Option<Interval> {
        Interval::of(self.sampled.killed, self.sampled.mutants())
    }
}

/// A mutant that a property lets through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survivor {
    /// How it was made.
    pub mutation: Mutation,
    /// The input of the property.
    pub input: Derivation,
    /// The calls of the property whose results it changes. They have letters where the property
    /// lets the mutant through with these in place of other characters, also of the input.
    pub changes: Vec<Change>,
    /// Whether it is known to differ from the function.
    pub difference: Difference,
}

/// Finds out how strong a property is, within the budget of a plan. `mutations` are the kinds of
/// mutants, each with equal probability. Each input has one mutant, or more where all inputs are
/// run before the budget is spent.
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
    let scored = Arc::new(ScoreSubject {
        target: Arc::clone(target),
        mutations: mutations.to_vec(),
        seed: plan.seed,
        stream: AtomicU8::new(Stream::Search as u8),
        runs: AtomicU64::new(0),
        seen: Mutex::default(),
    });
    let start = Instant::now();
    let subject: Arc<dyn Subject> = Arc::clone(&scored) as Arc<dyn Subject>;
    let mut checked = check(name, derivations, &subject, plan, &[])?;
    let stats = checked.coverage.stats();
    let [mut exhaustive, mut sampled] = COUNTED.map(|stream| Tally::of(stream, &stats));
    let stats = checked.coverage.common_stats();
    let common = COUNTED.map(|stream| Tally::of(stream, &stats));
    let again = again::run(&scored, name, plan, &checked, (exhaustive, start))?;
    exhaustive = exhaustive + again;
    let Observations { survivors, reach, unsteady, running, .. } = std::mem::take(&mut *scored.seen());
    let mut survivors: Vec<Survivor> =
        survivors.into_entries().into_iter().map(|(_, survivor)| survivor).collect();
    sort_by_key(&mut survivors, |survivor| place(&survivor.input));
    if checked.ended != Ending::Interrupted && running.is_empty() {
        readable::run(&scored, name, derivations, plan, &mut survivors)?;
    }
    let hung = match &checked.finding {
        Finding::Counterexample(found) if found.failure.is_hang() => {
            let own = running.into_iter().find(|(input, _)| *input == found.input);
            own.map(|(_, mutation)| (mutation, found.stream))
        }
        // A mutant of an input that was run again.
        Finding::Nothing => running.into_iter().next().map(|(_, mutation)| (mutation, Stream::Search)),
        _ => None,
    };
    if let Some((_, stream)) = hung {
        // The property has passed with the function.
        checked.finding = Finding::Nothing;
        let tally = if stream == Stream::Search { &mut exhaustive } else { &mut sampled };
        tally.undecided += 1;
    }
    let hung = hung.map(|(mutation, _)| mutation);
    Ok(Score {
        checked,
        exhaustive,
        again,
        sampled,
        common,
        survivors,
        reach,
        unsteady,
        hung,
        mutations: mutations.to_vec(),
        seed: plan.seed,
        budget: plan.budget,
        fingerprint: derivations.fingerprint().ok().map(Fingerprint),
    })
}

/// The subject of a check that runs a property with the function and with a mutant.
struct ScoreSubject {
    target: Arc<dyn Target>,
    mutations: Vec<Mutation>,
    seed: Seed,
    stream: AtomicU8,
    /// The number of inputs run so far.
    runs: AtomicU64,
    seen: Mutex<Observations>,
}

/// What all runs have shown together, apart from the counts, which the check keeps.
#[derive(Default)]
struct Observations {
    /// The smallest survivor of each kind.
    survivors: SortedMap<Mutation, Survivor>,
    reach: Reach,
    unsteady: Option<Derivation>,
    /// The inputs whose mutants run now.
    running: Vec<(Derivation, Mutation)>,
    /// The inputs of the exhaustive stream that had a mutant, as long as they are few.
    few: BTreeMap<(u32, Vec<u64>), (Derivation, Arc<Exercises>)>,
}

/// A mutant that was drawn for an input.
struct MutantDraw {
    mutation: Mutation,
    mutant: Arc<Mutant>,
    difference: Difference,
}

/// The outcome of a mutant on an input.
enum Outcome {
    Killed,
    Survived(Survivor),
    Undecided,
    /// The run with the mutant did not make the calls of the run with the function.
    Unsteady,
    WithoutMutant,
}

/// The property is run once more with the function on this many inputs ...
const FIRST_REPEATED: u64 = 64;
/// ... and then on each input whose number is divisible by this one.
const REPEATED: u64 = 8;

impl Subject for ScoreSubject {
    /// Runs the property, on demand if it can run that way, and then the smallest input with the
    /// same decisions with a mutant.
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        if !input.is_replay()
            && let Some(subject) = self.target.on_demand()
        {
            return match subject.run(input, labels) {
                Verdict::Passed => {
                    input.derivation(input.root()).map_or(Verdict::Passed, |input| self.score(&input, labels))
                }
                verdict => verdict,
            };
        }
        input.whole().map_or(Verdict::Discarded, |input| self.score(input, labels))
    }

    fn profile(&self) -> Profile {
        let profile = self.target.on_demand().map(Subject::profile);
        profile
            .map_or_else(Profile::default, |Profile { is_pure, .. }| Profile { is_pure, ..Profile::parts() })
    }

    fn notice(&self, event: Event) {
        if let Event::Stream(stream) = event {
            self.stream.store(stream as u8, Ordering::Relaxed);
        }
    }
}

impl ScoreSubject {
    /// Runs the property with the function and with a mutant.
    fn score(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let (mut rng, exchange) = self.drawing(input);
        let (verdict, exercised) = self.watched(input, exchange);
        let stream = COUNTED.into_iter().find(|stream| *stream as u8 == self.stream.load(Ordering::Relaxed));
        let Some(stream) = stream.filter(|_| verdict == Verdict::Passed) else { return verdict };
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let is_first = run < FIRST_REPEATED || run.is_multiple_of(REPEATED);
        let outcome = (!exercised.is_empty()).then(|| self.mutated(input, &exercised, exchange, &mut rng));
        let mut is_unsteady = false;
        if is_first || matches!(outcome, Some(Outcome::Unsteady)) {
            let (verdict, again) = self.watched(input, None);
            is_unsteady = match verdict {
                Verdict::Passed => !again.agrees(&exercised),
                Verdict::Failed(_) | Verdict::Discarded => true,
                // A limit that was met says nothing.
                Verdict::Undecided(_) => false,
            };
        }
        if was_ended() {
            // The time is over: the runs ended anyhow, and the check does not count them.
            return verdict;
        }
        let what = match &outcome {
            None => UNEXERCISED,
            Some(Outcome::Killed) => KILLED,
            Some(Outcome::Survived(survivor)) if survivor.difference == Difference::Known => SURVIVED,
            Some(Outcome::Survived(_)) => NOT_KNOWN,
            Some(Outcome::Undecided) => UNDECIDED,
            Some(Outcome::Unsteady | Outcome::WithoutMutant) => WITHOUT_MUTANT,
        };
        labels.mark(&label(stream, what), true, None);
        let inputs = Reach::inputs(&exercised);
        let seen = &mut *self.seen();
        seen.reach.add(inputs);
        if outcome.is_some() && stream == Stream::Search && seen.few.len() <= again::FEW {
            seen.few.insert(place(input), (input.clone(), Arc::clone(&exercised)));
        }
        if let Some(Outcome::Survived(survivor)) = outcome {
            seen.keep(survivor);
        }
        if is_unsteady && seen.unsteady.as_ref().is_none_or(|known| place(input) < place(known)) {
            seen.unsteady = Some(input.clone());
        }
        verdict
    }

    fn seen(&self) -> MutexGuard<'_, Observations> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the property with the function, and watches its calls.
    fn watched(&self, input: &Derivation, exchange: Option<(usize, usize)>) -> (Verdict, Arc<Exercises>) {
        let watch = Rc::new(RefCell::new(Watch { exchange, ..Watch::default() }));
        let verdict = self.target.run(input, watch.clone());
        (verdict, Arc::new(watch.take().exercised))
    }

    /// Returns the random numbers for an input, and the arguments that its mutants exchange.
    fn drawing(&self, input: &Derivation) -> (Random, Option<(usize, usize)>) {
        let mut rng = random(self.seed, &input.words());
        let pairs = self.target.exchangeable();
        let exchange = pairs.get(below(&mut rng, pairs.len())).copied();
        (rng, exchange)
    }

    /// Draws a mutant of one of the kinds, the first that has one.
    fn drawn(
        &self,
        exercised: &Exercises,
        exchange: Option<(usize, usize)>,
        rng: &mut Random,
    ) -> Option<MutantDraw> {
        let mut left = self.mutations.clone();
        let drawn = std::iter::from_fn(|| {
            let mutation = (!left.is_empty()).then(|| left.swap_remove(below(rng, left.len())))?;
            Some((mutation, draw(&*self.target, mutation, exercised, exchange, rng)))
        });
        let drawn = { drawn }.find_map(|(mutation, mutant)| Some((mutation, mutant?)));
        drawn.map(|(mutation, (mutant, difference))| MutantDraw {
            mutation,
            mutant: Arc::new(mutant),
            difference,
        })
    }

    /// Runs the property with a fresh mutant.
    fn mutated(
        &self,
        input: &Derivation,
        exercised: &Arc<Exercises>,
        exchange: Option<(usize, usize)>,
        rng: &mut Random,
    ) -> Outcome {
        let drawn = self.drawn(exercised, exchange, rng);
        drawn.map_or(Outcome::WithoutMutant, |drawn| self.with_mutant(input, exercised, &drawn))
    }

    /// Runs the property with a mutant.
    fn with_mutant(&self, input: &Derivation, exercised: &Arc<Exercises>, drawn: &MutantDraw) -> Outcome {
        let (target, &MutantDraw { mutation, difference, .. }) = (&*self.target, drawn);
        self.seen().running.push((input.clone(), mutation));
        let in_place = InPlace::new(&self.target, &drawn.mutant, exercised);
        let verdict = target.run(input, in_place.clone());
        let running = &mut self.seen().running;
        if let Some(own) = running.iter().position(|(other, _)| other == input) {
            running.swap_remove(own);
        }
        let is_stopped = in_place.borrow().is_stopped();
        let changes = std::mem::take(&mut in_place.borrow_mut().changes);
        match verdict {
            _ if is_stopped => Outcome::Undecided,
            // What differs on an exercised call is met in a run that makes the same calls.
            _ if changes.is_empty() && difference == Difference::Known => Outcome::Unsteady,
            // The function has no result on the arguments that the mutant exchanges for the
            // arguments of the calls.
            _ if changes.is_empty() => Outcome::WithoutMutant,
            Verdict::Failed(_) => Outcome::Killed,
            Verdict::Undecided(_) => Outcome::Undecided,
            // A property that says nothing of a mutant lets it through.
            Verdict::Passed | Verdict::Discarded => {
                Outcome::Survived(Survivor { mutation, input: input.clone(), changes, difference })
            }
        }
    }
}

impl Observations {
    /// Keeps a survivor if it is the smallest of its kind.
    fn keep(&mut self, survivor: Survivor) {
        match self.survivors.get(&survivor.mutation) {
            Some(kept) if place(&kept.input) <= place(&survivor.input) => {}
            _ => self.survivors.insert(survivor.mutation, survivor),
        }
    }
}

/// Returns the order of inputs: by size, then by the decisions.
fn place(input: &Derivation) -> (u32, Vec<u64>) {
    (input.size(), input.words())
}
