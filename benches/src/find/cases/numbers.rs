//! Numbers: overflow, extreme values, relations between several, one constant.

use super::{Case, Verdict, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    MiddleOverflows,
    MagnitudeOfMinimum,
    RoundingWraps,
    EqualIsCoprime,
    ZeroIsPower,
    NanSticks,
    SignOfZero,
    MarkerIsValue,
    ForgetsPair,
    FlatIsTriangle,
    SquareIsPrime,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("midpoint-sum-overflows", Mistake::MiddleOverflows, middle_is_between, || (i32::MAX, 1)),
        case("magnitude-of-minimum", Mistake::MagnitudeOfMinimum, magnitude_is_not_negative, || i32::MIN),
        case("rounding-up-wraps", Mistake::RoundingWraps, rounding_goes_up, || (u32::MAX, 2)),
        case("equal-numbers-are-coprime", Mistake::EqualIsCoprime, divisor_is_greatest, || (6, 6)),
        case("zero-is-a-power-of-two", Mistake::ZeroIsPower, powers_have_one_bit, || 0),
        case("first-nan-is-largest", Mistake::NanSticks, largest_is_largest, || vec![f64::NAN, 1.0]),
        case("minus-zero-has-a-sign", Mistake::SignOfZero, sign_is_shown_below_zero, || -0.0),
        case("a-marker-is-a-value", Mistake::MarkerIsValue, what_is_stored_is_loaded, || 0xDEAD),
        case("first-and-third-side", Mistake::ForgetsPair, kinds_ignore_order, || (1, 2, 1)),
        case("flat-triangle", Mistake::FlatIsTriangle, triangles_ignore_order, || (1, 1, 2)),
        case("square-of-a-prime", Mistake::SquareIsPrime, primes_pass_fermat, || 25),
    ]
}

/// Returns the number halfway between two.
fn middle(m: Mistake, a: i32, b: i32) -> i32 {
    if m == Mistake::MiddleOverflows { a.wrapping_add(b) >> 1 } else { (a & b) + ((a ^ b) >> 1) }
}

fn middle_is_between(m: Mistake, (a, b): &(i32, i32)) -> bool {
    (*a.min(b)..=*a.max(b)).contains(&middle(m, *a, *b))
}

/// Returns how far a number is from zero; the largest number if that is too far.
fn magnitude(m: Mistake, x: i32) -> i32 {
    if m == Mistake::MagnitudeOfMinimum { x.wrapping_abs() } else { x.saturating_abs() }
}

fn magnitude_is_not_negative(m: Mistake, x: &i32) -> bool {
    magnitude(m, *x) >= 0
}

/// Returns the next multiple of `step`, if there is one.
fn round_up(m: Mistake, x: u32, step: u8) -> Option<u32> {
    let step = u32::from(step).max(1);
    match x % step {
        0 => Some(x),
        rest if m == Mistake::RoundingWraps => Some(x.wrapping_add(step - rest)),
        rest => x.checked_add(step - rest),
    }
}

fn rounding_goes_up(m: Mistake, (x, step): &(u32, u8)) -> bool {
    round_up(m, *x, *step).is_none_or(|up| up >= *x)
}

/// Returns the greatest common divisor.
fn divisor(m: Mistake, mut a: u32, mut b: u32) -> u32 {
    if m == Mistake::EqualIsCoprime && a == b && a > 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn divisor_is_greatest(m: Mistake, (a, b): &(u32, u32)) -> bool {
    match divisor(m, *a, *b) {
        0 => (*a, *b) == (0, 0),
        common => {
            let divides = a % common == 0 && b % common == 0;
            divides && divisor(Mistake::None, a / common, b / common) == 1
        }
    }
}

/// Returns whether a number is a power of two.
fn is_power(m: Mistake, x: u64) -> bool {
    (x != 0 || m == Mistake::ZeroIsPower) && x & x.wrapping_sub(1) == 0
}

fn powers_have_one_bit(m: Mistake, x: &u64) -> bool {
    is_power(m, *x) == x.is_power_of_two()
}

/// Returns the largest number of a list.
fn largest(m: Mistake, list: &[f64]) -> Option<f64> {
    let numbers = list.iter().copied().filter(|x| m == Mistake::NanSticks || !x.is_nan());
    numbers.reduce(|most, x| if x > most { x } else { most })
}

fn largest_is_largest(m: Mistake, list: &Vec<f64>) -> bool {
    largest(m, list).is_none_or(|most| list.iter().all(|x| x.is_nan() || *x <= most))
}

/// Returns an amount of money as text.
fn amount(m: Mistake, x: f64) -> String {
    let is_debt = if m == Mistake::SignOfZero { x.is_sign_negative() } else { x < 0.0 };
    format!("{}{:.2}", if is_debt { "-" } else { "" }, x.abs())
}

fn sign_is_shown_below_zero(m: Mistake, x: &f64) -> Verdict {
    (!x.is_nan()).then(|| amount(m, *x).starts_with('-') == (*x < 0.0))
}

/// What stands for an empty slot.
const EMPTY: u32 = 0xDEAD;

/// Stores a number in a slot and loads it again.
fn stored(m: Mistake, x: u32) -> Option<u32> {
    let slot = (x, true);
    let is_empty = if m == Mistake::MarkerIsValue { slot.0 == EMPTY } else { !slot.1 };
    (!is_empty).then_some(slot.0)
}

fn what_is_stored_is_loaded(m: Mistake, x: &u32) -> bool {
    stored(m, *x) == Some(*x)
}

/// Returns the number of different lengths among the sides of a triangle.
fn lengths(m: Mistake, a: u32, b: u32, c: u32) -> u8 {
    if a == b && b == c {
        1
    } else if a == b || b == c || (a == c && m != Mistake::ForgetsPair) {
        2
    } else {
        3
    }
}

fn kinds_ignore_order(m: Mistake, (a, b, c): &(u32, u32, u32)) -> bool {
    lengths(m, *a, *b, *c) == lengths(m, *b, *c, *a)
}

/// Returns whether three lengths are the sides of a triangle with an area.
fn is_triangle(m: Mistake, a: u64, b: u64, c: u64) -> bool {
    let first = if m == Mistake::FlatIsTriangle { a + b >= c } else { a + b > c };
    first && b + c > a && c + a > b
}

fn triangles_ignore_order(m: Mistake, (a, b, c): &(u32, u32, u32)) -> bool {
    let [a, b, c] = [*a, *b, *c].map(u64::from);
    is_triangle(m, a, b, c) == is_triangle(m, b, c, a)
}

/// Returns whether a number is prime, by trial division.
fn is_prime(m: Mistake, n: u64) -> bool {
    let small = |d: &u64| if m == Mistake::SquareIsPrime { d * d < n } else { d * d <= n };
    n >= 2 && (2..n).take_while(small).all(|d| !n.is_multiple_of(d))
}

/// Returns a power of two modulo `n`.
fn power_of_two(mut exponent: u64, n: u64) -> u64 {
    let (mut base, mut power) = (2 % n, 1 % n);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * base % n;
        }
        base = base * base % n;
        exponent /= 2;
    }
    power
}

fn primes_pass_fermat(m: Mistake, n: &u32) -> bool {
    let n = u64::from(*n);
    n == 2 || !is_prime(m, n) || power_of_two(n - 1, n) == 1
}
