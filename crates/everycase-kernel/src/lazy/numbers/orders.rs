//! The order of numbers of which only intervals are known.
//!
//! A comparison of two open numbers decides their order and nothing else: one decision with two or
//! three outcomes, whatever their ranges. The order is kept transitively closed, as bit sets, so a
//! comparison that follows from others takes one lookup. Intervals are kept as narrow as the order
//! allows. The least total size of ordered numbers is computed exactly, so that a search does not
//! enter a class without inputs.

use super::class::Class;
use super::interval::Interval;
use super::knowledge::{Change, Knowledge, MOST, Number, Numbers, Order, Reserve};

/// The known relation of one number to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Below,
    NotAbove,
    Equal,
    NotBelow,
    Above,
}

impl Numbers {
    /// Returns whether an order of two numbers is known, apart from their intervals.
    pub(crate) fn are_related(&self) -> bool {
        self.all.iter().take(MOST).any(|number| number.known.order.is_any())
    }

    /// Returns whether the smallest possible value of one number is below the smallest possible
    /// value of another.
    pub(crate) fn is_smaller(&self, a: usize, b: usize) -> bool {
        self.all[a].known.bounds.smallest < self.all[b].known.bounds.smallest
    }

    /// Returns whether the smallest possible values are in the known order. If so, decisions that
    /// take the smallest option have the same results in any sequence.
    pub(crate) fn smallest_are_in_order(&self) -> bool {
        self.all.iter().take(MOST).all(|number| {
            let Knowledge { bounds, order } = &number.known;
            let mut rest = order.not_below;
            std::iter::from_fn(|| next(&mut rest)).all(|i| {
                let other = self.all[i].known.bounds.smallest;
                other > bounds.smallest || other == bounds.smallest && order.above >> i & 1 == 0
            })
        })
    }

    /// Returns the first number with an order but without a value.
    pub(crate) fn first_open(&self) -> Option<usize> {
        let is_open =
            |number: &Number| number.known.order.is_any() && number.known.bounds.interval.single().is_none();
        self.all.iter().take(MOST).position(is_open)
    }

    /// Releases the reserve for ordered numbers. Returns its size.
    pub(crate) fn release(&mut self) -> u32 {
        std::mem::take(&mut self.reserve).size
    }

    /// Returns the known relation of two numbers, apart from what their intervals imply.
    pub(crate) fn relation(&self, a: usize, b: usize) -> Option<Relation> {
        if a >= MOST || b >= MOST {
            return None;
        }
        let (order, bit) = (&self.all[a].known.order, 1 << b);
        Some(match (order.not_above & bit != 0, order.not_below & bit != 0) {
            (true, true) => Relation::Equal,
            (true, false) if order.below & bit != 0 => Relation::Above,
            (true, false) => Relation::NotBelow,
            (false, true) if order.above & bit != 0 => Relation::Below,
            (false, true) => Relation::NotAbove,
            (false, false) => return None,
        })
    }

    /// Narrows a number to an interval. Returns false, and changes nothing, if the size budget
    /// allows none of its values.
    #[inline]
    pub(crate) fn narrow(&mut self, at: usize, to: Interval, left: &mut u32) -> bool {
        let (before, left_before) = (self.checkpoint(), *left);
        let is_ordered = self.all[at].known.order.is_any();
        let fits = self.tighten(at, to, left)
            && (!is_ordered || self.spread(1 << at, 1 << at, left) && self.keep_exactly(left));
        if !fits {
            self.back_to(before);
            *left = left_before;
        }
        fits
    }

    /// Narrows a number without computing the exact reserve, so the size budget may turn out too
    /// small later. If it returns false, the caller must undo the changes.
    pub(crate) fn narrow_roughly(&mut self, at: usize, to: Interval, left: &mut u32) -> bool {
        self.tighten(at, to, left) && self.spread(1 << at, 1 << at, left)
    }

