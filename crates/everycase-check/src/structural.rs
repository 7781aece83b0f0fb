//! Draws by structure, beside the exhaustive search of a run.
//!
//! Uniform structures with numbers from the kernel's mixture find what small inputs cannot show: equal and adjacent numbers in larger
//! structures, boundary values, long lists, texts. They begin when the first size has been searched, and go on in bursts: after
//! each size, until there are three times as many draws as inputs of the search, from the 192nd draw on as many, or they have taken
//! half of its time. So a failure that either of them finds early is found early, whatever the budget.
//!
//! # Sizes
//!
//! Sizes are those of structures. They grow from burst to burst, as long as cases stay quick, up to lists of ten thousand. Among the first
//! draws, each order of magnitude is as frequent. Then small sizes are drawn more often: sizes from a power of two to the next take as much
//! work in all as those of any other, and half as much from 256 on. Among large sizes are those of lists whose length is near a power of
//! two or a round number. Sizes that are not counted are those of long lists, which are made of counted structures.
//!
//! # Parts
//!
//! How many draws there are of which sizes depends on nothing that parts of a run do not know, unless a budget in time ends it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{BigUint, Constants, Derivations, Random, SeedableRng, SpaceError};

use crate::collector::At;
use crate::coverage::{Claim, Tally};
use crate::done::Done;
use crate::error::CheckError;
use crate::failures::Trial;
use crate::jobs::{Each, Source, Structures, Weighted};
use crate::phase::Phase;
use crate::runner::Runner;
use crate::seed::Seed;
use crate::settings::Plan;
use crate::shard::Shard;
use crate::unknown::Unknown;
use crate::verdict::Event;

/// Derives the seeds of these draws from the run's seed.
const STRUCTURES: u64 = 0x7374_7275_6374_0000;

/// The number of draws of the first burst, and the largest size in it.
const FIRST_BURST: u64 = 16;
const FIRST_SIZE: u32 = 16;

/// The largest size: a list of ten thousand numbers.
const LARGEST: u32 = 20_002;

/// The largest size that is counted if there are lists, at first, after 16 times as many draws as this size, and at last. Larger ones are
/// made of these. The first draw of a size prepares for the following ones, which takes time with the square of the size.
const FIRST_COUNTED: u32 = 64;
const LAST_COUNTED: u32 = 512;

/// Up to this number of draws there are several for each input of the search.
const AHEAD: u64 = 192;
const TIMES: u64 = 3;

/// Up to this number of draws, sizes from a power of two to the next are drawn as often as those of any other: the small ones are those of
/// the search, too.
const EVEN_DRAWS: u64 = 256;

/// Before a size of at least 1,024 inputs there may be a fourth of these as draws, but no more than four times as many as were
/// searched, or 1,024.
const AHEAD_OF_SIZE: u64 = 4;
const LEAST_AHEAD: u64 = 1_024;

/// The fraction of the time, as a divisor, up to which draws are as many as the inputs of the search however long they take.
const EARLY: u32 = 8;

/// Up to this size structures grow unless cases are very slow.
const QUICK: u32 = 256;

/// Structures that nest deeper than this are not drawn: recursive code needs stack for each level.
const DEEPEST: usize = 1_000;

/// The memory limit of the counts of structures, in bytes.
const COUNTS: usize = 64 << 20;

/// The work of counting the structures of each space: at least, for each input so far, and at most, which takes about 10 ms.
const LEAST_WORK: u64 = 50_000;
const WORK: u64 = 100;
const MOST_WORK: u64 = 5_000_000;

/// The draws of structures of one run.
pub(crate) struct Structural {
    source: Arc<Source>,
    derivations: Derivations,
    /// The largest size of an input.
    bound: Option<u32>,
    seeds: [Seed; 2],
    shard: Shard,
    /// The time of the run, if it is limited.
    time: Option<Duration>,
    /// The number of draws in the whole run so far.
    pub(crate) planned: u64,
    /// The number of draws of the next burst.
    burst: u64,
    /// The time of all bursts.
    pub(crate) spent: Duration,
    /// The largest size of the next burst.
    largest: u32,
    /// The largest size there may be.
    limit: u32,
    /// The sizes that have structures, up to `counted`, and whether all inputs of such a structure are exhaustively searched with all
    /// inputs of its size, because they have no numbers.
    sizes: Vec<Size>,
    counted: u32,
    /// Whether larger sizes are those of long lists.
    makes_long: bool,
    /// The last size whose nesting was looked at.
    looked: u32,
    pub(crate) done: Drawn,
}

