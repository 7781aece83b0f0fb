//! A parameter: what is drawn for it, and how it is passed.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, GenericArgument, Meta, NamedArg, PathArguments, Result, ReturnType, Token, Type,
    TypeParamBound,
};

use super::function::RawParameter;
use super::generics::TypeParameters;
use crate::own_source::own_source;
use crate::text;

pub(crate) struct Parameter {
    /// Without `#[from(..)]`.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) pattern: TokenStream,
    pub(crate) ty: Type,
    /// Its name in reports: the source text of its pattern.
    pub(crate) name: String,
    /// The type of the values drawn.
    pub(crate) drawn: TokenStream,
    /// That type in reports.
    drawn_text: TokenStream,
    /// Its own type in reports.
    text: TokenStream,
    pub(crate) lent: Lending,
    /// Whether it is a reference to a type that another one has to own: `&str`, `&[T]`, `&Path`.
    pub(crate) is_unsized: bool,
    pub(crate) drawn_as: DrawMode,
    from: Option<TokenStream>,
}

/// Whether the function takes the value or a reference to it.
#[derive(Clone, Copy)]
pub(crate) enum Lending {
    No,
    Shared,
    Mutably,
}

/// Whether the value is decided before the function is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DrawMode {
    Whole,
    /// It is a `Lazy<T>`.
    Lazily,
    /// A generator makes it: its choices are decided as it makes them.
    Generated,
}

impl DrawMode {
    /// Returns whether the property runs on inputs that are decided on demand.
    pub(crate) fn is_on_demand(self) -> bool {
        self != Self::Whole
    }
}

impl Parameter {
    pub(crate) fn read(raw: RawParameter, generics: &TypeParameters) -> Result<Self> {
        let RawParameter { attributes, pattern, ty } = raw;
        unconditional(&attributes)?;
        let (from, attributes) = from(attributes)?;
        if from.is_none() {
            no_function(&ty)?;
        }
        concrete(&ty)?;
        let lazy = lazy_argument(&ty)?;
        let drawn_as = match &from {
            _ if lazy.is_some() => DrawMode::Lazily,
            Some(from) if is_closure(from) => DrawMode::Generated,
            _ => DrawMode::Whole,
        };
        if let (Some(space), DrawMode::Lazily) = (&from, drawn_as) {
            return Err(Error::new(
                space.span(),
                "a `Lazy` parameter is drawn from the space of its type: give a plain parameter this space, or a field of \
                 the type (`#[enumerable(from = ..)]`)",
            ));
        }
        let (drawn, lent) = match lazy {
            Some(argument) => (argument, Lending::No),
            None => drawn(&ty)?,
        };
        Ok(Self {
            name: name(pattern.clone()),
            is_unsized: is_reference_to_unsized(&ty),
            drawn_as,
            drawn_text: type_text(&generics.in_shown(drawn.clone())),
            text: type_text(&generics.in_shown(ty.to_token_stream())),
            drawn,
            lent,
            from,
            attributes,
            pattern,
            ty,
        })
    }

