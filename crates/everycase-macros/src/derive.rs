//! `#[derive(Enumerable)]`: a model of the type, then one file a method.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

mod attributes;
mod bounds;
mod decode;
mod encode;
mod model;
mod shape;
mod source;
mod update;
mod view;

use model::Model;

/// Returns the generated `impl` and view, or the errors as `compile_error!`s.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2::<DeriveInput>(input).and_then(Model::read) {
        Ok(model) => implementation(&model),
        Err(errors) => errors.into_compile_error(),
    }
}

fn implementation(model: &Model) -> TokenStream {
    let Model { ident, generics, private, .. } = model;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let methods = [
        shape::method(model),
        decode::method(model),
        update::method(model).unwrap_or_default(),
        encode::method(model),
        source::method(model),
    ];
    let view = view::items(model).unwrap_or_default();
    quote! {
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[allow(deprecated, unused_variables, unused_qualifications, unreachable_code, unreachable_patterns)]
        impl #impl_generics #private::Enumerable for #ident #ty_generics #where_clause {
            #(#methods)*
        }

        #view
    }
}

/// Names and places of generated code. The methods' parameters are called nothing that a user's constant or
/// static is likely to be called.
mod names {
    use proc_macro2::{Ident, Span};
    use quote::ToTokens;
    use syn::spanned::Spanned;

    /// Returns where an error about this syntax is shown. Names resolve as anywhere else in generated code, also when the
    /// syntax came through a `macro_rules!` parameter.
    pub(super) fn spot(syntax: &impl ToTokens) -> Span {
        syntax.span().resolved_at(Span::call_site())
    }

    pub(super) fn at() -> Ident {
        Ident::new("__at", Span::mixed_site())
    }

    pub(super) fn to() -> Ident {
        Ident::new("__to", Span::mixed_site())
    }

    pub(super) fn lazy() -> Ident {
        Ident::new("__lazy", Span::mixed_site())
    }

    pub(super) fn out() -> Ident {
        Ident::new("__out", Span::mixed_site())
    }
}
