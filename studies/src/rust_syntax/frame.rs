//! The items around what is printed: a file holds nothing else.

use super::names::{ident, tok};

pub(crate) fn unit_type() -> syn::Type {
    syn::Type::Path(syn::TypePath { attrs: tok(), qself: None, path: ident("T").into() })
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
    let unit = syn::Expr::Tuple(syn::ExprTuple { attrs: tok(), paren_token: tok(), elems: tok() });
    let name = syn::Expr::Path(syn::ExprPath { attrs: tok(), qself: None, path: ident("a").into() });
    let arm =
        syn::Arm { attrs: tok(), pat, fat_arrow_token: tok(), body: Box::new(unit), comma: Some(tok()) };
    let matching = syn::ExprMatch {
        attrs: tok(),
        match_token: tok(),
        expr: Box::new(name),
        brace_token: tok(),
        arms: vec![arm],
    };
    syn::Block { brace_token: tok(), stmts: vec![syn::Stmt::Expr(syn::Expr::Match(matching), None)] }
}
