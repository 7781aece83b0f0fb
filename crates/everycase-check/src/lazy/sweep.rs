//! A space swept lazily: a search of all inputs up to one size after the other, then draws of larger sizes.
//!
//! How the parts of a run agree without communication: a budget in tests ends the search after a number of runs of the
//! whole, which no part can know without making them, so every part makes all of them. Every part also learns what inputs of
//! each size take to draw, and the parts share the draws that follow. Without a budget in tests, every part searches the small bounds whole, and shares only the bounds that take more than [`COMMON`] runs. What a
//! part has searched whole it knows as well as the whole run does: that nothing was left out for its size, that no smaller
//! input fails. Of a bound that is shared it knows its own classes only.

use std::sync::Arc;
use std::time::Instant;

use everycase_kernel::BigUint;

use super::draw::{Draw, OfSize, Sizes};
use super::search::{Bound, Search};
use crate::collector::At;
use crate::common::Common;
use crate::coverage::{Drawn, Ended, Exhausted, Partial};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Gathered, Trial};
use crate::runner::Runner;
use crate::shard::Shard;
use crate::stats::Stats;
use crate::sweep::{End, GAP, Sweep};
use crate::unknown::Unknown;

/// Units of a search, as many as make good parts: decisions that tell them apart are added or left out for the next bound
/// when there have been fewer or more.
const UNITS: std::ops::Range<u64> = 1 << 10..1 << 14;

/// The largest number of runs of a bound that every part searches whole. Smaller in tests, so that parts share small spaces, too.
const COMMON: u64 = if cfg!(test) { 1 << 2 } else { 1 << 14 };

/// What all sizes together may learn, in bytes.
const MEMORY: usize = 256 << 20;

/// The least number of runs for which draws of a size are worth beginning.
const WORTH: u64 = 1_000;

/// How many sizes are begun at once, whatever the number of threads: those after one that is given up are not begun at all.
const BEGUN_AT_ONCE: usize = 4;

/// This part of the runs is for learning of one size after the other what a first input takes. The others are better spent
/// where much is known already: most of what there is to learn has been learned by the first few inputs.
const LEARNING: u64 = 8;

/// The largest number of inputs of a size that are drawn before the next size has its turn.
const ROUND: u64 = 64;

/// Who searches a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// This part alone, as every other part does.
    Whole,
    /// The parts together.
    Shared,
}

