//! The list inside an attribute's parentheses: `key`, `key = value`, separated by commas.

use std::fmt::Display;
use std::ops::RangeInclusive;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitInt, LitStr, Result, Token};

use crate::suggest;

/// A key that a list may contain, and how to write it.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) example: &'static str,
    /// Whether it has no value.
    pub(crate) flag: bool,
    /// Whether its value is in angle brackets: `key<..>` instead of `key = ..`.
    pub(crate) angled: bool,
}

impl Key {
    pub(crate) const fn value(name: &'static str, example: &'static str) -> Self {
        Self { name, example, flag: false, angled: false }
    }

    pub(crate) const fn angled(name: &'static str, example: &'static str) -> Self {
        Self { name, example, flag: false, angled: true }
    }

    pub(crate) const fn flag(name: &'static str) -> Self {
        Self { name, example: name, flag: true, angled: false }
    }
}

/// One entry: its key and the tokens of its value, if it has one.
pub(crate) struct Argument {
    pub(crate) key: Ident,
    pub(crate) value: TokenStream,
}

impl Argument {
    pub(crate) fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    pub(crate) fn span(&self) -> Span {
        self.key.span()
    }

    /// Returns the value as an integer in a range.
    pub(crate) fn number<N>(&self, range: &RangeInclusive<N>) -> Result<N>
    where
        N: TryFrom<u64> + PartialOrd + Display,
    {
        let literal =
            syn::parse2::<LitInt>(self.value.clone()).ok().filter(|literal| literal.suffix().is_empty());
        let number = literal.and_then(|literal| literal.base10_parse::<u64>().ok());
        let number = number.and_then(|number| N::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (name, least, most) = (self.name(), range.start(), range.end());
            let message =
                format!("`{name}` wants a whole number from {least} to {most}, written without a suffix");
            Error::new_spanned(&self.value, message)
        })
    }

    /// Returns the value as a string.
    pub(crate) fn string(&self, example: &str) -> Result<LitStr> {
        let wanted = format!("`{}` wants a string, such as {example}", self.name());
        syn::parse2(self.value.clone()).map_err(|_| Error::new_spanned(&self.value, wanted))
    }

    /// Returns the value parsed as `S`.
    pub(crate) fn syntax<S: Parse>(&self, wanted: &str) -> Result<S> {
        syn::parse2(self.value.clone())
            .map_err(|error| Error::new(error.span(), format!("`{}` wants {wanted}: {error}", self.name())))
    }
}

/// Parses the whole list. A key that is unknown or given twice is an error. `place` names where the
/// list is ("a field"); `elsewhere` may say where an unknown key belongs, given what follows it.
pub(crate) fn list(
    input: ParseStream<'_>,
    known: &[Key],
    place: &str,
    elsewhere: impl Fn(&str, ParseStream<'_>) -> Option<String>,
) -> Result<Vec<Argument>> {
    let mut arguments: Vec<Argument> = Vec::new();
    while !input.is_empty() {
        let argument = argument(input, known, place, &elsewhere)?;
        if arguments.iter().any(|earlier| earlier.key == argument.key) {
            return Err(twice(&argument));
        }
        arguments.push(argument);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(arguments)
}

/// Returns the error for a repeated key.
pub(crate) fn twice(argument: &Argument) -> Error {
    Error::new(argument.span(), format!("`{}` is given twice: keep one", argument.name()))
}

fn argument(
    input: ParseStream<'_>,
    known: &[Key],
    place: &str,
    elsewhere: &impl Fn(&str, ParseStream<'_>) -> Option<String>,
) -> Result<Argument> {
    // Keys may be keywords such as `crate`.
    let key = input.call(Ident::parse_any)?;
    let name = key.unraw().to_string();
    let Some(this) = known.iter().find(|known| known.name == name) else {
        let message = elsewhere(&name, input).unwrap_or_else(|| unknown(&name, known, place));
        return Err(Error::new(key.span(), message));
    };
    if this.flag {
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(Argument { key, value: TokenStream::new() });
        }
        return Err(input.error(format!("`{name}` takes no value: write just `{name}`")));
    }
    if this.angled {
        let value = input.parse::<Token![<]>().and_then(|_| angled(input));
        let wanted = format!("`{name}` needs types in angle brackets: `{}`", this.example);
        return value
            .map(|value| Argument { value, key: key.clone() })
            .map_err(|_| Error::new(key.span(), wanted));
    }
    let missing = || Error::new(key.span(), format!("`{name}` needs a value: `{}`", this.example));
    input.parse::<Token![=]>().map_err(|_| missing())?;
    let value = value(input, known)?;
    if value.is_empty() {
        return Err(missing());
    }
    Ok(Argument { key, value })
}

fn unknown(name: &str, known: &[Key], place: &str) -> String {
    let names: Vec<&str> = known.iter().map(|known| known.name).collect();
    let all = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match suggest::nearest(name, &names) {
        Some(near) => format!("unknown attribute `{name}` on {place}: did you mean `{near}`?"),
        None => format!("unknown attribute `{name}` on {place}: known here are {all}"),
    }
}

/// Returns the tokens up to the bracket `>` that ends a list, without it.
fn angled(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut value = TokenStream::new();
    let mut depth = 0;
    let mut before = ' ';
    loop {
        let token: TokenTree = input.parse()?;
        let sign = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        match sign {
            '<' => depth += 1,
            '>' if before == '-' => {}
            '>' if depth == 0 => return Ok(value),
            '>' => depth -= 1,
            _ => {}
        }
        before = sign;
        value.extend([token]);
    }
}

/// Returns the tokens up to the comma before the next entry. A comma within `<A, B>` is different:
/// it is not followed by `key =`, a flag, or the end.
fn value(input: ParseStream<'_>, known: &[Key]) -> Result<TokenStream> {
    let mut value = TokenStream::new();
    while !input.is_empty() && !ends_here(input, known) {
        value.extend([input.parse::<TokenTree>()?]);
    }
    Ok(value)
}

fn ends_here(input: ParseStream<'_>, known: &[Key]) -> bool {
    let ahead = input.fork();
    if ahead.parse::<Token![,]>().is_err() {
        return false;
    }
    if ahead.is_empty() {
        return true;
    }
    let Ok(word) = ahead.call(Ident::parse_any) else { return false };
    if known.iter().any(|known| known.angled && word == known.name) && ahead.peek(Token![<]) {
        return true;
    }
    let assigned = ahead.peek(Token![=]) && !ahead.peek(Token![==]) && !ahead.peek(Token![=>]);
    let flag = known.iter().any(|known| known.flag && word == known.name);
    assigned || (flag && (ahead.is_empty() || ahead.peek(Token![,])))
}
