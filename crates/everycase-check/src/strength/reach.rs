//! Data coverage: on which inputs properties exercise the function, against those that exist.
//!
//! It is a second axis beside the score, and kept apart from it: `sort [x] == [x]` is a complete
//! specification of the inputs that it exercises, which are few (Paper IV, section 5).

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use everycase_kernel::{BigUint, Derivations};

use super::target::Exercises;
use everycase_kernel::sorted::SortedMap;

/// The largest number of different inputs that are told apart.
const MOST: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// The inputs on which a function was exercised.
///
/// Inputs are told apart up to the largest size up to which they are at most a million, so that
/// what is counted does not depend on the order of the runs.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    seen: SortedMap<u32, HashSet<u128>>,
    count: usize,
    /// Inputs of this size and of larger ones are not counted.
    end: Option<u32>,
}

/// The exercised inputs of a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfSize {
    /// The size.
    pub size: u32,
    /// How many different inputs of it were exercised.
    pub exercised: u64,
    /// How many there are.
    pub all: BigUint,
}

impl Reach {
    /// Returns what [`Reach::add`] needs to know of the calls of a run.
    pub(super) fn inputs(exercised: &Exercises) -> Vec<(u32, u128)> {
        exercised
            .calls()
            .iter()
            .map(|call| (call.arguments.size(), fingerprint(&call.arguments.words())))
            .collect()
    }

    /// Adds the inputs of a run.
    pub(super) fn add(&mut self, inputs: Vec<(u32, u128)>) {
        for (size, input) in inputs {
            if self.end.is_some_and(|end| size >= end) {
                continue;
            }
            self.count += usize::from(self.seen.or_default(size).insert(input));
            while self.count > MOST
                && let Some((largest, inputs)) = self.seen.pop_last()
            {
                self.count -= inputs.len();
                self.end = Some(largest);
            }
        }
    }

    /// Returns the largest size up to `through` of which the exercised inputs are counted; `None`
    /// if they are counted at no size.
    pub fn largest(&self, through: u32) -> Option<u32> {
        self.end.map_or(Some(through), |end| Some(through.min(end.checked_sub(1)?)))
    }

    /// Returns the exercised inputs of each size, up to a size at which they are counted.
    pub fn by_size(&self, arguments: &Derivations, through: u32) -> Vec<OfSize> {
        let of_size = |size: u32| {
            let exercised = self.seen.get(&size).map_or(0, |seen| seen.len() as u64);
            Some(OfSize { size, exercised, all: arguments.count(size).ok()? })
        };
        self.largest(through).map_or(Vec::new(), |largest| (0..=largest).map_while(of_size).collect())
    }
}

/// Returns a number that no two values have in common, for all practical purposes.
pub(super) fn fingerprint(value: &impl Hash) -> u128 {
    let hash = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    hash(0) << 64 | hash(1)
}
