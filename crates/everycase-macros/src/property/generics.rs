//! Type parameters of a property: each is run on atoms, or on the type that `for<K = u8>` gives for
//! it.
//!
//! The function stays generic, so that the compiler checks its body against the bounds that are
//! written. Around it, each parameter is an alias of the type that it is run on, so what is
//! generated there can repeat the types as they are written.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Error, GenericParam, Generics, Result, Token, TraitBound, Type, TypeParamBound, WherePredicate,
    parse_quote,
};

use super::parameters;
use crate::arguments::Argument;
use crate::suggest;
use crate::text;

/// `K = u8`.
pub(crate) struct Instance {
    parameter: Ident,
    ty: Type,
}

impl Parse for Instance {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let parameter = input.call(Ident::parse_any)?;
        let wanted = format!("`{parameter}` needs a type: `for<{parameter} = u8>`");
        if input.parse::<Option<Token![=]>>()?.is_none() {
            return Err(Error::new(parameter.span(), wanted));
        }
        let span = input.span();
        let ty = input.parse().map_err(|_| Error::new(span, wanted))?;
        Ok(Self { parameter, ty })
    }
}

/// Returns the types given by `for<K = u8, V = ()>`.
pub(crate) fn instances(argument: &Argument) -> Result<Vec<Instance>> {
    if argument.value.is_empty() {
        let message = "`for` needs a type for a type parameter: `for<K = u8>`";
        return Err(Error::new(argument.span(), message));
    }
    let list = Punctuated::<Instance, Token![,]>::parse_terminated.parse2(argument.value.clone())?;
    let mut instances: Vec<Instance> = Vec::new();
    for instance in list {
        if instances.iter().any(|other| other.parameter == instance.parameter) {
            let message = format!("`{}` is given two types: keep one", instance.parameter);
            return Err(Error::new(instance.parameter.span(), message));
        }
        instances.push(instance);
    }
    Ok(instances)
}

/// A type parameter.
struct Parameter {
    name: Ident,
    /// What it is run on; `None` for atoms.
    given: Option<Type>,
    /// The traits that it has to implement.
    bounds: Vec<TraitBound>,
}

/// The type parameters of a property.
pub(crate) struct TypeParameters {
    parameters: Vec<Parameter>,
    /// As declared, except that each parameter is enumerable.
    declared: Generics,
}

/// The traits of the standard library that atoms implement, besides those for all types.
const ATOM_TRAITS: [&str; 9] =
    ["Ord", "PartialOrd", "Eq", "PartialEq", "Hash", "Clone", "Copy", "Debug", "Display"];

impl TypeParameters {
    /// Returns the type parameters of a function that has none.
    pub(crate) fn none() -> Self {
        Self { parameters: Vec::new(), declared: Generics::default() }
    }

