//! The sizes of a space, one after the other, with their numbers of inputs.

use std::time::Duration;

use everycase_kernel::{BigUint, Derivations, Random, SeedableRng, SpaceError, Until};

use crate::control::depth::{DepthLimit, Looks};
use crate::control::stack::Stack;
use crate::run::error::CheckError;
use crate::run::pool::Pool;
use crate::system::miri::Instant;

/// The number of consecutive sizes without inputs after which no more are expected. A family may be
/// too large for the kernel to recognize it as finite.
pub(crate) const GAP: u32 = 1000;

/// The same before the first size with inputs: a type whose values are all large has many without.
pub(crate) const FIRST_GAP: u32 = 4 * GAP;

/// The memory limit for the grammar of inputs and their counts, in bytes; less in tests.
pub(crate) const COUNTS: usize = if cfg!(test) { 32 << 20 } else { 512 << 20 };

/// The time in which the first inputs may be counted even if the time is over.
const QUICK: Duration = Duration::from_millis(100);

/// Draws are of sizes up to this multiple of the first size that is incomplete ...
const REACH: u32 = 3;
/// ... and of at least this many sizes beyond it ...
const LEAST_REACH: u32 = 20;
/// ... but of no more than these: a search of few classes reaches sizes so large that counting
/// three times as far takes too long.
const MOST_REACH: u32 = 200;

/// A limit that ends the sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SizeLimit {
    /// On the memory of counting inputs.
    Memory,
    /// On their nesting.
    Depth,
}

/// The sizes of a space.
#[derive(Clone)]
pub(crate) struct Sizes<'a> {
    pub(crate) derivations: &'a Derivations,
    /// The largest size allowed.
    bound: Option<u32>,
    /// The largest size of an input, if there is one and it is known.
    pub(crate) largest: Option<u32>,
    /// The first size that is not complete.
    pub(crate) next: u32,
    /// The last size with inputs, if there was one.
    pub(crate) last: Option<u32>,
    /// Whether some size is complete.
    is_begun: bool,
    /// The limit that larger sizes exceed, once it is met.
    pub(crate) limit: Option<SizeLimit>,
    /// Looks at the nesting of inputs, if that is limited.
    looks: Option<Looks>,
    begun: Instant,
}

