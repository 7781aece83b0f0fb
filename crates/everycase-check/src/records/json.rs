//! JSON values of records: a writer of lines, and what a reader has parsed. It needs no
//! dependencies.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction. Readers are exact up to 2^53 only, so counts that may be larger
    /// are text.
    Number(u64),
    /// A number with a fraction; infinities and NaN become `null`.
    Float(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Object),
}

/// A JSON object: its fields in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object(Vec<(Cow<'static, str>, Json)>);

impl Object {
    /// Returns the value at a path of keys, joined by dots.
    #[inline]
    pub fn find(&self, path: &str) -> Option<&Json> {
        let (key, rest) = path.split_once('.').unzip();
        let key = key.unwrap_or(path);
        let (_, value) = self.0.iter().find(|(own, _)| own == key)?;
        match (rest, value) {
            (None, _) => Some(value),
            (Some(rest), Json::Object(inner)) => inner.find(rest),
            (Some(_), _) => None,
        }
    }

    /// Adds a value at a path of keys, unless there is one already.
    pub(crate) fn add(&mut self, path: &'static str, value: Json) {
        let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
        match (self.0.iter_mut().find(|(own, _)| own == key), rest) {
            (Some((_, Json::Object(inner))), Some(rest)) => inner.add(rest, value),
            (Some(_), _) => {}
            (None, None) => self.0.push((key.into(), value)),
            (None, Some(rest)) => {
                let mut inner = Object::default();
                inner.add(rest, value);
                self.0.push((key.into(), Json::Object(inner)));
            }
        }
    }
}

impl FromIterator<(Cow<'static, str>, Json)> for Object {
    fn from_iter<I: IntoIterator<Item = (Cow<'static, str>, Json)>>(fields: I) -> Object {
        Object(fields.into_iter().collect())
    }
}

/// The value on one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Float(number) if number.is_finite() => write!(f, "{number}"),
            Json::Null | Json::Float(_) => f.write_str("null"),
            Json::Text(text) => write_text(text, f),
            Json::Object(object) => object.fmt(f),
            Json::List(items) => {
                f.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                f.write_char(']')
            }
        }
    }
}

/// The object on one line.
impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        for (i, (key, value)) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { "," } else { "" })?;
            write_text(key, f)?;
            write!(f, ":{value}")?;
        }
        f.write_char('}')
    }
}

fn write_text(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\""),
            '\\' => out.write_str("\\\\"),
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            // Also escape line separators, at which some readers of line-based formats split.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => write!(out, "\\u{:04x}", c as u32),
            c => out.write_char(c),
        }?;
    }
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::records::ToJson;

    #[test]
    fn what_is_written_is_what_another_reader_reads() {
        let all: String = (0..0x300u32).chain(0x2020..0x2030).filter_map(char::from_u32).collect();
        let mut value = Object::default();
        value.add("text", all.json());
        value
            .add("list", Json::List(vec![Json::Null, true.json(), 7u64.json(), 0.5.json(), f64::NAN.json()]));
        value.add("empty", Json::Object(Object::default()));
        value.add("count", BigUint::from(u64::MAX).json());
        let line = value.to_string();
        assert_eq!(line.lines().count(), 1);
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["text"], all.as_str());
        assert_eq!(read["list"], serde_json::json!([null, true, 7, 0.5, null]));
        assert_eq!(read["count"], "18446744073709551615");
    }

    #[test]
    fn a_path_leads_into_an_object_and_the_first_value_there_stays() {
        let mut object = Object::default();
        for (path, value) in [("a.b", 1u64), ("a.c.d", 2), ("a", 3), ("a.b", 4), ("e", 5)] {
            object.add(path, value.json());
        }
        assert_eq!(object.to_string(), r#"{"a":{"b":1,"c":{"d":2}},"e":5}"#);
        assert_eq!(object.find("a.c.d"), Some(&Json::Number(2)));
        assert_eq!((object.find("a.x"), object.find("e.b"), object.find("b")), (None, None, None));
    }
}
