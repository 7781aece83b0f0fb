//! Draws by structure.
//!
//! Uniform structures with numbers from the [mixture](crate::mixture) find what small inputs cannot
//! show: equal and adjacent numbers in larger structures, boundary values, long lists, texts.
//!
//! # Sizes
//!
//! Sizes are sizes of structures. They grow from batch to batch, as long as cases stay quick, up to
//! lists of 65,537 numbers. Among the first draws, each order of magnitude is as frequent. Then
//! small sizes are drawn more often: each magnitude takes as much work as any other, but sizes from
//! 28 to 507 three times as much, and larger ones half as much. The large sizes include lists whose
//! length is near a power of two or a round number. A structure of a size that is not counted is a
//! long list, or a chain if there are no lists; both are made of counted structures. Where
//! structures nest, a third of the draws are chains.

use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::{BigUint, Derivations, Random, SeedableRng, SpaceError};

use super::{BatchResult, Progress, Service, Source};
use crate::claims::Claim;
use crate::claims::stream::Stream;
use crate::control::depth::{DepthLimit, Looks};
use crate::mixture::{Constants, Mixture};
use crate::run::error::CheckError;
use crate::run::failures::Trial;
use crate::run::jobs::{self, Each, LargeTimes, SizeWeights};
use crate::run::runner::Runner;
use crate::settings::Plan;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::system::miri::Instant;

/// Derives the seeds of these draws from the run's seed.
const STRUCTURES: u64 = 0x7374_7275_6374_0000;

/// The largest size of the first batch.
const FIRST_SIZE: u32 = 16;

/// The largest size: a list of 2^16 + 1 numbers.
const LARGEST: u32 = 131_075;

/// The work of a draw, in units of that for a size of 1, however small it is.
const LEAST_COST: u32 = 4;

/// The largest size that is counted if there are lists or structures nest, at first, after 16 times
/// as many draws as this size, and at last. Larger ones are made of these. The first draw of a size
/// prepares for the following ones, which takes time with the square of the size.
const FIRST_COUNTED: u32 = 64;
const LAST_COUNTED: u32 = 512;

/// Up to this number of draws, each magnitude of sizes is drawn as often as any other: the search
/// runs the small sizes, too.
const EVEN_DRAWS: u64 = 256;

/// The largest size of a chain at first.
const CHAIN: u32 = 64;

