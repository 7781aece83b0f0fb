//! A validator for the schema of records. A word of JSON Schema that is not known here is an error, so that none is passed
//! over.

use serde_json::Value as Json;

/// Checks a value.
///
/// # Errors
/// If it is not as the schema demands: where, and what is wrong.
pub(crate) fn check(root: &Json, value: &Json) -> Result<(), String> {
    check_at(root, root, value, "")
}

fn check_at(root: &Json, schema: &Json, value: &Json, place: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place}: {what}: {value}"));
    let each = |schemas: &Json| -> Vec<Result<(), String>> {
        let schemas = schemas.as_array().expect("a list of schemas");
        schemas.iter().map(|schema| check_at(root, schema, value, place)).collect()
    };
    for (word, rule) in schema.as_object().expect("a schema") {
        match word.as_str() {
            "type" if !has_type(value, rule.as_str().expect("a type")) => {
                return wrong(&format!("not of type {rule}"));
            }
            "minimum" if value.as_f64() < rule.as_f64() => return wrong("too small"),
            "const" if value != rule => return wrong(&format!("not {rule}")),
            "enum" if !rule.as_array().expect("values").contains(value) => {
                return wrong(&format!("not in {rule}"));
            }
            "$schema" | "$defs" | "title" | "description" | "type" | "minimum" | "const" | "enum" => {}
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#')).expect("a path");
                check_at(root, root.pointer(path).expect("a definition"), value, place)?;
            }
            "allOf" => each(rule).into_iter().collect::<Result<(), String>>()?,
            "anyOf" | "oneOf" => {
                let results = each(rule);
                let count = results.iter().filter(|result| result.is_ok()).count();
                let errors: Vec<String> = results.into_iter().filter_map(Result::err).collect();
                if count == 0 || (word == "oneOf" && count > 1) {
                    return wrong(&format!("{count} of {word}, {errors:?}"));
                }
            }
            "required" => {
                for key in rule.as_array().expect("keys") {
                    let is_missing = value.get(key.as_str().expect("a key")).is_none();
                    if is_missing && value.is_object() {
                        return wrong(&format!("no field {key}"));
                    }
                }
            }
            "properties" => {
                for (key, schema) in rule.as_object().expect("properties") {
                    if let Some(inner) = value.get(key) {
                        check_at(root, schema, inner, &format!("{place}.{key}"))?;
                    }
                }
            }
            "dependentSchemas" => {
                for (key, schema) in rule.as_object().expect("schemas") {
                    if value.get(key).is_some() {
                        check_at(root, schema, value, place)?;
                    }
                }
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check_at(root, rule, item, &format!("{place}[{i}]"))?;
                }
            }
            _ => panic!("the validator does not know `{word}`"),
        }
    }
    Ok(())
}

fn has_type(value: &Json, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("the validator does not know the type `{name}`"),
    }
}
