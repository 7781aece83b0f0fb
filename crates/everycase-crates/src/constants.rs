//! Numbers and texts that expressions begin with: small ones, boundaries, and those that the crate
//! mentions.

use std::sync::Arc;

use everycase_check::literals::Literals;
use rustc_hash::FxHashSet;

use crate::expression::{Expression, INTEGERS, WIDTHS, kind};

/// Constants of a crate.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    integers: Vec<i128>,
    floats: Vec<f64>,
    /// The texts, short ones first.
    pub texts: Vec<Arc<str>>,
    /// The byte strings.
    pub bytes: Vec<Vec<u8>>,
}

/// The texts that every crate gets: their characters have one to four bytes, are digits, white
/// space, separators, or combine with others.
pub const TEXTS: [&str; 31] = [
    "",
    "a",
    "1",
    " ",
    "é",
    "0",
    "-",
    ".",
    "A",
    "\n",
    "{}",
    "a b",
    "你",
    "\u{1b}",
    "🦀",
    "e\u{301}",
    "/",
    "-1",
    "\0",
    ":",
    "+",
    "%",
    "\"",
    "\\",
    "1.0",
    "ab",
    "\r\n",
    "a你",
    "ß",
    "\u{200d}",
    "99999999999999999999",
];

impl Constants {
    /// Returns the constants of a crate.
    pub fn new(own: &Literals) -> Constants {
        const MOST: usize = 400;
        let mut texts: Vec<&String> = own.texts.iter().filter(|own| own.len() <= 40).collect();
        texts.sort_by_key(|own| (own.chars().count(), (*own).clone()));
        Constants {
            integers: own.integers.iter().copied().filter(|own| own.unsigned_abs() > 2).take(MOST).collect(),
            floats: own.floats.iter().copied().take(MOST).collect(),
            texts: texts.into_iter().take(MOST).map(|own| Arc::from(&**own)).collect(),
            bytes: own.bytes.iter().filter(|own| own.len() <= 40).take(MOST).cloned().collect(),
        }
    }

    /// Returns the constants of two versions of a crate.
    pub fn of_both(new: &Literals, old: &Literals) -> Constants {
        let mut all = new.clone();
        all.integers.extend(&old.integers);
        all.integers.sort_unstable();
        all.integers.dedup();
        all.floats.extend(&old.floats);
        all.floats.sort_by(f64::total_cmp);
        all.floats.dedup_by_key(|own| own.to_bits());
        all.texts.extend(old.texts.iter().cloned());
        all.texts.sort_unstable();
        all.texts.dedup();
        all.bytes.extend(old.bytes.iter().cloned());
        all.bytes.sort_unstable();
        all.bytes.dedup();
        Constants::new(&all)
    }

    /// Returns the integers of the crate that a type of this width holds.
    pub fn integers(&self, kind: u8) -> Vec<u128> {
        let (name, width) = (INTEGERS[usize::from(kind)], WIDTHS[usize::from(kind)]);
        let is_signed = name.starts_with('i');
        let fits = |own: &i128| match (is_signed, width) {
            (true, 128) => true,
            (true, width) => (-(1i128 << (width - 1))..1 << (width - 1)).contains(own),
            (false, 128) => *own >= 0,
            (false, width) => (0..1i128 << width).contains(own),
        };
        self.integers.iter().copied().filter(fits).map(|own| masked(own.cast_unsigned(), kind)).collect()
    }

