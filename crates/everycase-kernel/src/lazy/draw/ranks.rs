//! Uniform sampling under a predicate (Paper III).
//!
//! A draw is a rank among all derivations of the size that are not refuted. The rank picks an
//! option at each decision, in the order of the predicate's demands. A predicate that fails refutes
//! at once all derivations that it cannot distinguish: one for each completion of the open parts. A
//! trie of decisions stores the number of refuted derivations behind each decision, down to the
//! first one behind which all are refuted; no draw goes there again. Earlier decisions determine
//! which position is decided next, so ranks and values correspond, and all values that are not
//! refuted are equally likely.
//!
//! If a predicate names its continuation, all draws with the same continuation share one trie from
//! there on. A refutation in this trie is not recorded in the other branches that lead to it, so
//! they count too many derivations. A draw whose rank exceeds what is left corrects the branches
//! that led to it, and is repeated with another rank, so all values stay equally likely.
//! Consecutive ranks also stay consecutive: the counts of branches to the left change only by such
//! corrections.

use num_bigint::BigUint;
use rand_core::Rng;

use super::chooser::Chooser;
use super::refutations::{Knowledge, Refutations, Root, Turn};
use crate::grammar::Tables;
use crate::grammar::until::Until;
use crate::grammar::{Leaf, NodeId};
use crate::lazy::budget::{Allowance, COMPLETIONS, Exact, Limit, Name, NameTable, SPREAD, Weight, bytes_of};
use crate::lazy::numbers::Interval;
use crate::lazy::plan::Plan;
use crate::lazy::whole::Open;

/// What draws have learned about a predicate at one size, and the current draw.
pub(super) struct RankedDraws<W> {
    exact: Exact<W>,
    /// The size budget before the first decision, and the number of all derivations.
    all: Allowance,
    count: W,
    trie: Refutations<W>,
    /// The decisions of the draw that had a choice.
    path: Vec<Turn<W>>,
    left: Allowance,
    /// The number of derivations that agree with the draw so far, including refuted ones.
    weight: W,
    /// The rank at which the draw begins, among all that are not refuted; after a refutation, where
    /// to continue.
    begin: W,
    /// The rank of the draw among those that agree with it so far and are not refuted.
    rank: W,
    /// What is known about the next decision.
    next: Knowledge<W>,
    /// The number of refuted derivations among those that agree with the draw, as recorded in the
    /// branch that led here.
    refuted: W,
    /// The tries by continuation.
    shared: NameTable,
    /// The tries that the draw has passed, in order.
    legs: Vec<Leg<W>>,
    /// If the rank exceeds what is left: the number of refuted derivations that the branch that led
    /// here has not recorded.
    beyond: Option<W>,
}

/// The part of a draw that lies in one trie.
struct Leg<W> {
    /// `None` until something is refuted in it.
    root: Option<Root>,
    continuation: u128,
    /// The index of its first decision in the path.
    start: usize,
    /// The number of refuted derivations that was recorded in the branch that led here.
    known: W,
}

/// The trie of whole draws.
const ALL: Root = 0;

impl<W: Weight> RankedDraws<W> {
    /// Returns draws of derivations of exactly this size; `None` if their number does not fit `W`.
    pub(super) fn new(tables: &Tables, root: NodeId, size: u32) -> Option<Self> {
        let (mut exact, all) = Exact::new(tables, root, size);
        let count = exact.count(all)?;
        (count < W::MAX).then(|| Self {
            exact,
            all,
            count,
            trie: Refutations::new(),
            path: Vec::new(),
            left: all,
            weight: count,
            begin: W::ZERO,
            rank: W::ZERO,
            next: Knowledge::Nothing,
            refuted: W::ZERO,
            shared: NameTable::default(),
            legs: Vec::new(),
            beyond: None,
        })
    }

