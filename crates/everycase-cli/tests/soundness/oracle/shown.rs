//! Reads values as reports show them.

use serde_json::Value as Json;

use super::facts::smallest;
use super::property::Property;
use super::values::{Con, Type, Value};

/// Reads the inputs of a failure.
pub(crate) fn inputs(property: &Property, failure: &Json) -> Option<Vec<Value>> {
    let shown = failure["inputs"].as_array()?;
    let sources = property.parameters.iter().zip(shown);
    let values = sources.map(|(source, input)| value(&source.ty(), input["value"].as_str()?));
    values.collect::<Option<Vec<_>>>().filter(|values| values.len() == property.parameters.len())
}

/// Reads a value of a type. Parts that are shown as `_` become a small value, since any will do.
fn value(ty: &Type, text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(ty)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes a token, if it comes next.
    fn takes(&mut self, token: &str) -> bool {
        self.space();
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        let ends = |character: char| !(character.is_alphanumeric() || "_'-".contains(character));
        let is_name = token.starts_with(char::is_alphabetic);
        if is_name && !rest.chars().next().is_none_or(ends) {
            return false;
        }
        self.rest = rest;
        true
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        self.takes(token).then_some(())
    }

    fn value(&mut self, ty: &Type) -> Option<Value> {
        if self.takes("_") {
            return Some(smallest(ty, 0));
        }
        match ty {
            Type::List(element) => self.list(ty, element),
            // Parentheses around any value.
            _ if !matches!(ty, Type::Pair(..) | Type::Unit) && self.takes("(") => {
                let value = self.value(ty)?;
                self.expect(")")?;
                Some(value)
            }
            Type::Integer(..) | Type::Atom(_) => self.integer(),
            Type::Character => {
                self.expect("'")?;
                let character = self.character()?;
                self.expect("'")?;
                Some(Value::Character(character))
            }
            // There are no floats in pun.
            Type::Float => None,
            Type::Boolean if self.takes("true") => Some(Value::boolean(true)),
            Type::Boolean => self.expect("false").map(|()| Value::boolean(false)),
            Type::Unit => {
                self.expect("(")?;
                self.expect(")")?;
                Some(smallest(ty, 0))
            }
            Type::Pair(left, right) => {
                self.expect("(")?;
                let left = self.value(left)?;
                self.expect(",")?;
                // Triples are pairs of a value and a pair.
                let right =
                    if let Type::Pair(..) = **right { self.rest_of_pair(right)? } else { self.value(right)? };
                self.expect(")")?;
                Some(Value::Made(Con::Pair, [left, right].into()))
            }
            Type::Maybe(_) | Type::Tree(..) | Type::Nest(_) => self.constructor(ty),
        }
    }

    fn rest_of_pair(&mut self, ty: &Type) -> Option<Value> {
        let before = self.rest;
        if let Some(value) = self.value(ty) {
            return Some(value);
        }
        self.rest = before;
        let Type::Pair(left, right) = ty else { return None };
        let left = self.value(left)?;
        self.expect(",")?;
        let right = self.value(right)?;
        Some(Value::Made(Con::Pair, [left, right].into()))
    }

    fn integer(&mut self) -> Option<Value> {
        self.space();
        let is_part = |character: char| character.is_ascii_digit();
        let start = usize::from(self.rest.starts_with('-'));
        let end = self.rest[start..].find(|c| !is_part(c)).map_or(self.rest.len(), |end| start + end);
        let number = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(Value::Integer(number))
    }

    /// A character within quotes.
    fn character(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        if first != '\\' {
            return Some(first);
        }
        let escape = characters.next()?;
        self.rest = characters.as_str();
        Some(match escape {
            'n' => '\n',
            't' => '\t',
            'u' => {
                let (code, rest) = self.rest.strip_prefix('{')?.split_once('}')?;
                self.rest = rest;
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            other => other,
        })
    }

    fn list(&mut self, ty: &Type, element: &Type) -> Option<Value> {
        let cons = |first: Value, rest: Value| Value::Made(Con::Cons, [first, rest].into());
        if self.takes("\"") {
            let mut all = Vec::new();
            while !self.rest.starts_with('"') {
                all.push(Value::Character(self.character()?));
            }
            self.rest = &self.rest[1..];
            return Some(Value::list(all.into_iter()));
        }
        let before = self.rest;
        if self.takes("[")
            && let Some(list) = self.rest_of_list(element)
        {
            self.space();
            if !self.rest.starts_with("::") {
                return Some(list);
            }
        }
        self.rest = before;
        if self.takes("(")
            && let Some(list) = self.list(ty, element)
            && self.takes(")")
        {
            return Some(list);
        }
        self.rest = before;
        let first = self.value(element)?;
        self.expect("::")?;
        let rest = self.value(ty)?;
        Some(cons(first, rest))
    }

    fn rest_of_list(&mut self, element: &Type) -> Option<Value> {
        let mut all = Vec::new();
        while !self.takes("]") {
            if !all.is_empty() {
                self.expect(",")?;
            }
            all.push(self.value(element)?);
        }
        Some(Value::list(all.into_iter()))
    }

    /// A constructor, in brackets with its fields if it has any.
    fn constructor(&mut self, ty: &Type) -> Option<Value> {
        let is_bracket = self.takes("[");
        let (con, fields) = ty.alternatives().into_iter().find(|(con, _)| self.takes(con.name()))?;
        let fields = fields.iter().map(|field| self.value(field)).collect::<Option<_>>()?;
        if is_bracket {
            self.expect("]")?;
        }
        Some(Value::Made(con, fields))
    }
}
