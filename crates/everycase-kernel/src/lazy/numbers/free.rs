//! The least total size of ordered numbers that have no other bounds.
//!
//! The numbers that are negative are a set from which no smaller number is left out. For each such
//! set, each number is as close to 0 as the order allows: a number that is not negative is as far
//! from 0 as the longest chain of different ones below it, and a negative one is one farther than
//! the longest chain above it. Few numbers have few such sets, so trying all of them takes less
//! time than narrowing intervals ([`settle`](super::settle)).

use super::knowledge::{MOST, Numbers, Order};
use super::orders::next;

/// The number of choices that are tried.
const TRIES: u32 = 256;

/// Not all signs were tried.
#[derive(Debug)]
pub(super) struct TryLimit;

/// Numbers of an order, smaller ones first; of equal ones, the first.
struct Free {
    all: Vec<Of>,
    /// The least total size found so far, plus 1 if it is only a limit.
    best: u32,
    /// A total size that is small enough.
    enough: u32,
    tries: u32,
    /// The distance of each number from 0.
    distance: [u32; MOST],
}

struct Of {
    at: usize,
    order: Order,
    /// How many numbers are equal, itself included.
    count: u32,
}

impl Numbers {
    /// Returns the same as [`least_beyond`](Self::least_beyond), from tries of all signs where the
    /// order is all that is known.
    ///
    /// # Errors
    /// If there are other bounds, or too many signs.
    pub(super) fn least_of_free(&self, budget: u32) -> Result<Option<u32>, TryLimit> {
        let mut all = Vec::with_capacity(MOST);
        for (at, number) in self.all.iter().take(MOST).enumerate() {
            let order = number.known.order;
            if !order.is_any() {
                continue;
            }
            if !number.is_free() || !number.leaf.is_signed() {
                return Err(TryLimit);
            }
            let equal = order.not_above & order.not_below;
            if equal.trailing_zeros() as usize > at {
                all.push(Of { at, order, count: 1 + equal.count_ones() });
            }
        }
        all.sort_unstable_by_key(|of| of.order.not_above.count_ones());
        // Further relations never make an order smaller.
        let (best, enough) = (budget.saturating_add(1), self.reserve.size);
        let mut free = Free { all, best, enough, tries: TRIES, distance: [0; MOST] };
        let is_complete = enough > budget || free.choose(0, [0, 0], 0);
        if is_complete { Ok((free.best <= budget).then_some(free.best)) } else { Err(TryLimit) }
    }
}

impl Free {
    /// Chooses the sign of the number at `next` and of all later ones. `chosen` are the sets of
    /// negative numbers and of others so far, `size` is the least that they take. Returns false if
    /// there are too many choices.
    fn choose(&mut self, at: usize, chosen: [u64; 2], size: u32) -> bool {
        if size >= self.best || self.best <= self.enough {
            return true;
        }
        let Some(Of { at: number, order, count }) = self.all.get(at) else {
            self.best = self.best.min(size + self.beyond(chosen[0]));
            return true;
        };
        let Some(tries) = self.tries.checked_sub(1) else { return false };
        self.tries = tries;
        let ([negative, others], number, count) = (chosen, *number, *count);
        let bit = 1 << number;
        let mut before = order.not_above & others;
        let is_negative = before == 0;
        let mut place = 0;
        let below = order.below;
        while let Some(i) = next(&mut before) {
            place = place.max(self.distance[i] + (below >> i & 1) as u32);
        }
        self.distance[number] = place;
        self.choose(at + 1, [negative, others | bit], size + count * bits(place))
            && (!is_negative || self.choose(at + 1, [negative | bit, others], size + count))
    }

    /// Returns what negative numbers take beyond 1 each.
    fn beyond(&self, negative: u64) -> u32 {
        let mut distance = [0; MOST];
        let mut beyond = 0;
        for Of { at, order, count } in self.all.iter().rev().filter(|of| negative >> of.at & 1 != 0) {
            let (mut place, mut behind) = (1, order.not_below & negative);
            while let Some(i) = next(&mut behind) {
                place = place.max(distance[i] + (order.above >> i & 1) as u32);
            }
            distance[*at] = place;
            beyond += count * (bits(place) - 1);
        }
        beyond
    }
}

fn bits(distance: u32) -> u32 {
    u32::BITS - distance.leading_zeros()
}
