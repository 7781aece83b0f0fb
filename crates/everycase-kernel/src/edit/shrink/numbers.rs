//! Candidates with other numbers: smaller ones, and amounts moved between two or subtracted from
//! several.

use super::candidates::Candidates;
use crate::derivation::Derivation;
use crate::edit::parts::{Edit, preorder};
use crate::grammar::Leaf;

impl Candidates {
    /// Returns other words for part `i`, if it is an integer.
    pub(super) fn lowered(&self, i: usize) -> Vec<Vec<u64>> {
        let Some(leaf) = self.parts.leaf(i) else { return Vec::new() };
        let value = self.parts.all[i].value;
        let (size, place) = leaf.position(value).unwrap_or_default();
        let before = place.checked_sub(1).and_then(|place| leaf.nth(size, place));
        let lower = lower(leaf, value).into_iter().chain(halves(leaf, value)).chain(leaf.nicer(value));
        let smaller = self.strides(leaf, value).into_iter().chain(lower).chain(self.steps(leaf, value));
        smaller.chain(before).map(|value| self.parts.leaf_words(i, value)).collect()
    }

    /// Returns the only number less the products of the stride and powers of two, the smallest
    /// number first.
    fn strides(&self, leaf: &Leaf, value: u128) -> Vec<u128> {
        let Some(stride) = self.stride else { return Vec::new() };
        less(leaf, value, (0..stride.leading_zeros()).rev().map(|k| stride << k))
    }

    /// Returns the only number less small amounts and common divisors of programs: it may have to
    /// keep its remainder. The amount that is found becomes the stride.
    fn steps(&self, leaf: &Leaf, value: u128) -> Vec<u128> {
        const SMALL: u128 = 64;
        const DIVISORS: [u128; 16] = [
            1_000_000_000,
            1_000_000,
            86_400,
            65_536,
            10_000,
            4096,
            3600,
            1440,
            1024,
            1000,
            512,
            400,
            365,
            256,
            128,
            100,
        ];
        if self.leaves.len() == 1 {
            less(leaf, value, DIVISORS.into_iter().chain((3..=SMALL).rev()))
        } else {
            Vec::new()
        }
    }

    /// Returns the stride after a derivation with the same structure has been found to fail.
    pub(super) fn stride_after(&self, candidate: &Derivation) -> Option<u128> {
        let theirs = preorder(candidate);
        let &[part] = &self.leaves[..] else { return None };
        let leaf = self.parts.leaf(part).filter(|_| theirs.len() == self.parts.all.len())?;
        let values = [self.parts.all[part].value, candidate.leaf_value(theirs[part].0)];
        let [old, new] = values.map(|value| magnitude(leaf, value).0);
        let amount = old.abs_diff(new);
        let is_small = amount > 0 && amount <= old >> 10;
        if is_small { Some(self.stride.map_or(amount, |stride| stride.min(amount))) } else { self.stride }
    }

    /// Returns the nonzero integer after part `i` with `distance` other ones between them.
    fn partner(&self, i: usize, distance: usize) -> Option<usize> {
        let own = self.leaves.binary_search(&i).ok()?;
        let after = self.leaves[own + 1..].iter().copied();
        after.filter(|&leaf| self.parts.all[leaf].value != 0).nth(distance)
    }

    /// Returns edits of part `i` and another integer: one loses what the other one gains, or both
    /// lose the same.
    pub(super) fn pairs(&self, i: usize, distance: usize, gains: bool, first: bool) -> Vec<Edit> {
        if self.parts.all[i].value == 0 {
            return Vec::new();
        }
        let Some(other) = self.partner(i, distance) else { return Vec::new() };
        let (lower_one, other) = if first { (i, other) } else { (other, i) };
        let Some(leaf) = self.parts.leaf(lower_one) else { return Vec::new() };
        let value = self.parts.all[lower_one].value;
        let edit = |lowered: u128| {
            let amount = value.wrapping_sub(lowered);
            let amount = if gains { amount.wrapping_neg() } else { amount };
            self.lessened([other], amount, vec![(lower_one, self.parts.leaf_words(lower_one, lowered))])
        };
        lower(leaf, value).into_iter().filter_map(edit).collect()
    }

    /// Returns edits that lower part `i` and all integers of its node by the same amount. Returns
    /// none unless the part is the first with its value.
    pub(super) fn all_lessened(&self, i: usize) -> Vec<Edit> {
        let part = &self.parts.all[i];
        let Some(leaf) = self.parts.leaf(i) else { return Vec::new() };
        if self.classes[self.class[i]][0] != i {
            return Vec::new();
        }
        let of_node = || self.leaves.iter().copied().filter(|&leaf| self.parts.all[leaf].node == part.node);
        let edit = |lowered: u128| self.lessened(of_node(), part.value.wrapping_sub(lowered), Vec::new());
        lower(leaf, part.value).into_iter().filter_map(edit).collect()
    }

    /// Returns an edit that lowers these integers by an amount, with further replacements, if all
    /// stay within their ranges.
    fn lessened(
        &self,
        leaves: impl IntoIterator<Item = usize>,
        amount: u128,
        mut replaced: Vec<(usize, Vec<u64>)>,
    ) -> Option<Edit> {
        for part in leaves {
            let value = self.parts.all[part].value.wrapping_sub(amount);
            self.parts.leaf(part)?.position(value)?;
            replaced.push((part, self.parts.leaf_words(part, value)));
        }
        Some(self.parts.replace(replaced))
    }
}

/// Returns numbers nearer to zero: zero, then the number less a half, a quarter, ... and finally
/// less two and one, so that each step may be repeated before the next; for a negative number, its
/// absolute value first.
fn lower(leaf: &Leaf, value: u128) -> Vec<u128> {
    let (magnitude, negative) = magnitude(leaf, value);
    let steps = (1..bits(magnitude)).map(|k| magnitude - (magnitude >> k));
    let magnitudes = [0].into_iter().chain(steps).chain(magnitude.checked_sub(2));
    let signed = magnitudes.map(|magnitude| if negative { magnitude.wrapping_neg() } else { magnitude });
    let flipped = negative.then_some(magnitude);
    earlier(leaf, value, flipped.into_iter().chain(signed))
}

/// Returns the number less these amounts, as far as they do not exceed it.
fn less(leaf: &Leaf, value: u128, amounts: impl Iterator<Item = u128>) -> Vec<u128> {
    let (magnitude, negative) = magnitude(leaf, value);
    let magnitudes = amounts.filter_map(|amount| magnitude.checked_sub(amount));
    let signed = magnitudes.map(|it| if negative { it.wrapping_neg() } else { it });
    earlier(leaf, value, signed)
}

/// Returns the numbers formed by the first binary digits, the shortest first, with either sign.
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
