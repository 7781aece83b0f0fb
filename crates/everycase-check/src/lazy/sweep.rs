//! A lazy sweep of a space: searches up to increasing sizes, then draws of larger sizes.
//!
//! How the parts of a run agree without communication: the number of tests ends the search after a number of runs of the whole, which a
//! part cannot know without making them, so every part makes all of them. Every part also learns the cost of drawing inputs of each size,
//! and only the following draws are divided. A size belongs to one part, which alone counts its draws.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use everycase_kernel::{BigUint, SpaceError};

use super::draw::{Draw, OfSize, Share, Sizes};
use super::search::{Bound, Search};
use crate::collector::At;
use crate::coverage::{Claim, Drawn, Ended, Extent, Tally};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::{Found, Gathered, Trial};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::shard::Shard;
use crate::sweep::{COUNTS, End, GAP, Sweep};
use crate::unknown::Unknown;
use crate::verdict::Event;
use crate::worker::Counts;

/// The number of units of a search that makes good parts. If there are fewer or more, the next bound uses longer or shorter
/// prefixes.
const UNITS: std::ops::Range<u64> = 1 << 10..1 << 14;

/// The memory limit for what is learned about all sizes together, in bytes.
const MEMORY: usize = 256 << 20;

/// The minimal number of runs with which draws of a size are begun.
const WORTH: u64 = 1_000;

/// The number of sizes begun at once, whatever the number of threads. Sizes after one that is given up are not begun.
const BEGUN_AT_ONCE: usize = 4;

/// The fraction of runs, as a divisor, that may be spent on learning the cost of a first input of each size. The other runs are
/// better spent on sizes that have begun: the first few inputs teach most of what can be learned about a size.
const LEARNING: u64 = 8;

/// The fraction of the work that is left, as a divisor, that may be spent on a first input of one size. Sizes after one for which
/// that does not suffice are not begun.
const DEAR: u64 = 8;

/// The number of consecutive sizes without any input that satisfies the assumption after which larger ones are not begun. There
/// may be such sizes between others, as with lists of an even length.
const NONE_LEFT: usize = 16;

/// The maximal number of inputs of a size that are drawn before the next size has its turn.
const ROUND: u64 = 64;

impl Sweep<'_> {
    /// Searches all inputs up to each size, within the budget.
    pub(crate) fn search(&mut self, runner: &mut Runner, end: End) -> Result<(), CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut last = 0;
        let mut prefix = 1;
        let first = self.budget.first;
        if first > self.next_size {
            let until = self.until_counted(&runner.pool, end.deadline).within_memory(COUNTS);
            match self.derivations.until(until).count_up_to(first - 1) {
                Ok(smaller) => (count_so_far, last, self.next_size) = (smaller, first, first),
                Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        let budget = end;
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let end = self.with_structures(budget);
            let Some(count) = self.count_next(runner, end)? else { break };
            let of = &count_so_far + &count;
            let claim = |tally, is_finished, of_any_size| {
                let extent = Extent::UpTo { of: of.clone(), is_finished, of_any_size };
                Claim { stream: Phase::Exhaustive, size, tally, extent }
            };
            // A bound without inputs of its own adds nothing.
            if count == BigUint::ZERO {
                self.coverage.claims.add(claim(Tally::default(), true, false));
            } else {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = runner.pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let mut bound = self.search_bound(runner, size, prefix, left, end.deadline)?;
                self.planned += bound.runs;
                let gathered = std::mem::take(&mut bound.done.gathered);
                let before = self.others().0 + self.coverage.inputs();
                let tests = |found: &Found| before + bound.until(found);
                let tests: Vec<_> = gathered.found().map(|found| (found.at(), tests(found))).collect();
                let is_finished = gathered.end.is_none() && !bound.done.stopped && !bound.done.spent;
                runner.subject.notice(Event::Bound { is_complete: is_finished });
                // Without the searches of smaller bounds there may be smaller failures.
                let has_all_smaller = is_finished || first == 0 || size > first;
                let undecided = bound.done.counts.undecided();
                self.keep(runner, gathered, (has_all_smaller, undecided), &tests)?;
                Unknown::keep(&mut self.unknown, bound.done.counts.unknown.take());
                let of_any_size = is_finished && !bound.done.was_cut;
                self.coverage.claims.add(claim(bound.done.counts.total(), is_finished, of_any_size));
                if !is_finished {
                    break;
                }
                prefix = match bound.units {
                    units if units < UNITS.start => prefix + 1,
                    units if units >= UNITS.end => prefix.saturating_sub(1).max(1),
                    _ => prefix,
                };
                self.is_complete = of_any_size;
            }
            count_so_far = of;
            (self.next_size, self.is_begun) = (size + 1, true);
            self.is_complete |= self.coverage.largest.is_some_and(|largest| size >= largest);
            if self.is_complete {
                break;
            }
            self.structures_beside(runner, budget)?;
            if runner.collector.is_full() {
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
        (saw_all_smaller, undecided): (bool, u64),
        tests: &[((u64, u64), u64)],
    ) -> Result<(), CheckError> {
        runner.collector.add(gathered, true, |found| {
            let tests = tests.iter().find(|(at, _)| *at == found.at()).map_or(1, |(_, tests)| *tests);
            let is_smallest = saw_all_smaller && self.all_known_before(found, undecided);
            Ok(At { phase: self.phase, tests, is_smallest })
        })
    }

    /// Searches one bound, with the same result for any number of threads.
    fn search_bound(
        &self,
        runner: &mut Runner,
        size: u32,
        prefix: usize,
        most: u64,
        deadline: Option<Instant>,
    ) -> Result<Searched, CheckError> {
        let bound = Bound {
            derivations: self.derivations.clone(),
            size,
            part: Shard::WHOLE,
            prefix,
            most,
            ended: self.coverage.undecided() == 0,
        };
        let mut found = Searched::of(runner.on_all(bound.part, &of_part(&bound), deadline)?);
        if runner.pool.jobs() > 1 && !found.done.stopped && (found.done.spent || found.runs > most) {
            // The runs before the end of the budget must not depend on the number of threads.
            let earliest = found.done.gathered.earliest;
            found = Searched::of(runner.on_one(|trial| Search::new(bound, trial), deadline)?);
            found.done.gathered.earliest = earliest.or(found.done.gathered.earliest);
        }
        if found.done.stopped && found.done.gathered.end.is_none() && found.runs > most {
            // Each thread may make all runs of the budget. Which of them a single thread would have made is unknown, but for
            // those of the units that failed, up to the failures.
            found = Searched::up_to_failures(found.done.gathered, size);
        }
        Ok(found)
    }

    /// Draws inputs that satisfy the property's assumption, of the incomplete sizes.
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
        draws.claims().for_each(|claim| self.coverage.claims.add(claim));
        Ok(())
    }
}