    /// Takes the `i`-th of `options` options, which has `weight` derivations, if the rank belongs
    /// to it. Returns whether it was taken.
    #[inline]
    fn takes(&mut self, options: u32, i: u32, left: Allowance, weight: W) -> bool {
        // If one option has all derivations, there is nothing to choose or to learn.
        if weight != self.weight && self.beyond.is_none() {
            let refuted = self.trie.refuted(self.next, i);
            let alive = weight.minus(refuted);
            if self.rank >= alive {
                self.rank = self.rank.minus(alive);
                return false;
            }
            self.path.push(Turn { options, taken: i, weight });
            self.refuted = refuted;
            self.next = self.trie.after(self.next, i);
        }
        (self.left, self.weight) = (left, weight);
        true
    }

    /// Chooses one of `options` options by the rank. `option` returns what an option leaves, unless
    /// it costs more than is left. Returns `None` if a limit is reached.
    ///
    /// A single option that can be completed has all derivations, so it is taken without counting
    /// them. That is asked where a count is not known yet.
    #[inline]
    fn choose(
        &mut self,
        options: u32,
        mut option: impl FnMut(&mut Exact<W>, u32) -> Option<Allowance>,
    ) -> Option<u32> {
        let mut last = 0;
        let mut is_only = true;
        for i in 0..options {
            let Some(left) = option(&mut self.exact, i) else { continue };
            if self.exact.completions.is_new(left.state) {
                if !self.exact.is_possible(left)? {
                    continue;
                }
                if is_only && !self.is_any_possible(i + 1..options, &mut option)? {
                    self.left = left;
                    return Some(i);
                }
            }
            let weight = self.exact.count(left)?;
            if weight == W::ZERO {
                continue;
            }
            if self.takes(options, i, left, weight) {
                return Some(i);
            }
            (last, is_only) = (i, false);
        }
        // Not reached while the counts are right: the rank lies below the sum of the options.
        Some(last)
    }

