//! `#[property]`: a function of its inputs becomes a `#[test]` that tries them.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Result;
use syn::ext::IdentExt;

mod assumption;
mod attributes;
mod body;
mod function;
mod parameters;

use attributes::Arguments;
use function::Function;
use parameters::{Drawn, Lent, Parameter};

/// The generated test. When the attribute or the function is at fault, the errors as `compile_error!`s.
pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let parsed = syn::parse2::<Arguments>(arguments);
    match (parsed, syn::parse2::<Function>(item)) {
        (Ok(arguments), Ok(function)) => match test(&arguments, &function) {
            Ok(test) => test,
            Err(error) => error.into_compile_error(),
        },
        (Err(mut error), Err(more)) => {
            error.combine(more);
            error.into_compile_error()
        }
        (Err(error), _) | (_, Err(error)) => error.into_compile_error(),
    }
}

fn test(arguments: &Arguments, function: &Function) -> Result<TokenStream> {
    let parameters: Vec<Parameter> =
        function.parameters.iter().cloned().map(Parameter::read).collect::<Result<_>>()?;
    let Function { attributes, visibility, qualifiers, name, output, body, .. } = function;
    let private = arguments.private();
    let settings = arguments.settings();
    let given = Ident::new("__settings", Span::mixed_site());
    let text = name.unraw().to_string();

    let lazily = parameters.iter().any(|parameter| parameter.drawn_as == Drawn::Lazily);
    let types: Vec<_> = parameters.iter().map(|parameter| &parameter.drawn).collect();
    let told = parameters.iter().map(|parameter| parameter.told(&private));
    let values: Vec<Ident> =
        (0..parameters.len()).map(|i| format_ident!("__value{i}", span = Span::mixed_site())).collect();
    let statements = match function.asynchronous {
        Some(_) => body::statements(body.stream()),
        None => assumption::leaving_early(&body.stream(), name, &private),
    };
    let (declared, statements) = if lazily {
        body::lazy(&parameters, &values, statements, &private)
    } else {
        (parameters.iter().map(Parameter::declaration).collect(), statements)
    };
    let mut body = Group::new(Delimiter::Brace, statements.into_iter().collect());
    body.set_span(function.body.span());
    let bindings = parameters.iter().zip(&values).map(|(parameter, value)| match parameter.lent {
        Lent::Mutably if !lazily => quote!(mut #value),
        _ => quote!(#value),
    });
    let passed = parameters.iter().zip(&values).map(|(parameter, value)| match parameter.lent {
        _ if parameter.drawn_as == Drawn::Lazily => quote!(#private::Undecided::lazy(#value)),
        // It is decided where it is used.
        _ if lazily => quote!(#value),
        Lent::No => quote!(#value),
        Lent::Shared => quote!(&#value),
        Lent::Mutably => quote!(&mut #value),
    });
    let told: Vec<TokenStream> = told.collect();
    let (run, inputs, kind) = if lazily {
        let module = quote!(::core::module_path!());
        let kinds = types.iter().map(|ty| quote!(#private::Undecided<'_, #ty>));
        (quote!(run_lazily), quote!((#(#told,)*), #module), quote!((#(#kinds,)*)))
    } else {
        let inputs = quote!(#private::inputs((#(#told,)*), ::core::module_path!()));
        (quote!(run), inputs, quote!((#(#types,)*)))
    };
    // What does not fit the call is shown at what the function returns, or at its `async`.
    let span = function.asynchronous.unwrap_or_else(|| function.output_span());
    let call = quote_spanned!(span=> #name(#(#passed),*));
    let call = match function.asynchronous {
        Some(span) => quote_spanned!(span=> #private::block_on(#call)),
        None => call,
    };
    let span = function.output_span();
    let outcome = quote_spanned!(span=> #private::IntoOutcome::into_outcome(#call));

    Ok(quote! {
        #(#attributes)*
        #[::core::prelude::v1::test]
        #visibility fn #name() {
            #[allow(clippy::needless_pass_by_value, clippy::needless_pass_by_ref_mut, clippy::ptr_arg)]
            #[allow(clippy::trivially_copy_pass_by_ref, clippy::unused_async, clippy::unnecessary_wraps)]
            #(#qualifiers)* fn #name(#(#declared),*) #output #body

            // Every setting may be given.
            #[allow(clippy::needless_update)]
            let #given = #settings;
            #private::#run(
                #private::Site {
                    name: #text,
                    module: ::core::module_path!(),
                    file: ::core::file!(),
                    line: ::core::line!(),
                    manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
                    package: ::core::option_env!("CARGO_PKG_NAME"),
                    binary: ::core::option_env!("CARGO_BIN_NAME"),
                    tmpdir: ::core::option_env!("CARGO_TARGET_TMPDIR"),
                },
                #given,
                #inputs,
                |(#(#bindings,)*): #kind| #outcome,
            );
        }
    })
}
