//! One thread's part of the draws: inputs of some sizes that satisfy the property's assumption (Paper III).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use everycase_kernel::lazy::{self, Holder, NotDeterministic, Run, Trail};
use everycase_kernel::{Derivations, Random, SeedableRng, SpaceError};

use super::confirm::{Confirmed, confirmed};
use super::execution;
use crate::coverage::{Drawn, Ended};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Trial};
use crate::pool::Job;
use crate::seed::Seed;
use crate::stats::Labels;
use crate::verdict::{Cause, Failure, LazySubject, Verdict};
use crate::worker::{Watched, Worker};

/// The number of runs without an input that satisfies the assumption after which draws of the size begin to backtrack, and
/// after which the size is given up.
const PATIENCE: u64 = 10_000;

/// The number of consecutive runs that meet a limit of the tool after which the size is given up: each takes as long as the
/// limits allow.
const UNDECIDED: u64 = 20;

/// The maximal number of derivations a draw skips by backtracking; it determines the odds in the coverage statement.
const SKIPS: u64 = Drawn::ODDS - 1;

/// The draws of one size. Only one thread at a time draws a size, with a generator of its own, so the draws depend on the seed
/// alone.
pub struct OfSize {
    state: Mutex<State>,
    /// The statement about it. Separate from the state, which a hanging thread never releases.
    drawn: Mutex<Drawn>,
}

impl OfSize {
    /// Returns the draws of a size before the first one.
    pub fn new(size: u32, seed: Seed) -> OfSize {
        let drawn = Drawn::none(size);
        OfSize { state: Mutex::new(State::new(drawn, seed)), drawn: Mutex::new(drawn) }
    }

    /// Returns the statement about it.
    pub fn drawn(&self) -> Drawn {
        *self.noted()
    }

    fn noted(&self) -> MutexGuard<'_, Drawn> {
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
    /// The number of runs since the last input that satisfied the assumption, with the current way of drawing.
    in_vain: u64,
    /// The number of consecutive runs that met a limit.
    undecided: u64,
    drawn: Drawn,
}

impl State {
    fn new(drawn: Drawn, seed: Seed) -> State {
        State {
            run: Run::new(),
            rng: Random::seed_from_u64(seed.child(u64::from(drawn.size)).0),
            begun: false,
            backtracks: false,
            in_vain: 0,
            undecided: 0,
            drawn,
        }
    }
}

/// Some sizes, and how much to draw of each.
pub struct Sizes {
    /// The space.
    pub derivations: Derivations,
    /// Each with its position in the order of all, and the maximal number of its runs in all rounds together.
    pub sizes: Vec<(u64, Arc<OfSize>, u64)>,
    /// The number of inputs that satisfy the assumption.
    pub values: u64,
    /// The memory limit for what is learned about one size, in bytes.
    pub memory: usize,
}

/// The job of drawing inputs of some sizes.
pub struct Draw {
    of: Sizes,
    trial: Trial,
    /// The decisions of the current input, for the pool.
    trail: Arc<Mutex<Trail>>,
}

impl Job for Draw {
    type Done = Done;

    fn run(&self, worker: &Worker<'_>) -> Result<Done, CheckError> {
        let Trial { subject, failures, .. } = &self.trial;
        let mut done = Done::default();
        // Only lazy subjects have such draws.
        let Some(subject) = subject.lazily() else { return Ok(done) };
        for &(position, ref of_size, most) in &self.of.sizes {
            if failures.have_ended_before(position, 0) || done.stopped {
                break;
            }
            if !self.draw(position, of_size, most, subject, worker, &mut done)? {
                break;
            }
        }
        done.counts = worker.take_counts();
        Ok(done)
    }

    fn left_behind(&self, at: &Watched, limit: Duration) -> Result<Done, CheckError> {
        let position = at.position();
        let of_size = self.of.sizes.iter().find(|(own, ..)| *own == position);
        let drawn = of_size.map_or(Drawn::none(0), |(_, of_size, _)| of_size.drawn());
        let trail = self.trail.lock().unwrap_or_else(PoisonError::into_inner);
        let input = trail.derivation(&self.of.derivations, drawn.size)?;
        let failure = Failure::of(Cause::Hung(limit));
        self.trial.failures.end_with(Found { position, nth: drawn.runs, input, failure });
        Ok(Done { counts: at.take_counts(), ..Done::default() })
    }
}

impl Draw {
    /// Returns the job of drawing inputs of some sizes.
    pub fn new(of: Sizes, trial: Trial) -> Draw {
        Draw { of, trial, trail: Arc::default() }
    }

