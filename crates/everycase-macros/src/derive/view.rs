//! The view of a lazy value: the type's constructors with lazy fields, and the code that inspects
//! it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{
    GenericArgument, GenericParam, Generics, Member, Path, PathArguments, Type, TypeParam, WherePredicate,
    parse_quote,
};

use super::model::{Body, Constructor, Field, Model, Origin, Style};
use super::names;

/// Returns the view with its implementations, or `None` for a type enumerated through another one.
pub(crate) fn items(model: &Model) -> Option<TokenStream> {
    let Body::Sum(constructors) = &model.body else { return None };
    let live: Vec<_> = constructors.iter().filter(|constructor| !constructor.skip).collect();
    let Model { ident, declared, view, private, .. } = model;
    let parameters = parameters(model, &live);
    let definition = definition(model, &parameters, &live);
    let (_, view_arguments, _) = parameters.split_for_impl();
    let (impl_generics, arguments, where_clause) = declared.split_for_impl();
    let copies = copies(view, &parameters, &live, private);
    let inspect = inspect(model, &live);
    let lazy = names::lazy();
    Some(quote! {
        #definition

        #copies

        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[allow(deprecated, unused_qualifications, private_interfaces)]
        impl #impl_generics #private::Inspect for #ident #arguments #where_clause {
            type View = #view #view_arguments;

            #[inline]
            fn inspect(#lazy: #private::Lazy<Self>) -> #view #view_arguments {
                #inspect
            }
        }
    })
}

