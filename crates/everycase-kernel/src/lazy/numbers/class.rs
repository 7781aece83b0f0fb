//! Residue classes: what is known of a number whose remainder was looked at.
//!
//! A class is a set of [places](super::interval), those with one remainder. `x mod 2 == 0` puts an
//! open `x` into a class of every second place. A later `x mod 3 == 2` leaves every sixth.

use super::interval::Interval;
use crate::grammar::Leaf;

/// The places with one remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    modulus: u128,
    rest: u128,
}

impl Class {
    /// All places.
    pub(crate) const ALL: Self = Self { modulus: 1, rest: 0 };

    /// Returns the class of a place modulo `modulus`.
    pub(crate) fn of(place: u128, modulus: u128) -> Self {
        Self { modulus, rest: place % modulus }
    }

    pub(crate) fn is_all(self) -> bool {
        self.modulus == 1
    }

    pub(crate) fn has(self, place: u128) -> bool {
        self.is_all() || place % self.modulus == self.rest
    }

    /// Returns whether all places of the class have the same remainder modulo `modulus`.
    pub(crate) fn is_within(self, modulus: u128) -> bool {
        self.modulus.is_multiple_of(modulus)
    }

    /// Returns the modulus of the common part with a class of another modulus.
    #[inline]
    pub(crate) fn common_modulus(self, modulus: u128) -> u128 {
        self.modulus / gcd(self.modulus, modulus) * modulus
    }

    /// Returns the places of both classes; `None` if there are none.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        let (wide, narrow) = if self.modulus < other.modulus { (self, other) } else { (other, self) };
        // The rest of the wider class repeats after this many steps of the other modulus.
        let steps = wide.modulus / gcd(wide.modulus, narrow.modulus);
        let rests = (0..steps).map(|step| narrow.rest + step * narrow.modulus);
        let rest = rests.into_iter().find(|rest| wide.has(*rest))?;
        Some(Self { modulus: narrow.modulus * steps, rest })
    }

    /// Returns the first place of the class from `place` on.
    fn up(self, place: u128) -> Option<u128> {
        place.checked_add((self.rest + self.modulus - place % self.modulus) % self.modulus)
    }

    /// Returns the last place of the class up to `place`.
    fn down(self, place: u128) -> Option<u128> {
        place.checked_sub((place % self.modulus + self.modulus - self.rest) % self.modulus)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Interval {
    /// Narrows the interval until both bounds are in a class; `None` if the interval has no place
    /// of the class.
    fn within(self, class: Class) -> Option<Self> {
        let (lo, hi) = (class.up(self.lo)?, class.down(self.hi)?);
        (lo <= hi).then_some(Self { lo, hi })
    }
}

impl Leaf {
    /// Narrows an interval until both bounds are numbers of the range and of a class; `None` if it
    /// contains none.
    #[inline]
    pub(crate) fn snap(&self, interval: Interval, class: Class) -> Option<Interval> {
        // What is open of a slot has no gaps.
        if self.is_slot() || self.range().without_gaps().is_some() {
            return if class.is_all() { Some(interval) } else { interval.within(class) };
        }
        self.parts_of(interval, class)
            .reduce(|all, part| Interval { lo: all.lo.min(part.lo), hi: all.hi.max(part.hi) })
    }

    /// Returns the size and the place of the smallest number of a class in an interval; of two, the
    /// non-negative one.
    #[inline]
    pub(crate) fn smallest_place(&self, interval: Interval, class: Class) -> Option<(u32, u128)> {
        if class.is_all() { self.smallest_of_all(interval) } else { self.smallest_of(interval, class) }
    }

    fn smallest_of(&self, interval: Interval, class: Class) -> Option<(u32, u128)> {
        let zero = self.place(0);
        let closest = |part: Interval| {
            let middle = zero.clamp(part.lo, part.hi);
            let both = [class.up(middle), class.down(middle)];
            both.into_iter().flatten().filter(move |place| part.lo <= *place && *place <= part.hi)
        };
        let sized = |place: u128| (self.size_at(place), place);
        let all = self.parts_of(interval, class).flat_map(closest).map(sized);
        all.min_by_key(|(size, place)| (*size, *place < zero))
    }

    /// Returns the parts of an interval that belong to the range, each narrowed to the class.
    fn parts_of(&self, interval: Interval, class: Class) -> impl Iterator<Item = Interval> + '_ {
        let parts = self.range().parts().map(|(least, greatest)| (self.place(least), self.place(greatest)));
        parts.filter_map(move |(least, greatest)| {
            let (lo, hi) = (least.max(interval.lo), greatest.min(interval.hi));
            if lo <= hi { Interval { lo, hi }.within(class) } else { None }
        })
    }
}
