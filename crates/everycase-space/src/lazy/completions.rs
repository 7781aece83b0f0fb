//! In how many ways what is open can be completed to a size: products of counting sequences, memoised.
//!
//! What is open is a multiset of *parts*, nodes of the grammar or intervals of integers; its counts are the product of
//! theirs. Deciding one part replaces it by others, and few multisets occur, so each is found once and remembered,
//! together with where its decisions lead. A count that does not fit its word is kept as the largest: those of states
//! that a derivation of the size can be in are no larger than the number of all of them, which has to fit.

use std::sync::Arc;

use rustc_hash::FxHashMap as HashMap;

use super::numbers::Interval;
use super::plan::Plan;
use super::weight::Weight;
use crate::count::Tables;
use crate::grammar::{Leaf, NodeId};

/// Multisets of open parts, up to some size.
pub(crate) struct Completions<W> {
    size: u32,
    parts: Vec<Vec<W>>,
    of_counts: HashMap<Vec<W>, u32>,
    of_node: HashMap<u32, u32>,
    of_interval: HashMap<(u32, u128, u128), u32>,
    states: Vec<State>,
    /// In how many ways each state is completed to each size, all of a state side by side.
    counts: Vec<W>,
    of_parts: HashMap<Arc<[u32]>, u32>,
    moves: Vec<Move>,
    replaced: HashMap<(u32, u32, u32), u32>,
}

/// The part that is always complete.
const NOTHING: u32 = u32::MAX;

struct State {
    /// Sorted.
    parts: Arc<[u32]>,
    /// Where the options of nodes that are open lead: each node with the first of its moves. They are few.
    moves: Vec<(u32, u32)>,
}

/// An option seen from a state.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) state: u32,
    pub(crate) cost: u32,
}

impl<W: Weight> Completions<W> {
    /// Nothing open, and one way to complete it.
    pub(crate) fn new(size: u32) -> Self {
        let mut counts = vec![W::ZERO; size as usize + 1];
        counts[0] = W::of(1);
        let none: Arc<[u32]> = Arc::new([]);
        Self {
            size,
            parts: Vec::new(),
            of_counts: HashMap::default(),
            of_node: HashMap::default(),
            of_interval: HashMap::default(),
            states: vec![State { parts: Arc::clone(&none), moves: Vec::new() }],
            counts,
            of_parts: std::iter::once((none, 0)).collect(),
            moves: Vec::new(),
            replaced: HashMap::default(),
        }
    }

    /// In how many ways a state is completed to a size.
    #[inline]
    pub(crate) fn count(&self, state: u32, size: u32) -> W {
        self.counts[state as usize * (self.size as usize + 1) + size as usize]
    }

    /// In how many ways a state is completed to each size.
    fn counts_of(&self, state: u32) -> &[W] {
        let len = self.size as usize + 1;
        &self.counts[state as usize * len..][..len]
    }

    /// The part that is a node.
    pub(crate) fn node(&mut self, tables: &Tables, node: u32) -> u32 {
        if let Some(&part) = self.of_node.get(&node) {
            return part;
        }
        let counts = (0..=self.size).map(|size| W::from_limbs(tables.node(NodeId(node), size))).collect();
        let part = self.push_part(counts);
        self.of_node.insert(node, part);
        part
    }

    /// The part that is an interval of the integers of a node, which costs so much beside them.
    pub(crate) fn interval(&mut self, node: u32, leaf: &Leaf, interval: Interval, cost: u32) -> u32 {
        let key = (node, interval.lo, interval.hi);
        if let Some(&part) = self.of_interval.get(&key) {
            return part;
        }
        let counts = (0..=self.size)
            .map(|size| W::of(size.checked_sub(cost).map_or(0, |size| leaf.count_in(size, interval))))
            .collect();
        let part = self.push_part(counts);
        self.of_interval.insert(key, part);
        part
    }

    /// How many derivations of a part have a size.
    pub(crate) fn of_part(&self, part: u32, size: u32) -> W {
        if part == NOTHING { W::of(u128::from(size == 0)) } else { self.parts[part as usize][size as usize] }
    }

