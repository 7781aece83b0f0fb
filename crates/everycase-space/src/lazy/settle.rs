//! The smallest numbers that are in a given order.

use std::sync::Arc;

use super::numbers::Interval;
use super::orders::{Beyond, Numbers};

/// So many numbers are tried before it is given up to find the smallest.
const TRIES: u32 = 10_000;

impl Numbers {
    /// By how much the numbers that are in an order take more together than each of them takes at least, if there is so much room.
    pub(super) fn least_beyond(&mut self, room: u32) -> Beyond {
        let mark = self.mark();
        let found = self.settle_within(room);
        self.back_to(mark);
        found
    }

    /// The numbers with each of those that are in an order decided, so that together they take as little as possible: `None` if
    /// there is less room.
    pub(super) fn settled(&self, left: u32) -> Option<Self> {
        let mut numbers = self.clone();
        let room = left + numbers.kept();
        match numbers.settle_within(room) {
            Beyond::By(_) => Some(numbers),
            Beyond::More => None,
            Beyond::Unknown => {
                numbers.settle_at_once();
                Some(numbers)
            }
        }
    }

    fn settle_within(&mut self, room: u32) -> Beyond {
        // All that is open is decided, so there is nothing to be kept. To know more of an order never makes it take less.
        let least = self.release();
        let mut tries = TRIES;
        for most in least..=room {
            if self.settle(&mut most.clone(), &mut tries) {
                return Beyond::By(most);
            }
            if tries == 0 {
                return Beyond::Unknown;
            }
        }
        Beyond::More
    }

    /// Decides the numbers in order, each as small as can be, if that leaves others room.
    fn settle(&mut self, left: &mut u32, tries: &mut u32) -> bool {
        let Some(at) = self.first_open() else { return true };
        let leaf = Arc::clone(&self.get(at).leaf);
        let bounds = self.get(at).known.bounds;
        for size in bounds.least..=bounds.least.saturating_add(*left) {
            let mut i = 0;
            while let Some(place) = leaf.nth_in(size, i, bounds.interval) {
                let Some(rest) = tries.checked_sub(1) else { return false };
                *tries = rest;
                let (mark, before) = (self.mark(), *left);
                if self.narrow_roughly(at, Interval::just(place), left) && self.settle(left, tries) {
                    return true;
                }
                self.back_to(mark);
                *left = before;
                i += 1;
            }
        }
        false
    }

    /// Decides the numbers in order, each as small as can be now.
    fn settle_at_once(&mut self) {
        self.release();
        while let Some(at) = self.first_open() {
            let smallest = Interval::just(self.get(at).known.bounds.smallest);
            if !self.narrow_roughly(at, smallest, &mut u32::MAX.clone()) {
                // Any number of an interval can be had: this is for ranges with gaps.
                self.set(at, smallest);
            }
        }
    }
}
