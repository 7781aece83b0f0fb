//! Search: one run of a predicate for each equivalence class of values (Paper II).

use crate::space::Space;
use everycase_kernel::SpaceError;
use everycase_kernel::lazy::{Holder, Part, Probe, Run, Search as Owner, Strategy};

use super::Lazy;
use super::choice::choose;
use super::execution::Execution;
use super::handle::{OfThread, RunGuard, with};
use crate::space::Enumerable;

/// Returns the values up to a size that satisfy a predicate.
///
/// The predicate is run once for each equivalence class of values within the bound; for a class
/// that satisfies it, the smallest value is returned. There are at most as many runs as values (see
/// [`Space::count_up_to`]), and usually far fewer.
///
/// # Panics
/// If the predicate panics, or is found not to be deterministic.
///
/// ```
/// use everycase::lazy::{ListView, search};
/// use everycase::Lazy;
///
/// /// Ascending, and looked at no further than the first descent.
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
/// let mut lists = search(ascends).up_to(12)?;
/// assert!(lists.all(|found| found.value().is_sorted()));
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
pub fn search<T: Enumerable, P: Fn(Lazy<T>) -> bool>(predicate: P) -> Search<T, P> {
    search_in(T::space(), predicate)
}

/// Does the same for another space than the type's own. Its derivations are inspected like
/// derivations of the type.
pub fn search_in<T: 'static, P: Fn(Lazy<T>) -> bool>(space: Space<T>, predicate: P) -> Search<T, P> {
    Search { space, predicate, shard: (0, 1), strategy: None }
}

/// A search to be configured, see [`search`].
///
/// When a connective ([`and`](super::and) and similar) is called, all strategies are tried on the
/// smallest sizes, and the one with the fewest looks at positions is chosen, independently of the
/// clock. This takes a few milliseconds at most, and does not count among the
/// [`runs`](Satisfying::runs).
pub struct Search<T, P> {
    pub(super) space: Space<T>,
    pub(super) predicate: P,
    /// The part and the number of parts.
    pub(super) shard: (u64, u64),
    /// The strategy that was chosen before, if one was.
    pub(super) strategy: Option<Strategy>,
}

/// The number of first decisions by which classes are assigned to shards. Every shard runs the
/// predicate once for each prefix of this length, so there should be many more classes than
/// prefixes.
const PREFIX: usize = 12;

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Search<T, P> {
    /// Restricts the search to part `k` of `n`, counted from 0, without communication with the
    /// others: every class is found in exactly one part. Parts can run on different threads and
    /// machines. A part not below `n` is empty.
    #[must_use]
    pub fn shard(mut self, k: u64, n: u64) -> Self {
        self.shard = (k, n.max(1));
        self
    }

    /// Returns the values up to a size that satisfy the predicate, one of each class.
    ///
    /// # Errors
    /// If a recursion of the type's shape does not pay.
    pub fn up_to(self, size: u32) -> Result<Satisfying<T, P>, SpaceError> {
        let mut run = Run::new();
        run.begin_search(self.space.derivations(), size)?;
        Ok(Satisfying::new(self, size, run))
    }

    /// Returns the values of exactly one size that satisfy the predicate, one of each class.
    /// Classes without values of the size are not run.
    ///
    /// # Errors
    /// If a recursion of the type's shape does not pay.
    pub fn of_size(self, size: u32) -> Result<Satisfying<T, P>, SpaceError> {
        let mut run = Run::new();
        run.begin_search_of_size(self.space.derivations(), size)?;
        Ok(Satisfying::new(self, size, run))
    }
}

/// Returns whether some value of size at most `size` satisfies `predicate`.
///
/// # Errors
/// If a recursion of the type's shape does not pay.
pub fn sat<T: Enumerable>(size: u32, predicate: impl Fn(Lazy<T>) -> bool) -> Result<bool, SpaceError> {
    Ok(search(predicate).up_to(size)?.next().is_some())
}

/// Values that satisfy a predicate, see [`Search::up_to`].
pub struct Satisfying<T, P> {
    search: Search<T, P>,
    size: u32,
    run: Run,
    runs: u64,
}

