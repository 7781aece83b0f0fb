//! The number of ways to complete open parts to a size: products of counting sequences, memoised.
//!
//! The open *parts*, nodes of the grammar or intervals of integers, form a multiset, whose counts
//! are the product of theirs. A multiset is a *state*; it is computed once and remembered, with the
//! states that its decisions lead to. A count that does not fit its word saturates: the counts of
//! states that a derivation of the size can reach are at most the number of all derivations, which
//! fits.
//!
//! Most states, such as those with an interval, are asked for one or two counts, which are computed
//! on demand, from a part and the row of the rest. A state that is asked more often, or is itself
//! the rest of another, gets a row: its counts of all sizes. Intervals are last among the parts, so
//! there are few different rests.
//!
//! Whether there are completions at all is much cheaper to say: the possible sizes of a state are a
//! set of bits, the sums of the sizes of its parts. A decision with a single possible option needs
//! no more. For example, half of a list of booleans of size 3,001 is an open list and 750 open
//! booleans, with 2,251 - 750 = 1,501 left for the list: it cannot be empty, and no count of 1,000
//! bits is needed to know.
//!
//! Counting stops at the limits of a [`Meter`]; what was being counted is then not known, and
//! nothing is remembered of it.

use rustc_hash::FxHashMap as HashMap;

use super::meter::Meter;
use super::names::{Name, NameTable, bytes_of, name};
use super::sets::Sets;
use super::weight::Weight;
use crate::grammar::Tables;
use crate::grammar::{Leaf, NodeId};
use crate::lazy::numbers::Interval;
use crate::lazy::plan::Plan;

/// Multisets of open parts, up to some size.
pub(crate) struct Completions<W> {
    size: u32,
    /// The number of derivations of each part for each size, one part after the other.
    parts: Vec<W>,
    /// The first and the last size of each part; the first is larger if there is none.
    ends: Vec<(u32, u32)>,
    /// The sizes of each part.
    part_sizes: Sets,
    /// The name of each part's counts.
    names: Vec<Name>,
    of_counts: NameTable,
    of_node: HashMap<u32, u32>,
    of_interval: HashMap<(u32, u128, u128), u32>,
    states: Vec<State>,
    /// The parts of all states, one state after the other, sorted within a state.
    open: Vec<u32>,
    /// The number of completions of states for each size, one state after the other.
    rows: Vec<W>,
    /// The sizes of states.
    sizes: Sets,
    of_parts: NameTable,
    links: Vec<Link>,
    moves: Vec<Move>,
    replaced: HashMap<(u32, u32, u32), u32>,
    /// The memory in use after states were last discarded.
    kept: usize,
    pub(crate) meter: Meter,
}

/// The part without open positions.
const NOTHING: u32 = u32::MAX;

/// No row, no state, no link.
const NONE: u32 = u32::MAX;

/// The bit of parts that are intervals.
const INTERVAL: u32 = 1 << 31;

/// The memory of a state without its counts and parts, and of a table entry, in bytes.
const STATE: usize = 96;
const REPLACED: usize = 24;

#[derive(Clone, Copy)]
struct State {
    /// The sum of the names of its parts, independent of their numbers.
    name: Name,
    /// The range of its parts.
    start: u32,
    len: u32,
    /// The first of a chain of links, one for each open node that was looked at.
    links: u32,
    /// Its row, and the state of all parts but the last, once computed.
    row: u32,
    rest: u32,
    /// The set of its sizes, once computed.
    sizes: u32,
    /// The number of counts asked for before there was a row.
    asked: u32,
}

/// The moves for the options of an open node in a state.
#[derive(Clone, Copy)]
struct Link {
    node: u32,
    /// The first of its moves.
    first: u32,
    next: u32,
}

/// The state that an option leads to, and its cost.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) state: u32,
    pub(crate) cost: u32,
}

