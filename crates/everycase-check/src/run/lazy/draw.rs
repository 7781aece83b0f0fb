//! One thread's part of the draws: inputs of some sizes that satisfy the property's assumption
//! (Paper III).

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use everycase_kernel::lazy::{self, Holder, Limit, NotDeterministic, Probe, Run, Trail};
use everycase_kernel::{Derivations, Random, SeedableRng, SpaceError, Until};

use crate::claims::{DrawEnding, SizeDraws};
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::failures::{FailingInput, Hang, Trial};
use crate::run::jobs::{Case, Cases, work};
use crate::run::pool::Job;
use crate::run::verdict::{Cause, Failure, Verdict};
use crate::run::worker::{Worker, WorkerState};
use crate::settings::seed::Seed;

/// The number of runs without an input that satisfies the assumption after which draws of the size
/// begin to backtrack, and after which the size is given up.
const PATIENCE: u64 = 10_000;

/// The number of consecutive runs that meet a limit of the tool after which the size is given up:
/// each takes as long as the limits allow.
const UNDECIDED: u64 = 20;

/// The maximal number of derivations a draw skips by backtracking; it determines the odds in the
/// coverage statement.
const SKIPS: u64 = SizeDraws::ODDS - 1;

/// The memory limit for what the kernel counts during one draw, in bytes. After it, counts take no
/// more than their share.
const COUNTS: usize = 64 << 20;

/// The draws of one size. Only one thread at a time draws a size, with a generator of its own, so
/// the draws depend on the seed alone.
pub struct OfSize {
    state: Mutex<State>,
    /// The statement about it. Separate from the state, which a hanging thread never releases.
    drawn: Mutex<SizeDraws>,
    /// The work of counting for these draws, as of the last round.
    work: AtomicU64,
}

impl OfSize {
    /// Returns the draws of a size before the first one.
    pub fn new(size: u32, seed: Seed) -> OfSize {
        let drawn = SizeDraws::none(size);
        OfSize {
            state: Mutex::new(State::new(drawn, seed)),
            drawn: Mutex::new(drawn),
            work: AtomicU64::new(0),
        }
    }

    /// Returns the work that counting for these draws has taken, see [`Until::within_work`].
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Returns the statement about it.
    pub fn drawn(&self) -> SizeDraws {
        *self.noted()
    }

    fn noted(&self) -> MutexGuard<'_, SizeDraws> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was learned about a size, and the results so far.
struct State {
    run: Run,
    rng: Random,
    /// Whether the run has begun.
    begun: bool,
    backtracks: bool,
    /// The number of runs since the last input that satisfied the assumption, with the current way
    /// of drawing.
    misses: u64,
    /// The number of consecutive runs that met a limit.
    undecided: u64,
    drawn: SizeDraws,
}

impl State {
    fn new(drawn: SizeDraws, seed: Seed) -> State {
        State {
            run: Run::new(),
            rng: Random::seed_from_u64(seed.child(u64::from(drawn.size)).0),
            begun: false,
            backtracks: false,
            misses: 0,
            undecided: 0,
            drawn,
        }
    }
}

/// Some sizes, and how much to draw of each. The threads of a round share them: each draws the next
/// that none has begun.
pub struct Sizes {
    derivations: Derivations,
    shares: Vec<Share>,
    /// The number of sizes that have been begun.
    begun: AtomicUsize,
    /// The number of inputs that satisfy the assumption.
    values: u64,
    /// The memory limit for what is learned about one size, in bytes.
    memory: usize,
    /// When a draw is cut off.
    until: Until,
}

impl Sizes {
    /// Returns a round of draws: of each size, at most `values` inputs that satisfy the assumption.
    pub fn new(
        derivations: Derivations,
        shares: Vec<Share>,
        values: u64,
        memory: usize,
        until: Until,
    ) -> Sizes {
        Sizes { derivations, shares, begun: AtomicUsize::new(0), values, memory, until }
    }

    /// Returns the next size that no thread has begun.
    fn next(&self) -> Option<&Share> {
        self.shares.get(self.begun.fetch_add(1, Ordering::Relaxed))
    }
}

/// How much may be drawn of one size, in all rounds together.
pub struct Share {
    /// The position of the size in the order of all.
    pub position: u64,
    /// Its draws.
    pub of_size: Arc<OfSize>,
    /// The maximal number of runs.
    pub runs: u64,
    /// The maximal work of counting.
    pub work: u64,
    /// Whether this part counts its draws.
    pub is_own: bool,
}

/// The job of drawing inputs of some sizes.
pub struct Draw {
    of: Arc<Sizes>,
    trial: Trial,
    /// The decisions of the current input, for the pool.
    trail: Arc<Mutex<Trail>>,
}

impl Job for Draw {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let draws = Draws {
            of: self,
            current: None,
            values: 0,
            is_void: false,
            is_stopped: false,
            nowhere: Run::new(),
        };
        work(draws, &self.trial, worker)
    }

