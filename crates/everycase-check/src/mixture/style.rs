//! The style of an input's numbers.

use everycase_kernel::Rng;
use everycase_kernel::template::Slot;

use super::leaf::{Leaf, Leaves, near};
use super::{Open, below, one_of};

/// How the numbers of an input are drawn.
#[derive(Clone, Copy)]
pub(super) struct Style {
    of: Kind,
    order: Order,
}

#[derive(Clone, Copy)]
enum Kind {
    Mixed,
    /// Each is one of this many.
    Few(usize),
    /// Each is near zero, this far at most.
    Small(u128),
    /// Each is one of the same range that came before, or in one of three cases a new one: its
    /// place, so that a small set grows.
    Keys,
    /// Each is this much more than the one before.
    Run(u128),
    /// Of any number of bits.
    Bits,
    /// Of nearly all bits.
    Large,
    Edges,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    Ascending,
    Descending,
}

impl Style {
    pub(super) fn draw<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let of = match below(26, rng) {
            0..9 => Kind::Mixed,
            9..12 => Kind::Few(1 + below(3, rng)),
            12..15 => Kind::Small([1, 2, 3, 5, 8, 10, 16, 30, 100][below(9, rng)]),
            15 => Kind::Run([1, 1, 2, u128::MAX][below(4, rng)]),
            16..19 => Kind::Bits,
            19..22 => Kind::Large,
            22..24 => Kind::Keys,
            _ => Kind::Edges,
        };
        let order = match below(14, rng) {
            0 => Order::Ascending,
            1 => Order::Descending,
            _ => Order::Any,
        };
        Self { of, order }
    }

    /// Draws a style in which numbers are often equal and of many values.
    pub(super) fn draw_keys<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let of = match below(3, rng) {
            0 => Kind::Keys,
            _ => Kind::Small([3, 5, 8, 16, 30, 100][below(6, rng)]),
        };
        Self { of, order: Order::Any }
    }

    /// Draws the values of numbers, of which there is at least one.
    pub(super) fn fill<R: Rng + ?Sized>(self, numbers: &mut [Open], leaves: &Leaves, rng: &mut R) {
        let few = match self.of {
            Kind::Few(few) => few.min(numbers.len()),
            _ => numbers.len(),
        };
        for i in 0..numbers.len() {
            let (before, open) = numbers.split_at_mut(i);
            let Some(leaf) = leaves.get(open[0].slot) else { continue };
            let total = before.len() + open.len();
            open[0].value = if i < few {
                self.value(before, open[0].slot, leaf, total, rng)
            } else {
                let one = one_of(&before[..few], rng).map(|open| open.value);
                leaf.or_few_bits(one, rng)
            };
        }
        if self.order != Order::Any {
            self.sort(numbers, leaves);
        }
    }

    /// Draws one value after those before it, of `total` numbers.
    fn value<R: Rng + ?Sized>(
        self,
        before: &[Open],
        slot: Slot,
        leaf: &Leaf,
        total: usize,
        rng: &mut R,
    ) -> u128 {
        match self.of {
            Kind::Mixed | Kind::Few(_) => mixed(before, leaf, total, rng),
            Kind::Small(bound) => {
                let number = below(bound as usize + 1, rng) as u128;
                let negative = leaf.range.is_signed() && below(2, rng) == 0;
                leaf.or_few_bits(Some(if negative { number.wrapping_neg() } else { number }), rng)
            }
            Kind::Keys => {
                let own = |open: &&Open| open.slot.kind() == slot.kind();
                let mut some = (0..4).filter_map(|_| one_of(before, rng)).filter(own);
                let known = some.next().map(|open| open.value);
                match known.filter(|_| below(3, rng) != 0) {
                    Some(key) => key,
                    None => leaf.or_few_bits(Some(before.len() as u128), rng),
                }
            }
            Kind::Run(step) => match before.last() {
                Some(last) => leaf.or_few_bits(Some(last.value.wrapping_add(step)), rng),
                None => mixed(before, leaf, total, rng),
            },
            Kind::Bits => leaf.bits(rng),
            Kind::Large => leaf.large(rng),
            Kind::Edges => leaf.edge(rng),
        }
    }

    /// Sorts the numbers of each range among their places.
    fn sort(self, numbers: &mut [Open], leaves: &Leaves) {
        let mut sorted = numbers.to_vec();
        let key = |&Open { slot, value }: &Open| {
            // In two's complement, so that the negative ones come first.
            let signed = leaves.get(slot).is_some_and(|leaf| leaf.range.is_signed());
            (slot.kind(), if signed { value ^ 1 << 127 } else { value })
        };
        sorted.sort_unstable_by_key(key);
        let mut places: Vec<usize> = (0..numbers.len()).collect();
        places.sort_by_key(|&place| numbers[place].slot.kind());
        if self.order == Order::Descending {
            // Ranges in ascending order, and the places of each from the end.
            places.sort_by_key(|&place| (numbers[place].slot.kind(), std::cmp::Reverse(place)));
        }
        for (place, open) in places.into_iter().zip(sorted) {
            numbers[place].value = open.value;
        }
    }
}

fn mixed<R: Rng + ?Sized>(before: &[Open], leaf: &Leaf, total: usize, rng: &mut R) -> u128 {
    match below(80, rng) {
        0..20 => {
            let used = one_of(before, rng).map(|open| near(open.value, rng));
            leaf.or_few_bits(used, rng)
        }
        20..36 => match leaf.constant(rng) {
            Some(number) => leaf.or_few_bits(Some(number), rng),
            None => leaf.bits(rng),
        },
        36..46 => {
            let edge = near(leaf.edge(rng), rng);
            leaf.or_few_bits(Some(edge), rng)
        }
        46..51 => leaf.round(rng),
        51..56 => leaf.or_few_bits(Some(near(total as u128, rng)), rng),
        56..68 => leaf.few_bits(rng),
        68..72 => leaf.bits(rng),
        _ => leaf.large(rng),
    }
}