    /// Draws inputs of a size. Returns whether the part continues.
    fn draw(
        &self,
        position: u64,
        of_size: &OfSize,
        most: u64,
        subject: &dyn LazySubject,
        worker: &Worker<'_>,
        done: &mut Done,
    ) -> Result<bool, CheckError> {
        let of = &mut *of_size.state.lock().unwrap_or_else(PoisonError::into_inner);
        let result = self.draw_from(of, (position, of_size, most), subject, worker, done);
        *of_size.noted() = of.drawn;
        result
    }

    fn draw_from(
        &self,
        of: &mut State,
        (position, of_size, most): (u64, &OfSize, u64),
        subject: &dyn LazySubject,
        worker: &Worker<'_>,
        done: &mut Done,
    ) -> Result<bool, CheckError> {
        let size = of.drawn.size;
        if !of.begun {
            match of.run.begin_draws(&self.of.derivations, size) {
                Ok(_) => {
                    of.begun = true;
                    let sharing = subject.names_continuations();
                    of.run.with(|draw: &mut lazy::Draw, _| draw.set_sharing(sharing));
                }
                Err(SpaceError::TooMany { .. }) => {
                    of.drawn.ended = Ended::TooMany;
                    return Ok(true);
                }
                Err(error) => return Err(error.into()),
            }
        }
        if worker.is_watched() {
            of.run.watch(Arc::clone(&self.trail));
        }
        let mut goes_on = true;
        let mut labels = Labels::default();
        let mut values = 0;
        while values < self.of.values && of.drawn.runs < most {
            if of.drawn.runs > 0 && worker.is_over() {
                done.stopped = true;
                break;
            }
            if of.run.with(|draw: &mut lazy::Draw, _| draw.fits(self.of.memory)) == Some(false) {
                of.drawn.ended = Ended::Memory;
                break;
            }
            if !lazy::Draw::next(&mut of.run, &mut of.rng) {
                of.drawn.ended = Ended::NoneLeft;
                break;
            }
            of.drawn.runs += 1;
            *of_size.noted() = of.drawn;
            worker.begin(position, size);
            let execute = execution(subject, worker, &mut labels);
            let executed = lazy::Draw::execute(&mut of.run, self.trial.probe, execute);
            let drawn = match executed {
                Ok(drawn) => drawn,
                Err(NotDeterministic) => match confirmed(subject, worker, &of.run)? {
                    Confirmed::Finding(input, failure) => {
                        let nth = of.drawn.runs;
                        self.trial.failures.end_with(Found { position, nth, input, failure });
                        done.stopped = true;
                        return Ok(false);
                    }
                    Confirmed::Unknown(verdict) => {
                        verdict.map(|answer| lazy::Drawn { answer, is_void: false })
                    }
                },
            };
            let Some(lazy::Drawn { answer: verdict, is_void }) = drawn else {
                of.drawn.runs -= 1;
                worker.take_back(size);
                done.stopped = true;
                break;
            };
            if is_void {
                // The run began before other draws refuted its input.
                worker.count(&Verdict::Discarded, &labels, position, || None);
                continue;
            }
            worker.count(&verdict, &labels, position, || of.run.derivation(of.run.root()));
            if let Verdict::Undecided(_) = verdict {
                // Undecided: neither excluded from further draws nor one that satisfies the assumption.
                of.undecided += 1;
                if of.undecided == UNDECIDED {
                    of.drawn.ended = Ended::Undecided;
                    break;
                }
                continue;
            }
            of.undecided = 0;
            if verdict == Verdict::Discarded {
                of.lose_patience();
                if of.drawn.ended != Ended::No {
                    break;
                }
                continue;
            }
            of.in_vain = 0;
            values += 1;
            let drawn = if of.backtracks { &mut of.drawn.backtracking } else { &mut of.drawn.uniform };
            *drawn += 1;
            if let Verdict::Failed(failure) = verdict {
                // The smallest input of the class fails, too.
                let input = of.run.derivation(of.run.root());
                let found = |input| Found { position, nth: of.drawn.runs, input, failure: *failure };
                goes_on = input.is_none_or(|input| self.trial.failures.add(found(input)));
                if !goes_on {
                    break;
                }
            }
        }
        if of.drawn.ended != Ended::No {
            // No more draws of this size: free the memory for others.
            of.run.reset();
        }
        Ok(goes_on)
    }
}

impl State {
    /// Counts a run without an input. After [`PATIENCE`] of them draws backtrack; after as many again they stop.
    fn lose_patience(&mut self) {
        self.in_vain += 1;
        if self.in_vain < PATIENCE {
            return;
        }
        if self.backtracks {
            self.drawn.ended = Ended::GivenUp;
        } else {
            (self.backtracks, self.in_vain) = (true, 0);
            self.run.with(|draw: &mut lazy::Draw, _| draw.backtrack(u128::from(SKIPS)));
        }
    }
}