/// Returns a search for each part.
fn of_part(bound: &Bound) -> impl Fn(Shard, Trial) -> Search + use<> {
    let bound = bound.clone();
    move |part, trial| Search::new(Bound { part, ..bound.clone() }, trial)
}

/// The result of searching one bound.
pub(crate) struct Searched {
    pub(crate) done: Done,
    /// The number of runs up to and including the failure that ended it, or of all runs.
    runs: u64,
    units: u64,
}

impl Searched {
    pub(crate) fn of(done: Done) -> Searched {
        let last = done.gathered.end.map_or(u64::MAX, |(unit, _)| unit);
        let runs = done.units.iter().filter(|(unit, _)| *unit <= last).map(|(_, runs)| runs).sum();
        let units = done.units.iter().map(|(unit, _)| unit + 1).max().unwrap_or(0);
        Searched { done, runs, units }
    }

    /// Returns the failures of a search up to `size` that was stopped, and the runs of their units up to them.
    fn up_to_failures(gathered: Gathered, size: u32) -> Searched {
        let mut units: BTreeMap<u64, u64> = BTreeMap::new();
        for found in gathered.found() {
            let runs = units.entry(found.position).or_default();
            *runs = (*runs).max(found.nth);
        }
        let mut counts = Counts::default();
        let ran: u64 = units.values().sum();
        if ran > 0 {
            counts.by_size.insert(size, Tally { ran, ..Tally::default() });
        }
        let units = units.into_iter().collect();
        Searched::of(Done { stopped: true, gathered, counts, units, ..Done::default() })
    }

    /// Returns the number of runs up to and including a failure.
    pub(crate) fn until(&self, found: &Found) -> u64 {
        let before = self.done.units.iter().filter(|(unit, _)| *unit < found.position);
        before.map(|(_, runs)| runs).sum::<u64>() + found.nth
    }
}

/// Draws of some sizes, in rounds.
///
/// First a few inputs of each size are drawn; then the remaining runs are divided among the sizes for which they suffice. From
/// then on the draws of a size do not depend on other sizes.
struct Draws {
    /// The sizes not begun yet, the largest first.
    waiting: Vec<Arc<OfSize>>,
    begun: Vec<Begun>,
    shard: Shard,
    /// Whether the run ends after a number of tests.
    has_tests: bool,
    most: u64,
    /// The number of runs, up to a failure.
    used: u64,
    /// The work of counting that is left.
    work: u64,
    /// Whether runs were divided among sizes. This part does not know how many the sizes of other parts have used.
    is_divided: bool,
    memory: usize,
    deadline: Option<Instant>,
}

/// A size of which draws have begun.
struct Begun {
    of_size: Arc<OfSize>,
    /// Its draws up to the last round.
    known: Drawn,
    /// The maximal number of its runs.
    most: u64,
    /// The work of counting for its draws up to the last round, and the maximal one.
    worked: u64,
    work: u64,
    /// Whether this part counts its draws.
    is_own: bool,
    tally: Tally,
}