impl<'a> Sizes<'a> {
    /// Returns the sizes up to a bound. It tries to find the largest size of the space until
    /// `until`.
    pub(crate) fn new(
        derivations: &'a Derivations,
        bound: Option<u32>,
        until: &Until,
    ) -> Result<Sizes<'a>, CheckError> {
        let largest = match derivations.until(until.clone()).largest_size() {
            Err(SpaceError::OutOfTime) => None,
            largest => largest?,
        };
        let (is_begun, limit, begun) = (false, None, Instant::now());
        Ok(Sizes { derivations, bound, largest, next: 0, last: None, is_begun, limit, looks: None, begun })
    }

    /// Returns the sizes before the inputs nest too deeply for an ordinary stack; all of them on a
    /// large one.
    pub(crate) fn within_depth(self, limit: &DepthLimit) -> Self {
        let looks = (limit.stack() == Stack::Ordinary).then(|| Looks::new(limit.clone()));
        Self { looks, ..self }
    }

    /// Returns whether a size is allowed and there may be inputs of it.
    fn has(&self, size: u32) -> bool {
        let is_within = |bound: Option<u32>| bound.is_none_or(|bound| size <= bound);
        is_within(self.bound) && is_within(self.largest) && size < u32::MAX
    }

    /// Returns whether there may be inputs of the next size.
    pub(crate) fn has_next(&self) -> bool {
        self.has(self.next) && is_near(self.next, self.last)
    }

    /// Returns whether all inputs that are allowed have been run.
    pub(crate) fn are_complete(&self) -> bool {
        self.is_begun && !self.has(self.next)
    }

    /// Goes on to the following size, after the next one is complete.
    pub(crate) fn complete(&mut self) {
        (self.next, self.is_begun) = (self.next + 1, true);
    }

    /// Goes on to a size, without a word about smaller ones.
    pub(crate) fn skip_to(&mut self, size: u32) {
        (self.next, self.last) = (size, Some(size));
    }

    /// Returns when counting has to stop. Before the first inputs have run, it goes on even if the
    /// time is over, if that is quick.
    pub(crate) fn until(&self, is_first: bool, pool: &Pool, deadline: Option<Instant>) -> Until {
        let first = is_first.then_some(self.begun + QUICK);
        pool.until(deadline.map(|deadline| first.map_or(deadline, |first| deadline.max(first))))
    }

    /// Returns the number of inputs of a size, or the limit of time, work or memory that counting
    /// them exceeds.
    fn count(&self, size: u32, until: Until) -> Result<Result<BigUint, SpaceError>, CheckError> {
        let derivations = self.derivations.until(until.within_memory(COUNTS));
        let count = match derivations.are_too_wide(size) {
            Ok(true) => Err(SpaceError::TooLarge { size }),
            Ok(false) => derivations.count(size),
            Err(error) => Err(error),
        };
        match count {
            Err(limit @ (SpaceError::OutOfTime | SpaceError::TooLarge { .. })) => Ok(Err(limit)),
            count => Ok(Ok(count?)),
        }
    }

    /// Returns the number of inputs of the next size, or `None` if counting them exceeds a limit,
    /// which ends the search.
    pub(crate) fn count_next(&mut self, until: Until) -> Result<Option<BigUint>, CheckError> {
        match self.count(self.next, until)? {
            Ok(count) if count == BigUint::ZERO => Ok(Some(count)),
            // There have to be some inputs, however deep they are.
            Ok(_) if self.last.is_some() && is_too_deep(self.derivations, self.next, &mut self.looks)? => {
                self.limit = Some(SizeLimit::Depth);
                Ok(None)
            }
            Ok(count) => {
                self.last = Some(self.next);
                Ok(Some(count))
            }
            Err(limit) => {
                self.limit = matches!(limit, SpaceError::TooLarge { .. }).then_some(SizeLimit::Memory);
                Ok(None)
            }
        }
    }

    /// Returns whether there are at most `most` inputs in all.
    pub(crate) fn are_within(&self, most: u64, until: &Until) -> Result<bool, CheckError> {
        if self.bound.is_none() && self.largest.is_none() {
            return Ok(false);
        }
        let mut whole = BigUint::ZERO;
        let (mut size, mut last) = (0, None);
        while self.has(size) && is_near(size, last) {
            let Ok(count) = self.count(size, until.clone())? else { return Ok(false) };
            if count != BigUint::ZERO {
                last = Some(size);
            }
            whole += count;
            if whole > BigUint::from(most) {
                return Ok(false);
            }
            size += 1;
        }
        Ok(true)
    }

    /// Returns the sizes of `draws` draws beyond a search that has completed those before `first`.
    pub(crate) fn to_draw(
        &self,
        first: u32,
        draws: u64,
        pool: &Pool,
        deadline: Option<Instant>,
    ) -> Result<Vec<u32>, CheckError> {
        let reach = first.saturating_mul(REACH - 1).clamp(LEAST_REACH, MOST_REACH);
        let mut sizes = Vec::new();
        // Counting large sizes takes at most half of the time; sizes counted by then are drawn.
        let start = Instant::now();
        let deadline = deadline.map(|deadline| start + deadline.saturating_duration_since(start) / 2);
        let mut looks = self.looks.clone();
        for size in first..=first.saturating_add(reach) {
            if draws == 0 || pool.is_over(deadline) || !self.has(size) {
                break;
            }
            match self.count(size, pool.until(deadline))? {
                Ok(count) if count == BigUint::ZERO => {}
                Ok(_) if is_too_deep(self.derivations, size, &mut looks)? => break,
                Ok(_) => sizes.push(size),
                Err(_) => break,
            }
        }
        // Too few draws for all sizes: use evenly spaced sizes, not only the smallest ones.
        let step = (sizes.len() as u64).div_ceil(draws.max(1)).max(1);
        Ok(sizes.into_iter().step_by(step as usize).collect())
    }
}

/// Returns whether there may be inputs of a size if there are none between the last size with
/// inputs and this one.
fn is_near(size: u32, last: Option<u32>) -> bool {
    last.map_or(size <= FIRST_GAP, |last| size - last <= GAP)
}

/// Returns whether inputs of a size nest too deeply.
fn is_too_deep(derivations: &Derivations, size: u32, looks: &mut Option<Looks>) -> Result<bool, SpaceError> {
    let Some(looks) = looks else { return Ok(false) };
    let mut rng = Random::seed_from_u64(size.into());
    looks.is_too_deep(size, || Ok(derivations.uniform()?.of_size(size, &mut rng)?.nesting()))
}
