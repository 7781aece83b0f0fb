//! Uniform sampling under a predicate (Paper III).
//!
//! A draw is a rank among all derivations of the size that are not refuted; it picks an option at each decision in the
//! order in which the predicate demands them. A predicate that fails refutes all derivations that look the same to it
//! at once: as many as what is still open has completions. A trie of decisions keeps how many are refuted behind
//! each, down to the first behind which nothing is left; a draw never goes there again. Since every decision follows
//! from those before it, ranks and values correspond, and every value that is not refuted is equally likely.

use super::chooser::{Chooser, Open};
use super::numbers::Interval;
use super::plan::Plan;
use super::room::{Exact, Left};
use super::trie::{Known, Step, Trie};
use super::weight::Weight;
use crate::count::Tables;
use crate::grammar::{Leaf, NodeId};

/// What has been learned of a predicate at one size, and the draw at hand.
pub(super) struct Draw<W> {
    exact: Exact<W>,
    /// Before anything is decided.
    all: Left,
    trie: Trie<W>,
    /// The decisions of the draw that had a choice.
    path: Vec<Step<W>>,
    left: Left,
    /// Which of the derivations that are left.
    rank: W,
    /// What is known of the next decision.
    next: Known<W>,
}

impl<W: Weight> Draw<W> {
    /// Derivations of exactly this size; `None` when their number does not fit `W`.
    pub(super) fn new(tables: &Tables, root: NodeId, size: u32) -> Option<Self> {
        let (exact, all) = Exact::new(tables, root, size);
        (exact.count(all) < W::MAX).then(|| Self {
            exact,
            all,
            trie: Trie::new(),
            path: Vec::new(),
            left: all,
            rank: W::ZERO,
            next: Known::Nothing,
        })
    }

    /// Takes an option of a decision that has a choice.
    #[inline]
    fn choose(&mut self, options: u32, taken: u32, weight: W, left: Left) {
        self.path.push(Step { options, taken, weight });
        self.left = left;
        self.next = self.trie.after(self.next, taken);
    }
}

impl<W: Weight> Chooser for Draw<W> {
    fn alive(&self) -> u128 {
        self.exact.count(self.all).minus(self.trie.all_refuted()).to_u128()
    }

    fn begin(&mut self, rank: u128) {
        self.path.clear();
        (self.left, self.rank, self.next) = (self.all, W::of(rank), self.trie.first());
    }

    fn option(&mut self, tables: &Tables, plan: &Plan, node: u32, options: (u32, u32)) -> u32 {
        let Left { size, state } = self.left;
        let all = self.exact.count(self.left);
        let completions = &mut self.exact.completions;
        let first = completions.find(tables, plan, state, node, options);
        let mut last = 0;
        for (i, to) in (0..).zip(completions.moves(first, options.1)) {
            let Some(size) = size.checked_sub(to.cost) else { continue };
            let weight = completions.count(to.state, size);
            if weight == W::ZERO {
                continue;
            }
            let left = Left { size, state: to.state };
            if weight == all {
                // Nothing to choose, and nothing to be learned.
                self.left = left;
                return i;
            }
            let alive = weight.minus(self.trie.refuted(self.next, i));
            if self.rank < alive {
                self.choose(options.1, i, weight, left);
                return i;
            }
            self.rank = self.rank.minus(alive);
            last = i;
        }
        // Not reached while the counts are right: the rank lies below the sum of the options.
        last
    }

    fn look(&mut self, tables: &Tables, node: u32, leaf: &Leaf) -> Interval {
        let (interval, left) = self.exact.look(self.left, tables, node, leaf);
        self.left = left;
        interval
    }

    fn is_low(&mut self, tables: &Tables, node: u32, leaf: &Leaf, before: Interval, pivot: u128) -> bool {
        let all = self.exact.count(self.left);
        for (i, part) in (0..).zip(before.split(pivot)) {
            let Some(left) = self.exact.number(self.left, tables, node, leaf, (before, part)) else {
                continue;
            };
            let weight = self.exact.count(left);
            if weight == all {
                self.left = left;
                return i == 0;
            }
            let alive = weight.minus(self.trie.refuted(self.next, i));
            if self.rank < alive {
                self.choose(2, i, weight, left);
                return i == 0;
            }
            self.rank = self.rank.minus(alive);
        }
        false
    }

    fn class(&self) -> (u128, u128) {
        (self.exact.count(self.left).to_u128(), self.rank.to_u128())
    }

    fn refute(&mut self) {
        self.trie.refute(&self.path, self.exact.count(self.left));
    }

    fn sizes(&mut self, tables: &Tables, open: &[Open], below: &mut dyn FnMut(u128) -> u128) -> Vec<u32> {
        let completions = &mut self.exact.completions;
        let mut sizes = Vec::with_capacity(open.len());
        for part in open {
            let part = match part {
                Open::Node(node) => completions.node(tables, *node),
                Open::Number(node, leaf, interval) => {
                    let cost = tables.grammar.node(NodeId(*node)).cost;
                    completions.interval(*node, leaf, *interval, cost)
                }
            };
            let Left { size: left, state } = self.left;
            let without = completions.without(state, part);
            let mut rank = below(completions.count(state, left).to_u128());
            let size = (0..=left).find(|&size| {
                let rest = completions.count(without, left - size);
                let ways = completions.of_part(part, size).times(rest).to_u128();
                let found = rank < ways;
                rank = rank.saturating_sub(ways);
                found
            });
            let size = size.unwrap_or(0);
            self.left = Left { size: left - size, state: without };
            sizes.push(size);
        }
        sizes
    }

    fn memory(&self) -> usize {
        self.trie.memory()
    }
}