impl Begun {
    fn share(&self, position: u64) -> Share {
        let (runs, work, is_own) = (self.most, self.work, self.is_own);
        Share { position, of_size: Arc::clone(&self.of_size), runs, work, is_own }
    }

    fn goes_on(&self) -> bool {
        self.known.ended == Ended::No && self.known.values() > 0
    }
}

impl Draws {
    /// Returns the draws of some sizes.
    fn new(sizes: &[u32], sweep: &Sweep<'_>, most: u64, deadline: Option<Instant>) -> Draws {
        let Sweep { shard, seed, .. } = *sweep;
        let mut waiting: Vec<_> = sizes.iter().map(|&size| Arc::new(OfSize::new(size, seed))).collect();
        waiting.reverse();
        let memory = MEMORY / waiting.len().max(1);
        Draws {
            waiting,
            begun: Vec::new(),
            shard,
            has_tests: sweep.budget.tests.is_some(),
            most,
            used: 0,
            work: sweep.budget.work_of_tests().min(sweep.budget.work_of_time()),
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
            let (work, shard) = (self.work / DEAR, self.shard);
            let begin = |(place, of_size): (usize, Arc<OfSize>)| Begun {
                known: of_size.drawn(),
                of_size,
                most: share,
                worked: 0,
                work,
                is_own: shard.owns(place as u64),
                tally: Tally::default(),
            };
            self.begun.extend((first..).zip(self.waiting.drain(rest..).rev()).map(begin));
            let places: Vec<usize> = (first..self.begun.len()).collect();
            self.round(sweep, runner, &places, 1)?;
            if runner.collector.is_full() {
                return Ok(());
            }
            if self.are_larger_hopeless() {
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

    /// Returns whether sizes larger than those begun are not worth a draw: one of these has shown no input for all the runs, the
    /// work or the memory it could have, or the last ones have none.
    fn are_larger_hopeless(&self) -> bool {
        let is_hopeless = |begun: &Begun| match begun.known.ended {
            Ended::GivenUp | Ended::TooMany | Ended::Undecided => true,
            Ended::Memory | Ended::Work => begun.known.values() == 0,
            Ended::No | Ended::NoneLeft => false,
        };
        let is_empty = |begun: &Begun| begun.known.ended == Ended::NoneLeft;
        let last = self.begun.iter().rev().take(NONE_LEFT);
        self.begun.iter().any(is_hopeless) || self.begun.len() >= NONE_LEFT && last.clone().all(is_empty)
    }

    /// Divides the remaining runs among the sizes that continue, and returns the indices of this part's sizes. Sizes without an
    /// input so far are dropped, and so are the most expensive ones while an equal share does not pay for another input of
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
        let len = places.len().max(1) as u64;
        // Where the time is over, draws end by the clock.
        let work = if self.has_tests { self.work / len } else { u64::MAX };
        for &place in &places {
            let place = &mut self.begun[place];
            place.most = place.known.runs.saturating_add(left / len);
            place.work = place.worked.saturating_add(work);
        }
        self.is_divided = !places.is_empty();
        places.retain(|&place| self.begun[place].is_own);
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
        let until = runner.pool.until(self.deadline);
        let part = |job: u64, trial| {
            let own = places.iter().skip(job as usize).step_by(jobs);
            let sizes = own.map(|&at| self.begun[at].share(at as u64)).collect();
            let derivations = sweep.derivations.clone();
            Draw::new(Sizes { derivations, sizes, values, memory: self.memory, until: until.clone() }, trial)
        };
        let mut done = runner.round(&part, self.deadline)?;
        let last = done.gathered.end.map_or(u64::MAX, |(place, _)| place);
        for (at, begun) in (0..).zip(&mut self.begun) {
            let before = begun.known.runs;
            begun.known = begun.of_size.drawn();
            // The work on larger sizes so far depends on the number of threads.
            if at <= last {
                self.used += begun.known.runs - before;
                let worked = begun.of_size.work();
                self.work = self.work.saturating_sub(worked - begun.worked);
                begun.worked = worked;
            }
            begun.tally.add(done.counts.by_size.remove(&begun.known.size).unwrap_or_default());
        }
        Unknown::keep(&mut sweep.unknown, done.counts.unknown);
        let own: u64 = self.claims().map(|claim| claim.tally.ran).sum();
        let tests = sweep.others().0 + sweep.coverage.inputs() + own;
        let at = At { phase: sweep.phase, tests, is_smallest: false };
        runner.collector.add(done.gathered, false, |_| Ok(at))
    }

    /// Returns what this part has drawn.
    fn claims(&self) -> impl Iterator<Item = Claim> {
        let own = self.begun.iter().filter(|place| place.is_own);
        let own = own.filter(|place| place.known.runs > 0 || place.known.ended != Ended::No);
        own.map(|place| place.known.claim(place.tally.clone()))
    }
}
