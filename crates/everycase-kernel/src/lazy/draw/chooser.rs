//! Who decides, when it is not the smallest option that is taken.

use crate::grammar::Leaf;
use crate::grammar::Tables;
use crate::lazy::numbers::Interval;
use crate::lazy::plan::Plan;
use crate::lazy::whole::Open;

/// Picks the options of derivations of one size, by rank among those not refuted.
pub(crate) trait Chooser: Send {
    /// Returns how many derivations are not refuted.
    fn alive(&self) -> u128;

    /// Begins the draw of a rank below [`alive`](Self::alive).
    fn begin(&mut self, rank: u128);

    /// Returns one of the options of a node, as the plan has them.
    fn option(&mut self, tables: &Tables, plan: &Plan, node: u32, options: (u32, u32)) -> u32;

    /// Returns the numbers that a range may hold which was not looked at before.
    fn look(&mut self, tables: &Tables, node: u32, leaf: &Leaf) -> Interval;

    /// Returns whether a number is to lie below a pivot.
    fn is_low(&mut self, tables: &Tables, node: u32, leaf: &Leaf, interval: Interval, pivot: u128) -> bool;

    /// Returns how many derivations look like the one drawn, as far as it has been looked at, and which of these it is.
    fn class(&self) -> (u128, u128);

    /// Refutes these.
    fn refute(&mut self);

    /// What the predicate looks at from now on depends on this name alone, and on what is open.
    fn continues(&mut self, name: u128);

    /// Returns whether the draw was promised where there is nothing. It counts for nothing then, and is made anew.
    fn is_void(&mut self) -> bool;

    /// Sizes for all that is open, drawn so that every completion is equally likely.
    fn sizes(&mut self, tables: &Tables, open: &[Open], below: &mut dyn FnMut(u128) -> u128) -> Vec<u32>;

    /// Returns the memory in use, in bytes.
    fn memory(&self) -> usize;

    /// Between draws: forgets what can be found again when it takes too much. Returns whether this many bytes suffice for what is held.
    fn fits(&mut self, bytes: usize) -> bool;
}
