//! A check: the inputs that failed before, then every input by size, then uniform draws, then boundary values; and a
//! smaller input for a failure.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::lazy::Partial;
use everycase_kernel::{BigUint, Derivation, Derivations, SpaceError, Until};

use crate::budget::Budget;
use crate::coverage::{Coverage, Edges, Sample};
use crate::phase::Phase;
use crate::pool::{Found, Job, Pool};
use crate::settings::Plan;
use crate::shard::Shard;
use crate::stats::{Labels, Stats};
use crate::sweep::{COUNTS, EDGE_COUNTS, End, GAP, Sweep};
use crate::verdict::{Cause, Failure, LazySubject, Subject, Verdict};
use crate::work::{Within, Work};

mod death;

pub use self::death::{Death, take_over};
pub use crate::error::CheckError;
pub use crate::unknown::Unknown;

/// However slow a property is, shrinking ends after so long.
pub const LONGEST_SHRINK: Duration = Duration::from_secs(10);

/// Tells whether an input fails, or ends the search for others.
type Fails<'f> = dyn FnMut(&Derivation) -> ControlFlow<(), bool> + 'f;

/// Seeds of the draws from the boundary values follow from the run's by this number.
const EDGES: u64 = 0x6564_6765_7300_0000;

/// What a check has to say.
#[derive(Debug, Clone)]
pub struct Checked {
    /// What was covered.
    pub coverage: Coverage,
    /// What the property said of its inputs.
    pub stats: Stats,
    /// The smallest input of which it is not known whether the property holds, if there is one.
    pub undecided: Option<Box<Unknown>>,
    /// What was found.
    pub finding: Finding,
    /// How long it took.
    pub time: Duration,
    /// Why it ended.
    pub ended: Ended,
}

/// Why a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// A failure was found.
    Failure,
    /// All inputs that there are have been seen, in all parts together.
    AllSeen,
    /// All inputs within the bound on sizes have been seen, in all parts together.
    Size,
    /// The budget in tests was spent.
    Tests,
    /// Time was up.
    Time,
    /// Larger inputs take more memory to count than they may.
    Memory,
    /// It was ended from outside.
    Interrupted,
}

impl Ended {
    /// Why a check ended, in words that follow the time it took.
    pub fn words(self) -> &'static str {
        match self {
            Ended::Failure | Ended::AllSeen | Ended::Interrupted => "",
            Ended::Size => ", up to the size asked for",
            Ended::Tests => ", all tests made",
            Ended::Time => ", time is up",
            Ended::Memory => ", larger inputs take too much memory to count",
        }
    }

    /// How records call it.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Failure => "failure",
            Ended::AllSeen => "all seen",
            Ended::Size => "size",
            Ended::Tests => "tests",
            Ended::Time => "time",
            Ended::Memory => "memory",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// What a check found.
#[derive(Debug, Clone)]
pub enum Finding {
    /// No input on which the property fails.
    Nothing,
    /// An input on which it fails.
    Counterexample(Box<Counterexample>),
    /// The property was never put to the test.
    Unreached(Unreached),
    /// Shares of inputs demanded by the property that are missed, each told in words.
    Undershot(Vec<String>),
}

/// Why a property was never put to the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreached {
    /// There are no inputs at all: a type without values.
    NoValues,
    /// All inputs are larger than allowed.
    TooSmall {
        /// The largest size allowed.
        bound: u32,
        /// The smallest size of any input, if that is known.
        smallest: Option<u32>,
    },
    /// Time was up before an input was counted or run to its end.
    NoTime,
    /// Every input was discarded: by all parts, where a part of a run says so.
    AllDiscarded,
    /// Every input was discarded or undecided, and not all were discarded.
    NoneDecided,
}

/// An input on which a property fails.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// The input.
    pub input: Derivation,
    /// How the property fails on it.
    pub failure: Failure,
    /// The phase in which a failing input was found.
    pub phase: Phase,
    /// How small the input is.
    pub minimal: Minimal,
    /// Inputs that this part has run up to and including the one found, in their order; shrinking not counted. Where several
    /// threads run inputs, the others may have run more by then.
    pub tests: u64,
    /// Did the property hold when it was run on the input once more?
    pub flaky: bool,
}

/// How small a counterexample is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimal {
    /// No input of a smaller size fails.
    Size,
    /// No input obtained from it by one step of shrinking fails.
    Locally,
    /// It was not shrunk, or not to the end.
    No,
}