struct Size {
    size: u32,
    is_exact: bool,
}

/// What this part has drawn.
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) tally: Tally,
    pub(crate) unknown: Option<Box<Unknown>>,
    through: u32,
}

/// How far the exhaustive search has got.
#[derive(Clone, Copy)]
pub(crate) struct Searched {
    /// The number of inputs in the whole run.
    pub(crate) planned: u64,
    /// The first size that is not complete.
    pub(crate) next_size: u32,
    /// The number of inputs of this size in the whole run, if it is about to be searched.
    pub(crate) upcoming: u64,
    /// The number of inputs this part has run, without draws of structures.
    pub(crate) before: u64,
}

impl Searched {
    /// Returns how many draws there may be by now, however many inputs the search will run.
    fn draws(self) -> u64 {
        let first = AHEAD.min(self.planned.saturating_mul(TIMES));
        let searched = self.planned.saturating_mul(AHEAD_OF_SIZE);
        let ahead = (self.upcoming / AHEAD_OF_SIZE).min(searched.max(LEAST_AHEAD));
        let ahead = if self.upcoming < LEAST_AHEAD { 0 } else { ahead };
        self.planned.max(first).max(ahead)
    }
}

impl Structural {
    /// Returns draws for a run, of which there are none yet. `longest` is the largest size of a structure.
    pub(crate) fn new(
        derivations: &Derivations,
        constants: &Arc<Constants>,
        plan: &Plan,
        longest: u32,
    ) -> Structural {
        let seeds = [plan.first_seed, plan.seed].map(|seed| seed.child(STRUCTURES));
        let source = Source::new(derivations, Arc::clone(constants), seeds[0]);
        Structural {
            source: Arc::new(source),
            derivations: derivations.clone(),
            bound: plan.budget.size,
            seeds,
            shard: plan.shard,
            time: plan.budget.time,
            planned: 0,
            burst: FIRST_BURST,
            spent: Duration::ZERO,
            largest: FIRST_SIZE.min(longest),
            limit: LARGEST.min(longest),
            sizes: Vec::new(),
            counted: 0,
            makes_long: false,
            looked: DEEPEST as u32,
            done: Drawn::default(),
        }
    }

    /// Returns what was drawn, if anything.
    pub(crate) fn claim(&mut self) -> Option<Claim> {
        let Drawn { tally, through: size, .. } = std::mem::take(&mut self.done);
        (tally.ran > 0).then_some(Claim::drawn(Phase::Structural, size, tally))
    }

    /// Draws after a size has been searched, which has taken `time` with all before, or before the next one: until there are as many
    /// draws, at first more, at most `most`, or they and the `others` beside the search have taken half of its time. Not if sizes are
    /// bounded: the search may then see everything.
    pub(crate) fn beside(
        &mut self,
        runner: &mut Runner,
        searched: Searched,
        (time, deadline): (Duration, Option<Instant>),
        most: u64,
        others: Duration,
    ) -> Result<(), CheckError> {
        let most = if self.bound.is_some() { 0 } else { most.min(searched.draws()) };
        // Early draws do not depend on the clock.
        let most_time = self.time.map(|all| (time / 2).max(all / EARLY));
        while self.planned < most && most_time.is_none_or(|most| self.spent + others <= most) {
            let inputs = self.burst.min(most - self.planned);
            if !self.draw(runner, searched, inputs, deadline)? {
                break;
            }
        }
        Ok(())
    }

    /// Draws until there are `most` draws or the time is over.
    pub(crate) fn rest(
        &mut self,
        runner: &mut Runner,
        searched: Searched,
        most: u64,
        deadline: Option<Instant>,
    ) -> Result<(), CheckError> {
        while self.planned < most && !runner.pool.is_over(deadline) && !runner.collector.is_full() {
            let inputs = self.burst.min(most - self.planned);
            if !self.draw(runner, searched, inputs, deadline)? {
                break;
            }
        }
        Ok(())
    }

