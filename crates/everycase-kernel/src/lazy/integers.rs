//! Looking at integers: whole, or no further than a comparison needs.
//!
//! What integers in an order take together is known exactly, so there is always room for one of the answers of a comparison: each class
//! that is run has a derivation.

use std::cmp::Ordering;
use std::sync::Arc;

use super::decisions::{Choice, Part};
use super::known::{MOST, Number};
use super::numbers::{Interval, SIGN};
use super::orders::Relation;
use super::partial::{NONE, OPEN, Partial, Slot};
use super::plan::Node;
use super::room::Room;
use crate::Range;
use crate::grammar::Leaf;

impl Partial {
    /// At a range: its number, decided now as far as it was open, in two's complement.
    pub fn number(&mut self, pos: u32) -> u128 {
        let at = self.look(pos);
        let Number { known, leaf } = self.numbers.get(at);
        if let Some(place) = known.bounds.interval.single() {
            return leaf.at_place(place);
        }
        if let Some(following) = &self.following {
            let place = following.place(pos, leaf);
            let value = leaf.at_place(place);
            self.numbers.set(at, Interval::just(place));
            return value;
        }
        if self.chooser.is_some() {
            return self.halve(pos, at);
        }
        self.push_cut(pos, Part::Value { size: 0, i: 0 });
        let value = self.next_value(pos, 0, 0);
        debug_assert!(value.is_some(), "there is room for a number");
        if let (Some((size, i)), Some(cut)) = (value, self.cuts.last_mut()) {
            cut.taken = Part::Value { size, i };
        }
        self.note_order(at);
        let Number { known, leaf } = self.numbers.get(at);
        leaf.at_place(known.bounds.interval.lo)
    }

