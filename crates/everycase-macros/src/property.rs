//! `#[property]`: turns a function into a `#[test]` that runs it on its inputs.

use std::hash::{DefaultHasher, Hasher};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Error, Result};

mod assumption;
pub(crate) mod attributes;
mod body;
mod examples;
mod exercised_function;
pub(crate) mod function;
pub(crate) mod generics;
pub(crate) mod parameters;
mod should_panic;

use attributes::Arguments;
use examples::Example;
use exercised_function::ExercisedFunction;
use function::Function;
use generics::TypeParameters;
use parameters::{DrawMode, Lending, Parameter};

/// The largest number of parameters of a property.
const MOST_PARAMETERS: usize = 12;

/// Returns the generated test, or errors in the attribute or the function as `compile_error!`s.
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

/// Returns the test: the function as written, then the call that runs it.
fn test(arguments: &Arguments, function: &Function) -> Result<TokenStream> {
    let test = Test::new(arguments, function)?;
    let (own, run) = (test.own_function()?, test.run());
    let Function { attributes, visibility, name, .. } = function;
    let settings = arguments.settings();
    let given = settings_name();
    let aliases = test.generics.aliases(&test.private);
    Ok(quote! {
        #(#attributes)*
        #[::core::prelude::v1::test]
        #visibility fn #name() {
            #aliases
            #own

            // Every setting may be given.
            #[allow(clippy::needless_update)]
            let #given = #settings;
            #run
        }
    })
}

/// Returns the variable for the settings.
fn settings_name() -> Ident {
    Ident::new("__settings", Span::mixed_site())
}

/// A property that becomes a test.
struct Test<'a> {
    function: &'a Function,
    parameters: Vec<Parameter>,
    /// The names of the parameters outside of the function.
    values: Vec<Ident>,
    private: TokenStream,
    generics: TypeParameters,
    /// Whether some parameter is a `Lazy<T>`, or made by a generator, or some type parameter is run
    /// on atoms.
    lazily: bool,
    /// The functions that it is of.
    exercised: &'a [ExercisedFunction],
    /// The inputs that are given.
    examples: Vec<Example>,
}

impl<'a> Test<'a> {
    fn new(arguments: &'a Arguments, function: &'a Function) -> Result<Self> {
        let private = arguments.private();
        let generics =
            TypeParameters::read(&function.generics, &function.name, arguments.instances(), &private)?;
        if let (Some(atom), Some(of)) = (generics.first_atom(), arguments.exercised().first()) {
            return Err(of.on_atoms(atom));
        }
        if let Some(parameter) = function.parameters.get(MOST_PARAMETERS) {
            return Err(Error::new_spanned(
                &parameter.pattern,
                format!(
                    "a property has at most {MOST_PARAMETERS} parameters: put several into one, a tuple \
                     `(a, b): (u8, bool)` or a struct"
                ),
            ));
        }
        let parameters = function.parameters.iter().cloned();
        let parameters: Vec<Parameter> =
            parameters.map(|parameter| Parameter::read(parameter, &generics)).collect::<Result<_>>()?;
        let values = (0..parameters.len()).map(|i| format_ident!("__value{i}", span = Span::mixed_site()));
        let values = values.collect();
        let lazily =
            generics.has_atoms() || parameters.iter().any(|parameter| parameter.drawn_as.is_on_demand());
        if let (Some(_), Some(examples)) = (generics.first_atom(), arguments.examples()) {
            return Err(Error::new_spanned(
                examples,
                "examples of a generic property need a type for each parameter, such as `for<K = u8>`",
            ));
        }
        let examples = examples::read(arguments.examples(), &parameters, &private)?;
        let exercised = arguments.exercised();
        Ok(Self { function, parameters, values, private, generics, lazily, exercised, examples })
    }

    /// Returns the function as written, except that unmet assumptions return from it, and
    /// parameters are decided where they are used.
    fn own_function(&self) -> Result<TokenStream> {
        let Function { qualifiers, name, output, body, asynchronous, .. } = self.function;
        let stream = exercised_function::over(self.exercised, body.stream(), name, &self.private)?;
        let statements = match asynchronous {
            Some(_) => body::statements(stream),
            None => assumption::leaving_early(&stream, name, &self.private),
        };
        let (declared, statements) = if self.lazily {
            body::lazy(&self.parameters, &self.values, statements, &self.private)
        } else {
            (self.parameters.iter().map(Parameter::declaration).collect(), statements)
        };
        let mut within = Group::new(Delimiter::Brace, statements.into_iter().collect());
        within.set_span(body.span());
        // What a function is measured on does not depend on bounds.
        let (generics, clause) =
            if self.exercised.is_empty() { self.generics.declared() } else { Default::default() };
        Ok(quote! {
            #[allow(clippy::needless_pass_by_value, clippy::needless_pass_by_ref_mut, clippy::ptr_arg)]
            #[allow(clippy::trivially_copy_pass_by_ref, clippy::unused_async, clippy::unnecessary_wraps)]
            #[allow(clippy::multiple_bound_locations)]
            #(#qualifiers)* fn #name #generics(#(#declared),*) #output #clause #within
        })
    }

