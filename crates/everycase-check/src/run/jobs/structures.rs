//! Draws by structure: of many sizes, small ones more often.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::lazy::{Place, Sequence};
use everycase_kernel::{BigUint, Derivation, Derivations, Random, Rng, SeedableRng, SpaceError, Until};

use super::complete::Inputs;
use super::exact;
use crate::mixture::{ChainSizes, Constants, ListSizes, Mixture};
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::system::miri::Instant;

/// The spaces that structures are drawn from: in a fourth of the draws uniformly, and in the others
/// with some alternatives as likely as several.
pub struct Spaces {
    all: Vec<Derivations>,
    constants: Arc<Constants>,
    /// The largest size of an input.
    bound: Option<u32>,
    /// Those not in use, one for each space. Each knows how to draw the sizes that it has drawn
    /// before.
    free: Mutex<Vec<Vec<Mixture>>>,
    /// The cases with large structures since last asked: their number, their time in nanoseconds,
    /// the part of it after the draws, and the longest time.
    large: [AtomicU64; 4],
}

/// The times of cases with large structures, in nanoseconds, with the times of their draws.
#[derive(Debug, Clone, Copy)]
pub struct LargeTimes {
    /// The mean.
    pub mean: u64,
    /// The mean without the draws.
    pub after_draw: u64,
    /// The longest.
    pub longest: u64,
}

/// The number of spaces where an alternative is favoured.
const FAVOURED: u64 = 3;

impl Spaces {
    /// Returns a source of inputs up to a size, with constants of the code under test. The seed
    /// decides which alternatives are favoured.
    pub fn new(
        derivations: &Derivations,
        constants: Arc<Constants>,
        bound: Option<u32>,
        seed: Seed,
    ) -> Spaces {
        let skewed = (0..=FAVOURED as u32).map(|turn| derivations.skewed_structures(seed.0, turn));
        let all = std::iter::once(derivations.listed_structures()).chain(skewed).collect();
        let large = <[AtomicU64; 4]>::default();
        Spaces { all, constants, bound, free: Mutex::default(), large }
    }

    /// Draws the place of a space: the uniform one in one draw of four, the one where no
    /// alternative is favoured in two.
    fn draw(rng: &mut Random) -> usize {
        match rng.next_u64() % (4 * FAVOURED) {
            turn if turn < FAVOURED => 2 + turn as usize,
            other => usize::from(other >= 2 * FAVOURED),
        }
    }

    /// Returns the number of structures of a size, all as likely.
    ///
    /// # Errors
    /// If they cannot be counted within the limits.
    pub(crate) fn count(&self, size: u32, until: &Until) -> Result<BigUint, SpaceError> {
        for skewed in &self.all[1..] {
            skewed.until(until.clone()).count(size)?;
        }
        self.all[0].until(until.clone()).count(size)
    }

    /// Returns whether structures up to a size may be too wide to be made.
    pub(crate) fn is_too_wide(&self, size: u32) -> Result<bool, SpaceError> {
        self.all[0].are_too_wide(size)
    }

    /// Returns whether numbers or characters are among the structures up to a size.
    pub(crate) fn has_numbers(&self, size: u32) -> Result<bool, SpaceError> {
        self.all[0].has_numbers(size)
    }

    /// Returns the times of the cases with large structures since the last call; `None` if there
    /// were none.
    pub(crate) fn take_large_times(&self) -> Option<LargeTimes> {
        let [cases, time, after_draw, longest] =
            self.large.each_ref().map(|own| own.swap(0, Ordering::Relaxed));
        let mean = time.checked_div(cases)?;
        Some(LargeTimes { mean, after_draw: after_draw / cases, longest })
    }

    /// Calls `f` with what draws from each space, the one without skewed alternatives first.
    pub(crate) fn with<R>(
        &self,
        f: impl FnOnce(&mut [Mixture]) -> Result<R, SpaceError>,
    ) -> Result<R, SpaceError> {
        let mut mixture = self.take()?;
        let result = f(&mut mixture);
        self.give_back(mixture);
        result
    }

