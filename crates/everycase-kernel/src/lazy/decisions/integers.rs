//! Decisions about integers: a part of an interval, a number, a remainder, or the relation of two
//! numbers.

use super::{Choice, Cut, Decisions, Part};
use crate::lazy::arena::Arena;
use crate::lazy::budget::Budget;
use crate::lazy::numbers::{Class, Interval, Number, Relation};
use crate::lazy::slot::Slot;

impl Decisions {
    /// Begins the number at an open position: any that the budget allows. Returns its index.
    pub(crate) fn look(&mut self, arena: &mut Arena, pos: u32) -> usize {
        let leaf = arena.planned_leaf(pos);
        self.push(arena, pos, Choice::Number);
        let node = arena.slots[pos as usize].node;
        let number = if let (Budget::Exact(exact), Some(tables)) = (&mut self.budget, &arena.tables) {
            let (interval, left) = exact.look(self.left, tables, node, &leaf);
            let number = Number::sized(interval, leaf);
            self.left = left;
            let only = number.known.bounds.interval;
            if only.single().is_some() {
                // The number is known now, and no longer open.
                let to = exact.number(left, tables, node, &number.leaf, (interval, only));
                self.left = to.unwrap_or(left);
            }
            number
        } else if leaf.is_slot() {
            // There are larger numbers.
            self.was_cut = true;
            Number::of_slot(leaf)
        } else {
            let least = leaf.smallest_in(Interval::ALL, u32::MAX).unwrap_or(0);
            let most = least.saturating_add(self.left.size);
            self.was_cut |= leaf.largest_size().is_some_and(|largest| largest > most);
            Number::sized(leaf.clip(Interval::ALL, most), leaf)
        };
        let at = arena.put_number(pos, number);
        arena.note_position(pos);
        at
    }

    /// Decides the number at a position, the smallest one first.
    pub(crate) fn number(&mut self, arena: &mut Arena, pos: u32) {
        self.push_cut(arena, pos, Part::Value { size: 0, i: 0 });
        let value = self.next_value(arena, pos, 0, 0);
        debug_assert!(value.is_some(), "the budget allows a number");
        if let (Some((size, i)), Some(cut)) = (value, self.cuts.last_mut()) {
            cut.taken = Part::Value { size, i };
        }
        arena.note_order(arena.slots[pos as usize].word as usize);
    }

    /// Decides that a number of a slot is the one at a place, which everything known allows.
    pub(crate) fn place(&mut self, arena: &mut Arena, pos: u32, place: u128) {
        self.push_cut(arena, pos, Part::Of { other: None });
        let fits = self.narrow(arena, pos, Interval::just(place));
        debug_assert!(fits, "the number is possible");
        arena.numbers.demand(arena.slots[pos as usize].word as usize);
        arena.note_all();
    }

    /// Decides on which side of a pivot, within its bounds, the number at a position is.
    pub(crate) fn split(&mut self, arena: &mut Arena, pos: u32, pivot: u128) {
        let at = arena.slots[pos as usize].word as usize;
        let bounds = &arena.numbers.get(at).known.bounds;
        let [low, high] = bounds.interval.split(pivot);
        // The part with the smallest number first, so that this number does not depend on the order
        // of cuts.
        let (first, second) = if bounds.smallest < pivot { (low, high) } else { (high, low) };
        self.push_cut(arena, pos, Part::Of { other: Some(second) });
        if !self.narrow(arena, pos, first) {
            let fits = self.narrow(arena, pos, second);
            debug_assert!(fits, "the budget allows one of both parts");
            if let Some(cut) = self.cuts.last_mut() {
                cut.taken = Part::Of { other: None };
            }
        }
        arena.note_order(at);
    }

    /// Decides the relation of two numbers: the first one that the budget allows.
    pub(crate) fn order(
        &mut self,
        arena: &mut Arena,
        pos: u32,
        (one, other): (usize, usize),
        may_be: [Option<Relation>; 3],
    ) -> Relation {
        let [first, rest @ ..] = may_be;
        let (one_at, other_at) = (one as u32, other as u32);
        self.push_cut(arena, pos, Part::Order { one: one_at, other: other_at, others: [None; 2] });
        let mut others = rest;
        if !first.is_some_and(|first| arena.numbers.relate(one, other, first, &mut self.left.size)) {
            let after = self.next_order(arena, (one_at, other_at), rest);
            debug_assert!(after.is_some(), "the budget allows one of the orders");
            others = after.unwrap_or_default();
        }
        if let Some(cut) = self.cuts.last_mut() {
            cut.taken = Part::Order { one: one_at, other: other_at, others };
        }
        arena.note_order(one);
        arena.numbers.relation(one, other).unwrap_or(Relation::NotBelow)
    }

