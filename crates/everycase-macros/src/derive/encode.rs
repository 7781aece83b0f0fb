//! `fn encode`: from a value to its derivation, in pre-order.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::model::{Body, Constructor, Model, Origin};
use super::names;

pub(crate) fn method(model: &Model) -> TokenStream {
    let private = &model.private;
    let to = names::to();
    let body = match &model.body {
        Body::Via(via) => match &via.into {
            Some(into) => {
                let ty = &via.ty;
                let span = names::spot(ty);
                quote_spanned!(span=> <#ty as #private::Enumerable>::encode(&(#into)(self), #to))
            }
            None => quote!(#private::no_inverse::<Self>(#to)),
        },
        Body::Sum(constructors) if constructors.is_empty() => quote!(match *self {}),
        Body::Sum(constructors) => {
            let mut alternative = 0..;
            let arms = constructors.iter().map(|constructor| {
                let pattern = constructor.pattern();
                if constructor.skip {
                    return quote!(#pattern => #private::Result::Err(#private::EncodeError::NotInShape),);
                }
                let i: usize = alternative.next().unwrap_or_default();
                let fields = fields(constructor, private);
                quote!(#pattern => { #to.alternative(#i)?; #fields #private::Result::Ok(()) })
            });
            quote!(match self { #(#arms)* })
        }
    };
    quote! {
        fn encode(&self, #to: &mut #private::Encoder) -> #private::Result<(), #private::EncodeError> {
            #body
        }
    }
}

fn fields(constructor: &Constructor, private: &TokenStream) -> TokenStream {
    let to = names::to();
    let calls = constructor.positioned().map(|field| {
        let (ty, binding) = (&field.ty, &field.binding);
        let span = names::spot(ty);
        match field.origin {
            Origin::Space(..) => quote!(#private::encode_embedded::<#ty>(#binding, #to)?;),
            _ => quote_spanned!(span=> <#ty as #private::Enumerable>::encode(#binding, #to)?;),
        }
    });
    quote!(#(#calls)*)
}
