//! Values of one size that satisfy a predicate, drawn uniformly (Paper III).

use crate::space::Space;
use everycase_kernel::lazy::{Draw, Holder, Probe, Run};
use everycase_kernel::{BigUint, Rng, SpaceError, Until};

use super::execution::Execution;
use super::handle::{OfThread, RunGuard, with};
use super::{Inspect, Lazy};
use crate::space::Enumerable;

/// Samples values of one size that satisfy a predicate.
///
/// Every value of the size that satisfies the predicate is equally likely. A value for which it
/// fails is not drawn again, nor is any other of its equivalence class, so draws become faster the
/// more of them there have been.
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

/// Does the same for another space than the type's own. Its derivations are inspected like
/// derivations of the type.
pub fn sample_in<T: 'static, P: Fn(Lazy<T>) -> bool>(space: Space<T>, predicate: P) -> Sample<T, P> {
    Sample { space, predicate, skips: 0, memory: usize::MAX, opportunistic: false }
}

/// A sampling to be configured, see [`sample`].
pub struct Sample<T, P> {
    space: Space<T>,
    predicate: P,
    skips: u128,
    memory: usize,
    opportunistic: bool,
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Sample<T, P> {
    /// Enables backtracking: a draw that fails continues with the next value that may satisfy the
    /// predicate, until it has skipped more than `skips` values. No value is then more than
    /// `skips + 1` times as likely as another (Paper III, section 5.1). With `u128::MAX` this
    /// factor is not bounded.
    #[must_use]
    pub fn backtracking(mut self, skips: u128) -> Self {
        self.skips = skips;
        self
    }

    /// Sets the memory limit for what is learned; exceeding it is an error.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Runs [`and`](super::and) and similar connectives opportunistically (Paper III, section 5.2):
    /// a draw ends as soon as the right operand is false given what the left one has decided so
    /// far. Operands then run several times, but refute more at once. This pays off if operands
    /// look at the same parts in the same order. Draws stay uniform.
    #[must_use]
    pub fn opportunistic(mut self) -> Self {
        self.opportunistic = true;
        self
    }

    /// Returns draws of exactly this size.
    ///
    /// # Errors
    /// If a recursion of the type's shape does not pay, or there are more than 2^4096 values of the
    /// size.
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

/// Draws values of a size that satisfy a predicate, see [`sample`]. Later draws use what earlier
/// ones have learned.
pub struct Draws<T, P> {
    sample: Sample<T, P>,
    run: Run,
    runs: u64,
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Draws<T, P> {
    /// Returns how often the predicate was run.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the number of values of the size that are not refuted: an upper bound on those that
    /// satisfy the predicate.
    pub fn alive(&self) -> BigUint {
        self.run.as_draw().map_or(BigUint::ZERO, Draw::alive)
    }

    /// Returns the memory used for what was learned, in bytes.
    pub fn memory(&self) -> usize {
        self.run.as_draw().map_or(0, Draw::memory)
    }

    /// Returns the next value, or `None` if no value of the size satisfies the predicate.
    ///
    /// # Errors
    /// If learning exceeds the memory limit, or counting for one draw exceeds the general one of
    /// two gibibytes.
    pub fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Option<T>, SpaceError> {
        if !self.find(rng)? {
            return Ok(None);
        }
        let whole = Draw::complete(&mut self.run, rng);
        within_limits(&self.run)?;
        Ok(whole.map(|derivation| self.sample.space.decode(&derivation)))
    }

    /// Runs the predicate on draws until it is satisfied.
    fn find<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<bool, SpaceError> {
        let Sample { predicate, skips, memory, .. } = &self.sample;
        self.run.with(|draw: &mut Draw, _| draw.backtrack(*skips));
        let _run = RunGuard::new(&mut self.run);
        let root = Lazy::root();
        loop {
            if OfThread.with(|draw: &mut Draw, _| draw.fits(*memory)) == Some(false) {
                return Err(SpaceError::TooMuchLearned { bytes: *memory });
            }
            if !Draw::next(&mut OfThread, rng) {
                return Ok(false);
            }
            self.runs += 1;
            let drawn = Draw::execute(&mut OfThread, Probe::Never, |_| {
                let _execution = Execution::begin();
                Some(predicate(root))
            });
            let broken = with(|run| run.as_draw().is_some_and(Draw::has_broken_name));
            assert!(!broken, "a predicate looked at something open that its last `pending` had not listed");
            with(|run| within_limits(run))?;
            if let Ok(Some(drawn)) = drawn
                && drawn.answer
                && !drawn.is_void
            {
                return Ok(true);
            }
        }
    }
}

/// Fails if counting for the current draw has exceeded the general memory limit, the only one that
/// is set.
#[inline]
fn within_limits(run: &Run) -> Result<(), SpaceError> {
    let reached = run.as_draw().and_then(Draw::reached);
    reached.map_or(Ok(()), |_| Err(SpaceError::TooMuchLearned { bytes: Until::MEMORY }))
}