/// Checks a subject on the derivations of a shape, as planned. `saved` are inputs that failed before; `name` is what
/// its threads are called.
///
/// # Errors
/// When the inputs cannot be enumerated.
pub fn check(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    saved: &[Derivation],
) -> Result<Checked, CheckError> {
    let mut check = Check::new(name, derivations, subject, plan)?;
    let found = check.search(saved)?;
    check.conclude(found)
}

/// Runs a subject on one input only. A failing input is reported as it is.
///
/// # Errors
/// When no thread can be started.
pub fn replay(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    input: &Derivation,
) -> Result<Checked, CheckError> {
    given(name, derivations, subject, plan, (Phase::Replay, None), std::slice::from_ref(input))
}

/// What is done beside a run takes this part of its time at most.
const BESIDE: u32 = 16;

/// Runs a subject on the first inputs that there are, at most `most` and up to a size, as far as a small part of the plan's time
/// goes. A failing input is reported as it is.
///
/// # Errors
/// When the inputs cannot be enumerated, or no thread can be started.
pub fn first(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    size: u32,
    most: usize,
) -> Result<Checked, CheckError> {
    let mut inputs = Vec::new();
    // The run has its time to itself: this takes little beside it.
    let end = plan.budget.time.and_then(|time| Instant::now().checked_add(time / BESIDE));
    let timed = derivations.until(Until::new(end, plan.stop.flag()));
    for size in 0..=size {
        if inputs.len() >= most {
            break;
        }
        let mut walk = match timed.of_size(size) {
            Err(SpaceError::OutOfTime) => break,
            walk => walk?,
        };
        while inputs.len() < most
            && let Some(input) = walk.next()
        {
            inputs.push(input.clone());
        }
    }
    given(name, derivations, subject, plan, (Phase::RoundTrip, end), &inputs)
}

/// Runs a subject on inputs in their order, on one thread, until it fails or a time is up.
fn given(
    name: &str,
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    (phase, deadline): (Phase, Option<Instant>),
    inputs: &[Derivation],
) -> Result<Checked, CheckError> {
    // The inputs are the whole run, whichever part this is.
    let plan = Plan { shard: Shard::WHOLE, jobs: NonZeroU64::MIN, ..plan.clone() };
    let mut check = Check::new(name, derivations, subject, &plan)?;
    subject.enter(phase);
    let (replayed, found) = check.given(inputs, deadline)?;
    check.coverage.replayed = replayed;
    let finding = match found {
        Some(found) => Finding::Counterexample(Box::new(Counterexample {
            input: found.input,
            failure: found.failure,
            phase,
            minimal: if phase == Phase::RoundTrip { Minimal::Size } else { Minimal::No },
            tests: found.position + 1,
            flaky: false,
        })),
        None if check.coverage.undecided > 0 => Finding::Unreached(Unreached::NoneDecided),
        None if check.coverage.discards() > 0 => Finding::Unreached(Unreached::AllDiscarded),
        None => Finding::Nothing,
    };
    Ok(check.finish(finding))
}

struct Check<'a> {
    name: &'a str,
    derivations: &'a Derivations,
    subject: &'a Arc<dyn Subject>,
    plan: &'a Plan,
    pool: Pool,
    start: Instant,
    /// When its time is over.
    end: Option<Instant>,
    coverage: Coverage,
    stats: Stats,
    undecided: Option<Box<Unknown>>,
    /// Inputs that this part has run up to the failure.
    tests: u64,
    /// Has this part itself seen all inputs smaller than the failure?
    saw_all_smaller: bool,
    /// Have all inputs been seen that there are within the bound on sizes?
    is_done: bool,
    /// Are there sizes whose inputs take more memory to count than they may?
    is_out_of_memory: bool,
}

