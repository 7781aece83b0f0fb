//! `fn source`: a derivation as Rust source, with the type by its name.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::{Member, Visibility};

use super::elsewhere;
use super::model::{Body, Constructor, Field, Model, Origin, Style};
use super::names;
use crate::own_source::own_source;
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
            // A closure is as visible as what it names.
            let closure = elsewhere::names_others(&via.from, name).then_some(&Visibility::Inherited);
            pieces.private(name, closure.into_iter().chain([&model.visibility]));
            called(&via.from, name, &mut pieces);
            pieces.text("(");
            pieces.call(&quote_spanned!(span=> <#ty as #private::Enumerable>::source(#at, #out);));
            pieces.text(")");
            pieces.finish()
        }
        Body::Sum(constructors) => {
            let live: Vec<_> = constructors.iter().filter(|constructor| !constructor.skip).collect();
            match &*live {
                [] => quote!(#private::no_value(#at)),
                [only] => expression(only, model),
                [rest @ .., last] => {
                    let arms = rest.iter().enumerate().map(|(i, constructor)| {
                        let expression = expression(constructor, model);
                        quote!(#i => { #expression })
                    });
                    let last = expression(last, model);
                    quote!(match #at.alternative() { #(#arms)* _ => { #last } })
                }
            }
        }
    };
    let variants = model.prelude_variants.iter().map(|name| quote!(#private::variant(#out, #name);));
    quote! {
        fn source(#at: #private::At<'_>, #out: &mut #private::Source) {
            #(#variants)*
            #body
        }
    }
}

fn expression(constructor: &Constructor, model: &Model) -> TokenStream {
    let name = &model.ident;
    let mut pieces = Pieces::new(&model.private);
    let parts = constructor.fields.iter().map(|field| &field.visibility);
    // The fields of a variant are as visible as the enum.
    let parts = parts.filter(|_| constructor.variant.is_none());
    pieces.private(name, parts.chain([&model.visibility]));
    pieces.name(name);
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
            // A call, since passing the function would report a type that is not enumerable twice.
            let source = quote_spanned!(span=> <#ty as #private::Enumerable>::source(#at, #out));
            pieces.call(&quote!(#out.part(#at.field(#i), |#at, #out| #source);));
        }
        Origin::Space(i, _) => {
            let own = own_source(ty, private);
            pieces.call(&quote!(#private::source_embedded::<#ty>(#own, #at.field(#i), #out);));
        }
        Origin::Default => pieces.call(&quote!(#private::path(#out, "Default::default()");)),
    }
}

/// Writes the path of a function to call, with the type in it by name.
fn called(function: &TokenStream, name: &Ident, pieces: &mut Pieces<'_>) {
    let is_path = function.clone().into_iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), ':' | '<' | '>' | ','),
        _ => false,
    });
    let alone = function.clone().into_iter().count() == 1;
    match function.clone().into_iter().next() {
        // A function of the type's module.
        Some(TokenTree::Ident(function)) if alone && function != "Self" => return pieces.name(&function),
        _ => {}
    }
    let mark = "__THE_TYPE";
    let text = text::of(marked(function.clone(), name, mark));
    pieces.text(if is_path { "" } else { "(" });
    for (i, text) in text.split(mark).enumerate() {
        if i > 0 {
            pieces.name(name);
        }
        pieces.text(text);
    }
    pieces.text(if is_path { "" } else { ")" });
}

/// Replaces the type by a mark.
fn marked(tokens: TokenStream, name: &Ident, mark: &str) -> TokenStream {
    let mut colons = 0;
    let marked = tokens.into_iter().map(|token| {
        // After `::` it is another item.
        let inner = colons == 2;
        let is_type = matches!(&token, TokenTree::Ident(word) if word == "Self" || !inner && word == name);
        colons =
            if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':') { colons + 1 } else { 0 };
        match token {
            TokenTree::Ident(word) if is_type => Ident::new(mark, word.span()).into(),
            TokenTree::Group(group) => {
                proc_macro2::Group::new(group.delimiter(), marked(group.stream(), name, mark)).into()
            }
            other => other,
        }
    });
    marked.collect()
}

/// Returns how many module levels above its own an item is visible; `None` if it is public.
fn levels_up(visibility: &Visibility) -> Option<usize> {
    match visibility {
        Visibility::Public(_) => None,
        Visibility::Inherited => Some(0),
        Visibility::Restricted(restricted) if restricted.path.is_ident("self") => Some(0),
        Visibility::Restricted(restricted) if restricted.path.is_ident("super") => Some(1),
        // Some ancestor module, at most the crate's root.
        Visibility::Restricted(_) => Some(usize::MAX),
    }
}

/// Code that appends to the output; neighbouring texts are merged.
struct Pieces<'p> {
    private: &'p TokenStream,
    /// A name and the text after it, not yet written.
    pending: (Option<String>, String),
    code: TokenStream,
}

impl<'p> Pieces<'p> {
    fn new(private: &'p TokenStream) -> Self {
        Self { private, pending: (None, String::new()), code: TokenStream::new() }
    }

    fn text(&mut self, text: &str) {
        self.pending.1.push_str(text);
    }

    /// Appends the name of an item of the type's module.
    fn name(&mut self, name: &Ident) {
        self.flush();
        self.pending.0 = Some(name.to_string());
    }

    /// Records that the following source is restricted to a module, unless all its parts are
    /// public.
    fn private<'v>(&mut self, name: &Ident, parts: impl IntoIterator<Item = &'v Visibility>) {
        if let Some(up) = parts.into_iter().filter_map(levels_up).min() {
            let (private, out, name) = (self.private, names::out(), name.to_string());
            self.call(&quote!(#private::private(#out, ::core::module_path!(), #up, #name);));
        }
    }

    fn call(&mut self, call: &TokenStream) {
        self.flush();
        self.code.extend(call.clone());
    }

    fn flush(&mut self) {
        let (private, out) = (self.private, names::out());
        self.code.extend(match std::mem::take(&mut self.pending) {
            (Some(name), text) => quote!(#private::name(#out, ::core::module_path!(), #name, #text);),
            (None, text) if text.is_empty() => TokenStream::new(),
            (None, text) => quote!(#private::text(#out, #text);),
        });
    }

    fn finish(mut self) -> TokenStream {
        self.flush();
        self.code
    }
}