    /// Decides the relation of two numbers. Returns false, and changes nothing, if the size budget
    /// does not allow it.
    pub(crate) fn relate(&mut self, a: usize, b: usize, relation: Relation, left: &mut u32) -> bool {
        let (before, left_before) = (self.checkpoint(), *left);
        let fits = match relation {
            Relation::Below => self.put_below(a, b, true, left),
            Relation::NotAbove => self.put_below(a, b, false, left),
            Relation::Equal => self.put_below(a, b, false, left) && self.put_below(b, a, false, left),
            Relation::NotBelow => self.put_below(b, a, false, left),
            Relation::Above => self.put_below(b, a, true, left),
        };
        let fits = fits && (!self.has_classes || self.agree(left)) && self.keep_exactly(left);
        if !fits {
            self.back_to(before);
            *left = left_before;
        }
        fits
    }

    /// Decides that a number belongs to a class. Returns false, and changes nothing, if the size
    /// budget does not allow it.
    pub(crate) fn classify(&mut self, at: usize, class: Class, left: &mut u32) -> bool {
        let (before, left_before) = (self.checkpoint(), *left);
        self.has_classes = true;
        let is_ordered = self.all[at].known.order.is_any();
        let fits = self.join(at, class, left)
            && (!is_ordered
                || self.spread(1 << at, 1 << at, left) && self.agree(left) && self.keep_exactly(left));
        if !fits {
            self.back_to(before);
            *left = left_before;
        }
        fits
    }

    /// Puts equal numbers into the same class.
    fn agree(&mut self, left: &mut u32) -> bool {
        for at in 0..self.all.len().min(MOST) {
            let Knowledge { bounds, order } = self.all[at].known;
            let mut equal = if bounds.class.is_all() { 0 } else { order.not_above & order.not_below };
            while let Some(other) = next(&mut equal) {
                if !self.join(other, bounds.class, left) || !self.spread(1 << other, 1 << other, left) {
                    return false;
                }
            }
        }
        true
    }

    /// Narrows one number to a class.
    fn join(&mut self, at: usize, class: Class, left: &mut u32) -> bool {
        let bounds = self.all[at].known.bounds;
        let Some(class) = bounds.class.and(class) else { return false };
        if class == bounds.class {
            return true;
        }
        self.note_bounds(at);
        self.all[at].known.bounds.class = class;
        self.tighten(at, bounds.interval, left)
    }

    /// Narrows one number only.
    #[inline]
    fn tighten(&mut self, at: usize, to: Interval, left: &mut u32) -> bool {
        let Number { known: Knowledge { bounds, .. }, leaf, .. } = &self.all[at];
        // A bound that only the class moves is known as before.
        let (rises, falls) = (to.lo > bounds.interval.lo, to.hi < bounds.interval.hi);
        let Some(to) = leaf.snap(to, bounds.class) else { return false };
        let mut new = *bounds;
        new.interval = to;
        let is_single = to.single().is_some();
        new.low_is_known |= is_single || rises;
        new.high_is_known |= is_single || falls;
        let is_smallest = bounds.class.has(bounds.smallest);
        if !is_smallest || bounds.smallest < to.lo || bounds.smallest > to.hi {
            let Some(found) = leaf.smallest_place(to, bounds.class) else { return false };
            (new.least, new.smallest) = found;
            let mut more = new.least.saturating_sub(bounds.least);
            if self.reserve.of.checked_shr(at as u32).is_some_and(|of| of & 1 != 0) {
                let kept = more.min(self.reserve.size);
                self.reserve.size -= kept;
                more -= kept;
            }
            if !self.take(more, left) {
                return false;
            }
        }
        self.note_bounds(at);
        self.all[at].known.bounds = new;
        true
    }

    /// Takes from the size budget, if enough is left.
    fn take(&mut self, more: u32, left: &mut u32) -> bool {
        let rest = left.checked_sub(more);
        self.was_cut |= rest.is_none();
        *left = rest.unwrap_or(*left);
        rest.is_some()
    }