impl<'a> Check<'a> {
    fn new(
        name: &'a str,
        derivations: &'a Derivations,
        subject: &'a Arc<dyn Subject>,
        plan: &'a Plan,
    ) -> Result<Check<'a>, CheckError> {
        let start = Instant::now();
        Ok(Check {
            name,
            derivations,
            subject,
            plan,
            pool: Pool::new(name, plan, subject)?,
            start,
            // A time too long for the clock is no limit.
            end: plan.budget.time.and_then(|time| start.checked_add(time)),
            coverage: Coverage::none(plan.shard),
            stats: Stats::default(),
            undecided: None,
            tests: 0,
            saw_all_smaller: plan.shard.is_whole(),
            is_done: false,
            is_out_of_memory: false,
        })
    }

    /// All phases, until one finds a failure.
    fn search(&mut self, saved: &[Derivation]) -> Result<Option<(Phase, Found)>, CheckError> {
        // Every part replays: saved inputs are few, and each is most likely to fail again. They are replayed whatever their
        // size: they are what the user has met before.
        self.subject.enter(Phase::Replay);
        if !saved.is_empty() {
            // Half of the time is for new inputs, however long saved ones take.
            let half = self.plan.budget.time.and_then(|time| self.start.checked_add(time / 2));
            let (replayed, found) = self.given(saved, half)?;
            self.coverage.replayed = replayed;
            // The search meets them again: labels count each input once.
            self.stats = Stats::default();
            if let Some(found) = found {
                self.tests = replayed;
                return Ok(Some((Phase::Replay, found)));
            }
        }

        // Counting takes time too: the clock has started.
        let (plan, start) = (self.plan, Instant::now());
        let budget = self.plan.budget.after(start.duration_since(self.start));
        let until = self.pool.until(self.end);
        let mut sweep = Sweep::new(self.derivations, &until, budget, plan.shard, plan.seed)?;
        let whole = match budget.tests {
            Some(tests) => sweep.whole_within(tests, &until)?,
            None => None,
        };
        let end = |phase| End {
            inputs: budget.tests_until(phase, whole).unwrap_or(u64::MAX),
            deadline: budget.deadline(phase, start),
        };
        self.subject.enter(Phase::Exhaustive);
        let lazily = self.subject.lazily();
        let first = end(Phase::Exhaustive);
        let found = if lazily.is_some() {
            sweep.search(&mut self.pool, first)?
        } else {
            sweep.exhaust(&mut self.pool, first)?
        };
        let mut found = found.map(|found| (Phase::Exhaustive, found));
        if found.is_none() && !sweep.is_done() && !plan.stop.is_wanted() {
            self.subject.enter(Phase::Sampling);
            let second = end(Phase::Sampling);
            let drawn = if lazily.is_some_and(LazySubject::draws_lazily) {
                sweep.draw(&mut self.pool, second)?
            } else {
                sweep.sample(&mut self.pool, second)?
            };
            found = drawn.map(|found| (Phase::Sampling, found));
        }
        self.is_done = sweep.is_done();
        self.saw_all_smaller = sweep.saw_all_smaller;
        let planned = sweep.planned;
        self.tests = self.coverage.replayed + sweep.until_failure;
        self.take(&mut sweep);
        self.coverage.lazily = lazily.is_some();
        self.coverage.drawn = std::mem::take(&mut sweep.drawn);
        self.coverage.exhausted = sweep.exhausted.take();
        self.coverage.partial = sweep.partial.take();
        self.coverage.earlier = sweep.earlier;
        let draws = std::mem::take(&mut sweep.draws);
        self.coverage.samples = draws.into_iter().map(|(size, draws)| Sample { size, draws }).collect();
        if found.is_some() || self.is_done || plan.stop.is_wanted() {
            return Ok(found);
        }
        self.edges(planned)
    }

    /// Boundary values: they too by size, then at random.
    fn edges(&mut self, planned: u64) -> Result<Option<(Phase, Found)>, CheckError> {
        let edges = self.derivations.edges();
        if self.same_as_all(&edges)? {
            return Ok(None);
        }
        let most = self.plan.budget.edges_after(planned);
        let until = self.pool.until(self.end);
        let seed = self.plan.seed.child(EDGES);
        let mut sweep = Sweep::new(&edges, &until, self.plan.budget, self.plan.shard, seed)?;
        sweep.has_all = false;
        // A boundary value costs no more here than among all inputs, so that the bound holds for the sizes here, too.
        sweep.within = Some(Within { derivations: self.derivations.clone(), size: self.plan.budget.size });
        let all_fit = sweep.whole_within(most, &until)?.is_some();
        let (half, end) = self.plan.budget.edges_deadlines(Instant::now());
        let (half, end) = (self.end.min(half), self.end.min(end));
        let first = if all_fit { most } else { most.div_ceil(2) };
        let mut found = None;
        self.subject.enter(Phase::Edges);
        if most > 0 {
            found = sweep.exhaust(&mut self.pool, End { inputs: first, deadline: half })?;
        }
        if found.is_none() && !sweep.is_done() && !self.plan.stop.is_wanted() {
            found = sweep.sample(&mut self.pool, End { inputs: most, deadline: end })?;
        }
        let before = self.coverage.inputs();
        self.take(&mut sweep);
        self.coverage.edges = Some(Edges { done: sweep.inputs(), complete: sweep.is_complete() });
        let Some(found) = found else { return Ok(None) };
        self.tests = before + sweep.until_failure;
        // A boundary value is a value like any other: from here on it is one of the space itself.
        let input = self.derivations.parse(&found.input.words())?;
        Ok(Some((Phase::Edges, Found { input, ..found })))
    }

    /// Is there nothing in the space of boundary values but what the sizes searched have shown?
    fn same_as_all(&self, edges: &Derivations) -> Result<bool, CheckError> {
        let searched = self.coverage.exhausted.as_ref().map_or(0, |all| all.through);
        let partial = self.coverage.partial.as_ref().map_or(0, |some| some.size);
        for size in 0..=searched.max(partial) {
            let until = || self.pool.until(self.end);
            match (
                edges.until(until().within_memory(EDGE_COUNTS)).count(size),
                self.derivations.until(until()).count(size),
            ) {
                // What cannot be counted is not run.
                (Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }), _)
                | (_, Err(SpaceError::OutOfTime)) => return Ok(true),
                (edges, all) => {
                    if edges? != all? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn take(&mut self, sweep: &mut Sweep<'_>) {
        self.is_out_of_memory |= sweep.is_out_of_memory && sweep.has_all;
        self.coverage.discarded += sweep.discarded;
        self.coverage.undecided += sweep.undecided;
        Unknown::keep(&mut self.undecided, sweep.unknown.take());
        self.stats.merge(std::mem::take(&mut sweep.stats));
    }

    /// Runs the inputs in their order, on one thread, and tells how many were run.
    fn given(
        &mut self,
        inputs: &[Derivation],
        deadline: Option<Instant>,
    ) -> Result<(u64, Option<Found>), CheckError> {
        let job = Job::Each(Work::Given(inputs.into()), None);
        let done = self.pool.run_job_on_one(&job, deadline)?;
        let ran = done.counts.inputs();
        self.coverage.discarded += done.counts.discarded;
        self.coverage.undecided += done.counts.undecided;
        Unknown::keep(&mut self.undecided, done.counts.unknown);
        self.stats.merge(done.counts.stats);
        Ok((done.failure.as_ref().map_or(ran, |found| found.position + 1), done.failure))
    }

    fn conclude(mut self, found: Option<(Phase, Found)>) -> Result<Checked, CheckError> {
        let finding = match found {
            Some((phase, found)) => Finding::Counterexample(Box::new(self.counterexample(phase, found)?)),
            None => match self.unreached()? {
                Some(why) => Finding::Unreached(why),
                None => match self.missed() {
                    missed if missed.is_empty() => Finding::Nothing,
                    missed => Finding::Undershot(missed),
                },
            },
        };
        Ok(self.finish(finding))
    }

    /// The demanded shares that are missed.
    fn missed(&self) -> Vec<String> {
        if self.coverage.tells_shares() { self.stats.missed(self.coverage.is_complete()) } else { Vec::new() }
    }

    fn finish(self, finding: Finding) -> Checked {
        let ended = self.ended(&finding);
        Checked {
            coverage: self.coverage,
            stats: self.stats,
            undecided: self.undecided,
            finding,
            time: self.start.elapsed(),
            ended,
        }
    }

    fn ended(&self, finding: &Finding) -> Ended {
        let Budget { time, tests, .. } = self.plan.budget;
        match finding {
            Finding::Counterexample(_) => Ended::Failure,
            _ if self.plan.stop.is_wanted() => Ended::Interrupted,
            _ if self.coverage.is_complete() => Ended::AllSeen,
            _ if self.is_done => Ended::Size,
            _ if time.is_some_and(|time| self.start.elapsed() >= time) => Ended::Time,
            _ if self.is_out_of_memory => Ended::Memory,
            _ if tests.is_some() => Ended::Tests,
            _ => Ended::Time,
        }
    }

    fn unreached(&mut self) -> Result<Option<Unreached>, CheckError> {
        // What is interrupted may have been put to the test yet.
        let undecided = self.coverage.undecided + self.coverage.earlier.undecided;
        if self.coverage.inputs() > self.coverage.discards() + undecided || self.plan.stop.is_wanted() {
            return Ok(None);
        }
        if self.coverage.inputs() > 0 {
            let elsewhere = !self.plan.shard.is_whole() && self.is_reached_elsewhere()?;
            if self.plan.stop.is_wanted() {
                return Ok(None);
            }
            let why = if undecided > 0 { Unreached::NoneDecided } else { Unreached::AllDiscarded };
            return Ok((!elsewhere).then_some(why));
        }
        if self.pool.is_over(self.end) {
            return Ok(Some(Unreached::NoTime));
        }
        match self.without_inputs() {
            Err(CheckError::Space(SpaceError::OutOfTime)) => Ok(Some(Unreached::NoTime)),
            why => why,
        }
    }

    /// Why no input was run to its end, found out in the time that is left.
    fn without_inputs(&self) -> Result<Option<Unreached>, CheckError> {
        if self.is_out_of_memory {
            let size = self.coverage.exhausted.as_ref().map_or(0, |all| all.through + 1);
            return Err(SpaceError::TooLarge { size }.into());
        }
        let derivations = self.derivations.until(self.pool.until(self.end).within_memory(COUNTS));
        if let Some(largest) = derivations.largest_size()?
            && derivations.count_up_to(largest)? == BigUint::ZERO
        {
            return Ok(Some(Unreached::NoValues));
        }
        let bound = self.plan.budget.size.unwrap_or(GAP);
        if smallest_size(&derivations, 0, bound)?.is_some() {
            // A part may have nothing to do while the whole run has.
            return Ok(self.plan.shard.is_whole().then_some(Unreached::NoTime));
        }
        // Far enough for any size a person gives to a constructor, and quick.
        let larger = smallest_size(&derivations, bound.saturating_add(1), bound.saturating_add(GAP - 1));
        let smallest = match larger {
            Err(CheckError::Space(SpaceError::TooLarge { .. })) => None,
            smallest => smallest?,
        };
        Ok(Some(Unreached::TooSmall { bound, smallest }))
    }

    /// Is there an input of another part that is not discarded? All inputs of this one were, which says nothing of the
    /// whole run; and if all parts held, the report would hide that no input was ever tested. So the whole run is done here until
    /// one is found, in the time that is left.
    fn is_reached_elsewhere(&self) -> Result<bool, CheckError> {
        let mut plan = Plan { shard: Shard::WHOLE, ..self.plan.clone() };
        if let Some(time) = plan.budget.time {
            let left = time.saturating_sub(self.start.elapsed());
            if left.is_zero() {
                return Ok(false);
            }
            plan.budget.time = Some(left);
        }
        let reaches: Arc<dyn Subject> = Arc::new(Reaches(Arc::clone(self.subject)));
        let found = Check::new(self.name, self.derivations, &reaches, &plan)?.search(&[])?;
        Ok(found.is_some())
    }

    /// Shrinks a failing input and runs the property on it once more.
    fn counterexample(&mut self, phase: Phase, found: Found) -> Result<Counterexample, CheckError> {
        let tests = self.tests;
        let Found { input, failure, .. } = found;
        let mut counterexample =
            Counterexample { input, failure, phase, minimal: Minimal::No, tests, flaky: false };
        // An input that is undecided may fail: nothing is claimed of smaller inputs if there is one among them.
        let all_known = self.coverage.undecided == 0 || counterexample.failure.is_limit();
        let is_first = match phase {
            Phase::RoundTrip => true,
            Phase::Exhaustive => self.saw_all_smaller && all_known,
            Phase::Replay | Phase::Sampling | Phase::Edges => false,
        };
        if is_first {
            counterexample.minimal = Minimal::Size;
            if phase == Phase::Exhaustive
                && !counterexample.failure.is_hang()
                && !counterexample.failure.is_limit()
            {
                // Letters and digits in place of other characters of their sizes: nothing smaller fails all the same.
                self.reduce(&mut counterexample, |all, input, fails| all.nicer(input, fails))?;
            }
        } else if counterexample.failure.is_limit() {
            // Alone, an input that meets a limit is undecided, and so is a smaller one.
        } else if self.plan.isolate || !counterexample.failure.is_hang() {
            // In this process every smaller input that hangs too would leave a thread behind.
            let ended = self.reduce(&mut counterexample, |all, input, fails| all.shrink(input, fails))?;
            counterexample.minimal = if ended { Minimal::Locally } else { Minimal::No };
        }
        // What hangs, or meets a limit, would take its time again.
        let is_quick = !counterexample.failure.is_hang() && !counterexample.failure.is_limit();
        if is_quick && self.pool.has_threads() {
            match self.once(&counterexample.input)? {
                Once::Fails(failure) => counterexample.failure = failure,
                Once::Holds | Once::Undecided => counterexample.flaky = true,
            }
        }
        Ok(counterexample)
    }

    /// Takes another input that fails, as `reduce` finds it; returns whether it has come to its end.
    fn reduce(
        &mut self,
        counterexample: &mut Counterexample,
        reduce: impl FnOnce(&Derivations, &Derivation, &mut Fails<'_>) -> Result<Derivation, SpaceError>,
    ) -> Result<bool, CheckError> {
        let derivations = self.derivations.clone();
        let start = Instant::now();
        let isolated = self.plan.isolate;
        let mut problem = None;
        let mut cut_short = false;
        let mut last = None;
        // Was any input next to the smallest one so far undecided?
        let mut is_unknown = false;
        let smallest = reduce(&derivations, &counterexample.input, &mut |candidate| {
            if start.elapsed() > LONGEST_SHRINK || self.plan.stop.is_wanted() {
                cut_short = true;
                return ControlFlow::Break(());
            }
            match self.once(candidate) {
                Ok(Once::Fails(failure)) if failure.is_hang() && !isolated => {
                    cut_short = true;
                    ControlFlow::Break(())
                }
                Ok(Once::Fails(failure)) => {
                    last = Some(failure);
                    is_unknown = false;
                    ControlFlow::Continue(true)
                }
                Ok(Once::Undecided) => {
                    is_unknown = true;
                    ControlFlow::Continue(false)
                }
                Ok(Once::Holds) => ControlFlow::Continue(false),
                Err(error) => {
                    problem = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(error) = problem {
            return Err(error);
        }
        counterexample.input = smallest;
        if let Some(failure) = last {
            counterexample.failure = failure;
        }
        // Without a thread nothing was tried.
        Ok(!cut_short && !is_unknown && self.pool.has_threads())
    }

    /// What the property says of an input, which counts nowhere.
    fn once(&mut self, input: &Derivation) -> Result<Once, CheckError> {
        let inputs: Arc<[Derivation]> = [input.clone()].into();
        let done = self.pool.run_on_one(Work::Given(inputs))?;
        Ok(match done.failure {
            Some(found) => Once::Fails(found.failure),
            None if done.counts.undecided > 0 => Once::Undecided,
            None => Once::Holds,
        })
    }
}

/// Returns the smallest size with inputs between two, these included.
fn smallest_size(derivations: &Derivations, first: u32, last: u32) -> Result<Option<u32>, CheckError> {
    for size in first..=last {
        if derivations.count(size)? != BigUint::ZERO {
            return Ok(Some(size));
        }
    }
    Ok(None)
}

/// What a property says of one input more.
enum Once {
    /// It does not fail.
    Holds,
    /// It is not known.
    Undecided,
    /// It fails.
    Fails(Failure),
}

/// A subject that fails on every input for which another says whether it holds.
struct Reaches(Arc<dyn Subject>);

fn reaches(verdict: &Verdict) -> Verdict {
    match verdict {
        Verdict::Discarded | Verdict::Undecided(_) => Verdict::Discarded,
        Verdict::Passed | Verdict::Failed(_) => {
            Verdict::Failed(Box::new(Failure::of(Cause::Returned("not discarded".to_owned()))))
        }
    }
}

impl Subject for Reaches {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        reaches(&self.0.run(input, labels))
    }

    fn enter(&self, phase: Phase) {
        self.0.enter(phase);
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        self.0.lazily().map(|_| self as &dyn LazySubject)
    }
}

impl LazySubject for Reaches {
    fn run_lazily(&self, input: &mut Partial, labels: &mut Labels) -> Verdict {
        // Only a subject with a lazy side is run so.
        self.0.lazily().map_or(Verdict::Discarded, |subject| reaches(&subject.run_lazily(input, labels)))
    }

    fn names_what_is_to_do(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::names_what_is_to_do)
    }

    fn draws_lazily(&self) -> bool {
        self.0.lazily().is_some_and(LazySubject::draws_lazily)
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
