//! `fn shape`: the grammar of the type.
//!
//! The constructors are a table of constants and functions, which is cheap to compile; code that
//! builds hundreds of alternatives one by one is not.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::{Body, Constructor, Field, Model, Origin};
use super::names;

pub(crate) fn method(model: &Model) -> TokenStream {
    let private = &model.private;
    let body = match &model.body {
        Body::Via(via) => {
            let ty = &via.ty;
            let span = names::spot(ty);
            quote_spanned!(span=> <#ty as #private::Enumerable>::shape())
        }
        Body::Sum(constructors) => {
            let table = constructors.iter().filter(|c| !c.skip).map(|c| constructor(c, private));
            quote!(#private::sum(&[#(#table),*]))
        }
    };
    quote! {
        fn shape() -> #private::Shape {
            #private::Shape::named(#private::Key::of::<Self>(), || #body)
        }
    }
}

fn constructor(constructor: &Constructor, private: &TokenStream) -> TokenStream {
    let Constructor { label, cost, .. } = constructor;
    let fields = constructor.positioned().map(|field| shape(field, private));
    quote!(#private::Constructor { label: #label, cost: #cost, fields: &[#(#fields),*] })
}

/// Returns a function that returns the field's shape.
fn shape(field: &Field, private: &TokenStream) -> TokenStream {
    let Field { ty, cost, origin, .. } = field;
    let span = names::spot(ty);
    let function = match origin {
        Origin::Space(_, space) => {
            let span = names::spot(space);
            quote_spanned!(span=> || #private::embed::<#ty>(#space))
        }
        _ => quote_spanned!(span=> <#ty as #private::Enumerable>::shape),
    };
    if *cost == 0 { function } else { quote!(|| (#function)().pay(#cost)) }
}