    /// Returns the type parameters of the property `name`.
    ///
    /// # Errors
    /// If there are others than type parameters, or if a type is given for a parameter that does
    /// not exist.
    pub(crate) fn read(
        generics: &Generics,
        name: &Ident,
        instances: &[Instance],
        private: &TokenStream,
    ) -> Result<Self> {
        let mut parameters = Vec::new();
        for parameter in &generics.params {
            let parameter = match parameter {
                GenericParam::Type(parameter) => parameter,
                GenericParam::Lifetime(lifetime) => {
                    return Err(Error::new_spanned(
                        lifetime,
                        "a property borrows its input only while it runs: leave the lifetime out",
                    ));
                }
                GenericParam::Const(constant) => return Err(constant_parameter(constant, name)),
            };
            if let Some((_, default)) = &parameter.default {
                return Err(Error::new_spanned(
                    default,
                    format!(
                        "a type parameter of a function has no default: give the type in the attribute, \
                         `#[property(for<{} = {}>)]`",
                        parameter.ident,
                        text::of(default.to_token_stream()),
                    ),
                ));
            }
            let given = instances.iter().find(|instance| instance.parameter == parameter.ident);
            if let (None, Some(fun)) = (given, parameters::function_bound(&parameter.bounds)) {
                return Err(parameters::wants_fun(&parameter.bounds, &fun));
            }
            parameters.push(Parameter {
                name: parameter.ident.clone(),
                given: given.map(|instance| instance.ty.clone()),
                bounds: traits(&parameter.bounds)
                    .chain(bounds_in_where(generics, &parameter.ident))
                    .collect(),
            });
        }
        if let Some(unknown) =
            instances.iter().find(|instance| parameters.iter().all(|known| known.name != instance.parameter))
        {
            return Err(unknown_parameter(&unknown.parameter, &parameters, name));
        }
        let mut declared = generics.clone();
        for parameter in declared.type_params_mut() {
            parameter.bounds.push(parse_quote!(#private::Enumerable));
        }
        Ok(Self { parameters, declared })
    }

    /// Returns whether some of them is run on atoms.
    pub(crate) fn has_atoms(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.given.is_none())
    }

    /// Returns the name of the first that is run on atoms.
    pub(crate) fn first_atom(&self) -> Option<&Ident> {
        self.parameters.iter().find(|parameter| parameter.given.is_none()).map(|parameter| &parameter.name)
    }

    /// Returns the parameters as declared, and the `where` clause.
    pub(crate) fn declared(&self) -> (TokenStream, TokenStream) {
        let (parameters, _, clause) = self.declared.split_for_impl();
        (parameters.to_token_stream(), clause.to_token_stream())
    }

    /// Returns the arguments of a call, `::<K, V>`.
    pub(crate) fn turbofish(&self) -> TokenStream {
        if self.parameters.is_empty() {
            return TokenStream::new();
        }
        let names = self.parameters.iter().map(|parameter| &parameter.name);
        quote!(::<#(#names),*>)
    }

    /// Returns an alias for each parameter, and checks that atoms implement what is asked of them.
    pub(crate) fn aliases(&self, private: &TokenStream) -> TokenStream {
        let aliases = self.parameters.iter().enumerate().map(|(number, parameter)| {
            let name = &parameter.name;
            let ty = match &parameter.given {
                Some(ty) => ty.to_token_stream(),
                None => {
                    let is_signed = parameter.bounds.iter().any(|bound| is_named(bound, &["Default"]));
                    quote!(#private::Atom<#number, #is_signed>)
                }
            };
            quote! {
                #[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms, clippy::type_complexity)]
                type #name = #ty;
            }
        });
        let checks = self.parameters.iter().flat_map(|parameter| parameter.checks(private));
        quote!(#(#aliases)* #(#checks)*)
    }

    /// Returns the types that counterexamples are shown for, as text: `K = i64`.
    pub(crate) fn shown(&self) -> Vec<String> {
        let shown = |parameter: &Parameter| format!("{} = {}", parameter.name, text::of(parameter.shown()));
        self.parameters.iter().map(shown).collect()
    }

    /// Returns a type in which each parameter is the type that counterexamples are shown for.
    pub(crate) fn in_shown(&self, ty: TokenStream) -> TokenStream {
        if self.parameters.is_empty() {
            return ty;
        }
        let mut is_within_path = false;
        let mut colons = 0;
        let mut out = TokenStream::new();
        for token in ty {
            colons = if is_colon(&token) { colons + 1 } else { 0 };
            out.extend(match token {
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), self.in_shown(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::from(inner).into_token_stream()
                }
                TokenTree::Ident(word) if !is_within_path => {
                    match self.parameters.iter().find(|parameter| parameter.name == word) {
                        Some(parameter) => parameter.shown(),
                        None => word.into_token_stream(),
                    }
                }
                token => token.into_token_stream(),
            });
            is_within_path = colons == 2;
        }
        out
    }
}

impl Parameter {
    /// Returns the type that counterexamples are shown for.
    fn shown(&self) -> TokenStream {
        match &self.given {
            Some(ty) => ty.to_token_stream(),
            None => quote!(i64),
        }
    }

    /// Returns a check for each bound that atoms may not meet, with an error that says what to do.
    ///
    /// Whether they meet it, only the compiler can tell: a user's trait may be implemented for all
    /// types with an order. Method resolution takes the first implementation if the bound is met,
    /// and otherwise, with one more reference, the second.
    fn checks<'a>(&'a self, private: &'a TokenStream) -> impl Iterator<Item = TokenStream> + 'a {
        let unsure = self.bounds.iter().filter(|bound| {
            self.given.is_none()
                && bound.maybe.is_none()
                && !is_named(bound, &ATOM_TRAITS)
                && !is_named(bound, &["Sized", "Default"])
        });
        unsure.map(move |bound| {
            let name = &self.name;
            let shown = text::of(bound.to_token_stream());
            let message = format!("no atom can stand for `{name}`, which has to implement `{shown}`");
            let label = "atoms can be compared, copied, hashed and shown, and stay on their thread";
            let note = format!("run the property on a type of your choice: `#[property(for<{name} = u8>)]`");
            // Names that no bound mentions.
            let [wanted, first, second, any] =
                ["__Wanted", "__Bounded", "__Unbounded", "__Any"].map(|name| Ident::new(name, bound.span()));
            quote_spanned! {bound.span()=>
                #[allow(dead_code, non_camel_case_types, clippy::all, clippy::pedantic)]
                const _: fn() = || {
                    #[diagnostic::on_unimplemented(message = #message, label = #label, note = #note)]
                    trait #wanted {}
                    impl #wanted for #private::MetBound {}
                    fn check(_: impl #wanted) {}
                    trait #first {
                        fn bound(&self) -> #private::MetBound {
                            #private::MetBound
                        }
                    }
                    impl<#any: #bound> #first for #private::Bound<#any> {}
                    trait #second {
                        fn bound(&self) -> #private::UnmetBound {
                            #private::UnmetBound
                        }
                    }
                    impl<#any> #second for &#private::Bound<#any> {}
                    check((&#private::Bound::<#name>::NEW).bound());
                };
            }
        })
    }
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Returns whether the last segment of a bound's path is one of some names without arguments.
fn is_named(bound: &TraitBound, names: &[&str]) -> bool {
    bound
        .path
        .segments
        .last()
        .is_some_and(|last| last.arguments.is_none() && names.iter().any(|name| last.ident == name))
}

fn traits(bounds: &Punctuated<TypeParamBound, Token![+]>) -> impl Iterator<Item = TraitBound> + '_ {
    bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => Some(bound.clone()),
        _ => None,
    })
}

