//! The ranges of an input's numbers, with what the mixture needs to know of each.

use rand_core::Rng;

use super::constants::Constants;
use super::floats::Floats;
use super::{below, one_of};
use crate::eager::sample;
use crate::grammar::range::Range;
use crate::grammar::{Grammar, Kind, NodeId};

/// The ranges of a grammar by their nodes, as far as they have been met.
#[derive(Clone, Default)]
pub(super) struct Leaves {
    known: Vec<Known>,
    /// Whether floating-point numbers are among them.
    pub(super) have_floats: bool,
}

#[derive(Clone, Default)]
enum Known {
    #[default]
    Unknown,
    /// A sum, with the number of each alternative if some are copies.
    Sum(Option<Box<[u32]>>),
    Leaf(Box<Leaf>),
}

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
    /// Returns the range at a node, or the number that an alternative has. `None` if it has its own, or each number is a derivation.
    #[inline]
    pub(super) fn of(
        &mut self,
        grammar: &Grammar,
        (node, word): (u32, u64),
        constants: &Constants,
    ) -> Option<Result<&Leaf, u64>> {
        let place = node as usize;
        if place >= self.known.len() {
            self.known.resize(place + 1, Known::Unknown);
        }
        if let Known::Unknown = self.known[place] {
            self.known[place] = match Leaf::new(grammar, node, constants) {
                Some(leaf) => Known::Leaf(Box::new(leaf)),
                None => Known::Sum(numbers(grammar, node)),
            };
            self.have_floats |= Floats::at(&grammar.node(NodeId(node)).kind).is_some();
        }
        match self.known.get(place)? {
            Known::Leaf(leaf) => Some(Ok(leaf)),
            Known::Sum(Some(numbers)) => {
                Some(Err(numbers.get(word as usize).copied().map_or(word, u64::from)))
            }
            Known::Sum(None) | Known::Unknown => None,
        }
    }

    /// Returns the range at a node that has been met.
    #[inline]
    pub(super) fn get(&self, node: u32) -> Option<&Leaf> {
        match self.known.get(node as usize) {
            Some(Known::Leaf(leaf)) => Some(leaf),
            _ => None,
        }
    }
}

/// Returns the numbers of the alternatives at a node, if some are copies.
fn numbers(grammar: &Grammar, node: u32) -> Option<Box<[u32]>> {
    let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(node)).kind else { return None };
    let numbers = || alternatives.iter().map(|alternative| alternative.number);
    let is_plain = numbers().eq(0..alternatives.len() as u32);
    (!is_plain).then(|| numbers().collect())
}

impl Leaf {
    fn new(grammar: &Grammar, node: u32, constants: &Constants) -> Option<Self> {
        let Kind::Leaf(leaf) = &grammar.node(NodeId(node)).kind else { return None };
        if !leaf.is_slot() {
            return None;
        }
        let range = leaf.range().clone();
        let sizes = (range.smallest_size()?, range.largest_size()?);
        let is_character = range.is_chars();
        let is_byte = range.is_bytes();
        let edges = range.edges();
        let constants =
            constants.numbers.iter().copied().filter(|&number| range.position(number).is_some()).collect();
        Some(Self { range, is_character, is_byte, edges, constants, sizes })
    }

    /// Returns whether a number belongs to the range.
    pub(super) fn has(&self, number: u128) -> bool {
        self.range.position(number).is_some()
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
        self.of_sizes(least, most.saturating_sub(smaller).max(least), rng)
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

    /// Draws a number of one of these sizes, all as likely.
    fn of_sizes<R: Rng + ?Sized>(&self, least: u32, most: u32, rng: &mut R) -> u128 {
        let size = least + below((most - least + 1) as usize, rng) as u32;
        let count = self.range.count(size);
        if count == 0 {
            // A range may have no numbers of a size between its smallest and its largest.
            return self.range.smallest().unwrap_or_default();
        }
        self.range.nth(size, sample::below(count, rng)).unwrap_or_default()
    }
}

/// Returns a number or, in one of four cases, the one before or after it.
pub(super) fn near<R: Rng + ?Sized>(number: u128, rng: &mut R) -> u128 {
    match below(8, rng) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        _ => number,
    }
}
