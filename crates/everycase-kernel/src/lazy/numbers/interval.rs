//! Integers of which only an interval is known.
//!
//! A number is stored as its *place*, an unsigned integer; places compare as the numbers do. The
//! integers from -2^127 to 2^128 do not fit 128 bits, so there are two scales. In a *far* range,
//! one with numbers of at least 2^127, the place of a number is the number itself. In any other
//! range it is the number plus 2^127: -1 has the place 2^127 - 1 and 0 has 2^127, whether the range
//! is 0..=5 or -3..=3. Only a place of a far range and one of another range have to be converted
//! before they are compared ([`Leaf::place_of`]).

use std::cmp::Ordering;

use crate::grammar::Leaf;

pub(crate) const SIGN: u128 = 1 << 127;

/// The possible numbers of a position, by place: the numbers of its range between two bounds, both
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) lo: u128,
    pub(crate) hi: u128,
}

impl Interval {
    pub(crate) const ALL: Self = Self { lo: 0, hi: u128::MAX };

    pub(crate) fn just(place: u128) -> Self {
        Self { lo: place, hi: place }
    }

    pub(crate) fn single(self) -> Option<u128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Returns the part below a pivot and the part from the pivot on. The pivot must be above the
    /// lower bound.
    pub(crate) fn split(self, pivot: u128) -> [Self; 2] {
        [Self { lo: self.lo, hi: pivot - 1 }, Self { lo: pivot, hi: self.hi }]
    }
}

impl Leaf {
    /// Returns the place of a number.
    pub(crate) fn place(&self, value: u128) -> u128 {
        if self.is_far() { value } else { value ^ SIGN }
    }

    /// Returns the number at a place.
    pub(crate) fn at_place(&self, place: u128) -> u128 {
        self.place(place)
    }

    /// Returns the place of a number on the scale of this range. The number is negative if it is
    /// `signed` and its first bit is set. A number without a place is less or greater than all
    /// numbers of the range; the error says which.
    pub(crate) fn place_of(&self, value: u128, signed: bool) -> Result<u128, Ordering> {
        match (self.is_far(), value >= SIGN) {
            (true, true) if signed => Err(Ordering::Less),
            (false, true) if !signed => Err(Ordering::Greater),
            _ => Ok(self.place(value)),
        }
    }

    /// Converts a place of another range to the scale of this range, like
    /// [`place_of`](Self::place_of).
    pub(crate) fn place_from(&self, other: &Self, place: u128) -> Result<u128, Ordering> {
        self.place_of(other.at_place(place), !other.is_far())
    }

    /// Compares a number of this range with one of another range, both given by their places.
    pub(crate) fn compare_places(&self, place: u128, other: &Self, other_place: u128) -> Ordering {
        match self.place_from(other, other_place) {
            Ok(other_place) => place.cmp(&other_place),
            Err(side) => side.reverse(),
        }
    }

    /// Returns the number of values of this size in an interval.
    pub(crate) fn count_in(&self, size: u32, interval: Interval) -> u128 {
        self.parts(size, interval).map(|(_, lo, hi)| hi - lo + 1).sum()
    }

    /// Returns the `i`-th value of this size in an interval, by place.
    pub(crate) fn nth_in(&self, size: u32, mut i: u128, interval: Interval) -> Option<u128> {
        for (negative, lo, hi) in self.parts(size, interval) {
            if i <= hi - lo {
                return Some(self.place(if negative { (lo + i).wrapping_neg() } else { lo + i }));
            }
            i -= hi - lo + 1;
        }
        None
    }

    /// Returns the size and the place of the smallest number in an interval; of two, the
    /// non-negative one.
    pub(super) fn smallest_of_all(&self, interval: Interval) -> Option<(u32, u128)> {
        if self.is_slot() {
            return Some((1, self.place(0).max(interval.lo).min(interval.hi)));
        }
        let Some((least, greatest)) = self.without_gaps() else {
            let size = self.smallest_in(interval, u32::MAX)?;
            return Some((size, self.nth_in(size, 0, interval)?));
        };
        let zero = self.place(0);
        let (lo, hi) = (interval.lo.max(self.place(least)), interval.hi.min(self.place(greatest)));
        let place = zero.clamp(lo, hi.max(lo));
        (lo <= hi).then(|| (128 - place.abs_diff(zero).leading_zeros(), place))
    }

    /// Returns the size of the number at a place.
    pub(super) fn size_at(&self, place: u128) -> u32 {
        if self.is_slot() { 1 } else { u128::BITS - place.abs_diff(self.place(0)).leading_zeros() }
    }

    /// Returns the least size, up to a limit, of a number in an interval.
    pub(crate) fn smallest_in(&self, interval: Interval, limit: u32) -> Option<u32> {
        if self.without_gaps().is_some() {
            return self.smallest_of_all(interval).map(|(size, _)| size).filter(|size| *size <= limit);
        }
        let most = limit.min(self.largest_size()?);
        (0..=most).find(|&size| self.parts(size, interval).next().is_some())
    }

    /// Returns a size that no number in an interval exceeds; `None` if the range is empty.
    pub(crate) fn largest_in(&self, interval: Interval) -> Option<u32> {
        let most = self.largest_size()?;
        if !self.is_ordered() {
            return Some(most);
        }
        let zero = self.place(0);
        let size = |place: u128| u128::BITS - place.abs_diff(zero).leading_zeros();
        Some(most.min(size(interval.lo).max(size(interval.hi))))
    }

    /// Returns the part of an interval with values of at most this size.
    pub(crate) fn clip(&self, interval: Interval, size: u32) -> Interval {
        let most = u128::MAX.checked_shr(128u32.saturating_sub(size)).unwrap_or(0);
        let (least, most) = if self.is_far() {
            (0, most)
        } else {
            let most = most.min(SIGN - 1);
            // The least number is one farther from 0 than the greatest, and one bit longer.
            let below = if size >= 128 { SIGN } else { most };
            (if self.is_signed() { SIGN - below } else { SIGN }, SIGN + most)
        };
        Interval { lo: interval.lo.max(least), hi: interval.hi.min(most) }
    }

    /// Returns the magnitudes of one size in an interval: non-negative ones before negative ones.
    fn parts(&self, size: u32, interval: Interval) -> impl Iterator<Item = (bool, u128, u128)> + '_ {
        let is_far = self.is_far();
        self.magnitudes(size).filter_map(move |(negative, lo, hi)| {
            let (lo, hi) = if negative {
                let least = if interval.hi >= SIGN { 1 } else { SIGN - interval.hi };
                let most = SIGN.saturating_sub(interval.lo);
                (lo.max(least), hi.min(most))
            } else if is_far {
                (lo.max(interval.lo), hi.min(interval.hi))
            } else {
                let most = interval.hi.checked_sub(SIGN)?;
                (lo.max(interval.lo.saturating_sub(SIGN)), hi.min(most))
            };
            (lo <= hi).then_some((negative, lo, hi))
        })
    }
}