    /// Parts with equal counts are one. What adds nothing, one derivation of size 0, is none.
    fn push_part(&mut self, counts: Vec<W>) -> u32 {
        if counts == self.counts_of(0) {
            return NOTHING;
        }
        if let Some(&part) = self.of_counts.get(&counts) {
            return part;
        }
        let part = self.parts.len() as u32;
        self.parts.push(counts.clone());
        self.of_counts.insert(counts, part);
        part
    }

    /// The state in which one part more is open.
    pub(crate) fn with(&mut self, state: u32, part: u32) -> u32 {
        if part == NOTHING {
            return state;
        }
        let mut parts = self.states[state as usize].parts.to_vec();
        parts.insert(parts.partition_point(|&other| other < part), part);
        self.state(&parts)
    }

    /// The state in which one of a part is no longer open.
    pub(crate) fn without(&mut self, state: u32, part: u32) -> u32 {
        self.replace(state, part, NOTHING)
    }

    fn find_without(&mut self, state: u32, part: u32) -> u32 {
        let mut parts = self.states[state as usize].parts.to_vec();
        if let Ok(at) = parts.binary_search(&part) {
            parts.remove(at);
        }
        self.state(&parts)
    }

    /// The state in which one part stands for another.
    pub(crate) fn replace(&mut self, state: u32, part: u32, by: u32) -> u32 {
        if let Some(&known) = self.replaced.get(&(state, part, by)) {
            return known;
        }
        let without = self.find_without(state, part);
        let replaced = self.with(without, by);
        self.replaced.insert((state, part, by), replaced);
        replaced
    }

    fn state(&mut self, parts: &[u32]) -> u32 {
        if let Some(&state) = self.of_parts.get(parts) {
            return state;
        }
        let Some((&part, rest)) = parts.split_last() else { return 0 };
        let rest = self.state(rest);
        let counts = convolve(self.counts_of(rest), &self.parts[part as usize]);
        self.counts.extend(counts);
        let parts: Arc<[u32]> = parts.into();
        let state = self.states.len() as u32;
        self.states.push(State { parts: Arc::clone(&parts), moves: Vec::new() });
        self.of_parts.insert(parts, state);
        state
    }

    /// Where the options of a node, in the order of the plan, lead from a state in which it is open: the first of as
    /// many moves.
    #[inline]
    pub(crate) fn find(
        &mut self,
        tables: &Tables,
        plan: &Plan,
        state: u32,
        node: u32,
        options: (u32, u32),
    ) -> u32 {
        match self.states[state as usize].moves.iter().find(|(of, _)| *of == node) {
            Some(&(_, first)) => first,
            None => self.find_moves(tables, plan, state, node, options),
        }
    }

    /// The `i`-th move after a first one.
    #[inline]
    pub(crate) fn moved(&self, first: u32, i: u32) -> Move {
        self.moves[(first + i) as usize]
    }

    #[cold]
    fn find_moves(
        &mut self,
        tables: &Tables,
        plan: &Plan,
        state: u32,
        node: u32,
        (start, len): (u32, u32),
    ) -> u32 {
        let part = self.node(tables, node);
        let without = self.find_without(state, part);
        let mut moves = Vec::new();
        for i in 0..len {
            let option = plan.option(start, i);
            let mut state = without;
            for field in plan.fields(option) {
                let part = self.node(tables, field.node);
                state = self.with(state, part);
            }
            moves.push(Move { state, cost: option.cost });
        }
        let first = self.moves.len() as u32;
        self.moves.extend(moves);
        self.states[state as usize].moves.push((node, first));
        first
    }
}

fn convolve<W: Weight>(a: &[W], b: &[W]) -> Vec<W> {
    let mut sums = vec![W::ZERO; a.len()];
    for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != W::ZERO) {
        for (sum, &y) in sums[i..].iter_mut().zip(b).filter(|(_, y)| **y != W::ZERO) {
            *sum = sum.plus(x.times(y));
        }
    }
    sums
}
