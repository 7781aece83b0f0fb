//! The size budget: what sizes are left for what is open, up to a size or for exactly one.

mod completions;
mod named;
mod weight;

use super::numbers::Interval;
use super::plan::Plan;
use crate::grammar::Tables;
use crate::grammar::{Leaf, NodeId};
use completions::Completions;
pub(super) use named::{Name, Named, SPREAD, bytes_of};
pub(super) use weight::Weight;

/// What is left for what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// Up to a size: by how much it may be larger than the smallest. Of exactly one size: the size of it.
    pub(super) size: u32,
    /// Of exactly one size: what is open. Up to a size: nothing.
    pub(super) state: u32,
}

/// When completions take more memory than this, in bytes, they are forgotten and found again as they are needed.
pub(super) const COMPLETIONS: usize = 32 << 20;

/// How the size budget is reckoned.
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
    /// Returns a node that is open and the size of its derivations.
    pub(super) fn new(tables: &Tables, node: NodeId, size: u32) -> (Self, Left) {
        let mut completions = Completions::new(size);
        let part = completions.node(tables, node.0);
        let state = completions.with(0, part);
        (Self { completions }, Left { size, state })
    }

    /// In how many ways what is open can be completed.
    #[inline]
    pub(super) fn count(&mut self, left: Left) -> W {
        self.completions.count(left.state, left.size)
    }

    /// Returns whether the open positions can be completed.
    #[inline]
    pub(super) fn is_possible(&mut self, left: Left) -> bool {
        self.count(left) != W::ZERO
    }

    /// What is left after an option of a node, if it can be completed.
    #[inline]
    pub(super) fn option(
        &mut self,
        left: Left,
        tables: &Tables,
        plan: &Plan,
        node: u32,
        options: (u32, u32),
        i: u32,
    ) -> Option<Left> {
        let first = self.completions.find(tables, plan, left.state, node, options);
        let to = self.completions.moved(first, i);
        let left = Left { size: left.size.checked_sub(to.cost)?, state: to.state };
        self.is_possible(left).then_some(left)
    }

    /// Returns the numbers that there is room for at a range not looked at before.
    pub(super) fn look(&mut self, left: Left, tables: &Tables, node: u32, leaf: &Leaf) -> (Interval, Left) {
        let cost = tables.grammar.node(NodeId(node)).cost;
        let interval = leaf.clip(Interval::ALL, left.size.saturating_sub(cost));
        let part = self.completions.node(tables, node);
        let by = self.completions.interval(node, leaf, interval, cost);
        (interval, Left { state: self.completions.replace(left.state, part, by), ..left })
    }

    /// What is left when of the numbers of an interval only those of another remain, and in how many ways it can be
    /// completed, if it can be.
    pub(super) fn number(
        &mut self,
        left: Left,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
        (before, to): (Interval, Interval),
    ) -> Option<(Left, W)> {
        let cost = tables.grammar.node(NodeId(node)).cost;
        let part = self.completions.interval(node, leaf, before, cost);
        let left = if let Some(place) = to.single() {
            // A number that is known is no longer open.
            let (size, _) = leaf.position(leaf.at_place(place))?;
            let state = self.completions.without(left.state, part);
            Left { size: left.size.checked_sub(size + cost)?, state }
        } else {
            let by = self.completions.interval(node, leaf, to, cost);
            Left { state: self.completions.replace(left.state, part, by), ..left }
        };
        let count = self.count(left);
        (count != W::ZERO).then_some((left, count))
    }
}
