//! Types that type parameters stand for.

use rustc_hash::FxHashMap;
use rustdoc_types::{
    GenericArg, GenericArgs, GenericBound, GenericParamDefKind, Generics, Id, ItemEnum, Type, WherePredicate,
};

use super::Collector;
use super::implementing::common;
use super::words::{last, shown_type};
use crate::spelling::{DEFAULT, Substitution};

/// What a type parameter stands for.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    Type(String),
    /// A function.
    Closure(FunctionTypes),
    /// An iterator over what the call decides.
    Iterator,
}

/// The types of a function that is an argument.
#[derive(Clone, Debug)]
pub(super) struct FunctionTypes {
    pub(super) inputs: Vec<Type>,
    pub(super) output: Option<Type>,
}

/// The generic parameters around a function: names, and what each may stand for.
pub(super) type Choices = Vec<(String, Vec<Choice>)>;

pub(super) const PLAIN: [&str; 10] =
    ["Atom", "u8", "i32", "u64", "String", "f64", "char", "bool", "usize", "()"];

/// What the parameters stand for; the ones that are not types are functions, with the number of
/// their arguments, and iterators.
pub(super) type Alternative = (Substitution, FxHashMap<String, usize>);

/// What implements the traits of operators, and `Copy`.
const NUMBERS: [&str; 8] = ["u8", "i32", "u64", "f64", "usize", "char", "bool", "()"];

/// Returns whether an atom does not implement a trait, and numbers do.
fn is_of_numbers(name: &str) -> bool {
    let name = name.strip_suffix("Assign").unwrap_or(name);
    matches!(
        name,
        "Copy"
            | "Add"
            | "Sub"
            | "Mul"
            | "Div"
            | "Rem"
            | "Neg"
            | "Not"
            | "BitAnd"
            | "BitOr"
            | "BitXor"
            | "Shl"
            | "Shr"
            | "Sum"
            | "Product"
            | "FromStr"
            | "LowerHex"
            | "UpperHex"
            | "Binary"
            | "Octal"
            | "LowerExp"
            | "UpperExp"
    )
}

/// The most choices: a call that does not compile takes rustc long to explain.
pub(super) const MOST: usize = 8;

/// Marks an iterator among the functions.
pub(super) const ITERATOR: usize = usize::MAX;

/// Returns whether references to a type parameter are to be iterated over.
fn refers_to_iterable(generics: &Generics, name: &str) -> bool {
    generics.where_predicates.iter().any(|own| match own {
        WherePredicate::BoundPredicate { type_: Type::BorrowedRef { type_, .. }, bounds, .. } => {
            matches!(&**type_, Type::Generic(own) if own == name)
                && bounds.iter().any(|own| match own {
                    GenericBound::TraitBound { trait_, .. } => last(&trait_.path) == "IntoIterator",
                    _ => false,
                })
        }
        _ => false,
    })
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

/// Returns what a constant parameter of a type may stand for, the plainest first.
pub(super) fn constants(ty: &Type) -> &'static [&'static str] {
    match ty {
        Type::Primitive(name) if name == "char" => &["'*'", "'?'", "'a'"],
        Type::Primitive(name) if name == "bool" => &["true", "false"],
        _ => &["2", "4", "1", "8"],
    }
}

