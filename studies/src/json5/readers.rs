//! The released readers that should agree.

use super::values::Json;
use crate::panics;

/// A crate that reads JSON5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reader {
    /// The crate `json5`.
    Json5,
    /// The crate `json-five`.
    JsonFive,
    /// The crate `serde_json5`.
    SerdeJson5,
}

/// What a reader made of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A value.
    Value(Json),
    /// An error.
    Rejected(String),
    /// A panic.
    Panicked(String),
}

impl Reader {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Json5, Self::JsonFive, Self::SerdeJson5];

    /// Returns the name of the crate.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json5 => "json5",
            Self::JsonFive => "json-five",
            Self::SerdeJson5 => "serde_json5",
        }
    }

    /// Reads a text.
    pub fn read(self, text: &str) -> Reading {
        let result = panics::catch(|| match self {
            Self::Json5 => json5::from_str(text).map_err(|error| error.to_string()),
            Self::JsonFive => json_five::from_str(text).map_err(|error| error.to_string()),
            Self::SerdeJson5 => serde_json5::from_str(text).map_err(|error| error.to_string()),
        });
        match result {
            Err(message) => Reading::Panicked(message),
            Ok(Err(message)) => Reading::Rejected(message),
            Ok(Ok(value)) => Reading::Value(value),
        }
    }
}
