//! Data coverage: on which inputs properties exercise the function, against those that exist.
//!
//! It is a second axis beside the score, and kept apart from it: `sort [x] == [x]` is a complete specification of the inputs that it
//! exercises, which are few (Paper IV, section 5).

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use everycase_kernel::{BigUint, Derivations};

use super::target::Exercised;

/// The largest number of different inputs that are told apart.
const MOST: usize = 1 << 20;

/// The inputs on which a function was exercised.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    seen: BTreeMap<u32, HashSet<u64>>,
    count: usize,
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
    /// Adds the calls of a run.
    pub(super) fn add(&mut self, exercised: &Exercised) {
        for call in exercised.calls() {
            if self.count == MOST {
                return;
            }
            let mut hasher = DefaultHasher::new();
            call.arguments.words().hash(&mut hasher);
            let of_size = self.seen.entry(call.arguments.size()).or_default();
            self.count += usize::from(of_size.insert(hasher.finish()));
        }
    }

    /// Returns whether more inputs were exercised than are told apart: the numbers are then lower bounds.
    pub fn is_full(&self) -> bool {
        self.count == MOST
    }

    /// Returns the exercised inputs of each size up to one.
    pub fn by_size(&self, arguments: &Derivations, through: u32) -> Vec<OfSize> {
        let of_size = |size: u32| {
            let exercised = self.seen.get(&size).map_or(0, |seen| seen.len() as u64);
            Some(OfSize { size, exercised, all: arguments.count(size).ok()? })
        };
        (0..=through).map_while(of_size).collect()
    }
}
