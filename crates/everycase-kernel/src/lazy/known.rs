//! Numbers that have been looked at: what is known of each, and the way back to what was known before.

use std::sync::Arc;

use super::numbers::Interval;
use crate::grammar::Leaf;

/// The order is kept of the first so many numbers; those beyond are compared by intervals.
pub(super) const MOST: usize = u64::BITS as usize;

/// What is known of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) bounds: Bounds,
    pub(super) order: Order,
}

/// What a number may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) interval: Interval,
    /// The smallest number of the interval, by place, and its size.
    pub(super) smallest: u128,
    pub(super) least: u32,
    /// Do others have to keep to its bounds? Those that only say how much room there is follow from the room.
    pub(super) low_is_known: bool,
    pub(super) high_is_known: bool,
}

/// How a number compares with others, each a bit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    /// Those that are not above it, and of these those that are below.
    pub(super) not_above: u64,
    pub(super) below: u64,
    /// Those that are not below it, and of these those that are above.
    pub(super) not_below: u64,
    pub(super) above: u64,
    /// How many different numbers there are at least below and above.
    pub(super) lower: u8,
    pub(super) higher: u8,
}

/// A number that has been looked at.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) known: Known,
    /// Its range; a number that came from a value has none to decide from.
    pub(super) leaf: Arc<Leaf>,
}

impl Number {
    /// A number of an interval. Where nothing is decided by size, nobody asks for the smallest.
    pub(super) fn new(interval: Interval, leaf: Arc<Leaf>) -> Self {
        let (low_is_known, high_is_known) = (false, false);
        let bounds = Bounds { interval, smallest: interval.lo, least: 0, low_is_known, high_is_known };
        Self { known: Known { bounds, order: Order::default() }, leaf }
    }

    /// A number of an interval that says how much room there is.
    pub(super) fn sized(mut interval: Interval, leaf: Arc<Leaf>) -> Self {
        // The bounds of all numbers that there are hold whatever the room.
        let (mut low_is_known, mut high_is_known) = (!leaf.is_signed(), false);
        if let Some((least, most)) = leaf.without_gaps() {
            let (least, most) = (leaf.place(least), leaf.place(most));
            (low_is_known, high_is_known) = (least >= interval.lo, most <= interval.hi);
            interval = Interval { lo: interval.lo.max(least), hi: interval.hi.min(most) };
        }
        let interval = leaf.snap(interval).unwrap_or(interval);
        let mut number = Self::new(interval, leaf);
        let bounds = &mut number.known.bounds;
        (bounds.low_is_known, bounds.high_is_known) = (low_is_known, high_is_known);
        if let Some((least, smallest)) = number.leaf.smallest_place(interval) {
            (bounds.least, bounds.smallest) = (least, smallest);
        }
        number
    }
}

impl Known {
    /// Is anything known of how it compares with others?
    #[inline]
    pub(super) fn is_ordered(&self) -> bool {
        self.order.is_any()
    }
}

impl Order {
    #[inline]
    pub(super) fn is_any(&self) -> bool {
        (self.not_above | self.not_below) != 0
    }
}

/// All numbers looked at so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) all: Vec<Number>,
    /// What was known of numbers before it changed.
    pub(super) changes: Vec<(u32, Change)>,
    pub(super) reserve: Reserve,
    /// Has anything been left out for which there was no room?
    pub(super) was_cut: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Bounds(Bounds),
    Order(Order),
}

/// Room that is kept for numbers that differ from each other, beyond the least that each of them takes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reserve {
    pub(super) size: u32,
    /// Which numbers.
    pub(super) of: u64,
}

/// Where to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    changes: u32,
    reserve: Reserve,
}

impl Numbers {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), changes: Vec::new(), reserve: Reserve { size: 0, of: 0 }, was_cut: false }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.changes.clear();
        self.reserve = Reserve::default();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn push(&mut self, number: Number) {
        self.all.push(number);
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        if !self.all.is_empty() {
            self.all.truncate(len);
        }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> &Number {
        &self.all[at]
    }

    #[inline]
    pub(super) fn interval(&self, at: usize) -> Interval {
        self.all[at].known.bounds.interval
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Number> {
        self.all.iter()
    }

    /// Gives a number its range.
    pub(super) fn set_leaf(&mut self, at: usize, leaf: &Arc<Leaf>) {
        if let Some(number) = self.all.get_mut(at) {
            number.leaf = Arc::clone(leaf);
        }
    }

    /// Puts an interval in place of a number's, for good.
    pub(super) fn set(&mut self, at: usize, interval: Interval) {
        self.all[at].known.bounds.interval = interval;
    }

    /// Puts an interval in place of a number's, until it is gone back to before.
    pub(super) fn replace(&mut self, at: usize, interval: Interval) {
        self.note_bounds(at);
        self.all[at].known.bounds.interval = interval;
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len() as u32, reserve: self.reserve }
    }

    /// Goes back to what was known before.
    pub(super) fn back_to(&mut self, mark: Mark) {
        while self.changes.len() > mark.changes as usize
            && let Some((at, change)) = self.changes.pop()
        {
            let known = &mut self.all[at as usize].known;
            match change {
                Change::Bounds(bounds) => known.bounds = bounds,
                Change::Order(order) => known.order = order,
            }
        }
        self.reserve = mark.reserve;
    }

    pub(super) fn note_bounds(&mut self, at: usize) {
        self.changes.push((at as u32, Change::Bounds(self.all[at].known.bounds)));
    }
}

impl FromIterator<Number> for Numbers {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> Self {
        Self { all: numbers.into_iter().collect(), ..Self::new() }
    }
}
