//! Characters, and bytes that are text.

use everycase_kernel::Rng;

use super::constants::Constants;
use super::leaf::{Leaf, Leaves, near};
use super::{Open, below, one_of};

/// Sequences that parsers, printers and file systems treat specially.
const SEQUENCES: [&str; 24] = [
    "\r\n", "\\n", "\\\"", "\\\\", "\\u00e9", "\"\"", "''", "../", "//", "/*", "*/", "--", "%20", "%%",
    "&amp;", "<!--", "${", "{}", "-0", "0x", "1e9", "0.1", "null", "  ",
];

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
        match below(20, rng) {
            0..6 => Self::Mixed,
            6..9 => Self::Letters,
            9..12 => Self::Printable,
            12..14 => Self::Digits,
            14..18 => Self::Few(1 + below(4, rng)),
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
            Self::Digits => match below(8, rng) {
                0 => u32::from(*one_of(b"+-.,eE_x/: ", rng).unwrap_or(&b'.')),
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
        if !constants.texts.is_empty() && below(2, rng) == 0 {
            let fitting = constants.texts.partition_point(|text| text.len() <= length);
            // One that is too long is cut.
            let among = if below(4, rng) == 0 { constants.texts.len() } else { fitting };
            let Some(text) = one_of(&constants.texts[..among], rng) else { continue };
            let piece = match below(4, rng) {
                0 => &text[..=below(text.len(), rng)],
                1 => &text[below(text.len(), rng)..],
                _ => &text[..],
            };
            put(characters, place(length, piece.len(), rng), piece, leaves);
        } else {
            let sequence = SEQUENCES[below(SEQUENCES.len(), rng)];
            let piece: Vec<u32> = sequence.chars().map(u32::from).collect();
            put(characters, place(length, piece.len(), rng), &piece, leaves);
        }
    }
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

/// Lays a text over the characters from a place on, as far as it goes.
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