    /// Takes what draws from each space, to be [given back](Self::give_back).
    fn take(&self) -> Result<Vec<Mixture>, SpaceError> {
        let known: Option<Vec<Mixture>> = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let new =
            |space: &Derivations| Ok(Mixture::new(space, Arc::clone(&self.constants))?.within(self.bound));
        known.map_or_else(|| self.all.iter().map(new).collect(), Ok)
    }

    fn give_back(&self, mixture: Vec<Mixture>) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(mixture);
    }

    /// Returns an input as a derivation of the space of all inputs.
    fn exact(&self, input: Derivation) -> Result<Derivation, SpaceError> {
        exact(&self.all[0], input)
    }
}

/// Sizes, each with a weight.
#[derive(Default)]
pub struct SizeWeights {
    /// Each with the sum of the weights up to it.
    sizes: Vec<(u32, u64)>,
}

impl SizeWeights {
    /// Adds a size. A weight of 0 counts as 1.
    pub fn push(&mut self, size: u32, weight: u64) {
        self.sizes.push((size, self.total() + weight.max(1)));
    }

    /// Returns whether there are no sizes.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Returns the smallest size; 0 if there are none.
    fn smallest(&self) -> u32 {
        self.sizes.first().map_or(0, |(size, _)| *size)
    }

    /// Returns the largest size; 0 if there are none.
    fn largest(&self) -> u32 {
        self.sizes.last().map_or(0, |(size, _)| *size)
    }

    fn total(&self) -> u64 {
        self.sizes.last().map_or(0, |(_, sum)| *sum)
    }

    /// Returns the sizes up to `most`.
    fn up_to(&self, most: u32) -> &[(u32, u64)] {
        &self.sizes[..self.sizes.partition_point(|(size, _)| *size <= most)]
    }

    /// Draws a size up to `most`; 0 if there are none.
    fn draw(&self, most: u32, rng: &mut Random) -> u32 {
        let sizes = self.up_to(most);
        let at = below(sizes.last().map_or(0, |(_, sum)| *sum), rng);
        let place = sizes.partition_point(|(_, sum)| *sum <= at);
        sizes.get(place).map_or(0, |(size, _)| *size)
    }

    /// Draws a size up to `most` of more than half of the largest, all as likely; 0 if there are
    /// none.
    fn draw_large(&self, most: u32, rng: &mut Random) -> u32 {
        let sizes = self.up_to(most);
        let largest = sizes.last().map_or(0, |(size, _)| *size);
        let large = &sizes[sizes.partition_point(|(size, _)| *size <= largest / 2)..];
        large.get(below(large.len() as u64, rng) as usize).map_or(0, |(size, _)| *size)
    }
}

/// Returns a number below `n`, all nearly as likely; 0 if there is none.
fn below(n: u64, rng: &mut Random) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u64
}

/// Some of the draws by structure.
#[derive(Clone)]
pub struct Structures {
    /// What draws.
    pub source: Arc<Spaces>,
    /// The sizes, at least one of which is counted.
    pub sizes: Arc<SizeWeights>,
    /// The largest size whose structures are counted. Larger ones are long lists or chains.
    pub counted: u32,
    /// Whether there are lists.
    pub has_lists: bool,
    /// The largest size of a chain; `None` if structures do not nest.
    pub chains: Option<u32>,
    /// The largest number of levels of a chain.
    pub levels: usize,
    /// The least size of structures that count as large.
    pub large: u32,
    /// How many round lengths the list of the first draw is below the greatest one.
    pub below_greatest: usize,
    /// The part.
    pub part: Shard,
    /// The first position.
    pub from: u64,
    /// The end of the positions.
    pub until: u64,
    /// The seed of the first draws.
    pub first_seed: Seed,
    /// The seed of the others.
    pub seed: Seed,
}

/// The number of draws with the first seed.
const FIRST: u64 = 1 << 10;

/// The inverse of the share of chains, where structures nest.
const CHAINS: u64 = 3;

/// The largest size of a structure that parts of a chain are taken from.
const PARTS: u32 = 48;