    /// Narrows the intervals of ordered numbers after the lower bounds of `risen` and the upper
    /// bounds of `fallen` have changed.
    ///
    /// If a number has only one value left, both of its bounds count as changed. For example, let
    /// `x <= y` with `x` in -1..=1 and `y` in -3..=-1. The upper bound of `y` makes `x` -1. Then
    /// the lower bound of `x`, which has not moved, makes `y` -1, too.
    fn spread(&mut self, mut risen: u64, mut fallen: u64, left: &mut u32) -> bool {
        loop {
            if let Some(i) = next(&mut risen) {
                let Knowledge { bounds, order } = self.all[i].known;
                let mut above = if bounds.low_is_known { order.not_below } else { 0 };
                while let Some(j) = next(&mut above) {
                    let more = u128::from(order.above >> j & 1);
                    let Some(lo) = bounds.interval.lo.checked_add(more) else { return false };
                    let Interval { lo: own, hi } = self.interval(j);
                    if own < lo {
                        if lo > hi || !self.tighten(j, Interval { lo, hi }, left) {
                            return false;
                        }
                        risen |= 1 << j;
                        fallen |= u64::from(self.is_single(j)) << j;
                    }
                }
            } else if let Some(i) = next(&mut fallen) {
                let Knowledge { bounds, order } = self.all[i].known;
                let mut below = if bounds.high_is_known { order.not_above } else { 0 };
                while let Some(j) = next(&mut below) {
                    let more = u128::from(order.below >> j & 1);
                    let Some(hi) = bounds.interval.hi.checked_sub(more) else { return false };
                    let Interval { lo, hi: own } = self.interval(j);
                    if own > hi {
                        if lo > hi || !self.tighten(j, Interval { lo, hi }, left) {
                            return false;
                        }
                        fallen |= 1 << j;
                        risen |= u64::from(self.is_single(j)) << j;
                    }
                }
            } else {
                return true;
            }
        }
    }

    fn is_single(&self, at: usize) -> bool {
        self.interval(at).single().is_some()
    }

    /// Records that `u` is not above `v`, or is below it if `strictly`. Returns false if the size
    /// budget does not allow it.
    fn put_below(&mut self, u: usize, v: usize, strictly: bool, left: &mut u32) -> bool {
        let (one, other) = (self.all[u].known.order, self.all[v].known.order);
        let (low, high) = (one.not_above | 1 << u, other.not_below | 1 << v);
        let mut rest = low;
        while let Some(i) = next(&mut rest) {
            let order = &mut self.all[i].known.order;
            self.changes.push((i as u32, Change::Order(*order)));
            order.not_below |= high & !(1 << i);
            order.above |= if strictly || one.below >> i & 1 != 0 { high } else { other.above };
        }
        let mut rest = high;
        while let Some(j) = next(&mut rest) {
            let order = &mut self.all[j].known.order;
            self.changes.push((j as u32, Change::Order(*order)));
            order.not_above |= low & !(1 << j);
            order.below |= if strictly || other.above >> j & 1 != 0 { low } else { one.below };
        }
        self.measure(one.lower + u8::from(strictly), v, high, |order| (order.below, &mut order.lower));
        self.measure(other.higher + u8::from(strictly), u, low, |order| (order.above, &mut order.higher));
        self.keep_room(u, left) && self.keep_room(v, left) && self.spread(1 << u, 1 << v, left)
    }

