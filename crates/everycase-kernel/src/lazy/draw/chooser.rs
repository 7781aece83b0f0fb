//! Chooses options at random, where searches take the smallest.

use num_bigint::BigUint;
use rand_core::Rng;

use crate::grammar::Leaf;
use crate::grammar::Tables;
use crate::grammar::until::Until;
use crate::lazy::budget::Limit;
use crate::lazy::numbers::Interval;
use crate::lazy::plan::Plan;
use crate::lazy::whole::Open;

/// Chooses the options of derivations of one size, by rank among those not refuted.
pub(crate) trait Chooser: Send {
    /// Returns the number of derivations that are not refuted.
    fn alive(&self) -> BigUint;

    /// Returns whether all derivations are refuted.
    fn is_empty(&self) -> bool;

    /// Sets the rank of the next draw to one below [`alive`](Self::alive).
    fn set_rank(&mut self, rank: &BigUint);

    /// Sets the rank of the next draw to a random one, each with equal probability.
    fn set_random_rank(&mut self, rng: &mut dyn Rng);

    /// Begins a draw: of the rank that was set, of the last draw's rank again, or of the rank after
    /// the refuted class.
    fn begin(&mut self);

    /// Returns one of the options of a node, as listed in the plan; `None` if a limit is reached.
    fn option(&mut self, tables: &Tables, plan: &Plan, node: u32, options: (u32, u32)) -> Option<u32>;

    /// Returns the numbers that a range may take when first looked at.
    fn look(&mut self, tables: &Tables, node: u32, leaf: &Leaf) -> Interval;

    /// Returns whether a number is below a pivot; `None` if a limit is reached.
    fn is_low(
        &mut self,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
        interval: Interval,
        pivot: u128,
    ) -> Option<bool>;

    /// Returns the number of derivations in the class of the current draw, and the index of the
    /// draw in it.
    fn class(&self) -> (BigUint, BigUint);

    /// Refutes the current class. Returns the number of its derivations from the draw on, or
    /// `u128::MAX` if there are more.
    fn refute(&mut self) -> u128;

    /// Continues with a named continuation: later decisions depend only on the name and on the open
    /// parts.
    fn continues(&mut self, name: u128);

    /// Returns whether the draw has left the derivations that exist. It then does not count, and is
    /// repeated.
    fn is_void(&mut self) -> bool;

    /// Returns sizes for all open parts, drawn so that every completion is equally likely; `None`
    /// if a limit is reached.
    fn sizes(&mut self, tables: &Tables, open: &[Open], rng: &mut dyn Rng) -> Option<Vec<u32>>;

    /// Sets the limits of the work that decisions take.
    fn set_limits(&mut self, until: Until);

    /// Returns the limit that was reached since the draw began.
    fn reached(&self) -> Option<Limit>;

    /// Returns the work of all decisions so far.
    fn work(&self) -> u64;

    /// Returns the memory in use, in bytes.
    fn memory(&self) -> usize;

    /// Discards, between draws, what can be computed again if it takes too much memory. Returns
    /// whether this many bytes suffice for the rest.
    fn fits(&mut self, bytes: usize) -> bool;
}