    /// Returns the site of the property. The harness names a test as the compiler names a module in
    /// its place: with `r#` only before keywords of the edition.
    fn site(&self) -> TokenStream {
        let Function { name, attributes, .. } = self.function;
        let (private, text) = (&self.private, name.unraw().to_string());
        let panics = should_panic::is_expected(attributes);
        quote! {
            #private::Site {
                name: #text,
                module: ::core::module_path!(),
                test: {
                    #[allow(non_snake_case, clippy::module_inception)]
                    mod #name {
                        pub(super) const PATH: &str = ::core::module_path!();
                    }
                    #name::PATH
                },
                should_panic: #panics,
                file: ::core::file!(),
                line: ::core::line!(),
                manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
                package: ::core::option_env!("CARGO_PKG_NAME"),
                binary: ::core::option_env!("CARGO_BIN_NAME"),
                tmpdir: ::core::option_env!("CARGO_TARGET_TMPDIR"),
            }
        }
    }

    /// Returns the call of the runner, with the inputs, and a closure that calls the function on
    /// the values of its parameters.
    fn run(&self) -> TokenStream {
        let Self { parameters, values, private, lazily, exercised, examples, .. } = self;
        let given = settings_name();
        let told: Vec<TokenStream> = parameters.iter().map(|parameter| parameter.told(private)).collect();
        let types: Vec<_> = parameters.iter().map(|parameter| &parameter.drawn).collect();
        let told = examples::with(examples, quote!((#(#told,)*)), &quote!((#(#types,)*)), private);
        let (shown, (run, inputs), kind) = if *lazily {
            let module = quote!(::core::module_path!());
            let kinds = types.iter().map(|ty| quote!(#private::Undecided<'_, #ty>));
            let shown = self.generics.has_atoms().then(|| {
                let shown = self.generics.shown();
                quote!(.on_atoms(&[#(#shown),*]))
            });
            (shown, (quote!(run_in_parts), quote!(#told, #module,)), quote!((#(#kinds,)*)))
        } else {
            let inputs = quote!(#private::inputs(#told, ::core::module_path!()));
            (None, (quote!(run), quote!(#inputs,)), quote!((#(#types,)*)))
        };
        let bindings = parameters.iter().zip(values).map(|(parameter, value)| match parameter.lent {
            Lending::Mutably if !lazily => quote!(mut #value),
            _ => quote!(#value),
        });
        let (site, outcome) = (self.site(), self.outcome());
        let functions = exercised.iter().map(|function| function.function(private));
        let written = self.body_as_written();
        let of = (!exercised.is_empty()).then(|| quote!(.of(::std::vec![#(#functions),*])));
        quote! {
            #private::Property::new(#site, #given) #written #of #shown
                .#run(#inputs |(#(#bindings,)*): #kind| #outcome,);
        }
    }

    /// Returns the call that states the line and a hash of the function's body, by which reports
    /// find it again in the source file. The hash function is the one of the standard library,
    /// which the test has, too.
    fn body_as_written(&self) -> Option<TokenStream> {
        let body = &self.function.body;
        let text = body.span().source_text()?;
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let (private, length, hash) = (&self.private, text.len(), hasher.finish());
        let line = quote_spanned!(body.span_open()=> ::core::line!());
        Some(quote!(.written(#private::Body { line: #line, length: #length, hash: #hash })))
    }

    /// Returns the function's result on the values, as an outcome.
    fn outcome(&self) -> TokenStream {
        let Self { function, parameters, values, private, lazily, .. } = self;
        let passed = parameters.iter().zip(values).map(|(parameter, value)| match parameter.lent {
            _ if parameter.drawn_as == DrawMode::Lazily => quote!(#private::Undecided::lazy(#value)),
            // Decided where it is used.
            _ if *lazily => quote!(#value),
            Lending::No => quote!(#value),
            Lending::Shared => quote!(&#value),
            Lending::Mutably => quote!(&mut #value),
        });
        // Type errors in the call are shown at the result type, or at `async`.
        let (name, output) = (&function.name, function.output_span());
        let span = function.asynchronous.unwrap_or(output);
        let instance = if self.exercised.is_empty() { self.generics.turbofish() } else { TokenStream::new() };
        let call = quote_spanned!(span=> #name #instance(#(#passed),*));
        let call = match function.asynchronous {
            Some(span) => quote_spanned!(span=> #private::block_on(#call)),
            None => call,
        };
        quote_spanned!(output=> #private::IntoOutcome::into_outcome(#call))
    }
}
