//! The constants of an exploration: lists with ranges, as Rust writes these.

use everycase_check::text::number::small;
use everycase_explore::module::Pool;
use num_bigint::BigInt;

/// The most constants that a list may have. Each is an argument of its own, so with more of them no
/// expression of a useful size is reached.
const MOST: usize = 1_000;

/// Returns the integers of `0,1,-1`, or `-1,0..=3,101`.
pub(super) fn integers(text: &str) -> Result<Pool<BigInt>, String> {
    if let Some(pool) = named(text) {
        return Ok(pool);
    }
    let integer = |text: &str| {
        text.trim().parse::<BigInt>().map_err(|_| {
            "expected `open`, `literals`, `few` or integers such as `0,1,-1` or `0..=5`".to_owned()
        })
    };
    let mut all = Vec::new();
    for part in text.split(',').map(str::trim) {
        let Some((first, last)) = part.split_once("..") else {
            all.push(integer(part)?);
            continue;
        };
        let (last, is_inclusive) = inclusive(last);
        let (first, mut end) = (integer(first)?, integer(last)?);
        if is_inclusive {
            end += 1;
        }
        let count = usize::try_from(&end - &first).unwrap_or(if end < first { 0 } else { usize::MAX });
        check_range(part, count, all.len())?;
        all.extend((0..count).map(|step| &first + step));
    }
    checked(all)
}

/// Returns the characters of `ab`, or `_a..=f`.
pub(super) fn characters(text: &str) -> Result<Pool<char>, String> {
    if let Some(pool) = named(text) {
        return Ok(pool);
    }
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let part = rest;
        rest = &rest[first.len_utf8()..];
        let Some(after) = rest.strip_prefix("..") else {
            all.push(first);
            continue;
        };
        let (after, is_inclusive) = inclusive(after);
        let Some(last) = after.chars().next() else {
            return Err(format!("a character is missing after `{part}`"));
        };
        rest = &after[last.len_utf8()..];
        let range: Vec<char> = if is_inclusive { (first..=last).collect() } else { (first..last).collect() };
        check_range(&part[..part.len() - rest.len()], range.len(), all.len())?;
        all.extend(range);
    }
    if all.is_empty() {
        return Err("expected `open`, `literals`, `few` or characters such as `ab` or `a..=f`".to_owned());
    }
    checked(all)
}

/// Returns the pool with a name.
fn named<T>(text: &str) -> Option<Pool<T>> {
    match text {
        "open" => Some(Pool::Open),
        "literals" => Some(Pool::Literals),
        "few" => Some(Pool::Default),
        _ => None,
    }
}

/// Returns what follows the dots of a range and an equals sign, and whether there is one.
fn inclusive(after: &str) -> (&str, bool) {
    after.strip_prefix('=').map_or((after, false), |after| (after, true))
}

/// Refuses a range that is empty, or too large together with the constants before it.
fn check_range(range: &str, count: usize, before: usize) -> Result<(), String> {
    if count == 0 {
        return Err(format!("the range `{range}` is empty: `..` leaves its end out, `..=` includes it"));
    }
    if count > MOST - before.min(MOST) {
        return Err(format!("the range `{range}` is too large: {}", at_most()));
    }
    Ok(())
}

fn checked<T>(all: Vec<T>) -> Result<Pool<T>, String> {
    if all.len() > MOST { Err(format!("too many constants: {}", at_most())) } else { Ok(Pool::These(all)) }
}

fn at_most() -> String {
    format!("give at most {} constants", small(MOST as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(text: &str) -> Vec<i64> {
        match integers(text) {
            Ok(Pool::These(all)) => all.iter().map(|one| one.try_into().expect("small")).collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn chars(text: &str) -> String {
        match characters(text) {
            Ok(Pool::These(all)) => all.into_iter().collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_range_of_integers_is_one_of_rust() {
        assert_eq!(ints("0..5"), [0, 1, 2, 3, 4]);
        assert_eq!(ints("0..=5"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(ints("-2..1"), [-2, -1, 0]);
        assert_eq!(ints("-3..=-2"), [-3, -2]);
        assert_eq!(ints("-1, 0..=3 ,101"), [-1, 0, 1, 2, 3, 101]);
        assert_eq!(ints("7..=7"), [7]);
        assert_eq!(ints("0..1000").len(), 1_000);
        let far = "100000000000000000000";
        assert_eq!(
            integers(&format!("{far}..={far}")).expect("a range"),
            Pool::These(vec![far.parse().expect("an integer")])
        );
    }

    #[test]
    fn a_range_of_characters_is_one_of_rust() {
        assert_eq!(chars("a..=f"), "abcdef");
        assert_eq!(chars("a..f"), "abcde");
        assert_eq!(chars("_a..=c0..3."), "_abc012.");
        assert_eq!(chars("a=.,b"), "a=.,b");
        // The surrogates between them are not characters.
        assert_eq!(chars("\u{d7ff}..=\u{e000}"), "\u{d7ff}\u{e000}");
        assert_eq!(characters("open"), Ok(Pool::Open));
    }

    #[test]
    fn an_empty_or_a_gigantic_range_is_refused() {
        let is_empty = |own: &str| {
            Err(format!("the range `{own}` is empty: `..` leaves its end out, `..=` includes it"))
        };
        for own in ["5..5", "5..0", "5..=4", "0..-100000000000000000000"] {
            assert_eq!(integers(own), is_empty(own));
            assert_eq!(integers(&format!("1,{own}")), is_empty(own));
        }
        for own in ["f..f", "f..=a"] {
            assert_eq!(characters(&format!("x{own}y")), Err(is_empty(own).expect_err("empty")));
        }
        let is_large = |own: &str| format!("the range `{own}` is too large: give at most 1,000 constants");
        for own in ["0..=1000", "0..100000000000000000000000", "-100000000000000000000..0"] {
            assert_eq!(integers(own), Err(is_large(own)));
        }
        assert_eq!(integers("0..999,-1,5..6"), Err(is_large("5..6")));
        let many = vec!["0"; 1_001].join(",");
        assert_eq!(integers(&many), Err("too many constants: give at most 1,000 constants".to_owned()));
        assert_eq!(characters("\0..\u{ffff}"), Err(is_large("\0..\u{ffff}")));
    }

    #[test]
    fn what_is_not_a_list_is_refused() {
        let message = "expected `open`, `literals`, `few` or integers such as `0,1,-1` or `0..=5`";
        for own in ["", "one", "0..", "..5", "0..=", "0...5", "0..1..2", "0,,1", "a..b", "0..few"] {
            assert_eq!(integers(own), Err(message.to_owned()), "{own}");
        }
        assert_eq!(characters("xa.."), Err("a character is missing after `a..`".to_owned()));
        assert_eq!(characters("a..="), Err("a character is missing after `a..=`".to_owned()));
        let message = "expected `open`, `literals`, `few` or characters such as `ab` or `a..=f`";
        assert_eq!(characters(""), Err(message.to_owned()));
    }
}
