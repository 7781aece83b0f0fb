//! `fn decode`: from a derivation to a value.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::{Body, Constructor, Field, Model, Origin};
use super::names;

pub(crate) fn method(model: &Model) -> TokenStream {
    let private = &model.private;
    let at = names::at();
    let body = match &model.body {
        Body::Via(via) => {
            let (ty, from) = (&via.ty, &via.from);
            let span = names::spot(ty);
            let inner = quote_spanned!(span=> <#ty as #private::Enumerable>::decode(#at));
            quote!((#from)(#inner))
        }
        Body::Sum(constructors) => {
            let live: Vec<_> = constructors.iter().filter(|constructor| !constructor.skip).collect();
            match &*live {
                [] => quote!(#private::no_value(#at)),
                [only] => value(only, private),
                [rest @ .., last] => {
                    let arms = rest.iter().enumerate().map(|(i, constructor)| {
                        let value = value(constructor, private);
                        quote!(#i => #value,)
                    });
                    let last = value(last, private);
                    quote!(match #at.alternative() { #(#arms)* _ => #last, })
                }
            }
        }
    };
    quote! {
        fn decode(#at: #private::At<'_>) -> Self {
            #body
        }
    }
}

fn value(constructor: &Constructor, private: &TokenStream) -> TokenStream {
    let path = constructor.path();
    let fields = constructor.fields.iter().map(|field| {
        let (member, value) = (&field.member, self::field(field, private));
        quote!(#member: #value,)
    });
    quote!(#path { #(#fields)* })
}

/// Returns the value of one field.
fn field(field: &Field, private: &TokenStream) -> TokenStream {
    let at = names::at();
    let ty = &field.ty;
    let span = names::spot(ty);
    match &field.origin {
        Origin::Type(i) => quote_spanned!(span=> <#ty as #private::Enumerable>::decode(#at.field(#i))),
        Origin::Space(i, _) => quote!(#private::decode_embedded::<#ty>(#at.field(#i))),
        Origin::Default => quote_spanned!(span=> <#ty as #private::Default>::default()),
    }
}
