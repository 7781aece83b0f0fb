//! The smallest numbers in a given order, computed exactly.
//!
//! The size of a number is the bit length of its magnitude. Once all signs are chosen, each number
//! is as close to 0 as the order and the bounds allow, and numbers of one sign do not depend on
//! numbers of the other. So only the signs have to be chosen.
//!
//! A sign causes bits, of the number itself and of others. With `x < y < z`:
//!
//! - If `x` is not negative, then `y` is at least 1 and `z` at least 2; if `y` is not negative, `z`
//!   is at least 1. So the bit of `y` is caused by `x`, the first bit of `z` by `x` and by `y`, and
//!   its second bit by `x`.
//! - If `z` is negative, then `y` is at most -2 and `x` at most -3, and so on. So the first bit of
//!   a negative `x` is caused by all three, its second bit by `y` and `z`; the first bit of `y` is
//!   caused by `y` and `z`, its second bit by `z`; the bit of `z` by `z`.
//!
//! A bit of the first kind and a bit of the second kind can be a pair if they have a cause in
//! common: whatever the sign of that number, one of the two bits is paid. So the numbers take at
//! least as many bits as there are disjoint pairs, and by König's theorem there are signs with
//! which they take no more than the greatest number of disjoint pairs. Here the bit of `y` and the
//! first one of a negative `x` are a pair because of `x`, the first bit of `z` and the first bit of
//! a negative `y` because of `y`. The second bit of `z` has no partner left: its only cause is `x`,
//! which causes just one bit when it is negative. So the best choice makes only `x` negative: -1,
//! 0, 1.

use super::free::TryLimit;
use super::interval::Interval;
use super::knowledge::{MOST, Number, Numbers, Order};
use super::orders::next;

/// The number of signs that are tried before the signs are chosen by pairs. Most orders need fewer
/// tries, which take less time.
const TRIES: u32 = 32;

/// The signs of the numbers that can have both.
struct Signs {
    negative: u64,
    /// The total size of all numbers minus the sum of their least sizes.
    beyond: u32,
}

/// A number that can have only one sign, and the part of its interval that has it.
struct OnlyOne(usize, Interval);

#[derive(Clone, Copy)]
enum Sign {
    NotNegative,
    Negative,
}

impl Numbers {
    /// Returns the least total size of the ordered numbers minus the sum of their least sizes;
    /// `None` if it exceeds `budget`.
    pub(crate) fn least_beyond(&mut self, budget: u32) -> Option<u32> {
        match self.least_of_free(budget) {
            Ok(found) => {
                debug_assert_eq!(found, self.least_settled(budget), "of the numbers {:?}", self.all);
                found
            }
            Err(TryLimit) => self.least_settled(budget),
        }
    }

    /// Returns the same as [`least_beyond`](Self::least_beyond), whatever is known about the
    /// numbers.
    fn least_settled(&mut self, budget: u32) -> Option<u32> {
        let (before, was_cut) = (self.checkpoint(), self.was_cut);
        let beyond = self.give_signs(budget);
        self.back_to(before);
        // A failed attempt here leaves nothing out of the search.
        self.was_cut = was_cut;
        beyond
    }

    /// Returns the numbers after deciding the ordered ones so that their total size is the least;
    /// `None` if no values satisfy the order.
    pub(crate) fn settled(&self) -> Option<Self> {
        let (mut numbers, mut budget) = (self.clone(), u32::MAX);
        numbers.give_signs(budget)?;
        while let Some(at) = numbers.first_open() {
            let smallest = Interval::just(numbers.get(at).known.bounds.smallest);
            numbers.narrow_roughly(at, smallest, &mut budget).then_some(())?;
        }
        Some(numbers)
    }