/// The result of [`Satisfying::advance_within`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A class that satisfies the predicate was found.
    Found,
    /// No class is left.
    NoneLeft,
    /// The runs are used up; there may be more to find.
    NotYet,
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Satisfying<T, P> {
    fn new(search: Search<T, P>, size: u32, mut run: Run) -> Self {
        let (index, of) = search.shard;
        run.with(|owner: &mut Owner, _| {
            owner.set_part(Part { index, of, prefix: PREFIX });
            if let Some(strategy) = search.strategy {
                owner.set_strategy(strategy);
            }
        });
        Self { search, size, run, runs: 0 }
    }

    /// Returns the number of classes that were run.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the number of looks at positions.
    pub fn looks(&self) -> u64 {
        self.run.looks()
    }

    /// Returns whether a class was left out because all of its values exceed the bound. If not, a
    /// finished search has run every class of values of any size.
    pub fn was_cut(&self) -> bool {
        self.run.was_cut()
    }

    /// Returns the strategy; `None` if no connective has been called.
    pub fn strategy(&self) -> Option<Strategy> {
        self.run.as_search().and_then(Owner::strategy)
    }

    /// Returns the run of the kernel, for measurements and tests that set its strategy.
    #[doc(hidden)]
    pub fn kernel(&mut self) -> &mut Run {
        &mut self.run
    }

    /// Returns the smallest value of the current class, which satisfies the predicate if the search
    /// has found one.
    pub fn value(&self) -> Option<T> {
        let derivation = self.run.derivation(self.run.root())?;
        Some(self.search.space.decode(&derivation))
    }

    /// Chooses the strategy, unless it is set.
    fn choose(&mut self) {
        if self.strategy().is_none() {
            let strategy = choose(&self.search.space, &self.search.predicate, self.size);
            self.run.with(|owner: &mut Owner, _| owner.set_strategy(strategy));
        }
    }

    /// Advances to the next class that satisfies the predicate, without building its
    /// [`value`](Self::value). Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        loop {
            match self.advance_within(u64::MAX) {
                Progress::Found => return true,
                Progress::NoneLeft => return false,
                Progress::NotYet => {}
            }
        }
    }

    /// Does the same with at most `runs` runs of the predicate. After [`Progress::NotYet`] the
    /// search can be continued or dropped, for instance at a deadline. Interruptions change neither
    /// what it finds nor the order.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use everycase::lazy::{Progress, search};
    /// use everycase::Lazy;
    ///
    /// let end = Instant::now() + Duration::from_secs(10);
    /// let mut lists = search(|list: Lazy<Vec<bool>>| list.value().len() > 3).up_to(20)?;
    /// let found = loop {
    ///     match lists.advance_within(10_000) {
    ///         Progress::Found => break lists.value(),
    ///         Progress::NotYet if Instant::now() < end => {}
    ///         Progress::NotYet | Progress::NoneLeft => break None,
    ///     }
    /// };
    /// assert_eq!(found, Some(vec![false; 4]));
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    pub fn advance_within(&mut self, runs: u64) -> Progress {
        let end = self.runs.saturating_add(runs);
        if self.runs == 0 && self.search.shard.1 > 1 {
            // All shards have to make the same choice.
            self.choose();
        }
        let mut is_chosen = self.strategy().is_some();
        let mut run = RunGuard::new(&mut self.run);
        let root = Lazy::root();
        loop {
            if self.runs >= end {
                return Progress::NotYet;
            }
            let Some(class) = Owner::next(&mut OfThread) else { return Progress::NoneLeft };
            self.runs += 1;
            let satisfied = Owner::execute(&mut OfThread, Probe::Often, |_| {
                let _execution = Execution::begin();
                Some((self.search.predicate)(root))
            });
            let satisfied = match satisfied {
                Ok(satisfied) => satisfied == Some(true),
                Err(error) => panic!("{error}"),
            };
            if !is_chosen && with(|run| run.as_search().is_some_and(Owner::has_calls)) {
                drop(run);
                self.choose();
                is_chosen = true;
                run = RunGuard::new(&mut self.run);
            }
            if satisfied && class.is_own {
                return Progress::Found;
            }
        }
    }
}

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Iterator for Satisfying<T, P> {
    type Item = Found<T>;

    fn next(&mut self) -> Option<Found<T>> {
        if !self.advance() {
            return None;
        }
        Some(Found { value: self.value()? })
    }

    fn count(mut self) -> usize {
        std::iter::from_fn(|| self.advance().then_some(())).count()
    }
}

/// A value that satisfies a predicate, as the representative of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<T> {
    value: T,
}

impl<T> Found<T> {
    /// Returns the smallest value of the class.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Returns the smallest value of the class.
    pub fn into_value(self) -> T {
        self.value
    }
}
