//! Literals: the one kind of leaf whose content is enumerated.

use std::ffi::CString;
use std::num::NonZeroU8;

use everycase::Enumerable;
use proc_macro2::Span;

use super::names::tok;

/// Any literal expression.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// `12u8`
    Int(Integer),
    /// `1.5e3`
    Float(Float),
    /// `'c'`
    Char(char),
    /// `b'c'`
    Byte(u8),
    /// `"text"`
    Str(String),
    /// `r#"text"#`
    RawStr(Vec<RawChar>),
    /// `b"text"`
    ByteStr(Vec<u8>),
    /// `c"text"`
    CStr(Vec<NonZeroU8>),
}

/// An integer as it is written.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Integer {
    /// `0`
    Plain(u64),
    /// `0x1F`
    Hexadecimal(u64),
    /// `0b1`
    Binary(u64),
    /// `1u8`
    Suffixed(u64, IntSuffix),
    /// `1_000`, whose groups are written apart
    Grouped(u8, u16),
}

/// The type written behind an integer.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum IntSuffix {
    /// `u8`
    U8,
    /// `i64`
    I64,
    /// `usize`
    Usize,
}

/// A floating-point number as it is written.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Float {
    /// `1.`, which must not meet another dot
    Trailing(u8),
    /// `1.5`
    Fraction(u8, u8),
    /// `1e5`
    Exponent(u8, u8),
    /// `1.5e-5`
    Full(u8, u8, i8),
    /// `1f32`
    Suffixed(u8),
    /// `1.5_f64`
    FractionSuffixed(u8, u8),
}

/// A character of a raw string: the alphabet that a printer could trip over, without the bare carriage return, which no
/// Rust string may contain.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum RawChar {
    /// An ordinary letter.
    Letter,
    /// `\`, which is nothing special here.
    Backslash,
    /// `"`, which closes the string unless a `#` is missing behind it.
    Quote,
    /// `#`
    Hash,
    /// The end of a line.
    Newline,
    /// A blank.
    Space,
}

impl RawChar {
    fn to_char(&self) -> char {
        match self {
            Self::Letter => 'a',
            Self::Backslash => '\\',
            Self::Quote => '"',
            Self::Hash => '#',
            Self::Newline => '\n',
            Self::Space => ' ',
        }
    }
}

impl Literal {
    /// Returns the literal as `syn` has it.
    pub fn to_syn(&self) -> syn::Lit {
        let span = Span::call_site();
        match self {
            Self::Bool(value) => syn::Lit::Bool(syn::LitBool::new(*value, span)),
            Self::Int(int) => syn::Lit::Int(int.to_syn("")),
            Self::Float(float) => float.to_syn(""),
            Self::Char(value) => syn::Lit::Char(syn::LitChar::new(*value, span)),
            Self::Byte(value) => syn::Lit::Byte(syn::LitByte::new(*value, span)),
            Self::Str(text) => syn::Lit::Str(syn::LitStr::new(text, span)),
            Self::RawStr(chars) => raw_string(&chars.iter().map(RawChar::to_char).collect::<String>()),
            Self::ByteStr(bytes) => syn::Lit::ByteStr(syn::LitByteStr::new(bytes, span)),
            Self::CStr(bytes) => syn::Lit::CStr(syn::LitCStr::new(&CString::from(bytes.clone()), span)),
        }
    }

    /// Returns the literal as an expression.
    pub fn to_expr(&self) -> syn::ExprLit {
        syn::ExprLit { attrs: tok(), lit: self.to_syn() }
    }

    /// Returns the literal, with a minus in front if it is a number: patterns know negative numbers as literals.
    pub fn to_negative_expr(&self) -> syn::ExprLit {
        let lit = match self {
            Self::Int(int) => syn::Lit::Int(int.to_syn("-")),
            Self::Float(float) => float.to_syn("-"),
            other => other.to_syn(),
        };
        syn::ExprLit { attrs: tok(), lit }
    }
}

impl Integer {
    fn to_syn(&self, sign: &str) -> syn::LitInt {
        let text = match self {
            Self::Plain(n) => format!("{sign}{n}"),
            Self::Hexadecimal(n) => format!("{sign}0x{n:X}"),
            Self::Binary(n) => format!("{sign}0b{n:b}"),
            Self::Suffixed(n, suffix) => {
                let suffix = match suffix {
                    IntSuffix::U8 => "u8",
                    IntSuffix::I64 => "i64",
                    IntSuffix::Usize => "usize",
                };
                format!("{sign}{n}{suffix}")
            }
            Self::Grouped(thousands, rest) => format!("{sign}{thousands}_{rest:03}"),
        };
        syn::LitInt::new(&text, Span::call_site())
    }
}

impl Float {
    fn to_syn(&self, sign: &str) -> syn::Lit {
        let text = match self {
            Self::Trailing(n) => format!("{sign}{n}."),
            Self::Fraction(n, f) => format!("{sign}{n}.{f}"),
            Self::Exponent(n, e) => format!("{sign}{n}e{e}"),
            Self::Full(n, f, e) => format!("{sign}{n}.{f}E{e}"),
            Self::Suffixed(n) => format!("{sign}{n}f32"),
            Self::FractionSuffixed(n, f) => format!("{sign}{n}.{f}_f64"),
        };
        if matches!(self, Self::Suffixed(_)) {
            // To `syn`'s parser a number without a point or an exponent is an integer, whatever its suffix.
            syn::Lit::Int(syn::LitInt::new(&text, Span::call_site()))
        } else {
            syn::Lit::Float(syn::LitFloat::new(&text, Span::call_site()))
        }
    }
}

/// Returns a raw string with as many `#` as its content needs. `syn` has no constructor for one, so its text is parsed; that
/// it is a literal is certain by construction.
fn raw_string(content: &str) -> syn::Lit {
    let mut hashes = String::new();
    while content.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    syn::parse_str(&format!("r{hashes}\"{content}\"{hashes}"))
        .expect("a raw string with enough hashes is a literal")
}
