//! `fn update`: replaces a value by the next one, touching only what changed.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::{Body, Constructor, Model, Origin};
use super::names;

/// Returns `None` if no constructor has a field to keep: the trait's own `update` decodes anew.
pub(crate) fn method(model: &Model) -> Option<TokenStream> {
    let private = &model.private;
    let at = names::at();
    let Body::Sum(constructors) = &model.body else { return None };
    let live: Vec<_> = constructors.iter().filter(|constructor| !constructor.skip).collect();
    if live.iter().all(|constructor| constructor.positioned().next().is_none()) {
        return None;
    }
    let body = if let ([only], 1) = (&*live, constructors.len()) {
        let (pattern, fields) = (only.pattern(), fields(only, private));
        quote!(match self { #pattern => { #fields } })
    } else {
        let arms = live.iter().enumerate().filter(|(_, c)| c.positioned().next().is_some()).map(|(i, c)| {
            let (pattern, fields) = (c.pattern(), fields(c, private));
            quote!((#i, #pattern) => { #fields })
        });
        quote! {
            match (#at.alternative(), self) {
                #(#arms)*
                (_, __this) => *__this = <Self as #private::Enumerable>::decode(#at),
            }
        }
    };
    Some(quote! {
        fn update(&mut self, #at: #private::At<'_>) {
            #body
        }
    })
}

fn fields(constructor: &Constructor, private: &TokenStream) -> TokenStream {
    let at = names::at();
    let n = constructor.positioned().count();
    let updates = constructor.positioned().enumerate().map(|(i, field)| {
        let (ty, binding) = (&field.ty, &field.binding);
        let span = names::spot(ty);
        let update = match field.origin {
            Origin::Space(..) => {
                quote!(#private::update_embedded::<#ty>(#binding, #at.field(#i));)
            }
            _ => quote_spanned!(span=> <#ty as #private::Enumerable>::update(#binding, #at.field(#i));),
        };
        // Something below has changed, otherwise this code is not reached: a single field is the
        // changed one.
        if n == 1 { update } else { quote!(if #at.changed(#i, #n) { #update }) }
    });
    quote!(#(#updates)*)
}
