//! The ranges of an input's numbers, with what the mixture needs to know of each.

use everycase_kernel::template::{Slot, Template};
use everycase_kernel::{Range, Rng};

use super::constants::Constants;
use super::{Open, below, one_of};

/// The ranges of a template that slots have used so far, by their kinds.
#[derive(Clone, Default)]
pub(super) struct Leaves(Vec<Option<Box<Leaf>>>);

/// A range.
#[derive(Clone)]
pub(super) struct Leaf {
    pub(super) range: Range,
    pub(super) is_character: bool,
    pub(super) is_byte: bool,
    edges: Vec<u128>,
    constants: Vec<u128>,
    /// The smallest and the largest size of its numbers.
    sizes: (u32, u32),
}

impl Leaves {
    /// Returns the range of a slot; `None` if it has no numbers.
    #[inline]
    pub(super) fn of(&mut self, template: &Template, slot: Slot, constants: &Constants) -> Option<&Leaf> {
        let place = slot.kind() as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, None);
        }
        let known = &mut self.0[place];
        if known.is_none() {
            *known = Leaf::new(template.range(slot)?, constants).map(Box::new);
        }
        known.as_deref()
    }

    /// Returns the range of a slot that has been met.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<&Leaf> {
        self.0.get(slot.kind() as usize)?.as_deref()
    }
}

impl Leaf {
    fn new(range: &Range, constants: &Constants) -> Option<Self> {
        let sizes = (range.smallest_size()?, range.largest_size()?);
        let range = range.clone();
        let (is_character, is_byte) = (range.is_chars(), range == Range::unsigned(8));
        let edges = edges(&range);
        let constants = constants.numbers.iter().copied().filter(|&number| range.contains(number)).collect();
        Some(Self { range, is_character, is_byte, edges, constants, sizes })
    }

    /// Returns whether a number belongs to the range.
    pub(super) fn has(&self, number: u128) -> bool {
        self.range.contains(number)
    }

    /// Returns the number if it belongs to the range, or else a small one.
    pub(super) fn or_few_bits<R: Rng + ?Sized>(&self, number: Option<u128>, rng: &mut R) -> u128 {
        number.filter(|&number| self.has(number)).unwrap_or_else(|| self.few_bits(rng))
    }

    /// Draws a constant of the code, or a number next to one, if there are any.
    pub(super) fn constant<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u128> {
        one_of(&self.constants, rng).map(|&number| near(number, rng))
    }

    /// Draws a boundary value.
    pub(super) fn edge<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        // The ends of the range are among the first few.
        let among = if below(2, rng) == 0 { self.edges.len().min(5) } else { self.edges.len() };
        self.edges.get(below(among, rng)).copied().unwrap_or_default()
    }

    /// Draws a number of few bits.
    pub(super) fn few_bits<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        const FEW: u32 = 6;
        let (least, most) = self.sizes;
        self.of_sizes(least, most.min(least.max(FEW)), rng)
    }

    /// Draws a number of any bit length, all as likely.
    pub(super) fn bits<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        self.of_sizes(self.sizes.0, self.sizes.1, rng)
    }

    /// Draws a number of nearly the largest bit length, as most numbers are.
    pub(super) fn large<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        let (least, most) = self.sizes;
        let smaller = rng.next_u64().trailing_zeros();
        let size = most.saturating_sub(smaller).max(least);
        self.of_sizes(size, size, rng)
    }

    /// Draws a round decimal number.
    pub(super) fn round<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        // A decimal digit has log2(10) bits.
        let digits = self.sizes.1 as usize * 30_103 / 100_000;
        // Small powers more often.
        let most = below(digits.min(37), rng) + 1;
        let power = u32::try_from(below(most, rng) + 1).unwrap_or(1);
        let number = (1 + below(9, rng)) as u128 * 10_u128.pow(power);
        let negative = self.range.is_signed() && below(4, rng) == 0;
        self.or_few_bits(Some(if negative { number.wrapping_neg() } else { number }), rng)
    }

    /// Returns the size of a number of the range.
    fn size(&self, number: u128) -> u32 {
        let is_negative = self.range.is_signed() && number.cast_signed() < 0;
        let magnitude = if is_negative { number.wrapping_neg() } else { number };
        u128::BITS - magnitude.leading_zeros()
    }

    /// Draws a number of one of these sizes, all as likely.
    fn of_sizes<R: Rng + ?Sized>(&self, least: u32, most: u32, rng: &mut R) -> u128 {
        let size = least + below((most - least + 1) as usize, rng) as u32;
        let count = self.range.count(size);
        if count == 0 {
            // A range may have no numbers of a size between its smallest and its largest.
            return self.range.smallest().unwrap_or_default();
        }
        self.range.nth(size, everycase_kernel::below(count, rng)).unwrap_or_default()
    }
}

