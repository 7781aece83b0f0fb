//! Published bugs in containers, found by lists of operations on them.

use std::collections::{BTreeSet, VecDeque};

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use super::steps::Step;
use super::{Case, case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    WholeRunStays,
    SlotsAreEmptied,
    OneWordIsLeft,
    ClearKeepsTheGeneration,
    FullNeighbour,
    OneRangeBefore,
    BoundIsTheCapacity,
    NothingToEvict,
}

/// A change of a set of numbers in runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Change {
    Insert(u8),
    InsertRange(u8, u8),
    RemoveSmallest(u8),
}

short! { Change { Insert(number), InsertRange(first, last), RemoveSmallest(count) } }

/// A change of a map with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Edit {
    Insert(u8),
    Truncate(u8),
}

short! { Edit { Insert(key), Truncate(length) } }

/// A use of a set of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Use {
    Insert(u8),
    Remove(u8),
    Has(u8),
    Shrink,
}

short! { Use { Insert(bit), Remove(bit), Has(bit), Shrink } }

/// A use of an arena. An element is removed by the position of its handle among all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Allocation {
    Insert(u8),
    Remove(u8),
    Clear,
}

short! { Allocation { Insert(item), Remove(handle), Clear } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("run-that-is-removed-whole", Mistake::WholeRunStays, runs_are_a_set, || {
            vec![Change::InsertRange(0, 2), Change::Insert(4), Change::RemoveSmallest(3)]
        }),
        case("truncation-empties-slots", Mistake::SlotsAreEmptied, truncated_map_finds_its_keys, || {
            vec![Edit::Insert(1), Edit::Insert(0), Edit::Insert(8), Edit::Truncate(1)]
        }),
        case("shrunk-without-a-word", Mistake::OneWordIsLeft, bits_are_a_set, || {
            vec![Use::Shrink, Use::Has(1)]
        }),
        case(
            "stale-handle-after-clear",
            Mistake::ClearKeepsTheGeneration,
            stale_handles_find_nothing,
            || vec![Allocation::Insert(1), Allocation::Clear, Allocation::Insert(2)],
        ),
        case("key-moves-into-a-full-node", Mistake::FullNeighbour, b_tree_is_a_set, || {
            let ascending = (1..=12).map(|key| Step::Insert(10 * key));
            let below = [1, 2, 3].map(Step::Insert);
            ascending.chain(below).chain([Step::Remove(40)]).collect()
        }),
        case("range-that-replaces-one", Mistake::OneRangeBefore, touching_ranges_are_joined, || {
            vec![(99, 201, true), (190, 201, false), (190, 201, true)]
        }),
        case("insertion-beyond-the-end", Mistake::BoundIsTheCapacity, fixed_vector_is_a_vector, || {
            vec![(2, 7)]
        }),
        case("cache-of-no-entries", Mistake::NothingToEvict, cache_keeps_the_last, || (0, vec![1])),
    ]
}

/// A set of numbers: runs in order, which do not touch, each with its first and its last number.
struct Runs {
    mistake: Mistake,
    runs: Vec<(u16, u16)>,
}

impl Runs {
    fn insert(&mut self, mut first: u16, mut last: u16) {
        self.runs.retain(|run| {
            let touches = run.0 <= last + 1 && first <= run.1 + 1;
            if touches {
                (first, last) = (first.min(run.0), last.max(run.1));
            }
            !touches
        });
        let at = self.runs.partition_point(|run| run.0 < first);
        self.runs.insert(at, (first, last));
    }

    fn remove_smallest(&mut self, mut count: u16) {
        while let Some(run) = self.runs.first_mut().filter(|_| count > 0) {
            let length = run.1 - run.0 + 1;
            if length < count || (length == count && self.mistake != Mistake::WholeRunStays) {
                self.runs.remove(0);
                count -= length;
            } else {
                run.0 += count;
                count = 0;
            }
        }
    }

    /// Returns the count of the numbers, as unsigned differences have it.
    fn len(&self) -> usize {
        self.runs.iter().map(|run| usize::from(run.1.wrapping_sub(run.0)) + 1).sum()
    }
}

