//! Types of the rustdoc JSON as source text of the driver.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use rustdoc_types::{Crate, GenericArg, GenericArgs, Id, ItemEnum, Path, Type};

/// The name by which the driver knows the crate under test.
pub(crate) const KRATE: &str = "krate";

/// What a type parameter stands for that is left out, since it has a default.
pub(crate) const DEFAULT: &str = "";

/// Where public items are found: the shortest path of each, and the paths of other crates.
pub(crate) struct Paths<'c> {
    pub(crate) krate: &'c Crate,
    pub(crate) of: FxHashMap<Id, String>,
    pub(crate) foreign: &'c BTreeMap<Id, String>,
}

/// What type parameters stand for; lifetimes are left out everywhere.
pub(crate) type Substitution = FxHashMap<String, String>;

impl Paths<'_> {
    /// Returns the path of an item in the driver's source, if it is known.
    pub(crate) fn path(&self, id: Id, written: &str) -> Option<String> {
        if let Some(path) = self.of.get(&id) {
            return Some(format!("{KRATE}::{path}"));
        }
        match self.krate.paths.get(&id) {
            Some(summary) if matches!(&*summary.path[0], "std" | "core" | "alloc") => {
                std_path(&summary.path).or_else(|| public_path(&summary.path))
            }
            Some(_) => self.foreign.get(&id).cloned(),
            None => std_path(&[written.rsplit("::").next()?.to_owned()]),
        }
    }

    /// Returns the names that several types have, in different modules.
    pub(crate) fn shared_types(&self) -> BTreeSet<&str> {
        let (mut known, mut shared) = (BTreeSet::new(), BTreeSet::new());
        for (id, path) in &self.of {
            let kind = self.krate.index.get(id).map(|own| &own.inner);
            let name = path.rsplit("::").next().unwrap_or(path);
            if matches!(kind, Some(ItemEnum::Struct(_) | ItemEnum::Enum(_) | ItemEnum::Union(_)))
                && !known.insert(name)
            {
                shared.insert(name);
            }
        }
        shared
    }

    /// Returns a type's source.
    pub(crate) fn ty(&self, ty: &Type, known: &Substitution) -> Option<String> {
        Some(match ty {
            Type::ResolvedPath(path) => self.applied(path, known, "")?,
            Type::Generic(name) => known.get(name)?.clone(),
            Type::Primitive(name) if name == "never" => "!".to_owned(),
            Type::Primitive(name) => name.clone(),
            Type::Tuple(types) => {
                let mut all = String::new();
                for own in types {
                    all += &self.ty(own, known)?;
                    all += ", ";
                }
                format!("({all})")
            }
            Type::Slice(element) => format!("[{}]", self.ty(element, known)?),
            Type::Array { type_, len } => {
                let len = known.get(len).unwrap_or(len);
                format!("[{}; {len}]", self.ty(type_, known)?)
            }
            Type::BorrowedRef { is_mutable, type_, .. } => {
                let mutable = if *is_mutable { "mut " } else { "" };
                format!("&'static {mutable}{}", self.ty(type_, known)?)
            }
            Type::QualifiedPath { name, self_type, trait_, .. } => {
                let own = self.ty(self_type, known)?;
                let element = own.strip_prefix("Iter<").and_then(|own| own.strip_suffix('>'));
                if let Some(element) = element.filter(|_| name == "Item") {
                    return Some(element.to_owned());
                }
                match trait_ {
                    Some(path) if !path.path.is_empty() || self.of.contains_key(&path.id) => {
                        format!("<{own} as {}>::{name}", self.applied(path, known, "")?)
                    }
                    _ if name == "Item" && !own.starts_with('<') => {
                        format!("<{own} as ::std::iter::Iterator>::Item")
                    }
                    _ => format!("<{own}>::{name}"),
                }
            }
            _ => return None,
        })
    }

    /// Returns a path with its arguments; `turbofish` stands before them.
    pub(crate) fn applied(&self, path: &Path, known: &Substitution, turbofish: &str) -> Option<String> {
        let mut text = self.path(path.id, &path.path)?;
        match path.args.as_deref() {
            Some(GenericArgs::AngleBracketed { args, .. }) => {
                let mut all = Vec::new();
                for own in args {
                    match own {
                        GenericArg::Lifetime(_) => {}
                        GenericArg::Type(ty) => all.push(self.ty(ty, known)?),
                        GenericArg::Const(value) => {
                            all.push(known.get(&value.expr).unwrap_or(&value.expr).clone());
                        }
                        GenericArg::Infer => all.push("_".to_owned()),
                    }
                }
                // What stands behind a parameter with a default has one, too.
                let known = all.iter().position(|own| own == DEFAULT);
                all.truncate(known.unwrap_or(all.len()));
                if !all.is_empty() {
                    text = format!("{text}{turbofish}<{}>", all.join(", "));
                }
            }
            Some(_) => return None,
            None => {}
        }
        Some(text)
    }
}