impl Structures {
    /// Draws the input at a position. Returns the place of what has drawn it, and the size.
    fn draw(&self, mixture: &mut [Mixture], position: u64) -> Result<(usize, u32), SpaceError> {
        let mut rng = Random::seed_from_u64(
            if position < FIRST { self.first_seed } else { self.seed }.child(position).0,
        );
        // Each batch has one of the largest size, from which the next batch learns how long such a
        // case takes.
        let large = |most, rng: &mut Random| self.sizes.draw_large(most, rng);
        let any = |most, rng: &mut Random| self.sizes.draw(most, rng);
        let size = if position == self.from { self.sizes.largest() } else { any(u32::MAX, &mut rng) };
        let space = Spaces::draw(&mut rng);
        let mixture = &mut mixture[space];
        if let Some(most) = self.chains
            && position != self.from
            && rng.next_u64() % CHAINS == 0
        {
            // Small parts, if there are any.
            let of = self.counted.min(PARTS.max(self.sizes.smallest()));
            let of = if rng.next_u64() % 2 == 0 { large(of, &mut rng) } else { any(of, &mut rng) };
            let sizes = ChainSizes { of, most, levels: self.levels, is_large: false };
            return Ok((space, mixture.chain(sizes, &mut rng)?.0));
        }
        // The first space has each structure of a size as often as any other, and an input with
        // phases may be larger than its bound.
        let in_phases = space > 0 && self.source.bound.is_none();
        if size <= self.counted {
            if in_phases {
                return Ok((space, mixture.in_phases(size, &mut rng)?.0));
            }
            mixture.of_size(size, &mut rng)?;
            return Ok((space, size));
        }
        let of =
            if rng.next_u64() % 2 == 0 { large(self.counted, &mut rng) } else { any(self.counted, &mut rng) };
        if self.has_lists {
            let below_greatest = (position == self.from).then_some(self.below_greatest);
            let sizes = ListSizes { of, most: size, below_greatest };
            return Ok((space, mixture.long(sizes, in_phases, &mut rng)?.0));
        }
        let sizes = ChainSizes { of, most: size, levels: self.levels, is_large: true };
        Ok((space, mixture.chain(sizes, &mut rng)?.0))
    }
}

impl Inputs for Structures {
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError> {
        let mixture = self.source.take()?;
        let nth = self.part.share(self.from);
        Ok(Box::new(Positions { structures: self.clone(), mixture, nth, space: 0, large: None }))
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.source.with(|mixture| {
            let (space, size) = self.draw(mixture, position)?;
            let input = mixture[space].current().cloned().ok_or(SpaceError::Empty { size })?;
            self.source.exact(input)
        })
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }
}

/// The draws of a part.
struct Positions {
    structures: Structures,
    mixture: Vec<Mixture>,
    /// The number of the part's positions before the next one.
    nth: u64,
    /// The place of what has drawn the current input.
    space: usize,
    /// When the draw of the current case began and ended, if its structure is large.
    large: Option<[Instant; 2]>,
}

impl Positions {
    /// Notes how long the current case has taken.
    fn end_case(&mut self) {
        if let Some(times) = self.large.take() {
            let [time, after_draw] =
                times.map(|time| u64::try_from(time.elapsed().as_nanos()).unwrap_or(u64::MAX));
            let [cases, sum, sum_after_draw, longest] = &self.structures.source.large;
            cases.fetch_add(1, Ordering::Relaxed);
            sum.fetch_add(time, Ordering::Relaxed);
            sum_after_draw.fetch_add(after_draw, Ordering::Relaxed);
            longest.fetch_max(time, Ordering::Relaxed);
        }
    }
}

impl Drop for Positions {
    fn drop(&mut self) {
        self.end_case();
        self.structures.source.give_back(std::mem::take(&mut self.mixture));
    }
}

impl Sequence for Positions {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        self.end_case();
        let Structures { part, until, large, .. } = self.structures;
        let position = part.position(self.nth).filter(|position| *position < until);
        let Some(position) = position else { return Ok(None) };
        self.nth += 1;
        let start = Instant::now();
        let (space, size) = self.structures.draw(&mut self.mixture, position)?;
        self.space = space;
        self.large = (size >= large).then(|| [start, Instant::now()]);
        Ok(Some(Place { position, size }))
    }

    fn current(&self) -> Option<&Derivation> {
        self.mixture.get(self.space)?.current()
    }

    fn exact(&self) -> Option<&Derivations> {
        self.structures.source.all[0].exact()
    }
}
