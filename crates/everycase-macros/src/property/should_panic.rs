//! `#[should_panic]` on a property: the harness passes the test if it unwinds, so the runner has to
//! know that it must unwind for a failure of the property only.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Result, Token};

/// Returns an expression: whether the harness expects the test to panic.
/// `#[cfg_attr(.., should_panic)]` counts under its condition.
pub(crate) fn is_expected(attributes: &[Attribute]) -> TokenStream {
    let conditions = attributes.iter().filter_map(|attribute| condition(&attribute.meta));
    conditions.reduce(|one, other| quote!(#one || #other)).unwrap_or_else(|| quote!(false))
}

/// Returns the condition under which an attribute is `should_panic`, if it can be.
fn condition(meta: &Meta) -> Option<TokenStream> {
    match meta {
        meta if meta.path().is_ident("should_panic") => Some(quote!(true)),
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let (predicate, attributes) = list.parse_args_with(conditional).ok()?;
            let inner = attributes.iter().filter_map(condition);
            let inner = inner.reduce(|one, other| quote!(#one || #other))?;
            Some(quote!((::core::cfg!(#predicate) && (#inner))))
        }
        _ => None,
    }
}

/// Parses the arguments of `cfg_attr`: a predicate, and attributes.
fn conditional(input: ParseStream<'_>) -> Result<(TokenStream, Punctuated<Meta, Token![,]>)> {
    let mut predicate = TokenStream::new();
    while !input.peek(Token![,]) {
        predicate.extend([input.parse::<proc_macro2::TokenTree>()?]);
    }
    input.parse::<Token![,]>()?;
    Ok((predicate, Punctuated::parse_terminated(input)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_expected_by_each_form_of_the_attribute() {
        for (attributes, expected) in [
            ("#[ignore] #[doc = \"should_panic\"]", "false"),
            ("#[ignore] #[should_panic]", "true"),
            ("#[should_panic = \"x\"]", "true"),
            ("#[should_panic(expected = \"x\")]", "true"),
            ("#[cfg_attr(unix, ignore)]", "false"),
            (
                "#[cfg_attr(not(feature = \"a\"), ignore, should_panic(expected = \"x\"))]",
                "(::core::cfg!(not(feature = \"a\")) && (true))",
            ),
            (
                "#[cfg_attr(true, cfg_attr(unix, should_panic))]",
                "(::core::cfg!(true) && ((::core::cfg!(unix) && (true))))",
            ),
        ] {
            let parsed = syn::parse::Parser::parse_str(Attribute::parse_outer, attributes).unwrap();
            let expected: TokenStream = expected.parse().unwrap();
            assert_eq!(is_expected(&parsed).to_string(), expected.to_string(), "{attributes}");
        }
    }
}
