//! Type names as given by `std::any::type_name`: parsed, and written as source.

use std::borrow::Cow;

use crate::space::Source;

/// Types whose values can be matched, with their arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type<'t> {
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
    /// A type that dereferences to one with the same shape.
    Pointer(&'t str),
    /// A type parameter, shown as an integer.
    Atom,
    Other,
}

impl<'t> Type<'t> {
    #[inline]
    pub(crate) fn read(name: &'t str) -> Self {
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
            (ATOM, _) => Self::Atom,
            ("alloc::boxed::Box" | "alloc::rc::Rc" | "alloc::sync::Arc", [inner, ..]) => Self::Pointer(inner),
            _ => Self::Other,
        }
    }
}

/// Finds the paths in a type as written by the user, each with the path that it stands for:
/// `core::a::Tree` and `super::Tree`. Aliases are not resolved.
pub(crate) fn align<'n, 'w>(name: &'n str, written: &'w str, found: &mut Vec<(&'n str, &'w str)>) {
    let (names, others) = match (name.chars().next(), written.chars().next()) {
        (Some('('), Some('(')) => (inside(name, ','), inside(written, ',')),
        (Some('['), Some('[')) => (inside(name, ';'), inside(written, ';')),
        (Some('&'), Some('&')) => (vec![&name[1..]], vec![written[1..].trim_start_matches("'static ")]),
        _ => {
            let (path, other) = (path(name), path(written));
            found.push((path, other));
            if path.rsplit("::").next() != other.rsplit("::").next() {
                return;
            }
            (inside(name, ','), inside(written, ','))
        }
    };
    // `type_name` omits lifetimes.
    let others = others.into_iter().filter(|argument| !argument.starts_with('\''));
    names.into_iter().zip(others).for_each(|(name, other)| align(name, other, found));
}

/// Returns a type's path without its arguments.
fn path(name: &str) -> &str {
    name.split_once('<').map_or(name, |(path, _)| path.trim())
}

/// Returns the parts between a type's brackets.
fn inside(name: &str, separator: char) -> Vec<&str> {
    let list = name.split_once(['<', '(', '[']).map_or("", |(_, list)| list);
    arguments(list.strip_suffix(['>', ')', ']']).unwrap_or(list), separator)
}

/// Splits a list at separators outside of brackets. An empty list has no parts.
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

/// The type of atoms, whose arguments are constants.
const ATOM: &str = "everycase::lazy::atom::Atom";

/// The type that stands for atoms in counterexamples.
pub(crate) const SHOWN: &str = "i64";

/// Appends a type as users write it: user types and the prelude by name, other types of the
/// standard library by a stable path.
pub(crate) fn write(name: &'static str, out: &mut Source) {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut rest = name;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        let (path, after) = rest.split_at(end);
        if path == ATOM {
            // As the type that counterexamples are shown for.
            out.push_str(SHOWN);
            rest = after.split_once('>').map_or("", |(_, after)| after);
            continue;
        }
        write_path(path, out);
        let next = after.find(is_path).unwrap_or(after.len());
        out.push_str(&after[..next]);
        rest = &after[next..];
    }
}

fn write_path(path: &'static str, out: &mut Source) {
    let Some((module, last)) = path.rsplit_once("::") else { return out.push_str(path) };
    if !["alloc", "core", "std"].contains(&module.split("::").next().unwrap_or_default()) {
        if path == "everycase::function::Fun" {
            // Its module is private.
            return out.push_str("everycase::Fun");
        }
        let Cow::Owned(path) = raw(path) else { return out.name(module, last) };
        let (module, last) = path.rsplit_once("::").unwrap_or(("", &path));
        return out.name(module.to_owned(), last.to_owned());
    }
    out.push_str(match last {
        "BTreeMap" | "BTreeSet" | "BinaryHeap" | "HashMap" | "HashSet" | "VecDeque" | "LinkedList" => {
            "std::collections::"
        }
        "Rc" => "std::rc::",
        "Arc" | "Mutex" | "RwLock" => "std::sync::",
        "Cow" => "std::borrow::",
        "Cell" | "RefCell" => "std::cell::",
        "Ordering" | "Reverse" => "std::cmp::",
        "NonZero" | "Wrapping" | "Saturating" => "std::num::",
        "Duration" | "SystemTime" => "std::time::",
        "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => "std::net::",
        "CString" | "OsString" => "std::ffi::",
        "PathBuf" => "std::path::",
        "Poll" => "std::task::",
        "PhantomData" => "std::marker::",
        "RandomState" => "std::hash::",
        "Bound" | "ControlFlow" | "Range" | "RangeFrom" | "RangeTo" | "RangeInclusive"
        | "RangeToInclusive" | "RangeFull" => "std::ops::",
        "Infallible" => "std::convert::",
        _ => "",
    });
    out.path(last);
}