/// Returns the public path of an item of the standard library by the path of its definition: most
/// are exported from the first module of it.
fn public_path(path: &[String]) -> Option<String> {
    let [_, rest @ ..] = path else { return None };
    let words: Vec<&str> = rest.iter().map(|own| &**own).collect();
    Some(match words[..] {
        ["collections", "hash", kind @ ("map" | "set"), .., name] => {
            format!("::std::collections::hash_{kind}::{name}")
        }
        ["collections", "btree", kind @ ("map" | "set"), .., name] => {
            format!("::std::collections::btree_{kind}::{name}")
        }
        ["collections" | "sync" | "os" | "arch", ..] => format!("::std::{}", words.join("::")),
        [module, .., name] if words.len() > 2 => format!("::std::{module}::{name}"),
        _ => format!("::std::{}", words.join("::")),
    })
}

/// Returns the public path of an item of the standard library that is defined in a private module
/// or is known by its last name.
fn std_path(path: &[String]) -> Option<String> {
    let name = path.last()?;
    let module = match &**name {
        "Vec" => "vec",
        "String" | "ToString" => "string",
        "Box" => "boxed",
        "Rc" => "rc",
        "Arc" => "sync",
        "Cow" | "ToOwned" | "Borrow" | "BorrowMut" => "borrow",
        "Option" => "option",
        "Result" if path.iter().any(|own| own == "io") => "io",
        "Result" if path.iter().any(|own| own == "fmt") => "fmt",
        "Result" => "result",
        "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque" | "BinaryHeap" | "LinkedList" => {
            "collections"
        }
        "RandomState" | "DefaultHasher" | "Hash" | "Hasher" | "BuildHasher" => "hash",
        "Duration" | "Instant" | "SystemTime" | "SystemTimeError" => "time",
        "Iterator"
        | "IntoIterator"
        | "FromIterator"
        | "Extend"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "FusedIterator"
        | "Sum"
        | "Product"
        | "Rev"
        | "Peekable" => "iter",
        "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Ordering" | "Reverse" => "cmp",
        "Clone" => "clone",
        "Copy" | "PhantomData" => "marker",
        "Default" => "default",
        "From" | "Into" | "TryFrom" | "TryInto" | "AsRef" | "AsMut" | "Infallible" => "convert",
        "FromStr" | "Utf8Error" => "str",
        "Debug" | "Display" | "LowerHex" | "UpperHex" | "Octal" | "Binary" | "LowerExp" | "UpperExp"
        | "Formatter" => "fmt",
        "Add" | "Sub" | "Mul" | "Div" | "Rem" | "Neg" | "Not" | "BitAnd" | "BitOr" | "BitXor" | "Shl"
        | "Shr" | "AddAssign" | "SubAssign" | "MulAssign" | "DivAssign" | "RemAssign" | "BitAndAssign"
        | "BitOrAssign" | "BitXorAssign" | "ShlAssign" | "ShrAssign" | "Deref" | "DerefMut" | "Index"
        | "IndexMut" | "Drop" | "Range" | "RangeInclusive" | "RangeFrom" | "RangeTo" | "RangeToInclusive"
        | "RangeFull" | "RangeBounds" | "Bound" | "Fn" | "FnMut" | "FnOnce" => "ops",
        "Read" | "BufRead" | "Seek" | "SeekFrom" | "Cursor" => "io",
        "Write" | "Error" => path.iter().find(|own| matches!(&***own, "io" | "fmt" | "error"))?,
        "Path" | "PathBuf" => "path",
        "OsStr" | "OsString" | "CStr" | "CString" => "ffi",
        "Ipv4Addr" | "Ipv6Addr" | "IpAddr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => "net",
        "Layout" => "alloc",
        "Any" | "TypeId" => "any",
        "Wrapping" | "Saturating" | "ParseIntError" => "num",
        _ => return None,
    };
    let module =
        if matches!(&**name, "RandomState" | "DefaultHasher") { "collections::hash_map" } else { module };
    Some(format!("::std::{module}::{name}"))
}
