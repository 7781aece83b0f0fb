//! Integers of which only an interval is known.
//!
//! Numbers are kept by their *place*: two's complement in 128 bits with the sign bit flipped where there are negative
//! ones, so that places compare as the numbers do.

use crate::grammar::Leaf;

const SIGN: u128 = 1 << 127;

/// The numbers that a position may still be, by place: those of its range between two bounds, both included.
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

    /// The parts below a pivot and from it on; the pivot must lie above the lower bound.
    pub(crate) fn split(self, pivot: u128) -> [Self; 2] {
        [Self { lo: self.lo, hi: pivot - 1 }, Self { lo: pivot, hi: self.hi }]
    }
}

impl Leaf {
    /// The place of a number.
    pub(crate) fn place(&self, value: u128) -> u128 {
        if self.is_signed() { value ^ SIGN } else { value }
    }

    /// The number at a place.
    pub(crate) fn at_place(&self, place: u128) -> u128 {
        self.place(place)
    }

    /// The place at which numbers from `value` on begin; a negative one is below all places of a range without any.
    pub(crate) fn pivot(&self, value: u128, signed: bool) -> u128 {
        match (self.is_signed(), signed && value >= SIGN) {
            (true, _) => value ^ SIGN,
            (false, true) => 0,
            (false, false) => value,
        }
    }

    /// How many numbers of this size lie in an interval.
    pub(crate) fn count_in(&self, size: u32, interval: Interval) -> u128 {
        self.parts(size, interval).map(|(_, lo, hi)| hi - lo + 1).sum()
    }

    /// The `i`-th of the numbers of this size that lie in an interval, by place.
    pub(crate) fn nth_in(&self, size: u32, mut i: u128, interval: Interval) -> Option<u128> {
        for (negative, lo, hi) in self.parts(size, interval) {
            if i <= hi - lo {
                return Some(self.place(if negative { (lo + i).wrapping_neg() } else { lo + i }));
            }
            i -= hi - lo + 1;
        }
        None
    }

    /// The smallest number in an interval, by place, and its size: the non-negative one where there are two.
    pub(crate) fn smallest_place(&self, interval: Interval) -> Option<(u32, u128)> {
        let Some((least, greatest)) = self.without_gaps() else {
            let size = self.smallest_in(interval, u32::MAX)?;
            return Some((size, self.nth_in(size, 0, interval)?));
        };
        let zero = if self.is_signed() { SIGN } else { 0 };
        let (lo, hi) = (interval.lo.max(self.place(least)), interval.hi.min(self.place(greatest)));
        let place = zero.clamp(lo, hi.max(lo));
        (lo <= hi).then(|| (128 - place.abs_diff(zero).leading_zeros(), place))
    }

    /// The least and the greatest number, if all those between them belong here, by size.
    #[inline]
    pub(super) fn without_gaps(&self) -> Option<(u128, u128)> {
        match self {
            Self::Range(range) => range.without_gaps(),
            Self::Edges { .. } => None,
        }
    }

    /// The least size, up to a limit, of a number in an interval.
    pub(crate) fn smallest_in(&self, interval: Interval, limit: u32) -> Option<u32> {
        if self.without_gaps().is_some() {
            return self.smallest_place(interval).map(|(size, _)| size).filter(|size| *size <= limit);
        }
        let most = limit.min(self.largest_size()?);
        (0..=most).find(|&size| self.parts(size, interval).next().is_some())
    }

    /// The part of an interval whose numbers have at most this size.
    pub(crate) fn clip(&self, interval: Interval, size: u32) -> Interval {
        let most = u128::MAX.checked_shr(128u32.saturating_sub(size)).unwrap_or(0);
        let (least, most) = if self.is_signed() {
            let most = most.min(SIGN - 1);
            // The least number is one farther from 0 than the greatest, and one bit longer.
            (if size >= 128 { 0 } else { SIGN - most }, SIGN + most)
        } else {
            (0, most)
        };
        Interval { lo: interval.lo.max(least), hi: interval.hi.min(most) }
    }

    /// The magnitudes of one size in an interval: non-negative ones before negative ones.
    fn parts(&self, size: u32, interval: Interval) -> impl Iterator<Item = (bool, u128, u128)> + '_ {
        let signed = self.is_signed();
        self.magnitudes(size).filter_map(move |(negative, lo, hi)| {
            let (lo, hi) = if negative {
                let least = if interval.hi >= SIGN { 1 } else { SIGN - interval.hi };
                let most = SIGN.saturating_sub(interval.lo);
                (lo.max(least), hi.min(most))
            } else if signed {
                let most = interval.hi.checked_sub(SIGN)?;
                (lo.max(interval.lo.saturating_sub(SIGN)), hi.min(most))
            } else {
                (lo.max(interval.lo), hi.min(interval.hi))
            };
            (lo <= hi).then_some((negative, lo, hi))
        })
    }
}
