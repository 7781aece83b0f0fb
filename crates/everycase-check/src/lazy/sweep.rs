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

use super::draw::{Draw, OfSize};
use super::search::Search;
use crate::coverage::{Drawn, Ended, Exhausted, Partial};
use crate::error::CheckError;
use crate::limits::{confirmed, on_all};
use crate::pool::{Done, Found, Job, Pool};
use crate::shard::Shard;
use crate::sweep::{End, GAP, Sweep};
use crate::unknown::Unknown;

/// Units of a search, as many as make good parts: decisions that tell them apart are added or left out for the next bound
/// when there have been fewer or more.
const UNITS: std::ops::Range<u64> = 1 << 10..1 << 14;

/// The largest number of runs of a bound that every part searches whole. Smaller in tests, so that parts share small spaces, too.
const COMMON: u64 = if cfg!(test) { 1 << 2 } else { 1 << 14 };

/// What all sizes together may learn, in bytes.
const MEMORY: usize = 256 << 20;

/// Draws of a size need so many runs to be worth beginning.
const WORTH: u64 = 1_000;

/// So many sizes are begun at once: those after one that is given up are not begun at all. The same number however many
/// threads there are.
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
    /// A search of all inputs up to each size, as far as the budget goes.
    pub(crate) fn search(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let mut count_so_far = BigUint::ZERO;
        let mut last = 0;
        let mut prefix = 1;
        let mut reach = Reach::Whole;
        while self.has_size(self.next_size) && self.next_size - last <= GAP {
            let size = self.next_size;
            let Some(count) = self.count(size, self.until_counted(pool, end.deadline))? else {
                self.is_out_of_memory = !pool.is_over(end.deadline);
                break;
            };
            let mut ran = self.exhausted.as_ref().map_or(0, |all| all.done);
            let mut of_any_size = false;
            // A bound without inputs of its own adds nothing.
            if count != BigUint::ZERO {
                last = size;
                let left = end.inputs.saturating_sub(self.planned);
                let late = pool.is_over(end.deadline);
                if left == 0 || (late && self.planned > 0) {
                    break;
                }
                let bound = self.search_bound(pool, size, prefix, left, &mut reach, end.deadline)?;
                self.planned += bound.runs;
                let of = &count_so_far + &count;
                if bound.done.failure.is_some() || bound.done.stopped || bound.done.spent {
                    self.until_failure = self.inputs() + bound.runs;
                    self.saw_all_smaller = reach == Reach::Whole;
                    let done = bound.done.counts.inputs();
                    self.partial = Some(Partial { size, done, of });
                    if self.exhausted.is_none() {
                        self.stats.merge(bound.done.counts.stats);
                    }
                    self.discarded += bound.done.counts.discarded;
                    self.undecided += bound.done.counts.undecided;
                    Unknown::keep(&mut self.unknown, bound.done.counts.unknown);
                    return Ok(bound.done.failure);
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
                Unknown::keep(&mut self.unknown, bound.done.counts.unknown);
                self.stats = bound.done.counts.stats;
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
        Ok(None)
    }

    /// Searches one bound, whole or shared, with the same result for any number of threads.
    fn search_bound(
        &self,
        pool: &mut Pool,
        bound: u32,
        prefix: usize,
        left: u64,
        reach: &mut Reach,
        deadline: Option<Instant>,
    ) -> Result<Bound, CheckError> {
        let search = Search {
            derivations: self.derivations.clone(),
            bound,
            part: Shard::WHOLE,
            prefix,
            most: left,
            ended: self.undecided == 0,
        };
        let shares = !self.shard.is_whole() && self.budget.tests.is_none();
        let knows_all_smaller = *reach == Reach::Whole;
        if *reach == Reach::Whole {
            let most = if shares { left.min(COMMON) } else { left };
            let search = Search { most, ..search.clone() };
            let mut found = Bound::of(on_all(pool, search.part, &of_part(&search), deadline)?);
            if pool.jobs() > 1 && !found.done.stopped && (found.done.spent || found.runs > most) {
                // What comes before the end of the budget is the same however many threads there are.
                found = Bound::of(pool.run_job_on_one(&Job::Search(search), deadline)?);
            }
            if found.done.stopped && found.done.failure.is_none() && found.runs > most {
                // Each thread may make all runs that the budget allows. Which of them one thread would have made is not known.
                found = Bound::of(Done { stopped: true, ..Done::default() });
            }
            if !(shares && found.done.spent) {
                return Ok(found);
            }
            *reach = Reach::Shared;
        }
        let mut done = on_all(pool, self.shard, &of_part(&search), deadline)?;
        if !knows_all_smaller {
            let below =
                Search { bound: bound.saturating_sub(1), most: u64::MAX, ended: false, ..search.clone() };
            let below: Box<dyn Fn(Shard) -> Job> = Box::new(of_part(&below));
            let again = |part, ended| Job::Search(Search { part, ended, ..search.clone() });
            done = confirmed(done, pool, self.shard, [below], &again, deadline)?;
        }
        Ok(Bound::of(done))
    }

    /// Draws inputs that satisfy what the property assumes, of the sizes not done completely.
    pub(crate) fn draw(&mut self, pool: &mut Pool, end: End) -> Result<Option<Found>, CheckError> {
        let runs = end.inputs.saturating_sub(self.planned);
        if runs == 0 {
            return Ok(None);
        }
        let sizes = self.sizes_to_draw((runs / WORTH).max(1), pool, end.deadline)?;
        if sizes.is_empty() {
            return Ok(None);
        }
        let mut draws = Draws::new(&sizes, self, runs, end.deadline);
        let before = self.inputs();
        let found = draws.draw(self, pool)?;
        if found.is_some() {
            self.until_failure = before + draws.used;
        }
        self.planned = self.planned.saturating_add(if draws.is_divided { runs } else { draws.used });
        self.drawn = draws.drawn();
        Ok(found)
    }
}

/// Returns a search for each part.
fn of_part(search: &Search) -> impl Fn(Shard) -> Job + use<> {
    let search = search.clone();
    move |part| Job::Search(Search { part, ..search.clone() })
}

/// What came of the search of one bound.
struct Bound {
    done: Done,
    /// Runs up to the failure, that one included, or all of them.
    runs: u64,
    units: u64,
}

impl Bound {
    fn of(done: Done) -> Bound {
        let before = done.failure.as_ref().map_or(u64::MAX, |found| found.position);
        let runs = done.units.iter().filter(|(unit, _)| *unit <= before).map(|(_, runs)| runs).sum();
        let units = done.units.iter().map(|(unit, _)| unit + 1).max().unwrap_or(0);
        Bound { done, runs, units }
    }
}

/// Draws of some sizes, in rounds.
///
/// First a few inputs of each size are drawn, then the runs that are left are divided among the sizes that they are enough
/// for. From there on the draws of a size depend on no other size.
struct Draws {
    /// The sizes not begun yet, the largest first.
    waiting: Vec<Arc<OfSize>>,
    begun: Vec<Place>,
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
struct Place {
    of_size: Arc<OfSize>,
    /// What was known of it after the last round.
    known: Drawn,
    /// How many runs it may take in all.
    most: u64,
}

impl Place {
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

    fn draw(&mut self, sweep: &mut Sweep<'_>, pool: &mut Pool) -> Result<Option<Found>, CheckError> {
        let share = self.most / self.waiting.len().max(1) as u64;
        while !self.waiting.is_empty() && !pool.is_over(self.deadline) && self.used <= self.most / LEARNING {
            let first = self.begun.len();
            let rest = self.waiting.len().saturating_sub(BEGUN_AT_ONCE);
            let begin = |of_size: Arc<OfSize>| Place { known: of_size.drawn(), of_size, most: share };
            self.begun.extend(self.waiting.drain(rest..).rev().map(begin));
            let places: Vec<usize> = (first..self.begun.len()).collect();
            if let Some(found) = self.round(sweep, pool, &places, 1)? {
                return Ok(Some(found));
            }
            let is_hopeless = |place: &Place| {
                matches!(place.known.ended, Ended::GivenUp | Ended::TooMany | Ended::Undecided)
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
            if places.is_empty() || pool.is_over(self.deadline) {
                return Ok(None);
            }
            let values = rounds.min(ROUND);
            if let Some(found) = self.round(sweep, pool, &places, values)? {
                return Ok(Some(found));
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

    /// Draws so many inputs of each of some sizes.
    fn round(
        &mut self,
        sweep: &mut Sweep<'_>,
        pool: &mut Pool,
        places: &[usize],
        values: u64,
    ) -> Result<Option<Found>, CheckError> {
        let jobs = pool.jobs() as usize;
        let part = |job: u64| {
            let own = places.iter().skip(job as usize).step_by(jobs).map(|&at| (at as u64, &self.begun[at]));
            let sizes = own.map(|(at, place)| (at, Arc::clone(&place.of_size), place.most)).collect();
            let derivations = sweep.derivations.clone();
            Some(Job::Draw(Draw { derivations, sizes, values, memory: self.memory }))
        };
        let done = pool.run(part, self.deadline)?;
        let found = sweep.take(done);
        let failed = found.as_ref().map_or(u64::MAX, |found| found.position);
        for (at, place) in (0..).zip(&mut self.begun) {
            let before = place.known.runs;
            place.known = place.of_size.drawn();
            // What larger sizes have done by then depends on the threads.
            if at <= failed {
                self.used += place.known.runs - before;
            }
        }
        Ok(found)
    }

    fn drawn(&self) -> Vec<Drawn> {
        let known = self.begun.iter().map(|place| place.known);
        known.filter(|drawn| drawn.runs > 0 || drawn.ended != Ended::No).collect()
    }
}
