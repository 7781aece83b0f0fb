//! Looking at integers: whole, or no further than a comparison needs.

use std::cmp::Ordering;
use std::sync::Arc;

use super::decisions::{Choice, Cut};
use super::numbers::Interval;
use super::partial::{NONE, Number, OPEN, Partial, Slot};
use super::plan::Node;
use super::room::Room;
use crate::Range;
use crate::grammar::Leaf;

impl Partial {
    /// At a range: its number, decided now as far as it was open, in two's complement.
    pub fn number(&mut self, pos: u32) -> u128 {
        let at = self.look(pos);
        let Number { interval: before, leaf } = &self.numbers[at];
        if let Some(place) = before.single() {
            return leaf.at_place(place);
        }
        if let Some(following) = &self.following {
            let place = following.place(pos, leaf);
            let value = leaf.at_place(place);
            self.numbers[at].interval = Interval::just(place);
            return value;
        }
        if self.chooser.is_some() {
            return self.halve(pos, at);
        }
        let before = *before;
        self.push_cut(pos, Cut::Value { before, size: 0, i: 0 });
        if let (Some((size, i)), Some(cut)) = (self.next_value(pos, 0, 0), self.cuts.last_mut()) {
            *cut = Cut::Value { before, size, i };
        }
        let Number { interval, leaf } = &self.numbers[at];
        leaf.at_place(interval.lo)
    }

    /// Decides the number of a position: the first one for which there is room, from the `i`-th one of a size on.
    pub(super) fn next_value(&mut self, pos: u32, mut size: u32, mut i: u128) -> Option<(u32, u128)> {
        let Slot { word, .. } = self.slots[pos as usize];
        let Number { interval, leaf } = self.numbers[word as usize].clone();
        let most = leaf.largest_size()?;
        while size <= most {
            match leaf.nth_in(size, i, interval) {
                Some(place) if self.narrow(pos, Interval::just(place)) => return Some((size, i)),
                // Larger ones take more room.
                Some(_) if matches!(self.room, Room::Slack) => return None,
                // None of this size, or none that leaves the others the right one.
                Some(_) | None => (size, i) = (size + 1, 0),
            }
        }
        None
    }

    /// Halves the numbers that a position may be until one is left.
    fn halve(&mut self, pos: u32, at: usize) -> u128 {
        loop {
            let Number { interval, leaf } = &self.numbers[at];
            if let Some(place) = interval.single() {
                return leaf.at_place(place);
            }
            let pivot = interval.lo + (interval.hi - interval.lo).div_ceil(2);
            self.splits(pos, at, pivot);
        }
    }

    /// At a range: is its number below another? Decides no more than that.
    pub fn is_below(&mut self, pos: u32, value: u128, signed: bool) -> bool {
        let at = self.look(pos);
        let pivot = self.numbers[at].leaf.pivot(value, signed);
        self.splits(pos, at, pivot)
    }

    /// At a range: is its number above another? Decides no more than that.
    pub fn is_above(&mut self, pos: u32, value: u128, signed: bool) -> bool {
        let at = self.look(pos);
        let leaf = &self.numbers[at].leaf;
        let pivot = leaf.pivot(value, signed);
        // A negative number is below all of a range without any.
        if signed && value.cast_signed() < 0 && !leaf.is_signed() {
            return true;
        }
        pivot.checked_add(1).is_some_and(|next| !self.splits(pos, at, next))
    }

    /// At a range: how its number compares with another. Decides no more than that.
    pub fn compare(&mut self, pos: u32, value: u128, signed: bool) -> Ordering {
        if self.is_below(pos, value, signed) {
            Ordering::Less
        } else if self.is_above(pos, value, signed) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// How the numbers at two ranges of like kind compare. Decides intervals, as many of the numbers as it takes.
    pub fn compare_both(&mut self, one: u32, other: u32) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        self.halve_both(one, other, |x, y| {
            if x.hi < y.lo {
                Some(Ordering::Less)
            } else if x.lo > y.hi {
                Some(Ordering::Greater)
            } else {
                (x.single().is_some() && x == y).then_some(Ordering::Equal)
            }
        })
    }

    /// Is the number at a range below that at another of like kind? As for [`compare_both`](Self::compare_both).
    pub fn is_below_both(&mut self, one: u32, other: u32) -> bool {
        let known = |x: Interval, y: Interval| (x.hi < y.lo || x.lo >= y.hi).then_some(x.hi < y.lo);
        one != other && self.halve_both(one, other, known)
    }