    /// Returns whether one of some options can be completed; `None` if a limit is reached.
    #[inline(never)]
    fn is_any_possible(
        &mut self,
        options: std::ops::Range<u32>,
        option: &mut dyn FnMut(&mut Exact<W>, u32) -> Option<Allowance>,
    ) -> Option<bool> {
        for i in options {
            if let Some(left) = option(&mut self.exact, i)
                && self.exact.is_possible(left)?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns the number of derivations that are not refuted.
    fn left(&self) -> W {
        self.count.minus(self.trie.all_refuted(ALL))
    }

    /// Returns the memory of the refutations and of the current draw, in bytes.
    fn refuted_memory(&self) -> usize {
        self.trie.memory()
            + bytes_of(&self.shared)
            + self.path.capacity() * size_of::<Turn<W>>()
            + self.legs.capacity() * size_of::<Leg<W>>()
    }

    /// Refutes `amount` derivations behind the last leg, and corrects the branches that led to each
    /// leg.
    fn refute_behind(&mut self, mut amount: W) {
        let mut end = self.path.len();
        for leg in self.legs.iter().rev() {
            let root = leg.root.unwrap_or_else(|| {
                let root = self.trie.root();
                self.shared.insert(leg.continuation, root);
                root
            });
            self.trie.refute(root, &self.path[leg.start..end], amount);
            amount = self.trie.all_refuted(root).minus(leg.known);
            end = leg.start;
        }
    }
}

impl<W: Weight> Chooser for RankedDraws<W> {
    fn alive(&self) -> BigUint {
        self.left().to_big()
    }

    fn is_empty(&self) -> bool {
        self.left() == W::ZERO
    }

    fn set_rank(&mut self, rank: &BigUint) {
        self.begin = W::from_limbs(&rank.to_u64_digits());
    }

    fn set_random_rank(&mut self, rng: &mut dyn Rng) {
        self.begin = self.left().draw_below(rng);
    }

    fn begin(&mut self) {
        // Ranks are cyclic: the first follows the last.
        if self.begin >= self.left() {
            self.begin = W::ZERO;
        }
        self.path.clear();
        self.legs.clear();
        self.legs.push(Leg { root: Some(ALL), continuation: 0, start: 0, known: W::ZERO });
        (self.left, self.weight) = (self.all, self.count);
        (self.rank, self.next) = (self.begin, self.trie.first(ALL));
        (self.refuted, self.beyond) = (self.trie.all_refuted(ALL), None);
        self.exact.completions.meter.begin();
    }

    fn option(&mut self, tables: &Tables, plan: &Plan, node: u32, options: (u32, u32)) -> Option<u32> {
        let from = self.left;
        let first = self.exact.completions.find(tables, plan, from.state, node, options);
        self.choose(options.1, |exact, i| exact.moved(from, first + i))
    }

    fn look(&mut self, tables: &Tables, node: u32, leaf: &Leaf) -> Interval {
        let (interval, left) = self.exact.look(self.left, tables, node, leaf);
        self.left = left;
        interval
    }

    fn is_low(
        &mut self,
        tables: &Tables,
        node: u32,
        leaf: &Leaf,
        before: Interval,
        pivot: u128,
    ) -> Option<bool> {
        let (from, parts) = (self.left, before.split(pivot));
        let narrowed =
            |exact: &mut Exact<W>, i| exact.narrowed(from, tables, node, leaf, (before, parts[i as usize]));
        self.choose(2, narrowed).map(|i| i == 0)
    }

    fn class(&self) -> (BigUint, BigUint) {
        (self.weight.to_big(), self.rank.to_big())
    }

    fn refute(&mut self) -> u128 {
        self.refute_behind(self.weight);
        // The derivations after the class now follow those before it.
        self.begin = self.begin.minus(self.rank);
        self.weight.minus(self.rank).to_u128()
    }

    fn continues(&mut self, name: u128) {
        if self.beyond.is_some() {
            return;
        }
        let Allowance { size, state } = self.left;
        // With other open parts, or for another size, the same name means another continuation.
        let open = self.exact.completions.name(state).wrapping_add(Name::from(size));
        let continuation = name ^ open.wrapping_mul(SPREAD);
        if self.legs.last().is_some_and(|leg| leg.continuation == continuation) {
            return;
        }
        let root = self.shared.get(&continuation).copied();
        let refuted = root.map_or(W::ZERO, |root| self.trie.all_refuted(root));
        if self.rank >= self.weight.minus(refuted) {
            self.beyond = Some(refuted.minus(self.refuted));
            return;
        }
        self.legs.push(Leg { root, continuation, start: self.path.len(), known: self.refuted });
        self.next = root.map_or(Knowledge::Nothing, |root| self.trie.first(root));
        self.refuted = refuted;
    }

    fn is_void(&mut self) -> bool {
        let beyond = self.beyond.take();
        if let Some(amount) = beyond {
            self.refute_behind(amount);
        }
        beyond.is_some()
    }

    fn sizes(&mut self, tables: &Tables, open: &[Open], rng: &mut dyn Rng) -> Option<Vec<u32>> {
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
            let Allowance { size: left, state } = self.left;
            let without = completions.without(state, part);
            let mut rank = completions.count(state, left)?.draw_below(rng);
            let mut found = 0;
            for size in 0..=left {
                let rest = completions.count(without, left - size)?;
                let ways = completions.of_part(part, size).times(rest);
                if rank < ways {
                    found = size;
                    break;
                }
                rank = rank.minus(ways);
            }
            self.left = Allowance { size: left - found, state: without };
            sizes.push(found);
        }
        Some(sizes)
    }

    fn set_limits(&mut self, until: Until) {
        self.exact.completions.meter.set(until);
    }

    fn reached(&self) -> Option<Limit> {
        self.exact.completions.meter.reached()
    }

    fn work(&self) -> u64 {
        self.exact.completions.meter.work()
    }

    fn memory(&self) -> usize {
        self.refuted_memory() + self.exact.completions.memory()
    }

    fn fits(&mut self, bytes: usize) -> bool {
        let states = [&mut self.all.state, &mut self.left.state];
        self.exact.completions.trim((bytes / 4).min(COMPLETIONS), states.into_iter());
        if self.memory() <= bytes {
            return true;
        }
        // With less memory, most draws would compute all of their completions again.
        let fits = self.refuted_memory() <= bytes / 4 * 3;
        if fits {
            let states = [&mut self.all.state, &mut self.left.state];
            self.exact.completions.release(states.into_iter());
        }
        fits
    }
}
