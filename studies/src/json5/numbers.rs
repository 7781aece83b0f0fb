//! Numbers (section 6).

use std::fmt::Write;

use everycase::Enumerable;

/// A number as it is written.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Number {
    sign: Sign,
    magnitude: Magnitude,
}

/// The sign.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Sign {
    /// Nothing.
    None,
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// The number without its sign.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Magnitude {
    /// `12`
    Integer(u64),
    /// `12.5`
    Fraction(u64, Digits),
    /// `.5`
    LeadingPoint(Digits),
    /// `12.`
    TrailingPoint(u64),
    /// `12e-3`
    Exponent(u64, ExponentSign, u16),
    /// `12.5E3`
    FractionExponent(u64, Digits, ExponentSign, u16),
    /// `.5e3`
    LeadingPointExponent(Digits, ExponentSign, u16),
    /// `12.e3`
    TrailingPointExponent(u64, ExponentSign, u16),
    /// `0x1f`
    Hexadecimal(u128),
    /// `0X1F`
    UpperHexadecimal(u64),
    /// An integer of more digits than any machine integer has.
    Long(u8),
    /// `Infinity`
    Infinity,
    /// `NaN`
    NaN,
}

/// The sign of an exponent, and its letter.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ExponentSign {
    /// `e`
    None,
    /// `e+`
    Plus,
    /// `e-`
    Minus,
    /// `E`
    Upper,
}

/// The digits behind a point: leading zeros and a number.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Digits {
    /// `5`
    Plain(u32),
    /// `05`
    AfterZero(Box<Digits>),
}

impl Number {
    pub(crate) fn write(&self, text: &mut String) {
        text.push_str(match self.sign {
            Sign::None => "",
            Sign::Plus => "+",
            Sign::Minus => "-",
        });
        text.push_str(&self.magnitude.to_text());
    }

    /// Returns the number it means.
    pub fn meaning(&self) -> f64 {
        let magnitude = self.magnitude.meaning();
        if self.sign == Sign::Minus { -magnitude } else { magnitude }
    }
}

impl Magnitude {
    fn to_text(&self) -> String {
        match self {
            Self::Integer(n) => n.to_string(),
            Self::Fraction(n, digits) => format!("{n}.{}", digits.to_text()),
            Self::LeadingPoint(digits) => format!(".{}", digits.to_text()),
            Self::TrailingPoint(n) => format!("{n}."),
            Self::Exponent(n, sign, e) => format!("{n}{}{e}", sign.text()),
            Self::FractionExponent(n, digits, sign, e) => {
                format!("{n}.{}{}{e}", digits.to_text(), sign.text())
            }
            Self::LeadingPointExponent(digits, sign, e) => format!(".{}{}{e}", digits.to_text(), sign.text()),
            Self::TrailingPointExponent(n, sign, e) => format!("{n}.{}{e}", sign.text()),
            Self::Hexadecimal(n) => format!("0x{n:x}"),
            Self::UpperHexadecimal(n) => format!("0X{n:X}"),
            Self::Long(n) => format!("1{}{n}", "0".repeat(40)),
            Self::Infinity => "Infinity".to_owned(),
            Self::NaN => "NaN".to_owned(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a hexadecimal number means the double nearest to it")]
    fn meaning(&self) -> f64 {
        match self {
            Self::Hexadecimal(n) => *n as f64,
            Self::UpperHexadecimal(n) => *n as f64,
            Self::Infinity => f64::INFINITY,
            Self::NaN => f64::NAN,
            // Rust reads all other forms as JSON5 does, and correctly rounded.
            decimal => decimal.to_text().parse().unwrap_or(f64::NAN),
        }
    }
}

impl ExponentSign {
    fn text(&self) -> &'static str {
        match self {
            Self::None => "e",
            Self::Plus => "e+",
            Self::Minus => "e-",
            Self::Upper => "E",
        }
    }
}

impl Digits {
    fn to_text(&self) -> String {
        let mut text = String::new();
        let mut digits = self;
        loop {
            match digits {
                Self::Plain(n) => {
                    let _ = write!(text, "{n}");
                    return text;
                }
                Self::AfterZero(rest) => {
                    text.push('0');
                    digits = rest;
                }
            }
        }
    }
}
