//! Values of fields: how each type is written, and read again.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use super::Fields;
use crate::fields;
use crate::records::json::Json;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::text::encoding::Fingerprint;
use crate::text::encoding::{self, Words};

/// A value that a field can have.
pub trait ToJson {
    /// Returns the value.
    fn json(&self) -> Json;

    /// Returns whether an optional field is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A value that can be read from a field.
pub trait FromJson: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// If the value has another type, or is out of range.
    fn of(json: &Json) -> Result<Self, FieldError>;

    /// Returns what an optional field stands for that was left out.
    fn absent() -> Option<Self> {
        None
    }
}

/// Why a record cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The path to the field, which is empty at the value itself.
    path: String,
    is_missing: bool,
}

impl FieldError {
    /// A value that has another type, or is out of range.
    pub const VALUE: FieldError = FieldError { path: String::new(), is_missing: false };

    /// Returns that a field is missing.
    pub(super) fn missing(key: &str) -> FieldError {
        FieldError { path: key.to_owned(), is_missing: true }
    }

    /// Returns the same, seen from around a field or an item.
    #[must_use]
    #[inline]
    pub fn within(self, outer: &str) -> FieldError {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        FieldError { path: format!("{outer}{dot}{}", self.path), ..self }
    }
}

impl fmt::Display for FieldError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldError { path, is_missing } = self;
        let what = if *is_missing { "has no field" } else { "has an unknown value in the field" };
        write!(
            f,
            "the record {what} `{path}`: another version of everycase has written it; run the part again"
        )
    }
}

/// Values of a type: the functions that write one and read one.
macro_rules! values {
    ($($type:ty: $write:expr, $read:expr;)+) => {$(
        impl ToJson for $type {
            fn json(&self) -> Json {
                let write: fn(&$type) -> Json = $write;
                write(self)
            }
        }

        impl FromJson for $type {
            #[inline]
            fn of(json: &Json) -> Result<$type, FieldError> {
                let read: fn(&Json) -> Option<$type> = $read;
                read(json).ok_or(FieldError::VALUE)
            }
        }
    )+};
}

values! {
    bool: |value| Json::Bool(*value), |json| if let Json::Bool(value) = json { Some(*value) } else { None };
    u8: |number| Json::Number((*number).into()), |json| number(json)?.try_into().ok();
    u32: |number| Json::Number((*number).into()), |json| number(json)?.try_into().ok();
    u64: |number| Json::Number(*number), number;
    usize: |number| Json::Number(*number as u64), |json| number(json)?.try_into().ok();
    NonZeroUsize: |number| number.get().json(), |json| NonZeroUsize::new(number(json)?.try_into().ok()?);
    f64: |number| Json::Float(*number), float;
    // Seconds.
    Duration: |time| time.as_secs_f64().json(), |json| Duration::try_from_secs_f64(float(json)?).ok();
    String: |text| text.as_str().json(), |json| text(json).map(str::to_owned);
    Arc<str>: |text| (**text).json(), |json| text(json).map(Arc::from);
    // Counts and seeds may be larger than a reader's numbers.
    BigUint: |count| Json::Text(count.to_string()), |json| text(json)?.parse().ok();
    Seed: |seed| Json::Text(seed.to_string()), |json| Seed::parse(text(json)?);
    Fingerprint: |shape| Json::Text(shape.to_string()), |json| Fingerprint::parse(text(json)?);
    Words: |words| Json::Text(encoding::to_text(&words.0)), |json| encoding::from_text(text(json)?).map(Words);
}

fn number(json: &Json) -> Option<u64> {
    if let Json::Number(number) = json { Some(*number) } else { None }
}

#[expect(clippy::cast_precision_loss, reason = "a number that was written as a float")]
#[inline]
fn float(json: &Json) -> Option<f64> {
    if let Json::Float(number) = json { Some(*number) } else { number(json).map(|number| number as f64) }
}

fn text(json: &Json) -> Option<&str> {
    if let Json::Text(text) = json { Some(text) } else { None }
}

fields! { shard: Shard;
    "index": = shard.index(), "the part of the run, counted from 0; `0` for the whole";
    "of": = shard.of(), "the number of parts; `1` for the whole";
}

impl FromJson for Shard {
    #[inline]
    fn of(json: &Json) -> Result<Shard, FieldError> {
        let (Json::Object(object), &[index, of]) = (json, Shard::FIELDS) else {
            return Err(FieldError::VALUE);
        };
        Shard::new(object.get(index)?, object.get(of)?).ok_or(FieldError::VALUE)
    }
}

/// Gives an enumeration names for records: `ALL`, `name` and `named`, and makes it a value of
/// fields.
#[macro_export]
macro_rules! names {
    ($type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All of them.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Returns its name in records.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// Returns the one with this name.
            #[inline]
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|own| own.name() == name)
            }
        }

        impl $crate::records::ToJson for $type {
            fn json(&self) -> $crate::records::json::Json {
                $crate::records::ToJson::json(self.name())
            }
        }

        impl $crate::records::FromJson for $type {
            #[inline]
            fn of(json: &$crate::records::json::Json) -> Result<$type, $crate::records::FieldError> {
                let $crate::records::json::Json::Text(name) = json else { return Err($crate::records::FieldError::VALUE) };
                $type::named(name).ok_or($crate::records::FieldError::VALUE)
            }
        }
    };
}

impl ToJson for str {
    fn json(&self) -> Json {
        Json::Text(self.to_owned())
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn json(&self) -> Json {
        (**self).json()
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl ToJson for Json {
    fn json(&self) -> Json {
        self.clone()
    }
}

/// `null` for none; left out if it is optional.
impl<T: ToJson> ToJson for Option<T> {
    fn json(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::json)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromJson> FromJson for Option<T> {
    #[inline]
    fn of(json: &Json) -> Result<Option<T>, FieldError> {
        if *json == Json::Null { Ok(None) } else { T::of(json).map(Some) }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

/// A list; an empty one is left out if it is optional.
impl<T: ToJson> ToJson for Vec<T> {
    fn json(&self) -> Json {
        Json::List(self.iter().map(T::json).collect())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    #[inline]
    fn of(json: &Json) -> Result<Vec<T>, FieldError> {
        let Json::List(items) = json else { return Err(FieldError::VALUE) };
        let item = |(i, item)| T::of(item).map_err(|wrong| wrong.within(&format!("[{i}]")));
        items.iter().enumerate().map(item).collect()
    }

    fn absent() -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn json(&self) -> Json {
        Json::List(self.iter().map(T::json).collect())
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    #[inline]
    fn of(json: &Json) -> Result<[T; N], FieldError> {
        Vec::of(json)?.try_into().map_err(|_| FieldError::VALUE)
    }
}
