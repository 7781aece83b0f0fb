//! The smallest numbers that are in a given order.

use super::numbers::Interval;
use super::orders::Numbers;

/// So many numbers are tried before it is taken to be good enough to be small.
const TRIES: u32 = 100_000;

impl Numbers {
    /// The numbers with each of those whose order is known decided, so that together they take as little more as possible than what
    /// they take at least, and no more than what is left: `None` if that cannot be.
    pub(super) fn settled(&self, left: u32) -> Option<Self> {
        // All that is open is decided, so there is nothing to be kept.
        let mut numbers = self.clone();
        let mut left = left + numbers.release();
        let mut tries = TRIES;
        for most in 0..=left {
            let mut room = most;
            if numbers.settle(&mut room, &mut tries) {
                return Some(numbers);
            }
        }
        (tries == 0).then(|| {
            left = u32::MAX;
            numbers.settle_at_once(&mut left);
            numbers
        })
    }

    /// Decides the numbers in order, each as small as can be, if that leaves others room.
    fn settle(&mut self, left: &mut u32, tries: &mut u32) -> bool {
        let Some(at) = self.first_open() else { return true };
        let leaf = std::sync::Arc::clone(&self.get(at).leaf);
        let known = self.get(at).known;
        for size in known.bounds.least..=known.bounds.least.saturating_add(*left) {
            let mut i = 0;
            while let Some(place) = leaf.nth_in(size, i, known.bounds.interval) {
                let Some(rest) = tries.checked_sub(1) else { return false };
                *tries = rest;
                let (mark, before) = (self.mark(), *left);
                if self.narrow(at, Interval::just(place), left) && self.settle(left, tries) {
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
    fn settle_at_once(&mut self, left: &mut u32) {
        while let Some(at) = self.first_open() {
            let smallest = Interval::just(self.get(at).known.bounds.smallest);
            if !self.narrow(at, smallest, left) {
                // Any number of an interval can be had: this is for ranges with gaps.
                self.set(at, smallest);
            }
        }
    }
}
