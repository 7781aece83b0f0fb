//! Numbers of slots, which cost the same whatever they are.
//!
//! A search of structures decides the order of such numbers where the predicate looks at it. Where
//! a number itself is demanded, it gets a place among the known numbers: the first is a small
//! number, the next is a little above or below its neighbour, or in the middle between two. So the
//! numbers of a structure become their ranks.
//!
//! All bounds of slots hold whatever the size budget. So bounds spread through an order at once,
//! and a number that its bounds allow is possible: the numbers below it and above it can take their
//! bounds.

use std::sync::Arc;

use super::class::Class;
use super::interval::Interval;
use super::knowledge::{Number, Numbers};
use crate::grammar::Leaf;

/// The largest distance from the first number.
const FAR: u128 = 1 << 12;

impl Number {
    /// Returns an open number of a slot.
    pub(crate) fn of_slot(leaf: Arc<Leaf>) -> Self {
        let near = leaf.near();
        let mut number = Self::new(near, leaf);
        let bounds = &mut number.known.bounds;
        (bounds.low_is_known, bounds.high_is_known) = (true, true);
        if let Some((least, smallest)) = number.leaf.smallest_place(near, Class::ALL) {
            (bounds.least, bounds.smallest) = (least, smallest);
        }
        number
    }
}

impl Numbers {
    /// Returns the places of the numbers of a range that were demanded.
    pub(crate) fn demanded(&self, leaf: &Leaf) -> impl Iterator<Item = u128> {
        let bounds =
            self.all.iter().filter(|number| number.leaf.is_slot_like(leaf)).map(|number| number.known.bounds);
        bounds.filter(|bounds| bounds.is_demanded).map(|bounds| bounds.interval.lo)
    }

    /// Records that a number was demanded.
    pub(crate) fn demand(&mut self, at: usize) {
        self.note_bounds(at);
        self.all[at].known.bounds.is_demanded = true;
    }

    /// Returns where to put a number that is demanded, with `apart` places to the next one below
    /// and above, if there is room.
    pub(crate) fn place_among(&self, at: usize, apart: u128) -> u128 {
        let Number { known, leaf, .. } = &self.all[at];
        let Interval { lo, hi } = known.bounds.interval;
        let (mut has_below, mut has_above) = (false, false);
        for place in self.demanded(leaf) {
            has_below |= place < lo;
            has_above |= place > hi;
        }
        let room = apart - 1;
        let wanted = match (has_below, has_above) {
            (false, false) => leaf.first().saturating_add(room).max(lo).min(hi),
            // Without room on both sides it is in the middle.
            _ if (hi - lo) / 2 < room || has_below == has_above => lo + (hi - lo) / 2,
            (true, _) => lo + room,
            (_, true) => hi - room,
        };
        let class = known.bounds.class;
        let above = leaf.snap(Interval { lo: wanted, hi }, class).map(|part| part.lo);
        let below = || leaf.snap(Interval { lo, hi: wanted }, class).map(|part| part.hi);
        above.or_else(below).unwrap_or(known.bounds.smallest)
    }
}

impl Leaf {
    /// Returns whether it is a slot of the same range as another one.
    pub(crate) fn is_slot_like(&self, other: &Self) -> bool {
        self.is_slot() && self.range() == other.range()
    }

    /// Returns the numbers that are tried: those with small distances from the first one, without
    /// gaps.
    fn near(&self) -> Interval {
        let first = self.first();
        let parts = self.range().without_gaps().into_iter().chain(self.range().parts());
        let parts = parts.map(|(lo, hi)| Interval { lo: self.place(lo), hi: self.place(hi) });
        let mut around = parts.filter(|part| part.lo <= first && first <= part.hi);
        let Interval { lo, hi } = around.next().unwrap_or(Interval::just(first));
        Interval { lo: lo.max(first.saturating_sub(FAR)), hi: hi.min(first.saturating_add(FAR)) }
    }

    /// Returns the place of the number that is demanded first, if it may be any.
    fn first(&self) -> u128 {
        let range = self.range();
        self.place(if range.is_chars() { u128::from(u32::from('a')) } else { range.smallest().unwrap_or(0) })
    }
}
