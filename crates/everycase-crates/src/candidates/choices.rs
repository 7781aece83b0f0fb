//! What type parameters stand for.

use rustc_hash::FxHashMap;
use rustdoc_types::{
    GenericArg, GenericArgs, GenericBound, GenericParamDefKind, Generics, Id, ItemEnum, Trait, Type,
    WherePredicate,
};

use super::Collector;
use super::words::{last, shown_type};
use crate::spelling::{DEFAULT, Substitution};

/// What a type parameter stands for.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    Type(String),
    /// A function of this number of arguments.
    Closure(usize),
    /// An iterator over what the call decides.
    Iterator,
}

/// The generic parameters around a function: names, and what each may stand for.
pub(super) type Choices = Vec<(String, Vec<Choice>)>;

pub(super) const PLAIN: [&str; 10] =
    ["Atom", "u8", "i32", "u64", "String", "f64", "char", "bool", "usize", "()"];

/// The most choices: a call that does not compile takes rustc long to explain.
const MOST: usize = 8;

/// Marks an iterator among the functions.
pub(super) const ITERATOR: usize = usize::MAX;

/// Returns the choices taken together: the first of each, the second of each, and so on.
pub(super) fn alternatives(choices: &Choices) -> Vec<(Substitution, FxHashMap<String, usize>)> {
    if choices.iter().any(|(_, own)| own.is_empty()) {
        return Vec::new();
    }
    let most = choices.iter().map(|(_, own)| own.len()).max().unwrap_or(1).min(MOST);
    (0..most)
        .map(|index| {
            let (mut known, mut closures) = (Substitution::default(), FxHashMap::default());
            for (name, own) in choices {
                match &own[index.min(own.len() - 1)] {
                    Choice::Type(ty) => _ = known.insert(name.clone(), ty.clone()),
                    Choice::Closure(arguments) => _ = closures.insert(name.clone(), *arguments),
                    Choice::Iterator => _ = closures.insert(name.clone(), ITERATOR),
                }
            }
            // `?T` stands for what `T` does.
            for _ in 0..choices.len() {
                let all = known.clone();
                for ty in known.values_mut() {
                    if let Some(other) = ty.strip_prefix('?') {
                        *ty = all.get(other).cloned().unwrap_or_else(|| "_".to_owned());
                    }
                }
            }
            (known, closures)
        })
        .collect()
}

/// Returns the plainest choice for each parameter.
pub(super) fn plain(generics: &Generics) -> Substitution {
    let of = |kind: &GenericParamDefKind| match kind {
        GenericParamDefKind::Const { .. } => "2",
        _ => "Atom",
    };
    generics.params.iter().map(|own| (own.name.clone(), of(&own.kind).to_owned())).collect()
}

