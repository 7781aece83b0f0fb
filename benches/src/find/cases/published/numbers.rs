//! Published bugs in functions of one or two numbers.

use super::{Case, Panic, Verdict, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    RemainderByMinusOne,
    SevenHexDigits,
    DivisorOfTwoMinima,
    NoByteForTheSign,
    RootOfZero,
    LostCarry,
    MagnitudeFitsFirst,
    HashOfBits,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("multiple-of-minus-one", Mistake::RemainderByMinusOne, next_multiple_is_exact, || {
            (i64::MIN, -1)
        }),
        case("reference-of-seven-digits", Mistake::SevenHexDigits, references_have_six_digits, || ('A', 5)),
        case("quotient-of-two-minima", Mistake::DivisorOfTwoMinima, quotient_is_exact, || {
            (i32::MIN, i32::MIN)
        }),
        case("high-bit-without-a-sign", Mistake::NoByteForTheSign, signed_bytes_are_undone, || 128),
        case("exact-root-of-zero", Mistake::RootOfZero, squares_have_their_root, || 0),
        case("carry-beyond-the-first-digit", Mistake::LostCarry, scientific_is_close, || 99_999_999),
        case("smallest-integer-of-a-decimal", Mistake::MagnitudeFitsFirst, decimals_keep_integers, || {
            i64::MIN
        }),
        case("hash-of-minus-zero", Mistake::HashOfBits, equal_floats_hash_alike, || (0.0, -0.0)),
    ]
}

/// Returns the next multiple of `b`, in the direction of its sign; `None` stands for a panic.
fn next_multiple(m: Mistake, a: i64, b: i64) -> Option<i64> {
    if b == -1 && m != Mistake::RemainderByMinusOne {
        return Some(a);
    }
    let rest = a.checked_rem(b)?;
    let rest = if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest };
    if rest == 0 { Some(a) } else { a.checked_add(b - rest) }
}

/// num-integer 0.1.44, `Integer::next_multiple_of`; release 0.1.45: "`next_multiple_of` and
/// `prev_multiple_of` no longer overflow -1" (pull request 45).
fn next_multiple_is_exact(m: Mistake, (a, b): &(i64, i64)) -> Verdict {
    let (wide, step) = (i128::from(*a), i128::from(b.unsigned_abs()));
    let down = wide.checked_div_euclid(step)? * step;
    let expected = if *b < 0 || down == wide { down } else { down + step };
    Some(next_multiple(m, *a, *b) == i64::try_from(expected).ok())
}

/// Reads a reference to a character by its number in hexadecimal digits, of which there are six at
/// most.
fn referenced(m: Mistake, text: &str) -> Option<char> {
    let digits = text.strip_prefix("&#x")?.strip_suffix(';')?;
    let most = if m == Mistake::SevenHexDigits { 7 } else { 6 };
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= most)?;
    char::from_u32(number)
}

/// comrak 0.50, references to characters; pull request 753 and release 0.51: "Fix off-by-one in hex
/// entity digit limit". Seven digits were accepted.
fn references_have_six_digits(m: Mistake, (character, zeros): &(char, u8)) -> bool {
    let digits = format!("{}{:x}", "0".repeat(usize::from(zeros % 8)), u32::from(*character));
    let expected = (digits.len() <= 6).then_some(*character);
    referenced(m, &format!("&#x{digits};")) == expected
}

/// Returns the greatest common divisor; `None` stands for a panic, since it may not fit.
fn common_divisor(a: i32, b: i32) -> Option<i32> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i32::try_from(a).ok()
}

/// Divides two numbers. Returns a fraction in lowest terms, if it fits.
fn divided(m: Mistake, a: i32, b: i32) -> Result<Option<(i32, i32)>, Panic> {
    if b == 0 {
        return Ok(None);
    }
    if a == 0 {
        return Ok(Some((0, 1)));
    }
    if a == b && m != Mistake::DivisorOfTwoMinima {
        return Ok(Some((1, 1)));
    }
    let common = common_divisor(a, b).ok_or(Panic)?;
    let (a, b) = (a / common, b / common);
    if b > 0 {
        return Ok(Some((a, b)));
    }
    // The smallest number has no opposite.
    Ok(a.checked_neg().zip(b.checked_neg()))
}

/// num-rational 0.2.3, `CheckedDiv`; issue 73 ("`checked_div` can attempt to negate with
/// overflow"), release 0.2.4: "Fixed `CheckedDiv` with `min_value()` numerators".
fn quotient_is_exact(m: Mistake, (a, b): &(i32, i32)) -> bool {
    match divided(m, *a, *b) {
        Err(Panic) => false,
        Ok(None) => true,
        Ok(Some((above, below))) => {
            below > 0 && i64::from(above) * i64::from(*b) == i64::from(*a) * i64::from(below)
        }
    }
}

