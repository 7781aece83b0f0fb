//! Hints in names and documentation.

use rustdoc_types::{GenericArg, GenericArgs, GenericBound, Path, Term, Type};

use super::Promise;

/// Returns the last name of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns the head of a type, for readers.
pub(super) fn shown_type(ty: &Type) -> String {
    match ty {
        Type::ResolvedPath(path) => last(&path.path).to_owned(),
        Type::Generic(name) | Type::Primitive(name) => name.clone(),
        Type::Slice(element) => format!("[{}]", shown_type(element)),
        Type::Array { type_, len } => format!("[{}; {len}]", shown_type(type_)),
        Type::BorrowedRef { is_mutable, type_, .. } => {
            format!("&{}{}", if *is_mutable { "mut " } else { "" }, shown_type(type_))
        }
        Type::Tuple(types) => format!("({})", types.iter().map(shown_type).collect::<Vec<_>>().join(", ")),
        _ => "_".to_owned(),
    }
}

/// Returns whether a type parameter occurs in a type.
pub(super) fn mentions(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Generic(own) => own == name,
        Type::ResolvedPath(path) => in_path(path, name),
        Type::Tuple(types) => types.iter().any(|own| mentions(own, name)),
        Type::Slice(inner)
        | Type::Array { type_: inner, .. }
        | Type::Pat { type_: inner, .. }
        | Type::RawPointer { type_: inner, .. }
        | Type::BorrowedRef { type_: inner, .. } => mentions(inner, name),
        Type::QualifiedPath { self_type, args, trait_, .. } => {
            mentions(self_type, name)
                || args.as_deref().is_some_and(|own| in_arguments(own, name))
                || trait_.as_ref().is_some_and(|own| in_path(own, name))
        }
        Type::ImplTrait(bounds) => bounds.iter().any(|own| match own {
            GenericBound::TraitBound { trait_, .. } => in_path(trait_, name),
            _ => false,
        }),
        Type::DynTrait(own) => own.traits.iter().any(|own| in_path(&own.trait_, name)),
        Type::FunctionPointer(own) => {
            own.sig.inputs.iter().map(|own| &own.1).chain(&own.sig.output).any(|own| mentions(own, name))
        }
        Type::Primitive(_) | Type::Infer => false,
    }
}

fn in_path(path: &Path, name: &str) -> bool {
    path.args.as_deref().is_some_and(|own| in_arguments(own, name))
}

fn in_arguments(arguments: &GenericArgs, name: &str) -> bool {
    match arguments {
        GenericArgs::AngleBracketed { args, constraints } => {
            let is_in = |own: &GenericArg| match own {
                GenericArg::Type(ty) => mentions(ty, name),
                GenericArg::Const(own) => own.expr == name,
                _ => false,
            };
            let bound = |own: &rustdoc_types::AssocItemConstraint| match &own.binding {
                rustdoc_types::AssocItemConstraintKind::Equality(Term::Type(ty)) => mentions(ty, name),
                _ => false,
            };
            args.iter().any(is_in) || constraints.iter().any(bound)
        }
        GenericArgs::Parenthesized { inputs, output } => {
            inputs.iter().chain(output).any(|own| mentions(own, name))
        }
        GenericArgs::ReturnTypeNotation => false,
    }
}

/// Returns whether a trait is one of operators.
pub(super) fn is_operator(of: &str) -> bool {
    let of = of.strip_suffix("Assign").unwrap_or(of);
    matches!(
        of,
        "Add"
            | "Sub"
            | "Mul"
            | "Div"
            | "Rem"
            | "Neg"
            | "Shl"
            | "Shr"
            | "Index"
            | "IndexMut"
            | "Sum"
            | "Product"
    )
}

