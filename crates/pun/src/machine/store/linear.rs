//! Integers that are computed from open ones: sums, multiples and quotients rounded down.
//!
//! `2 * x`, `x + y - 3` and `(x + 1) div 2` stay open in a search, as
//! `(factors * positions + constant) div over`. A comparison of such an integer decides only what
//! it needs: `2 * x < 7` is `x < 4`, `x + y < 0` is false for naturals, and `x + y < 2` first
//! decides whether `x` is less than 2. `x mod 2` decides a remainder of `x`.
//!
//! With `x` open, `n = 3 * x + 1` is `(3 * x + 1) div 1`, `n div 2` is `(3 * x + 1) div 2`, and
//! `n mod 3` is 1.

mod order;

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

use super::Store;
use crate::core::Primitive;
use crate::machine::arithmetic::{FARTHEST, div_floor};
use crate::machine::word::{Tag, Word};

/// The most open integers that another one is computed from.
const MOST_TERMS: usize = 4;

/// A sum of multiples of positions and a constant, divided by a positive number and rounded down.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Linear {
    /// Positions, ascending, and their factors, which are not 0.
    terms: Vec<(u32, i64)>,
    plus: i128,
    over: i64,
}

impl Linear {
    fn constant(value: i128) -> Self {
        Self { terms: Vec::new(), plus: value, over: 1 }
    }

    /// Returns the sum with a multiple of a linear integer. Both divisions have no rest.
    fn and(&self, other: &Self, factor: i64) -> Option<Self> {
        let own_factor = other.over;
        let factor = factor.checked_mul(self.over)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        for (position, own) in &self.terms {
            terms.push((*position, own.checked_mul(own_factor)?));
        }
        for (position, own) in &other.terms {
            let more = own.checked_mul(factor)?;
            match terms.binary_search_by_key(position, |(position, _)| *position) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(more)?,
                Err(at) => terms.insert(at, (*position, more)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        let [own, more] =
            [(self.plus, own_factor), (other.plus, factor)].map(|(a, b)| a.checked_mul(b.into()));
        Self { terms, plus: own?.checked_add(more?)?, over: self.over.checked_mul(other.over)? }.divided(1)
    }

    /// Returns the sum with a constant.
    fn plus(mut self, constant: i128) -> Option<Self> {
        self.plus = self.plus.checked_add(constant.checked_mul(self.over.into())?)?;
        Some(self)
    }

    /// Divides by a positive number, and rounds down.
    fn divided(mut self, by: i64) -> Option<Self> {
        self.over = self.over.checked_mul(by)?;
        let common = self.terms.iter().fold(self.over, |common, (_, factor)| gcd(common, *factor));
        self.terms.iter_mut().for_each(|(_, factor)| *factor /= common);
        self.over /= common;
        self.plus = self.plus.div_euclid(common.into());
        Some(self)
    }

    /// Returns whether its numbers are small enough to be worth it.
    fn is_small(&self) -> bool {
        let factors = self.terms.iter().map(|(_, factor)| factor.unsigned_abs().into());
        let mut all = factors.chain([self.plus.unsigned_abs(), self.over.unsigned_abs().into()]);
        self.terms.len() <= MOST_TERMS && all.all(|number| number <= FARTHEST.into())
    }
}

/// Returns the greatest common divisor; at least 0 if the first number is.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b.abs(), a % b.abs()) }
}

impl Store {
    /// Returns the value of a linear integer whose positions are decided.
    pub(in crate::machine) fn linear_value(&self, linear: &Linear) -> BigInt {
        let terms = linear.terms.iter();
        let products = terms.map(|(position, factor)| self.integer_of(self.bound_to(*position)) * *factor);
        div_floor(&(products.sum::<BigInt>() + linear.plus), &BigInt::from(linear.over))
    }

    /// Returns the value of a linear word, if its positions are decided and it fits a word.
    pub(in crate::machine) fn small_value(&self, word: Word) -> Option<Word> {
        let linear = self.linears.get(word.payload() as usize)?;
        let mut sum = linear.plus;
        for (position, factor) in &linear.terms {
            let value = self.bound_to(*position);
            if value.tag() != Tag::Integer {
                return None;
            }
            sum = sum.checked_add(i128::from(value.as_integer()) * i128::from(*factor))?;
        }
        Word::integer(i64::try_from(sum.div_euclid(linear.over.into())).ok()?)
    }

    /// Returns the first open position that a linear word is computed from.
    pub(in crate::machine) fn open_of(&self, word: Word) -> Option<u32> {
        if word.tag() != Tag::Linear {
            return None;
        }
        let terms = self.linears[word.payload() as usize].terms.iter();
        terms.map(|(position, _)| *position).find(|position| self.bound_to(*position) == Word::NONE)
    }

