//! Calls of the standard library that make arguments of its types: of each type that is asked for.

use std::collections::{BTreeSet, VecDeque};

use super::{Candidate, Mode};

/// The types that are made in any case: what a call decides is not known before rustc types it.
const ALWAYS: [&str; 24] = [
    "Reader",
    "Vec<Atom>",
    "Vec<u8>",
    "Vec<char>",
    "Vec<String>",
    "Vec<u32>",
    "Vec<u64>",
    "Iter<Atom>",
    "Iter<u8>",
    "Iter<char>",
    "Iter<String>",
    "(Atom, Atom)",
    "(String, String)",
    "(usize, usize)",
    "&'static str",
    "::std::ops::Range<Atom>",
    "::std::ops::Range<usize>",
    "::std::ops::RangeInclusive<usize>",
    "::std::ops::RangeFrom<usize>",
    "::std::ops::RangeTo<usize>",
    "::std::ops::RangeFull",
    "::std::time::Duration",
    "::std::cmp::Ordering",
    "::std::fmt::Error",
];

/// The most types that are made, and of them the most functions. rustc types a function only where
/// another call wants it.
const MOST: usize = 500;
const FUNCTIONS: usize = 3_000;

/// A call: its text, how its arguments are taken,
/// and whether its result is kept whole.
type Call = (String, Vec<Mode>, bool);

/// Returns the calls that make values of types, and of the types of their arguments.
pub(super) fn calls(asked: &BTreeSet<String>) -> Vec<Candidate> {
    let mut open: VecDeque<String> = ALWAYS.iter().map(|own| (*own).to_owned()).collect();
    // The simple ones first: more calls want them.
    let mut asked: Vec<&String> = asked.iter().collect();
    asked.sort_by_key(|own| own.len());
    open.extend(asked.into_iter().cloned());
    let mut seen: BTreeSet<Type> = BTreeSet::new();
    let mut left = [MOST, FUNCTIONS];
    let mut all = Vec::new();
    while let Some(text) = open.pop_front() {
        let Some(ty) = Type::parse(&text) else { continue };
        let (calls, made) = (ty.calls(), ty.text());
        let left = &mut left[usize::from(text.starts_with("fn("))];
        if calls.is_empty() || *left == 0 || !seen.insert(ty) {
            continue;
        }
        *left -= 1;
        for (text, modes, is_whole) in calls {
            open.extend(modes.iter().filter(|own| own.ty != "_").map(|own| own.ty.clone()));
            all.push(Candidate {
                item: usize::MAX,
                text,
                modes,
                is_whole,
                is_support: true,
                makes: vec![made.clone()],
                ..Candidate::default()
            });
        }
    }
    all
}

/// A type of the standard library or of another crate, by its last name and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Type {
    /// How it is written.
    name: String,
    arguments: Vec<String>,
    /// The text without its arguments.
    path: String,
    /// It is of the standard library, and not of a crate that the crate depends on.
    is_std: bool,
}

impl Type {
    /// Reads a type as the driver spells it.
    fn parse(text: &str) -> Option<Type> {
        let ty = |name: &str, arguments: Vec<String>| {
            Some(Type { name: name.to_owned(), arguments, path: name.to_owned(), is_std: true })
        };
        if let Some(inner) = text.strip_prefix("&'static mut ") {
            return match element(inner) {
                Some(element) => ty("&mut []", vec![element]),
                None if inner == "str" => None,
                None => ty("&mut", vec![inner.to_owned()]),
            };
        }
        if let Some(inner) = text.strip_prefix("&'static ") {
            return match element(inner) {
                Some(element) => ty("&[]", vec![element]),
                None if inner == "str" => ty("&str", Vec::new()),
                None => ty("&", vec![inner.to_owned()]),
            };
        }
        if text.starts_with("fn(") {
            return ty(text, Vec::new());
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|own| own.strip_suffix(')')) {
            return ty("()", split(inner, ','));
        }
        if let Some(inner) = text.strip_prefix('[').and_then(|own| own.strip_suffix(']')) {
            let parts = split(inner, ';');
            return (parts.len() == 2).then_some(parts).and_then(|own| ty("[;]", own));
        }
        let (path, arguments) = match text.split_once('<') {
            Some((path, rest)) if !path.is_empty() => (path, split(rest.strip_suffix('>')?, ',')),
            Some(_) => return None,
            None => (text, Vec::new()),
        };
        let is_std = path.starts_with("::std::") || !path.contains("::");
        let name = path.rsplit("::").next()?.to_owned();
        let is_foreign = path.starts_with("::");
        (is_std || is_foreign).then(|| Type { name, arguments, path: path.to_owned(), is_std })
    }