impl Sweep<'_> {
    /// Returns a search of all inputs up to each size, as far as the budget goes.
    pub(crate) fn search(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut last = 0;
        let mut prefix = 1;
        let mut reach = Reach::Whole;
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let Some(count) = self.count_of(size, self.until_counted(&runner.pool, end.deadline))? else {
                self.is_out_of_memory = !runner.pool.is_over(end.deadline);
                break;
            };
            let mut ran = self.exhausted.as_ref().map_or(0, |all| all.done);
            let mut of_any_size = false;
            // A bound without inputs of its own adds nothing.
            if count != BigUint::ZERO {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = runner.pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let mut bound = self.search_bound(runner, size, prefix, left, &mut reach, end.deadline)?;
                self.planned += bound.runs;
                let of = &count_so_far + &count;
                let gathered = std::mem::take(&mut bound.done.gathered);
                let tests = |found: &Found| self.before.0 + self.inputs() + bound.until(found);
                let tests: Vec<_> = gathered.found().map(|found| (found.at(), tests(found))).collect();
                let is_whole = reach == Reach::Whole;
                if gathered.end.is_some() || bound.done.stopped || bound.done.spent {
                    let done = bound.done.counts.inputs();
                    self.partial = Some(Partial { size, done, of });
                    if self.exhausted.is_some() {
                        // The inputs of the bound before are counted.
                        bound.done.counts.stats = Stats::default();
                    }
                    if is_whole {
                        self.common.add(Common::of(&bound.done.counts));
                    }
                    self.count(bound.done.counts);
                    return self.keep(runner, gathered, is_whole, &tests);
                }
                prefix = match bound.units {
                    units if units < UNITS.start => prefix + 1,
                    units if units >= UNITS.end => prefix.saturating_sub(1).max(1),
                    _ => prefix,
                };
                count_so_far += count;
                // Each bound has the classes of the one before it, too.
                self.earlier.runs += ran;
                self.earlier.discarded += self.discarded;
                self.earlier.undecided += self.undecided;
                ran = bound.runs;
                // A part cannot know what the others have left out.
                of_any_size = reach == Reach::Whole && !bound.done.was_cut;
                self.discarded = bound.done.counts.discarded;
                self.undecided = bound.done.counts.undecided;
                self.common = if is_whole { Common::of(&bound.done.counts) } else { Common::default() };
                Unknown::keep(&mut self.unknown, bound.done.counts.unknown);
                self.stats = bound.done.counts.stats;
                self.keep(runner, gathered, is_whole, &tests)?;
            }
            self.next_size = size + 1;
            let finite = self.largest.is_some_and(|largest| size >= largest);
            self.exhausted = Some(Exhausted {
                through: size,
                count: count_so_far.clone(),
                done: ran,
                undecided: self.undecided,
                finite,
                of_any_size,
                shared: reach == Reach::Shared,
            });
            if of_any_size {
                break;
            }
        }
        Ok(())
    }

    /// Keeps the failures of a bound, each with the number of inputs run up to it.
    fn keep(
        &self,
        runner: &mut Runner,
        gathered: Gathered,
        saw_all_smaller: bool,
        tests: &[((u64, u64), u64)],
    ) -> Result<(), CheckError> {
        runner.collector.add(gathered, true, |found| {
            let tests = tests.iter().find(|(at, _)| *at == found.at()).map_or(1, |(_, tests)| *tests);
            let is_smallest = saw_all_smaller && self.all_known_before(found);
            Ok(At { phase: self.phase, tests, is_smallest })
        })
    }

    /// Searches one bound, whole or shared, with the same result for any number of threads.
    fn search_bound(
        &self,
        runner: &mut Runner,
        size: u32,
        prefix: usize,
        left: u64,
        reach: &mut Reach,
        deadline: Option<Instant>,
    ) -> Result<Searched, CheckError> {
        let bound = Bound {
            derivations: self.derivations.clone(),
            size,
            part: Shard::WHOLE,
            prefix,
            most: left,
            ended: self.undecided == 0,
        };
        let shares = !self.shard.is_whole() && self.budget.tests.is_none();
        let knows_all_smaller = *reach == Reach::Whole;
        if *reach == Reach::Whole {
            let most = if shares { left.min(COMMON) } else { left };
            let bound = Bound { most, ..bound.clone() };
            let mut found = Searched::of(runner.on_all(bound.part, &of_part(&bound), deadline)?);
            if runner.pool.jobs() > 1 && !found.done.stopped && (found.done.spent || found.runs > most) {
                // What comes before the end of the budget is the same however many threads there are.
                found = Searched::of(runner.on_one(|trial| Search::new(bound, trial), deadline)?);
            }
            if found.done.stopped && found.done.gathered.end.is_none() && found.runs > most {
                // Each thread may make all runs that the budget allows. Which of them one thread would have made is not known.
                let gathered = found.done.gathered;
                found = Searched::of(Done { stopped: true, gathered, ..Done::default() });
            }
            if !(shares && found.done.spent) {
                return Ok(found);
            }
            *reach = Reach::Shared;
        }
        let mut done = runner.on_all(self.shard, &of_part(&bound), deadline)?;
        if !knows_all_smaller {
            let below = Bound { size: size.saturating_sub(1), most: u64::MAX, ended: false, ..bound.clone() };
            let below: Box<dyn Fn(Shard, Trial) -> Search> = Box::new(of_part(&below));
            let again = |part, ended, trial| Search::new(Bound { part, ended, ..bound.clone() }, trial);
            done = runner.confirmed(done, self.shard, [below], &again, deadline)?;
        }
        Ok(Searched::of(done))
    }

    /// Draws inputs that satisfy what the property assumes, of the sizes not done completely.
    pub(crate) fn draw(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let runs = end.inputs.saturating_sub(self.planned);
        if runs == 0 {
            return Ok(());
        }
        let sizes = self.sizes_to_draw((runs / WORTH).max(1), &runner.pool, end.deadline)?;
        if sizes.is_empty() {
            return Ok(());
        }
        let mut draws = Draws::new(&sizes, self, runs, end.deadline);
        draws.draw(self, runner)?;
        self.planned = self.planned.saturating_add(if draws.is_divided { runs } else { draws.used });
        self.drawn = draws.drawn();
        Ok(())
    }
}