    /// Decides the number of a position: the first one for which there is room, from the `i`-th one of a size on.
    pub(super) fn next_value(&mut self, pos: u32, mut size: u32, mut i: u128) -> Option<(u32, u128)> {
        let at = self.slots[pos as usize].word as usize;
        let Number { known, leaf } = self.numbers.get(at).clone();
        let most = leaf.largest_size()?;
        size = size.max(known.bounds.least);
        while size <= most {
            match leaf.nth_in(size, i, known.bounds.interval) {
                Some(place) if self.narrow(pos, Interval::just(place)) => return Some((size, i)),
                // One for which others have less room may yet leave them more where they are compared with it.
                Some(_) if matches!(self.room, Room::Slack) && known.is_ordered() => i += 1,
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
            let Number { known, leaf } = self.numbers.get(at);
            let interval = known.bounds.interval;
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
        match self.numbers.get(at).leaf.place_of(value, signed) {
            Ok(place) => self.splits(pos, at, place),
            Err(side) => side == Ordering::Greater,
        }
    }

    /// At a range: is its number above another? Decides no more than that.
    pub fn is_above(&mut self, pos: u32, value: u128, signed: bool) -> bool {
        let at = self.look(pos);
        match self.numbers.get(at).leaf.place_of(value, signed) {
            Ok(place) => place.checked_add(1).is_some_and(|next| !self.splits(pos, at, next)),
            Err(side) => side == Ordering::Less,
        }
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

    /// How the numbers at two ranges compare. Decides no more than that, but where one of the ranges holds numbers from 2^127 on
    /// and the other one does not.
    pub fn compare_both(&mut self, one: u32, other: u32) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let (a, b) = (self.look(one), self.look(other));
        if self.is_across(a, b) {
            return self.compare_across((one, a), (other, b));
        }
        let (x, y) = (self.numbers.interval(a), self.numbers.interval(b));
        if let Some(answer) = ordering(x, y) {
            return answer;
        }
        match (x.single(), y.single()) {
            (_, Some(place)) => return self.compare_with(one, a, place),
            (Some(place), _) => return self.compare_with(other, b, place).reverse(),
            (None, None) => {}
        }
        if !self.is_to_be_ordered(a, b) {
            return self.halve_both((one, a), (other, b), ordering);
        }
        // The order that the smallest of both are in comes first, as with every decision.
        let (is_less, is_greater) = (self.numbers.is_smaller(a, b), self.numbers.is_smaller(b, a));
        let may_be = match self.numbers.relation(a, b) {
            Some(Relation::Below) => return Ordering::Less,
            Some(Relation::Above) => return Ordering::Greater,
            Some(Relation::Equal) => return Ordering::Equal,
            Some(Relation::NotAbove) if is_less => [Some(Relation::Below), Some(Relation::Equal), None],
            Some(Relation::NotAbove) => [Some(Relation::Equal), Some(Relation::Below), None],
            Some(Relation::NotBelow) if is_greater => [Some(Relation::Above), Some(Relation::Equal), None],
            Some(Relation::NotBelow) => [Some(Relation::Equal), Some(Relation::Above), None],
            None if is_less => [Some(Relation::Below), Some(Relation::Equal), Some(Relation::Above)],
            None if is_greater => [Some(Relation::Above), Some(Relation::Equal), Some(Relation::Below)],
            None => [Some(Relation::Equal), Some(Relation::Below), Some(Relation::Above)],
        };
        match self.order(one, (a, b), may_be) {
            Relation::Equal => Ordering::Equal,
            Relation::Below | Relation::NotAbove => Ordering::Less,
            Relation::Above | Relation::NotBelow => Ordering::Greater,
        }
    }

    /// Is the number at a range below that at another? As for [`compare_both`](Self::compare_both).
    pub fn is_below_both(&mut self, one: u32, other: u32) -> bool {
        if one == other {
            return false;
        }
        let (a, b) = (self.look(one), self.look(other));
        if self.is_across(a, b) {
            return self.is_below_across((one, a), (other, b));
        }
        let (x, y) = (self.numbers.interval(a), self.numbers.interval(b));
        if let Some(answer) = is_below(x, y) {
            return answer;
        }
        match (x.single(), y.single()) {
            (_, Some(place)) => return self.splits(one, a, place),
            // It is not the greatest that the other may be.
            (Some(place), _) => return !self.splits(other, b, place + 1),
            (None, None) => {}
        }
        if !self.is_to_be_ordered(a, b) {
            return self.halve_both((one, a), (other, b), is_below);
        }
        let may_be = match self.numbers.relation(a, b) {
            Some(Relation::Below) => return true,
            Some(Relation::Equal | Relation::NotBelow | Relation::Above) => return false,
            Some(Relation::NotAbove) | None if self.numbers.is_smaller(a, b) => {
                [Some(Relation::Below), Some(Relation::NotBelow), None]
            }
            Some(Relation::NotAbove) | None => [Some(Relation::NotBelow), Some(Relation::Below), None],
        };
        self.order(one, (a, b), may_be) == Relation::Below
    }

    /// Is the number at a range below that at another, if that is known? Decides nothing.
    #[inline]
    pub fn is_known_below(&self, one: u32, other: u32) -> Option<bool> {
        let at = |pos: u32| {
            let Slot { word, kids, .. } = self.slots[pos as usize];
            (kids == NONE && word != OPEN).then_some(word as usize)
        };
        let (a, b) = (at(one)?, at(other)?);
        if self.is_across(a, b) {
            let (x, y) = (self.numbers.interval(a), self.numbers.interval(b));
            let (own, others) = (&self.numbers.get(a).leaf, &self.numbers.get(b).leaf);
            let is_below = own.compare_places(x.hi, others, y.lo).is_lt();
            return (is_below || own.compare_places(x.lo, others, y.hi).is_ge()).then_some(is_below);
        }
        match self.numbers.relation(a, b) {
            Some(Relation::Below) => Some(true),
            Some(Relation::Equal | Relation::NotBelow | Relation::Above) => Some(false),
            Some(Relation::NotAbove) | None => {
                let (x, y) = (self.numbers.interval(a), self.numbers.interval(b));
                is_below(x, y)
            }
        }
    }

    /// Does only one of two numbers come from a range with numbers from 2^127 on? Their places do not compare as they do then.
    #[inline]
    fn is_across(&self, a: usize, b: usize) -> bool {
        self.numbers.get(a).leaf.is_far() != self.numbers.get(b).leaf.is_far()
    }

    /// A number that is known, in two's complement, and whether that may be a negative one.
    fn known(&self, at: usize) -> Option<(u128, bool)> {
        let Number { known, leaf } = self.numbers.get(at);
        Some((leaf.at_place(known.bounds.interval.single()?), !leaf.is_far()))
    }

    /// How two numbers compare whose places do not.
    fn compare_across(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> Ordering {
        if let Some((value, signed)) = self.known(b) {
            return self.compare(one, value, signed);
        }
        if let Some((value, signed)) = self.known(a) {
            return self.compare(other, value, signed).reverse();
        }
        match self.far_is_greater((one, a), (other, b)) {
            Some(order) => order,
            None => self.halve_both((one, a), (other, b), ordering),
        }
    }

    /// Is a number below another whose place does not compare with its own?
    fn is_below_across(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> bool {
        if let Some((value, signed)) = self.known(b) {
            return self.is_below(one, value, signed);
        }
        if let Some((value, signed)) = self.known(a) {
            return self.is_above(other, value, signed);
        }
        match self.far_is_greater((one, a), (other, b)) {
            Some(order) => order.is_lt(),
            None => self.halve_both((one, a), (other, b), is_below),
        }
    }

    /// Decides whether the number that may be so is at least 2^127: how two numbers compare then.
    fn far_is_greater(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> Option<Ordering> {
        let one_is_far = self.numbers.get(a).leaf.is_far();
        let (far, at) = if one_is_far { (one, a) } else { (other, b) };
        let is_near = self.splits(far, at, SIGN);
        (!is_near).then_some(if one_is_far { Ordering::Greater } else { Ordering::Less })
    }

    /// How the number at a position compares with the one at a place within its bounds.
    fn compare_with(&mut self, pos: u32, at: usize, place: u128) -> Ordering {
        if self.splits(pos, at, place) {
            Ordering::Less
        } else if place.checked_add(1).is_some_and(|next| !self.splits(pos, at, next)) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Are two open numbers put in an order when they are compared, rather than halved? Draws halve them, to count them.
    fn is_to_be_ordered(&self, a: usize, b: usize) -> bool {
        let can_be = |at: usize| at < MOST && self.numbers.get(at).leaf.is_ordered();
        let is_search = self.chooser.is_none() && self.following.is_none();
        is_search && matches!(self.room, Room::Slack) && can_be(a) && can_be(b)
    }

    /// Decides how two numbers compare: the first of the relations for which there is room.
    fn order(&mut self, pos: u32, (one, other): (usize, usize), may_be: [Option<Relation>; 3]) -> Relation {
        let [first, rest @ ..] = may_be;
        let (one_at, other_at) = (one as u32, other as u32);
        self.push_cut(pos, Part::Order { one: one_at, other: other_at, others: [None; 2] });
        let mut others = rest;
        if !first.is_some_and(|first| self.numbers.relate(one, other, first, &mut self.left.size)) {
            let after = self.next_order((one_at, other_at), rest);
            debug_assert!(after.is_some(), "there is room for one of the orders");
            others = after.unwrap_or_default();
        }
        if let Some(cut) = self.cuts.last_mut() {
            cut.taken = Part::Order { one: one_at, other: other_at, others };
        }
        self.note_order(one);
        self.numbers.relation(one, other).unwrap_or(Relation::NotBelow)
    }

    /// Takes the first of some relations for which there is room: those that are left after it.
    pub(super) fn next_order(
        &mut self,
        (one, other): (u32, u32),
        others: [Option<Relation>; 2],
    ) -> Option<[Option<Relation>; 2]> {
        let [first, second] = others;
        let mut fits = |relation: Option<Relation>| {
            relation.is_some_and(|relation| {
                self.numbers.relate(one as usize, other as usize, relation, &mut self.left.size)
            })
        };
        if fits(first) { Some([second, None]) } else { fits(second).then_some([None; 2]) }
    }

    /// Halves the numbers that two positions may be until an answer is known, at the latest when one is left of each.
    ///
    /// Where only one of the ranges holds numbers from 2^127 on, its number is below that by now, and has a place among those of
    /// the other range.
    fn halve_both<A>(
        &mut self,
        (one, a): (u32, usize),
        (other, b): (u32, usize),
        known: impl Fn(Interval, Interval) -> Option<A>,
    ) -> A {
        let is_across = self.is_across(a, b);
        let flips = [a, b].map(|at| if is_across && self.numbers.get(at).leaf.is_far() { SIGN } else { 0 });
        let interval = |run: &Self, at: usize, flip: u128| {
            let Interval { lo, hi } = run.numbers.interval(at);
            Interval { lo: lo ^ flip, hi: hi ^ flip }
        };
        loop {
            let (x, y) = (interval(self, a, flips[0]), interval(self, b, flips[1]));
            if let Some(answer) = known(x, y) {
                return answer;
            }
            // What the two have in common is cut in half, in the one that is wider.
            let (lo, hi) = (x.lo.max(y.lo), x.hi.min(y.hi));
            let is_first = x.hi - x.lo >= y.hi - y.lo;
            let (pos, at, wide, flip) =
                if is_first { (one, a, x, flips[0]) } else { (other, b, y, flips[1]) };
            let middle = lo + (hi - lo).div_ceil(2);
            self.splits(pos, at, if middle > wide.lo { middle ^ flip } else { (wide.lo + 1) ^ flip });
        }
    }

    /// Is the number at a position below a pivot? Decided now if it was open.
    fn splits(&mut self, pos: u32, at: usize, pivot: u128) -> bool {
        let Number { known, leaf } = self.numbers.get(at);
        let before = known.bounds.interval;
        if before.hi < pivot || before.lo >= pivot {
            return before.hi < pivot;
        }
        let [low, high] = before.split(pivot);
        if let Some(following) = &self.following {
            let is_low = following.place(pos, leaf) < pivot;
            self.numbers.set(at, if is_low { low } else { high });
            return is_low;
        }
        let draws = self.guess.draws(self.chooser.is_some());
        if draws && let (Some(chooser), Some(tables)) = (&mut self.chooser, &self.tables) {
            let node = self.slots[pos as usize].node;
            self.to_do.decided(pos);
            let is_low = chooser.is_low(tables, node, leaf, before, pivot);
            self.numbers.set(at, if is_low { low } else { high });
            self.note_position(pos);
            return is_low;
        }
        // The part with the smallest number first, so that the order of cuts makes no difference to which it is.
        let (first, second) = if known.bounds.smallest < pivot { (low, high) } else { (high, low) };
        self.push_cut(pos, Part::Of { other: Some(second) });
        if !self.narrow(pos, first) {
            let fits = self.narrow(pos, second);
            debug_assert!(fits, "there is room for one of both parts");
            if let Some(cut) = self.cuts.last_mut() {
                cut.taken = Part::Of { other: None };
            }
        }
        self.note_order(at);
        self.numbers.interval(at).hi < pivot
    }

    /// Leaves only a part of the numbers that a position may be, if there is room for one of them.
    pub(super) fn narrow(&mut self, pos: u32, to: Interval) -> bool {
        let Slot { word, node, .. } = self.slots[pos as usize];
        let at = word as usize;
        let (Room::Exact(exact), Some(tables)) = (&mut self.room, &self.tables) else {
            return self.numbers.narrow(at, to, &mut self.left.size);
        };
        let Number { known, leaf } = self.numbers.get(at);
        let left = exact.number(self.left, tables, node, leaf, (known.bounds.interval, to));
        let Some((left, _)) = left else { return false };
        self.left = left;
        self.numbers.replace(at, to);
        true
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
            _ => Arc::new(Leaf::exact(Range::of(1, 0))),
        };
        let draws = self.guess.draws(self.chooser.is_some());
        if !draws {
            self.push(pos, Choice::Number);
        }
        let number = match (&mut self.chooser, &mut self.room, &self.tables) {
            (Some(chooser), _, Some(tables)) if draws => {
                Number::sized(chooser.look(tables, node, &leaf), leaf)
            }
            (None, Room::Exact(exact), Some(tables)) => {
                let (interval, left) = exact.look(self.left, tables, node, &leaf);
                let number = Number::sized(interval, leaf);
                self.left = left;
                let only = number.known.bounds.interval;
                if only.single().is_some() {
                    // It is known from now on, and no longer open.
                    let to = exact.number(left, tables, node, &number.leaf, (interval, only));
                    self.left = to.map_or(left, |(left, _)| left);
                }
                number
            }
            _ => {
                let least = leaf.smallest_in(Interval::ALL, u32::MAX).unwrap_or(0);
                let most = least.saturating_add(self.left.size);
                self.was_cut |= leaf.largest_size().is_some_and(|largest| largest > most);
                Number::sized(leaf.clip(Interval::ALL, most), leaf)
            }
        };
        self.numbers.push(number);
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (self.numbers.len() as u32 - 1, NONE);
        self.note_position(pos);
        self.numbers.len() - 1
    }
}

/// Is a number below another, where their intervals tell?
fn is_below(x: Interval, y: Interval) -> Option<bool> {
    (x.hi < y.lo || x.lo >= y.hi).then_some(x.hi < y.lo)
}

/// How two numbers compare, where their intervals tell.
fn ordering(x: Interval, y: Interval) -> Option<Ordering> {
    if x.hi < y.lo {
        Some(Ordering::Less)
    } else if x.lo > y.hi {
        Some(Ordering::Greater)
    } else {
        (x.single().is_some() && x == y).then_some(Ordering::Equal)
    }
}