    /// Returns the type as the driver spells it.
    fn text(&self) -> String {
        if self.arguments.is_empty() {
            self.path.clone()
        } else {
            format!("{}<{}>", self.path, self.arguments.join(", "))
        }
    }

    /// Returns the calls that make it, if that is known.
    fn calls(&self) -> Vec<Call> {
        if let Some(inputs) = self.path.strip_prefix("fn(") {
            return pointers(&self.path, inputs);
        }
        if !self.is_std {
            return foreign(&self.text());
        }
        let arguments: Vec<&str> = self.arguments.iter().map(|own| &**own).collect();
        let of = [Type::of_language, Type::collections, Type::ranges, Type::wrappers, Type::others];
        of.into_iter().flat_map(|of| of(self, &arguments)).collect()
    }

    /// References, tuples and arrays.
    fn of_language(&self, arguments: &[&str]) -> Vec<Call> {
        match (&*self.name, arguments) {
            ("&", [ty]) => kept("$0$", &[('R', ty)]),
            ("&mut", [ty]) => kept("$0$", &[('M', ty)]),
            ("&[]", [ty]) => kept(&format!("($0$ as &[{ty}])"), &[('L', ty)]),
            ("&mut []", [ty]) => kept(&format!("($0$ as &mut [{ty}])"), &[('N', ty)]),
            ("&str", []) => kept("$0$", &[('T', "_")]),
            ("()", all) if (1..=6).contains(&all.len()) => {
                let holes: Vec<String> = (0..all.len()).map(|own| format!("${own}$, ")).collect();
                let modes: Vec<(char, &str)> = all.iter().map(|own| ('V', *own)).collect();
                one(&format!("({})", holes.concat()), &modes)
            }
            ("[;]", [ty, len]) => {
                let mode = Mode { name: 'A', ty: (*ty).to_owned(), len: Some((*len).to_owned()) };
                vec![("$0$".to_owned(), vec![mode], true)]
            }
            _ => Vec::new(),
        }
    }

    /// Iterators, and what is collected from them.
    fn collections(&self, arguments: &[&str]) -> Vec<Call> {
        let path = &self.path;
        match (&*self.name, arguments) {
            ("Reader", []) => one("Reader::new($0$)", &[('W', "u8")]),
            ("Iter", [ty]) => one("$0$", &[('I', ty)]),
            ("Vec", [ty]) => one(&format!("$0$.collect::<::std::vec::Vec<{ty}>>()"), &[('I', ty)]),
            ("IntoIter", [ty]) if path.contains("vec") => one("$0$.into_iter()", &[('W', ty)]),
            ("Iter", [ty, ..]) if path.contains("slice") => one("$0$.iter()", &[('L', ty)]),
            ("Chars" | "Bytes" | "CharIndices" | "Lines", []) => {
                let method = match &*self.name {
                    "Chars" => "chars",
                    "Bytes" => "bytes",
                    "Lines" => "lines",
                    _ => "char_indices",
                };
                one(&format!("$0$.{method}()"), &[('S', "_")])
            }
            ("VecDeque" | "BinaryHeap" | "LinkedList" | "BTreeSet" | "HashSet", [ty, ..]) => {
                one(&format!("$0$.collect::<{}>()", self.text()), &[('I', ty)])
            }
            ("BTreeMap" | "HashMap", [key, value, ..]) => {
                let pair = format!("({key}, {value}, )");
                one(&format!("$0$.collect::<{}>()", self.text()), &[('I', &pair)])
            }
            _ => Vec::new(),
        }
    }