    /// Returns an integer as a linear one, with its decided positions replaced. `None` if it is too
    /// large.
    fn linear(&self, word: Word) -> Option<Linear> {
        let linear = match word.tag() {
            Tag::Integer => return Some(Linear::constant(word.as_integer().into())),
            Tag::Hole if self.bound_to(word.payload()) == Word::NONE => {
                return Some(Linear {
                    terms: vec![(word.payload(), 1)],
                    plus: word.offset().into(),
                    over: 1,
                });
            }
            Tag::Linear => &self.linears[word.payload() as usize],
            _ => return None,
        };
        let mut open = Linear { terms: Vec::new(), ..*linear };
        for (position, factor) in &linear.terms {
            match self.bound_to(*position) {
                Word::NONE => open.terms.push((*position, *factor)),
                value if value.tag() == Tag::Integer => {
                    let value = i128::from(value.as_integer()) * i128::from(*factor);
                    open.plus = open.plus.checked_add(value)?;
                }
                _ => return None,
            }
        }
        open.divided(1)
    }

    /// Returns a linear integer as a word, unless its numbers are large.
    fn linear_word(&mut self, linear: Linear) -> Option<Word> {
        match linear.terms[..] {
            [] => Word::integer(i64::try_from(linear.plus.div_euclid(linear.over.into())).ok()?),
            _ if !linear.is_small() => None,
            [(position, 1)] if linear.over == 1 => {
                Word::hole(position).plus(i64::try_from(linear.plus).ok()?)
            }
            _ => {
                self.linears.push(linear);
                Some(Word::linear(self.linears.len() as u32 - 1))
            }
        }
    }

    /// Returns the result of arithmetic on integers, some of them open, if it is linear. Decides
    /// remainders.
    pub(in crate::machine) fn linear_result(
        &mut self,
        input: &mut Run,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Option<Word> {
        let (a, b) = (self.known(a), self.known(b));
        let (Some(a), Some(b)) = (self.linear(a), self.linear(b)) else { return None };
        let result = match with {
            Primitive::Add => sum(input, a, b, 1),
            Primitive::Subtract => sum(input, a, b, -1),
            Primitive::Multiply if a.terms.is_empty() => multiple(input, b, a.plus),
            Primitive::Multiply => multiple(input, a, b.plus),
            Primitive::Divide => quotient(a, b.plus),
            _ => remainder(input, &a, b.plus),
        };
        result.and_then(|result| self.linear_word(result))
    }
}

/// Returns the sum with a multiple.
fn sum(input: &mut Run, a: Linear, b: Linear, factor: i64) -> Option<Linear> {
    if b.terms.is_empty() {
        return a.plus(b.plus.checked_mul(factor.into())?);
    }
    if a.terms.is_empty() && factor == 1 {
        return b.plus(a.plus);
    }
    exact(input, a)?.and(&exact(input, b)?, factor)
}

fn multiple(input: &mut Run, linear: Linear, by: i128) -> Option<Linear> {
    Linear::constant(0).and(&exact(input, linear)?, i64::try_from(by).ok()?)
}

/// Returns the quotient by a constant.
fn quotient(linear: Linear, by: i128) -> Option<Linear> {
    match i64::try_from(by).ok()? {
        by @ 1.. => linear.divided(by),
        // `s div -2` is `(-s) div 2`.
        by @ ..=-1 if linear.over == 1 => Linear::constant(0).and(&linear, -1)?.divided(by.checked_neg()?),
        _ => None,
    }
}

/// Returns the remainder of a division by a constant: decides remainders of the open integers.
fn remainder(input: &mut Run, linear: &Linear, by: i128) -> Option<Linear> {
    let by = i64::try_from(by).ok().filter(|by| *by > 0)?;
    // `(s div over) mod by` is `(s mod (over * by)) div over`.
    let rest = rest(input, linear, linear.over.checked_mul(by)?)?;
    Some(Linear::constant(rest / i128::from(linear.over)))
}

/// Returns the remainder of the dividend of a linear integer.
fn rest(input: &mut Run, linear: &Linear, modulus: i64) -> Option<i128> {
    /// Larger moduli have too many remainders.
    const LARGEST: i64 = 32;
    if modulus > LARGEST {
        return None;
    }
    let mut sum = linear.plus;
    for (position, factor) in &linear.terms {
        let own = u32::try_from(modulus / gcd(modulus, *factor)).ok()?;
        sum += i128::from(*factor) * i128::from(input.residue(*position, own));
    }
    Some(sum.rem_euclid(modulus.into()))
}

/// Returns a linear integer with a dividend that leaves no rest. Decides the remainder that it has
/// now.
fn exact(input: &mut Run, mut linear: Linear) -> Option<Linear> {
    if linear.over > 1 {
        linear.plus = linear.plus.checked_sub(rest(input, &linear, linear.over)?)?;
    }
    Some(linear)
}