    /// Decides the remainder of the place of a number: first the remainder of its smallest place.
    pub(crate) fn residue(&mut self, arena: &mut Arena, pos: u32, modulus: u32) {
        let at = arena.slots[pos as usize].word as usize;
        let smallest = arena.numbers.get(at).known.bounds.smallest;
        let first = (smallest % u128::from(modulus)) as u32;
        self.push_cut(arena, pos, Part::Residue { modulus, first, tried: 0 });
        let taken = self.next_residue(arena, pos, (modulus, first), 0);
        debug_assert!(taken.is_some(), "the budget allows a number");
        if let (Some(taken), Some(cut)) = (taken, self.cuts.last_mut()) {
            cut.taken = taken;
        }
        arena.note_order(at);
    }

    /// Takes the next option of the last cut, which has been undone, if the budget allows one.
    #[cold]
    pub(super) fn next_cut(&mut self, arena: &mut Arena, pos: u32) -> bool {
        let Some(Cut { before, taken }) = self.cuts.pop() else { return false };
        let next = match taken {
            Part::Of { other: Some(other) } => {
                self.narrow(arena, pos, other).then_some(Part::Of { other: None })
            }
            Part::Of { other: None } => None,
            Part::Value { size, i } => {
                self.next_value(arena, pos, size, i + 1).map(|(size, i)| Part::Value { size, i })
            }
            Part::Order { one, other, others } => {
                self.next_order(arena, (one, other), others).map(|others| Part::Order { one, other, others })
            }
            Part::Residue { modulus, first, tried } => {
                self.next_residue(arena, pos, (modulus, first), tried + 1)
            }
        };
        self.cuts.extend(next.map(|taken| Cut { before, taken }));
        next.is_some()
    }

    /// Records a decision about an integer.
    fn push_cut(&mut self, arena: &Arena, pos: u32, taken: Part) {
        self.push(arena, pos, Choice::Cut);
        self.cuts.push(Cut { before: arena.numbers.checkpoint(), taken });
    }

    /// Decides the number at a position: the first one that the budget allows, from the `i`-th of a
    /// size on.
    fn next_value(&mut self, arena: &mut Arena, pos: u32, mut size: u32, mut i: u128) -> Option<(u32, u128)> {
        let at = arena.slots[pos as usize].word as usize;
        let Number { known, leaf, .. } = arena.numbers.get(at).clone();
        let most = leaf.largest_in(known.bounds.interval)?;
        size = size.max(known.bounds.least);
        // Each number of a larger size takes more than the budget and the reserve have left.
        let affordable = self.is_up_to().then(|| {
            known.bounds.least.saturating_add(self.left.size).saturating_add(arena.numbers.reserve.size)
        });
        while size <= most {
            if affordable.is_some_and(|affordable| size > affordable) {
                self.was_cut = true;
                return None;
            }
            match leaf.nth_in(size, i, known.bounds.interval) {
                Some(place) if !known.bounds.class.has(place) => i += 1,
                Some(place) if self.narrow(arena, pos, Interval::just(place)) => return Some((size, i)),
                // A number that leaves too little for others may leave more if they are compared
                // with it.
                Some(_) if self.is_up_to() && known.is_ordered() => i += 1,
                // Larger numbers cost more.
                Some(_) if self.is_up_to() => return None,
                // No number of this size, or none that leaves the exact size for the others.
                Some(_) | None => (size, i) = (size + 1, 0),
            }
        }
        None
    }

    /// Takes the first remainder that the budget allows, from the one that comes `tried` after
    /// `first`.
    fn next_residue(
        &mut self,
        arena: &mut Arena,
        pos: u32,
        (modulus, first): (u32, u32),
        tried: u32,
    ) -> Option<Part> {
        let at = arena.slots[pos as usize].word as usize;
        let tried = (tried..modulus).find(|tried| {
            let class = Class::of(u128::from(first + tried), modulus.into());
            arena.numbers.classify(at, class, &mut self.left.size)
        })?;
        Some(Part::Residue { modulus, first, tried })
    }

    /// Takes the first of some relations that the budget allows; returns the remaining ones.
    fn next_order(
        &mut self,
        arena: &mut Arena,
        (one, other): (u32, u32),
        [first, second]: [Option<Relation>; 2],
    ) -> Option<[Option<Relation>; 2]> {
        let mut fits = |relation: Option<Relation>| {
            relation.is_some_and(|relation| {
                arena.numbers.relate(one as usize, other as usize, relation, &mut self.left.size)
            })
        };
        if fits(first) { Some([second, None]) } else { fits(second).then_some([None; 2]) }
    }

    /// Narrows the numbers of a position to an interval, if the budget allows one of them.
    fn narrow(&mut self, arena: &mut Arena, pos: u32, to: Interval) -> bool {
        let Slot { word, node, .. } = arena.slots[pos as usize];
        let at = word as usize;
        let (Budget::Exact(exact), Some(tables)) = (&mut self.budget, &arena.tables) else {
            return arena.numbers.narrow(at, to, &mut self.left.size);
        };
        let Number { known, leaf, .. } = arena.numbers.get(at);
        let left = exact.number(self.left, tables, node, leaf, (known.bounds.interval, to));
        let Some(left) = left else { return false };
        self.left = left;
        arena.numbers.replace(at, to);
        true
    }
}