    /// Returns the parameter's declaration in the function.
    pub(crate) fn declaration(&self) -> TokenStream {
        let Self { attributes, pattern, ty, .. } = self;
        quote!(#(#attributes)* #pattern: #ty)
    }

    /// Returns an expression that describes it to the runner.
    pub(crate) fn told(&self, private: &TokenStream) -> TokenStream {
        let Self { name, drawn, drawn_text, .. } = self;
        let lent = self.lent_text(private);
        let pattern = text::of(self.pattern.clone());
        let (space, own) = match &self.from {
            Some(space) => {
                let span = space.span().resolved_at(Span::call_site());
                let own = own_source(drawn, private);
                let space = if self.drawn_as == DrawMode::Generated {
                    // Only a closure is a generator, so none is redundant.
                    quote_spanned!(span=> {
                        #[allow(clippy::redundant_closure, clippy::redundant_closure_for_method_calls)]
                        let space = #private::generated::<#drawn>(#space);
                        space
                    })
                } else {
                    quote_spanned!(span=> #private::from::<#drawn>(#space))
                };
                (space, own)
            }
            None => {
                let span = drawn.span().resolved_at(Span::call_site());
                (quote_spanned!(span=> #private::space::<#drawn>()), quote!(::core::option::Option::None))
            }
        };
        quote! {
            #private::Parameter {
                name: #name,
                pattern: #pattern,
                ty: #drawn_text,
                lent: #lent,
                space: #space,
                own: #own,
                uses: {
                    #[allow(unused_imports)]
                    use #private::{Cloned as _, Compared as _, NotUsed as _, Printed as _};
                    let derived = #private::Derived::<#drawn>::NEW;
                    #private::Uses::new((&derived).cloned(), (&derived).compared(), (&derived).printed())
                },
            }
        }
    }

    /// Returns how a reference is written in reports: its sign, and its type.
    fn lent_text(&self, private: &TokenStream) -> TokenStream {
        let (text, sign) = match self.lent {
            Lending::No => return quote!(::core::option::Option::None),
            Lending::Shared => (&self.text, "&"),
            Lending::Mutably => (&self.text, "&mut "),
        };
        quote!(::core::option::Option::Some(#private::Reference { sign: #sign, ty: #text }))
    }
}

/// Returns whether an expression is a closure, and so a generator.
fn is_closure(expression: &TokenStream) -> bool {
    let first = expression
        .clone()
        .into_iter()
        .find(|token| !matches!(token, TokenTree::Ident(word) if word == "move"));
    matches!(first, Some(TokenTree::Punct(bar)) if bar.as_char() == '|')
}

/// Checks that a parameter is there in every build.
fn unconditional(attributes: &[Attribute]) -> Result<()> {
    let is_condition = |name: &&str| attributes.iter().any(|attribute| attribute.path().is_ident(name));
    let Some(name) = ["cfg", "cfg_attr"].into_iter().find(is_condition) else { return Ok(()) };
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    Err(Error::new_spanned(
        conditions.map(ToTokens::to_token_stream).collect::<TokenStream>(),
        format!(
            "`#[{name}]` cannot be on a parameter of a property: write a property for each case, and `#[cfg(..)]` \
             on each of them"
        ),
    ))
}

/// Checks that a parameter is not a function or a closure of Rust.
fn no_function(ty: &Type) -> Result<()> {
    function(ty).map_or(Ok(()), |(function, fun)| Err(wants_fun(function, &fun)))
}

/// Returns the error for a type of functions, with the `Fun` for it.
pub(crate) fn wants_fun(function: &impl ToTokens, fun: &str) -> Error {
    Error::new_spanned(
        function,
        format!(
            "a function as an input is a `Fun`, which everycase makes, shrinks and prints: write `everycase::{fun}`, \
             and call it with `.call(&x)`"
        ),
    )
}

/// Returns the type of functions in a type, by value, by reference, or in a container of the
/// standard library, with the `Fun` for it.
fn function(ty: &Type) -> Option<(&Type, String)> {
    match ty {
        Type::Group(group) => function(&group.elem),
        Type::Paren(paren) => function(&paren.elem),
        Type::Reference(reference) => function(&reference.elem),
        Type::FnPtr(own) => Some((ty, fun(&own.inputs, &own.output))),
        Type::TraitObject(object) => Some((ty, function_bound(&object.bounds)?)),
        Type::ImplTrait(object) => Some((ty, function_bound(&object.bounds)?)),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            let is_container = ["Box", "Rc", "Arc", "Vec", "Option"].iter().any(|name| last.ident == name);
            match arguments.args.first()? {
                GenericArgument::Type(inner) if is_container => function(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the `Fun` for a bound such as `Fn(u8) -> bool`, if there is one.
pub(crate) fn function_bound(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<String> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        let is_function = ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name);
        is_function.then(|| match &last.arguments {
            PathArguments::Parenthesized(own) => fun(&own.inputs, &own.output),
            _ => "Fun<u8, bool>".to_owned(),
        })
    })
}

/// Returns the `Fun` for these arguments and this result.
fn fun(arguments: &Punctuated<NamedArg, Token![,]>, output: &ReturnType) -> String {
    let owned = |ty: &Type| {
        let owned = drawn(ty).map_or_else(|_| ty.to_token_stream(), |(owned, _)| owned);
        short(&text::of(owned)).to_owned()
    };
    let arguments: Vec<String> = arguments.iter().map(|argument| owned(&argument.ty)).collect();
    let output = match output {
        ReturnType::Default => "()".to_owned(),
        ReturnType::Type(_, ty) => owned(ty),
    };
    match &*arguments {
        [one] => format!("Fun<{one}, {output}>"),
        all => format!("Fun<({}), {output}>", all.join(", ")),
    }
}

/// Removes `#[from(EXPR)]` from a parameter's attributes.
fn from(attributes: Vec<Attribute>) -> Result<(Option<TokenStream>, Vec<Attribute>)> {
    let (ours, others): (Vec<_>, Vec<_>) =
        attributes.into_iter().partition(|attribute| attribute.path().is_ident("from"));
    if let [_, second, ..] = &*ours {
        return Err(Error::new_spanned(second, "a parameter has one space: keep one `#[from(...)]`"));
    }
    let space = ours.into_iter().next().map(|attribute| match attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => Ok(list.tokens),
        other => Err(Error::new_spanned(other, "`from` needs a space or a generator: `#[from(primes())] p: u32`, `#[from(|g| sized(4, g))] xs: List`")),
    });
    Ok((space.transpose()?, others))
}

/// Returns the `T` of a `Lazy<T>` with any path.
fn lazy_argument(ty: &Type) -> Result<Option<TokenStream>> {
    let path = match ty {
        Type::Group(group) => return lazy_argument(&group.elem),
        Type::Paren(paren) => return lazy_argument(&paren.elem),
        Type::Reference(reference) => {
            return match lazy_argument(&reference.elem) {
                Ok(Some(_)) => Err(Error::new_spanned(
                    ty,
                    "a `Lazy` is passed by value, `t: Lazy<T>`: it is a number, cheap to copy",
                )),
                other => other,
            };
        }
        Type::Path(path) => &path.path,
        _ => return Ok(None),
    };
    let Some(last) = path.segments.last().filter(|last| last.ident == "Lazy") else { return Ok(None) };
    if let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let [GenericArgument::Type(argument)] = &*arguments.args.iter().collect::<Vec<_>>()
    {
        return Ok(Some(argument.to_token_stream()));
    }
    Err(Error::new_spanned(ty, "`Lazy` needs the one type whose values are to be looked at: `Lazy<Tree>`"))
}

fn concrete(ty: &Type) -> Result<()> {
    let found = find(ty.to_token_stream(), &|word| matches!(word, TokenTree::Ident(word) if word == "impl"));
    match found {
        Some(span) => Err(Error::new(
            span,
            "a property needs a name for the type of its input: a type parameter, `fn holds<T: Ord>(list: Vec<T>)`, or a type such as \
             `Vec<u8>`, instead of `impl Trait`",
        )),
        None => Ok(()),
    }
}

fn find(tokens: TokenStream, wanted: &impl Fn(&TokenTree) -> bool) -> Option<Span> {
    tokens.into_iter().find_map(|token| match &token {
        TokenTree::Group(group) => find(group.stream(), wanted),
        token => wanted(token).then(|| token.span()),
    })
}

fn drawn(ty: &Type) -> Result<(TokenStream, Lending)> {
    match ty {
        Type::Group(group) => drawn(&group.elem),
        Type::Paren(paren) => drawn(&paren.elem),
        Type::Reference(reference) => {
            if let Some(lifetime) = &reference.lifetime
                && lifetime.ident != "_"
            {
                return Err(Error::new(
                    lifetime.span(),
                    "a property borrows its input only while it runs: leave the lifetime out",
                ));
            }
            let lent = if reference.mutability.is_some() { Lending::Mutably } else { Lending::Shared };
            Ok((owned(&reference.elem), lent))
        }
        ty => Ok((ty.to_token_stream(), Lending::No)),
    }
}

/// Returns whether a type is a reference to one that cannot be a variable.
fn is_reference_to_unsized(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_reference_to_unsized(&group.elem),
        Type::Paren(paren) => is_reference_to_unsized(&paren.elem),
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(_) => true,
            Type::Path(path) => path.path.is_ident("str") || is_unsized(&path.path),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the type to own in order to lend this one.
fn owned(ty: &Type) -> TokenStream {
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            quote_spanned!(ty.span()=> ::std::vec::Vec<#element>)
        }
        Type::Path(path) if path.path.is_ident("str") => quote_spanned!(ty.span()=> ::std::string::String),
        // A type of the user's with such a name owns itself.
        Type::Path(path) if is_unsized(&path.path) => {
            quote_spanned!(ty.span()=> <#ty as ::std::borrow::ToOwned>::Owned)
        }
        ty => ty.to_token_stream(),
    }
}

/// Returns whether a path looks like the path of a type of the standard library that can only be
/// borrowed.
fn is_unsized(path: &syn::Path) -> bool {
    const NAMES: [&str; 3] = ["Path", "OsStr", "CStr"];
    path.segments
        .last()
        .is_some_and(|last| last.arguments.is_none() && NAMES.iter().any(|name| last.ident == name))
}

/// Returns a type for readers, if possible: `$crate` has no meaning outside of its macro, and the
/// owner of a borrowed type has a name of its own. Types of the prelude are written by name.
fn type_text(ty: &TokenStream) -> TokenStream {
    let text = text::of(ty.clone());
    match short(&text) {
        text if text.contains('$') || text.starts_with('<') => quote!(::core::option::Option::None),
        text => quote!(::core::option::Option::Some(#text)),
    }
}

/// Returns a type without the path that [`owned`] gives it.
fn short(text: &str) -> &str {
    ["::std::vec::", "::std::string::"].iter().find_map(|path| text.strip_prefix(path)).unwrap_or(text)
}

/// Returns the name in a pattern: `mut x` is called `x`. `r#x` keeps its prefix, since the name
/// occurs in the source of a counterexample.
fn name(pattern: TokenStream) -> String {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    match &*tokens {
        [TokenTree::Ident(name)] => name.to_string(),
        [TokenTree::Ident(first), TokenTree::Ident(name)] if first == "mut" => name.to_string(),
        _ => text::of(pattern),
    }
}
