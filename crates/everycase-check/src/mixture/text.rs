//! Characters, and bytes that are text.

use everycase_kernel::Rng;

use super::constants::Constants;
use super::leaf::{Leaf, Leaves, near};
use super::{Open, below, one_of};

/// Sequences that parsers, printers and file systems treat specially.
const SEQUENCES: [&str; 34] = [
    "\r\n", "\\n", "\\\"", "\\\\", "\\u00e9", "\"\"", "''", "../", "/.", "..", "//", "/*", "*/", "--", "**",
    "%20", "%%", "&amp;", "<!--", "${", "{}", "null", "true", "  ", "\n\n", "://", "::", "[]", "/", "~",
    "a/..", "./a", "a//b", "C:\\",
];

/// Texts that are numbers, nearly numbers, dates or times.
const NUMBERS: [&str; 32] = [
    "0",
    "-0",
    "00",
    "01",
    "+1",
    "-1",
    "1.",
    ".5",
    "0.1",
    "+0.0",
    "-0.0",
    "1e9",
    "1E-9",
    "1e100",
    "1e400",
    "0x",
    "0xF",
    "0o7",
    "0b1",
    "1_000",
    "1,000",
    "1/0",
    "0..0",
    "1:1",
    "inf",
    "-inf",
    "NaN",
    "1h",
    "24:00",
    "23:59:60",
    "2024-02-29",
    "1970-01-01T00:00:00Z",
];

/// Powers of two at which the integers of programs end.
const WIDTHS: [u32; 10] = [7, 8, 15, 16, 31, 32, 53, 63, 64, 127];

const PUNCTUATION: &[u8] = b"\"'\\/.,:;-_+=%&?#@!*()[]{}<>|$^~`";

/// Control characters and white space, the frequent ones first.
const CONTROL: [u32; 12] = [0x0A, 0x09, 0x0D, 0x00, 0x0B, 0x0C, 0x1B, 0x7F, 0x85, 0xA0, 0x01, 0x08];

/// Characters that change their number when their case does, that combine, that take no room, and
/// neighbours of surrogates.
const ODD: [u32; 28] = [
    0xDF, 0xE9, 0xFF, 0xB5, 0x130, 0x131, 0x149, 0x17F, 0x1C5, 0x300, 0x301, 0x308, 0x3A3, 0x3C2, 0x5D0,
    0x627, 0x1E9E, 0x200B, 0x200D, 0x202E, 0x2028, 0x212A, 0xD7FF, 0xE000, 0xFB01, 0xFE0F, 0xFEFF, 0xFFFD,
];

/// Beyond the first 2^16 characters.
const ASTRAL: [u32; 6] = [0x1_0000, 0x1_F600, 0x1_F1E9, 0x1_D400, 0x2_0000, 0x10_FFFF];

/// The alphabet of an input's characters.
#[derive(Clone, Copy)]
pub(super) enum Text {
    /// Anything, mostly printable ASCII.
    Mixed,
    /// Small letters.
    Letters,
    /// Letters, digits, blanks and punctuation.
    Printable,
    /// Digits and what numbers have besides.
    Digits,
    /// A few characters.
    Few(usize),
    /// All planes.
    Any,
}

impl Text {
    pub(super) fn draw<R: Rng + ?Sized>(rng: &mut R) -> Self {
        match below(24, rng) {
            0..6 => Self::Mixed,
            6..9 => Self::Letters,
            9..12 => Self::Printable,
            12..16 => Self::Digits,
            16..22 => Self::Few(1 + below(4, rng)),
            _ => Self::Any,
        }
    }

    /// Draws characters, of which there is at least one.
    pub(super) fn fill<R: Rng + ?Sized>(
        self,
        characters: &mut [Open],
        constants: &Constants,
        leaves: &Leaves,
        rng: &mut R,
    ) {
        let few = match self {
            Self::Few(few) => few.min(characters.len()),
            _ => characters.len(),
        };
        for i in 0..characters.len() {
            let (before, open) = characters.split_at_mut(i);
            let Some(leaf) = leaves.get(open[0].slot) else { continue };
            let value = match one_of(&before[..few.min(i)], rng) {
                Some(one) if i >= few => one.value,
                // Some characters are repeated at once, and some are near others.
                _ if i > 0 && below(12, rng) == 0 => before[i - 1].value,
                _ if i > 0 && below(24, rng) == 0 => near(before[below(i, rng)].value, rng),
                _ => self.character(leaf, rng).into(),
            };
            open[0].value = if leaf.has(value) { value } else { leaf.bits(rng) };
        }
        lay(characters, constants, leaves, rng);
    }