/// Returns the view's enum or struct.
fn definition(model: &Model, parameters: &Generics, live: &[&Constructor]) -> TokenStream {
    let Model { ident, visibility, view, shared, body, .. } = model;
    let name = ident.unraw();
    let doc = format!("A lazy [`{name}`] as it is looked at: its constructor, with lazy fields.");
    let where_clause = &parameters.where_clause;
    let item = match (body, live) {
        (Body::Sum(all), [only]) if all.iter().all(|constructor| constructor.variant.is_none()) => {
            let fields = fields(only, model, true);
            match only.style {
                Style::Unit => quote!(struct #view #parameters #where_clause;),
                Style::Tuple => quote!(struct #view #parameters #fields #where_clause;),
                Style::Named => quote!(struct #view #parameters #where_clause #fields),
            }
        }
        _ => {
            let variants = live.iter().map(|constructor| {
                let Constructor { variant, label, shared, .. } = constructor;
                let fields = fields(constructor, model, false);
                let doc = format!("[`{name}::{label}`]");
                quote!(#[doc = #doc] #(#shared)* #variant #fields,)
            });
            quote!(enum #view #parameters #where_clause { #(#variants)* })
        }
    };
    quote! {
        #[doc = #doc]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[allow(unused, nonstandard_style, deprecated, unused_qualifications)]
        #[allow(unreachable_pub, unnameable_types, private_interfaces, private_bounds)]
        #(#shared)*
        #visibility #item
    }
}

fn fields(constructor: &Constructor, model: &Model, with_visibility: bool) -> TokenStream {
    let private = &model.private;
    let fields = constructor.positioned().map(|field| {
        let visibility = with_visibility.then_some(&field.visibility);
        let spelt = |ty: &Type| spelt(ty.to_token_stream(), model);
        let ty = match field.origin {
            Origin::Space(..) => {
                let ty = spelt(&field.ty);
                quote!(#private::Whole<#ty>)
            }
            _ => {
                let ty = spelt(looked_through(&field.ty).1);
                quote!(#private::Lazy<#ty>)
            }
        };
        match &field.member {
            Member::Named(name) => {
                let doc = format!("Its `{}`.", name.unraw());
                quote!(#[doc = #doc] #visibility #name: #ty)
            }
            Member::Unnamed(_) => quote!(#visibility #ty),
        }
    });
    match constructor.style {
        Style::Unit => TokenStream::new(),
        Style::Tuple => quote!((#(#fields),*)),
        Style::Named => quote!({ #(#fields),* }),
    }
}

/// Returns `Clone`, `Copy` and `Debug` without bounds on parameters.
fn copies(view: &Ident, parameters: &Generics, live: &[&Constructor], private: &TokenStream) -> TokenStream {
    let (impl_generics, arguments, where_clause) = parameters.split_for_impl();
    let shown = live.iter().map(|constructor| {
        let Constructor { variant, style, .. } = constructor;
        let path = constructor.path();
        let name = variant.as_ref().unwrap_or(view).unraw();
        let text = match style {
            Style::Unit => name.to_string(),
            Style::Tuple => format!("{name}(..)"),
            Style::Named => format!("{name} {{ .. }}"),
        };
        quote!(#path { .. } => #text,)
    });
    quote! {
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        impl #impl_generics #private::Clone for #view #arguments #where_clause {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl #impl_generics #private::Copy for #view #arguments #where_clause {}

        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #[allow(unreachable_code)]
        impl #impl_generics #private::Debug for #view #arguments #where_clause {
            fn fmt(&self, f: &mut #private::Formatter<'_>) -> #private::FmtResult {
                f.write_str(match *self { #(#shown)* })
            }
        }
    }
}

/// Returns the body of `inspect`.
fn inspect(model: &Model, live: &[&Constructor]) -> TokenStream {
    let (private, lazy) = (&model.private, names::lazy());
    let at = names::at();
    let [rest @ .., last] = live else { return quote!(#private::no_value(#lazy)) };
    let arms = rest.iter().enumerate().map(|(i, constructor)| {
        let seen = seen(constructor, model);
        quote!(#i => #seen,)
    });
    let last = seen(last, model);
    let seen = if rest.is_empty() { last } else { quote!(match #at.alternative() { #(#arms)* _ => #last, }) };
    quote! {
        let #at = #lazy.decide();
        #seen
    }
}

/// Returns a constructor of the view.
fn seen(constructor: &Constructor, model: &Model) -> TokenStream {
    let view = &model.view;
    let variant = constructor.variant.as_ref().map(|variant| quote!(::#variant));
    // Without skipped fields, the fields of a tuple have other numbers than in the type.
    let fields = constructor.positioned().enumerate().map(|(i, field)| {
        let member = match &field.member {
            Member::Named(name) => name.to_token_stream(),
            Member::Unnamed(_) => syn::Index::from(i).to_token_stream(),
        };
        let seen = self::field(field, model);
        quote!(#member: #seen,)
    });
    quote!(#view #variant { #(#fields)* })
}

fn field(field: &Field, model: &Model) -> TokenStream {
    let (private, at, ty) = (&model.private, names::at(), &field.ty);
    let position = field.position().unwrap_or_default() as u32;
    let lazy = quote!(#at.field::<#ty>(#position));
    match field.origin {
        Origin::Space(..) => quote!(#private::whole(#lazy)),
        _ => {
            let span = names::spot(ty);
            let look = |lazy, _| quote_spanned!(span=> #private::look_through(#lazy));
            (0..looked_through(ty).0).fold(lazy, look)
        }
    }
}

/// Returns the number of `Box`, `Rc` and `Arc` around a type, and the type inside. They are
/// recognized by name; generated code checks that they are the standard library's.
fn looked_through(ty: &Type) -> (usize, &Type) {
    let inner = match ty {
        Type::Group(group) => return looked_through(&group.elem),
        Type::Paren(paren) => return looked_through(&paren.elem),
        Type::Path(path) if path.qself.is_none() => pointee(&path.path),
        _ => None,
    };
    match inner {
        Some(inner) => {
            let (layers, ty) = looked_through(inner);
            (layers + 1, ty)
        }
        None => (0, ty),
    }
}

/// Returns the `T` of `Box<T>`, if it seems to be sized.
fn pointee(path: &Path) -> Option<&Type> {
    let last = path.segments.last()?;
    let module = match last.ident.to_string().as_str() {
        "Box" => "boxed",
        "Rc" => "rc",
        "Arc" => "sync",
        _ => return None,
    };
    let before: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match before.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_] if path.leading_colon.is_none() => {}
        ["std" | "alloc", middle, _] if middle == module => {}
        _ => return None,
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.args.iter();
    let (Some(GenericArgument::Type(inner)), None) = (arguments.next(), arguments.next()) else {
        return None;
    };
    let unsized_ = match inner {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    };
    (!unsized_).then_some(inner)
}

/// Returns the parameters of the view: those that its fields mention, with their bounds. (An unused
/// parameter is an error, and a view has fewer fields than the type if some are skipped.)
fn parameters(model: &Model, live: &[&Constructor]) -> Generics {
    let mut mentioned = Vec::new();
    for field in live.iter().flat_map(|constructor| constructor.positioned()) {
        words(field.ty.to_token_stream(), &mut mentioned);
    }
    let mut generics = model.declared.clone();
    let (kept, dropped): (Vec<_>, Vec<_>) =
        generics.params.into_iter().partition(|parameter| match parameter {
            // A field that contains the type itself mentions all its parameters.
            GenericParam::Type(ty) => mentioned.iter().any(|word| *word == ty.ident || word == "Self"),
            _ => true,
        });
    let dropped: Vec<Ident> = dropped
        .into_iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(ty) => Some(ty.ident),
            _ => None,
        })
        .collect();
    let demand = |demand: TokenStream| {
        let (demand, mut found) = (spelt(demand, model), Vec::new());
        words(demand.clone(), &mut found);
        (!found.iter().any(|word| dropped.contains(word))).then_some(demand)
    };
    generics.params = kept.into_iter().collect();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(ty) => {
                let TypeParam { attrs, ident, bounds, .. } = &*ty;
                let bounds = bounds.iter().filter_map(|bound| demand(bound.to_token_stream()));
                *ty = parse_quote!(#(#attrs)* #ident: #(#bounds)+*);
            }
            GenericParam::Const(number) => number.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    if let Some(where_clause) = &mut generics.where_clause {
        let kept = where_clause.predicates.iter().filter_map(|predicate| demand(predicate.to_token_stream()));
        where_clause.predicates =
            kept.map(|predicate| -> WherePredicate { parse_quote!(#predicate) }).collect();
    }
    generics
}

/// Adds all words in some tokens.
fn words(tokens: TokenStream, found: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => found.push(word),
            TokenTree::Group(group) => words(group.stream(), found),
            _ => {}
        }
    }
}

/// Replaces `Self`, which is another type in the view, by the type.
fn spelt(tokens: TokenStream, model: &Model) -> TokenStream {
    let Model { ident, declared, .. } = model;
    let (_, arguments, _) = declared.split_for_impl();
    let spelt = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => quote!(#ident #arguments),
        TokenTree::Group(group) => {
            let inner = spelt(group.stream(), model);
            let mut outer = Group::new(group.delimiter(), inner);
            outer.set_span(group.span());
            TokenTree::from(outer).into()
        }
        other => other.into(),
    });
    spelt.collect()
}
