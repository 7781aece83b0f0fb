//! The limits of a run, and the decisions for its choices.

use num_bigint::BigInt;

/// The decision for a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An operand of `<+>`: whether the right one.
    Right(bool),
    /// A boolean.
    Boolean(bool),
    /// An integer among those that the choice allows.
    Integer(BigInt),
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximal number of steps.
    pub steps: u64,
    /// The maximal number of continuations.
    pub depth: usize,
    /// The maximal number of lazy fields of the result that are evaluated, the leftmost ones;
    /// others stay open.
    pub forced: usize,
    /// The maximal nesting of the result.
    pub nested: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 2_000_000, depth: 100_000, forced: 100, nested: 5_000 }
    }
}
