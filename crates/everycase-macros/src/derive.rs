//! `#[derive(Enumerable)]`: a model of the type, then one file for each method.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

mod attributes;
mod bounds;
mod decode;
mod elsewhere;
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

/// Names and spans in generated code. Parameters of generated methods have names that users'
/// constants and statics are unlikely to have.
mod names {
    use proc_macro2::{Ident, Span};
    use quote::ToTokens;
    use syn::spanned::Spanned;

    /// Returns the span for errors about this syntax. Names resolve like in the rest of the
    /// generated code, even if the syntax is an argument of a `macro_rules!` macro.
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