    /// Draws a burst. Returns whether there may be another one.
    fn draw(
        &mut self,
        runner: &mut Runner,
        searched: Searched,
        inputs: u64,
        deadline: Option<Instant>,
    ) -> Result<bool, CheckError> {
        let start = Instant::now();
        let sizes = loop {
            let all_counted = self.count_sizes(runner, searched.planned, deadline)?;
            let sizes = self.weighted(searched.next_size);
            if !sizes.is_empty() && !runner.pool.is_over(deadline) {
                break Arc::new(sizes);
            }
            if !all_counted || self.largest >= self.limit {
                self.spent += start.elapsed();
                return Ok(false);
            }
            // The smallest structure may be large.
            self.largest = larger(self.largest).min(self.limit);
        };
        let (from, until, large) = (self.planned, self.planned + inputs, self.largest / 2);
        let counted = self.largest_counted();
        let (source, bound) = (Arc::clone(&self.source), self.bound);
        let [first_seed, seed] = self.seeds;
        let job = move |part, trial: Trial| {
            let (source, sizes) = (Arc::clone(&source), Arc::clone(&sizes));
            let inputs = Structures { source, sizes, counted, large, part, from, until, first_seed, seed };
            Each { inputs, bound, trial }
        };
        runner.subject.notice(Event::Phase(Phase::Structural));
        let done = runner.on_all(self.shard, &job, deadline)?;
        self.planned = until;
        self.spent += start.elapsed();
        let goes_on = !done.stopped && done.gathered.end.is_none();
        self.take(runner, searched, done, &job)?;
        self.grow(goes_on);
        Ok(goes_on && !runner.collector.is_full())
    }

    /// Adds the result of a burst.
    fn take(
        &mut self,
        runner: &mut Runner,
        searched: Searched,
        done: Done,
        job: &dyn Fn(Shard, Trial) -> Each<Structures>,
    ) -> Result<(), CheckError> {
        let Done { mut counts, gathered, stopped, .. } = done;
        let ran = counts.inputs();
        let before = searched.before + self.done.tally.ran;
        self.done.through = self.done.through.max(counts.by_size.keys().next_back().copied().unwrap_or(0));
        Unknown::keep(&mut self.done.unknown, counts.unknown.take());
        self.done.tally.add(counts.total());
        let whole = job(self.shard, runner.trial());
        runner.collector.add(gathered, false, |found| {
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            Ok(At { phase: Phase::Structural, tests: before + tests, is_smallest: false })
        })
    }

    /// Plans the next burst. It has larger sizes unless cases have become slow.
    fn grow(&mut self, is_done: bool) {
        if is_done {
            self.burst = self.burst.saturating_mul(2);
        }
        let mean = self.source.take_mean_time().map(u128::from);
        let is_above = |most: u128| mean.is_none_or(|mean| mean > most);
        match self.time.map(|time| time.as_nanos()) {
            Some(time) if mean.is_some() && is_above(time / 50) => {
                self.largest = (self.largest / 2).max(FIRST_SIZE).min(self.limit);
            }
            Some(time) if self.largest >= QUICK && is_above(time / 300) => {}
            _ => self.largest = larger(self.largest).min(self.limit),
        }
    }

    /// Counts the structures of further sizes, as far as the limits of work, memory and time allow. Returns whether all are counted up
    /// to the largest.
    fn count_sizes(
        &mut self,
        runner: &Runner,
        searched: u64,
        deadline: Option<Instant>,
    ) -> Result<bool, CheckError> {
        let inputs = self.planned.saturating_add(searched);
        let work = WORK.saturating_mul(inputs).clamp(LEAST_WORK, MOST_WORK);
        let until = runner.pool.until(deadline).within_memory(COUNTS).within_work(work);
        let all = self.derivations.until(until.clone());
        let largest = if self.makes_long {
            let most = u32::try_from(self.planned / 16).unwrap_or(u32::MAX);
            self.largest.min(most.clamp(FIRST_COUNTED, LAST_COUNTED))
        } else {
            self.largest
        };
        // All at once: what draws holds the counts, and each time they grow they are copied.
        match self.source.count(largest, &until) {
            Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => {}
            counted => drop(counted?),
        }
        while self.counted <= largest {
            let size = self.counted;
            let count = match self.source.count(size, &until) {
                Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => return Ok(false),
                count => count?,
            };
            // Once numbers have made a difference they will go on doing so.
            let is_exact = self.sizes.last().is_none_or(|last| last.is_exact)
                && match all.count(size) {
                    Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => false,
                    exact => exact? == count,
                };
            if count != BigUint::ZERO {
                if self.is_too_deep(size)? || self.source.is_too_wide(size)? {
                    self.limit = self.limit.min(size.saturating_sub(1));
                    self.largest = self.largest.min(self.limit);
                    return Ok(false);
                }
                self.sizes.push(Size { size, is_exact });
            }
            self.counted += 1;
        }
        // Of long lists, some would be larger than the size bound.
        self.makes_long = self.makes_long
            || self.bound.is_none() && self.source.with(|mixed| mixed[0].has_sequences(largest))?;
        Ok(true)
    }