impl Collector<'_> {
    /// Returns the choices taken together: the first of each, the second of each, and so on.
    pub(super) fn alternatives(&self, choices: &Choices, around: &Substitution) -> Vec<Alternative> {
        if choices.iter().any(|(_, own)| own.is_empty()) {
            return Vec::new();
        }
        let most = choices.iter().map(|(_, own)| own.len()).max().unwrap_or(1).min(MOST);
        (0..most)
            .map(|index| {
                let (mut known, mut others) = (around.clone(), FxHashMap::default());
                let mut functions = Vec::new();
                for (name, own) in choices {
                    match &own[index.min(own.len() - 1)] {
                        Choice::Type(ty) => _ = known.insert(name.clone(), ty.clone()),
                        Choice::Closure(types) => functions.push((name, types)),
                        Choice::Iterator => _ = others.insert(name.clone(), ITERATOR),
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
                // A type that has a name can be told, one of a closure cannot.
                for (name, types) in functions {
                    match self.function_pointer(types, &known) {
                        Some(ty) => _ = known.insert(name.clone(), ty),
                        None => _ = others.insert(name.clone(), types.inputs.len()),
                    }
                }
                (known, others)
            })
            .collect()
    }

    /// Returns the type of pointers to functions of these types.
    pub(super) fn function_pointer(&self, types: &FunctionTypes, known: &Substitution) -> Option<String> {
        let inputs: Option<Vec<String>> = types.inputs.iter().map(|own| self.paths.ty(own, known)).collect();
        let output = match &types.output {
            Some(own) => format!(" -> {}", self.paths.ty(own, known)?),
            None => String::new(),
        };
        // References live as long as the call.
        let text = format!("fn({}){output}", inputs?.join(", ")).replace("&'static ", "&");
        let is_told = !text.contains(">::") || text.contains(" as ");
        (is_told && !text.contains('?') && !text.contains("_>")).then_some(text)
    }

    /// Returns what each type parameter may stand for.
    pub(super) fn choices(&self, generics: &Generics) -> Choices {
        let mut all = Vec::new();
        for own in &generics.params {
            match &own.kind {
                GenericParamDefKind::Lifetime { .. } => {}
                GenericParamDefKind::Const { type_, .. } => {
                    let values = constants(type_).iter().map(|own| Choice::Type((*own).to_owned()));
                    all.push((own.name.clone(), values.collect()));
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
                    let mut choices = self.choose(&bounds);
                    if refers_to_iterable(generics, &own.name) {
                        let types = ["Vec<Atom>", "Vec<u8>"].map(|own| Choice::Type(own.to_owned()));
                        choices.splice(0..0, types);
                    }
                    all.push((own.name.clone(), choices));
                }
            }
        }
        all
    }

    /// Returns what a type parameter with these bounds may stand for.
    pub(super) fn choose(&self, bounds: &[&GenericBound]) -> Vec<Choice> {
        let types = |all: &[&str]| all.iter().map(|own| Choice::Type((*own).to_owned())).collect::<Vec<_>>();
        let mut own = Vec::new();
        // Types that implement traits of the crate.
        let (mut sets, mut has_numbers) = (Vec::new(), false);
        for bound in bounds {
            let GenericBound::TraitBound { trait_, .. } = bound else { continue };
            let argument = match trait_.args.as_deref() {
                Some(GenericArgs::AngleBracketed { args, .. }) => match args.first() {
                    Some(GenericArg::Type(ty)) => shown_type(ty),
                    _ => String::new(),
                },
                Some(GenericArgs::Parenthesized { inputs, output }) => {
                    let (inputs, output) = (inputs.clone(), output.clone());
                    return vec![Choice::Closure(FunctionTypes { inputs, output })];
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
                        Choice::Type("Iter<::std::result::Result<Atom, Atom>>".to_owned()),
                        Choice::Type("Iter<::std::option::Option<Atom>>".to_owned()),
                        Choice::Type("Iter<Iter<Atom>>".to_owned()),
                    ];
                }
                "Read" | "BufRead" | "Seek" => return types(&["Reader", "::std::io::Cursor<Vec<u8>>"]),
                "Write" => return types(&["Vec<u8>", "String"]),
                "Hasher" => return types(&["::std::collections::hash_map::DefaultHasher"]),
                "BuildHasher" => {
                    return types(&[
                        "::std::hash::BuildHasherDefault<::std::collections::hash_map::DefaultHasher>",
                        "::std::collections::hash_map::RandomState",
                    ]);
                }
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
                "AsRef" | "Into" | "Borrow" | "From" | "TryInto" | "AsMut" | "Equivalent" => match &*argument
                {
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
                _ => {
                    if let Some(ItemEnum::Trait(local)) = self.get(trait_.id).map(|own| &own.inner) {
                        sets.push(self.implementing(local, trait_.id));
                    } else if is_of_numbers(last(&trait_.path)) {
                        has_numbers = true;
                    } else if self.is_of_another_crate(trait_.id) {
                        own.extend(types(&[DEFAULT]));
                    }
                }
            }
        }
        let local = common(&sets);
        if !local.is_empty() {
            return local.into_iter().map(Choice::Type).collect();
        }
        own.extend(types(if has_numbers { &NUMBERS } else { &PLAIN }));
        own
    }

    /// Returns whether a trait is neither the crate's nor of the standard library: a type that
    /// implements it is known only where a type parameter has a default.
    fn is_of_another_crate(&self, of: Id) -> bool {
        let path = self.krate.paths.get(&of).map(|own| &own.path);
        path.is_some_and(|own| !matches!(&*own[0], "std" | "core" | "alloc"))
    }
}
