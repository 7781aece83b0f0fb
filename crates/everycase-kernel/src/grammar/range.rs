//! Ranges of integers and characters: counted by size, never listed.

use std::fmt;

/// A set of integers. The size of an integer is the bit length of its magnitude: 0 has size 0, 1
/// and -1 have size 1, 2, 3, -2 and -3 have size 2, and so on. Within a size the non-negative
/// numbers come first, each sign by magnitude.
///
/// Values are two's complement in 128 bits. If all values of a range fit 64 bits of one signedness,
/// a value takes one word of a derivation, otherwise two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// Intervals of magnitudes: disjoint and ascending, the non-negative ones before the negative
    /// ones.
    intervals: Vec<Interval>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Interval {
    negative: bool,
    lo: u128,
    hi: u128,
}

impl Interval {
    /// Returns the part with magnitudes of `size` bits.
    fn of_size(self, size: u32) -> Option<(u128, u128)> {
        let (least, most) = match size {
            0 => (0, 0),
            1..=128 => (1 << (size - 1), u128::MAX >> (128 - size)),
            _ => return None,
        };
        let (lo, hi) = (self.lo.max(least), self.hi.min(most));
        (lo <= hi).then_some((lo, hi))
    }

    #[inline]
    fn contains(self, value: u128) -> bool {
        let magnitude = self.value(value);
        // A negative interval of 128 bits contains no magnitude above 2^127, so the two
        // interpretations never overlap.
        self.lo <= magnitude && magnitude <= self.hi
    }

    #[inline]
    fn value(self, magnitude: u128) -> u128 {
        if self.negative { magnitude.wrapping_neg() } else { magnitude }
    }
}

/// Returns the characters of a size that readers like best: letters or digits, and of eight bits
/// some with each of both first bytes in UTF-8.
fn preferred(size: u32) -> &'static [u8] {
    match size {
        6 => b"0123456789",
        7 => b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        8 => b"\xE9\xE0\xE4\xF6\xFC\xF1\xDF\xB5\xA7\xB0",
        _ => b"",
    }
}

fn bit_length(magnitude: u128) -> u32 {
    128 - magnitude.leading_zeros()
}

impl Range {
    /// Returns all unsigned integers of this many bits, at most 128.
    pub fn unsigned(bits: u32) -> Self {
        let hi = u128::MAX.checked_shr(128 - bits.min(128)).unwrap_or(0);
        Self { intervals: vec![Interval { negative: false, lo: 0, hi }] }
    }

    /// Returns all signed integers of this many bits, 1 to 128.
    #[inline]
    pub fn signed(bits: u32) -> Self {
        let min = 1u128 << (bits.clamp(1, 128) - 1);
        Self {
            intervals: vec![
                Interval { negative: false, lo: 0, hi: min - 1 },
                Interval { negative: true, lo: 1, hi: min },
            ],
        }
    }

    /// Returns the integers from `lo` to `hi`, inclusive; none if `lo > hi`.
    pub fn of(lo: i128, hi: i128) -> Self {
        let mut intervals = Vec::new();
        if lo <= hi && hi >= 0 {
            intervals.push(Interval { negative: false, lo: lo.max(0).unsigned_abs(), hi: hi.unsigned_abs() });
        }
        if lo <= hi && lo < 0 {
            let least = if hi < 0 { hi.unsigned_abs() } else { 1 };
            intervals.push(Interval { negative: true, lo: least, hi: lo.unsigned_abs() });
        }
        Self { intervals }
    }

    /// Returns the unsigned integers from `lo` to `hi`, inclusive; none if `lo > hi`.
    #[inline]
    pub fn of_unsigned(lo: u128, hi: u128) -> Self {
        let intervals = if lo <= hi { vec![Interval { negative: false, lo, hi }] } else { vec![] };
        Self { intervals }
    }

    /// Returns the code points of all characters: up to `0x10FFFF` without the surrogates.
    pub fn chars() -> Self {
        let part = |lo, hi| Interval { negative: false, lo, hi };
        Self { intervals: vec![part(0, 0xD7FF), part(0xE000, 0x10_FFFF)] }
    }

    /// Returns the least and the greatest number, in two's complement, if the range contains all
    /// numbers between them.
    #[inline]
    pub(crate) fn without_gaps(&self) -> Option<(u128, u128)> {
        match self.intervals[..] {
            [Interval { negative: false, lo, hi }] => Some((lo, hi)),
            [Interval { negative: true, lo, hi }] => Some((hi.wrapping_neg(), lo.wrapping_neg())),
            [
                Interval { negative: false, lo: 0, hi: above },
                Interval { negative: true, lo: 1, hi: below },
            ] => Some((below.wrapping_neg(), above)),
            _ => None,
        }
    }