/// roaring 0.11.4, `RoaringBitmap::remove_smallest`; issue 359 ("`remove_smallest` /
/// `remove_biggest` can corrupt a bitmap"): "It happens when the amount removed exactly consumes
/// one of the bitmap's internal runs".
fn runs_are_a_set(m: Mistake, changes: &Vec<Change>) -> bool {
    let (mut runs, mut set) = (Runs { mistake: m, runs: Vec::new() }, BTreeSet::new());
    changes.iter().all(|change| {
        match *change {
            Change::Insert(number) => {
                runs.insert(number.into(), number.into());
                set.insert(number);
            }
            Change::InsertRange(a, b) => {
                runs.insert(a.min(b).into(), a.max(b).into());
                set.extend(a.min(b)..=a.max(b));
            }
            Change::RemoveSmallest(count) => {
                runs.remove_smallest(count.into());
                let kept = set.iter().copied().skip(count.into());
                set = kept.collect();
            }
        }
        let numbers = runs.runs.iter().flat_map(|(first, last)| *first..=*last);
        runs.len() == set.len() && numbers.eq(set.iter().map(|number| u16::from(*number)))
    })
}

/// The number of slots of an [`IndexMap`].
const SLOTS: usize = 8;

/// Keys in the order of their insertion, with a table of their positions. Where a slot is taken,
/// the key that is farther from its own slot gets it, and the other one moves on.
struct IndexMap {
    keys: Vec<u8>,
    slots: [Option<usize>; SLOTS],
}

impl IndexMap {
    fn new() -> IndexMap {
        IndexMap { keys: Vec::new(), slots: [None; SLOTS] }
    }

    /// Returns how far a slot is from the slot of a key.
    fn distance(slot: usize, key: u8) -> usize {
        (slot + SLOTS - usize::from(key) % SLOTS) % SLOTS
    }

    fn find(&self, key: u8) -> Option<usize> {
        let slots = (0..SLOTS).map(|far| (usize::from(key) + far) % SLOTS);
        slots.map_while(|slot| self.slots[slot]).find(|at| self.keys[*at] == key)
    }

    /// Appends a key, unless it is there or the map is full.
    fn insert(&mut self, key: u8) {
        if self.find(key).is_some() || self.keys.len() == SLOTS - 2 {
            return;
        }
        self.keys.push(key);
        self.place(self.keys.len() - 1);
    }