/// Returns the bounds of a parameter in the `where` clause.
fn bounds_in_where<'a>(generics: &'a Generics, name: &'a Ident) -> impl Iterator<Item = TraitBound> + 'a {
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let own = clauses.filter_map(move |predicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident(name) => Some(&predicate.bounds),
            _ => None,
        },
        _ => None,
    });
    own.flat_map(traits)
}

fn constant_parameter(constant: &syn::ConstParam, name: &Ident) -> Error {
    let own = &constant.ident;
    Error::new_spanned(
        constant,
        format!(
            "a property is run for one value of a constant: leave this function without `#[property]` and call it from one that \
             has it, with a value for `{own}`, such as `{name}::<3>(..)`"
        ),
    )
}

fn unknown_parameter(unknown: &Ident, parameters: &[Parameter], name: &Ident) -> Error {
    let names: Vec<String> = parameters.iter().map(|known| known.name.unraw().to_string()).collect();
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    // Each letter is near to each other one.
    let near = suggest::nearest(&unknown.to_string(), &words).filter(|near| near.len() > 1);
    let known = match (&words[..], near) {
        ([], _) => "it has none".to_owned(),
        (_, Some(near)) => format!("did you mean `{near}`?"),
        (all, None) => {
            let all: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
            format!("it has {}", all.join(", "))
        }
    };
    Error::new(unknown.span(), format!("`{name}` has no type parameter `{unknown}`: {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(generics: &str, clause: &str) -> TypeParameters {
        let mut generics: Generics = syn::parse_str(generics).unwrap();
        generics.where_clause = syn::parse_str::<Option<syn::WhereClause>>(clause).unwrap();
        let name = Ident::new("p", proc_macro2::Span::call_site());
        let given =
            Instance { parameter: Ident::new("V", name.span()), ty: syn::parse_str("Vec<u8>").unwrap() };
        TypeParameters::read(&generics, &name, &[given], &quote!(private))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn types_are_shown_with_what_stands_for_parameters() {
        let parameters = parameters("<K: Ord, V>", "");
        let shown = |ty: &str| text::of(parameters.in_shown(ty.parse().unwrap()));
        assert_eq!(shown("Tree<K, V>"), "Tree<i64, Vec<u8>>");
        assert_eq!(
            shown("(K, [V; 3], Box<dyn Fn(K) -> V>)"),
            "(i64, [Vec<u8>; 3], Box<dyn Fn(i64) -> Vec<u8>>)"
        );
        assert_eq!(shown("module::K"), "module::K");
        assert_eq!(parameters.shown(), ["K = i64", "V = Vec<u8>"]);
    }

    #[test]
    fn bounds_are_found_in_the_list_and_in_the_clause() {
        let parameters = parameters("<K: Ord + 'static, V>", "where K: Default, Vec<K>: Clone, V: Send");
        let bounds = |i: usize| -> Vec<String> {
            parameters.parameters[i].bounds.iter().map(|bound| text::of(bound.to_token_stream())).collect()
        };
        assert_eq!(bounds(0), ["Ord", "Default"]);
        assert_eq!(bounds(1), ["Send"]);
        assert!(parameters.has_atoms());
        // Atoms meet all of the first, and the second is given.
        let private = quote!(private);
        assert_eq!(parameters.parameters[0].checks(&private).count(), 0);
        assert_eq!(parameters.parameters[1].checks(&private).count(), 0);
    }
}
