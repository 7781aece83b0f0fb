//! Arithmetic on naturals as little-endian 64-bit limbs without leading zeros: the operations that
//! counting needs, in place.
//!
//! A library's big integers allocate for each product; counting and indexing do millions of
//! multiply-adds into one accumulator. The rare divisions use `num-bigint`.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// Returns `limbs` without leading zeros.
pub(crate) fn trimmed(limbs: &[u64]) -> &[u64] {
    let len = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
    &limbs[..len]
}

pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// Computes `a += b`.
pub(crate) fn add(a: &mut Vec<u64>, b: &[u64]) {
    if a.len() < b.len() {
        a.resize(b.len(), 0);
    }
    let mut carry = false;
    for (i, limb) in a.iter_mut().enumerate() {
        let other = match b.get(i) {
            Some(&other) => other,
            None if carry => 0,
            None => return,
        };
        (*limb, carry) = carrying_add(*limb, other, carry);
    }
    if carry {
        a.push(1);
    }
}

/// Computes `a + b + carry`, in a limb and a carry.
pub(crate) fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = a.overflowing_add(b);
    let (sum, over_again) = sum.overflowing_add(u64::from(carry));
    (sum, over | over_again)
}

/// Computes `a -= b`, where `b <= a`.
pub(crate) fn subtract(a: &mut Vec<u64>, b: &[u64]) {
    let mut borrow = false;
    for (i, limb) in a.iter_mut().enumerate() {
        let other = match b.get(i) {
            Some(&other) => other,
            None if borrow => 0,
            None => break,
        };
        (*limb, borrow) = borrowing_subtract(*limb, other, borrow);
    }
    debug_assert!(!borrow, "the difference of naturals is a natural");
    a.truncate(trimmed(a).len());
}

/// Computes `a - b - borrow`, in a limb and a borrow.
pub(crate) fn borrowing_subtract(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, under) = a.overflowing_sub(b);
    let (difference, under_again) = difference.overflowing_sub(u64::from(borrow));
    (difference, under | under_again)
}

/// Computes `sum += a * b`. The accumulator keeps its length and must be large enough for the
/// result, plus one limb.
pub(crate) fn multiply_add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    if let ([x], [y], [low, high, rest @ ..]) = (a, b, &mut *sum) {
        let wide = u128::from(*x) * u128::from(*y) + u128::from(*low);
        *low = wide as u64;
        let (value, over) = high.overflowing_add((wide >> 64) as u64);
        *high = value;
        if over {
            carry_on(rest);
        }
        return;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let (pairs, last) = short.as_chunks::<2>();
    for (i, &[x, y]) in pairs.iter().enumerate() {
        add_two_rows(&mut sum[2 * i..], x, y, long);
    }
    if let [x] = last {
        add_row(&mut sum[short.len() - 1..], *x, long);
    }
}

/// Computes `sum += x * long`.
#[inline]
fn add_row(sum: &mut [u64], x: u64, long: &[u64]) {
    let (row, rest) = sum.split_at_mut(long.len());
    let mut carry = 0;
    for (limb, &y) in row.iter_mut().zip(long) {
        (*limb, carry) = step(x, y, *limb, carry);
    }
    carry_over(rest, carry);
}

/// Computes `sum += (y * 2^64 + x) * long` in one pass; the two chains of carries are independent.
#[inline]
fn add_two_rows(sum: &mut [u64], x: u64, y: u64, long: &[u64]) {
    let (row, rest) = sum.split_at_mut(long.len());
    let (mut low, mut high, mut before) = (0, 0, 0);
    for (limb, &next) in row.iter_mut().zip(long) {
        let first;
        (first, low) = step(x, next, *limb, low);
        (*limb, high) = step(y, before, first, high);
        before = next;
    }
    let [limb, rest @ ..] = rest else { return };
    let (first, over) = limb.overflowing_add(low);
    (*limb, high) = step(y, before, first, high);
    // The summand has at most two more limbs than `long`, so nothing is lost.
    carry_over(rest, high + u64::from(over));
}