    /// Updates the lengths of chains after a number has become the end of a chain of this length.
    /// The numbers `behind` extend it.
    fn measure(&mut self, length: u8, at: usize, behind: u64, of: impl Fn(&mut Order) -> (u64, &mut u8)) {
        let own = of(&mut self.all[at].known.order).1;
        if *own >= length {
            return;
        }
        *own = length;
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            let mut rest = behind;
            while let Some(j) = next(&mut rest) {
                let (before, own) = of(&mut self.all[j].known.order);
                let (mut before, mut longest, old) = (before & behind, *own, *own);
                // A number equal to the first one ends a chain of the same length.
                if before == 0 {
                    longest = longest.max(length);
                }
                while let Some(i) = next(&mut before) {
                    longest = longest.max(*of(&mut self.all[i].known.order).1 + 1);
                }
                goes_on |= longest > old;
                *of(&mut self.all[j].known.order).1 = longest;
            }
        }
    }

    /// Sets the reserve to exactly what the ordered numbers take together beyond their least sizes.
    /// Returns false if the size budget is too small.
    fn keep_exactly(&mut self, left: &mut u32) -> bool {
        if self.has_slots || self.is_one_chain() {
            return true;
        }
        let all = *left + self.reserve.size;
        let Some(size) = self.least_beyond(all) else {
            self.was_cut = true;
            return false;
        };
        *left = all - size;
        self.reserve = Reserve { size, of: self.related() };
        true
    }

    /// Returns whether the ordered numbers form a single chain of different numbers without known
    /// bounds. The reserve is then already exact.
    fn is_one_chain(&self) -> bool {
        let (mut count, mut chain) = (0, 0);
        for number in self.all.iter().take(MOST) {
            let order = &number.known.order;
            if !order.is_any() {
                continue;
            }
            if !number.is_free() {
                return false;
            }
            count += 1;
            chain = usize::from(order.lower) + usize::from(order.higher) + 1;
        }
        chain == count
    }

    /// Returns the set of ordered numbers.
    fn related(&self) -> u64 {
        let all = self.all.iter().take(MOST).enumerate();
        all.fold(0, |set, (at, number)| set | u64::from(number.known.order.is_any()) << at)
    }

    /// Reserves the least size of the longest chain through a number. Returns false if the size
    /// budget is too small.
    fn keep_room(&mut self, at: usize, left: &mut u32) -> bool {
        if self.has_slots {
            return true;
        }
        let order = &self.all[at].known.order;
        let chain = usize::from(order.lower) + usize::from(order.higher);
        if UNSIGNED.get(chain).is_none_or(|cost| *cost <= self.reserve.size) {
            return true;
        }
        let of = order.not_above | order.not_below | 1 << at;
        let (mut each, mut rest, mut is_signed) = (0, of, false);
        while let Some(i) = next(&mut rest) {
            each += self.all[i].known.bounds.least;
            // If one of the numbers may be negative, only the bound for signed numbers holds.
            is_signed |= self.all[i].leaf.is_signed();
        }
        let table = if is_signed { &SIGNED } else { &UNSIGNED };
        let cost = table.get(chain).copied().unwrap_or(0);
        let size = cost.saturating_sub(each);
        if size > self.reserve.size {
            if !self.take(size - self.reserve.size, left) {
                return false;
            }
            self.reserve = Reserve { size, of };
        }
        true
    }
}

/// Removes and returns the first element of a set.
#[inline]
pub(crate) fn next(set: &mut u64) -> Option<usize> {
    let first = set.trailing_zeros();
    *set &= set.wrapping_sub(1);
    (first < u64::BITS).then_some(first as usize)
}

/// The least total sizes of 1, 2, .. different numbers: of any sign, and non-negative.
const SIGNED: [u32; MOST] = different(2);
const UNSIGNED: [u32; MOST] = different(1);

const fn different(of_size_1: u64) -> [u32; MOST] {
    let mut least = [0; MOST];
    let (mut i, mut size, mut of_size) = (1, 1, of_size_1);
    while i < MOST {
        least[i] = least[i - 1] + size;
        of_size -= 1;
        if of_size == 0 {
            size += 1;
            of_size = of_size_1 << (size - 1);
        }
        i += 1;
    }
    least
}
