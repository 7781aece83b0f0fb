//! The size budget: the sizes left for open positions, up to a bound or for one exact size.

mod completions;
mod meter;
mod names;
mod sets;
mod weight;
mod wide;

use super::numbers::Interval;
use super::plan::Plan;
use crate::grammar::Tables;
use crate::grammar::{Leaf, NodeId};
use completions::Completions;
pub use meter::Limit;
pub(super) use names::{Name, NameTable, SPREAD, bytes_of};
pub(super) use weight::Weight;
pub(super) use wide::Wide;

/// The rest of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// With a bound: how much larger than the smallest completion it may be. With an exact size:
    /// that size.
    pub(super) size: u32,
    /// With an exact size: the state of open parts. With a bound: unused.
    pub(super) state: u32,
}

/// The memory of completions, in bytes, above which they are discarded and computed again on
/// demand. Draws of size 200 use some 200 MiB again and again; with less, most of their time goes
/// into computing them anew.
pub(super) const COMPLETIONS: usize = 256 << 20;

/// The kind of the size budget.
pub(super) enum Budget {
    /// Derivations up to a size.
    UpTo,
    /// Derivations of exactly one size.
    Exact(Box<Exact<u128>>),
}

/// Derivations of exactly one size.
pub(super) struct Exact<W> {
    pub(super) completions: Completions<W>,
}

impl<W: Weight> Exact<W> {
    /// Returns the state in which a node of this size is open.
    pub(super) fn new(tables: &Tables, node: NodeId, size: u32) -> (Self, Allowance) {
        let mut completions = Completions::new(size);
        let part = completions.node(tables, node.0);
        let state = completions.with(0, part);
        (Self { completions }, Allowance { size, state })
    }

    /// Returns the number of ways to complete the open positions; `None` if a limit is reached.
    #[inline]
    pub(super) fn count(&mut self, left: Allowance) -> Option<W> {
        self.completions.count(left.state, left.size)
    }

    /// Returns whether the open positions can be completed; `None` if a limit is reached.
    #[inline]
    pub(super) fn is_possible(&mut self, left: Allowance) -> Option<bool> {
        self.completions.is_possible(left.state, left.size)
    }

    /// Returns what is left after an option of a node, if it can be completed.
    #[inline]
    pub(super) fn option(
        &mut self,
        left: Allowance,
        tables: &Tables,
        plan: &Plan,
        node: u32,
        options: (u32, u32),
        i: u32,
    ) -> Option<Allowance> {
        let first = self.completions.find(tables, plan, left.state, node, options);
        let left = self.moved(left, first + i)?;
        (self.is_possible(left)?).then_some(left)
    }

    /// Returns what is left after a move, if its cost is.
    #[inline]
    pub(super) fn moved(&self, left: Allowance, at: u32) -> Option<Allowance> {
        let to = self.completions.moved(at);
        Some(Allowance { size: left.size.checked_sub(to.cost)?, state: to.state })
    }

    /// Returns the numbers of a range that the budget allows.
    pub(super) fn look(
        &mut self,
        left: Allowance,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
    ) -> (Interval, Allowance) {
        let cost = tables.grammar.node(NodeId(node)).cost;
        let interval = leaf.clip(Interval::ALL, left.size.saturating_sub(cost));
        let part = self.completions.node(tables, node);
        let by = self.completions.interval(node, leaf, interval, cost);
        (interval, Allowance { state: self.completions.replace(left.state, part, by), ..left })
    }

    /// Returns what is left when an interval of numbers is narrowed to another one.
    pub(super) fn narrowed(
        &mut self,
        left: Allowance,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
        (before, to): (Interval, Interval),
    ) -> Option<Allowance> {
        let cost = tables.grammar.node(NodeId(node)).cost;
        let part = self.completions.interval(node, leaf, before, cost);
        if let Some(place) = to.single() {
            // A number that is known is not open any more.
            let (size, _) = leaf.position(leaf.at_place(place))?;
            let state = self.completions.without(left.state, part);
            Some(Allowance { size: left.size.checked_sub(size + cost)?, state })
        } else {
            let by = self.completions.interval(node, leaf, to, cost);
            Some(Allowance { state: self.completions.replace(left.state, part, by), ..left })
        }
    }

    /// Returns what is left when an interval of numbers is narrowed to another one, if it can be
    /// completed.
    pub(super) fn number(
        &mut self,
        left: Allowance,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
        narrowing: (Interval, Interval),
    ) -> Option<Allowance> {
        let left = self.narrowed(left, tables, node, leaf, narrowing)?;
        (self.is_possible(left)?).then_some(left)
    }
}
