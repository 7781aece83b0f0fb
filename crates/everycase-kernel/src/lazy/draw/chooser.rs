//! Chooses options at random, where searches take the smallest.

use crate::grammar::Leaf;
use crate::grammar::Tables;
use crate::lazy::numbers::Interval;
use crate::lazy::plan::Plan;
use crate::lazy::whole::Open;

/// Chooses the options of derivations of one size, by rank among those not refuted.
pub(crate) trait Chooser: Send {
    /// Returns the number of derivations that are not refuted.
    fn alive(&self) -> u128;

    /// Begins the draw of a rank below [`alive`](Self::alive).
    fn begin(&mut self, rank: u128);

    /// Returns one of the options of a node, as listed in the plan.
    fn option(&mut self, tables: &Tables, plan: &Plan, node: u32, options: (u32, u32)) -> u32;

    /// Returns the numbers that a range may take when first looked at.
    fn look(&mut self, tables: &Tables, node: u32, leaf: &Leaf) -> Interval;

    /// Returns whether a number is below a pivot.
    fn is_low(&mut self, tables: &Tables, node: u32, leaf: &Leaf, interval: Interval, pivot: u128) -> bool;

    /// Returns the number of derivations in the class of the current draw, and the index of the draw in it.
    fn class(&self) -> (u128, u128);

    /// Refutes the current class.
    fn refute(&mut self);

    /// Continues with a named continuation: later decisions depend only on the name and on the open parts.
    fn continues(&mut self, name: u128);

    /// Returns whether the draw has left the derivations that exist. It then does not count, and is repeated.
    fn is_void(&mut self) -> bool;

    /// Returns sizes for all open parts, drawn so that every completion is equally likely.
    fn sizes(&mut self, tables: &Tables, open: &[Open], below: &mut dyn FnMut(u128) -> u128) -> Vec<u32>;

    /// Returns the memory in use, in bytes.
    fn memory(&self) -> usize;

    /// Discards, between draws, what can be computed again if it takes too much memory. Returns whether this many bytes suffice
    /// for the rest.
    fn fits(&mut self, bytes: usize) -> bool;
}