/// Up to this size structures grow unless cases are very slow.
const QUICK: u32 = 256;

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
    /// The number of batches with this largest size.
    repeated: usize,
    /// The largest size there may be.
    limit: u32,
    /// The sizes that have structures, up to `counted`; with a bound, only if inputs are within it.
    sizes: Vec<u32>,
    counted: u32,
    /// Whether there are numbers in structures. If not, a structure is one input, and the search
    /// runs it with all inputs of its size.
    have_numbers: bool,
    /// Whether structures of larger sizes are long lists.
    makes_long: bool,
    /// Whether structures nest.
    makes_chains: bool,
    /// How deeply structures may nest.
    depth: DepthLimit,
    looks: Looks,
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
        let bound = plan.budget.size;
        let source = jobs::Spaces::new(derivations, Arc::clone(constants), bound, seeds[0]);
        Structures {
            source: Arc::new(source),
            bound,
            seeds,
            shard: plan.shard,
            time: plan.budget.time,
            planned: 0,
            largest: FIRST_SIZE.min(longest),
            repeated: 0,
            limit: bound
                .map_or(LARGEST, |bound| bound.saturating_mul(2).saturating_add(FIRST_SIZE))
                .min(longest),
            sizes: Vec::new(),
            counted: 0,
            have_numbers: false,
            makes_long: false,
            makes_chains: false,
            depth: plan.depth.clone(),
            looks: Looks::new(plan.depth.clone()),
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
            self.largest = self.larger();
        }
    }

    /// Plans the next batch. It has larger sizes unless cases have become slow.
    fn grow(&mut self) {
        let before = self.largest;
        let times = self.source.take_large_times();
        match (self.time.map(|time| time.as_nanos()), times) {
            (Some(time), Some(LargeTimes { mean, .. })) if u128::from(mean) > time / 50 => {
                self.largest = (self.largest / 2).max(FIRST_SIZE).min(self.limit);
            }
            // With twice as large an input the property may take four times as long, a draw twice
            // as long, and few cases may take long at all.
            (Some(time), Some(LargeTimes { mean, after_draw, longest }))
                if self.largest >= QUICK
                    && (u128::from(after_draw) > time / 300
                        || u128::from(mean) > time / 100
                        || u128::from(longest) > time / 20) => {}
            // Without a large case nothing is known.
            (Some(_), None) if self.largest >= QUICK => {}
            _ => self.largest = self.larger(),
        }
        self.repeated = if self.largest == before { self.repeated + 1 } else { 0 };
    }

    /// Returns the largest size of the batch after one with this largest size.
    fn larger(&self) -> u32 {
        let largest = self.largest;
        let next = if largest < QUICK { (4 * largest).min(QUICK) } else { largest.saturating_mul(2) };
        // The last batch has the limit itself.
        if next < self.limit - self.limit / 16 { next } else { self.limit }
    }

    /// Counts the structures of further sizes, within the limits of work, memory and time.
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
        let largest = if self.makes_long || self.makes_chains {
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
            if count != BigUint::ZERO {
                if self.is_too_deep(size)? || self.source.is_too_wide(size)? {
                    self.limit = self.limit.min(size.saturating_sub(1));
                    self.largest = self.largest.min(self.limit);
                    return Ok(false);
                }
                if self.are_within_bound(size)? {
                    self.sizes.push(size);
                }
            }
            self.counted += 1;
        }
        self.have_numbers = self.have_numbers || self.source.has_numbers(largest)?;
        // Most of these would be larger than the size bound.
        if self.bound.is_none() {
            let is_long = |mixed: &mut [Mixture]| mixed[0].has_sequences(largest);
            self.makes_long = self.makes_long || self.source.with(is_long)?;
            let counted = self.largest_counted();
            let mut rng = Random::seed_from_u64(counted.into());
            let nests = |mixed: &mut [Mixture]| mixed[0].nests(counted, &mut rng);
            self.makes_chains = self.makes_chains || !self.sizes.is_empty() && self.source.with(nests)?;
        }
        Ok(true)
    }

    /// Returns whether inputs with a structure of this size are within the size bound, judged by a
    /// few of them.
    fn are_within_bound(&self, size: u32) -> Result<bool, CheckError> {
        if self.bound.is_none() {
            return Ok(true);
        }
        let mut rng = Random::seed_from_u64(size.into());
        let fits = |mixed: &mut [Mixture]| {
            (0..4).try_fold(false, |fits, _| Ok(fits || mixed[0].fits(size, &mut rng)?))
        };
        Ok(self.source.with(fits)?)
    }

    /// Returns whether structures of a size nest too deeply.
    fn is_too_deep(&mut self, size: u32) -> Result<bool, CheckError> {
        let mut rng = Random::seed_from_u64(size.into());
        let nesting = |mixed: &mut [Mixture]| Ok(mixed[0].structure_of_size(size, &mut rng)?.nesting());
        Ok(self.looks.is_too_deep(size, || self.source.with(nesting))?)
    }

    /// Returns the largest size whose structures are counted.
    fn largest_counted(&self) -> u32 {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// Returns the sizes of the next batch.
    fn weighted(&self, next_size: u32) -> SizeWeights {
        let mut weighted = SizeWeights::default();
        let is_new = |&size: &u32| size <= self.largest && (self.have_numbers || size >= next_size);
        let mut sizes = self.sizes.iter().copied().filter(is_new).peekable();
        while let Some(&first) = sizes.peek() {
            let octave = octave_of(first);
            let mut own: Vec<u32> = Vec::new();
            while let Some(size) = sizes.next_if(|&size| octave_of(size) == octave) {
                own.push(size);
            }
            if octave >= 6 {
                own = some_of(&own);
            }
            let is_early = self.planned < EVEN_DRAWS && octave <= QUICK.ilog2();
            for &size in &own {
                let cost = if is_early { FIRST_SIZE } else { size.saturating_add(LEAST_COST) };
                weighted.push(size, share(octave) / u64::from(cost) / own.len() as u64);
            }
        }
        let counted = self.largest_counted();
        if (self.makes_long || self.makes_chains) && !weighted.is_empty() {
            // Four sizes of each octave.
            let quarters = (2..u32::BITS - 1).flat_map(|k| (4..8).map(move |quarter| quarter << (k - 2)));
            let sizes = quarters.filter(|&size| (counted + 1..self.largest).contains(&size));
            for size in sizes.chain((self.largest > counted).then_some(self.largest)) {
                weighted.push(size, share(octave_of(size)) / u64::from(size) / 4);
            }
        }
        weighted
    }
}

/// Returns the order of magnitude of the work of a draw.
fn octave_of(size: u32) -> u32 {
    size.saturating_add(LEAST_COST).ilog2()
}

/// Returns the share of an order of magnitude in the work. The search runs small inputs, and a bug
/// that only large ones show is rare, so the middle has most.
fn share(octave: u32) -> u64 {
    match octave {
        ..5 => SHARE,
        5..9 => 3 * SHARE,
        _ => SHARE / 2,
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
        let (from, until, bound) = (self.planned, self.planned + inputs, self.bound);
        let [first_seed, seed] = self.seeds;
        let chains = self.makes_chains.then_some(self.largest.max(CHAIN));
        let largest = chains.unwrap_or(self.largest);
        let structures = jobs::Structures {
            source: Arc::clone(&self.source),
            sizes: Arc::new(sizes),
            counted: self.largest_counted(),
            has_lists: self.makes_long,
            chains,
            levels: if self.makes_chains { self.depth.levels_within(largest) } else { 0 },
            large: self.largest / 2,
            // Such as 2^16 + 1, 2^16 and 2^16 - 1.
            below_greatest: self.repeated % 3,
            part: self.shard,
            from,
            until,
            first_seed,
            seed,
        };
        let job = move |part, trial: Trial| {
            let inputs = jobs::Structures { part, ..structures.clone() };
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

/// The sum of the products of sizes and weights in an octave.
const SHARE: u64 = 1 << 40;

/// Returns some of the sizes of an octave: evenly spaced ones, and sizes of lists with a length
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