    /// Ranges, options and results.
    fn ranges(&self, arguments: &[&str]) -> Vec<Call> {
        match (&*self.name, arguments) {
            ("Range", [ty]) => one("::std::ops::Range { start: $0$, end: $1$ }", &[('V', ty), ('V', ty)]),
            ("RangeInclusive", [ty]) => {
                one("::std::ops::RangeInclusive::new($0$, $1$)", &[('V', ty), ('V', ty)])
            }
            ("RangeFrom", [ty]) => one("::std::ops::RangeFrom { start: $0$ }", &[('V', ty)]),
            ("RangeTo", [ty]) => one("::std::ops::RangeTo { end: $0$ }", &[('V', ty)]),
            ("RangeToInclusive", [ty]) => one("::std::ops::RangeToInclusive { end: $0$ }", &[('V', ty)]),
            ("RangeFull", []) => one("::std::ops::RangeFull", &[]),
            ("Bound", [ty]) => {
                let mut all = one("::std::ops::Bound::Included($0$)", &[('V', ty)]);
                all.extend(one("::std::ops::Bound::Excluded($0$)", &[('V', ty)]));
                all.extend(one(&format!("::std::ops::Bound::<{ty}>::Unbounded"), &[]));
                all
            }
            ("Option", [ty]) => {
                let mut all = kept("::std::option::Option::Some($0$)", &[('V', ty)]);
                all.extend(kept(&format!("::std::option::Option::<{ty}>::None"), &[]));
                all
            }
            ("Result", [ty, error]) => {
                let mut all = kept(&format!("::std::result::Result::<{ty}, {error}>::Ok($0$)"), &[('V', ty)]);
                all.extend(kept(
                    &format!("::std::result::Result::<{ty}, {error}>::Err($0$)"),
                    &[('V', error)],
                ));
                all
            }
            _ => Vec::new(),
        }
    }

    /// Types around another one.
    fn wrappers(&self, arguments: &[&str]) -> Vec<Call> {
        let path = &self.path;
        match (&*self.name, arguments) {
            ("Box" | "Rc" | "Arc", [ty]) => match element(ty) {
                Some(element) => kept(&format!("{path}::<{ty}>::from($0$)"), &[('W', &element)]),
                None if *ty == "str" => kept(&format!("{path}::<str>::from($0$)"), &[('S', "_")]),
                None if ty.starts_with("dyn ") => Vec::new(),
                None => kept(&format!("{path}::new($0$)"), &[('V', ty)]),
            },
            ("Pin", [ty]) => match ty.strip_suffix('>').and_then(|own| own.split_once("Box<")) {
                Some((_, ty)) => kept("::std::boxed::Box::pin($0$)", &[('V', ty)]),
                None => Vec::new(),
            },
            ("Cell" | "RefCell" | "Mutex" | "RwLock" | "Cursor" | "OnceCell", [ty]) => {
                kept(&format!("{path}::new($0$)"), &[('V', ty)])
            }
            ("Reverse" | "Wrapping" | "Saturating" | "AssertUnwindSafe", [ty]) => {
                kept(&format!("{path}($0$)"), &[('V', ty)])
            }
            ("NonZero", [ty]) => one(&format!("::std::num::NonZero::<{ty}>::new($0$)"), &[('V', ty)]),
            ("MaybeUninit", [ty]) => kept(&format!("{path}::<{ty}>::uninit()"), &[]),
            ("PhantomData", [ty]) => kept(&format!("::std::marker::PhantomData::<{ty}>"), &[]),
            ("Cow", [ty]) => match element(ty) {
                Some(element) => kept("::std::borrow::Cow::Borrowed($0$)", &[('L', &element)]),
                None if *ty == "str" => {
                    let mut all = kept("::std::borrow::Cow::<str>::Owned($0$)", &[('V', "String")]);
                    all.extend(kept("::std::borrow::Cow::Borrowed($0$)", &[('T', "_")]));
                    all
                }
                None => kept("::std::borrow::Cow::Borrowed($0$)", &[('R', ty)]),
            },
            _ => Vec::new(),
        }
    }

