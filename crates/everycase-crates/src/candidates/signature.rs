//! The types of functions as texts, by which the functions of two versions are compared.

use rustdoc_types::Function;
use serde_json::Value;

use super::words::last;

/// The type of a function. Paths are their last names, whatever module defines these, and lifetimes
/// are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The types of its parameters, the type of `self` among them.
    pub(crate) parameters: Vec<String>,
    /// Its result, its type parameters with their bounds, and the name of the type that `Self` is.
    pub(crate) rest: String,
}

impl Signature {
    pub(super) fn of(function: &Function, owner: &str) -> Signature {
        let parameters = function.sig.inputs.iter().map(|own| text(serde_json::to_value(&own.1))).collect();
        let output = text(serde_json::to_value(&function.sig.output));
        let generics = text(serde_json::to_value(&function.generics));
        let rest = format!("{owner} {} {generics} {output}", function.header.is_async);
        Signature { parameters, rest }
    }
}

/// Returns the text of a type; of one that cannot be written, nothing.
fn text(value: serde_json::Result<Value>) -> String {
    value.map_or_else(
        |_| String::new(),
        |mut own| {
            simplify(&mut own);
            own.to_string()
        },
    )
}

/// Leaves out what differs between versions though the type is the same.
fn simplify(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("id");
            fields.remove("lifetime");
            for (key, own) in fields {
                match own {
                    Value::String(path) if key == "path" => *path = last(path).to_owned(),
                    own => simplify(own),
                }
            }
        }
        Value::Array(all) => {
            let has = |own: &Value, key| own.get(key).is_some();
            all.retain(|own| {
                !(has(own, "lifetime") || has(own, "outlives") || has(&own["kind"], "lifetime"))
            });
            all.iter_mut().for_each(simplify);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn modules_and_lifetimes_make_no_other_type() {
        let of = |path: &str, id: u32, lifetime: Value| {
            let argument = json!({ "type": { "resolved_path": { "path": path, "id": id, "args": null } } });
            let args = json!({ "angle_bracketed": { "args": [argument, { "lifetime": "'a" }] } });
            let own = json!({ "resolved_path": { "path": "Vec", "id": 1, "args": args } });
            text(Ok(json!({ "borrowed_ref": { "lifetime": lifetime, "is_mutable": false, "type": own } })))
        };
        assert_eq!(of("a::Point", 7, json!("'a")), of("b::c::Point", 9, Value::Null));
        assert_ne!(of("a::Point", 7, Value::Null), of("a::Place", 7, Value::Null));
    }
}
