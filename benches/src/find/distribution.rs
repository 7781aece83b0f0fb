//! The draws of a tool from a type in some time: lengths, shares, and events that real bugs need.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::cases::Preferences;
use super::input::Input;
use super::tools::{Property, Tool};
use super::trial::Budget;

/// A number that describes an input.
pub enum Measure<T> {
    /// A length: median, mean and the largest are shown.
    Length(&'static str, fn(&T) -> usize),
    /// A share of the input, or whether it is of a kind: the mean is shown.
    Share(&'static str, fn(&T) -> f64),
}

/// Something that a bug may need.
pub type Event<T> = (&'static str, fn(&T) -> bool);

/// A type that is looked at.
pub trait Drawn: Input {
    /// What describes it.
    fn measures() -> Vec<Measure<Self>>;

    /// What should happen in a default second.
    fn events() -> Vec<Event<Self>>;
}

/// What was drawn.
pub struct Draws {
    /// The number of inputs.
    pub inputs: u64,
    /// The measures by name.
    pub measures: Vec<(&'static str, String)>,
    /// How often each event happened.
    pub events: Vec<(&'static str, u64)>,
}

/// The values of one measure, or the number of hits of each event, as inputs are drawn.
#[derive(Default)]
struct Tally {
    inputs: u64,
    lengths: Vec<Vec<usize>>,
    shares: Vec<f64>,
    hits: Vec<u64>,
}

/// Draws inputs of a type with a tool, by a property that holds of all.
///
/// # Panics
/// If the tool takes lazy properties only.
pub fn draws<T: Drawn>(tool: Tool, budget: Budget) -> Draws {
    let (measures, events) = (Arc::new(T::measures()), T::events());
    let tally = Arc::new(Mutex::new(Tally {
        lengths: vec![Vec::new(); measures.len()],
        shares: vec![0.0; measures.len()],
        hits: vec![0; events.len()],
        ..Tally::default()
    }));
    let (own, names) = (Arc::clone(&tally), events.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let measured = Arc::clone(&measures);
    let property: Property<T> = Arc::new(move |input| {
        let mut tally = own.lock().unwrap_or_else(PoisonError::into_inner);
        tally.inputs += 1;
        for (i, measure) in measured.iter().enumerate() {
            match measure {
                Measure::Length(_, of) => tally.lengths[i].push(of(input)),
                Measure::Share(_, of) => tally.shares[i] += of(input),
            }
        }
        for (i, (_, happens)) in events.iter().enumerate() {
            tally.hits[i] += u64::from(happens(input));
        }
        Some(true)
    });
    tool.run(property, 1, budget).expect("the tool takes plain properties");
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    let inputs = tally.inputs;
    let shown = measures.iter().enumerate().map(|(i, measure)| match measure {
        Measure::Length(name, _) => (*name, lengths(&mut tally.lengths[i])),
        Measure::Share(name, _) => (*name, format!("{:.1} %", 100.0 * ratio(tally.shares[i], inputs))),
    });
    let measures = shown.collect();
    Draws { inputs, measures, events: names.into_iter().zip(tally.hits.iter().copied()).collect() }
}

#[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
fn ratio(sum: f64, count: u64) -> f64 {
    sum / count.max(1) as f64
}

/// Returns the median, the mean and the largest of some lengths.
#[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
fn lengths(lengths: &mut [usize]) -> String {
    lengths.sort_unstable();
    let Some(most) = lengths.last() else { return "-".to_owned() };
    let mean = ratio(lengths.iter().sum::<usize>() as f64, lengths.len() as u64);
    format!("{}, {mean:.1}, {most}", lengths[lengths.len() / 2])
}

/// Returns the share of elements of a kind; 0 of none.
#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share<I: Iterator>(elements: I, is: impl Fn(&I::Item) -> bool) -> f64 {
    let (mut count, mut hits) = (0_u64, 0_u64);
    elements.for_each(|element| {
        count += 1;
        hits += u64::from(is(&element));
    });
    ratio(hits as f64, count)
}

fn whether(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// Returns whether a list has a part of `length` elements of a kind.
fn has_part<T>(list: &[T], length: usize, is: impl Fn(&[T]) -> bool) -> bool {
    list.windows(length).any(is)
}

impl Drawn for Vec<u8> {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Length("length: median, mean, largest", Vec::len),
            Measure::Share("bytes that are printable ASCII", |list| {
                share(list.iter(), |byte| matches!(byte, b' '..=b'~'))
            }),
            Measure::Share("neighbours that are equal", |list| {
                share(list.windows(2), |pair| pair[0] == pair[1])
            }),
            Measure::Share("bytes of 128 or more", |list| share(list.iter(), |byte| **byte >= 128)),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("length over 256", |list| list.len() > 256),
            ("length over 1,000", |list| list.len() > 1000),
            ("length over 4,096", |list| list.len() > 4096),
            ("two equal of three in a row", |list| {
                has_part(list, 3, |it| it[0] == it[1] || it[1] == it[2] || it[0] == it[2])
            }),
            ("five ascending in a row", |list| has_part(list, 5, |it| it.is_sorted_by(|a, b| a < b))),
            ("sorted, ten or more, not all equal", |list| {
                list.len() >= 10 && list.is_sorted() && list[0] != list[list.len() - 1]
            }),
            ("eight equal in a row, not 0", |list| {
                has_part(list, 8, |it| it[0] != 0 && it.iter().all(|byte| *byte == it[0]))
            }),
            ("0 and 255 in one list", |list| list.contains(&0) && list.contains(&255)),
            ("0xDE before 0xAD", |list| has_part(list, 2, |it| it == [0xDE, 0xAD])),
        ]
    }
}

impl Drawn for String {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Length("characters: median, mean, largest", |text| text.chars().count()),
            Measure::Share("characters that are printable ASCII", |text| {
                share(text.chars(), |c| matches!(c, ' '..='~'))
            }),
            Measure::Share("texts of printable ASCII, not empty", |text| {
                whether(!text.is_empty() && text.chars().all(|c| matches!(c, ' '..='~')))
            }),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("over 256 characters", |text| text.chars().count() > 256),
            ("over 1,000 characters", |text| text.chars().count() > 1000),
            ("CR LF", |text| text.contains("\r\n")),
            ("an escape: a backslash before n, a quotation mark or a backslash", |text| {
                ["\\n", "\\\"", "\\\\"].iter().any(|escape| text.contains(escape))
            }),
            ("a text between quotation marks", |text| {
                text.split('"').nth(2).is_some() && !text.contains("\"\"")
            }),
            ("three digits in a row", |text| {
                has_part(text.as_bytes(), 3, |it| it.iter().all(u8::is_ascii_digit))
            }),
            ("four small letters in a row", |text| {
                has_part(text.as_bytes(), 4, |it| it.iter().all(u8::is_ascii_lowercase))
            }),
            ("printable ASCII, eight or more", |text| {
                text.len() >= 8 && text.chars().all(|c| matches!(c, ' '..='~'))
            }),
            ("a letter, then white space at the end", |text| {
                text.ends_with(char::is_whitespace) && text.contains(char::is_alphabetic)
            }),
            ("a character beyond U+FFFF", |text| text.chars().any(|c| c > '\u{FFFF}')),
        ]
    }
}

impl Drawn for i32 {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Share("below 100 in magnitude", |x| whether(x.unsigned_abs() < 100)),
            Measure::Share("of 65,536 or more in magnitude", |x| whether(x.unsigned_abs() >= 1 << 16)),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("the smallest number", |x| *x == i32::MIN),
            ("a power of two, or one less, of 20 bits or more", |x| {
                *x >= 1 << 19 && (x.count_ones() == 1 || x.wrapping_add(1).count_ones() == 1)
            }),
            ("a round number: thousands, over 100,000", |x| *x > 100_000 && x % 1000 == 0),
        ]
    }
}