/// Computes `x * y + limb + carry`, in two limbs.
#[inline]
pub(crate) fn step(x: u64, y: u64, limb: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(x) * u128::from(y) + u128::from(limb) + u128::from(carry);
    (wide as u64, (wide >> 64) as u64)
}

/// Computes `sum += carry`. Returns what is carried beyond its last limb.
#[inline]
pub(crate) fn carry_over(sum: &mut [u64], mut carry: u64) -> u64 {
    for limb in sum {
        if carry == 0 {
            break;
        }
        let (value, over) = limb.overflowing_add(carry);
        *limb = value;
        carry = u64::from(over);
    }
    carry
}

/// Adds 1.
fn carry_on(limbs: &mut [u64]) {
    for limb in limbs {
        let (value, over) = limb.overflowing_add(1);
        *limb = value;
        if !over {
            return;
        }
    }
}

/// Computes `product = a * b`.
pub(crate) fn multiply(product: &mut Vec<u64>, a: &[u64], b: &[u64]) {
    product.clear();
    product.resize(a.len() + b.len(), 0);
    multiply_add(product, a, b);
    product.truncate(trimmed(product).len());
}

/// Computes `a = a / b` and returns the remainder; `b` is not zero.
pub(crate) fn divide(a: &mut Vec<u64>, b: &[u64]) -> Vec<u64> {
    if let (Some(x), Some(y)) = (to_u128(a), to_u128(b)) {
        let remainder = from_u128(x % y);
        *a = from_u128(x / y);
        return remainder;
    }
    if let [divisor] = *b {
        let mut remainder = 0u64;
        for limb in a.iter_mut().rev() {
            let wide = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (wide / u128::from(divisor)) as u64;
            remainder = (wide % u128::from(divisor)) as u64;
        }
        a.truncate(trimmed(a).len());
        return from_u128(u128::from(remainder));
    }
    // If one side of a split has few values, the quotient is small.
    let mut few = 0u32;
    while few < 3 && compare(a, b) != Ordering::Less {
        subtract(a, b);
        few += 1;
    }
    if compare(a, b) == Ordering::Less {
        return std::mem::replace(a, from_u128(u128::from(few)));
    }
    let (x, y) = (to_big(a), to_big(b));
    let quotient = &x / &y;
    let remainder = from_big(&(x - &quotient * y));
    *a = from_big(&(quotient + few));
    remainder
}

pub(crate) fn to_u128(limbs: &[u64]) -> Option<u128> {
    match *limbs {
        [] => Some(0),
        [low] => Some(u128::from(low)),
        [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
        _ => None,
    }
}

pub(crate) fn from_u128(value: u128) -> Vec<u64> {
    trimmed(&[value as u64, (value >> 64) as u64]).to_vec()
}

pub(crate) fn to_big(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}

pub(crate) fn from_big(value: &BigUint) -> Vec<u64> {
    value.to_u64_digits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn natural(rng: &mut impl Rng) -> Vec<u64> {
        let len = (rng.next_u32() % 7) as usize;
        let limb = |rng: &mut dyn Rng| match rng.next_u32() % 4 {
            0 => 0,
            1 => u64::MAX,
            2 => rng.next_u64() >> 60,
            _ => rng.next_u64(),
        };
        let limbs: Vec<u64> = (0..len).map(|_| limb(rng)).collect();
        trimmed(&limbs).to_vec()
    }

    #[test]
    fn every_operation_agrees_with_the_big_integer_library() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20_000 {
            let (a, b) = (natural(&mut rng), natural(&mut rng));
            let (x, y) = (to_big(&a), to_big(&b));
            assert_eq!(from_big(&x), a);
            assert_eq!(compare(&a, &b), x.cmp(&y));
            let mut sum = a.clone();
            add(&mut sum, &b);
            assert_eq!(to_big(&sum), &x + &y);
            subtract(&mut sum, &b);
            assert_eq!(sum, a);
            let mut product = vec![7];
            multiply(&mut product, &a, &b);
            assert_eq!(to_big(&product), &x * &y);
            if !b.is_empty() {
                let mut quotient = a.clone();
                let remainder = divide(&mut quotient, &b);
                assert_eq!((to_big(&quotient), to_big(&remainder)), (&x / &y, &x % &y));
            }
        }
    }
}