    /// Halves the numbers that two positions may be until an answer is known, at the latest when one is left of each.
    fn halve_both<A>(&mut self, one: u32, other: u32, known: impl Fn(Interval, Interval) -> Option<A>) -> A {
        let (a, b) = (self.look(one), self.look(other));
        loop {
            let (x, y) = (self.numbers[a].interval, self.numbers[b].interval);
            if let Some(answer) = known(x, y) {
                return answer;
            }
            // What the two have in common is cut in half, in the one that is wider.
            let (lo, hi) = (x.lo.max(y.lo), x.hi.min(y.hi));
            let (pos, at, wide) = if x.hi - x.lo >= y.hi - y.lo { (one, a, x) } else { (other, b, y) };
            let middle = lo + (hi - lo).div_ceil(2);
            self.splits(pos, at, if middle > wide.lo { middle } else { wide.lo + 1 });
        }
    }

    /// Is the number at a position below a pivot? Decided now if it was open.
    fn splits(&mut self, pos: u32, at: usize, pivot: u128) -> bool {
        let Number { interval: before, leaf } = &self.numbers[at];
        let before = *before;
        if before.hi < pivot || before.lo >= pivot {
            return before.hi < pivot;
        }
        let [low, high] = before.split(pivot);
        if let Some(following) = &self.following {
            let is_low = following.place(pos, leaf) < pivot;
            self.numbers[at].interval = if is_low { low } else { high };
            return is_low;
        }
        let draws = self.guess.draws(self.chooser.is_some());
        if draws && let (Some(chooser), Some(tables)) = (&mut self.chooser, &self.tables) {
            let node = self.slots[pos as usize].node;
            self.to_do.decided(pos);
            let is_low = chooser.is_low(tables, node, leaf, before, pivot);
            self.numbers[at].interval = if is_low { low } else { high };
            self.note_position(pos);
            return is_low;
        }
        // The part with the smallest number first, so that the order of cuts makes no difference to which it is.
        let smallest = leaf.smallest_place(before);
        let (first, second) =
            if smallest.is_none_or(|(_, place)| place < pivot) { (low, high) } else { (high, low) };
        self.push_cut(pos, Cut::Part { before, other: Some(second) });
        if !self.narrow(pos, first) {
            // There is room for the second one, then, or there would be no such class.
            self.narrow(pos, second);
            if let Some(cut) = self.cuts.last_mut() {
                *cut = Cut::Part { before, other: None };
            }
        }
        self.numbers[at].interval.hi < pivot
    }

    /// Leaves only a part of the numbers that a position may be, if there is room for one of them.
    pub(super) fn narrow(&mut self, pos: u32, to: Interval) -> bool {
        let Slot { word, node, .. } = self.slots[pos as usize];
        let Number { interval: before, leaf } = &self.numbers[word as usize];
        let left = match (&mut self.room, &self.tables) {
            (Room::Exact(exact), Some(tables)) => exact.number(self.left, tables, node, leaf, (*before, to)),
            _ => self.left.slack_after(leaf, *before, to),
        };
        self.was_cut |= left.is_none();
        if let Some(left) = left {
            self.left = left;
            self.numbers[word as usize].interval = to;
        }
        left.is_some()
    }

    /// Where the number of a position stands, begun now if it was open.
    fn look(&mut self, pos: u32) -> usize {
        let Slot { word, node, .. } = self.slots[pos as usize];
        if word != OPEN {
            return word as usize;
        }
        if let Some(at) = self.follow_number(pos) {
            return at;
        }
        let leaf = match self.tables.as_ref().map(|tables| self.plan.node(tables, node)) {
            Some(Node::Leaf(leaf)) => Arc::clone(leaf),
            _ => Arc::new(Leaf::Range(Range::of(1, 0))),
        };
        let draws = self.guess.draws(self.chooser.is_some());
        if !draws {
            self.push(pos, Choice::Number);
        }
        let interval = match (&mut self.chooser, &mut self.room, &self.tables) {
            (Some(chooser), _, Some(tables)) if draws => chooser.look(tables, node, &leaf),
            (None, Room::Exact(exact), Some(tables)) => {
                let (interval, left) = exact.look(self.left, tables, node, &leaf);
                self.left = left;
                interval
            }
            _ => {
                let least = leaf.smallest_in(Interval::ALL, u32::MAX).unwrap_or(0);
                let most = least.saturating_add(self.left.size);
                self.was_cut |= leaf.largest_size().is_some_and(|largest| largest > most);
                leaf.clip(Interval::ALL, most)
            }
        };
        self.numbers.push(Number { interval, leaf });
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (self.numbers.len() as u32 - 1, NONE);
        self.note_position(pos);
        self.numbers.len() - 1
    }
}