/// Replaces numbers by smaller ones until their sizes add up to no more than `room`. Returns
/// whether they do; the smallest ones may not.
pub(super) fn fit<R: Rng + ?Sized>(
    room: u32,
    mut numbers: [&mut Vec<Open>; 2],
    leaves: &Leaves,
    rng: &mut R,
) -> bool {
    let size = |open: &Open| leaves.get(open.slot).map_or(0, |leaf| leaf.size(open.value));
    let mut total: u32 = numbers.iter().flat_map(|some| some.iter()).map(size).sum();
    let mut is_smaller = true;
    while total > room && is_smaller {
        is_smaller = false;
        for some in &mut numbers {
            let start = below(some.len(), rng);
            for i in (start..some.len()).chain(0..start) {
                let old = size(&some[i]);
                let open = &mut some[i];
                let Some(leaf) = leaves.get(open.slot).filter(|leaf| old > leaf.sizes.0) else { continue };
                if total <= room {
                    return true;
                }
                open.value = leaf.of_sizes(leaf.sizes.0, old - 1, rng);
                let new = leaf.size(open.value);
                is_smaller |= new < old;
                total = total - old + new;
            }
        }
    }
    total <= room
}

/// Returns the boundary values of a range, each once: 0, the ends of every part without gaps with
/// their neighbours, and the powers of two and of ten with theirs.
fn edges(range: &Range) -> Vec<u128> {
    let mut edges = Vec::new();
    let mut push = |value: u128| {
        if range.contains(value) && !edges.contains(&value) {
            edges.push(value);
        }
    };
    push(0);
    for (least, greatest) in range.parts() {
        // The end farther from zero comes first.
        let is_negative = range.is_signed() && least.cast_signed() < 0;
        let ends = if is_negative { [least, greatest] } else { [greatest, least] };
        ends.into_iter().for_each(&mut push);
    }
    for (least, greatest) in range.parts() {
        push(greatest.wrapping_sub(1));
        push(least.wrapping_add(1));
    }
    let twos = (0..128).map(|k| 1u128 << k);
    let tens = (1..=38).map(|k| 10u128.pow(k));
    for power in twos.chain(tens) {
        for magnitude in [power, power - 1, power + 1] {
            push(magnitude);
            if range.is_signed() {
                push(magnitude.wrapping_neg());
            }
        }
    }
    edges
}

/// Returns a number or, in one of four cases, the one before or after it.
pub(super) fn near<R: Rng + ?Sized>(number: u128, rng: &mut R) -> u128 {
    match below(8, rng) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use everycase_kernel::{Random, SeedableRng};

    use super::{Constants, Leaf, Range, edges};

    #[test]
    fn edges_hold_the_ends_zero_and_the_powers_of_two_and_of_ten() {
        let signed = edges(&Range::signed(8));
        for value in [0, 127, -128, 126, -127, 1, -1, 64, 63, 65, -64, -65, 100, 99, 11, -101] {
            assert!(signed.contains(&(i128::from(value).cast_unsigned())), "{value}");
        }
        assert_eq!(edges(&Range::of(3, 3)), [3]);
        assert!(edges(&Range::of(1, 0)).is_empty());
    }

    #[test]
    fn the_ends_and_all_powers_of_two_and_of_ten_are_drawn_with_their_neighbours() {
        let mut rng = Random::seed_from_u64(5);
        for bits in [8, 16, 32, 64, 128] {
            for range in [Range::unsigned(bits), Range::signed(bits)] {
                let leaf = Leaf::new(&range, &Constants::default()).unwrap();
                let drawn: HashSet<u128> = (0..40_000).map(|_| leaf.edge(&mut rng)).collect();
                let twos = (0..128).map(|k| 1u128 << k);
                let tens = (0..=38).map(|k| 10u128.pow(k));
                let most = u128::MAX >> (128 - bits + u32::from(range.is_signed()));
                // The least number is the negative of a power of two.
                let signs = |value: u128| [Some(value), range.is_signed().then(|| value.wrapping_neg())];
                for value in twos.chain(tens).flat_map(signs).flatten().chain([most]) {
                    for near in [value, value.wrapping_sub(1), value.wrapping_add(1)] {
                        assert!(!range.contains(near) || drawn.contains(&near), "{near} of {range}");
                    }
                }
            }
        }
    }
}
