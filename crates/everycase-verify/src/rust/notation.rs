//! Values and calls as they are written in the language of the generators.

use std::collections::HashMap;

use pun::core::{Program, Type};
use pun::show::show;
use pun::value::Value;
use syn::Fields;

use super::items::{Constructors, Data};

/// How values, calls and hints are written.
#[derive(Clone, Debug, Default)]
pub struct Notation {
    /// The constructors of types of Rust, by their names in pun; `None` for pun.
    rust: Option<HashMap<String, Constructor>>,
}

/// A constructor of a type of Rust.
#[derive(Clone, Debug)]
pub(super) struct Constructor {
    path: String,
    fields: Vec<Field>,
    is_named: bool,
}

#[derive(Clone, Debug)]
struct Field {
    name: Option<String>,
    /// The function that makes the pointer that holds it.
    pointer: Option<&'static str>,
}

impl Constructor {
    pub(super) fn of(data: Data<'_>, ident: &syn::Ident, fields: &Fields) -> Self {
        let path = match data.constructors {
            Constructors::Struct(_) => ident.to_string(),
            Constructors::Enum(_) => format!("{}::{ident}", data.name),
        };
        let field = |field: &syn::Field| Field {
            name: field.ident.as_ref().map(ToString::to_string),
            pointer: pointer(&field.ty),
        };
        let is_named = matches!(fields, Fields::Named(_));
        Self { path, fields: fields.iter().map(field).collect(), is_named }
    }

    fn write(&self, values: Vec<String>) -> String {
        if self.fields.is_empty() {
            return if self.is_named { format!("{} {{}}", self.path) } else { self.path.clone() };
        }
        let parts = self.fields.iter().zip(values).map(|(field, value)| {
            let value = match field.pointer {
                Some(pointer) => format!("{pointer}::new({value})"),
                None => value,
            };
            match &field.name {
                Some(name) => format!("{name}: {value}"),
                None => value,
            }
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        if self.is_named { format!("{} {{ {parts} }}", self.path) } else { format!("{}({parts})", self.path) }
    }
}

fn pointer(ty: &syn::Type) -> Option<&'static str> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?.ident.to_string();
    ["Box", "Rc", "Arc"].into_iter().find(|pointer| *pointer == last)
}

impl Notation {
    pub(super) fn rust(constructors: HashMap<String, Constructor>) -> Self {
        Self { rust: Some(constructors) }
    }

    /// Returns whether programs are edited as text of pun.
    pub(crate) fn is_pun(&self) -> bool {
        self.rust.is_none()
    }

    /// Returns a value as source.
    pub(crate) fn value(&self, program: &Program, value: &Value, ty: &Type) -> String {
        match &self.rust {
            None => show(program, value, Some(ty)),
            Some(constructors) => {
                rust_value(program, constructors, value).unwrap_or_else(|| show(program, value, Some(ty)))
            }
        }
    }

    /// Returns a call as source.
    pub(crate) fn call(&self, name: &str, arguments: Vec<String>) -> String {
        if self.is_pun() {
            return std::iter::once(name.to_owned()).chain(arguments).collect::<Vec<_>>().join(" ");
        }
        let arguments: Vec<String> = arguments.into_iter().chain(["g".to_owned()]).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// Returns with which integers everything was tried, if the language has others.
    pub(crate) fn integers(&self) -> &'static str {
        if self.is_pun() { ", with integers of up to 126 bits" } else { "" }
    }

    /// Returns which integers the values of types have that were all tried, if the language has
    /// others.
    pub(crate) fn integers_of_values(&self) -> &'static str {
        if self.is_pun() { ", with integers of up to 127 bits" } else { "" }
    }

    /// Returns a lemma, as an example.
    pub(crate) fn lemma(&self) -> &'static str {
        if self.is_pun() {
            "property p xs n . len xs n ==> 0 <= n ."
        } else {
            "#[property] fn natural(xs: List) -> bool { 0 <= len(&xs) }"
        }
    }

    /// Returns what a measure is declared with, as an example.
    pub(crate) fn measure(&self) -> &'static str {
        if self.is_pun() {
            "declare one after the coverage type, such as `decreases (hi - lo) .`"
        } else {
            "declare one beside `covers`, such as `decreases = hi - lo`"
        }
    }
}

/// Returns a value as Rust source, if all of its constructors are of types of Rust.
fn rust_value(
    program: &Program,
    constructors: &HashMap<String, Constructor>,
    value: &Value,
) -> Option<String> {
    match value {
        Value::Integer(value) => Some(value.to_string()),
        Value::Construct(con, values) => {
            let name = &*program.constructors[con.index()].name;
            let parts: Option<Vec<String>> =
                values.iter().map(|value| rust_value(program, constructors, value)).collect();
            match (constructors.get(name), name, values.len()) {
                (Some(constructor), ..) => Some(constructor.write(parts?)),
                (None, "true" | "false", 0) => Some(name.to_owned()),
                (None, _, 0) => Some("()".to_owned()),
                (None, _, 2) => Some(format!("({})", parts?.join(", "))),
                (None, ..) => None,
            }
        }
        Value::Open => Some("_".to_owned()),
        _ => None,
    }
}
