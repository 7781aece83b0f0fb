//! Cost models: the sizes of the numbers of a range. All other costs are given by the shape.
//!
//! A model turns a range into a [`Leaf`]. Counting, indexing, enumeration, draws and searches use
//! that leaf, and ask whether the model has slots or lists. A new model is a variant here with
//! these answers, and its space in `derivations.rs`; templates read models with lists.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::compiled::Alternative;
use super::leaf::Leaf;
use super::range::Range;

/// A cost model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// The sizes of the papers: a number costs the bit length of its magnitude.
    #[default]
    Exact,
    /// Sizes of structure: a number or a character costs 1, whatever it is. Each structure is one
    /// derivation, with the smallest numbers; a [`Template`](crate::template::Template) fills in
    /// others.
    Structural,
    /// The same, where a map or a set is the list of its entries. So its derivations are not
    /// derivations of the shape; a [`Template`](crate::template::Template) returns the derivation
    /// of the same map.
    Listed,
    /// The same as `Listed`, where some alternatives are there several times, so that draws have
    /// more of them. Of `k` alternatives, one with `n` fields is there about `k^(n/2)` times: then
    /// operations with arguments are about as frequent in a list of some size as those without,
    /// each of which costs 2 and 1 for each argument. From turn 1 on, one alternative of each sum
    /// is favoured as well, which the seed chooses; each turn it is the next one.
    Skewed {
        /// The seed.
        seed: u64,
        /// The turn: as many of them as a sum has alternatives favour each.
        turn: u32,
    },
}

/// A sum with more alternatives is not skewed: its copies would make it slow.
const MOST_SKEWED: usize = 16;

/// The largest number of alternatives with their copies, about.
const MOST_COPIES: u32 = 96;

/// How many times the favoured alternative is there, and the others.
const FAVOURED: [u32; 4] = [3, 5, 12, 30];
const OTHERS: [u32; 8] = [1, 1, 1, 1, 1, 1, 2, 5];

impl CostModel {
    /// Returns the numbers of a range with the sizes of this model.
    pub(crate) fn leaf(self, range: &Range) -> Leaf {
        match self {
            Self::Exact => Leaf::exact(range.clone()),
            Self::Structural | Self::Listed | Self::Skewed { .. } => Leaf::slot(range.clone()),
        }
    }

    /// Returns whether a number has a size of structure, whatever it is.
    pub(crate) fn has_slots(self) -> bool {
        match self {
            Self::Exact => false,
            Self::Structural | Self::Listed | Self::Skewed { .. } => true,
        }
    }

    /// Returns whether maps are lists of their entries.
    pub(crate) fn has_lists(self) -> bool {
        match self {
            Self::Exact | Self::Structural => false,
            Self::Listed | Self::Skewed { .. } => true,
        }
    }

    /// Appends the copies of the alternatives of a node.
    pub(crate) fn copy(self, node: u32, alternatives: &mut Vec<Alternative>) {
        let Self::Skewed { seed, turn } = self else { return };
        let number = alternatives.len();
        if !(2..=MOST_SKEWED).contains(&number) {
            return;
        }
        // Longer lists would have cheaper elements.
        let is_list = alternatives.iter().any(|it| it.label == "cons" && it.arity == 2);
        let copies = |it: &Alternative| match it.arity {
            fields if !is_list => (number as u128).checked_pow(fields).map_or(MOST_COPIES, root),
            _ => 1,
        };
        let mut times: Vec<u32> = alternatives.iter().map(copies).collect();
        if turn > 0 {
            let random = |turn: u32| {
                Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(node) << 32 ^ u64::from(turn) << 16)
            };
            let first = (random(0).next_u64() % number as u64) as usize;
            let favoured = (first + turn as usize) % number;
            let mut random = random(turn);
            for (i, times) in times.iter_mut().enumerate() {
                let drawn = random.next_u64() as usize;
                *times *= if i == favoured {
                    FAVOURED[drawn % FAVOURED.len()]
                } else {
                    OTHERS[drawn % OTHERS.len()]
                };
            }
        }
        // The shares stay about the same.
        let least = times.iter().copied().min().unwrap_or(1);
        let divisor = least.max(times.iter().sum::<u32>().div_ceil(MOST_COPIES));
        for (i, times) in times.into_iter().enumerate() {
            for _ in 1..times.div_ceil(divisor) {
                alternatives.push(alternatives[i].clone());
            }
        }
    }
}

/// Returns the square root, rounded down; at most [`MOST_COPIES`].
fn root(number: u128) -> u32 {
    number.isqrt().min(MOST_COPIES.into()) as u32
}