pub(super) fn trait_argument(path: &rustdoc_types::Path) -> Option<&Type> {
    match path.args.as_deref() {
        Some(GenericArgs::AngleBracketed { args, .. }) => args.iter().find_map(|own| match own {
            GenericArg::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    }
}

impl Collector<'_> {
    /// Returns what each type parameter may stand for.
    pub(super) fn choices(&self, generics: &Generics) -> Choices {
        let mut all = Vec::new();
        for own in &generics.params {
            match &own.kind {
                GenericParamDefKind::Lifetime { .. } => {}
                GenericParamDefKind::Const { .. } => {
                    let sizes = ["2", "4", "1", "8"].map(|own| Choice::Type(own.to_owned()));
                    all.push((own.name.clone(), sizes.to_vec()));
                }
                GenericParamDefKind::Type { bounds, .. } => {
                    let mut bounds: Vec<&GenericBound> = bounds.iter().collect();
                    for predicate in &generics.where_predicates {
                        if let WherePredicate::BoundPredicate {
                            type_: Type::Generic(name), bounds: more, ..
                        } = predicate
                            && *name == own.name
                        {
                            bounds.extend(more);
                        }
                    }
                    all.push((own.name.clone(), self.choose(&bounds)));
                }
            }
        }
        all
    }

    /// Returns what a type parameter with these bounds may stand for.
    pub(super) fn choose(&self, bounds: &[&GenericBound]) -> Vec<Choice> {
        let types = |all: &[&str]| all.iter().map(|own| Choice::Type((*own).to_owned())).collect::<Vec<_>>();
        let mut own = Vec::new();
        for bound in bounds {
            let GenericBound::TraitBound { trait_, .. } = bound else { continue };
            let argument = match trait_.args.as_deref() {
                Some(GenericArgs::AngleBracketed { args, .. }) => match args.first() {
                    Some(GenericArg::Type(ty)) => shown_type(ty),
                    _ => String::new(),
                },
                Some(GenericArgs::Parenthesized { inputs, .. }) => {
                    return vec![Choice::Closure(inputs.len())];
                }
                _ => String::new(),
            };
            match last(&trait_.path) {
                "Iterator"
                | "IntoIterator"
                | "DoubleEndedIterator"
                | "ExactSizeIterator"
                | "FusedIterator" => {
                    return vec![
                        Choice::Iterator,
                        Choice::Type("Iter<Atom>".to_owned()),
                        Choice::Type("Iter<u8>".to_owned()),
                        Choice::Type("Iter<char>".to_owned()),
                        Choice::Type("Iter<String>".to_owned()),
                        Choice::Type("Iter<(Atom, Atom)>".to_owned()),
                    ];
                }
                "Read" | "BufRead" | "Seek" => return types(&["Reader", "::std::io::Cursor<Vec<u8>>"]),
                "Write" => return types(&["Vec<u8>", "String"]),
                "Hasher" => return types(&["::std::collections::hash_map::DefaultHasher"]),
                "BuildHasher" => return types(&["::std::collections::hash_map::RandomState"]),
                // Left out: the type has its own.
                "Allocator" => return types(&[DEFAULT]),
                "RangeBounds" => {
                    return types(&[
                        &format!("::std::ops::Range<{argument}>"),
                        "::std::ops::Range<Atom>",
                        "::std::ops::Range<usize>",
                        "::std::ops::Range<u8>",
                    ]);
                }
                "SliceIndex" => return types(&["usize", "::std::ops::Range<usize>"]),
                "Error" => own.extend(types(&["Atom"])),
                "AsRef" | "Into" | "Borrow" | "From" | "TryInto" | "AsMut" => match &*argument {
                    "str" | "String" | "Path" | "PathBuf" | "OsStr" | "OsString" | "Cow" => {
                        own.extend(types(&["String", "&'static str"]));
                    }
                    "[u8]" | "Vec" => own.extend(types(&["Vec<u8>"])),
                    _ => {
                        own.extend(self.converted(trait_));
                        let of = trait_argument(trait_);
                        if let Some(Type::Generic(name)) = of {
                            own.push(Choice::Type(format!("?{name}")));
                        } else if let Some(ty) = of.and_then(|ty| self.paths.ty(ty, &Substitution::default()))
                        {
                            own.push(Choice::Type(ty));
                        }
                    }
                },
                "ToString" | "Pattern" => own.extend(types(&["String", "char", "&'static str"])),
                "Fn" | "FnMut" | "FnOnce" => return vec![Choice::Closure(1)],
                _ => {
                    // Types that implement a trait of the crate.
                    if let Some(ItemEnum::Trait(local)) = self.get(trait_.id).map(|own| &own.inner) {
                        own.extend(self.implementing(local).into_iter().map(Choice::Type));
                        own.truncate(8);
                        if !own.is_empty() {
                            return own;
                        }
                    } else if self.is_of_another_crate(trait_.id) {
                        own.extend(types(&[DEFAULT]));
                    }
                }
            }
        }
        own.extend(types(&PLAIN));
        own
    }

    /// Returns whether a trait is neither the crate's nor of the standard library: a type that
    /// implements it is known only where a type parameter has a default.
    fn is_of_another_crate(&self, of: Id) -> bool {
        let path = self.krate.paths.get(&of).map(|own| &own.path);
        path.is_some_and(|own| !matches!(&*own[0], "std" | "core" | "alloc"))
    }

    /// Returns types that implement a trait of the crate, of middle size first: a trait for
    /// arrays of each length begins with empty ones. Each generic one is of atoms, then of bytes.
    fn implementing(&self, of: &Trait) -> Vec<String> {
        let mut all = Vec::new();
        for id in of.implementations.iter().take(40) {
            let Some(ItemEnum::Impl(found)) = self.get(*id).map(|own| &own.inner) else { continue };
            let atoms = plain(&found.generics);
            let bytes = atoms
                .iter()
                .map(|(name, own)| (name.clone(), if own == "Atom" { "u8".to_owned() } else { own.clone() }));
            let Some(ty) = self.paths.ty(&found.for_, &atoms) else { continue };
            let of_bytes = self.paths.ty(&found.for_, &bytes.collect()).filter(|own| *own != ty);
            all.push((ty, of_bytes));
        }
        if all.len() > 8 {
            all.rotate_left(2);
        }
        // Nothing makes references but calls.
        all.sort_by_key(|(ty, _)| ty.contains('&'));
        all.into_iter().flat_map(|(ty, of_bytes)| [Some(ty), of_bytes]).flatten().collect()
    }

    /// Returns the types from which the argument of a trait, a type of the crate, can be made.
    pub(super) fn converted(&self, of: &rustdoc_types::Path) -> Vec<Choice> {
        let Some(Type::ResolvedPath(path)) = trait_argument(of) else { return Vec::new() };
        let impls = match self.get(path.id).map(|own| &own.inner) {
            Some(ItemEnum::Struct(own)) => &own.impls,
            Some(ItemEnum::Enum(own)) => &own.impls,
            _ => return Vec::new(),
        };
        let mut all = Vec::new();
        for id in impls {
            if let Some(ItemEnum::Impl(own)) = self.get(*id).map(|own| &own.inner)
                && own.blanket_impl.is_none()
                && let Some(path) = own.trait_.as_ref().filter(|path| last(&path.path) == "From")
                && let Some(ty) = trait_argument(path).and_then(|ty| self.paths.ty(ty, &plain(&own.generics)))
            {
                all.push(Choice::Type(ty));
            }
        }
        all.truncate(4);
        all
    }
}
