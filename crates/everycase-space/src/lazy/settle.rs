//! The smallest numbers that are in a given order.

use super::known::Numbers;
use super::numbers::Interval;
use super::orders::Beyond;

/// So many signs are tried before it is given up to find the smallest numbers.
const TRIES: u32 = 10_000;

/// Why numbers in an order are not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsettled {
    /// They take more than there is room for.
    NoRoom,
    /// It takes too long to find out how little they take.
    GivenUp,
}

impl Numbers {
    /// By how much the numbers that are in an order take more together than each of them takes at least, if there is so much room.
    pub(super) fn least_beyond(&mut self, room: u32) -> Beyond {
        let (mark, was_cut) = (self.mark(), self.was_cut);
        let found = self.settle_within(room);
        self.back_to(mark);
        // What has been tried here has not been left out.
        self.was_cut = was_cut;
        found
    }

    /// Returns the numbers with each of those that are in an order decided, so that together they take as little as possible.
    ///
    /// # Errors
    /// When there is less room than they take, or none was found in time.
    pub(super) fn settled(&self, left: u32) -> Result<Self, Unsettled> {
        let mut numbers = self.clone();
        let room = left + numbers.kept();
        let (room, otherwise) = match numbers.settle_within(room) {
            Beyond::By(_) => (u32::MAX, Unsettled::NoRoom),
            Beyond::More => return Err(Unsettled::NoRoom),
            // What is tried then may be larger than what there is.
            Beyond::Unknown => (room, Unsettled::GivenUp),
        };
        if numbers.take_smallest(room) { Ok(numbers) } else { Err(otherwise) }
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

    /// Decides which of the numbers are negative, if there is room for all of them then.
    ///
    /// Each of the others is then as small as the order lets it be where all of them are, and the negative ones are as close to 0:
    /// what is reckoned of each number alone is what they take together.
    fn settle(&mut self, left: &mut u32, tries: &mut u32) -> bool {
        let Some((at, [low, high])) = self.first_of_both_signs() else { return true };
        for part in [high, low] {
            let Some(rest) = tries.checked_sub(1) else { return false };
            *tries = rest;
            let (mark, before) = (self.mark(), *left);
            if self.narrow_roughly(at, part, left) && self.settle(left, tries) {
                return true;
            }
            self.back_to(mark);
            *left = before;
        }
        false
    }

    /// Decides the numbers, each as small as it can be now: false if there is less room.
    fn take_smallest(&mut self, mut room: u32) -> bool {
        self.release();
        while let Some(at) = self.first_open() {
            let smallest = Interval::just(self.get(at).known.bounds.smallest);
            if !self.narrow_roughly(at, smallest, &mut room) {
                return false;
            }
        }
        true
    }
}