    /// Returns whether structures of a size nest too deeply, judged by one of them. Not every size is looked at.
    fn is_too_deep(&mut self, size: u32) -> Result<bool, CheckError> {
        if size < self.looked + self.looked / 16 {
            return Ok(false);
        }
        self.looked = size;
        let mut rng = Random::seed_from_u64(size.into());
        let is_deep = |input: &everycase_kernel::Derivation| input.nesting() > DEEPEST;
        Ok(self.source.with(|mixed| mixed[0].structure_of_size(size, &mut rng).map(is_deep))?)
    }

    /// Returns the largest size whose structures are counted.
    fn largest_counted(&self) -> u32 {
        self.sizes.last().map_or(0, |last| last.size)
    }

    /// Returns the sizes of the next burst.
    fn weighted(&self, next_size: u32) -> Weighted {
        let mut weighted = Weighted::default();
        let is_new = |size: &&Size| size.size <= self.largest && !(size.is_exact && size.size < next_size);
        let mut sizes = self.sizes.iter().filter(is_new).map(|size| size.size).peekable();
        while let Some(&first) = sizes.peek() {
            // Those up to 15 count as one octave.
            let octave = first.max(FIRST_SIZE - 1).ilog2();
            let in_octave = |size: &u32| (*size).max(FIRST_SIZE - 1).ilog2() == octave;
            let mut own: Vec<u32> = Vec::new();
            while let Some(size) = sizes.next_if(in_octave) {
                own.push(size);
            }
            if octave >= 6 {
                own = some_of(&own);
            }
            let share = if octave >= 8 { SHARE / 2 } else { SHARE };
            let is_early = self.planned < EVEN_DRAWS && octave <= QUICK.ilog2();
            for &size in &own {
                let cost = if is_early { FIRST_SIZE } else { size.max(FIRST_SIZE) };
                weighted.push(size, share / u64::from(cost) / own.len() as u64);
            }
        }
        let counted = self.largest_counted();
        if self.makes_long && !weighted.is_empty() {
            // Four sizes of each octave.
            let quarters = (2..u32::BITS - 1).flat_map(|k| (4..8).map(move |quarter| quarter << (k - 2)));
            for size in quarters.filter(|&size| (counted + 1..=self.largest).contains(&size)) {
                weighted.push(size, SHARE / 2 / u64::from(size) / 4);
            }
        }
        weighted
    }
}

/// Returns the largest size of the burst after one with this largest size.
fn larger(largest: u32) -> u32 {
    if largest < QUICK { largest.saturating_mul(4) } else { largest.saturating_mul(2) }
}

/// The sum of the products of sizes and weights in an octave.
const SHARE: u64 = 1 << 40;

/// Returns some of the sizes of an octave: evenly spaced ones, and those of lists with a length near a power of two or a round
/// number, if each element and the end cost up to three.
fn some_of(sizes: &[u32]) -> Vec<u32> {
    const EVEN: usize = 16;
    let step = sizes.len().div_ceil(EVEN).max(1);
    let mut some: Vec<u32> = sizes.iter().copied().step_by(step).collect();
    let (Some(&first), Some(&last)) = (sizes.first(), sizes.last()) else { return some };
    let powers = (4..15).map(|k| 1u32 << k).flat_map(|power| [power - 1, power, power + 1]);
    let round = [1, 2, 5].into_iter().flat_map(|digit| [10, 100, 1000, 10_000].map(|power| digit * power));
    for length in powers.chain(round) {
        let near = (1..=3).flat_map(|element| (0..=3).map(move |end| length * element + end));
        some.extend(near.filter(|size| (first..=last).contains(size) && sizes.binary_search(size).is_ok()));
    }
    some.sort_unstable();
    some.dedup();
    some
}