impl<W: Weight> Completions<W> {
    /// Returns the completions of a single state: nothing is open, and there is one way to complete
    /// it.
    pub(crate) fn new(size: u32) -> Self {
        let mut new = Self {
            size,
            parts: Vec::new(),
            ends: Vec::new(),
            part_sizes: Sets::new(size),
            names: Vec::new(),
            of_counts: NameTable::default(),
            of_node: HashMap::default(),
            of_interval: HashMap::default(),
            states: Vec::new(),
            open: Vec::new(),
            rows: Vec::new(),
            sizes: Sets::new(size),
            of_parts: NameTable::default(),
            links: Vec::new(),
            moves: Vec::new(),
            replaced: HashMap::default(),
            kept: 0,
            meter: Meter::new(),
        };
        new.clear();
        new
    }

    /// Removes everything except the state without open parts, which has one completion. Keeps the
    /// allocated memory.
    fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
        self.part_sizes.clear();
        self.names.clear();
        self.of_counts.clear();
        self.of_node.clear();
        self.of_interval.clear();
        self.states.clear();
        self.open.clear();
        self.rows.clear();
        self.sizes.clear();
        self.of_parts.clear();
        self.links.clear();
        self.moves.clear();
        self.replaced.clear();
        self.rows.push(W::of(1));
        self.rows.resize(self.size as usize + 1, W::ZERO);
        let sizes = self.sizes.push([0].into_iter());
        self.states.push(State { row: 0, sizes, ..State::new(0, 0, 0) });
        self.of_parts.insert(0, 0);
    }

    /// Returns the allocated memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        fn held<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        held(&self.parts)
            + held(&self.ends)
            + self.part_sizes.memory()
            + held(&self.names)
            + held(&self.states)
            + held(&self.open)
            + held(&self.rows)
            + self.sizes.memory()
            + held(&self.links)
            + held(&self.moves)
            + bytes_of(&self.of_counts)
            + bytes_of(&self.of_node)
            + bytes_of(&self.of_interval)
            + bytes_of(&self.of_parts)
            + bytes_of(&self.replaced)
    }

    /// Returns an estimate of the memory in use, in bytes.
    fn used(&self) -> usize {
        size_of_val(&*self.parts)
            + size_of_val(&*self.open)
            + size_of_val(&*self.rows)
            + self.part_sizes.used()
            + self.sizes.used()
            + size_of_val(&*self.moves)
            + self.names.len() * STATE
            + self.of_interval.len() * STATE
            + self.states.len() * STATE
            + self.replaced.len() * REPLACED
    }

    /// Discards all states except `states`, which get new numbers, if more than `most` bytes are in
    /// use and more than twice as many as were kept the last time. Discarded states are computed
    /// again on demand.
    pub(crate) fn trim<'s>(&mut self, most: usize, states: impl Iterator<Item = &'s mut u32>) {
        if self.used() > most.max(self.kept.saturating_mul(2)) {
            self.keep(states);
        }
    }

    /// Discards states like [`keep`](Self::keep), and frees their memory.
    pub(crate) fn release<'s>(&mut self, states: impl Iterator<Item = &'s mut u32>) {
        self.keep(states);
        self.parts.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.part_sizes.shrink_to_fit();
        self.names.shrink_to_fit();
        self.of_counts.shrink_to_fit();
        self.of_node.shrink_to_fit();
        self.of_interval.shrink_to_fit();
        self.states.shrink_to_fit();
        self.open.shrink_to_fit();
        self.rows.shrink_to_fit();
        self.sizes.shrink_to_fit();
        self.of_parts.shrink_to_fit();
        self.links.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.replaced.shrink_to_fit();
    }

    /// Discards all states except `states`, which get new numbers. A state may have a part
    /// thousands of times, so the counts of a part are copied once.
    fn keep<'s>(&mut self, states: impl Iterator<Item = &'s mut u32>) {
        let states: Vec<&mut u32> = states.collect();
        let kept: Vec<Vec<u32>> = states.iter().map(|state| self.parts_of(**state).to_vec()).collect();
        let mut parts: Vec<u32> = kept.iter().flatten().copied().collect();
        parts.sort_unstable();
        parts.dedup();
        let counts: Vec<(u32, Vec<W>)> =
            parts.into_iter().map(|part| (part, self.counts_of_part(part).to_vec())).collect();
        self.clear();
        let renamed: HashMap<u32, u32> =
            counts.iter().map(|(part, counts)| (*part, self.push_part(counts, part & INTERVAL))).collect();
        for (state, parts) in states.into_iter().zip(kept) {
            let mut parts: Vec<u32> = parts.iter().map(|part| renamed[part]).collect();
            parts.sort_unstable();
            *state = self.state(&parts);
        }
        self.kept = self.used();
    }

    /// Returns the name of a state's open parts. States have equal names if their parts have equal
    /// counts.
    pub(crate) fn name(&self, state: u32) -> Name {
        self.states[state as usize].name
    }

    /// Returns the open parts of a state.
    fn parts_of(&self, state: u32) -> &[u32] {
        let State { start, len, .. } = self.states[state as usize];
        &self.open[start as usize..(start + len) as usize]
    }

    /// Returns the number of derivations of a part for each size.
    fn counts_of_part(&self, part: u32) -> &[W] {
        let len = self.size as usize + 1;
        &self.parts[(part & !INTERVAL) as usize * len..][..len]
    }

    /// Returns the number of ways to complete a state to a size; `None` if a limit is reached.
    #[inline]
    pub(crate) fn count(&mut self, state: u32, size: u32) -> Option<W> {
        let row = self.states[state as usize].row;
        if row == NONE { self.find_count(state, size) } else { Some(self.row(row)[size as usize]) }
    }

    /// Returns whether no count of a state is known, so that it costs less to ask whether it is
    /// [possible](Self::is_possible).
    #[inline]
    pub(crate) fn is_new(&self, state: u32) -> bool {
        let State { row, asked, .. } = self.states[state as usize];
        row == NONE && asked == 0
    }

    fn row(&self, row: u32) -> &[W] {
        let len = self.size as usize + 1;
        &self.rows[row as usize * len..][..len]
    }

    /// Computes a count of a state without a row.
    #[inline(never)]
    fn find_count(&mut self, state: u32, size: u32) -> Option<W> {
        let asked = &mut self.states[state as usize].asked;
        *asked += 1;
        // Computing a row takes as long as computing half of its counts one by one.
        if *asked > self.size / 2 {
            let row = self.make_row(state)?;
            return Some(self.row(row)[size as usize]);
        }
        let Some((rest, part)) = self.rest(state) else { return Some(W::of(u128::from(size == 0))) };
        let rest = self.make_row(rest)?;
        self.convolved(rest, part, size)
    }

    /// Returns the row of a state; computes it if there is none.
    fn make_row(&mut self, mut state: u32) -> Option<u32> {
        let mut without = Vec::new();
        while self.states[state as usize].row == NONE
            && let Some((rest, part)) = self.rest(state)
        {
            without.push((state, part));
            state = rest;
        }
        let mut row = self.states[state as usize].row;
        for (state, part) in without.into_iter().rev() {
            let counts: Option<Vec<W>> =
                (0..=self.size).map(|size| self.convolved(row, part, size)).collect();
            let counts = counts?;
            row = (self.rows.len() / counts.len()) as u32;
            self.rows.extend(counts);
            self.states[state as usize].row = row;
        }
        Some(row)
    }

    /// Returns the number of pairs of this total size, of a completion that a row counts and a
    /// derivation of a part; `None` if a limit is reached.
    #[inline]
    fn convolved(&mut self, row: u32, part: u32, size: u32) -> Option<W> {
        let (first, last) = self.ends[(part & !INTERVAL) as usize];
        let last = last.min(size);
        if first > last {
            return Some(W::ZERO);
        }
        let [low, high] = [(size - last) as usize, (size - first) as usize];
        let pairs = u64::from(last - first + 1);
        let (rests, counts) = (&self.row(row)[low..=high], self.counts_of_part(part));
        // The longest of the products; most have about a quarter of its digits.
        let longest = rests[high - low].limbs() * counts[last as usize].limbs();
        if !self.meter.add(pairs * (1 + longest as u64 / 4)) {
            self.meter.check(self.memory())?;
        }
        let (rests, counts) = (&self.row(row)[low..=high], self.counts_of_part(part));
        Some(W::sum_of_products(rests.iter().rev().zip(&counts[first as usize..=last as usize])))
    }

    /// Returns whether a state can be completed to a size; `None` if a limit is reached.
    pub(crate) fn is_possible(&mut self, state: u32, size: u32) -> Option<bool> {
        let State { row, sizes, .. } = self.states[state as usize];
        if row != NONE {
            return Some(self.row(row)[size as usize] != W::ZERO);
        }
        if sizes != NONE {
            return Some(self.sizes.has(sizes, size));
        }
        let Some((rest, part)) = self.rest(state) else { return Some(size == 0) };
        let rest = self.make_sizes(rest)?;
        let mut own = self.part_sizes.sizes(part & !INTERVAL).take_while(|own| *own <= size);
        Some(own.any(|own| self.sizes.has(rest, size - own)))
    }

    /// Returns the set of the sizes to which a state can be completed; computes it if there is
    /// none.
    fn make_sizes(&mut self, mut state: u32) -> Option<u32> {
        let mut without = Vec::new();
        while self.states[state as usize].sizes == NONE
            && self.states[state as usize].row == NONE
            && let Some((rest, part)) = self.rest(state)
        {
            without.push((state, part));
            state = rest;
        }
        let mut sizes = self.states[state as usize].sizes;
        if sizes == NONE {
            let len = self.size as usize + 1;
            let row = &self.rows[self.states[state as usize].row as usize * len..][..len];
            let some = (0..).zip(row).filter(|(_, count)| **count != W::ZERO);
            sizes = self.sizes.push(some.map(|(size, _)| size));
            self.states[state as usize].sizes = sizes;
        }
        for (state, part) in without.into_iter().rev() {
            let (first, last) = self.ends[(part & !INTERVAL) as usize];
            self.spend(u64::from((last + 1).saturating_sub(first)) * self.sizes.work())?;
            sizes = self.sizes.push_sums(sizes, self.part_sizes.sizes(part & !INTERVAL));
            self.states[state as usize].sizes = sizes;
        }
        Some(sizes)
    }

    /// Counts work. Returns `None` if a limit is reached.
    #[inline]
    fn spend(&mut self, work: u64) -> Option<()> {
        if self.meter.add(work) { Some(()) } else { self.meter.check(self.memory()) }
    }

    /// Returns the state of all parts but the last one, and that part; `None` if nothing is open.
    fn rest(&mut self, state: u32) -> Option<(u32, u32)> {
        let (&part, rest) = self.parts_of(state).split_last()?;
        let cached = self.states[state as usize].rest;
        if cached != NONE {
            return Some((cached, part));
        }
        let rest = rest.to_vec();
        let rest = self.state(&rest);
        self.states[state as usize].rest = rest;
        Some((rest, part))
    }

    /// Returns the part of a node.
    pub(crate) fn node(&mut self, tables: &Tables, node: u32) -> u32 {
        if let Some(&part) = self.of_node.get(&node) {
            return part;
        }
        let counts = (0..=self.size).map(|size| W::from_limbs(tables.node(NodeId(node), size)));
        let part = self.push_part(&counts.collect::<Vec<W>>(), 0);
        self.of_node.insert(node, part);
        part
    }

    /// Returns the part of an interval of a node's integers. `cost` is the cost of the node itself.
    pub(crate) fn interval(&mut self, node: u32, leaf: &Leaf, interval: Interval, cost: u32) -> u32 {
        let key = (node, interval.lo, interval.hi);
        if let Some(&part) = self.of_interval.get(&key) {
            return part;
        }
        let counts = (0..=self.size)
            .map(|size| W::of(size.checked_sub(cost).map_or(0, |size| leaf.count_in(size, interval))));
        let part = self.push_part(&counts.collect::<Vec<W>>(), INTERVAL);
        self.of_interval.insert(key, part);
        part
    }

    /// Returns the number of derivations of a part with this size.
    pub(crate) fn of_part(&self, part: u32, size: u32) -> W {
        if part == NOTHING { W::of(u128::from(size == 0)) } else { self.counts_of_part(part)[size as usize] }
    }

    /// Returns the part with these counts. Parts with equal counts are the same part. A part that
    /// adds nothing, with one derivation of size 0, is `NOTHING`.
    fn push_part(&mut self, counts: &[W], is_interval: u32) -> u32 {
        if counts == self.row(0) {
            return NOTHING;
        }
        self.meter.add(counts.len() as u64);
        let name = name(counts);
        if let Some(&part) = self.of_counts.get(&name)
            && self.counts_of_part(part) == counts
        {
            return part;
        }
        let part = self.names.len() as u32 | is_interval;
        let some = || (0..=self.size).filter(|size| counts[*size as usize] != W::ZERO);
        self.ends.push((some().next().unwrap_or(1), some().next_back().unwrap_or(0)));
        self.part_sizes.push(some());
        self.parts.extend_from_slice(counts);
        self.names.push(name);
        self.of_counts.insert(name, part);
        part
    }

    /// Returns the state with one more open part.
    pub(crate) fn with(&mut self, state: u32, part: u32) -> u32 {
        self.exchange(state, NOTHING, &[part])
    }

    /// Returns the state with one occurrence of a part removed.
    pub(crate) fn without(&mut self, state: u32, part: u32) -> u32 {
        self.replace(state, part, NOTHING)
    }

    /// Returns the state with one part replaced by another.
    pub(crate) fn replace(&mut self, state: u32, part: u32, by: u32) -> u32 {
        if let Some(&known) = self.replaced.get(&(state, part, by)) {
            return known;
        }
        let replaced = self.exchange(state, part, &[by]);
        self.replaced.insert((state, part, by), replaced);
        replaced
    }

    /// Returns the state with one part replaced by others.
    fn exchange(&mut self, state: u32, part: u32, by: &[u32]) -> u32 {
        let mut parts = self.parts_of(state).to_vec();
        if let Ok(at) = parts.binary_search(&part) {
            parts.remove(at);
        }
        parts.extend(by.iter().filter(|part| **part != NOTHING));
        parts.sort_unstable();
        self.state(&parts)
    }

    /// Returns the state with these open parts, which must be sorted.
    fn state(&mut self, parts: &[u32]) -> u32 {
        let names = parts.iter().map(|&part| self.names[(part & !INTERVAL) as usize]);
        let name = names.fold(0, Name::wrapping_add);
        if let Some(&known) = self.of_parts.get(&name)
            && self.parts_of(known) == parts
        {
            return known;
        }
        let state = self.states.len() as u32;
        self.meter.add(parts.len() as u64);
        self.states.push(State::new(name, self.open.len(), parts.len()));
        self.open.extend_from_slice(parts);
        self.of_parts.insert(name, state);
        state
    }

    /// Returns the index of the first move for the options of an open node in a state. The moves
    /// follow each other in the order of the plan.
    #[inline]
    pub(crate) fn find(
        &mut self,
        tables: &Tables,
        plan: &Plan,
        state: u32,
        node: u32,
        options: (u32, u32),
    ) -> u32 {
        let mut at = self.states[state as usize].links;
        while let Some(&Link { node: of, first, next }) = self.links.get(at as usize) {
            if of == node {
                return first;
            }
            at = next;
        }
        self.find_moves(tables, plan, state, node, options)
    }

    /// Returns the move with an index.
    #[inline]
    pub(crate) fn moved(&self, at: u32) -> Move {
        self.moves[at as usize]
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
        let mut moves = Vec::with_capacity(len as usize);
        for i in 0..len {
            let option = plan.option(start, i);
            let fields = plan.fields(option).iter();
            let fields: Vec<u32> = fields.map(|field| self.node(tables, field.node)).collect();
            let state = self.exchange(state, part, &fields);
            moves.push(Move { state, cost: option.cost });
        }
        let first = self.moves.len() as u32;
        self.moves.extend(moves);
        let links = &mut self.states[state as usize].links;
        let next = std::mem::replace(links, self.links.len() as u32);
        self.links.push(Link { node, first, next });
        first
    }
}

impl State {
    fn new(name: Name, start: usize, len: usize) -> Self {
        let (start, len) = (start as u32, len as u32);
        Self { name, start, len, links: NONE, row: NONE, rest: NONE, sizes: NONE, asked: 0 }
    }
}

#[cfg(test)]
mod tests;