/// Returns a search for each part.
fn of_part(bound: &Bound) -> impl Fn(Shard, Trial) -> Search + use<> {
    let bound = bound.clone();
    move |part, trial| Search::new(Bound { part, ..bound.clone() }, trial)
}

/// What has come of the search of one bound.
struct Searched {
    done: Done,
    /// Runs up to the failure that ended it, that one included, or all of them.
    runs: u64,
    units: u64,
}

impl Searched {
    fn of(done: Done) -> Searched {
        let last = done.gathered.end.map_or(u64::MAX, |(unit, _)| unit);
        let runs = done.units.iter().filter(|(unit, _)| *unit <= last).map(|(_, runs)| runs).sum();
        let units = done.units.iter().map(|(unit, _)| unit + 1).max().unwrap_or(0);
        Searched { done, runs, units }
    }

    /// Returns the number of runs up to a failure, that one included.
    fn until(&self, found: &Found) -> u64 {
        let before = self.done.units.iter().filter(|(unit, _)| *unit < found.position);
        before.map(|(_, runs)| runs).sum::<u64>() + found.nth
    }
}

/// Draws of some sizes, in rounds.
///
/// First a few inputs of each size are drawn, then the runs that are left are divided among the sizes that they are enough
/// for. From there on the draws of a size depend on no other size.
struct Draws {
    /// The sizes not begun yet, the largest first.
    waiting: Vec<Arc<OfSize>>,
    begun: Vec<Begun>,
    shard: Shard,
    /// Do all parts begin all sizes? Then only the draws that follow are shared.
    in_common: bool,
    most: u64,
    /// Runs in all, up to a failure.
    used: u64,
    /// Were runs divided among sizes? How many of them the sizes of other parts have used, this part does not know.
    is_divided: bool,
    memory: usize,
    deadline: Option<Instant>,
}

/// A size that has been begun.
struct Begun {
    of_size: Arc<OfSize>,
    /// What was known of it after the last round.
    known: Drawn,
    /// How many runs it may take in all.
    most: u64,
}

impl Begun {
    fn goes_on(&self) -> bool {
        self.known.ended == Ended::No && self.known.values() > 0
    }
}

impl Draws {
    fn new(sizes: &[u32], sweep: &Sweep<'_>, most: u64, deadline: Option<Instant>) -> Draws {
        let Sweep { shard, seed, .. } = *sweep;
        let in_common = sweep.budget.tests.is_some();
        let own = (0..).zip(sizes).filter(|(place, _)| in_common || shard.owns(*place));
        let mut waiting: Vec<_> = own.map(|(_, &size)| Arc::new(OfSize::new(size, seed))).collect();
        waiting.reverse();
        let memory = MEMORY / waiting.len().max(1);
        Draws {
            waiting,
            begun: Vec::new(),
            shard,
            in_common,
            most,
            used: 0,
            is_divided: false,
            memory,
            deadline,
        }
    }

