//! Types that `serde` stores; the first ones are read back as others.

use serde::{Deserialize, Serialize};

/// Is stored without a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partly {
    pub own: u8,
    #[serde(skip)]
    pub rest: bool,
}

/// Two of its variants have one name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Level {
    Low,
    #[serde(rename(serialize = "Low"))]
    Middle,
    High,
}

/// Holds a value, which is stored.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held<T> {
    own: T,
}

impl<T> Held<T> {
    pub fn new(own: T) -> Held<T> {
        Held { own }
    }
}

/// Keeps the law where JSON can: it has neither NaN nor an infinity, and one `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Right {
    pub number: f64,
    pub text: String,
    pub perhaps: Option<Option<bool>>,
}

/// Is stored, and not read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Written(pub u8);

/// Is read, and not stored.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Read(pub u8);