    fn left_behind(&self, at: &WorkerState, limit: Duration) -> Result<Done, CheckError> {
        let position = at.position();
        let share = self.of.shares.iter().find(|share| share.position == position);
        let drawn = share.map_or(SizeDraws::none(0), |share| share.of_size.drawn());
        if let Some(share) = share {
            // The thread keeps what was learned about the size.
            share.of_size.noted().ended = DrawEnding::Undecided;
        }
        let trail = self.trail.lock().unwrap_or_else(PoisonError::into_inner);
        // What the property has not looked at makes no difference to how long it takes.
        let input = trail.derivation(&self.of.derivations, drawn.size)?;
        let failure = Failure::of(Cause::Hung(limit));
        let found = FailingInput { position, nth: drawn.runs, input, failure };
        self.trial.failures.suspend(Hang { found, counted: at.counted_size() });
        Ok(Done { counts: at.take_counts(), ..Done::default() })
    }
}

impl Draw {
    /// Returns the job of drawing inputs of some sizes.
    pub fn new(of: Arc<Sizes>, trial: Trial) -> Draw {
        Draw { of, trial, trail: Arc::default() }
    }

    /// Begins the draws of a size. Returns whether its inputs can be drawn.
    fn begin(&self, of: &mut State, share: &Share) -> Result<bool, CheckError> {
        if !of.begun {
            match of.run.begin_draws(&self.of.derivations, of.drawn.size) {
                Ok(_) => of.begun = true,
                Err(SpaceError::TooMany { .. }) => {
                    of.drawn.ended = DrawEnding::TooMany;
                    return Ok(false);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let limits = self.of.until.clone().within_memory(COUNTS).within_work(share.work);
        let sharing = self.trial.subject.profile().names_continuations;
        of.run.with(|draw: &mut lazy::Draw, _| {
            draw.set_sharing(sharing);
            draw.set_limits(limits);
        });
        Ok(true)
    }

    /// Ends the draws of a size for this round.
    fn leave(&self, of: &mut State, share: &Share) {
        if let Some(draw) = of.run.as_draw() {
            share.of_size.work.store(draw.work(), Ordering::Relaxed);
        }
        // Other sizes are drawn before the next draw of this one.
        if of.drawn.ended == DrawEnding::No && !of.fits(self.of.memory) {
            of.drawn.ended = DrawEnding::Memory;
        }
        if of.drawn.ended != DrawEnding::No {
            // No more draws of this size: free the memory for others.
            of.run.reset();
        }
        *share.of_size.noted() = of.drawn;
    }
}

/// The draws of some sizes, one size after the other.
struct Draws<'d> {
    of: &'d Draw,
    /// The size that is drawn.
    current: Option<(&'d Share, MutexGuard<'d, State>)>,
    /// The number of its inputs in this round.
    values: u64,
    /// Whether the current run began before other draws refuted its input.
    is_void: bool,
    is_stopped: bool,
    /// In place of the run of a size.
    nowhere: Run,
}

impl Draws<'_> {
    /// Begins the next size; returns whether there is one.
    fn enter(&mut self, worker: &Worker<'_>) -> Result<bool, CheckError> {
        let Some(share) = self.of.of.next() else { return Ok(false) };
        let mut of = share.of_size.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.of.begin(&mut of, share)? {
            self.of.leave(&mut of, share);
            return self.enter(worker);
        }
        if worker.is_watched() {
            of.run.watch(Arc::clone(&self.of.trail), worker.deciding());
        }
        (self.current, self.values) = (Some((share, of)), 0);
        Ok(true)
    }

    /// Draws the next input of the size. Returns whether there is one.
    fn draw(&mut self) -> bool {
        let Some((share, of)) = &mut self.current else { return false };
        if of.drawn.ended != DrawEnding::No || self.values >= self.of.of.values || of.drawn.runs >= share.runs
        {
            return false;
        }
        if !of.fits(self.of.of.memory) {
            of.drawn.ended = DrawEnding::Memory;
            return false;
        }
        let State { run, rng, drawn, .. } = &mut **of;
        if !lazy::Draw::next(run, rng) {
            drawn.ended = DrawEnding::NoneLeft;
            return false;
        }
        drawn.runs += 1;
        *share.of_size.noted() = *drawn;
        true
    }

    fn leave(&mut self) {
        if let Some((share, mut of)) = self.current.take() {
            self.of.leave(&mut of, share);
        }
    }
}

impl Cases for Draws<'_> {
    fn next(&mut self, worker: &Worker<'_>) -> Result<Option<Case>, CheckError> {
        loop {
            if self.current.is_none() && !self.enter(worker)? {
                return Ok(None);
            }
            if worker.is_over() {
                self.is_stopped = true;
                return Ok(None);
            }
            if self.draw()
                && let Some((share, of)) = &self.current
            {
                let (position, is_own) = (share.position, share.is_own);
                let SizeDraws { size, runs, .. } = of.drawn;
                return Ok(Some(Case { position, nth: runs, size, is_own }));
            }
            self.leave();
        }
    }

    fn run(&mut self) -> &mut Run {
        self.current.as_mut().map_or(&mut self.nowhere, |(_, of)| &mut of.run)
    }

