//! The numbers of a range, by size: the leaves of a grammar.

use super::range::Range;

/// The numbers of a range with their sizes.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    range: Range,
    sizes: Sizes,
}

/// The sizes that a [cost model](super::cost::CostModel) gives to the numbers of a range.
#[derive(Clone, Copy, Debug)]
enum Sizes {
    /// Those of [`Range`].
    OfRange,
    /// All numbers are one derivation of size 1, whose number is left open. It is the least one
    /// until it is filled in.
    Slot,
}

impl Leaf {
    /// Returns all numbers of a range, each with the size of its magnitude.
    pub(crate) fn exact(range: Range) -> Self {
        Self { range, sizes: Sizes::OfRange }
    }

    /// Returns a slot for any number of a range.
    pub(crate) fn slot(range: Range) -> Self {
        Self { range, sizes: Sizes::Slot }
    }

    /// Returns whether its number is left open.
    pub(crate) fn is_slot(&self) -> bool {
        matches!(self.sizes, Sizes::Slot)
    }

    pub(crate) fn range(&self) -> &Range {
        &self.range
    }

    pub(crate) fn is_wide(&self) -> bool {
        self.range.is_wide()
    }

    pub(crate) fn is_signed(&self) -> bool {
        self.range.is_signed()
    }

    /// Returns whether there are numbers of at least 2^127.
    pub(crate) fn is_far(&self) -> bool {
        self.range.is_far()
    }

    /// Returns whether it contains all numbers that 64 different numbers of minimal size may need.
    pub(crate) fn has_all_small(&self) -> bool {
        let all = if self.is_signed() { -32..=32 } else { 0..=64 };
        self.without_gaps().is_some_and(|(least, most)| {
            least.cast_signed() <= *all.start()
                && (most.cast_signed() >= *all.end() || !self.is_signed() && most > 64)
        })
    }

    /// Returns whether a word is a number of at most 64 bits of the range, in two's complement.
    pub(crate) fn has_word(&self, word: u64) -> bool {
        let number =
            if self.is_signed() { i128::from(word.cast_signed()).cast_unsigned() } else { u128::from(word) };
        !self.is_wide() && self.range.contains(number)
    }

    /// Returns the least and the greatest number, if it contains all numbers between them, each
    /// with the size of its magnitude.
    #[inline]
    pub(crate) fn without_gaps(&self) -> Option<(u128, u128)> {
        if self.is_ordered() { self.range.without_gaps() } else { None }
    }

    /// Returns whether it contains all numbers of the range, each with the size of its magnitude.
    pub(crate) fn is_ordered(&self) -> bool {
        matches!(self.sizes, Sizes::OfRange)
    }

    pub(crate) fn count(&self, size: u32) -> u128 {
        match &self.sizes {
            Sizes::OfRange => self.range.count(size),
            Sizes::Slot => u128::from(size == 1 && self.range.largest_size().is_some()),
        }
    }

    pub(crate) fn nth(&self, size: u32, i: u128) -> Option<u128> {
        match &self.sizes {
            Sizes::OfRange => self.range.nth(size, i),
            Sizes::Slot => (size == 1 && i == 0).then(|| self.range.smallest()).flatten(),
        }
    }

    /// Returns the size of a number and its index among the numbers of its size.
    pub(crate) fn position(&self, value: u128) -> Option<(u32, u128)> {
        match &self.sizes {
            Sizes::OfRange => self.range.position(value),
            Sizes::Slot => self.range.position(value).map(|_| (1, 0)),
        }
    }

    /// Returns the size of a number and its index among the numbers of its size, in the order used
    /// by shrinking.
    pub(crate) fn rank(&self, value: u128) -> Option<(u32, u128)> {
        if self.is_ordered() { self.range.rank(value) } else { self.position(value) }
    }

    /// Returns the sum of two numbers, or the last number of its sign if it is out of range.
    /// `None` if the range has gaps, or the sum of numbers of both signs is not in it.
    pub(crate) fn sum(&self, a: u128, b: u128) -> Option<u128> {
        let (least, most) = self.without_gaps()?;
        let sum = if self.is_signed() {
            a.cast_signed().checked_add(b.cast_signed()).map(i128::cast_unsigned)
        } else {
            a.checked_add(b)
        };
        let is_negative = |number: u128| self.is_signed() && number.cast_signed() < 0;
        match sum.filter(|&sum| self.range.contains(sum)) {
            None if is_negative(a) != is_negative(b) => None,
            None => Some(if is_negative(a) { least } else { most }),
            sum => sum,
        }
    }

    /// Returns the numbers of the same size that precede this one in that order.
    pub(crate) fn nicer(&self, value: u128) -> impl Iterator<Item = u128> + use<> {
        let range = self.is_ordered().then_some(&self.range);
        range.into_iter().flat_map(|range| range.nicer(value)).collect::<Vec<_>>().into_iter()
    }

    /// Returns the magnitudes of the numbers of this size as intervals, with whether their numbers
    /// are negative.
    pub(crate) fn magnitudes(&self, size: u32) -> impl Iterator<Item = (bool, u128, u128)> + '_ {
        let range = self.is_ordered().then_some(&self.range);
        let slot = if self.is_slot() { self.nth(size, 0) } else { None };
        let slot = slot.map(|number| {
            let negative = self.is_signed() && number.cast_signed() < 0;
            let magnitude = if negative { number.wrapping_neg() } else { number };
            (negative, magnitude, magnitude)
        });
        range.into_iter().flat_map(move |range| range.magnitudes(size)).chain(slot)
    }

    pub(crate) fn largest_size(&self) -> Option<u32> {
        match &self.sizes {
            Sizes::OfRange => self.range.largest_size(),
            Sizes::Slot => self.range.largest_size().map(|_| 1),
        }
    }

    /// Returns the smallest size with numbers; `None` if there are no numbers.
    pub(crate) fn smallest_size(&self) -> Option<u32> {
        (0..=self.largest_size()?).find(|&size| self.count(size) > 0)
    }

    /// Returns the first number of the smallest size.
    pub(crate) fn smallest(&self) -> Option<u128> {
        self.nth(self.smallest_size()?, 0)
    }

    /// Appends a number as in a derivation's words.
    pub(crate) fn write(&self, value: u128, words: &mut Vec<u64>) {
        words.push(value as u64);
        if self.is_wide() {
            words.push((value >> 64) as u64);
        }
    }
}
