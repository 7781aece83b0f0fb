//! The arguments of `#[enumerable(...)]` on types, variants and fields.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Error, Path, Result, Type, WherePredicate};

use crate::arguments::{self, Argument, Key};

const COST: Key = Key::value("cost", "cost = 2");
const SKIP: Key = Key::flag("skip");
const FROM: Key = Key::value("from", "from = primes()");

const ON_TYPE: &[Key] = &[
    COST,
    Key::value("via", "via = Vec<u8>"),
    Key::value("from", "from = Self::new"),
    Key::value("into", "into = Self::to_vec"),
    Key::value("view", "view = TreeView"),
    Key::value("bound", "bound = \"T: Enumerable\""),
    Key::value("crate", "crate = path::to::everycase"),
];
const ON_VARIANT: &[Key] = &[COST, SKIP];
const ON_FIELD: &[Key] = &[COST, SKIP, FROM];

/// On a type.
#[derive(Default)]
pub(crate) struct OnType {
    pub(crate) cost: Option<u32>,
    pub(crate) via: Option<Via>,
    pub(crate) view: Option<Ident>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) everycase: Option<Path>,
}

/// A type enumerated through another one.
pub(crate) struct Via {
    pub(crate) ty: Type,
    pub(crate) from: TokenStream,
    pub(crate) into: Option<TokenStream>,
}

/// On a variant.
#[derive(Default)]
pub(crate) struct OnVariant {
    pub(crate) cost: Option<u32>,
    pub(crate) skip: bool,
}

/// On a field.
#[derive(Default)]
pub(crate) struct OnField {
    pub(crate) cost: Option<u32>,
    pub(crate) skip: bool,
    pub(crate) from: Option<TokenStream>,
}

impl OnType {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let arguments = read(attributes, ON_TYPE, "a type", |name| {
            (name == "skip").then(|| {
                "`skip` goes on a variant or a field: to leave a whole type out, do not derive `Enumerable`".into()
            })
        })?;
        let mut on = Self::default();
        let (mut via, mut from, mut into) = (None, None, None);
        for argument in &arguments {
            match argument.name().as_str() {
                "cost" => on.cost = Some(argument.number(&(0..=u32::MAX))?),
                "view" => on.view = Some(argument.syntax("a name, such as TreeView")?),
                "via" => via = Some((argument, argument.syntax("a type, such as Vec<u8>")?)),
                "from" => from = Some(argument),
                "into" => into = Some(argument),
                "bound" => on.bound = Some(bound(argument)?),
                _ => on.everycase = Some(path(argument)?),
            }
        }
        on.via = match (via, from) {
            (Some((_, ty)), Some(from)) => {
                Some(Via { ty, from: from.value.clone(), into: into.map(|into| into.value.clone()) })
            }
            (Some((via, _)), None) => {
                return Err(Error::new(
                    via.span(),
                    "`via` needs `from`, the function that makes this type from that one: \
                     `via = Vec<u8>, from = Self::new, into = Self::to_vec`",
                ));
            }
            (None, from) => {
                if let Some(lonely) = from.or(into) {
                    return Err(Error::new(lonely.span(), lonely_on_type(&lonely.name())));
                }
                None
            }
        };
        if on.via.is_some() {
            beside_via(&arguments)?;
        }
        Ok(on)
    }
}

/// Checks that a type enumerated through another one has no costs and no view.
fn beside_via(arguments: &[Argument]) -> Result<()> {
    for argument in arguments {
        let why = match argument.name().as_str() {
            "cost" => "a value costs what its `via` value costs",
            "view" => "a value is looked at as its `via` value is",
            _ => continue,
        };
        let name = argument.name();
        return Err(Error::new(argument.span(), format!("`{name}` has no meaning beside `via`: {why}")));
    }
    Ok(())
}

fn lonely_on_type(name: &str) -> String {
    let hint = if name == "from" { "; for the space of one field, write it on that field" } else { "" };
    format!("`{name}` on a type needs `via`: `via = Vec<u8>, from = Self::new, into = Self::to_vec`{hint}")
}

impl OnVariant {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let arguments = read(attributes, ON_VARIANT, "a variant", |name| match name {
            "from" => {
                Some("`from` goes on a field, which it gives a space, or on a type beside `via`".into())
            }
            "via" | "into" | "view" | "bound" | "crate" => {
                Some(format!("`{name}` goes on the type, not on a variant"))
            }
            _ => None,
        })?;
        let mut on = Self::default();
        for argument in &arguments {
            if argument.name() == "cost" {
                on.cost = Some(argument.number(&(0..=u32::MAX))?);
            } else {
                on.skip = true;
            }
        }
        alone(on.skip, &arguments, "a variant that is left out")?;
        Ok(on)
    }
}

impl OnField {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let arguments = read(attributes, ON_FIELD, "a field", |name| {
            ["via", "into", "view", "bound", "crate"]
                .contains(&name)
                .then(|| format!("`{name}` goes on the type, not on a field"))
        })?;
        let mut on = Self::default();
        for argument in &arguments {
            match argument.name().as_str() {
                "cost" => on.cost = Some(argument.number(&(0..=u32::MAX))?),
                "skip" => on.skip = true,
                _ => on.from = Some(argument.value.clone()),
            }
        }
        alone(on.skip, &arguments, "a field that is always `Default::default()`")?;
        Ok(on)
    }
}

/// Checks that `skip` is the only argument.
fn alone(skip: bool, arguments: &[Argument], what: &str) -> Result<()> {
    match arguments.iter().find(|argument| skip && argument.name() != "skip") {
        Some(other) => Err(Error::new(
            other.span(),
            format!("`{}` has no meaning beside `skip`, on {what}", other.name()),
        )),
        None => Ok(()),
    }
}

/// Returns the first `#[enumerable(...)]` among the attributes.
pub(crate) fn first(attributes: &[Attribute]) -> Option<Span> {
    attributes
        .iter()
        .find(|attribute| is_ours(attribute))
        .map(|attribute| attribute.path().segments[0].ident.span())
}

fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().is_ident("enumerable")
}

fn read(
    attributes: &[Attribute],
    known: &[Key],
    place: &str,
    elsewhere: impl Fn(&str) -> Option<String>,
) -> Result<Vec<Argument>> {
    let mut all: Vec<Argument> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_ours(attribute)) {
        for argument in attribute.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            arguments::list(input, known, place, |name, _| elsewhere(name))
        })? {
            if all.iter().any(|earlier| earlier.key == argument.key) {
                return Err(arguments::twice(&argument));
            }
            all.push(argument);
        }
    }
    Ok(all)
}

fn bound(argument: &Argument) -> Result<Vec<WherePredicate>> {
    let example = "\"T: Enumerable\"";
    let literal = argument.string(example)?;
    let parser = syn::punctuated::Punctuated::<WherePredicate, syn::Token![,]>::parse_terminated;
    match literal.parse_with(parser) {
        Ok(predicates) => Ok(predicates.into_iter().collect()),
        Err(error) => Err(Error::new(
            literal.span(),
            format!("`bound` wants what stands behind `where`, such as {example}: {error}"),
        )),
    }
}

fn path(argument: &Argument) -> Result<Path> {
    argument.syntax("a path, such as crate::reexports::everycase")
}