impl Drawn for (u32, u32) {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Share("equal pairs", |(a, b)| whether(a == b)),
            Measure::Share("both of 65,536 or more", |(a, b)| whether(*a.min(b) >= 1 << 16)),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("equal, over 1,000", |(a, b)| a == b && *a > 1000),
            ("one more than the other, over 1,000", |(a, b)| a.abs_diff(*b) == 1 && *a > 1000),
            ("a sum that overflows", |(a, b)| a.checked_add(*b).is_none()),
        ]
    }
}

#[expect(clippy::implicit_hasher, reason = "the type that is measured")]
impl Drawn for HashMap<String, u32> {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Length("entries: median, mean, largest", HashMap::len),
            Measure::Share("keys that are printable ASCII", |map| {
                share(map.keys(), |key| key.chars().all(|c| matches!(c, ' '..='~')))
            }),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("over 64 entries", |map| map.len() > 64),
            ("two keys of which one begins the other, not empty", |map| {
                let mut keys: Vec<&String> = map.keys().filter(|key| !key.is_empty()).collect();
                keys.sort_unstable();
                keys.windows(2).any(|pair| pair[1].starts_with(pair[0].as_str()))
            }),
            ("two equal values, not 0", |map| {
                let mut values: Vec<&u32> = map.values().filter(|value| **value != 0).collect();
                values.sort_unstable();
                values.windows(2).any(|pair| pair[0] == pair[1])
            }),
        ]
    }
}

impl Drawn for Preferences {
    fn measures() -> Vec<Measure<Self>> {
        vec![
            Measure::Length("characters of the name: median, mean, largest", |it| it.name.chars().count()),
            Measure::Share("two ports that are equal", |it| whether(it.port == it.proxy_port)),
            Measure::Share("a width of 256 or more", |it| whether(it.width >= 256)),
        ]
    }

    fn events() -> Vec<Event<Self>> {
        vec![
            ("two equal fields, not 0", |it| it.port == it.proxy_port && it.port != 0),
            ("four fields in relation", |it| it.dark && it.compact && !it.sidebar && it.zoom > 200),
        ]
    }
}
