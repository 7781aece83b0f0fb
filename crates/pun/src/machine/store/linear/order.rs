//! Comparisons of linear integers, which decide only what they need.
//!
//! Whether `2 * x + y < 9` holds is found in steps, each of which narrows a number or tells the
//! answer. If `y` is at least 0, then `x` is either at least 5, and the answer is no, or at most 4.
//! Then `y` is either at least 9, and the answer is no, or at most 8. What is left is halved until
//! the bounds tell the answer. A step depends on the bounds alone: when a decision changes, the
//! comparison begins again and gets to the same step.

use std::cmp::Ordering;

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

use super::{Linear, Store};
use crate::core::Primitive;
use crate::machine::arithmetic::div_floor;
use crate::machine::compare::{holds_for, is};
use crate::machine::store::integers::place_of;
use crate::machine::word::{Tag, Word};

/// An integer to be compared: a sum of multiples of positions and a constant, divided by a positive
/// number and rounded down.
struct Dividend {
    terms: Vec<(u32, BigInt)>,
    plus: BigInt,
    over: BigInt,
}

/// A multiple of an open number.
struct Term {
    position: u32,
    factor: BigInt,
    /// The least and the greatest number.
    bounds: [BigInt; 2],
}

impl Term {
    /// Returns the least and the greatest product.
    fn products(&self) -> [BigInt; 2] {
        let [a, b] = [0, 1].map(|end| &self.bounds[end] * &self.factor);
        if a <= b { [a, b] } else { [b, a] }
    }
}

