//! `laws!(Money: Eq, Ord, Hash)`: a property for each law of the traits of a type.
//!
//! `laws/table.rs` has an assertion for each law. For `Hash` and `Money` it becomes the body of
//! `fn equal_values_have_equal_hashes(a: Money, b: Money)` in the module `laws_of_money`. Its
//! tokens are at the name of the trait in the call of the macro, where errors and panics belong.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{AngleBracketedGenericArguments, Attribute, Error, GenericArgument, Result, Token, Type};

use crate::property::attributes::Arguments;
use crate::{property, suggest, text};

/// A law of the types that implement a trait.
struct Law {
    /// The trait.
    of: &'static str,
    /// The values: `R` and `V` are values of the type, `N` is a small number, and `L` a list of the
    /// argument of the trait.
    modes: &'static str,
    /// The assertion, in which `$0$` is the first value, `{T}` the type, `{U}` the argument of the
    /// trait, and `{law}` what is stated.
    text: &'static str,
    /// What is stated.
    states: &'static str,
}

const LAWS: [Law; 21] = include!("laws/table.rs");

/// A trait, or serde, that can be named after the colon.
struct NamedTrait {
    name: &'static str,
    /// The bounds that it states.
    bounds: &'static str,
    /// The traits whose laws hold, too.
    includes: &'static [&'static str],
}

const KNOWN: [NamedTrait; 16] = [
    NamedTrait { name: "PartialEq", bounds: "{T}: ::core::cmp::PartialEq", includes: &[] },
    NamedTrait { name: "Eq", bounds: "{T}: ::core::cmp::Eq", includes: &["PartialEq"] },
    NamedTrait { name: "Hash", bounds: "{T}: ::core::hash::Hash", includes: &[] },
    NamedTrait { name: "PartialOrd", bounds: "{T}: ::core::cmp::PartialOrd", includes: &["PartialEq"] },
    NamedTrait { name: "Ord", bounds: "{T}: ::core::cmp::Ord", includes: &["Eq", "PartialOrd"] },
    NamedTrait { name: "Clone", bounds: "{T}: ::core::clone::Clone", includes: &[] },
    NamedTrait { name: "Display", bounds: "{T}: ::core::fmt::Display", includes: &[] },
    NamedTrait { name: "FromStr", bounds: "{T}: ::core::str::FromStr", includes: &[] },
    NamedTrait {
        name: "TryFrom",
        bounds: "{T}: ::core::convert::TryFrom<{U}>, {U}: ::core::convert::From<{T}>",
        includes: &[],
    },
    NamedTrait { name: "Borrow", bounds: "{T}: ::std::borrow::Borrow<{U}>", includes: &[] },
    NamedTrait {
        name: "Extend",
        bounds: "{T}: ::core::iter::FromIterator<{U}> + ::core::iter::Extend<{U}>",
        includes: &[],
    },
    NamedTrait { name: "Iterator", bounds: "{T}: ::core::iter::Iterator", includes: &[] },
    NamedTrait {
        name: "ExactSizeIterator",
        bounds: "{T}: ::core::iter::ExactSizeIterator",
        includes: &["Iterator"],
    },
    NamedTrait {
        name: "DoubleEndedIterator",
        bounds: "{T}: ::core::iter::DoubleEndedIterator",
        includes: &["Iterator"],
    },
    NamedTrait { name: "FusedIterator", bounds: "{T}: ::core::iter::FusedIterator", includes: &["Iterator"] },
    NamedTrait { name: "serde", bounds: "", includes: &[] },
];

/// Returns the module of properties, or errors as `compile_error!`s.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    syn::parse2::<Laws>(input).map_or_else(Error::into_compile_error, |laws| laws.module())
}

/// `#[ignore] Money in space: Eq, TryFrom<u8>; tests = 1000`
struct Laws {
    /// Of each property.
    attributes: Vec<Attribute>,
    ty: Type,
    space: Option<TokenStream>,
    traits: Vec<Trait>,
    /// The arguments of each property.
    arguments: TokenStream,
    private: TokenStream,
}

/// A trait that is named, or that a named one includes.
#[derive(Clone)]
struct Trait {
    known: &'static NamedTrait,
    argument: Option<Type>,
    span: Span,
}

impl Parse for Laws {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let ty = input.parse()?;
        let given: Option<Token![in]> = input.parse()?;
        let space = given.map(|_| space(input)).transpose()?;
        input.parse::<Token![:]>()?;
        let mut traits: Vec<Trait> = Vec::new();
        while !input.is_empty() && !input.peek(Token![;]) {
            traits.push(input.parse()?);
            if input.peek(Token![+]) {
                input.parse::<Token![+]>()?;
            } else if !input.is_empty() && !input.peek(Token![;]) {
                input.parse::<Token![,]>()?;
            }
        }
        if traits.is_empty() {
            let message = format!("name the traits whose laws are stated: {}", names());
            return Err(Error::new_spanned(ty, message));
        }
        let named = |name: &str| traits.iter().find(|own| own.known.name == name);
        if let (Some(own), None) | (None, Some(own)) = (named("Display"), named("FromStr")) {
            let message = "`Display` and `FromStr` have a law together: write `Display + FromStr`";
            return Err(Error::new(own.span, message));
        }
        input.parse::<Option<Token![;]>>()?;
        let arguments: TokenStream = input.parse()?;
        let private = syn::parse2::<Arguments>(arguments.clone())?.private();
        Ok(Self { attributes, ty, space, traits, arguments, private })
    }
}