    fn draw(&mut self, sweep: &mut Sweep<'_>, runner: &mut Runner) -> Result<(), CheckError> {
        let share = self.most / self.waiting.len().max(1) as u64;
        while !self.waiting.is_empty()
            && !runner.pool.is_over(self.deadline)
            && self.used <= self.most / LEARNING
        {
            let first = self.begun.len();
            let rest = self.waiting.len().saturating_sub(BEGUN_AT_ONCE);
            let begin = |of_size: Arc<OfSize>| Begun { known: of_size.drawn(), of_size, most: share };
            self.begun.extend(self.waiting.drain(rest..).rev().map(begin));
            let places: Vec<usize> = (first..self.begun.len()).collect();
            self.round(sweep, runner, &places, 1)?;
            if runner.collector.is_full() {
                return Ok(());
            }
            let is_hopeless = |begun: &Begun| {
                matches!(begun.known.ended, Ended::GivenUp | Ended::TooMany | Ended::Undecided)
            };
            if self.begun.iter().any(is_hopeless) {
                self.waiting.clear();
            }
        }
        let mut places = self.divide();
        let mut rounds = 1;
        loop {
            places.retain(|&place| {
                let place = &self.begun[place];
                place.goes_on() && place.known.runs < place.most
            });
            if places.is_empty() || runner.pool.is_over(self.deadline) {
                return Ok(());
            }
            let values = rounds.min(ROUND);
            self.round(sweep, runner, &places, values)?;
            if runner.collector.is_full() {
                return Ok(());
            }
            rounds += values;
        }
    }

    /// Divides the runs that are left among the sizes that go on, and gives this part's places of them: sizes without an
    /// input so far are left alone, and so are the dearest as long as an equal share does not pay for another input of
    /// each.
    fn divide(&mut self) -> Vec<usize> {
        let left = self.most.saturating_sub(self.used);
        let cost = |place: usize| self.begun[place].known.cost();
        let mut places: Vec<usize> =
            (0..self.begun.len()).filter(|&place| self.begun[place].goes_on()).collect();
        places.sort_by_key(|&place| cost(place));
        while let Some(&dearest) = places.last()
            && left / (places.len() as u64) < 2 * cost(dearest)
        {
            places.pop();
        }
        places.sort_unstable();
        let share = left / places.len().max(1) as u64;
        for &place in &places {
            let place = &mut self.begun[place];
            place.most = place.known.runs.saturating_add(share);
        }
        self.is_divided = !places.is_empty();
        places.retain(|&place| !self.in_common || self.shard.owns(place as u64));
        places
    }

    /// Draws `values` inputs of each of some sizes.
    fn round(
        &mut self,
        sweep: &mut Sweep<'_>,
        runner: &mut Runner,
        places: &[usize],
        values: u64,
    ) -> Result<(), CheckError> {
        let jobs = runner.pool.jobs() as usize;
        let part = |job: u64, trial| {
            let own = places.iter().skip(job as usize).step_by(jobs).map(|&at| (at as u64, &self.begun[at]));
            let sizes = own.map(|(at, begun)| (at, Arc::clone(&begun.of_size), begun.most)).collect();
            let derivations = sweep.derivations.clone();
            Draw::new(Sizes { derivations, sizes, values, memory: self.memory }, trial)
        };
        let done = runner.round(&part, self.deadline)?;
        let last = done.gathered.end.map_or(u64::MAX, |(place, _)| place);
        for (at, begun) in (0..).zip(&mut self.begun) {
            let before = begun.known.runs;
            begun.known = begun.of_size.drawn();
            // What larger sizes have done by then depends on the threads.
            if at <= last {
                self.used += begun.known.runs - before;
            }
        }
        if self.in_common && !self.is_divided {
            sweep.common.add(Common::of(&done.counts));
        }
        sweep.count(done.counts);
        let at =
            At { phase: sweep.phase, tests: sweep.before.0 + sweep.inputs() + self.used, is_smallest: false };
        runner.collector.add(done.gathered, false, |_| Ok(at))
    }

    fn drawn(&self) -> Vec<Drawn> {
        let known = self.begun.iter().map(|place| place.known);
        known.filter(|drawn| drawn.runs > 0 || drawn.ended != Ended::No).collect()
    }
}