impl Store {
    /// Returns whether a comparison of two integers, at least one of them linear, holds.
    pub(in crate::machine) fn holds_linear(
        &mut self,
        input: &mut Run,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> bool {
        match with {
            Primitive::Less => self.is_less(input, a, b, false),
            Primitive::LessEqual => self.is_less(input, a, b, true),
            Primitive::Greater => !self.is_less(input, a, b, true),
            Primitive::GreaterEqual => !self.is_less(input, a, b, false),
            _ => is(with, self.order_linear(input, a, b)),
        }
    }

    /// Compares two integers, at least one of them linear.
    pub(in crate::machine) fn order_linear(&mut self, input: &mut Run, a: Word, b: Word) -> Ordering {
        if self.is_less(input, a, b, false) {
            Ordering::Less
        } else if self.is_less(input, a, b, true) {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    /// Returns whether the first integer is less than the second, or equal if `or_equal`.
    fn is_less(&mut self, input: &mut Run, a: Word, b: Word, or_equal: bool) -> bool {
        let (mut a, b) = (self.dividend(a), self.dividend(b));
        let one = BigInt::from(1);
        if a.over != one && b.over != one {
            a = self.decided_dividend(input, &a);
        }
        if b.over == one {
            // `s div 3 < v` is `s < 3 * v`.
            let bound = if or_equal { a.over.clone() } else { BigInt::ZERO };
            self.is_below(input, &a, &b, bound)
        } else {
            // `v <= s div 3` is the opposite.
            let bound = if or_equal { BigInt::ZERO } else { b.over.clone() };
            !self.is_below(input, &b, &a, bound)
        }
    }

    fn dividend(&self, word: Word) -> Dividend {
        let of = |terms, plus| Dividend { terms, plus, over: BigInt::from(1) };
        match word.tag() {
            Tag::Hole if self.bound_to(word.payload()) == Word::NONE => {
                of(vec![(word.payload(), BigInt::from(1))], BigInt::from(word.offset()))
            }
            Tag::Linear if self.open_of(word).is_some() => {
                let Linear { terms, plus, over } = &self.linears[word.payload() as usize];
                let terms = terms.iter().map(|(position, factor)| (*position, BigInt::from(*factor)));
                Dividend { terms: terms.collect(), plus: BigInt::from(*plus), over: BigInt::from(*over) }
            }
            _ => of(Vec::new(), self.integer_of(word)),
        }
    }

    /// Decides the positions of an integer.
    fn decided_dividend(&mut self, input: &mut Run, of: &Dividend) -> Dividend {
        let mut sum = of.plus.clone();
        for (position, factor) in &of.terms {
            sum += self.number_at(input, *position) * factor;
        }
        Dividend { terms: Vec::new(), plus: div_floor(&sum, &of.over), over: BigInt::from(1) }
    }

    fn number_at(&mut self, input: &mut Run, position: u32) -> BigInt {
        if self.bound_to(position) == Word::NONE {
            let value = input.number(position);
            self.bind_number(input, position, value);
        }
        self.integer_of(self.bound_to(position))
    }

    /// Returns whether the dividend of `a` minus the product of its divisor and `b` is below a
    /// bound.
    fn is_below(&mut self, input: &mut Run, a: &Dividend, b: &Dividend, bound: BigInt) -> bool {
        let mut terms = a.terms.clone();
        for (position, factor) in &b.terms {
            let less = factor * &a.over;
            match terms.iter_mut().find(|(own, _)| own == position) {
                Some((_, own)) => *own -= less,
                None => terms.push((*position, -less)),
            }
        }
        terms.retain(|(_, factor)| *factor != BigInt::ZERO);
        let bound = bound - &a.plus + &a.over * &b.plus;
        loop {
            if let Some(answer) = self.step(input, &terms, bound.clone()) {
                return answer;
            }
        }
    }

    /// Returns whether a sum is below a bound, if that is known, and otherwise narrows a number.
    fn step(&self, input: &mut Run, all: &[(u32, BigInt)], mut bound: BigInt) -> Option<bool> {
        let mut terms: Vec<Term> = Vec::with_capacity(all.len());
        for (position, factor) in all {
            let known = self.bound_to(*position);
            let bounds = match known {
                Word::NONE => input.bounds(*position).map(|bound| BigInt::from(bound.cast_signed())),
                known => [self.integer_of(known), self.integer_of(known)],
            };
            if bounds[0] == bounds[1] {
                bound -= factor * &bounds[0];
            } else {
                terms.push(Term { position: *position, factor: factor.clone(), bounds });
            }
        }
        let common = terms.iter().fold(BigInt::ZERO, |common, term| gcd(common, &term.factor));
        if common > BigInt::ZERO {
            for term in &mut terms {
                term.factor /= &common;
            }
            bound = -div_floor(&-bound, &common);
        }
        let total = |end: usize| terms.iter().map(|term| term.products()[end].clone()).sum::<BigInt>();
        let [least, most] = [total(0), total(1)];
        if least >= bound {
            return Some(false);
        }
        if most < bound {
            return Some(true);
        }
        if let [one] = &terms[..] {
            return Some(is_one_below(input, one, &bound));
        }
        if let Some(answer) = order(input, &terms, &bound) {
            return Some(answer);
        }
        for term in &terms {
            let [own_least, own_most] = term.products();
            // Whatever the others are, this one may tell the answer, and the rest is at most half:
            // two numbers could otherwise narrow each other by one in turn.
            let (no, yes) = (&bound - (&least - &own_least), &bound - (&most - &own_most));
            let half = (&own_most - &own_least) / 2;
            if &own_most - &no >= half && own_most >= no {
                return if is_one_below(input, term, &no) { None } else { Some(false) };
            }
            if &yes - &own_least >= half && own_least < yes {
                return if is_one_below(input, term, &yes) { Some(true) } else { None };
            }
        }
        let widest = terms.iter().max_by_key(|term| &term.bounds[1] - &term.bounds[0])?;
        let [lo, hi] = &widest.bounds;
        let middle = lo + (hi - lo + 1) / 2;
        holds_for(input, Primitive::Less, widest.position, place_of(&middle));
        None
    }
}

/// Returns whether a multiple of a number is below a bound; decides that.
fn is_one_below(input: &mut Run, term: &Term, bound: &BigInt) -> bool {
    // The first number that is not below, in the direction of the factor.
    if term.factor > BigInt::ZERO {
        let first = -div_floor(&-bound, &term.factor);
        holds_for(input, Primitive::Less, term.position, place_of(&first))
    } else {
        let last = div_floor(&-bound, &-&term.factor);
        holds_for(input, Primitive::Greater, term.position, place_of(&last))
    }
}

/// Returns whether the difference of two numbers is below a bound, if their order tells that;
/// decides the order.
fn order(input: &mut Run, terms: &[Term], bound: &BigInt) -> Option<bool> {
    let [x, y] = terms else { return None };
    let one = BigInt::from(1);
    let (x, y) = match (x.factor == one, y.factor == one) {
        (true, false) if y.factor == -&one => (x.position, y.position),
        (false, true) if x.factor == -&one => (y.position, x.position),
        _ => return None,
    };
    if *bound <= BigInt::ZERO {
        let is_below = input.is_below_both(x, y);
        (!is_below || *bound == BigInt::ZERO).then_some(is_below)
    } else {
        let is_above = input.is_below_both(y, x);
        (!is_above || *bound == one).then_some(!is_above)
    }
}

/// Returns the greatest common divisor, which is at least 0 if the first number is.
fn gcd(a: BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a, BigInt::from(b.magnitude().clone()));
    while b > BigInt::ZERO {
        (a, b) = (b.clone(), a % &b);
    }
    a
}
