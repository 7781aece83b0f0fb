//! Draws by structure.
//!
//! Uniform structures with numbers from the [mixture](crate::mixture) find what small inputs cannot
//! show: equal and adjacent numbers in larger structures, boundary values, long lists, texts.
//!
//! # Sizes
//!
//! Sizes are those of structures. They grow from batch to batch, as long as cases stay quick, up to
//! lists of ten thousand. Among the first draws, each order of magnitude is as frequent. Then small
//! sizes are drawn more often: sizes from a power of two to the next take as much work in all as
//! those of any other, and half as much from 256 on. Among large sizes are those of lists whose
//! length is near a power of two or a round number. Sizes that are not counted are those of long
//! lists, which are made of counted structures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::{BigUint, Derivations, Random, SeedableRng, SpaceError};

use super::{BatchResult, Progress, Service, Source};
use crate::claims::Claim;
use crate::claims::stream::Stream;
use crate::mixture::Constants;
use crate::run::error::CheckError;
use crate::run::failures::Trial;
use crate::run::jobs::{self, Each, SizeWeights};
use crate::run::runner::Runner;
use crate::settings::Plan;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;

/// Derives the seeds of these draws from the run's seed.
const STRUCTURES: u64 = 0x7374_7275_6374_0000;

/// The largest size of the first batch.
const FIRST_SIZE: u32 = 16;

/// The largest size: a list of ten thousand numbers.
const LARGEST: u32 = 20_002;

/// The largest size that is counted if there are lists, at first, after 16 times as many draws as
/// this size, and at last. Larger ones are made of these. The first draw of a size prepares for the
/// following ones, which takes time with the square of the size.
const FIRST_COUNTED: u32 = 64;
const LAST_COUNTED: u32 = 512;

/// Up to this number of draws, sizes from a power of two to the next are drawn as often as those of
/// any other: the small ones are those of the search, too.
const EVEN_DRAWS: u64 = 256;

/// Up to this size structures grow unless cases are very slow.
const QUICK: u32 = 256;

/// Structures that nest deeper than this are not drawn: recursive code needs stack for each level.
const DEEPEST: usize = 1_000;

/// The memory limit of the counts of structures, in bytes.
const COUNTS: usize = 64 << 20;

/// The work of counting the structures of each space: at least, for each input so far, and at most,
/// which takes about 10 ms.
const LEAST_WORK: u64 = 50_000;
const WORK: u64 = 100;
const MOST_WORK: u64 = 5_000_000;

/// The draws of structures of one run.
pub(crate) struct Structures {
    source: Arc<jobs::Spaces>,
    derivations: Derivations,
    /// The largest size of an input.
    bound: Option<u32>,
    seeds: [Seed; 2],
    shard: Shard,
    /// The time of the run, if it is limited.
    time: Option<Duration>,
    /// The number of draws in the whole run so far.
    planned: u64,
    /// The largest size of the next batch.
    largest: u32,
    /// The largest size there may be.
    limit: u32,
    /// The sizes that have structures, up to `counted`, and whether all inputs of such a structure
    /// are exhaustively searched with all inputs of its size, because they have no numbers.
    sizes: Vec<Size>,
    counted: u32,
    /// Whether larger sizes are those of long lists.
    makes_long: bool,
    /// The last size whose nesting was looked at.
    looked: u32,
}

struct Size {
    size: u32,
    is_exact: bool,
}

impl Structures {
    /// Returns draws for a run, of which there are none yet. `longest` is the largest size of a
    /// structure.
    pub(crate) fn new(
        derivations: &Derivations,
        constants: &Arc<Constants>,
        plan: &Plan,
        longest: u32,
    ) -> Structures {
        let seeds = [plan.first_seed, plan.seed].map(|seed| seed.child(STRUCTURES));
        let source = jobs::Spaces::new(derivations, Arc::clone(constants), seeds[0]);
        Structures {
            source: Arc::new(source),
            derivations: derivations.clone(),
            bound: plan.budget.size,
            seeds,
            shard: plan.shard,
            time: plan.budget.time,
            planned: 0,
            largest: FIRST_SIZE.min(longest),
            limit: LARGEST.min(longest),
            sizes: Vec::new(),
            counted: 0,
            makes_long: false,
            looked: DEEPEST as u32,
        }
    }

    /// Returns the sizes of the next batch; none if nothing is left to draw.
    fn sizes(
        &mut self,
        runner: &Runner,
        search: Progress,
        deadline: Option<Instant>,
    ) -> Result<Option<SizeWeights>, CheckError> {
        loop {
            let all_counted = self.count_sizes(runner, search.planned, deadline)?;
            let sizes = self.weighted(search.next_size);
            if !sizes.is_empty() && !runner.pool.is_over(deadline) {
                return Ok(Some(sizes));
            }
            if !all_counted || self.largest >= self.limit {
                return Ok(None);
            }
            // The smallest structure may be large.
            self.largest = larger(self.largest).min(self.limit);
        }
    }

    /// Plans the next batch. It has larger sizes unless cases have become slow.
    fn grow(&mut self) {
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

    /// Counts the structures of further sizes, as far as the limits of work, memory and time allow.
    /// Returns whether all are counted up to the largest.
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

    /// Returns whether structures of a size nest too deeply, judged by one of them. Not every size
    /// is looked at.
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

    /// Returns the sizes of the next batch.
    fn weighted(&self, next_size: u32) -> SizeWeights {
        let mut weighted = SizeWeights::default();
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

impl Source for Structures {
    fn serve(&mut self, mut service: Service<'_>) -> Result<BatchResult, CheckError> {
        let inputs = service.batch.min(service.left);
        let Some(sizes) = self.sizes(service.runner, service.search, service.end)?.filter(|_| inputs > 0)
        else {
            return Ok(BatchResult::nothing());
        };
        let deadline = service.deadline();
        let (sizes, counted) = (Arc::new(sizes), self.largest_counted());
        let (from, until, large) = (self.planned, self.planned + inputs, self.largest / 2);
        let (source, bound) = (Arc::clone(&self.source), self.bound);
        let [first_seed, seed] = self.seeds;
        let job = move |part, trial: Trial| {
            let (source, sizes) = (Arc::clone(&source), Arc::clone(&sizes));
            let inputs =
                jobs::Structures { source, sizes, counted, large, part, from, until, first_seed, seed };
            Each { inputs, bound, trial }
        };
        let done = service.runner.on_all(self.shard, &job, deadline)?;
        self.planned = until;
        let has_ended = done.gathered.end.is_some();
        let whole = job(self.shard, service.runner.trial());
        let (by_size, _) = service.keep(Stream::Structures, done, &whole, false)?;
        for (size, tally) in by_size.into_entries() {
            service.coverage.claims.add(Claim::drawn(Stream::Structures, size, tally));
        }
        self.grow();
        Ok(BatchResult { planned: inputs, goes_on: !has_ended })
    }
}

/// Returns the largest size of the batch after one with this largest size.
fn larger(largest: u32) -> u32 {
    if largest < QUICK { largest.saturating_mul(4).min(QUICK) } else { largest.saturating_mul(2) }
}

/// The sum of the products of sizes and weights in an octave.
const SHARE: u64 = 1 << 40;

/// Returns some of the sizes of an octave: evenly spaced ones, and those of lists with a length
/// near a power of two or a round number, if each element and the end cost up to three.
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
