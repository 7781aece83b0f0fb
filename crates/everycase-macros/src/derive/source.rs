//! `fn source`: a derivation as Rust source that compiles where the type's name is in scope.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Member;

use super::model::{Body, Constructor, Field, Model, Origin, Style};
use super::names;
use crate::text;

pub(crate) fn method(model: &Model) -> TokenStream {
    let private = &model.private;
    let (at, out) = (names::at(), names::out());
    let name = &model.ident;
    let body = match &model.body {
        Body::Via(via) => {
            let ty = &via.ty;
            let span = names::spot(ty);
            let mut pieces = Pieces::new(private);
            pieces.text(&format!("{}(", called(&via.from, name)));
            pieces.call(&quote_spanned!(span=> <#ty as #private::Enumerable>::source(#at, #out);));
            pieces.text(")");
            pieces.finish()
        }
        Body::Sum(constructors) => {
            let live: Vec<_> = constructors.iter().filter(|constructor| !constructor.skip).collect();
            match &*live {
                [] => quote!(#private::no_value(#at)),
                [only] => expression(only, name, private),
                [rest @ .., last] => {
                    let arms = rest.iter().enumerate().map(|(i, constructor)| {
                        let expression = expression(constructor, name, private);
                        quote!(#i => { #expression })
                    });
                    let last = expression(last, name, private);
                    quote!(match #at.alternative() { #(#arms)* _ => { #last } })
                }
            }
        }
    };
    quote! {
        fn source(#at: #private::At<'_>, #out: &mut #private::String) {
            #body
        }
    }
}

fn expression(constructor: &Constructor, name: &Ident, private: &TokenStream) -> TokenStream {
    let mut pieces = Pieces::new(private);
    pieces.text(&name.to_string());
    if let Some(variant) = &constructor.variant {
        pieces.text(&format!("::{variant}"));
    }
    let (open, close) = match constructor.style {
        Style::Unit => ("", ""),
        Style::Tuple => ("(", ")"),
        Style::Named if constructor.fields.is_empty() => (" {", "}"),
        Style::Named => (" { ", " }"),
    };
    pieces.text(open);
    for (i, field) in constructor.fields.iter().enumerate() {
        if i > 0 {
            pieces.text(", ");
        }
        if let Member::Named(name) = &field.member {
            pieces.text(&format!("{name}: "));
        }
        self::field(field, &mut pieces);
    }
    pieces.text(close);
    pieces.finish()
}

fn field(field: &Field, pieces: &mut Pieces<'_>) {
    let (private, at, out) = (pieces.private, names::at(), names::out());
    let ty = &field.ty;
    let span = names::spot(ty);
    match field.origin {
        Origin::Type(i) => {
            pieces.call(&quote_spanned!(span=> <#ty as #private::Enumerable>::source(#at.field(#i), #out);));
        }
        Origin::Space(i, _) => pieces.call(&quote!(#private::source_embedded::<#ty>(#at.field(#i), #out);)),
        Origin::Default => pieces.text("Default::default()"),
    }
}

/// The text of a function to call, `Self` spelt out.
fn called(function: &TokenStream, name: &Ident) -> String {
    let is_path = function.clone().into_iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), ':' | '<' | '>' | ','),
        _ => false,
    });
    let text = text::of(spell(function.clone(), name));
    if is_path { text } else { format!("({text})") }
}

fn spell(tokens: TokenStream, name: &Ident) -> TokenStream {
    let spelt = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => name.clone().into(),
        TokenTree::Group(group) => {
            proc_macro2::Group::new(group.delimiter(), spell(group.stream(), name)).into()
        }
        other => other,
    });
    spelt.collect()
}

/// Code that appends to the output, neighbouring texts in one go.
struct Pieces<'p> {
    private: &'p TokenStream,
    pending: String,
    code: TokenStream,
}

impl<'p> Pieces<'p> {
    fn new(private: &'p TokenStream) -> Self {
        Self { private, pending: String::new(), code: TokenStream::new() }
    }

    fn text(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    fn call(&mut self, call: &TokenStream) {
        self.flush();
        self.code.extend(call.clone());
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let (private, text, out) = (self.private, &self.pending, names::out());
            self.code.extend(quote!(#private::text(#out, #text);));
            self.pending.clear();
        }
    }

    fn finish(mut self) -> TokenStream {
        self.flush();
        self.code
    }
}
