//! The function under `#[generator]`; only the parts that are needed are parsed.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Error, Generics, Result, ReturnType, Token, Type, Visibility, WhereClause, parenthesized,
};

use crate::property::function::RawParameter;

pub(crate) struct Function {
    /// Its `#[cfg(..)]`s.
    pub(crate) conditions: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    /// Without the source of choices.
    pub(crate) parameters: Vec<RawParameter>,
    /// The place of the source of choices among the parameters.
    pub(crate) place: usize,
    pub(crate) result: Type,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let conditions = attributes.into_iter().filter(|one| one.path().is_ident("cfg")).collect();
        let visibility = input.parse()?;
        for word in ["async", "unsafe", "extern"] {
            if let Some((own, _)) = input.cursor().ident().filter(|(own, _)| own == word) {
                let why = format!("a generator is called by the check: it cannot be `{word}`");
                return Err(Error::new(own.span(), why));
            }
        }
        input.parse::<Option<Token![const]>>()?;
        if !input.peek(Token![fn]) {
            let span = input.cursor().token_tree().map_or_else(|| input.span(), |(token, _)| token.span());
            let example =
                "`#[generator(covers = |n: &i64| 0 <= *n)] fn natural(g: &mut Gen) -> i64 { g.nat() }`";
            return Err(Error::new(span, format!("`#[generator]` goes on a function: {example}")));
        }
        input.parse::<Token![fn]>()?;
        let name = input.call(Ident::parse_any)?;
        let generics: Generics = input.parse()?;
        if !generics.params.is_empty() {
            let why = "a generator is checked on concrete types: write one for the types that are used";
            return Err(Error::new_spanned(&generics.params, why));
        }
        let list;
        let parentheses = parenthesized!(list in input);
        let all = parameters(&list)?;
        let result = match input.parse::<ReturnType>()? {
            ReturnType::Type(_, ty) => *ty,
            ReturnType::Default => {
                return Err(Error::new(
                    name.span(),
                    "a generator returns the value that it makes: add `-> T`",
                ));
            }
        };
        if let Some(clause) = input.parse::<Option<WhereClause>>()? {
            return Err(Error::new_spanned(
                clause,
                "a generator has no type parameters and needs no `where`: remove it",
            ));
        }
        // Its body stays as it is.
        while !input.is_empty() {
            input.parse::<TokenTree>()?;
        }
        let places: Vec<usize> = (0..all.len()).filter(|place| is_source(&all[*place].ty)).collect();
        let place = match *places {
            [place] => place,
            [] => {
                let why = "a generator takes its choices from a parameter `g: &mut Gen`: add one";
                return Err(Error::new(parentheses.span.join(), why));
            }
            [_, second, ..] => {
                let why = "a generator has one source of choices: pass on the `&mut Gen` that it has";
                return Err(Error::new_spanned(&all[second].ty, why));
            }
        };
        let mut parameters = all;
        parameters.remove(place);
        Ok(Self { conditions, visibility, name, parameters, place, result })
    }
}

fn parameters(list: ParseStream<'_>) -> Result<Vec<RawParameter>> {
    let mut parameters = Vec::new();
    while !list.is_empty() {
        let ahead = list.fork();
        while ahead.peek(Token![&]) || ahead.peek(Token![mut]) || ahead.peek(syn::Lifetime) {
            ahead.parse::<TokenTree>()?;
        }
        if ahead.peek(Token![self]) && !ahead.peek2(Token![::]) {
            let why = "a generator is a free function and has no `self`: take the value as a parameter, `value: &T`";
            return Err(Error::new(ahead.span(), why));
        }
        parameters.push(list.parse()?);
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    Ok(parameters)
}

/// Returns whether a type is `&mut Gen`, possibly with a path.
fn is_source(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_source(&group.elem),
        Type::Paren(paren) => is_source(&paren.elem),
        Type::Reference(reference) if reference.mutability.is_some() => match &*reference.elem {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Gen"),
            _ => false,
        },
        _ => false,
    }
}
