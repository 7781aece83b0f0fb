//! Durations as users write them: `10s`, `500ms`, `2m`, `1m30s`, `1.5s`.

use std::time::Duration;

/// The description of a duration in error messages.
pub(crate) const EXPECTED: &str = "a time such as `10s`, `500ms` or `2m`";

const UNITS: [(&str, u64); 7] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Parses one or more numbers with units. Returns `None` if the text is not a duration or is too
/// large.
pub fn parse(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    let mut nanos: u128 = 0;
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(number_end);
        let unit_end = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let scale = UNITS.iter().find(|(name, _)| *name == unit.trim())?.1;
        nanos = nanos.checked_add(scaled(number, scale)?)?;
        rest = after;
    }
    let seconds = u64::try_from(nanos / 1_000_000_000).ok()?;
    Some(Duration::new(seconds, (nanos % 1_000_000_000) as u32))
}

/// Returns `number * scale` for a decimal number, without floating-point arithmetic.
fn scaled(number: &str, scale: u64) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || fraction.contains('.') || number.ends_with('.') {
        return None;
    }
    let mut nanos = whole.parse::<u128>().ok()?.checked_mul(u128::from(scale))?;
    let mut unit = u128::from(scale);
    for digit in fraction.chars() {
        unit /= 10;
        nanos = nanos.checked_add(unit.checked_mul(u128::from(digit.to_digit(10)?))?)?;
    }
    Some(nanos)
}

/// Returns a duration in a suitable unit: `1.2s`, `350ms`, `2m30s`.
pub fn show(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0 if time.is_zero() => "0s".to_owned(),
        0 => format!("{}µs", time.as_micros()),
        1..1_000 => format!("{millis}ms"),
        1_000..60_000 if millis % 1_000 < 10 => format!("{}s", millis / 1_000),
        1_000..60_000 => format!("{}.{}s", millis / 1_000, millis % 1_000 / 100),
        _ if (millis / 1_000).is_multiple_of(60) => format!("{}m", millis / 60_000),
        _ => format!("{}m{}s", millis / 60_000, millis / 1_000 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_numbers_with_units() {
        for (text, millis) in [
            ("10s", 10_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1m30s", 90_000),
            ("1.5s", 1_500),
            (" 1h ", 3_600_000),
            ("0s", 0),
            ("1500000us", 1_500),
            ("2 s", 2_000),
        ] {
            assert_eq!(parse(text), Some(Duration::from_millis(millis)), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in [
            "",
            "10",
            "s",
            "-1s",
            "1.s",
            ".5s",
            "1..5s",
            "10 seconds",
            "99999999999999999999999h",
            "1s2",
            "∞",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn shown_in_the_unit_that_suits() {
        for (millis, text) in
            [(0, "0s"), (350, "350ms"), (1_000, "1s"), (1_240, "1.2s"), (120_000, "2m"), (150_000, "2m30s")]
        {
            assert_eq!(show(Duration::from_millis(millis)), text);
        }
        assert_eq!(show(Duration::from_micros(12)), "12µs");
    }
}
