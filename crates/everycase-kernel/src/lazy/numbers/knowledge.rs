//! Numbers that were looked at: what is known about each, and how to restore earlier knowledge.

use std::sync::Arc;

use super::class::Class;
use super::interval::Interval;
use crate::grammar::Leaf;

/// The maximal number of ordered numbers; later ones are compared by intervals.
pub(crate) const MOST: usize = u64::BITS as usize;

/// What is known about a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowledge {
    pub(crate) bounds: Bounds,
    pub(crate) order: Order,
}

/// The possible values of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) interval: Interval,
    /// Its places. The bounds of the interval are among them.
    pub(crate) class: Class,
    /// The smallest number of the interval, by place, and its size.
    pub(crate) smallest: u128,
    pub(crate) least: u32,
    /// Whether each bound holds regardless of the size budget. Only such bounds narrow other
    /// numbers of the order.
    pub(crate) low_is_known: bool,
    pub(crate) high_is_known: bool,
    /// Whether the number itself was demanded; recorded of slots only.
    pub(crate) is_demanded: bool,
}

/// What is known about the order of a number relative to others, in sets with one bit for each
/// number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Order {
    /// The numbers that are not above it, and the subset that is known to be below it.
    pub(crate) not_above: u64,
    pub(crate) below: u64,
    /// The numbers that are not below it, and the subset that is known to be above it.
    pub(crate) not_below: u64,
    pub(crate) above: u64,
    /// The lengths of the longest chains of different numbers below it and above it.
    pub(crate) lower: u8,
    pub(crate) higher: u8,
}

/// A number that was looked at.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) known: Knowledge,
    /// Whether comparisons have used its lower and its upper bound although these come from the
    /// size budget.
    pub(crate) used: [bool; 2],
    /// Its range. It may be empty for a number of a lifted value, which is known already.
    pub(crate) leaf: Arc<Leaf>,
}

impl Number {
    /// Returns a number of an interval, without its smallest value, which only decisions by size
    /// need.
    pub(crate) fn new(interval: Interval, leaf: Arc<Leaf>) -> Self {
        let bounds = Bounds {
            interval,
            class: Class::ALL,
            smallest: interval.lo,
            least: 0,
            low_is_known: false,
            high_is_known: false,
            is_demanded: false,
        };
        Self { known: Knowledge { bounds, order: Order::default() }, used: [false; 2], leaf }
    }

    /// Returns a number of an interval whose bounds come from the size budget.
    pub(crate) fn sized(mut interval: Interval, leaf: Arc<Leaf>) -> Self {
        // The bounds of the range hold regardless of the size budget.
        let (mut low_is_known, mut high_is_known) = (!leaf.is_signed(), false);
        if let Some((least, most)) = leaf.without_gaps() {
            let (least, most) = (leaf.place(least), leaf.place(most));
            (low_is_known, high_is_known) = (least >= interval.lo, most <= interval.hi);
            interval = Interval { lo: interval.lo.max(least), hi: interval.hi.min(most) };
        }
        let interval = leaf.snap(interval, Class::ALL).unwrap_or(interval);
        let mut number = Self::new(interval, leaf);
        let bounds = &mut number.known.bounds;
        (bounds.low_is_known, bounds.high_is_known) = (low_is_known, high_is_known);
        if let Some((least, smallest)) = number.leaf.smallest_place(interval, Class::ALL) {
            (bounds.least, bounds.smallest) = (least, smallest);
        }
        number
    }

    /// Returns whether all small numbers are possible, by what is known regardless of the size
    /// budget.
    pub(crate) fn is_free(&self) -> bool {
        let Bounds { low_is_known, high_is_known, class, .. } = self.known.bounds;
        !low_is_known && !high_is_known && class.is_all() && self.leaf.has_all_small()
    }
}

impl Knowledge {
    /// Returns whether its order relative to another number is known.
    #[inline]
    pub(crate) fn is_ordered(&self) -> bool {
        self.order.is_any()
    }
}

impl Order {
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        (self.not_above | self.not_below) != 0
    }
}

/// All numbers looked at so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) all: Vec<Number>,
    /// What was known about numbers before each change.
    pub(crate) changes: Vec<(u32, Change)>,
    pub(crate) reserve: Reserve,
    /// Whether anything was left out because of the size budget.
    pub(crate) was_cut: bool,
    /// Whether a number may have a class.
    pub(crate) has_classes: bool,
    /// Whether some number belongs to a slot, so that numbers of any size cost the same.
    pub(crate) has_slots: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Bounds(Bounds),
    Order(Order),
}

/// The part of the size budget that is reserved for ordered numbers, beyond the sum of their least
/// sizes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reserve {
    pub(crate) size: u32,
    /// The numbers, as a set of bits.
    pub(crate) of: u64,
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    changes: u32,
    reserve: Reserve,
}

impl Numbers {
    pub(crate) const fn new() -> Self {
        Self {
            all: Vec::new(),
            changes: Vec::new(),
            reserve: Reserve { size: 0, of: 0 },
            was_cut: false,
            has_classes: false,
            has_slots: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.changes.clear();
        self.reserve = Reserve::default();
        self.has_slots = false;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn push(&mut self, number: Number) {
        self.has_slots |= number.leaf.is_slot();
        self.all.push(number);
    }

    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        if !self.all.is_empty() {
            self.all.truncate(len);
        }
    }

    #[inline]
    pub(crate) fn get(&self, at: usize) -> &Number {
        &self.all[at]
    }

    #[inline]
    pub(crate) fn interval(&self, at: usize) -> Interval {
        self.all[at].known.bounds.interval
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Number> {
        self.all.iter()
    }

    /// Sets the range of a number.
    pub(crate) fn set_leaf(&mut self, at: usize, leaf: &Arc<Leaf>) {
        if let Some(number) = self.all.get_mut(at) {
            number.leaf = Arc::clone(leaf);
            self.has_slots |= leaf.is_slot();
        }
    }

    /// Replaces the interval of a number permanently.
    pub(crate) fn set(&mut self, at: usize, interval: Interval) {
        self.all[at].known.bounds.interval = interval;
    }

    /// Replaces the interval of a number until the change is undone.
    pub(crate) fn replace(&mut self, at: usize, interval: Interval) {
        self.note_bounds(at);
        self.all[at].known.bounds.interval = interval;
    }

    #[inline]
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { changes: self.changes.len() as u32, reserve: self.reserve }
    }

    /// Goes back to a checkpoint.
    pub(crate) fn back_to(&mut self, to: Checkpoint) {
        while self.changes.len() > to.changes as usize
            && let Some((at, change)) = self.changes.pop()
        {
            let knowledge = &mut self.all[at as usize].known;
            match change {
                Change::Bounds(bounds) => knowledge.bounds = bounds,
                Change::Order(order) => knowledge.order = order,
            }
        }
        self.reserve = to.reserve;
    }

    pub(crate) fn note_bounds(&mut self, at: usize) {
        self.changes.push((at as u32, Change::Bounds(self.all[at].known.bounds)));
    }
}

impl FromIterator<Number> for Numbers {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> Self {
        Self { all: numbers.into_iter().collect(), ..Self::new() }
    }
}