    /// Decides which numbers are negative so that their total size is the least; of several such
    /// choices, the one with the fewest negative numbers. Returns that size minus the sum of their
    /// least sizes; `None` if it exceeds `budget`.
    fn give_signs(&mut self, budget: u32) -> Option<u32> {
        let before = self.checkpoint();
        // All open numbers are decided here, so nothing is reserved. Further relations never make
        // an order smaller, so the previous reserve is a lower bound.
        let least = self.release();
        // Each sign of a slot that bounds allow is possible, so few are tried.
        let mut tries = if self.has_slots { u32::MAX } else { TRIES };
        let found = (least..=budget).find(|most| tries == 0 || self.try_signs(&mut most.clone(), &mut tries));
        if tries > 0 {
            return found;
        }
        self.back_to(before);
        self.release();
        let Signs { negative, beyond } = self.choose_signs()?;
        for at in 0..MOST.min(self.len()) {
            if let Some([low, high]) = self.of_both_signs(at) {
                let part = if negative >> at & 1 == 0 { high } else { low };
                self.narrow_roughly(at, part, &mut u32::MAX.clone()).then_some(())?;
            }
        }
        (beyond <= budget).then_some(beyond)
    }

    /// Tries signs until the numbers fit the budget, each as close to 0 as the order allows.
    /// Returns false if no signs fit, or if no tries are left.
    fn try_signs(&mut self, left: &mut u32, tries: &mut u32) -> bool {
        let mut all = 0..MOST.min(self.len());
        let open = all.find_map(|at| Some(at).zip(self.of_both_signs(at)));
        let Some((at, [low, high])) = open else { return true };
        for part in [high, low] {
            let Some(rest) = tries.checked_sub(1) else { return false };
            *tries = rest;
            let (before, left_before) = (self.checkpoint(), *left);
            if self.narrow_roughly(at, part, left) && self.try_signs(left, tries) {
                return true;
            }
            self.back_to(before);
            *left = left_before;
        }
        false
    }

    /// Chooses the signs by pairs of bits. First decides the signs of numbers that can have only
    /// one.
    fn choose_signs(&mut self) -> Option<Signs> {
        let mut left = u32::MAX;
        let [bits, others] = loop {
            match self.bits_of_both() {
                Ok(bits) => break bits,
                Err(OnlyOne(at, part)) => self.narrow_roughly(at, part, &mut left).then_some(())?,
            }
        };
        let mut signs = Signs { negative: 0, beyond: u32::MAX - left };
        let mut partners = vec![None; others.len()];
        for bit in 0..bits.len() {
            let mut asked = signs.negative;
            if pair(bit, &bits, &others, &mut partners, &mut asked) {
                signs.beyond += 1;
            } else {
                // The asked numbers take less if they are negative than with this bit, and no later
                // pair needs them.
                signs.negative = asked;
            }
        }
        Some(signs)
    }

    /// Lists the bits caused by non-negative numbers, and the bits caused by negative ones. Each
    /// bit is the set of its causes.
    ///
    /// # Errors
    /// If a number can have only one sign.
    fn bits_of_both(&self) -> Result<[Vec<u64>; 2], OnlyOne> {
        let is_open = |at: &usize| {
            let knowledge = &self.all[*at].known;
            knowledge.is_ordered() && knowledge.bounds.interval.single().is_none()
        };
        let mut open: Vec<_> = (0..self.all.len().min(MOST)).filter(is_open).collect();
        open.sort_unstable_by_key(|&at| self.all[at].known.order.not_above.count_ones());
        let not_negative = self.bits(Sign::NotNegative, &open)?;
        open.reverse();
        Ok([not_negative, self.bits(Sign::Negative, &open)?])
    }

    /// Lists the bits that open numbers take beyond their least sizes because of numbers of this
    /// sign. The open numbers are in ascending order, or in descending order for the negative sign.
    fn bits(&self, sign: Sign, open: &[usize]) -> Result<Vec<u64>, OnlyOne> {
        let mut bits = vec![Vec::new(); open.len()];
        let mut closest = [0; MOST];
        for &at in open {
            let Some([low, high]) = self.of_both_signs(at) else { continue };
            let (start, other) = match sign {
                Sign::NotNegative => (high.lo, low),
                Sign::Negative => (low.hi, high),
            };
            let set = self.imply(at, start, (sign, open), &mut closest).ok_or(OnlyOne(at, other))?;
            for (bits, &number) in bits.iter_mut().zip(open).filter(|(_, number)| set >> **number & 1 != 0) {
                let Number { known, leaf, .. } = &self.all[number];
                let size = u128::BITS - closest[number].abs_diff(leaf.place(0)).leading_zeros();
                let beyond = (size - known.bounds.least) as usize;
                bits.resize(beyond.max(bits.len()), 0);
                bits.iter_mut().take(beyond).for_each(|causes: &mut u64| *causes |= 1 << at);
            }
        }
        Ok(bits.concat())
    }

