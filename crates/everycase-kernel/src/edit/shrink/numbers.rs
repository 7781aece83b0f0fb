//! Candidates of other numbers: smaller ones, and amounts moved between two or taken from several.

use super::parts::{Edit, Parts};
use crate::grammar::Leaf;

impl Parts {
    pub(super) fn leaf_words(&self, i: usize, value: u128) -> Vec<u64> {
        let mut words = Vec::new();
        if let Some(leaf) = self.leaf(i) {
            leaf.write(value, &mut words);
        }
        words
    }

    /// Other words for part `i`, if it is an integer.
    pub(super) fn lowered(&self, i: usize) -> Vec<Vec<u64>> {
        let Some(leaf) = self.leaf(i) else { return Vec::new() };
        let value = self.all[i].value;
        let (size, place) = leaf.position(value).unwrap_or_default();
        let before = place.checked_sub(1).and_then(|place| leaf.nth(size, place));
        let smaller = lower(leaf, value).into_iter().chain(halves(leaf, value)).chain(leaf.nicer(value));
        smaller.chain(before).map(|value| self.leaf_words(i, value)).collect()
    }

    /// Letters and digits for part `i`, if it is a character, and for all parts that equal it.
    pub(super) fn nicer(&self, i: usize) -> Vec<Edit> {
        let Some(leaf) = self.leaf(i) else { return Vec::new() };
        let equal = &self.classes[self.all[i].class];
        let alone = [i];
        let parts = if equal.first() == Some(&i) { vec![&equal[..], &alone] } else { vec![&alone[..]] };
        let edit = |letter: u128, parts: &[usize]| {
            let words = self.leaf_words(i, letter);
            self.replace(parts.iter().map(|&part| (part, words.clone())))
        };
        let letters: Vec<u128> = leaf.nicer(self.all[i].value).collect();
        let letters = letters.iter().copied();
        letters.flat_map(|letter| parts.iter().map(move |parts| edit(letter, parts))).collect()
    }

    /// Returns the next integer after part `i` that is not zero, but for `distance` others.
    fn partner(&self, i: usize, distance: usize) -> Option<usize> {
        let own = self.leaves.binary_search(&i).ok()?;
        let after = self.leaves[own + 1..].iter().copied();
        after.filter(|&leaf| self.all[leaf].value != 0).nth(distance)
    }

    /// Part `i` and another integer: what one of them loses, the other one gains, or loses as well.
    pub(super) fn pairs(&self, i: usize, distance: usize, gains: bool, first: bool) -> Vec<Edit> {
        if self.all[i].value == 0 {
            return Vec::new();
        }
        let Some(other) = self.partner(i, distance) else { return Vec::new() };
        let (lower_one, other) = if first { (i, other) } else { (other, i) };
        let Some(leaf) = self.leaf(lower_one) else { return Vec::new() };
        let value = self.all[lower_one].value;
        let edit = |lowered: u128| {
            let amount = value.wrapping_sub(lowered);
            let amount = if gains { amount.wrapping_neg() } else { amount };
            self.lessened([other], amount, vec![(lower_one, self.leaf_words(lower_one, lowered))])
        };
        lower(leaf, value).into_iter().filter_map(edit).collect()
    }

    /// Returns all integers of a node lessened by what part `i`, the first of its value, loses.
    pub(super) fn all_lessened(&self, i: usize) -> Vec<Edit> {
        let part = &self.all[i];
        let Some(leaf) = self.leaf(i) else { return Vec::new() };
        if self.classes[part.class][0] != i {
            return Vec::new();
        }
        let of_node = || self.leaves.iter().copied().filter(|&leaf| self.all[leaf].node == part.node);
        let edit = |lowered: u128| self.lessened(of_node(), part.value.wrapping_sub(lowered), Vec::new());
        lower(leaf, part.value).into_iter().filter_map(edit).collect()
    }

    /// Returns these integers less an amount, beside other replacements, if all stay in their ranges.
    fn lessened(
        &self,
        leaves: impl IntoIterator<Item = usize>,
        amount: u128,
        mut replaced: Vec<(usize, Vec<u64>)>,
    ) -> Option<Edit> {
        for part in leaves {
            let value = self.all[part].value.wrapping_sub(amount);
            self.leaf(part)?.position(value)?;
            replaced.push((part, self.leaf_words(part, value)));
        }
        Some(self.replace(replaced))
    }
}

/// Numbers nearer to zero: zero, then less by a half, a quarter, ... and at last by one and by two, so that each step
/// may be repeated before the next one; of a negative number first the positive one.
fn lower(leaf: &Leaf, value: u128) -> Vec<u128> {
    let (magnitude, negative) = magnitude(leaf, value);
    let steps = (1..bits(magnitude)).map(|k| magnitude - (magnitude >> k));
    let magnitudes = [0].into_iter().chain(steps).chain(magnitude.checked_sub(2));
    let signed = magnitudes.map(|magnitude| if negative { magnitude.wrapping_neg() } else { magnitude });
    let flipped = negative.then_some(magnitude);
    earlier(leaf, value, flipped.into_iter().chain(signed))
}

/// Numbers made of the first binary digits, the fewest first, with either sign.
fn halves(leaf: &Leaf, value: u128) -> Vec<u128> {
    let (magnitude, _) = magnitude(leaf, value);
    let halves = (1..bits(magnitude)).rev().map(|k| magnitude >> k);
    earlier(leaf, value, halves.flat_map(|half| [half, half.wrapping_neg()]))
}

fn magnitude(leaf: &Leaf, value: u128) -> (u128, bool) {
    let negative = leaf.is_signed() && value >> 127 == 1;
    (if negative { value.wrapping_neg() } else { value }, negative)
}

fn bits(magnitude: u128) -> u32 {
    128 - magnitude.leading_zeros()
}

fn earlier(leaf: &Leaf, value: u128, candidates: impl Iterator<Item = u128>) -> Vec<u128> {
    let own = leaf.rank(value);
    candidates.filter(|&candidate| leaf.rank(candidate).is_some_and(|place| Some(place) < own)).collect()
}
