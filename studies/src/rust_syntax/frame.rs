//! The items around what is printed: a file holds nothing else.

use super::names::{ident, tok};
use super::nodes::expressions as nodes;
use super::nodes::types;

pub(crate) fn unit_type() -> syn::Type {
    types::path(None, ident("T").into())
}

pub(crate) fn constant(expr: syn::Expr) -> syn::Item {
    syn::Item::Const(syn::ItemConst {
        attrs: tok(),
        vis: syn::Visibility::Inherited,
        modifiers: tok(),
        const_token: tok(),
        ident: ident("A"),
        generics: tok(),
        colon_token: tok(),
        ty: Box::new(unit_type()),
        eq_token: tok(),
        expr: Box::new(expr),
        semi_token: tok(),
    })
}

pub(crate) fn alias(generics: syn::Generics, ty: syn::Type) -> syn::Item {
    syn::Item::Type(syn::ItemType {
        attrs: tok(),
        vis: syn::Visibility::Inherited,
        modifiers: tok(),
        type_token: tok(),
        ident: ident("A"),
        generics,
        eq_token: tok(),
        ty: Box::new(ty),
        semi_token: tok(),
        where_clause_placement: syn::WhereClausePlacement::Early,
    })
}

pub(crate) fn within_trait(item: syn::TraitItem) -> syn::Item {
    syn::Item::Trait(syn::ItemTrait {
        attrs: tok(),
        vis: syn::Visibility::Inherited,
        modifiers: tok(),
        unsafety: None,
        trait_token: tok(),
        ident: ident("A"),
        generics: tok(),
        colon_token: None,
        supertraits: syn::punctuated::Punctuated::new(),
        brace_token: tok(),
        items: vec![item],
    })
}

pub(crate) fn within_impl(item: syn::ImplItem) -> syn::Item {
    syn::Item::Impl(syn::ItemImpl {
        attrs: tok(),
        modifiers: tok(),
        unsafety: None,
        impl_token: tok(),
        generics: tok(),
        trait_: None,
        self_ty: Box::new(unit_type()),
        brace_token: tok(),
        items: vec![item],
    })
}

pub(crate) fn function(block: syn::Block) -> syn::Item {
    syn::Item::Fn(syn::ItemFn {
        attrs: tok(),
        vis: syn::Visibility::Inherited,
        modifiers: tok(),
        sig: syn::Signature {
            constness: None,
            asyncness: None,
            safety: syn::Safety::Default,
            abi: None,
            fn_token: tok(),
            ident: ident("f"),
            generics: tok(),
            paren_token: tok(),
            inputs: syn::punctuated::Punctuated::new(),
            variadic: None,
            output: syn::ReturnType::Default,
        },
        block: Box::new(block),
    })
}

pub(crate) fn match_on(pat: syn::Pat) -> syn::Block {
    let unit = nodes::tuple(std::iter::empty());
    let arms = std::iter::once(nodes::arm(pat, Box::new(unit)));
    let matching = nodes::match_of(Box::new(nodes::path(ident("a").into())), arms);
    syn::Block { brace_token: tok(), stmts: vec![syn::Stmt::Expr(matching, None)] }
}