    /// Returns the constants of a kind of number, each with its size: the smaller, the sooner it is
    /// tried.
    pub fn numbers(&self, of: u8) -> Vec<(u128, u32)> {
        let character = |own: char| u128::from(u32::from(own));
        let all: Vec<(u128, u32)> = match of {
            0..=11 => self.all_integers(of),
            kind::F64 | kind::F32 => self.all_floats(of),
            kind::BOOL => vec![(0, 1), (1, 1)],
            kind::CHAR => {
                let own = self.texts.iter().filter(|own| own.chars().count() == 1);
                let own = own.filter_map(|own| own.chars().next()).take(40);
                let rest =
                    ['🦀', '\u{10ffff}', '\n', '-', '.', '/', '\u{301}', 'ß', '\u{200d}', '\u{7f}', '\u{80}'];
                let first = [('a', 1), ('0', 1), (' ', 2), ('é', 2), ('A', 2), ('\0', 2), ('你', 2)];
                let rest = rest.into_iter().chain(own).map(|own| (own, 3));
                first.into_iter().chain(rest).map(|(own, size)| (character(own), size)).collect()
            }
            kind::UNIT => vec![(0, 1)],
            kind::ATOM => vec![(0, 1), (1, 1), (2, 2)],
            _ => vec![(0, 1), (0xff, 1), (0b0101_0101, 2), (0b0110_0001, 2), (0b1000_0000, 3)],
        };
        let mut seen = FxHashSet::default();
        all.into_iter().filter(|own| seen.insert(own.0)).collect()
    }

    /// Returns small integers, boundaries, and what the crate mentions.
    fn all_integers(&self, of: u8) -> Vec<(u128, u32)> {
        const SMALL: [u128; 18] = [4, 5, 7, 8, 10, 16, 20, 31, 32, 60, 63, 64, 100, 127, 128, 255, 256, 1000];
        let width = WIDTHS[usize::from(of)];
        let is_signed = INTEGERS[usize::from(of)].starts_with('i');
        let most = if is_signed { (1u128 << (width - 1)) - 1 } else { masked(u128::MAX, of) };
        let mut all = vec![(0, 1), (1, 1), (2, 2), (3, 2), (most, 2)];
        if is_signed {
            all.extend([(masked(u128::MAX, of), 2), (most + 1, 2)]);
        }
        all.push((most - 1, 3));
        all.extend(SMALL.into_iter().filter(|own| *own <= most).map(|own| (own, 3)));
        for power in [31, 32, 33, 53, 63, 64] {
            if power < width - u32::from(is_signed) {
                all.extend([(1 << power, 3), ((1 << power) - 1, 3)]);
            }
        }
        all.extend(self.integers(of).into_iter().take(60).map(|own| (own, 3)));
        all
    }

    /// Returns small floating-point numbers, boundaries, and what the crate mentions.
    fn all_floats(&self, of: u8) -> Vec<(u128, u32)> {
        const FIRST: [(f64, u32); 6] =
            [(0.0, 1), (1.0, 1), (-1.0, 2), (0.5, 2), (f64::NAN, 2), (f64::INFINITY, 2)];
        const REST: [f64; 18] = [
            -0.0,
            f64::NEG_INFINITY,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            f64::EPSILON,
            0.999_999_999_999_9,
            1e-9,
            1e9,
            1e18,
            9.3e18,
            1.9e19,
            1e100,
            180.0,
            -180.0,
            90.0,
            1.5,
            1e-310,
        ];
        let bits = |own: f64| match of {
            kind::F64 => u128::from(own.to_bits()),
            _ => u128::from((own as f32).to_bits()),
        };
        let rest = REST.into_iter().chain(self.floats.iter().copied().take(40)).map(|own| (own, 3));
        FIRST.into_iter().chain(rest).map(|(own, size)| (bits(own), size)).collect()
    }

    /// Returns texts with their sizes.
    pub fn texts(&self) -> Vec<(Expression, u32)> {
        let mut all: Vec<(Expression, u32)> = Vec::new();
        for (place, text) in TEXTS.iter().enumerate() {
            let size = match place {
                0..2 => 1,
                2..10 => 2,
                _ => 3,
            };
            all.push((Expression::Text(Arc::from(*text)), size));
        }
        for text in self.texts.iter().take(120) {
            if !TEXTS.contains(&&**text) {
                all.push((Expression::Text(Arc::clone(text)), 3));
            }
        }
        all
    }
}

/// Returns the lowest bits of an integer type.
pub fn masked(bits: u128, kind: u8) -> u128 {
    match WIDTHS[usize::from(kind)] {
        128 => bits,
        width => bits & ((1 << width) - 1),
    }
}
