//! A minimal JSON writer for records, without dependencies or errors.

use std::fmt::Write;

use num_bigint::BigUint;

/// A JSON value. Objects keep the order in which their keys were added.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction. Readers are exact up to 2^53 only, so counts that may be larger are text.
    Number(u64),
    /// A number with a fraction; infinities and NaN become `null`.
    Float(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(&'static str, Json)>),
    /// A value that is JSON already, on one line.
    Raw(String),
}

impl Json {
    fn write(&self, out: &mut String) {
        match self {
            Json::Bool(true) => out.push_str("true"),
            Json::Bool(false) => out.push_str("false"),
            // Writing to a string cannot fail.
            Json::Number(number) => _ = write!(out, "{number}"),
            Json::Float(number) if number.is_finite() => _ = write!(out, "{number}"),
            Json::Null | Json::Float(_) => out.push_str("null"),
            Json::Text(text) => write_text(text, out),
            Json::Raw(json) => out.push_str(json),
            Json::List(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Json::Object(fields) => {
                out.push('{');
                for (i, (key, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write_text(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// The value on one line.
impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        self.write(&mut out);
        f.write_str(&out)
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Also escape line separators, at which some readers of line-based formats split.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Json {
        Json::Number(value)
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Json {
        Json::Number(value.into())
    }
}

impl From<f64> for Json {
    fn from(value: f64) -> Json {
        Json::Float(value)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Json {
        Json::Text(value.to_owned())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Json {
        Json::Text(value)
    }
}

/// Counts may be larger than a reader's numbers, so they are text.
impl From<&BigUint> for Json {
    fn from(value: &BigUint) -> Json {
        Json::Text(value.to_string())
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(values: Vec<T>) -> Json {
        Json::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_another_reader_reads() {
        let all: String = (0..0x300u32).chain(0x2020..0x2030).filter_map(char::from_u32).collect();
        let value = Json::Object(vec![
            ("text", all.as_str().into()),
            ("list", Json::List(vec![Json::Null, true.into(), 7u64.into(), 0.5.into(), f64::NAN.into()])),
            ("empty", Json::Object(vec![])),
            ("count", (&BigUint::from(u64::MAX)).into()),
        ]);
        let line = value.to_string();
        assert_eq!(line.lines().count(), 1);
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["text"], all.as_str());
        assert_eq!(read["list"], serde_json::json!([null, true, 7, 0.5, null]));
        assert_eq!(read["count"], "18446744073709551615");
    }
}