    fn place(&mut self, mut at: usize) {
        let mut slot = usize::from(self.keys[at]) % SLOTS;
        while let Some(other) = self.slots[slot] {
            if Self::distance(slot, self.keys[other]) < Self::distance(slot, self.keys[at]) {
                self.slots[slot] = Some(at);
                at = other;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = Some(at);
    }

    fn truncate(&mut self, m: Mistake, length: usize) {
        if length >= self.keys.len() {
            return;
        }
        self.keys.truncate(length);
        if m == Mistake::SlotsAreEmptied {
            self.slots.iter_mut().for_each(|slot| *slot = slot.filter(|at| *at < length));
        } else {
            self.slots = [None; SLOTS];
            (0..length).for_each(|at| self.place(at));
        }
    }
}

/// heapless before 0.9.4, `IndexMap::truncate`; issue 674 ("`IndexMap::truncate` leaves the map in
/// an inconsistent state"): "any probe chain that passed THROUGH a now-nulled slot is broken".
fn truncated_map_finds_its_keys(m: Mistake, edits: &Vec<Edit>) -> bool {
    let mut map = IndexMap::new();
    edits.iter().all(|edit| {
        match *edit {
            Edit::Insert(key) => map.insert(key),
            Edit::Truncate(length) => map.truncate(m, length.into()),
        }
        map.keys.iter().enumerate().all(|(at, key)| map.find(*key) == Some(at))
    })
}

/// A set of bits in words of eight.
#[derive(Default)]
struct Bits {
    words: Vec<u8>,
    bits: usize,
}

impl Bits {
    /// Returns whether a bit is set; `None` stands for a panic.
    fn has(&self, bit: u8) -> Option<bool> {
        let bit = usize::from(bit);
        if bit >= self.bits {
            return Some(false);
        }
        self.words.get(bit / 8).map(|word| word & (1 << (bit % 8)) != 0)
    }

    fn set(&mut self, bit: u8, value: bool) {
        let (word, mask) = (usize::from(bit / 8), 1 << (bit % 8));
        if value && word >= self.words.len() {
            self.words.resize(word + 1, 0);
            self.bits = 8 * self.words.len();
        }
        if let Some(word) = self.words.get_mut(word) {
            *word = if value { *word | mask } else { *word & !mask };
        }
    }

    fn shrink(&mut self, m: Mistake) {
        let used = self.words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        let used = if m == Mistake::OneWordIsLeft { used.max(1) } else { used };
        self.words.truncate(used);
        self.bits = 8 * used;
    }
}

/// bit-set 0.5.2, `BitSet::shrink_to_fit`; issue 25 ("`shrink_to_fit` method corrupts an empty
/// bitset"): the length is set to one block where there are none.
fn bits_are_a_set(m: Mistake, uses: &Vec<Use>) -> bool {
    let (mut bits, mut set) = (Bits::default(), BTreeSet::new());
    uses.iter().all(|one| match *one {
        Use::Insert(bit) => {
            bits.set(bit, true);
            set.insert(bit);
            true
        }
        Use::Remove(bit) => {
            bits.set(bit, false);
            set.remove(&bit);
            true
        }
        Use::Has(bit) => bits.has(bit) == Some(set.contains(&bit)),
        Use::Shrink => {
            bits.shrink(m);
            true
        }
    })
}

/// A slot and the generation in which it was filled.
type Handle = (usize, u32);

/// Elements in slots that are used again. Each removal starts a generation.
#[derive(Default)]
struct Arena {
    slots: Vec<(u32, Option<u8>)>,
    free: Vec<usize>,
    generation: u32,
}

impl Arena {
    fn insert(&mut self, item: u8) -> Handle {
        let filled = (self.generation, Some(item));
        let slot = self.free.pop().unwrap_or(self.slots.len());
        if slot == self.slots.len() {
            self.slots.push(filled);
        } else {
            self.slots[slot] = filled;
        }
        (slot, self.generation)
    }

    fn get(&self, (slot, generation): Handle) -> Option<u8> {
        let (filled, item) = self.slots[slot];
        item.filter(|_| filled == generation)
    }

    fn remove(&mut self, handle: Handle) {
        if self.get(handle).is_some() {
            self.slots[handle.0].1 = None;
            self.free.push(handle.0);
            self.generation += 1;
        }
    }

    fn clear(&mut self, m: Mistake) {
        self.slots.iter_mut().for_each(|slot| slot.1 = None);
        self.free = (0..self.slots.len()).rev().collect();
        if m != Mistake::ClearKeepsTheGeneration {
            self.generation += 1;
        }
    }
}

/// generational-arena, `Arena::clear`; issue 30 and pull request 44 of April 2021: "If you add some
/// elements and then use `Arena::clear()`, this should bump the arena's generation, but it
/// doesn't".
fn stale_handles_find_nothing(m: Mistake, allocations: &Vec<Allocation>) -> bool {
    let (mut arena, mut handles) = (Arena::default(), Vec::<(Handle, Option<u8>)>::new());
    for allocation in allocations {
        match *allocation {
            Allocation::Insert(item) => handles.push((arena.insert(item), Some(item))),
            Allocation::Remove(at) => {
                let at = usize::from(at).checked_rem(handles.len());
                if let Some((handle, item)) = at.map(|at| &mut handles[at]) {
                    arena.remove(*handle);
                    *item = None;
                }
            }
            Allocation::Clear => {
                arena.clear(m);
                for (_, item) in &mut handles {
                    *item = None;
                }
            }
        }
    }
    handles.iter().all(|(handle, item)| arena.get(*handle) == *item)
}

/// The most keys of a node of a B-tree; the fewest, except in the root, is one.
const MOST_KEYS: usize = 3;

/// A node of a B-tree.
#[derive(Default)]
struct Node {
    keys: Vec<u8>,
    children: Vec<Node>,
}

impl Node {
    fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Splits a full child into two around its middle key.
    fn split(&mut self, at: usize) {
        let child = &mut self.children[at];
        let keys = child.keys.split_off(2);
        let children = if child.is_leaf() { Vec::new() } else { child.children.split_off(2) };
        let middle = child.keys.remove(1);
        self.keys.insert(at, middle);
        self.children.insert(at + 1, Node { keys, children });
    }

    /// Inserts a key below a node that is not full.
    fn insert(&mut self, key: u8) {
        let Err(mut at) = self.keys.binary_search(&key) else { return };
        if self.is_leaf() {
            self.keys.insert(at, key);
            return;
        }
        if self.children[at].keys.len() == MOST_KEYS {
            self.split(at);
            match key.cmp(&self.keys[at]) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => return,
                std::cmp::Ordering::Greater => at += 1,
            }
        }
        self.children[at].insert(key);
    }

    /// Moves a key from the left of two neighbours to the right one; `None` stands for a panic.
    fn move_right(&mut self, at: usize) -> Option<()> {
        let left = &mut self.children[at];
        let (key, child) = (left.keys.pop()?, left.children.pop());
        let between = std::mem::replace(&mut self.keys[at], key);
        let right = &mut self.children[at + 1];
        if right.keys.len() == MOST_KEYS {
            return None;
        }
        right.keys.insert(0, between);
        if let Some(child) = child {
            right.children.insert(0, child);
        }
        Some(())
    }

    /// Moves a key from the right of two neighbours to the left one; `None` stands for a panic.
    fn move_left(&mut self, at: usize) -> Option<()> {
        let right = &mut self.children[at + 1];
        let key = right.keys.remove(0);
        let child = (!right.is_leaf()).then(|| right.children.remove(0));
        let between = std::mem::replace(&mut self.keys[at], key);
        let left = &mut self.children[at];
        if left.keys.len() == MOST_KEYS {
            return None;
        }
        left.keys.push(between);
        left.children.extend(child);
        Some(())
    }

    /// Joins two neighbours and the key between them.
    fn join(&mut self, at: usize) {
        let right = self.children.remove(at + 1);
        let between = self.keys.remove(at);
        let left = &mut self.children[at];
        left.keys.push(between);
        left.keys.extend(right.keys);
        left.children.extend(right.children);
    }

    /// Removes a key below the root or a node of two keys or more; `None` stands for a panic.
    fn remove(&mut self, m: Mistake, key: u8) -> Option<()> {
        let is_small = |node: &Node| node.keys.len() == 1;
        match self.keys.binary_search(&key) {
            Ok(at) if self.is_leaf() => {
                self.keys.remove(at);
                Some(())
            }
            Err(_) if self.is_leaf() => Some(()),
            Ok(at) => {
                let (left, right) = (&self.children[at], &self.children[at + 1]);
                if is_small(left) && is_small(right) {
                    self.join(at);
                    return self.children[at].remove(m, key);
                }
                if left.is_leaf() {
                    let neighbour = usize::from(is_small(left));
                    let keys = &mut self.children[at + neighbour].keys;
                    let next = if neighbour == 0 { keys.pop()? } else { keys.remove(0) };
                    self.keys[at] = next;
                    return Some(());
                }
                let has_room = right.keys.len() < MOST_KEYS || m == Mistake::FullNeighbour;
                if !is_small(left) && has_room {
                    self.move_right(at)?;
                    return self.children[at + 1].remove(m, key);
                }
                if left.keys.len() == MOST_KEYS {
                    // Neither neighbour takes the key, so the largest key below it replaces it.
                    let largest = self.children[at].largest()?;
                    self.keys[at] = largest;
                    return self.children[at].remove(m, largest);
                }
                self.move_left(at)?;
                self.children[at].remove(m, key)
            }
            Err(at) => {
                let mut below = at;
                if is_small(&self.children[at]) {
                    if at > 0 && !is_small(&self.children[at - 1]) {
                        self.move_right(at - 1)?;
                    } else if at < self.keys.len() && !is_small(&self.children[at + 1]) {
                        self.move_left(at)?;
                    } else {
                        below = at.min(self.keys.len() - 1);
                        self.join(below);
                    }
                }
                self.children[below].remove(m, key)
            }
        }
    }

    fn largest(&self) -> Option<u8> {
        match self.children.last() {
            Some(child) => child.largest(),
            None => self.keys.last().copied(),
        }
    }

    /// Appends all keys in order.
    fn read(&self, keys: &mut Vec<u8>) {
        for at in 0..=self.keys.len() {
            self.children.get(at).into_iter().for_each(|child| child.read(keys));
            keys.extend(self.keys.get(at));
        }
    }
}

/// im before 15.1.0, removal from `OrdMap`; issue 124 ("Panic when using `OrdMap`") and pull
/// request 141: "a value could be moved to a node that doesn't have the required free capacity".
fn b_tree_is_a_set(m: Mistake, steps: &Vec<Step<u8>>) -> bool {
    let (mut root, mut set) = (Node::default(), BTreeSet::new());
    steps.iter().all(|step| {
        match *step {
            Step::Insert(key) => {
                if root.keys.len() == MOST_KEYS {
                    root = Node { keys: Vec::new(), children: vec![std::mem::take(&mut root)] };
                    root.split(0);
                }
                root.insert(key);
                set.insert(key);
            }
            Step::Remove(key) => {
                if root.remove(m, key).is_none() {
                    return false;
                }
                if root.keys.is_empty() && !root.is_leaf() {
                    root = root.children.remove(0);
                }
                set.remove(&key);
            }
        }
        let mut keys = Vec::new();
        root.read(&mut keys);
        keys.iter().eq(&set)
    })
}

/// A range without its end, and its value.
type Valued = (u8, u8, bool);

/// Gives a range of keys a value; joins it with ranges of this value that it touches.
fn assign(m: Mistake, ranges: &mut Vec<Valued>, (start, end, value): Valued) {
    let (mut first, mut last) = (start, end);
    // A range that begins where the new one does may have a neighbour that touches both.
    let before = if m == Mistake::OneRangeBefore { 1 } else { 2 };
    let from = ranges.partition_point(|range| range.0 <= start).saturating_sub(before);
    let old: Vec<Valued> = ranges.drain(from..).collect();
    for (a, b, other) in old {
        if other == value && a <= end && b >= start {
            (first, last) = (first.min(a), last.max(b));
            continue;
        }
        if a < start {
            ranges.push((a, b.min(start), other));
        }
        if b > end {
            ranges.push((a.max(end), b, other));
        }
    }
    ranges.push((first, last, value));
    ranges.sort_unstable();
}

/// rangemap 0.1.8, `insert`; issue 24 ("`RangeInclusiveMap` does not reliably coalesce contiguous
/// ranges") and change log of 0.1.9: "Fix coalescing of contiguous ranges".
fn touching_ranges_are_joined(m: Mistake, assigned: &Vec<Valued>) -> bool {
    let (mut ranges, mut values) = (Vec::new(), [None; 256]);
    for (a, b, value) in assigned {
        let (start, end) = (*a.min(b), *a.max(b));
        if start < end {
            assign(m, &mut ranges, (start, end, *value));
            values[usize::from(start)..usize::from(end)].fill(Some(*value));
        }
    }
    let are_joined = ranges.windows(2).all(|pair| pair[0].1 != pair[1].0 || pair[0].2 != pair[1].2);
    let mut read = [None; 256];
    for (start, end, value) in ranges {
        read[usize::from(start)..usize::from(end)].fill(Some(value));
    }
    are_joined && read == values
}

/// A vector of four elements at most. A slot without an element has not been written to.
#[derive(Default)]
struct Fixed {
    slots: [Option<u8>; 4],
    length: usize,
}

impl Fixed {
    /// Inserts an element, if the index is not beyond the end; the last one makes room for it.
    fn insert(&mut self, m: Mistake, index: usize, item: u8) {
        let end = if m == Mistake::BoundIsTheCapacity { self.slots.len() } else { self.length };
        if index > end || index >= self.slots.len() {
            return;
        }
        self.slots[index..].rotate_right(1);
        self.slots[index] = Some(item);
        self.length = self.slots.len().min(self.length + 1);
    }

