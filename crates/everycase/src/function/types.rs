//! Type names, as `std::any::type_name` spells them, read.

/// Types whose values can be matched on, and their arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type<'t> {
    Bool,
    Integer,
    Char,
    Ordering,
    Tuple(Vec<&'t str>),
    Array(&'t str),
    /// A `Vec` or a slice.
    List(&'t str),
    Option(&'t str),
    Result(&'t str, &'t str),
    /// Something that dereferences to what has the same shape.
    Pointer(&'t str),
    Other,
}

impl<'t> Type<'t> {
    pub(super) fn read(name: &'t str) -> Self {
        let inner = |open: char, close: char| name.strip_prefix(open).and_then(|n| n.strip_suffix(close));
        if let Some(inner) = inner('(', ')') {
            return Self::Tuple(arguments(inner, ','));
        }
        if let Some(inner) = inner('[', ']') {
            return match arguments(inner, ';')[..] {
                [element, _] => Self::Array(element),
                _ => Self::List(inner),
            };
        }
        let (path, rest) = name.split_once('<').unwrap_or((name, ">"));
        let parameters = arguments(rest.strip_suffix('>').unwrap_or(""), ',');
        match (path, &parameters[..]) {
            ("bool", _) => Self::Bool,
            ("char", _) => Self::Char,
            (
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
                | "isize",
                _,
            ) => Self::Integer,
            ("core::cmp::Ordering", _) => Self::Ordering,
            ("core::option::Option", [some]) => Self::Option(some),
            ("core::result::Result", [ok, err]) => Self::Result(ok, err),
            ("alloc::vec::Vec", [element, ..]) => Self::List(element),
            ("alloc::boxed::Box" | "alloc::rc::Rc" | "alloc::sync::Arc", [inner, ..]) => Self::Pointer(inner),
            _ => Self::Other,
        }
    }
}

/// Splits at separators that are in no brackets. None of an empty list.
fn arguments(list: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0u32, 0, Vec::new());
    let mut before = ' ';
    for (i, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if c == separator && depth == 0 => {
                parts.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
        before = c;
    }
    if !list[start..].trim().is_empty() {
        parts.push(list[start..].trim());
    }
    parts
}

/// A type as a user writes it: user types and what is in the prelude by their last name, other types of the standard
/// library by a path that is stable.
pub(super) fn written(name: &str) -> String {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut out = String::new();
    let mut rest = name;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        let (path, after) = rest.split_at(end);
        out.push_str(&written_path(path));
        let next = after.find(is_path).unwrap_or(after.len());
        out.push_str(&after[..next]);
        rest = &after[next..];
    }
    out
}

fn written_path(path: &str) -> String {
    let last = path.rsplit("::").next().unwrap_or(path);
    let module = match last {
        _ if !["alloc::", "core::", "std::"].iter().any(|library| path.starts_with(library)) => "",
        "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" | "VecDeque" | "LinkedList" => "std::collections::",
        "Rc" => "std::rc::",
        "Arc" | "Mutex" | "RwLock" => "std::sync::",
        "Cow" => "std::borrow::",
        "Cell" | "RefCell" => "std::cell::",
        "Ordering" | "Reverse" => "std::cmp::",
        "NonZero" | "Wrapping" | "Saturating" => "std::num::",
        "Duration" => "std::time::",
        "PhantomData" => "std::marker::",
        "RandomState" => "std::hash::",
        "Bound" | "ControlFlow" | "Range" | "RangeFrom" | "RangeTo" | "RangeInclusive"
        | "RangeToInclusive" | "RangeFull" => "std::ops::",
        "Infallible" => "std::convert::",
        _ => "",
    };
    format!("{module}{last}")
}

#[cfg(test)]
mod tests {
    use super::{Type, written};

    #[test]
    fn type_names_are_read_as_far_as_their_values_can_be_matched_on() {
        let read = |name| Type::read(name);
        assert_eq!(read("u8"), Type::Integer);
        assert_eq!(read("(u8, (bool, char))"), Type::Tuple(vec!["u8", "(bool, char)"]));
        assert_eq!(read("(u8,)"), Type::Tuple(vec!["u8"]));
        assert_eq!(read("()"), Type::Tuple(vec![]));
        assert_eq!(read("[(u8, u8); 3]"), Type::Array("(u8, u8)"));
        assert_eq!(read(std::any::type_name::<Vec<Option<u8>>>()), Type::List("core::option::Option<u8>"));
        assert_eq!(read(std::any::type_name::<Result<u8, (bool, u8)>>()), Type::Result("u8", "(bool, u8)"));
        assert_eq!(read(std::any::type_name::<Box<bool>>()), Type::Pointer("bool"));
        assert_eq!(read(std::any::type_name::<std::cmp::Ordering>()), Type::Ordering);
        assert_eq!(read("mine::Option<u8>"), Type::Other);
        assert_eq!(read("alloc::vec::Vec<fn(u8) -> bool>"), Type::List("fn(u8) -> bool"));
    }

    #[test]
    fn types_are_written_as_a_user_would() {
        let name = std::any::type_name::<(Vec<Option<u8>>, std::collections::BTreeMap<String, [u8; 2]>)>();
        assert_eq!(written(name), "(Vec<Option<u8>>, std::collections::BTreeMap<String, [u8; 2]>)");
        assert_eq!(written("crate_a::b::Tree<crate_a::Label>"), "Tree<Label>");
    }
}