    /// Finds the open numbers that must have a sign if the number `at` has it. The places with this
    /// sign begin at `start`. Returns the set of these numbers, and writes the place of each that
    /// is closest to 0 to `closest`; `None` if one of them cannot have the sign.
    fn imply(
        &self,
        at: usize,
        start: u128,
        (sign, open): (Sign, &[usize]),
        closest: &mut [u128; MOST],
    ) -> Option<u64> {
        closest[at] = self.closest(at, sign, start)?;
        let (_, (behind, _)) = sign.sides(&self.all[at].known.order);
        let all = behind | 1 << at;
        let mut set = 1 << at;
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            for &number in open.iter().filter(|number| all >> **number & 1 != 0) {
                let order = &self.all[number].known.order;
                let ((before, strictly), _) = sign.sides(order);
                let (mut place, mut rest) = (start, before & set);
                while let Some(i) = next(&mut rest) {
                    let apart = u128::from(strictly >> i & 1);
                    place = match sign {
                        Sign::NotNegative => place.max(closest[i].checked_add(apart)?),
                        Sign::Negative => place.min(closest[i].checked_sub(apart)?),
                    };
                }
                let place = self.closest(number, sign, place)?;
                // One pass suffices, except for equal numbers, each of which is behind the other.
                let is_tied = order.not_above & order.not_below != 0;
                goes_on |= is_tied && (set >> number & 1 == 0 || place != closest[number]);
                closest[number] = place;
                set |= 1 << number;
            }
        }
        Some(set)
    }

    /// Returns the place of a number that is closest to 0, among `place` and those farther from 0;
    /// `None` if there is none.
    #[inline]
    fn closest(&self, at: usize, sign: Sign, place: u128) -> Option<u128> {
        let Number { known, leaf, .. } = &self.all[at];
        let (Interval { lo, hi }, class) = (known.bounds.interval, known.bounds.class);
        match sign {
            Sign::NotNegative if place <= hi => {
                Some(leaf.snap(Interval { lo: place.max(lo), hi }, class)?.lo)
            }
            Sign::Negative if lo <= place => Some(leaf.snap(Interval { lo, hi: place.min(hi) }, class)?.hi),
            _ => None,
        }
    }

    /// Returns the negative and the non-negative part of an ordered number's interval, if there are
    /// both.
    fn of_both_signs(&self, at: usize) -> Option<[Interval; 2]> {
        let Number { known, leaf, .. } = &self.all[at];
        let (interval, zero) = (known.bounds.interval, leaf.place(0));
        let is_both = known.is_ordered() && interval.lo < zero && zero <= interval.hi;
        is_both.then(|| interval.split(zero))
    }
}

impl Sign {
    /// Compares the distances of numbers from 0 with the distance of one number, if all have this
    /// sign. Returns the numbers that are not farther, and the subset that is closer; then the
    /// numbers that are not closer, and the subset that is farther.
    #[inline]
    fn sides(self, order: &Order) -> ((u64, u64), (u64, u64)) {
        let (below, above) = ((order.not_above, order.below), (order.not_below, order.above));
        match self {
            Self::NotNegative => (below, above),
            Self::Negative => (above, below),
        }
    }
}

/// Finds a partner for a bit among the bits of the other sign. A bit that loses its partner this
/// way must find another one. Numbers that were asked before are skipped. Returns whether all of
/// this succeeded.
fn pair(bit: usize, bits: &[u64], others: &[u64], partners: &mut [Option<usize>], asked: &mut u64) -> bool {
    let causes = bits[bit] & !*asked;
    *asked |= causes;
    for other in (0..others.len()).filter(|&other| others[other] & causes != 0) {
        if partners[other].is_none_or(|rival| pair(rival, bits, others, partners, asked)) {
            partners[other] = Some(bit);
            return true;
        }
    }
    false
}