/// Words that are names only with `r#`.
const KEYWORDS: [&str; 49] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    "union",
];

/// Returns a path of [`std::any::type_name`], which has no `r#`, with it.
fn raw(path: &'static str) -> Cow<'static, str> {
    let is_keyword = |segment: &str| KEYWORDS.contains(&segment);
    if !path.split("::").any(is_keyword) {
        return path.into();
    }
    let segments =
        path.split("::").map(|segment| format!("{}{segment}", if is_keyword(segment) { "r#" } else { "" }));
    segments.collect::<Vec<_>>().join("::").into()
}

#[cfg(test)]
mod tests {
    use crate::space::{Name, Source};

    use super::{Type, align, write};

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
        assert_eq!(read(std::any::type_name::<crate::lazy::Atom<0>>()), Type::Atom);
        assert_eq!(read("mine::Option<u8>"), Type::Other);
        assert_eq!(read("alloc::vec::Vec<fn(u8) -> bool>"), Type::List("fn(u8) -> bool"));
    }

    #[test]
    fn the_paths_that_are_written_are_found_with_what_they_stand_for() {
        let aligned = |name, written| {
            let mut found = Vec::new();
            align(name, written, &mut found);
            found
        };
        assert_eq!(aligned("a::b::Tree", "super::Tree"), [("a::b::Tree", "super::Tree")]);
        assert_eq!(
            aligned("(alloc::vec::Vec<a::Tree<u8>>, [a::Leaf; 3])", "(Vec<Tree<u8>>, [a::Leaf; N])"),
            [
                ("alloc::vec::Vec", "Vec"),
                ("a::Tree", "Tree"),
                ("u8", "u8"),
                ("a::Leaf", "a::Leaf"),
                ("3", "N")
            ]
        );
        assert_eq!(
            aligned("alloc::borrow::Cow<a::Leaf>", "std::borrow::Cow<'static, Leaf>"),
            [("alloc::borrow::Cow", "std::borrow::Cow"), ("a::Leaf", "Leaf")]
        );
        // An alias.
        assert_eq!(aligned("alloc::vec::Vec<a::Tree>", "Trees<u8>"), [("alloc::vec::Vec", "Trees")]);
        assert_eq!(aligned("()", "()"), []);
    }

    #[test]
    fn type_parameters_are_written_as_integers() {
        let mut out = Source::new();
        write(
            std::any::type_name::<Vec<(crate::lazy::Atom<0>, Box<crate::lazy::Atom<1, true>>, u8)>>(),
            &mut out,
        );
        assert_eq!(out.as_str(), "Vec<(i64, Box<i64>, u8)>");
    }

    #[test]
    fn types_are_written_as_a_user_would() {
        let name = std::any::type_name::<(Vec<Option<u8>>, std::collections::BTreeMap<String, [u8; 2]>)>();
        let mut out = Source::new();
        write(name, &mut out);
        assert_eq!(out.as_str(), "(Vec<Option<u8>>, std::collections::BTreeMap<String, [u8; 2]>)");
        let names: Vec<_> = out.names().iter().map(|name| (name.at, &*name.ident)).collect();
        assert_eq!(names, [(1, "Vec"), (5, "Option"), (45, "String")]);
        let mut out = Source::new();
        write("crate_a::b::Tree<crate_a::Label>", &mut out);
        assert_eq!(out.as_str(), "Tree<Label>");
        let names = [
            Name { at: 0, module: "crate_a::b".into(), ident: "Tree".into() },
            Name { at: 5, module: "crate_a".into(), ident: "Label".into() },
        ];
        assert_eq!(out.names(), names);
        let mut out = Source::new();
        write("crate_a::fn::match", &mut out);
        assert_eq!(out.names(), [Name { at: 0, module: "crate_a::r#fn".into(), ident: "r#match".into() }]);
    }
}
