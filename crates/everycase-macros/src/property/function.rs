//! The function under `#[property]`. Only the parts that are needed are parsed: its body stays
//! tokens.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Generics, Result, ReturnType, Token, Visibility, parenthesized};

pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    /// `const`, `async`, `unsafe`, `extern "C"`.
    pub(crate) qualifiers: Vec<TokenTree>,
    /// The span of `async`.
    pub(crate) asynchronous: Option<Span>,
    pub(crate) name: Ident,
    /// With the `where` clause.
    pub(crate) generics: Generics,
    pub(crate) parameters: Vec<RawParameter>,
    pub(crate) output: ReturnType,
    pub(crate) body: Group,
}

/// `#[attributes] pattern: type`.
#[derive(Clone)]
pub(crate) struct RawParameter {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) pattern: TokenStream,
    pub(crate) ty: syn::Type,
}

impl Function {
    /// Returns the span for errors about the result.
    pub(crate) fn output_span(&self) -> Span {
        let span = match &self.output {
            ReturnType::Default => self.name.span(),
            ReturnType::Type(_, ty) => ty.span(),
        };
        span.resolved_at(Span::call_site())
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if let Some(test) = attributes.iter().find(|attribute| attribute.path().is_ident("test")) {
            return Err(Error::new_spanned(
                test,
                "`#[property]` makes the function a test by itself: remove `#[test]`",
            ));
        }
        let visibility = input.parse()?;
        let qualifiers = qualifiers(input)?;
        let word = |wanted: &str| {
            let mut words = qualifiers.iter();
            words.find(|word| matches!(word, TokenTree::Ident(word) if word == wanted)).map(TokenTree::span)
        };
        let asynchronous = word("async").map(|span| span.resolved_at(Span::call_site()));
        if let Some(span) = word("unsafe") {
            return Err(Error::new(
                span,
                "a property is called with every input, so it cannot be `unsafe`: use a block inside it",
            ));
        }
        if !input.peek(Token![fn]) {
            return Err(Error::new(
                item_span(input),
                "`#[property]` goes on a function: `#[property] fn holds(x: u8) { assert!(...) }`",
            ));
        }
        input.parse::<Token![fn]>()?;
        let name = input.call(Ident::parse_any)?;
        let mut generics: Generics = input.parse()?;
        let list;
        parenthesized!(list in input);
        let mut parameters = Vec::new();
        while !list.is_empty() {
            parameters.push(list.parse()?);
            if !list.is_empty() {
                list.parse::<Token![,]>()?;
            }
        }
        let output = input.parse()?;
        generics.where_clause = input.parse()?;
        if let Some(clause) = generics.where_clause.as_ref().filter(|_| generics.params.is_empty()) {
            return Err(Error::new_spanned(
                clause,
                "a property without type parameters needs no `where`: remove it",
            ));
        }
        let body = match input.parse()? {
            TokenTree::Group(body) => body,
            other => return Err(Error::new(other.span(), "`#[property]` needs a function with a body")),
        };
        Ok(Self {
            attributes,
            visibility,
            qualifiers,
            asynchronous,
            name,
            generics,
            parameters,
            output,
            body,
        })
    }
}

/// Returns the span for the error about an item that is not a function: its first word.
fn item_span(input: ParseStream<'_>) -> Span {
    input.cursor().token_tree().map_or_else(|| input.span(), |(token, _)| token.span())
}

fn qualifiers(input: ParseStream<'_>) -> Result<Vec<TokenTree>> {
    let mut words = Vec::new();
    loop {
        // `const X: u8` is not a function.
        let constant = input.peek(Token![const])
            && (input.peek2(Token![fn]) || input.peek2(Token![async]) || input.peek2(Token![unsafe]));
        if constant || input.peek(Token![async]) || input.peek(Token![unsafe]) {
            words.push(input.parse()?);
        } else if input.peek(Token![extern]) && (input.peek2(Token![fn]) || input.peek2(syn::LitStr)) {
            words.push(input.parse()?);
            if input.peek(syn::LitStr) {
                words.push(input.parse()?);
            }
        } else {
            return Ok(words);
        }
    }
}

impl Parse for RawParameter {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let mut pattern = TokenStream::new();
        // The pattern ends at a single colon; those within braces are hidden in groups.
        while !input.is_empty() && !input.peek(Token![,]) {
            if input.peek(Token![::]) {
                input.parse::<Token![::]>()?.to_tokens(&mut pattern);
            } else if input.peek(Token![:]) {
                break;
            } else {
                input.parse::<TokenTree>()?.to_tokens(&mut pattern);
            }
        }
        // `self::Point { x, y }` is a pattern; `self`, `mut self` and `&self` are not.
        let last = pattern.clone().into_iter().last();
        if let Some(this) = last.filter(|word| matches!(word, TokenTree::Ident(word) if word == "self")) {
            return Err(Error::new(
                this.span(),
                "a property is a free function and has no `self`: take the value as a parameter, `value: T`",
            ));
        }
        if !input.peek(Token![:]) {
            let span = if pattern.is_empty() { input.span() } else { pattern.span() };
            return Err(Error::new(span, "expected a parameter with its type, such as `x: u8`"));
        }
        input.parse::<Token![:]>()?;
        Ok(Self { attributes, pattern, ty: input.parse()? })
    }
}