/// Returns the fewest bytes that keep a number with its sign, the highest first.
fn signed_bytes(m: Mistake, number: i64) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        number.unsigned_abs().to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
    let Some((high, low)) = bytes.split_first() else { return bytes };
    // The smallest number of its length is its own complement.
    let is_smallest = *high == 0x80 && low.iter().all(|byte| *byte == 0);
    let is_smallest = is_smallest && (number < 0 || m == Mistake::NoByteForTheSign);
    if *high >= 0x80 && !is_smallest {
        bytes.insert(0, 0);
    }
    if number < 0 {
        let mut carry = true;
        for byte in bytes.iter_mut().rev() {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
    }
    bytes
}

/// num-bigint 0.2.1, `to_signed_bytes_be`; release 0.2.2: "Fixed `to_signed_bytes_*` for some
/// positive numbers, where the most-significant byte is `0x80` and the rest are `0`" (pull request
/// 72).
fn signed_bytes_are_undone(m: Mistake, number: &i64) -> bool {
    let bytes = signed_bytes(m, *number);
    let sign = bytes.first().map_or(0, |high| if *high >= 0x80 { -1 } else { 0 });
    bytes.iter().fold(sign, |read, byte| (read << 8) | i64::from(*byte)) == *number
}

/// Returns the square root of a square; nothing for any other number.
fn exact_root(m: Mistake, square: u64) -> Result<Option<u64>, Panic> {
    if square == 0 && m != Mistake::RootOfZero {
        return Ok(Some(0));
    }
    let zeros = square.trailing_zeros();
    let odd = square.checked_shr(zeros).ok_or(Panic)?;
    if zeros % 2 == 1 || odd % 8 != 1 {
        return Ok(None);
    }
    let root = odd.isqrt();
    Ok((root * root == odd).then_some(root << (zeros / 2)))
}

/// num-prime, `sqrt_exact`; pull request 109 of September 2026 ("handle zero in primitive
/// `sqrt_exact`"): the zeros at the end of 0 are as many as its bits, and it is shifted by them.
fn squares_have_their_root(m: Mistake, root: &u32) -> bool {
    let root = u64::from(*root);
    exact_root(m, root * root) == Ok(Some(root))
}

/// Returns a number as the `printf` format `%e` shows it: seven digits and a power of ten.
fn scientific(m: Mistake, number: u32) -> String {
    let digits: Vec<u32> = number.to_string().chars().filter_map(|digit| digit.to_digit(10)).collect();
    let mut power = digits.len() - 1;
    let mut kept: Vec<u32> = digits.iter().copied().chain([0; 7]).take(7).collect();
    let mut carry = digits.get(7).is_some_and(|digit| *digit >= 5);
    for digit in kept.iter_mut().rev() {
        if carry {
            carry = *digit == 9;
            *digit = (*digit + 1) % 10;
        }
    }
    if carry && m != Mistake::LostCarry {
        kept.insert(0, 1);
        kept.pop();
        power += 1;
    }
    let shown: String = kept.iter().map(ToString::to_string).collect();
    format!("{}.{}e{power:+03}", &shown[..1], &shown[1..])
}

/// uutils coreutils, `printf`; issue 3088 of February 2022: `printf %e 99999999` prints
/// `0.000000e+07`.
fn scientific_is_close(m: Mistake, number: &u32) -> bool {
    let exact = f64::from(*number);
    scientific(m, *number).parse::<f64>().is_ok_and(|shown| (shown - exact).abs() <= exact * 1e-6)
}

/// A decimal without places: a sign and a magnitude.
struct Decimal {
    is_negative: bool,
    magnitude: u128,
}

impl Decimal {
    fn new(number: i64) -> Decimal {
        Decimal { is_negative: number < 0, magnitude: u128::from(number.unsigned_abs()) }
    }

    /// Returns the integer, if it fits.
    fn to_integer(&self, m: Mistake) -> Option<i64> {
        if m == Mistake::MagnitudeFitsFirst {
            let magnitude = i64::try_from(self.magnitude).ok()?;
            return Some(if self.is_negative { -magnitude } else { magnitude });
        }
        let magnitude = i128::try_from(self.magnitude).ok()?;
        i64::try_from(if self.is_negative { -magnitude } else { magnitude }).ok()
    }
}

/// `rust_decimal` 1.22, `ToPrimitive::to_i64`; change log of 1.23.0: "Fix `to_i64` to support
/// `i64::MIN`" (pull request 496).
fn decimals_keep_integers(m: Mistake, number: &i64) -> bool {
    Decimal::new(*number).to_integer(m) == Some(*number)
}

/// Returns what a float contributes to a hash.
fn hashed(m: Mistake, float: f64) -> u64 {
    let is_zero = float.abs().to_bits() == 0;
    if is_zero && m != Mistake::HashOfBits { 0 } else { float.to_bits() }
}

/// ordered-float, `Hash for NotNaN`; pull request 10 of March 2016 ("Hash zero consistently"): the
/// two zeros are equal and had different hashes.
fn equal_floats_hash_alike(m: Mistake, (a, b): &(f64, f64)) -> bool {
    !a.partial_cmp(b).is_some_and(std::cmp::Ordering::is_eq) || hashed(m, *a) == hashed(m, *b)
}