/// Returns the tokens up to the colon before the traits.
fn space(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut space = TokenStream::new();
    while !input.is_empty() && (input.peek(Token![::]) || !input.peek(Token![:])) {
        match input.parse::<Option<Token![::]>>()? {
            Some(colons) => colons.to_tokens(&mut space),
            None => space.extend([input.parse::<TokenTree>()?]),
        }
    }
    Ok(space)
}

/// Returns the names that are known, for messages.
fn names() -> String {
    let shown = KNOWN.iter().map(|NamedTrait { name, bounds, .. }| {
        let argument = if bounds.contains("{U}") { "<U>" } else { "" };
        format!("`{name}{argument}`")
    });
    shown.collect::<Vec<_>>().join(", ")
}

impl Parse for Trait {
    /// Parses `Eq` or `TryFrom<u8>`.
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let Some(known) = KNOWN.iter().find(|known| name == known.name) else {
            let all: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
            let help = match suggest::nearest(&name.to_string(), &all) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here are {}", names()),
            };
            return Err(Error::new(name.span(), format!("no laws are known of `{name}`: {help}")));
        };
        let list = input.peek(Token![<]).then(|| input.parse::<AngleBracketedGenericArguments>());
        let list = list.transpose()?;
        let arguments: Vec<&GenericArgument> = list.iter().flat_map(|list| &list.args).collect();
        let argument = match (known.bounds.contains("{U}"), &*arguments) {
            (true, [GenericArgument::Type(argument)]) => Some(argument.clone()),
            (false, []) => None,
            (true, _) => {
                let message = format!("`{name}` needs a type in angle brackets: `{name}<u8>`");
                return Err(Error::new(name.span(), message));
            }
            (false, _) => return Err(Error::new_spanned(list, format!("`{name}` has no arguments here"))),
        };
        Ok(Self { known, argument, span: name.span() })
    }
}