    fn character<R: Rng + ?Sized>(self, leaf: &Leaf, rng: &mut R) -> u32 {
        match self {
            Self::Letters => letter(b'a', rng),
            Self::Printable => printable(rng),
            Self::Digits => match below(5, rng) {
                0 => u32::from(*one_of(b"+-..,eE_x/:: ", rng).unwrap_or(&b'.')),
                _ => digit(rng),
            },
            Self::Any => u32::try_from(leaf.bits(rng)).unwrap_or(0),
            Self::Mixed | Self::Few(_) => match below(32, rng) {
                0..24 => printable(rng),
                24..27 => CONTROL[below(below(CONTROL.len(), rng) + 1, rng)],
                27..30 => ODD[below(ODD.len(), rng)],
                30 => ASTRAL[below(ASTRAL.len(), rng)],
                _ => u32::try_from(leaf.bits(rng)).unwrap_or(0),
            },
        }
    }
}

/// Lays pieces of texts over the characters.
fn lay<R: Rng + ?Sized>(characters: &mut [Open], constants: &Constants, leaves: &Leaves, rng: &mut R) {
    let length = characters.len();
    let whole = constants.of_length(length);
    if !whole.is_empty()
        && below(8, rng) == 0
        && let Some(text) = one_of(whole, rng)
    {
        if below(4, rng) == 0 {
            put(characters, 0, &recased(text, rng), leaves);
        } else {
            put(characters, 0, text, leaves);
        }
        return;
    }
    if below(3, rng) != 0 {
        return;
    }
    for _ in 0..=below(3, rng) {
        let piece: Vec<u32> = match below(8, rng) {
            0..4 if !constants.texts.is_empty() => part(constants, length, rng),
            0 | 4 => {
                // Another part of the input: perhaps the beginning of a text that occurs in two
                // places.
                let (start, most) = (below(length, rng), 1 + below(8, rng));
                characters[start..].iter().take(most).map(|open| open.value as u32).collect()
            }
            1 | 5 => scalars(one_of(&NUMBERS, rng).unwrap_or(&"0")),
            2 => scalars(&decimal(rng)),
            _ => scalars(one_of(&SEQUENCES, rng).unwrap_or(&"")),
        };
        put(characters, place(length, piece.len(), rng), &piece, leaves);
    }
}

/// Draws a text of the code, or a part of one, that fits into a length; one of four may be longer.
fn part<R: Rng + ?Sized>(constants: &Constants, length: usize, rng: &mut R) -> Vec<u32> {
    let fitting = constants.texts.partition_point(|text| text.len() <= length);
    let among = if below(4, rng) == 0 { constants.texts.len() } else { fitting };
    let Some(text) = one_of(&constants.texts[..among], rng) else { return Vec::new() };
    match below(4, rng) {
        0 => text[..=below(text.len(), rng)].to_vec(),
        1 => text[below(text.len(), rng)..].to_vec(),
        _ => text.clone(),
    }
}

/// Draws a decimal number at the end of an integer type.
fn decimal<R: Rng + ?Sized>(rng: &mut R) -> String {
    let power = 1u128 << one_of(&WIDTHS, rng).unwrap_or(&8);
    let sign = if below(4, rng) == 0 { "-" } else { "" };
    format!("{sign}{}", power - below(2, rng) as u128 + u128::from(below(4, rng) == 0))
}

fn scalars(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// Returns a text with other cases of ASCII letters: of all, of the first character, or of another
/// one.
fn recased<R: Rng + ?Sized>(text: &[u32], rng: &mut R) -> Vec<u32> {
    let one = match below(3, rng) {
        0 => None,
        1 => Some(0),
        _ => Some(below(text.len(), rng)),
    };
    let recased = |(i, &character): (usize, &u32)| match u8::try_from(character) {
        Ok(letter) if letter.is_ascii_alphabetic() && one.is_none_or(|one| one == i) => character ^ 0x20,
        _ => character,
    };
    text.iter().enumerate().map(recased).collect()
}

/// Draws a place for a piece: the beginning, the end, or any.
fn place<R: Rng + ?Sized>(length: usize, piece: usize, rng: &mut R) -> usize {
    let last = length.saturating_sub(piece);
    match below(4, rng) {
        0 => 0,
        1 => last,
        _ => below(last + 1, rng),
    }
}

/// Lays a text over the characters from a place on, and cuts off what does not fit.
fn put(characters: &mut [Open], place: usize, text: &[u32], leaves: &Leaves) {
    for (open, &character) in characters[place..].iter_mut().zip(text) {
        if leaves.get(open.slot).is_some_and(|leaf| leaf.has(character.into())) {
            open.value = character.into();
        }
    }
}

fn letter<R: Rng + ?Sized>(first: u8, rng: &mut R) -> u32 {
    u32::from(first) + below(26, rng) as u32
}

fn digit<R: Rng + ?Sized>(rng: &mut R) -> u32 {
    u32::from(b'0') + below(10, rng) as u32
}

fn printable<R: Rng + ?Sized>(rng: &mut R) -> u32 {
    match below(20, rng) {
        0..8 => letter(b'a', rng),
        8..10 => letter(b'A', rng),
        10..13 => digit(rng),
        13..15 => u32::from(b' '),
        _ => u32::from(PUNCTUATION[below(PUNCTUATION.len(), rng)]),
    }
}