    /// Returns whether the range is the code points of all characters.
    pub fn is_chars(&self) -> bool {
        *self == Self::chars()
    }

    /// Returns the same range without 0.
    #[must_use]
    #[inline]
    pub fn non_zero(mut self) -> Self {
        for interval in &mut self.intervals {
            interval.lo = interval.lo.max(1);
        }
        self.intervals.retain(|interval| interval.lo <= interval.hi);
        self
    }

    /// Returns whether a value needs two words.
    pub(crate) fn is_wide(&self) -> bool {
        let most = |negative| {
            self.intervals.iter().filter(|i| i.negative == negative).map(|i| i.hi).max().unwrap_or(0)
        };
        let (above, below) = (most(false), most(true));
        let limit = if below > 0 { i64::MAX as u128 } else { u128::from(u64::MAX) };
        above > limit || below > 1 << 63
    }

    /// Returns whether there are negative values.
    pub fn is_signed(&self) -> bool {
        self.intervals.iter().any(|interval| interval.negative)
    }

    /// Returns whether some values are at least 2^127. Then none is negative.
    pub(crate) fn is_far(&self) -> bool {
        self.intervals.iter().any(|interval| !interval.negative && interval.hi > i128::MAX.cast_unsigned())
    }

    /// Returns the parts without gaps, each as its least and greatest value in two's complement.
    pub fn parts(&self) -> impl Iterator<Item = (u128, u128)> + '_ {
        self.intervals.iter().map(|interval| {
            let (lo, hi) = (interval.value(interval.lo), interval.value(interval.hi));
            if interval.negative { (hi, lo) } else { (lo, hi) }
        })
    }

    /// Returns the largest size with values; `None` if there are no values.
    pub fn largest_size(&self) -> Option<u32> {
        self.intervals.iter().map(|i| bit_length(i.hi)).max()
    }

    /// Returns the first value of the smallest size; `None` if there are no values.
    pub fn smallest(&self) -> Option<u128> {
        self.nth(self.smallest_size()?, 0)
    }

    /// Returns the smallest size of a value; `None` if there are none.
    pub fn smallest_size(&self) -> Option<u32> {
        self.intervals.iter().map(|i| bit_length(i.lo)).min()
    }

    /// Returns the number of values of this size, which is at most 2^127.
    pub fn count(&self, size: u32) -> u128 {
        let parts = self.intervals.iter().filter_map(|i| i.of_size(size));
        parts.map(|(lo, hi)| hi - lo + 1).sum()
    }

    /// Returns the `i`-th value of this size, in two's complement.
    pub fn nth(&self, size: u32, mut i: u128) -> Option<u128> {
        for interval in &self.intervals {
            let Some((lo, hi)) = interval.of_size(size) else {
                continue;
            };
            if i <= hi - lo {
                return Some(interval.value(lo + i));
            }
            i -= hi - lo + 1;
        }
        None
    }

    /// Returns the magnitudes of the values of this size as intervals, with whether their values
    /// are negative.
    pub(crate) fn magnitudes(&self, size: u32) -> impl Iterator<Item = (bool, u128, u128)> + '_ {
        self.intervals.iter().filter_map(move |i| i.of_size(size).map(|(lo, hi)| (i.negative, lo, hi)))
    }

    /// Returns whether a number, in 128-bit two's complement, belongs to the range.
    #[inline]
    pub fn contains(&self, value: u128) -> bool {
        self.intervals.iter().any(|interval| interval.contains(value))
    }

    /// Returns the size of a value and its index among the values of that size.
    pub(crate) fn position(&self, value: u128) -> Option<(u32, u128)> {
        let home = self.intervals.iter().position(|interval| interval.contains(value))?;
        let magnitude = self.intervals[home].value(value);
        let size = bit_length(magnitude);
        let before = self.intervals[..home].iter().filter_map(|i| i.of_size(size));
        let offset: u128 = before.map(|(lo, hi)| hi - lo + 1).sum();
        let (lo, _) = self.intervals[home].of_size(size)?;
        Some((size, offset + (magnitude - lo)))
    }

    /// Returns the size of a value and its index among the values of that size in the order for
    /// readers: letters and digits precede other characters. Shrinking descends in this order;
    /// enumeration and comparisons do not use it.
    pub(crate) fn rank(&self, value: u128) -> Option<(u32, u128)> {
        let (size, place) = self.position(value)?;
        if !self.is_chars() {
            return Some((size, place));
        }
        let preferred = preferred(size);
        let first = preferred.iter().position(|&other| u128::from(other) == value);
        let before = preferred.iter().filter(|&&other| u128::from(other) > value).count();
        Some((size, first.map_or(place + before as u128, |first| first as u128)))
    }

    /// Returns the characters of the same size that precede this value in the order for readers.
    pub(crate) fn nicer(&self, value: u128) -> impl Iterator<Item = u128> + use<> {
        /// The maximal number of letters tried, enough to distinguish the parts of an input.
        const MOST: usize = 10;
        let rank = if self.is_chars() { self.rank(value) } else { None };
        let letters = rank.map_or(&[][..], |(size, rank)| {
            let preferred = preferred(size);
            &preferred[..preferred.len().min(usize::try_from(rank).unwrap_or(usize::MAX)).min(MOST)]
        });
        letters.iter().map(|&letter| letter.into())
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, interval) in self.intervals.iter().enumerate() {
            let bar = if i == 0 { "" } else { " | " };
            let Interval { negative, lo, hi } = interval;
            let sign = if *negative { "-" } else { "" };
            write!(f, "{bar}{sign}{lo}..={sign}{hi}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Range;

    fn values(range: &Range, size: u32) -> Vec<i128> {
        (0..range.count(size)).map(|i| range.nth(size, i).unwrap().cast_signed()).collect()
    }

    #[test]
    fn integers_are_sized_by_the_bits_of_their_magnitude() {
        let range = Range::signed(8);
        assert_eq!(values(&range, 0), [0]);
        assert_eq!(values(&range, 1), [1, -1]);
        assert_eq!(values(&range, 2), [2, 3, -2, -3]);
        assert_eq!(range.count(7), 128);
        assert_eq!(values(&range, 8), [-128]);
        assert_eq!(range.count(9), 0);
    }

    #[test]
    fn position_inverts_nth_on_every_range_of_small_bounds() {
        for lo in -20..20 {
            for hi in -20..20 {
                let range = Range::of(lo, hi);
                let mut all: Vec<i128> = (0..=6).flat_map(|size| values(&range, size)).collect();
                for size in 0..=6 {
                    for i in 0..range.count(size) {
                        assert_eq!(range.position(range.nth(size, i).unwrap()), Some((size, i)));
                    }
                }
                all.sort_unstable();
                assert_eq!(all, (lo..=hi).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_widest_ranges_are_counted_exactly() {
        let unsigned = Range::unsigned(128);
        assert_eq!(unsigned.count(128), 1 << 127);
        assert_eq!(unsigned.nth(128, (1 << 127) - 1), Some(u128::MAX));
        assert_eq!(unsigned.position(u128::MAX), Some((128, (1 << 127) - 1)));
        let signed = Range::signed(128);
        assert_eq!(signed.count(127), 1 << 127);
        assert_eq!(signed.nth(128, 0), Some(i128::MIN.cast_unsigned()));
        assert_eq!(signed.position(i128::MIN.cast_unsigned()), Some((128, 0)));
        assert!(unsigned.is_wide() && signed.is_wide());
        assert!(!Range::unsigned(64).is_wide() && !Range::signed(64).is_wide());
    }

    #[test]
    fn characters_leave_the_surrogates_out() {
        let chars = Range::chars();
        let total: u128 = (0..=21).map(|size| chars.count(size)).sum();
        assert_eq!(total, 0x11_0000 - 0x800);
        assert_eq!(chars.position(0xD800), None);
        assert_eq!(chars.largest_size(), Some(21));
    }

    #[test]
    fn letters_and_digits_rank_first_among_characters_of_their_size() {
        let chars = Range::chars();
        for size in 0..=8 {
            let mut ranks: Vec<u128> = (0..chars.count(size))
                .map(|i| chars.rank(chars.nth(size, i).unwrap()).unwrap())
                .inspect(|(of, _)| assert_eq!(*of, size))
                .map(|(_, rank)| rank)
                .collect();
            ranks.sort_unstable();
            assert_eq!(ranks, (0..chars.count(size)).collect::<Vec<_>>());
        }
        assert_eq!(chars.rank(u128::from(b'a')), Some((7, 0)));
        assert_eq!(chars.rank(u128::from(b'0')), Some((6, 0)));
        assert_eq!(chars.rank(u128::from(b'@')), Some((7, 52)));
        assert_eq!(chars.rank(u128::from(b' ')), Some((6, 10)));
        assert_eq!(chars.nicer(u128::from(b'c')).collect::<Vec<_>>(), [97, 98]);
        let of_eight_bits: String = chars.nicer(0x80).filter_map(|c| char::from_u32(c as u32)).collect();
        assert_eq!(of_eight_bits, "éàäöüñßµ§°");
        assert_eq!(Range::unsigned(8).rank(97), Range::unsigned(8).position(97));
    }
}