impl Laws {
    fn module(&self) -> TokenStream {
        let mut all: Vec<Trait> = Vec::new();
        for own in &self.traits {
            include(own, &mut all);
        }
        let bounds = self.traits.iter().map(|own| {
            let bounds = self.tokens(own.known.bounds, own);
            quote!(const _: fn() = || { fn has() where #bounds {} };)
        });
        let properties = all.iter().flat_map(|own| {
            let laws = LAWS.iter().filter(|law| law.of == own.known.name);
            laws.map(|law| self.property(law, own))
        });
        let name = words(&text::of(self.ty.to_token_stream()));
        let name = format_ident!("laws_of_{name}", span = self.ty.span());
        quote! {
            #[cfg(test)]
            #[allow(unused, irrefutable_let_patterns, trivial_bounds)]
            #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            mod #name {
                use super::*;
                #(#bounds)*
                #(#properties)*
            }
        }
    }

    fn property(&self, law: &Law, of: &Trait) -> TokenStream {
        let mut text = law.text.replace("{law}", law.states);
        let mut parameters = Vec::new();
        for (place, mode) in law.modes.chars().enumerate() {
            let name = if mode == 'N' { "n" } else { ["a", "b", "c"][place] };
            text = text.replace(&format!("${place}$"), name);
            let name = Ident::new(name, of.span);
            let ty = if mode == 'L' { &of.argument } else { &Some(self.ty.clone()) };
            let ty = within(ty.to_token_stream());
            let space = self.space.clone().map(within).map(|space| quote!(#[from(#space)]));
            parameters.push(match mode {
                'N' => quote!(#name: u8),
                'L' => quote!(#name: ::std::vec::Vec<#ty>),
                'V' => quote!(#space mut #name: #ty),
                _ => quote!(#space #name: #ty),
            });
        }
        let mut name = words(law.states);
        if let Some(argument) = &of.argument {
            name = format!("{name}_for_{}", words(&text::of(argument.to_token_stream())));
        }
        let name = Ident::new(&name, of.span);
        let (private, body) = (&self.private, self.tokens(&text, of));
        let mut body = Group::new(Delimiter::Brace, quote!(use #private::hashed; #body));
        body.set_span(of.span);
        let attributes = &self.attributes;
        let item = quote!(#(#attributes)* fn #name(#(#parameters),*) #body);
        property::expand(self.arguments.clone(), item)
    }

    /// Returns the tokens of a text, at the name of the trait.
    fn tokens(&self, text: &str, of: &Trait) -> TokenStream {
        let types = |own: &str| {
            let ty = match own {
                "T" => &self.ty,
                "U" => of.argument.as_ref()?,
                _ => return None,
            };
            // `$crate` keeps its meaning.
            let span = |own: Span| of.span.resolved_at(own);
            Some(placed(within(ty.to_token_stream()), &span, &|_| None))
        };
        placed(text.parse().expect("the texts are tokens"), &|_| of.span, &types)
    }
}

/// Adds a trait and those that it includes, unless they are there.
fn include(own: &Trait, all: &mut Vec<Trait>) {
    let key =
        |own: &Trait| (own.known.name, own.argument.clone().map(|own| own.to_token_stream().to_string()));
    if all.iter().any(|other| key(other) == key(own)) {
        return;
    }
    all.push(own.clone());
    for name in own.known.includes {
        let known = KNOWN.iter().find(|known| known.name == *name).expect("what is included is known");
        include(&Trait { known, ..own.clone() }, all);
    }
}

/// Returns tokens with other spans, and with the tokens of types for `{T}` and `{U}`.
fn placed(
    tokens: TokenStream,
    span: &dyn Fn(Span) -> Span,
    types: &dyn Fn(&str) -> Option<TokenStream>,
) -> TokenStream {
    let change = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let own = group.stream();
            if group.delimiter() == Delimiter::Brace
                && let Some(ty) = types(&own.to_string())
            {
                return ty;
            }
            token = Group::new(group.delimiter(), placed(own, span, types)).into();
        }
        token.set_span(span(token.span()));
        token.into()
    };
    tokens.into_iter().map(change).collect::<TokenStream>()
}

/// Returns the tokens of a type or a space as they are written one module further in: `super::X`
/// becomes `super::super::X`, and `self::X` becomes `super::X`.
fn within(tokens: TokenStream) -> TokenStream {
    let mut after_colon = false;
    let change = |token: TokenTree| {
        let begins = !std::mem::replace(
            &mut after_colon,
            matches!(&token, TokenTree::Punct(own) if own.as_char() == ':'),
        );
        match token {
            TokenTree::Group(group) => {
                let mut own = Group::new(group.delimiter(), within(group.stream()));
                own.set_span(group.span());
                own.to_token_stream()
            }
            TokenTree::Ident(word) if begins && word == "super" => quote!(#word::super),
            TokenTree::Ident(word) if begins && word == "self" => {
                Ident::new("super", word.span()).to_token_stream()
            }
            token => token.into(),
        }
    };
    tokens.into_iter().map(change).collect()
}

/// Returns a text as a name: of a law, or of a type, where the paths are left out.
fn words(text: &str) -> String {
    let mut text = text.to_owned();
    for (sign, word) in
        [("<=", "is at most"), (" < ", " is less than "), (" > ", " is more than "), ("+", "plus")]
    {
        text = text.replace(sign, word);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = text.split(|c| !is_word(c)).filter_map(|word| word.rsplit("::").next());
    let mut name = String::new();
    let mut before = None;
    for word in words {
        for (place, c) in word.char_indices() {
            let begins = place == 0 || c.is_uppercase() && before.is_some_and(char::is_lowercase);
            if begins && !name.is_empty() {
                name.push('_');
            }
            before = Some(c);
            name.extend(c.to_lowercase());
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_and_a_type_have_names_in_snake_case() {
        for (text, name) in [
            ("if a <= b and b <= c, then a <= c", "if_a_is_at_most_b_and_b_is_at_most_c_then_a_is_at_most_c"),
            ("a < b if and only if b > a", "a_is_less_than_b_if_and_only_if_b_is_more_than_a"),
            (
                "`nth(n)` is what the last of n + 1 calls of `next` gives",
                "nth_n_is_what_the_last_of_n_plus_1_calls_of_next_gives",
            ),
            ("what `Display` writes `FromStr` reads back", "what_display_writes_from_str_reads_back"),
            ("crate::money::MyMoney", "my_money"),
            ("std::collections::HashMap<String, (Vec<u8>, IO)>", "hash_map_string_vec_u8_io"),
        ] {
            assert_eq!(words(text), name, "{text}");
        }
    }

    #[test]
    fn no_law_binds_the_name_of_a_value() {
        for law in &LAWS {
            let words = law.text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(!words.clone().any(|word| matches!(word, "a" | "b" | "c" | "n")), "{}", law.text);
        }
    }

    #[test]
    fn a_path_is_written_for_a_module_further_in() {
        for (path, further) in [
            ("super::A<self::B>", "super::super::A<super::B>"),
            ("super::super::A", "super::super::super::A"),
            ("[(super::A, crate::B); 2]", "[(super::super::A, crate::B); 2]"),
        ] {
            assert_eq!(text::of(within(path.parse().unwrap())), further);
        }
    }
}