    /// Texts of the system, times, addresses, errors.
    fn others(&self, arguments: &[&str]) -> Vec<Call> {
        let path = &self.path;
        match (&*self.name, arguments) {
            ("PathBuf" | "OsString", []) => one(&format!("{path}::from($0$)"), &[('V', "String")]),
            ("Duration", []) => {
                let mut all = one(
                    "::std::time::Duration::new($0$, $1$ % 1_000_000_000)",
                    &[('V', "u64"), ('V', "u32")],
                );
                all.extend(one("::std::time::Duration::from_millis($0$)", &[('V', "u64")]));
                all
            }
            ("SystemTime", []) => {
                let after = "::std::time::Duration::from_millis($0$)";
                one(&format!("(::std::time::SystemTime::UNIX_EPOCH + {after})"), &[('V', "u64")])
            }
            ("Ipv4Addr", []) => one("::std::net::Ipv4Addr::from_bits($0$)", &[('V', "u32")]),
            ("Ipv6Addr", []) => one("::std::net::Ipv6Addr::from_bits($0$)", &[('V', "u128")]),
            ("IpAddr", []) => {
                let mut all =
                    one("::std::net::IpAddr::V4(::std::net::Ipv4Addr::from_bits($0$))", &[('V', "u32")]);
                all.extend(one(
                    "::std::net::IpAddr::V6(::std::net::Ipv6Addr::from_bits($0$))",
                    &[('V', "u128")],
                ));
                all
            }
            ("SocketAddr", []) => {
                let mut all = Vec::new();
                for (version, bits) in [("Ipv4Addr", "u32"), ("Ipv6Addr", "u128")] {
                    let address = format!("::std::net::{version}::from_bits($0$).into()");
                    all.extend(one(&format!("{path}::new({address}, $1$)"), &[('V', bits), ('V', "u16")]));
                }
                all
            }
            ("SocketAddrV4", []) => one(
                &format!("{path}::new(::std::net::Ipv4Addr::from_bits($0$), $1$)"),
                &[('V', "u32"), ('V', "u16")],
            ),
            ("SocketAddrV6", []) => one(
                &format!("{path}::new(::std::net::Ipv6Addr::from_bits($0$), $1$, 0, 0)"),
                &[('V', "u128"), ('V', "u16")],
            ),
            ("Ordering", []) if !path.contains("atomic") => ["Less", "Equal", "Greater"]
                .iter()
                .flat_map(|own| one(&format!("::std::cmp::Ordering::{own}"), &[]))
                .collect(),
            ("BuildHasherDefault", [hasher]) => {
                one(&format!("::std::hash::BuildHasherDefault::<{hasher}>::default()"), &[])
            }
            ("RandomState" | "DefaultHasher", []) => one(&format!("{path}::new()"), &[]),
            ("Error", []) if path.contains("fmt") => one("::std::fmt::Error", &[]),
            ("Error", []) if path.contains("io") => one("::std::io::Error::other(\"other\")", &[]),
            ("SeekFrom", []) => {
                let mut all = one("::std::io::SeekFrom::Start($0$)", &[('V', "u64")]);
                all.extend(one("::std::io::SeekFrom::End($0$)", &[('V', "i64")]));
                all.extend(one("::std::io::SeekFrom::Current($0$)", &[('V', "i64")]));
                all
            }
            ("ParseIntError", []) => one("\"\".parse::<u8>()", &[]).into_iter().map(error_of).collect(),
            ("ParseFloatError", []) => one("\"\".parse::<f64>()", &[]).into_iter().map(error_of).collect(),
            ("Utf8Error", []) => {
                one("::std::str::from_utf8(&[255])", &[]).into_iter().map(error_of).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns a call with these modes of its arguments.
fn one(text: &str, modes: &[(char, &str)]) -> Vec<Call> {
    vec![(text.to_owned(), modes.iter().map(|(name, ty)| Mode::new(*name, ty)).collect(), false)]
}

/// Returns a call whose result is kept as it is.
fn kept(text: &str, modes: &[(char, &str)]) -> Vec<Call> {
    one(text, modes).into_iter().map(|(text, modes, _)| (text, modes, true)).collect()
}

/// Returns calls that may make a type of another crate, of which nothing but its name is known:
/// rustc says which of them do.
fn foreign(ty: &str) -> Vec<Call> {
    let mut all = one(&format!("<{ty} as ::std::default::Default>::default()"), &[]);
    all.extend(one(&format!("<{ty} as ::std::str::FromStr>::from_str($0$)"), &[('S', "_")]));
    for own in ["u64", "i32", "u8", "String", "::std::vec::Vec<u8>"] {
        all.extend(one(&format!("<{ty} as ::std::convert::From<{own}>>::from($0$)"), &[('V', own)]));
    }
    all
}

/// The answers of functions, one bit after the other.
const TABLES: [u8; 4] = [0, 255, 0b0101_0101, 0b0110_1010];

/// Returns the pointers of a type to functions: some answer from tables, one returns its argument.
fn pointers(ty: &str, inputs: &str) -> Vec<Call> {
    let (inputs, output) = inputs.rsplit_once(") -> ").unwrap_or((inputs.trim_end_matches(')'), ""));
    let count = split(inputs, ',').len();
    let holes = vec!["_"; count].join(", ");
    let call = |body: String| (format!("((|{holes}| {body}) as {ty})"), Vec::new(), true);
    let mut all: Vec<Call> = TABLES.iter().map(|bits| call(format!("table::<{bits}, _>()"))).collect();
    if count == 1 && !output.is_empty() {
        all.push((format!("((|x| x) as {ty})"), Vec::new(), true));
    }
    all
}

fn error_of((text, modes, is_whole): Call) -> Call {
    (super::erred(&text), modes, is_whole)
}

/// Returns the type of the elements of a slice.
pub(super) fn element(text: &str) -> Option<String> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    (split(inner, ';').len() == 1).then(|| inner.to_owned())
}

/// Returns the parts of a text between separators that are outside of brackets.
pub(super) fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0);
    let mut last = ' ';
    for own in text.chars() {
        match own {
            '[' | '(' | '<' => depth += 1,
            ']' | ')' => depth -= 1,
            '>' if last != '-' => depth -= 1,
            _ => {}
        }
        last = own;
        if own == separator && depth == 0 {
            parts.push(std::mem::take(&mut part).trim().to_owned());
        } else {
            part.push(own);
        }
    }
    parts.push(part.trim().to_owned());
    parts.retain(|own| !own.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ty: &str) -> Vec<String> {
        Type::parse(ty).map_or_else(Vec::new, |own| own.calls().into_iter().map(|own| own.0).collect())
    }

    #[test]
    fn types_are_told_apart_by_their_brackets() {
        assert_eq!(split("(A, B), C<D, E>, fn(F) -> G, ", ',').len(), 3);
        assert_eq!(texts("&'static [u8]"), ["($0$ as &[u8])"]);
        assert_eq!(texts("&'static [u8; 4]"), ["$0$"]);
        assert_eq!(texts("[[u8; 4]; 2]"), ["$0$"]);
        assert_eq!(texts("[u8]"), [""; 0]);
        assert_eq!(texts("::std::boxed::Box<[(u8, u8)]>"), ["::std::boxed::Box::<[(u8, u8)]>::from($0$)"]);
        assert_eq!(texts("krate::Vec<u8>"), [""; 0]);
    }

    #[test]
    fn what_a_type_is_made_of_is_made_as_well() {
        let asked = BTreeSet::from(["::std::collections::HashMap<u8, ::std::net::IpAddr>".to_owned()]);
        let all = calls(&asked);
        let has = |text: &str| all.iter().any(|own| own.text.contains(text));
        assert!(has("HashMap") && has("IpAddr::V6") && has("Ipv6Addr::from_bits") && has("($0$, $1$, )"));
    }
}
