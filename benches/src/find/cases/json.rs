//! A format of nested values: escapes, depth, keys that occur twice.

use bolero_generator::TypeGenerator;
use everycase::Enumerable;

use super::{Case, Verdict, case};
use crate::find::input::recursive;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    ShortControl,
    FirstOfEqualKeys,
    DepthOfSiblings,
    EmptyInList,
}

/// A nested value.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Json {
    Null,
    Bool(bool),
    Number(i32),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

recursive! { Json;
    leaf Null;
    leaf Bool(truth: bool);
    leaf Number(number: i32);
    leaf Text(text: String);
    node List(items: [Self]);
    node Object(entries: [(String, Self)]);
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("control-character-in-text", Mistake::ShortControl, text_is_undone, || {
            Json::Text("\u{1}2".to_owned())
        }),
        case("first-of-equal-keys", Mistake::FirstOfEqualKeys, last_entry_counts, || {
            Json::Object(vec![("a".to_owned(), Json::Null), ("a".to_owned(), Json::Bool(true))])
        }),
        case("depth-of-siblings", Mistake::DepthOfSiblings, depth_is_of_the_deepest, || {
            Json::List(vec![Json::List(vec![]), Json::Null])
        }),
        case("empty-list-in-a-list", Mistake::EmptyInList, text_is_undone, || {
            Json::List(vec![Json::List(vec![])])
        }),
    ]
}

/// Writes a text between quotation marks.
fn write_text(m: Mistake, text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control < ' ' && m == Mistake::ShortControl => {
                out.extend(format!("\\u00{:x}", u32::from(control)).chars());
            }
            control if control < ' ' => out.extend(format!("\\u{:04x}", u32::from(control)).chars()),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Writes a value.
fn write(m: Mistake, json: &Json, out: &mut String) {
    match json {
        Json::Null => out.push_str("null"),
        Json::Bool(truth) => out.push_str(&truth.to_string()),
        Json::Number(number) => out.push_str(&number.to_string()),
        Json::Text(text) => write_text(m, text, out),
        Json::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(m, item, out);
            }
            out.push(']');
        }
        Json::Object(entries) => {
            out.push('{');
            for (i, (key, value)) in entries.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_text(m, key, out);
                out.push(':');
                write(m, value, out);
            }
            out.push('}');
        }
    }
}

/// Reads values.
struct Reader<'a> {
    mistake: Mistake,
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next()? {
                '"' => return Some(text),
                '\\' => match self.next()? {
                    'u' => {
                        let digits = self.rest.get(..4)?;
                        text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                        self.rest = &self.rest[4..];
                    }
                    escaped => text.push(escaped),
                },
                other => text.push(other),
            }
        }
    }

    fn value(&mut self) -> Option<Json> {
        if self.skip("null") {
            Some(Json::Null)
        } else if self.skip("true") {
            Some(Json::Bool(true))
        } else if self.skip("false") {
            Some(Json::Bool(false))
        } else if self.skip("\"") {
            self.text().map(Json::Text)
        } else if self.skip("[") {
            self.list()
        } else if self.skip("{") {
            self.object()
        } else {
            let end = self.rest.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let (number, rest) = self.rest.split_at(end);
            self.rest = rest;
            number.parse().ok().map(Json::Number)
        }
    }

    fn list(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        if self.skip("]") {
            return Some(Json::List(items));
        }
        loop {
            // Skips what an empty list leaves behind.
            if self.mistake == Mistake::EmptyInList && self.skip("[]") {
                items.push(Json::Null);
            } else {
                items.push(self.value()?);
            }
            if self.skip("]") {
                return Some(Json::List(items));
            }
            self.skip(",").then_some(())?;
        }
    }

    fn object(&mut self) -> Option<Json> {
        let mut entries = Vec::new();
        if self.skip("}") {
            return Some(Json::Object(entries));
        }
        loop {
            self.skip("\"").then_some(())?;
            let key = self.text()?;
            self.skip(":").then_some(())?;
            entries.push((key, self.value()?));
            if self.skip("}") {
                return Some(Json::Object(entries));
            }
            self.skip(",").then_some(())?;
        }
    }
}

fn text_is_undone(m: Mistake, json: &Json) -> bool {
    let mut text = String::new();
    write(m, json, &mut text);
    let mut reader = Reader { mistake: m, rest: &text };
    reader.value().as_ref() == Some(json) && reader.rest.is_empty()
}

/// Returns the value of a key.
fn get<'a>(m: Mistake, entries: &'a [(String, Json)], key: &str) -> Option<&'a Json> {
    let has_key = |(name, _): &&(String, Json)| name == key;
    let entry = if m == Mistake::FirstOfEqualKeys {
        entries.iter().find(has_key)
    } else {
        entries.iter().rfind(has_key)
    };
    entry.map(|(_, value)| value)
}

fn last_entry_counts(m: Mistake, json: &Json) -> Verdict {
    let Json::Object(entries) = json else { return None };
    let (key, last) = entries.last()?;
    Some(get(m, entries, key) == Some(last))
}

/// Returns the number of lists and objects within each other.
fn depth(m: Mistake, json: &Json) -> usize {
    let parts: Vec<&Json> = match json {
        Json::List(items) => items.iter().collect(),
        Json::Object(entries) => entries.iter().map(|(_, value)| value).collect(),
        _ => return 0,
    };
    let mut depths = parts.into_iter().map(|part| depth(m, part));
    1 + if m == Mistake::DepthOfSiblings { depths.next_back() } else { depths.max() }.unwrap_or(0)
}

fn depth_is_of_the_deepest(m: Mistake, json: &Json) -> bool {
    let mut text = String::new();
    write(Mistake::None, json, &mut text);
    let (mut open, mut most, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for character in text.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_text = !is_text,
            '[' | '{' if !is_text => open += 1,
            ']' | '}' if !is_text => open -= 1,
            _ => {}
        }
        most = most.max(open);
    }
    depth(m, json) == most
}
