//! The public items, one after the other.

use rustdoc_types::{
    Constant, Enum, GenericArg, GenericArgs, GenericParamDefKind, Generics, Id, Item, ItemEnum, Path, Struct,
    StructKind, Trait, Type, VariantKind,
};

use super::arguments::{Argument, products};
use super::documentation::{bounds_field, parameters, slices};
use super::result_types::{FIRST, is_generic, note};
use super::words::{is_index, shown_type};
use super::{CallableItem, Candidate, Collector, Context, Expectation, Promise};
use crate::spelling::{DEFAULT, KRATE};

/// The number of types for which the provided methods of a trait are called.
const PROVIDED: u32 = 3;

pub(super) enum Fields {
    Unit,
    Tuple(Vec<Id>),
    Named(Vec<Id>),
}

impl<'c> Collector<'c> {
    /// Returns the crate and the name of a type, for readers: the path if several types have this
    /// name.
    pub(super) fn shown(&self, ty: &Type) -> String {
        let name = shown_type(ty);
        let path = match ty {
            Type::ResolvedPath(path) if self.shared.contains(&*name) => self.paths.of.get(&path.id),
            _ => None,
        };
        format!("{}::{}", self.name, path.unwrap_or(&name))
    }

    pub(super) fn get(&self, id: Id) -> Option<&'c Item> {
        self.krate.index.get(&id)
    }

    pub(super) fn item(&mut self, id: Id) {
        let (Some(item), Some(path)) = (self.get(id), self.paths.of.get(&id)) else { return };
        let callee = format!("{KRATE}::{path}");
        let shown = format!("{}::{path}", self.name);
        match &item.inner {
            ItemEnum::Function(function) => {
                self.function(item, function, &shown, &callee, &Context::default(), None);
                self.pair_of_functions(item, path);
                self.float_of_function(item, path);
            }
            ItemEnum::Struct(own) => {
                self.constructor(item, own, &shown, &callee);
                self.impls(&own.impls);
            }
            ItemEnum::Enum(own) => {
                self.variants(item, own, &shown, &callee);
                self.impls(&own.impls);
            }
            ItemEnum::Union(own) => self.impls(&own.impls),
            ItemEnum::Trait(own) => self.implementations(own),
            ItemEnum::Constant { .. } => self.simple(item, &shown, callee),
            ItemEnum::Static(own) if !own.is_mutable && !own.is_unsafe => {
                self.simple(item, &shown, format!("&{callee}"));
            }
            _ => {}
        }
    }

    pub(super) fn facts(
        &mut self,
        item: &Item,
        shown: &str,
        promise: Promise,
        skipped: Option<&'static str>,
    ) -> usize {
        let own = CallableItem {
            name: shown.to_owned(),
            documentation: self.documentation(item),
            promise,
            expected: Expectation::Answer,
            parameters: parameters(item).map(str::to_owned).collect(),
            slices: slices(item),
            signature: None,
            skipped,
            law: None,
            is_round_trip: false,
            assembles: false,
        };
        self.found.items.push(own);
        self.found.items.len() - 1
    }

    pub(super) fn simple(&mut self, item: &Item, shown: &str, text: String) {
        let item = self.facts(item, shown, Promise::Name, None);
        let family = String::new();
        self.found.calls.push(Candidate { item, family, text, ..Candidate::default() });
    }

    /// Adds the constructor of a struct whose fields are public.
    pub(super) fn constructor(&mut self, item: &Item, own: &Struct, shown: &str, callee: &str) {
        if item.attrs.iter().any(|own| matches!(own, rustdoc_types::Attribute::NonExhaustive)) {
            return;
        }
        let fields = match &own.kind {
            StructKind::Unit => Fields::Unit,
            StructKind::Tuple(fields) => match fields.iter().copied().collect::<Option<Vec<Id>>>() {
                Some(fields) => Fields::Tuple(fields),
                None => return,
            },
            StructKind::Plain { has_stripped_fields: true, .. } => return,
            StructKind::Plain { fields, .. } => Fields::Named(fields.clone()),
        };
        self.made(item, &fields, &own.generics, shown, (callee, item.id), callee);
    }

    pub(super) fn variants(&mut self, item: &Item, own: &Enum, shown: &str, callee: &str) {
        for variant in &own.variants {
            let Some(variant) = self.get(*variant) else { continue };
            let (ItemEnum::Variant(kind), Some(name)) = (&variant.inner, &variant.name) else { continue };
            if variant.attrs.iter().any(|own| matches!(own, rustdoc_types::Attribute::NonExhaustive)) {
                continue;
            }
            let fields = match &kind.kind {
                VariantKind::Plain => Fields::Unit,
                VariantKind::Tuple(fields) => match fields.iter().copied().collect::<Option<Vec<Id>>>() {
                    Some(fields) => Fields::Tuple(fields),
                    None => continue,
                },
                VariantKind::Struct { has_stripped_fields: true, .. } => continue,
                VariantKind::Struct { fields, .. } => Fields::Named(fields.clone()),
            };
            let shown = format!("{shown}::{name}");
            self.made(
                variant,
                &fields,
                &own.generics,
                &shown,
                (callee, item.id),
                &format!("{callee}::{name}"),
            );
        }
    }

    /// Adds a constructor with these fields.
    pub(super) fn made(
        &mut self,
        item: &Item,
        fields: &Fields,
        generics: &Generics,
        shown: &str,
        (ty, of): (&str, Id),
        callee: &str,
    ) {
        let index = self.facts(item, shown, Promise::Name, None);
        let ids: &[Id] = match fields {
            Fields::Unit => &[],
            Fields::Tuple(ids) | Fields::Named(ids) => ids,
        };
        self.found.items[index].assembles = !ids.is_empty();
        self.found.items[index].documentation.state = !ids.is_empty() && self.states_validity(of);
        let params = generics.params.iter().filter_map(|own| match &own.kind {
            GenericParamDefKind::Type { .. } => Some(GenericArg::Type(Type::Generic(own.name.clone()))),
            GenericParamDefKind::Const { .. } => {
                let own = Constant { expr: own.name.clone(), value: None, is_literal: false };
                Some(GenericArg::Const(own))
            }
            GenericParamDefKind::Lifetime { .. } => None,
        });
        let args = GenericArgs::AngleBracketed { args: params.collect(), constraints: Vec::new() };
        let own = Path { path: ty.to_owned(), id: of, args: Some(Box::new(args)) };
        let names: Vec<&String> = generics
            .params
            .iter()
            .filter(|own| !matches!(own.kind, GenericParamDefKind::Lifetime { .. }))
            .map(|own| &own.name)
            .collect();
        for (alternative, known) in self.of_type(generics, &Type::ResolvedPath(own)).into_iter().enumerate() {
            let own = Context { known: known.0, closures: known.1, ..Context::default() };
            let generic: Vec<&str> =
                names.iter().map(|name| own.known.get(*name).map_or("_", |own| &**own)).collect();
            let generic: Vec<&str> = generic.into_iter().filter(|own| *own != DEFAULT).collect();
            let turbofish =
                if generic.is_empty() { String::new() } else { format!("::<{}>", generic.join(", ")) };
            let callee = if callee == ty {
                format!("{ty}{turbofish}")
            } else {
                // The type's arguments stand before the variant.
                format!("{ty}{turbofish}{}", &callee[ty.len()..])
            };
            let makes: Vec<String> =
                [format!("{ty}<{}>", generic.join(", "))].into_iter().filter(|own| is_generic(own)).collect();
            if alternative < FIRST {
                for own in &makes {
                    note(&mut self.made, own);
                }
            }
            let mut parts: Vec<Vec<Argument>> = Vec::new();
            for id in ids {
                let Some(field) = self.get(*id) else { return };
                let ItemEnum::StructField(ty) = &field.inner else { return };
                if field.name.as_deref().is_some_and(|name| is_index(name, ty)) {
                    self.found.items[index].expected = Expectation::Bounds;
                }
                if field.docs.as_deref().is_some_and(bounds_field) {
                    self.found.items[index].documentation.warns = true;
                }
                let own = self.argument(ty, &own, 0);
                let own = match (&fields, &field.name) {
                    (Fields::Named(_), Some(name)) => {
                        own.into_iter().map(|own| own.within(&format!("{name}: "), "")).collect()
                    }
                    _ => own,
                };
                parts.push(own);
            }
            for own in products(&parts) {
                let own = Argument::joined(&own);
                let text = match fields {
                    Fields::Unit => callee.clone(),
                    Fields::Tuple(_) => format!("{callee}({})", own.text),
                    Fields::Named(_) => format!("{callee} {{ {} }}", own.text),
                };
                self.found.calls.push(Candidate {
                    item: index,
                    alternative,
                    family: ty.to_owned(),
                    text,
                    modes: own.modes,
                    makes: makes.clone(),
                    ..Candidate::default()
                });
            }
        }
        if !self.found.calls.iter().any(|own| own.item == index) {
            self.found.items[index].skipped = Some("a field of a kind that is not made");
        }
    }

    pub(super) fn impls(&mut self, ids: &[Id]) {
        for id in ids {
            self.one_impl(*id);
        }
    }

    /// Adds the methods of a trait's implementations for types of other crates: methods of the own
    /// types are found there.
    pub(super) fn implementations(&mut self, own: &Trait) {
        for id in &own.implementations {
            self.one_impl(*id);
        }
    }

    /// Counts an implementation of a trait; returns whether it is among the first ones.
    fn is_among_first(&mut self, of: Id) -> bool {
        let count = self.implementations.entry(of).or_default();
        *count += 1;
        *count <= PROVIDED
    }

    pub(super) fn one_impl(&mut self, id: Id) {
        if !self.seen.insert(id) {
            return;
        }
        let Some(item) = self.get(id) else { return };
        let ItemEnum::Impl(own) = &item.inner else { return };
        if own.is_synthetic || own.is_negative || own.blanket_impl.is_some() {
            return;
        }
        let mut methods: Vec<&Item> = own.items.iter().filter_map(|id| self.get(*id)).collect();
        // Methods that the crate's own traits provide are called for some types: their code is one.
        if let Some(path) = &own.trait_
            && let Some(ItemEnum::Trait(provider)) = self.get(path.id).map(|own| &own.inner)
            && self.is_among_first(path.id)
        {
            let provided = provider.items.iter().filter_map(|id| self.get(*id));
            methods.extend(provided.filter(|method| {
                method.name.as_ref().is_some_and(|name| own.provided_trait_methods.contains(name))
            }));
        }
        for method in methods {
            self.method(item, own, method);
        }
        self.laws(own);
    }
}
