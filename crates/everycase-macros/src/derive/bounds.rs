//! The bounds of the generated `impl`.
//!
//! A type parameter mentioned by a field must be enumerable, unless only `PhantomData` mentions it.
//! An associated type of a parameter (`T::Item`) must be enumerable in place of the parameter.
//! Bounds on the fields' types would be exact, but make the compiler loop on recursive types. Every
//! parameter must be `'static`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::{Generics, WherePredicate, parse_quote};

/// Adds bounds to `generics`: the `given` ones, or those needed by the types of enumerable fields.
pub(crate) fn infer(
    mut generics: Generics,
    fields: impl Iterator<Item = TokenStream>,
    given: Option<Vec<WherePredicate>>,
    private: &TokenStream,
) -> Generics {
    let parameters: Vec<Ident> = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    if parameters.is_empty() && given.is_none() {
        return generics;
    }
    let predicates = &mut generics.make_where_clause().predicates;
    predicates
        .extend(parameters.iter().map(|parameter| -> WherePredicate { parse_quote!(#parameter: 'static) }));
    if let Some(given) = given {
        predicates.extend(given);
        return generics;
    }
    let mut mentions = Mentions { parameters: &parameters, found: Vec::new() };
    fields.for_each(|field| mentions.visit(field));
    for (_, ty) in mentions.found {
        predicates.push(parse_quote!(#ty: #private::Enumerable));
    }
    generics
}

/// Returns the parameters with the bound `Sized` where a field mentions one: an enumerable type is
/// sized, which `T: ?Sized` leaves open.
pub(crate) fn sized(mut generics: Generics, fields: impl Iterator<Item = TokenStream>) -> Generics {
    let (parameters, clause) = (&generics.params, &generics.where_clause);
    if !quote!(#parameters #clause).to_string().contains('?') {
        return generics;
    }
    let parameters: Vec<Ident> = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    let mut mentions = Mentions { parameters: &parameters, found: Vec::new() };
    fields.for_each(|field| mentions.visit(field));
    let of_parameters =
        mentions.found.into_iter().filter(|(text, _)| parameters.iter().any(|own| own == text));
    let predicates = &mut generics.make_where_clause().predicates;
    predicates
        .extend(of_parameters.map(|(_, ty)| -> WherePredicate { parse_quote!(#ty: ::core::marker::Sized) }));
    generics
}

/// Finds the parameters in the tokens of types. It works on tokens, because macros and const
/// arguments may mention parameters, too.
struct Mentions<'p> {
    parameters: &'p [Ident],
    /// Each with its text, by which they are compared.
    found: Vec<(String, TokenStream)>,
}

impl Mentions<'_> {
    fn visit(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut i = 0;
        while i < tokens.len() {
            i += self.step(&tokens[i..], i > 0 && is(&tokens[i - 1], ':'));
        }
    }

    /// Reads one item from the front and returns the number of its tokens. `inner` says whether
    /// `::` precedes it.
    fn step(&mut self, tokens: &[TokenTree], inner: bool) -> usize {
        match &tokens[0] {
            TokenTree::Group(group) => {
                self.visit(group.stream());
                1
            }
            TokenTree::Ident(ident) if ident == "PhantomData" => 1 + angle(&tokens[1..]),
            TokenTree::Ident(ident) if !inner && self.parameters.contains(ident) => {
                let associated = path_segment(&tokens[1..]);
                self.add(&tokens[..=associated]);
                1 + associated
            }
            // `<T as Trait>::Name`
            TokenTree::Punct(punct) if punct.as_char() == '<' => {
                let qself = angle(tokens);
                let is_qself = tokens[..qself]
                    .iter()
                    .any(|token| matches!(token, TokenTree::Ident(word) if word == "as"));
                let associated = path_segment(&tokens[qself..]);
                if is_qself && associated > 0 && self.mentioned(&tokens[..qself]) {
                    self.add(&tokens[..qself + associated]);
                    return qself + associated;
                }
                1
            }
            _ => 1,
        }
    }

    fn mentioned(&self, tokens: &[TokenTree]) -> bool {
        tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if self.parameters.contains(word)))
    }

    fn add(&mut self, tokens: &[TokenTree]) {
        let ty: TokenStream = tokens.iter().cloned().collect();
        let text = ty.to_string();
        if self.found.iter().all(|(earlier, _)| *earlier != text) {
            self.found.push((text, ty));
        }
    }
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Returns the number of tokens of `<...>`, 0 if it does not start here.
fn angle(tokens: &[TokenTree]) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate() {
        let arrow = i > 0 && (is(&tokens[i - 1], '-') || is(&tokens[i - 1], '='));
        if is(token, '<') {
            depth += 1;
        } else if is(token, '>') && !arrow {
            depth -= 1;
        }
        if depth == 0 {
            return if i == 0 { 0 } else { i + 1 };
        }
    }
    tokens.len()
}

/// Returns the number of tokens of `::Name`, 0 if it does not start here.
fn path_segment(tokens: &[TokenTree]) -> usize {
    match tokens {
        [a, b, TokenTree::Ident(_), ..] if is(a, ':') && is(b, ':') => 3,
        _ => 0,
    }
}
