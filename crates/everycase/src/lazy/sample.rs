//! Values of one size that satisfy a predicate, each with equal probability (Paper III).

use crate::space::Space;
use everycase_kernel::lazy::{Draw, Holder, Probe, Run};
use everycase_kernel::{Rng, SpaceError};

use super::handle::{Borrowed, OfThread, with};
use super::{Inspect, Lazy};
use crate::Enumerable;

/// Values of one size that satisfy a predicate, drawn at random.
///
/// Every value of the size that satisfies it is equally likely. A value for which the predicate fails is not drawn again,
/// nor is any that looks the same to the predicate, so that draws become surer the more of them there have been.
///
/// ```
/// use everycase::lazy::{ListView, sample};
/// use everycase::space::{Random, SeedableRng};
/// use everycase::Lazy;
///
/// fn ascends(list: Lazy<Vec<u8>>) -> bool {
///     let ListView::Cons(mut last, mut rest) = list.force() else { return true };
///     while let ListView::Cons(next, after) = rest.force() {
///         if next.lt(last) {
///             return false;
///         }
///         (last, rest) = (next, after);
///     }
///     true
/// }
///
/// let mut lists = sample(ascends).of_size(40)?;
/// let list = lists.draw(&mut Random::seed_from_u64(1))?.expect("there are ascending lists of this size");
/// assert!(list.is_sorted());
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
pub fn sample<T: Inspect + Enumerable, P: Fn(Lazy<T>) -> bool>(predicate: P) -> Sample<T, P> {
    sample_in(T::space(), predicate)
}

/// [`sample`], of another space than that of the type. Its derivations are looked at as those of the type would be.
pub fn sample_in<T: 'static, P: Fn(Lazy<T>) -> bool>(space: Space<T>, predicate: P) -> Sample<T, P> {
    Sample { space, predicate, skips: 0, memory: usize::MAX, opportunistic: false }
}

/// Sampling to be begun, see [`sample`].
pub struct Sample<T, P> {
    space: Space<T>,
    predicate: P,
    skips: u128,
    memory: usize,
    opportunistic: bool,
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Sample<T, P> {
    /// Backtracks: a draw that fails goes on to the next value that may satisfy the predicate, as long as it has not
    /// skipped more than `skips` values; no value is then more than `skips + 1` times as likely as another (Paper III,
    /// section 5.1). With `u128::MAX` there is no bound, and values may be likelier than others by any factor.
    #[must_use]
    pub fn backtracking(mut self, skips: u128) -> Self {
        self.skips = skips;
        self
    }

    /// Stops with an error rather than learn more than fits `bytes`.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Runs [`and`](super::and) and its like opportunistically (Paper III, section 5.2): a draw ends as soon as the right operand
    /// is false by what the left one has looked at so far. It takes longer, as operands are run several times, and refutes
    /// more at once; worth a try where operands look at the same parts in the same order. Draws stay uniform.
    #[must_use]
    pub fn opportunistic(mut self) -> Self {
        self.opportunistic = true;
        self
    }

    /// Values of exactly this size.
    ///
    /// # Errors
    /// When the type's shape is wrongly recursive, or has too many values of the size to be counted in 128 bits.
    pub fn of_size(self, size: u32) -> Result<Draws<T, P>, SpaceError> {
        let mut run = Run::new();
        run.begin_draws(self.space.derivations(), size)?;
        run.with(|draw: &mut Draw, _| {
            draw.set_opportunistic(self.opportunistic);
            draw.set_sharing(!self.opportunistic);
        });
        Ok(Draws { sample: self, run, runs: 0 })
    }
}

/// Draws values of a size that satisfy a predicate, see [`sample`]. What one draw has learned the next ones know.
pub struct Draws<T, P> {
    sample: Sample<T, P>,
    run: Run,
    runs: u64,
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Draws<T, P> {
    /// Returns how often the predicate has been run.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns how many values of the size have not been refuted: no fewer than satisfy the predicate.
    pub fn alive(&self) -> u128 {
        self.run.as_draw().map_or(0, Draw::alive)
    }

    /// Returns the memory that is in use for what has been learned, in bytes.
    pub fn memory(&self) -> usize {
        self.run.as_draw().map_or(0, Draw::memory)
    }

    /// Returns the next value; `None` when no value of the size satisfies the predicate.
    ///
    /// # Errors
    /// When learning takes more memory than was given.
    pub fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Option<T>, SpaceError> {
        if !self.find(rng)? {
            return Ok(None);
        }
        Ok(Draw::complete(&mut self.run, rng).map(|derivation| self.sample.space.decode(&derivation)))
    }

    /// Runs the predicate on draws until it is satisfied.
    fn find<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<bool, SpaceError> {
        let Sample { predicate, skips, memory, .. } = &self.sample;
        self.run.with(|draw: &mut Draw, _| draw.backtrack(*skips));
        let _run = Borrowed::new(&mut self.run);
        let root = Lazy::root();
        loop {
            if OfThread.with(|draw: &mut Draw, _| draw.fits(*memory)) == Some(false) {
                return Err(SpaceError::TooMuchLearned { bytes: *memory });
            }
            if !Draw::next(&mut OfThread, rng) {
                return Ok(false);
            }
            self.runs += 1;
            let drawn = Draw::execute(&mut OfThread, Probe::Never, |_| Some(predicate(root)));
            let broken = with(|run| run.as_draw().is_some_and(Draw::has_broken_name));
            assert!(!broken, "a predicate looked at something open that its last `pending` had not listed");
            if let Ok(Some(drawn)) = drawn
                && drawn.answer
                && !drawn.is_void
            {
                return Ok(true);
            }
        }
    }
}
