//! Mutation: a random derivation near a given one, and different from it (Paper IV, section 3).
//!
//! One part of the derivation is edited, each with equal probability, so that most edits are small:
//! most parts are. A number becomes a near one, a number that stands elsewhere, or any other of
//! about its size. Another part takes another alternative that keeps what fits, or is left out,
//! doubled, exchanged with its like, replaced by its like or by any derivation of about its size.
//! Every edit puts a derivation of the same node into the place of a part, so mutants keep what the
//! shape guarantees, such as the order of the elements of a set.
//!
//! In the list `[3, 1]` one part of five is edited: the two conses, the two numbers, or the end. If
//! it is the second cons, the mutant may be `[3]` (other alternative, or left out), `[3, 1, 1]`
//! (doubled), `[3, 3, 1]` (its like), `[3, 0, 0]` (any).

use rand_core::Rng;

use super::parts::{Edit, Parts};
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::eager::sample::below;
use crate::error::SpaceError;
use crate::grammar::{Kind, Leaf, NodeId};

/// How much larger than the original a part may grow that is made anew.
const GROWTH: u32 = 4;

/// How many edits are drawn before the first other derivation is taken instead.
const ATTEMPTS: usize = 32;

/// The largest size at which another derivation is sought when no edit makes one.
const FARTHEST: u32 = 64;

impl Derivations {
    /// Returns a random derivation near a given one and different from it; `None` when the shape
    /// has no other up to size 64, or up to the size of the given one. The random numbers alone
    /// decide which it is.
    ///
    /// # Errors
    /// When the derivation is of another shape.
    pub fn mutant<R: Rng + ?Sized>(
        &self,
        derivation: &Derivation,
        rng: &mut R,
    ) -> Result<Option<Derivation>, SpaceError> {
        let (tables, derivation) = self.located(derivation, GROWTH)?;
        let parts = Parts::new(&tables, &derivation);
        let places: Vec<usize> = (0..parts.all.len()).filter(|&i| parts.has_choice(i)).collect();
        if !places.is_empty() {
            for _ in 0..ATTEMPTS {
                let place = places[below(places.len() as u128, rng) as usize];
                let Some(edit) = parts.mutated(place, rng) else { continue };
                let words = parts.edited(&edit);
                if words != parts.words {
                    return self.parse(&words).map(Some);
                }
            }
        }
        self.first_other(&derivation)
    }

