//! `#[generator]`: leaves the function as it is, and adds a test that it covers what it promises.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, Result};

mod attributes;
mod function;

use attributes::Arguments;
use function::Function;

use crate::property::generics::TypeParameters;
use crate::property::parameters::{DrawMode, Lending, Parameter};

/// Returns the function with its test, or with errors in the attribute or the function as
/// `compile_error!`s.
pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let written = item.clone();
    let function = match syn::parse2::<Function>(item) {
        Ok(function) => function,
        Err(error) => return error.into_compile_error(),
    };
    let arguments = Arguments::parse(arguments, function.name.span());
    match arguments.and_then(|arguments| checked(&arguments, &function)) {
        Ok(check) => quote!(#written #check),
        Err(error) => {
            let error = error.into_compile_error();
            quote!(#written #error)
        }
    }
}

/// Returns the function that checks the generator, and the test that calls it.
fn checked(arguments: &Arguments, function: &Function) -> Result<TokenStream> {
    let Function { conditions, name, visibility, result, .. } = function;
    let text = name.unraw().to_string();
    let hidden = format_ident!("__{text}_coverage", span = Span::call_site());
    let check = check(arguments, function)?;
    let private = arguments.private();
    let test = arguments.test.then(|| {
        let test = format_ident!("{text}_covers_what_it_promises", span = name.span());
        quote! {
            #(#conditions)*
            #[::core::prelude::v1::test]
            fn #test() {
                #private::assert_covers(&#hidden());
            }
        }
    });
    let hint = quote_spanned!(result.span().resolved_at(Span::call_site())=> #private::space::<#result>());
    Ok(quote! {
        // Used by the test, or by nothing: what the promise mentions counts as used.
        #(#conditions)*
        #[doc(hidden)]
        #[allow(dead_code, non_snake_case, unreachable_pub, clippy::all, clippy::pedantic)]
        #visibility fn #hidden() -> #private::Report {
            let results = #hint;
            #check
        }
        #test
    })
}

/// Returns the call of the check: the promise as functions of the tuple of arguments.
fn check(arguments: &Arguments, function: &Function) -> Result<TokenStream> {
    let Function { name, parameters, result, place, .. } = function;
    let private = arguments.private();
    let text = name.unraw().to_string();
    let parameters: Vec<Parameter> = parameters.iter().cloned().map(read).collect::<Result<_>>()?;
    let values: Vec<Ident> =
        (0..parameters.len()).map(|i| format_ident!("__value{i}", span = Span::mixed_site())).collect();
    let types: Vec<_> = parameters.iter().map(|parameter| &parameter.drawn).collect();
    let tuple = quote!((#(#values,)*): (#(#types,)*));
    let bound = parameters.iter().zip(&values).map(|(parameter, value)| {
        let Parameter { pattern, ty, .. } = parameter;
        let value = passed(parameter, value);
        quote!(let #pattern: #ty = #value;)
    });
    let bound: Vec<TokenStream> = bound.collect();
    let spaces = types.iter().map(|ty| {
        let span = ty.span().resolved_at(Span::call_site());
        quote_spanned!(span=> #private::space::<#ty>())
    });
    let mut passed: Vec<TokenStream> =
        parameters.iter().zip(&values).map(|(parameter, value)| passed(parameter, value)).collect();
    let g = Ident::new("__g", Span::mixed_site());
    passed.insert(*place, quote!(#g));
    let Arguments { given, covers, decreases, size, time, .. } = arguments;
    let given = given.as_ref().map_or_else(|| quote!(true), |given| quote!(#given));
    let decreases = decreases.as_ref().map(|decreases| quote!(if false { let _ = #decreases; }));
    let result_name = Ident::new("__result", Span::mixed_site());
    Ok(quote! {
        #private::coverage(&#private::Promise {
            name: #text,
            file: ::core::file!(),
            line: ::core::line!(),
            arguments: #private::Product::product((#(#spaces,)*)),
            results,
            #[allow(unused_variables)]
            given: |#tuple| -> bool { #(#bound)* #decreases #given },
            #[allow(unused_variables)]
            covers: |#tuple, #result_name: &#result| -> bool { #(#bound)* #private::holds(#result_name, #covers) },
            make: |#tuple, #g: &mut #private::Gen| -> #result { #name(#(#passed),*) },
            size: #size,
            time: #time,
        })
    })
}

/// Reads a parameter: its value is enumerated.
fn read(raw: crate::property::function::RawParameter) -> Result<Parameter> {
    let span = raw.pattern.span();
    let parameter = Parameter::read(raw, &TypeParameters::none())?;
    if parameter.drawn_as == DrawMode::Whole {
        Ok(parameter)
    } else {
        Err(Error::new(span, "a generator takes values that are decided: `t: T` or `t: &T`"))
    }
}

/// Returns a value as it is passed.
fn passed(parameter: &Parameter, value: &Ident) -> TokenStream {
    match parameter.lent {
        Lending::No => quote!(#value),
        Lending::Shared => quote!(&#value),
        Lending::Mutably => quote!(&mut { #value }),
    }
}
