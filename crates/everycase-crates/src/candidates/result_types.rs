//! The types that calls return: methods of a generic type are called for these first.

use rustc_hash::FxHashMap;
use rustdoc_types::{GenericArg, GenericArgs, GenericParamDefKind, Generics, ItemEnum, Path, Type};

use super::Collector;
use super::choices::{Alternative, Choice, Choices};
use super::support::split;
use crate::spelling::{DEFAULT, Substitution};

/// The most spellings of one type, and the most of these for which methods are called.
const MOST: usize = 12;
const KNOWN: usize = 8;

/// Results are noted for this many choices of type arguments.
pub(super) const FIRST: usize = 4;

/// For each generic type, by its path, how it is spelled.
pub(super) type ResultTypes = FxHashMap<String, Vec<String>>;

/// Notes the spelling of a type.
pub(super) fn note(made: &mut ResultTypes, text: &str) {
    let head = text.split('<').next().unwrap_or_default();
    let all = made.entry(head.to_owned()).or_default();
    if all.len() < MOST && !all.iter().any(|own| own == text) {
        all.push(text.to_owned());
    }
}

/// Returns whether a type is a generic one of the crate whose arguments are all known.
pub(crate) fn is_generic(text: &str) -> bool {
    text.starts_with("krate::") && text.contains('<') && !text.contains("<_") && !text.contains(", _")
}

impl Collector<'_> {
    /// Returns the generic types of the crate that a result has.
    pub(super) fn returns(&self, ty: Option<&Type>, known: &Substitution) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(ty) = ty {
            self.within(ty, known, &mut found);
        }
        found
    }

    /// Adds the generic types of the crate that a value of a type can be or hold.
    fn within(&self, ty: &Type, known: &Substitution, found: &mut Vec<String>) {
        match ty {
            Type::BorrowedRef { type_, .. } => return self.within(type_, known, found),
            Type::Tuple(all) => return all.iter().for_each(|own| self.within(own, known, found)),
            Type::ResolvedPath(path) => {
                if let Some(GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref() {
                    for own in args {
                        if let GenericArg::Type(ty) = own {
                            self.within(ty, known, found);
                        }
                    }
                }
            }
            Type::Generic(_) => {}
            _ => return,
        }
        found.extend(self.paths.ty(ty, known).filter(|own| is_generic(own)));
    }

    /// Returns what parameters around a type stand for: as calls return it, then the choices for
    /// their bounds, then as arguments have it.
    pub(super) fn of_type(&self, generics: &Generics, ty: &Type) -> Vec<Alternative> {
        let mut choices = self.choices(generics);
        let inner = match ty {
            Type::BorrowedRef { type_, .. } => type_,
            other => other,
        };
        let (mut all, mut asked) = (Vec::new(), Vec::new());
        if let Type::ResolvedPath(path) = inner
            && let Some(head) = self.paths.path(path.id, &path.path)
        {
            self.prefer_defaults(path, &mut choices);
            all = self.instances(inner, self.known_as.get(&head), &choices);
            asked = self.instances(inner, self.asked_as.get(&head), &choices);
        }
        for other in self.alternatives(&choices, &Substitution::default()).into_iter().chain(asked) {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        all
    }

    /// Returns what parameters stand for if a type is spelled as in some texts.
    fn instances(&self, ty: &Type, texts: Option<&Vec<String>>, choices: &Choices) -> Vec<Alternative> {
        let mut all: Vec<Alternative> = Vec::new();
        for text in texts.into_iter().flatten() {
            let mut known = Substitution::default();
            if !self.fits(ty, text, &mut known) {
                continue;
            }
            let is_open = |own: &&(String, _)| !known.contains_key(&own.0);
            let rest: Choices = choices.iter().filter(is_open).cloned().collect();
            if rest.is_empty() {
                all.push((known, FxHashMap::default()));
            } else {
                all.extend(self.alternatives(&rest, &known).into_iter().take(1));
            }
            if all.len() == KNOWN {
                break;
            }
        }
        all
    }

    /// Lets parameters stand first for what the type itself has as a default.
    fn prefer_defaults(&self, path: &Path, choices: &mut Choices) {
        let generics = match self.get(path.id).map(|own| &own.inner) {
            Some(ItemEnum::Struct(own)) => &own.generics,
            Some(ItemEnum::Enum(own)) => &own.generics,
            _ => return,
        };
        let Some(GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref() else { return };
        let types = generics.params.iter().filter_map(|own| match &own.kind {
            GenericParamDefKind::Type { default, .. } => Some(default),
            _ => None,
        });
        let arguments = args.iter().filter_map(|own| match own {
            GenericArg::Type(ty) => Some(ty),
            _ => None,
        });
        for (default, own) in types.zip(arguments) {
            if let (Some(default), Type::Generic(name)) = (default, own)
                && let Some((_, choices)) = choices.iter_mut().find(|own| own.0 == *name)
            {
                let ty = self.paths.ty(default, &Substitution::default());
                choices.insert(0, Choice::Type(ty.unwrap_or_else(|| DEFAULT.to_owned())));
            }
        }
    }

    /// Returns whether a type is what a text spells, and what its parameters then stand for.
    fn fits(&self, ty: &Type, text: &str, known: &mut Substitution) -> bool {
        match ty {
            Type::Generic(name) => known.entry(name.clone()).or_insert_with(|| text.to_owned()) == text,
            Type::ResolvedPath(path) => {
                let (head, arguments) = match text.split_once('<') {
                    Some((head, rest)) => (head, split(rest.strip_suffix('>').unwrap_or(rest), ',')),
                    None => (text, Vec::new()),
                };
                if self.paths.path(path.id, &path.path).as_deref() != Some(head) {
                    return false;
                }
                let own: Vec<&GenericArg> = match path.args.as_deref() {
                    Some(GenericArgs::AngleBracketed { args, .. }) => {
                        args.iter().filter(|own| !matches!(own, GenericArg::Lifetime(_))).collect()
                    }
                    _ => Vec::new(),
                };
                // Parameters that have a default can be left out.
                own.len() >= arguments.len()
                    && own.iter().zip(&arguments).all(|(own, text)| match own {
                        GenericArg::Type(ty) => self.fits(ty, text, known),
                        GenericArg::Const(own) if own.value.is_none() => {
                            known.insert(own.expr.clone(), text.clone()).is_none_or(|old| old == *text)
                        }
                        GenericArg::Const(own) => own.expr == *text,
                        _ => false,
                    })
            }
            Type::BorrowedRef { is_mutable, type_, .. } => {
                let before = if *is_mutable { "&'static mut " } else { "&'static " };
                text.strip_prefix(before).is_some_and(|own| self.fits(type_, own, known))
            }
            other => self.paths.ty(other, &Substitution::default()).is_some_and(|own| own == text),
        }
    }
}