    fn execute(
        &mut self,
        probe: Probe,
        execute: impl FnMut(&mut Run) -> Option<Verdict>,
    ) -> Result<Option<Verdict>, NotDeterministic> {
        let drawn = lazy::Draw::execute(self.run(), probe, execute)?;
        self.is_void = drawn.as_ref().is_some_and(|drawn| drawn.is_void);
        Ok(drawn.map(|drawn| drawn.answer))
    }

    fn judge(&mut self, verdict: Verdict) -> Verdict {
        if self.is_void { Verdict::Discarded } else { verdict }
    }

    fn add(&mut self, verdict: &Verdict, _: bool) {
        let Some((_, of)) = self.current.as_mut().filter(|_| !self.is_void) else { return };
        match verdict {
            Verdict::Undecided(_) => {
                // Neither excluded from further draws nor one that satisfies the assumption.
                of.undecided += 1;
                if of.undecided == UNDECIDED {
                    of.drawn.ended = DrawEnding::Undecided;
                }
            }
            Verdict::Discarded => {
                of.undecided = 0;
                of.record_miss();
            }
            Verdict::Passed | Verdict::Failed(_) => {
                (of.undecided, of.misses) = (0, 0);
                self.values += 1;
                let State { backtracks, drawn, .. } = &mut **of;
                *(if *backtracks { &mut drawn.backtracking } else { &mut drawn.uniform }) += 1;
            }
        }
    }

    fn take_back(&mut self) -> bool {
        let Some((_, of)) = &mut self.current else { return false };
        of.drawn.runs -= 1;
        match of.run.as_draw().and_then(lazy::Draw::reached) {
            Some(Limit::Memory) => of.drawn.ended = DrawEnding::Memory,
            Some(Limit::Work) => of.drawn.ended = DrawEnding::Work,
            Some(Limit::Time) | None => return false,
        }
        true
    }

    fn end(mut self, done: &mut Done) {
        self.leave();
        done.stopped |= self.is_stopped;
    }
}

impl State {
    /// Returns whether `bytes` suffice for what was learned; discards what can be computed again.
    fn fits(&mut self, bytes: usize) -> bool {
        self.run.with(|draw: &mut lazy::Draw, _| draw.fits(bytes)) != Some(false)
    }

    /// Counts a run without an input. After [`PATIENCE`] of them draws backtrack; after as many
    /// again they stop.
    fn record_miss(&mut self) {
        self.misses += 1;
        if self.misses < PATIENCE {
            return;
        }
        if self.backtracks {
            self.drawn.ended = DrawEnding::GivenUp;
        } else {
            (self.backtracks, self.misses) = (true, 0);
            self.run.with(|draw: &mut lazy::Draw, _| draw.backtrack(u128::from(SKIPS)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    use everycase_kernel::lazy::Probe;

    use super::*;
    use crate::claims::stats::Labels;
    use crate::run::failures::Failures;
    use crate::run::pool::Pool;
    use crate::run::verdict::{Profile, Subject};
    use crate::settings::Settings;
    use crate::testing::shapes::lists;

    /// Has the trail of its draws blocked before it looks at its input for the first time.
    struct BlockedTrail(Mutex<Option<(Sender<()>, Receiver<()>)>>);

    impl Subject for BlockedTrail {
        fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
            if let Some((ask, is_blocked)) = self.0.lock().unwrap().take() {
                ask.send(()).unwrap();
                is_blocked.recv().unwrap();
            }
            run.force_all(run.root());
            Verdict::Passed
        }

        fn profile(&self) -> Profile {
            Profile::parts()
        }
    }

    /// A draw records its decisions in a trail, so a decision waits while another thread uses that.
    #[test]
    fn a_property_that_waits_for_a_slow_decision_does_not_hang() {
        let limit = Duration::from_millis(600);
        let (ask, asked) = channel();
        let (block, is_blocked) = channel();
        let subject = Arc::new(BlockedTrail(Mutex::new(Some((ask, is_blocked)))));
        let failures = Arc::new(Failures::open());
        let trial = Trial { subject, failures: Arc::clone(&failures), probe: Probe::Never };
        let of_size = Arc::new(OfSize::new(9, Seed(7)));
        let sizes = vec![Share { position: 0, of_size, runs: 1, work: u64::MAX, is_own: true }];
        let draw = Draw::new(Arc::new(Sizes::new(lists(), sizes, 1, 1 << 20, Until::default())), trial);
        let trail = Arc::clone(&draw.trail);
        let slow = thread::spawn(move || {
            asked.recv().unwrap();
            let _in_use = trail.lock().unwrap();
            block.send(()).unwrap();
            thread::sleep(3 * limit);
        });
        let plan = Settings { case_time: Some(limit), jobs: Some(1), ..Settings::default() }.fill("slow");
        let done = Pool::new("slow", &plan).unwrap().run_on_one(draw, None).unwrap().unwrap();
        slow.join().unwrap();
        assert_eq!(done.counts.inputs(), 1);
        assert!(failures.take().hangs.is_empty());
    }
}