    /// Returns the elements; `None` stands for memory that was not written to.
    fn content(&self) -> Option<Vec<u8>> {
        self.slots[..self.length].iter().copied().collect()
    }
}

/// arrayvec 0.3.17, `ArrayVec::insert`; change log of 0.3.18: "Fix bounds check in
/// `ArrayVec::insert`! It would be buggy if `self.len() < index < self.capacity()`".
fn fixed_vector_is_a_vector(m: Mistake, insertions: &Vec<(u8, u8)>) -> bool {
    let (mut fixed, mut vector) = (Fixed::default(), Vec::new());
    insertions.iter().all(|(index, item)| {
        let index = usize::from(*index);
        fixed.insert(m, index, *item);
        if index <= vector.len() {
            vector.insert(index, *item);
            vector.truncate(4);
        }
        fixed.content().as_ref() == Some(&vector)
    })
}

/// A cache of keys; the oldest is first.
struct Cache {
    capacity: usize,
    keys: VecDeque<u8>,
}

impl Cache {
    /// Appends a key, and removes the oldest if there is no room; `None` stands for a panic.
    fn put(&mut self, m: Mistake, key: u8) -> Option<()> {
        if self.capacity == 0 && m != Mistake::NothingToEvict {
            return Some(());
        }
        self.keys.retain(|known| *known != key);
        if self.keys.len() == self.capacity {
            self.keys.pop_front()?;
        }
        self.keys.push_back(key);
        Some(())
    }
}

/// lru 0.5.2, `LruCache::put`; change log of 0.5.3: "Fix bug that causes crash when putting an item
/// into a zero-capacity cache".
fn cache_keeps_the_last(m: Mistake, (capacity, keys): &(u8, Vec<u8>)) -> bool {
    let capacity = usize::from(*capacity);
    let mut cache = Cache { capacity, keys: VecDeque::new() };
    keys.iter().all(|key| {
        let is_kept = |cache: &Cache| capacity == 0 || cache.keys.back() == Some(key);
        cache.put(m, *key).is_some() && is_kept(&cache) && cache.keys.len() <= capacity
    })
}
