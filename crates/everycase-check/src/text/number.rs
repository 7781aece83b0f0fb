//! Numbers for readers: `41,032`, or `about 3.2e41` for very large ones.

use num_bigint::BigUint;

/// The maximal number of digits of a count that is not rounded.
const EXACT_DIGITS: usize = 18;

/// Returns `41032` as `41,032`, and counts with more than 18 digits as `about 3.2e41`.
pub fn number(count: &BigUint) -> String {
    let digits = count.to_string();
    if digits.len() <= EXACT_DIGITS {
        return separated(&digits);
    }
    let exponent = digits.len() - 1;
    format!("about {}.{}e{exponent}", &digits[..1], &digits[1..2])
}

/// Does the same for a machine integer.
pub fn small(count: u64) -> String {
    separated(&count.to_string())
}

fn separated(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns `1 input`, `2 inputs`.
pub fn counted(count: u64, one: &str) -> String {
    format!("{} {one}{}", small(count), if count == 1 { "" } else { "s" })
}

/// Returns a share in percent, with one decimal.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let tenths = u128::from(part) * 1000 / u128::from(whole);
    // Rounding must not turn "some" into "none" or "nearly all" into "all".
    if tenths == 0 && part > 0 {
        return "<0.1%".to_owned();
    }
    if tenths.is_multiple_of(10) {
        format!("{}%", tenths / 10)
    } else {
        format!("{}.{}%", tenths / 10, tenths % 10)
    }
}

/// Returns `2nd`, `3rd`.
pub(crate) fn ordinal(n: u32) -> String {
    let suffix = match (n % 10, n % 100) {
        (1, t) if t != 11 => "st",
        (2, t) if t != 12 => "nd",
        (3, t) if t != 13 => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        for (n, text) in [
            (0u64, "0"),
            (7, "7"),
            (999, "999"),
            (1000, "1,000"),
            (41_032, "41,032"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(small(n), text);
            assert_eq!(number(&BigUint::from(n)), text);
        }
    }

    #[test]
    fn very_large_counts_are_rounded() {
        let n = BigUint::from(10u8).pow(41) * 3u8 + BigUint::from(10u8).pow(40) * 2u8;
        assert_eq!(number(&n), "about 3.2e41");
        assert_eq!(number(&BigUint::from(10u8).pow(18)), "about 1.0e18");
        assert_eq!(number(&(BigUint::from(10u8).pow(18) - 1u8)), "999,999,999,999,999,999");
    }

    #[test]
    fn percentages_never_hide_the_last_case() {
        assert_eq!(percent(1, 100_000), "<0.1%");
        assert_eq!(percent(99_999, 100_000), "99.9%");
        assert_eq!(percent(1, 2), "50%");
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(0, 0), "0%");
    }
}
