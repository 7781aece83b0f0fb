//! Types of the crate that implement its traits.

use rustdoc_types::{GenericBound, GenericParamDefKind, Generics, Id, ItemEnum, Trait, Type, WherePredicate};

use super::Collector;
use super::choices::{Choice, MOST, constants, trait_argument};
use super::words::last;
use crate::spelling::Substitution;

/// Returns the plainest choice for each parameter.
pub(super) fn plain(generics: &Generics) -> Substitution {
    let of = |kind: &GenericParamDefKind| match kind {
        GenericParamDefKind::Const { type_, .. } => constants(type_)[0],
        _ => "Atom",
    };
    generics.params.iter().map(|own| (own.name.clone(), of(&own.kind).to_owned())).collect()
}

/// Returns the types of some sets, at most `MOST`, first the ones that are in most of them. A
/// reference is taken for one where what it refers to is in a set: often that is how a reference
/// implements a trait.
pub(super) fn common(sets: &[Vec<String>]) -> Vec<String> {
    let mut all: Vec<(usize, &String)> = Vec::new();
    for own in sets.iter().flatten() {
        if !all.iter().any(|other| other.1 == own) {
            let inner = own.strip_prefix("&'static ").unwrap_or(own);
            let count =
                sets.iter().filter(|set| set.iter().any(|other| other == own || other == inner)).count();
            all.push((sets.len() - count, own));
        }
    }
    all.sort_by_key(|own| own.0);
    all.into_iter().take(MOST).map(|own| own.1.clone()).collect()
}

/// Returns whether a type parameter is bound by a trait.
fn requires(generics: &Generics, id: Id) -> bool {
    let is_own =
        |own: &GenericBound| matches!(own, GenericBound::TraitBound { trait_, .. } if trait_.id == id);
    let in_params = generics.params.iter().any(|own| match &own.kind {
        GenericParamDefKind::Type { bounds, .. } => bounds.iter().any(is_own),
        _ => false,
    });
    in_params
        || generics.where_predicates.iter().any(|own| match own {
            WherePredicate::BoundPredicate { bounds, .. } => bounds.iter().any(is_own),
            _ => false,
        })
}

impl Collector<'_> {
    /// Returns whether a type of the crate has no size: no value can be converted into itself.
    pub(super) fn is_unsized(&self, ty: &Type) -> bool {
        let Type::ResolvedPath(path) = ty else { return false };
        let Some(ItemEnum::Struct(own)) = self.get(path.id).map(|own| &own.inner) else { return false };
        let converts = |id: &Id| {
            matches!(self.get(*id).map(|own| &own.inner), Some(ItemEnum::Impl(own))
                if own.blanket_impl.is_some() && own.trait_.as_ref().is_some_and(|own| last(&own.path) == "Into"))
        };
        !own.impls.is_empty() && !own.impls.iter().any(converts)
    }

    /// Returns types that implement a trait of the crate, of middle size first: a trait for
    /// arrays of each length begins with empty ones. Each generic one is of atoms, then of bytes.
    pub(super) fn implementing(&self, of: &Trait, itself: Id) -> Vec<String> {
        let mut all = Vec::new();
        let is_inner = self.is_choosing.replace(true);
        for id in of.implementations.iter().take(40) {
            let Some(ItemEnum::Impl(found)) = self.get(*id).map(|own| &own.inner) else { continue };
            let known: Vec<Substitution> = if is_inner {
                vec![plain(&found.generics)]
            } else {
                let all = self.alternatives(&self.choices(&found.generics), &Substitution::default());
                all.into_iter().filter(|own| own.1.is_empty()).map(|own| own.0).take(2).collect()
            };
            let mut types: Vec<String> =
                known.iter().filter_map(|own| self.paths.ty(&found.for_, own)).collect();
            types.dedup();
            all.push((types, requires(&found.generics, itself)));
        }
        self.is_choosing.set(is_inner);
        if all.len() > 8 {
            all.rotate_left(2);
        }
        // Types around others that implement the trait come last, and references before these.
        all.sort_by_key(|(types, is_around)| (*is_around, types.iter().any(|own| own.contains('&'))));
        all.into_iter().flat_map(|own| own.0).collect()
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
