//! What any random tester finds: random properties that are false for at least one in a thousand inputs of a distribution that
//! comes to mind first, such as uniform bits, small numbers or short texts. Inputs that the search reaches are not among them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use everycase::{Enumerable, Settings, check_with};

use crate::dice::Dice;

/// Returns whether a value is one of the thousandths of its kind, given how many of its kind are considered at all, of a
/// thousand.
fn is_chosen(value: impl Hash, salt: u64, considered: u64) -> bool {
    let mut hasher = DefaultHasher::new();
    (value, salt).hash(&mut hasher);
    hasher.finish().is_multiple_of(considered)
}

/// Runs a property with the default time. Returns whether it fails.
fn fails<T: Enumerable + 'static>(seed: u64, holds: impl Fn(T) -> bool + Send + Sync + 'static) -> bool {
    let settings = Settings {
        time: Some(Duration::from_secs(1)),
        seed: Some(seed),
        jobs: Some(1),
        shrink_time: Some(Duration::from_millis(10)),
        regressions: Some(false),
        ..Settings::default()
    };
    catch_unwind(AssertUnwindSafe(|| check_with(settings, T::space(), holds))).is_err()
}

/// Runs the property with a salt. Returns whether it fails.
type Fails = fn(u64) -> bool;

/// The kinds of inputs, each with a property that is false for one in a thousand of them.
const KINDS: [(&str, Fails); 12] = [
    ("u32 of uniform bits", |salt| fails(salt, move |x: u32| x >> 31 == 0 || !is_chosen(x, salt, 500))),
    ("u64 of uniform bits", |salt| fails(salt, move |x: u64| x >> 63 == 0 || !is_chosen(x, salt, 500))),
    ("i64 of uniform bits", |salt| fails(salt, move |x: i64| x >= -1 << 62 || !is_chosen(x, salt, 250))),
    ("u128 of uniform bits", |salt| fails(salt, move |x: u128| x >> 127 == 0 || !is_chosen(x, salt, 500))),
    ("optional u64 of uniform bits", |salt| {
        fails(salt, move |x: Option<u64>| x.is_none_or(|x| x >> 63 == 0 || !is_chosen(x, salt, 250)))
    }),
    ("two u32 of uniform bits", |salt| {
        fails(salt, move |(x, y): (u32, u32)| x >> 31 == 0 || y >> 31 == 0 || !is_chosen((x, y), salt, 250))
    }),
    ("char", |salt| fails(salt, move |c: char| c < '\u{1_0000}' || !is_chosen(c, salt, 900))),
    ("f64 of uniform bits", |salt| {
        fails(salt, move |x: f64| x.abs() < 1e16 || !is_chosen(x.to_bits(), salt, 400))
    }),
    ("two numbers below 1,000", |salt| {
        fails(salt, move |(x, y): (u64, u64)| {
            !(50..1000).contains(&x) || !(50..1000).contains(&y) || !is_chosen((x, y), salt, 900)
        })
    }),
    ("a text of up to 8 printable characters", |salt| {
        fails(salt, move |text: String| {
            let is_short = (4..=8).contains(&text.len()) && text.bytes().all(|c| (b' '..=b'~').contains(&c));
            !is_short || !is_chosen(text, salt, 600)
        })
    }),
    ("up to 16 bytes", |salt| {
        fails(salt, move |list: Vec<u8>| !(6..=16).contains(&list.len()) || !is_chosen(list, salt, 600))
    }),
    ("up to 8 numbers", |salt| {
        fails(salt, move |list: Vec<i32>| !(4..=8).contains(&list.len()) || !is_chosen(list, salt, 600))
    }),
];

/// Runs a random property of a random kind; returns its kind if no input was found on which it is false.
pub(crate) fn missed(seed: u64) -> Option<&'static str> {
    let mut dice = Dice::new(seed);
    let (kind, fails) = dice.pick(&KINDS);
    (!fails(dice.number())).then_some(*kind)
}
