//! The constants of the code under test.

use everycase_kernel::{At, Derivation};

use super::floats::Floats;

/// A constant that an input contains.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A number.
    Number(i128),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
}

/// Numbers and texts that the code under test mentions: inputs with them take paths that others do
/// not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    /// In 128-bit two's complement, sorted.
    pub(super) numbers: Vec<u128>,
    /// By their length, each as its characters or bytes.
    pub(super) texts: Vec<Vec<u32>>,
    /// The bits of finite numbers, sorted.
    pub(super) floats: Vec<u64>,
}

impl Constants {
    /// Returns constants: numbers in 128-bit two's complement, and texts as their characters or
    /// bytes. Empty texts are left out.
    pub fn new(numbers: impl IntoIterator<Item = u128>, texts: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let mut numbers: Vec<u128> = numbers.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut texts: Vec<Vec<u32>> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        texts.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts.dedup();
        Self { numbers, texts, floats: Vec::new() }
    }

    /// Returns the same constants with these floating-point numbers, for [`Floats`]. Infinities and
    /// NaN are left out.
    #[must_use]
    pub fn with_floats(self, floats: impl IntoIterator<Item = f64>) -> Self {
        let finite = floats.into_iter().filter(|float| float.is_finite());
        let mut floats: Vec<u64> = finite.map(f64::to_bits).collect();
        floats.sort_unstable();
        floats.dedup();
        Self { floats, ..self }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.texts.is_empty() && self.floats.is_empty()
    }

    /// Returns whether a number, in 128-bit two's complement, is one of them.
    pub fn has_number(&self, number: u128) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Returns whether a floating-point number is one of them.
    pub fn has_float(&self, float: f64) -> bool {
        self.floats.binary_search(&float.to_bits()).is_ok()
    }

    /// Returns whether a text is one of them.
    pub fn has_text(&self, text: &[u32]) -> bool {
        self.of_length(text.len()).iter().any(|own| own == text)
    }

    /// Returns the constants that a derivation contains: numbers that are hardly there by accident,
    /// and texts of several characters, each once. Takes time in its size and in the number of
    /// texts.
    pub fn within(&self, derivation: &Derivation) -> Vec<Constant> {
        /// Numbers of fewer bits are in many inputs.
        const FEW_BITS: u32 = 6;
        let mut found = Vec::new();
        let mut text: Vec<u32> = Vec::new();
        let mut add = |constant: Constant| {
            if !found.contains(&constant) {
                found.push(constant);
            }
        };
        for part in parts(derivation) {
            match part {
                Part::Character(character) => text.push(character),
                Part::Cons => {}
                Part::Number(number) => {
                    let magnitude = if number < 0 { number.unsigned_abs() } else { number.cast_unsigned() };
                    let bits = u128::BITS - magnitude.leading_zeros();
                    if bits > FEW_BITS && self.has_number(number.cast_unsigned()) {
                        add(Constant::Number(number));
                    }
                    // Bytes may be text.
                    text.extend(u8::try_from(number).map(u32::from));
                }
                Part::Float(float) => {
                    // Halves near zero are in many inputs.
                    let is_common = (2.0 * float).fract() == 0.0 && float.abs() < f64::from(1 << FEW_BITS);
                    if !is_common && self.has_float(float) {
                        add(Constant::Float(float));
                    }
                }
                Part::Other => {
                    self.texts_in(&text).for_each(|text| add(Constant::Text(text)));
                    text.clear();
                }
            }
        }
        self.texts_in(&text).for_each(|text| add(Constant::Text(text)));
        found
    }

    /// Returns the texts of several characters in a text.
    fn texts_in(&self, text: &[u32]) -> impl Iterator<Item = String> {
        let own = self
            .texts
            .iter()
            .filter(move |own| own.len() > 1 && text.windows(own.len()).any(|window| window == &own[..]));
        own.map(|own| own.iter().filter_map(|&c| char::from_u32(c)).collect())
    }

    /// Returns the texts of a length.
    pub(super) fn of_length(&self, length: usize) -> &[Vec<u32>] {
        let first = self.texts.partition_point(|text| text.len() < length);
        let end = self.texts.partition_point(|text| text.len() <= length);
        &self.texts[first..end]
    }
}

/// A decision of a derivation.
enum Part {
    Character(u32),
    Number(i128),
    Float(f64),
    /// One more element of a list.
    Cons,
    Other,
}

/// Returns the decisions of a derivation in pre-order.
fn parts(derivation: &Derivation) -> impl Iterator<Item = Part> {
    let mut open: Vec<At<'_>> = vec![derivation.root()];
    std::iter::from_fn(move || {
        let at = open.pop()?;
        if let Some(character) = at.character() {
            return Some(Part::Character(character.into()));
        }
        if let Some(number) = at.number() {
            return Some(Part::Number(number));
        }
        if let Some(floats) = at.payload::<Floats>() {
            return Some(Part::Float(floats.read(at)));
        }
        open.extend((0..at.arity().unwrap_or(0)).rev().map(|field| at.field(field)));
        Some(if at.label() == "cons" { Part::Cons } else { Part::Other })
    })
}