/// Returns whether a range is one of `usize`.
fn is_of_usize(path: &Path) -> bool {
    let Some(GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref() else { return false };
    matches!(args.first(), Some(GenericArg::Type(Type::Primitive(name))) if name == "usize")
}

/// Returns whether a parameter, or a field, is an index by its name and its type.
pub(super) fn is_index(name: &str, ty: &Type) -> bool {
    const NAMES: [&str; 21] = [
        "index", "idx", "i", "j", "at", "pos", "position", "offset", "start", "end", "mid", "range", "row",
        "col", "column", "a", "b", "node", "edge", "source", "target",
    ];
    let ends = ["_index", "_idx", "_len", "_pos", "_offset"];
    let is_named = NAMES.contains(&name) || ends.iter().any(|end| name.ends_with(end));
    match ty {
        Type::Primitive(own) => own == "usize" && is_named,
        Type::Generic(_) | Type::ImplTrait(_) => is_named,
        Type::ResolvedPath(path) => {
            let own = last(&path.path);
            ["Index", "Idx", "Ix"].iter().any(|end| own.ends_with(end))
                || own.starts_with("Range") && (is_named || is_of_usize(path))
        }
        Type::QualifiedPath { name: own, .. } => is_named || own.ends_with("Id"),
        _ => false,
    }
}

/// The names of operators as methods.
const ARITHMETIC: [&str; 16] = [
    "add", "sub", "mul", "div", "rem", "neg", "abs", "pow", "shl", "shr", "sum", "product", "inv", "inc",
    "dec", "abs_sub",
];
/// What divides.
const DIVIDES: [&str; 4] = ["div", "rem", "mod", "divmod"];

/// Returns whether a method's name is the name of an operator.
pub(super) fn is_arithmetic(name: &str) -> bool {
    ARITHMETIC.contains(&name)
}

/// Returns the words of a function's name, such as `shl` of `ushl2`.
pub(super) fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split('_').map(|own| own.trim_end_matches(|own: char| own.is_ascii_digit()))
}

/// Returns whether a word is one of these, or the one of unsigned or signed numbers.
fn is_among(word: &str, all: &[&str]) -> bool {
    all.contains(&word) || word.strip_prefix(['u', 'i']).is_some_and(|own| all.contains(&own))
}

/// Returns whether an operator is in a function's name, as in `add_assign_one`.
pub(crate) fn names_arithmetic(name: &str) -> bool {
    words(name).any(|own| is_among(own, &ARITHMETIC) || is_among(own, &DIVIDES))
}

/// Returns whether a function's name tells that it divides.
pub(crate) fn names_division(name: &str) -> bool {
    words(name).any(|own| is_among(own, &DIVIDES))
}

/// Returns whether a function's name tells that it panics.
pub(super) fn names_panic(name: &str) -> bool {
    name == "unwrap"
        || name == "expect"
        || name.starts_with("unwrap_") && !name.starts_with("unwrap_or")
        || ["expect_", "assert_", "panic_"].iter().any(|own| name.starts_with(own))
}

/// Returns whether the standard library tells that a method of a trait may panic: where there are
/// more elements than `usize` counts.
pub(super) fn std_tells_panic(of: &str, name: &str) -> bool {
    of == "Iterator" && matches!(name, "count" | "position" | "rposition" | "enumerate")
}

/// Returns what a function's name, its trait or its result promises.
pub(super) fn promise(name: &str, of: Option<&str>, is_result: bool) -> Promise {
    let by_name = ["try_", "checked_", "wrapping_", "saturating_", "overflowing_"];
    let is_named = by_name.iter().any(|own| name.starts_with(own))
        || name.ends_with("_opt")
        || matches!(
            of,
            Some(
                "FromStr"
                    | "TryFrom"
                    | "TryInto"
                    | "From"
                    | "Display"
                    | "Debug"
                    | "Clone"
                    | "Drop"
                    | "PartialEq"
                    | "Eq"
                    | "PartialOrd"
                    | "Ord"
                    | "Hash"
                    | "Default"
                    | "LowerHex"
                    | "UpperHex"
            )
        )
        || (of == Some("Iterator") && name == "size_hint");
    match (is_named, is_result) {
        (true, _) => Promise::Name,
        (false, true) => Promise::Result,
        (false, false) => Promise::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_a_word_of_a_name() {
        for name in ["assign_sub_one", "ushl2", "idiv", "wrapping_rem", "pow_mod", "add_days"] {
            assert!(names_arithmetic(name), "{name}");
        }
        for name in ["remove", "subset", "address", "module", "list", "summary"] {
            assert!(!names_arithmetic(name), "{name}");
        }
        assert!(names_division("udivmod4") && names_division("udiv4"));
        assert!(
            names_division("wrapping_div") && !names_division("wrapping_mul") && !names_division("model")
        );
    }
}
