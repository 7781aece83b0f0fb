//! The text of JSON5 documents, version 1.0.0 of its specification, as a system of types: not the values, but the ways
//! to write them down, each with the value it means.

mod blanks;
mod check;
mod documents;
mod numbers;
mod readers;
mod strings;
mod tokens;
mod values;

use everycase::{Enumerable, Space};

pub use blanks::{Blank, CommentPart, LineEnd};
pub use check::{Finding, Wrong, check};
pub use documents::{Document, Key, Member, Value};
pub use numbers::{Digits, ExponentSign, Magnitude, Number, Sign};
pub use readers::{Reader, Reading};
pub use strings::{IdentifierPart, IdentifierStart, Name, Quote, StringPart, Text};
pub use tokens::Token;
pub use values::Json;

/// What is given to the readers.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Input {
    /// A document: every reader has to accept it, and to read the value it means.
    Document(Document),
    /// Any sequence of tokens: mostly no document, but the readers should agree.
    Tokens(Vec<Token>),
}

impl Input {
    /// Returns the kinds of input, searched one after the other: otherwise tokens, of which there are more at most sizes,
    /// would leave no room for documents.
    pub fn kinds() -> Vec<(&'static str, Space<Self>)> {
        let document = |input: &Self| match input {
            Self::Document(document) => Some(document.clone()),
            Self::Tokens(_) => None,
        };
        let tokens = |input: &Self| match input {
            Self::Tokens(tokens) => Some(tokens.clone()),
            Self::Document(_) => None,
        };
        vec![
            ("documents", Document::space().injection(Self::Document, document)),
            ("tokens", Vec::<Token>::space().injection(Self::Tokens, tokens)),
        ]
    }

    /// Returns the text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        match self {
            Self::Document(document) => document.write(&mut text),
            Self::Tokens(tokens) => tokens.iter().for_each(|token| token.write(&mut text)),
        }
        text
    }

    /// What the text means, where the grammar says so.
    pub fn meaning(&self) -> Option<Json> {
        match self {
            Self::Document(document) => Some(document.meaning()),
            Self::Tokens(_) => None,
        }
    }
}
