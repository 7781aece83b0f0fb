//! What a run may use, and what decides its choices.

use num_bigint::BigInt;

/// What is decided at a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which operand of `<+>`: the right one?
    Right(bool),
    /// A boolean.
    Boolean(bool),
    /// An integer, of those that the choice allows.
    Integer(BigInt),
}

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many steps it may make.
    pub steps: u64,
    /// How many terms may wait for the value of a part of them.
    pub depth: usize,
    /// How many lazy fields of the result are evaluated, the leftmost ones; others are left open.
    pub forced: usize,
    /// How deeply the result may be nested.
    pub nested: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 2_000_000, depth: 100_000, forced: 100, nested: 5_000 }
    }
}
