//! Documents: values, arrays, objects, and the blanks between their tokens.

use everycase::Enumerable;

use super::blanks::Blank;
use super::numbers::Number;
use super::strings::{Name, Text};
use super::values::Json;

/// A document.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Document {
    value: Value,
    after: Option<Blank>,
}

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(Text),
    /// `[a, b]`, with a comma behind the last element or without
    Array(Vec<Value>, bool),
    /// `{a: b}`, with a comma behind the last member or without
    Object(Vec<Member>, bool),
    /// A value with a blank before it.
    After(Blank, Box<Value>),
    /// A value with a blank behind it.
    Before(Box<Value>, Blank),
}

/// `key: value`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Member {
    key: Key,
    value: Value,
}

/// The name of a member.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Key {
    /// Without quotes.
    Name(Name),
    /// With quotes.
    String(Text),
    /// With a blank before it.
    After(Blank, Box<Key>),
    /// With a blank behind it.
    Before(Box<Key>, Blank),
}

impl Document {
    pub(crate) fn write(&self, text: &mut String) {
        self.value.write(text);
        if let Some(blank) = &self.after {
            blank.write(text);
        }
    }

    /// Returns the value it means.
    pub fn meaning(&self) -> Json {
        self.value.meaning()
    }
}

impl Value {
    fn write(&self, text: &mut String) {
        match self {
            Self::Null => text.push_str("null"),
            Self::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Self::Number(number) => number.write(text),
            Self::String(string) => string.write(text),
            Self::Array(elements, trailing) => {
                text.push('[');
                for (i, element) in elements.iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    element.write(text);
                }
                // `[,]` is no array.
                text.push_str(if *trailing && !elements.is_empty() { ",]" } else { "]" });
            }
            Self::Object(members, trailing) => {
                text.push('{');
                for (i, member) in members.iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    member.key.write(text);
                    text.push(':');
                    member.value.write(text);
                }
                text.push_str(if *trailing && !members.is_empty() { ",}" } else { "}" });
            }
            Self::After(blank, value) => {
                blank.write(text);
                value.write(text);
            }
            Self::Before(value, blank) => {
                value.write(text);
                blank.write(text);
            }
        }
    }

    fn meaning(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(value) => Json::Bool(*value),
            Self::Number(number) => Json::Number(number.meaning()),
            Self::String(string) => Json::String(string.meaning()),
            Self::Array(elements, _) => Json::Array(elements.iter().map(Self::meaning).collect()),
            Self::Object(members, _) => Json::Object(
                members.iter().map(|member| (member.key.meaning(), member.value.meaning())).collect(),
            ),
            Self::After(_, value) | Self::Before(value, _) => value.meaning(),
        }
    }
}

impl Key {
    fn write(&self, text: &mut String) {
        match self {
            Self::Name(name) => name.write(text),
            Self::String(string) => string.write(text),
            Self::After(blank, key) => {
                blank.write(text);
                key.write(text);
            }
            Self::Before(key, blank) => {
                key.write(text);
                blank.write(text);
            }
        }
    }

    fn meaning(&self) -> String {
        match self {
            Self::Name(name) => name.meaning(),
            Self::String(string) => string.meaning(),
            Self::After(_, key) | Self::Before(key, _) => key.meaning(),
        }
    }
}