    /// Returns the first derivation that is different from a given one.
    #[inline]
    fn first_other(&self, than: &Derivation) -> Result<Option<Derivation>, SpaceError> {
        for size in 0..=than.size().max(FARTHEST) {
            for index in 0u32..2 {
                match self.index_of_size(size, &index.into()) {
                    Ok(other) if other.words() != than.words() => return Ok(Some(other)),
                    Ok(_) => {}
                    Err(SpaceError::IndexOutOfRange { .. }) => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(None)
    }
}

impl Parts {
    /// Returns whether anything is decided at part `i` itself.
    #[inline]
    fn has_choice(&self, i: usize) -> bool {
        match self.kind(self.all[i].node) {
            Kind::Sum { alternatives, .. } => alternatives.len() > 1,
            Kind::Leaf(_) => true,
            Kind::Unexpanded => false,
        }
    }

    /// Draws an edit of part `i`, if what is drawn is possible there; it may change nothing.
    fn mutated<R: Rng + ?Sized>(&self, i: usize, rng: &mut R) -> Option<Edit> {
        let alone = |words| Some(self.replace([(i, words)]));
        if let Some(leaf) = self.leaf(i) {
            let value = self.all[i].value;
            return match below(3, rng) {
                0 => alone(self.leaf_words(i, near(leaf, value, rng)?)),
                1 => alone(self.words_of(self.like(i, rng)?)),
                _ => alone(self.leaf_words(i, any(leaf, leaf.position(value)?.0, rng)?)),
            };
        }
        match below(6, rng) {
            0 => alone(self.other_alternative(i, rng)?),
            1 => self.cut(i, 1),
            2 => Some(self.doubled(i)?),
            3 => {
                let other = self.like(i, rng)?;
                let (one, other) = (i.min(other), i.max(other));
                let is_apart = self.all[one].last <= other;
                is_apart.then(|| self.replace([(one, self.words_of(other)), (other, self.words_of(one))]))
            }
            4 => alone(self.words_of(self.like(i, rng)?)),
            _ => {
                let node = self.all[i].node;
                let least = self.tables.smallest().node(node)?;
                let extra = self.all[i].size.checked_sub(least)? + below(u128::from(GROWTH), rng) as u32;
                let mut words = Vec::new();
                self.grow(node, extra, rng, &mut words);
                alone(words)
            }
        }
    }

    /// Draws another part of the node of part `i`.
    fn like<R: Rng + ?Sized>(&self, i: usize, rng: &mut R) -> Option<usize> {
        let others = || (0..self.all.len()).filter(|&j| j != i && self.all[j].node == self.all[i].node);
        let count = others().count() as u128;
        (count > 0).then(|| others().nth(below(count, rng) as usize))?
    }

    /// Returns the part around part `i` of the same node put into the place of part `i`: list
    /// elements are doubled.
    #[inline]
    fn doubled(&self, i: usize) -> Option<Edit> {
        let around = self.all[i].around?;
        Some(self.replace([(i, self.words_of(around))]))
    }

    /// Draws words for part `i` under another alternative, which keeps what fits.
    fn other_alternative<R: Rng + ?Sized>(&self, i: usize, rng: &mut R) -> Option<Vec<u64>> {
        let Kind::Sum { alternatives, .. } = self.kind(self.all[i].node) else { return None };
        let has_value = |number: usize| {
            let alternative = &alternatives[number];
            self.tables.smallest().alternative(&self.tables.grammar, alternative).is_some()
        };
        let others = (0..alternatives.len()).filter(|&n| n as u128 != self.all[i].value && has_value(n));
        let others: Vec<usize> = others.collect();
        let number = *others.get(below(others.len().max(1) as u128, rng) as usize)?;
        let ways = self.refilled(i, number as u64, &alternatives[number]);
        let way = below(ways.len() as u128, rng) as usize;
        ways.into_iter().nth(way)
    }

    /// Appends the words of any derivation of a node that is larger than its smallest by at most
    /// `extra`.
    fn grow<R: Rng + ?Sized>(&self, node: NodeId, extra: u32, rng: &mut R, words: &mut Vec<u64>) {
        let (grammar, smallest) = (&self.tables.grammar, self.tables.smallest());
        let mut open = vec![(node, extra)];
        while let Some((node, extra)) = open.pop() {
            match self.kind(node) {
                Kind::Unexpanded => {}
                Kind::Leaf(leaf) => {
                    let size = leaf.smallest_size().unwrap_or_default() + extra;
                    leaf.write(any(leaf, size, rng).or_else(|| leaf.smallest()).unwrap_or_default(), words);
                }
                Kind::Sum { alternatives, .. } => {
                    let sizes = alternatives.iter().map(|a| smallest.alternative(grammar, a));
                    let sizes: Vec<Option<u32>> = sizes.collect();
                    let least = sizes.iter().flatten().min().copied().unwrap_or_default();
                    let fits = |number: &usize| sizes[*number].is_some_and(|size| size - least <= extra);
                    let fitting: Vec<usize> = (0..sizes.len()).filter(fits).collect();
                    let Some(&number) = fitting.get(below(fitting.len().max(1) as u128, rng) as usize) else {
                        continue;
                    };
                    if alternatives.len() > 1 {
                        words.push(number as u64);
                    }
                    let mut left = extra - (sizes[number].unwrap_or(least) - least);
                    let first = open.len();
                    open.extend(grammar.fields(alternatives[number].fields).map(|(_, field)| (field, 0)));
                    open[first..].reverse();
                    // Each field but the last takes any share of what is left; which is the last is
                    // drawn.
                    let mut order: Vec<usize> = (first..open.len()).collect();
                    while !order.is_empty() {
                        let at = order.swap_remove(below(order.len() as u128, rng) as usize);
                        let share =
                            if order.is_empty() { left } else { below(u128::from(left) + 1, rng) as u32 };
                        open[at].1 = share;
                        left -= share;
                    }
                }
            }
        }
    }
}

/// Draws a number at most two away from a value, if there is one on the drawn side.
fn near<R: Rng + ?Sized>(leaf: &Leaf, value: u128, rng: &mut R) -> Option<u128> {
    let by = [1, 1u128.wrapping_neg(), 1, 2, 2u128.wrapping_neg()][below(5, rng) as usize];
    let near = value.wrapping_add(by);
    leaf.position(near).is_some().then_some(near)
}

/// Draws a number of a size up to `size` or two larger; each size with numbers has the same
/// probability.
fn any<R: Rng + ?Sized>(leaf: &Leaf, size: u32, rng: &mut R) -> Option<u128> {
    let largest = leaf.largest_size()?.min(size.saturating_add(2));
    let size = below(u128::from(largest) + 1, rng) as u32;
    let count = leaf.count(size);
    (count > 0).then(|| leaf.nth(size, below(count, rng)))?
}
