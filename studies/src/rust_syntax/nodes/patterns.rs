//! Patterns.

use syn::Pat;
use syn::punctuated::Punctuated;

use super::super::names::{tok, tok_if};

/// `_`
pub(crate) fn wild() -> Pat {
    Pat::Wild(syn::PatWild { attrs: tok(), underscore_token: tok() })
}

/// `..`
pub(crate) fn rest() -> Pat {
    Pat::Rest(rest_node())
}

fn rest_node() -> syn::PatRest {
    syn::PatRest { attrs: tok(), dot2_token: tok() }
}

/// `1..=2`
pub(crate) fn range(
    start: Option<Box<syn::Expr>>,
    limits: syn::RangeLimits,
    end: Option<Box<syn::Expr>>,
) -> Pat {
    Pat::Range(syn::PatRange { attrs: tok(), start, limits, end })
}

/// `&mut a`
pub(crate) fn reference(is_mutable: bool, pat: Pat) -> Pat {
    let mutability = tok_if(is_mutable);
    Pat::Reference(syn::PatReference { attrs: tok(), and_token: tok(), mutability, pat: Box::new(pat) })
}

/// `(a, b)`; with one element `(a,)`, a comma that `prettyplease` does not add, and `(..)`.
pub(crate) fn tuple(elems: impl Iterator<Item = Pat>) -> Pat {
    let mut elems: Punctuated<Pat, _> = elems.collect();
    if elems.len() == 1 && !matches!(elems[0], Pat::Rest(_)) {
        elems.push_punct(tok());
    }
    Pat::Tuple(syn::PatTuple { attrs: tok(), paren_token: tok(), elems })
}

/// `(a)`
pub(crate) fn parenthesized(pat: Pat) -> Pat {
    Pat::Paren(syn::PatParen { attrs: tok(), paren_token: tok(), pat: Box::new(pat) })
}

/// `A(a, b)`
pub(crate) fn tuple_structure(path: syn::Path, elems: impl Iterator<Item = Pat>) -> Pat {
    Pat::TupleStruct(syn::PatTupleStruct {
        attrs: tok(),
        qself: None,
        path,
        paren_token: tok(),
        elems: elems.collect(),
    })
}

/// `A { f: a, .. }`
pub(crate) fn structure(
    qself: Option<syn::QSelf>,
    path: syn::Path,
    fields: impl Iterator<Item = syn::FieldPat>,
    has_rest: bool,
) -> Pat {
    let mut fields: Punctuated<_, _> = fields.collect();
    if has_rest && !fields.is_empty() {
        fields.push_punct(tok()); // the comma in front of `..`
    }
    let rest = has_rest.then(rest_node);
    Pat::Struct(syn::PatStruct { attrs: tok(), qself, path, brace_token: tok(), fields, rest })
}

/// `f: a`, or `a` without the colon.
pub(crate) fn field(member: syn::Member, has_colon: bool, pat: Pat) -> syn::FieldPat {
    syn::FieldPat { attrs: tok(), member, colon_token: tok_if(has_colon), pat: Box::new(pat) }
}

/// `[a, b]`
pub(crate) fn slice(elems: impl Iterator<Item = Pat>) -> Pat {
    Pat::Slice(syn::PatSlice { attrs: tok(), bracket_token: tok(), elems: elems.collect() })
}

/// `a | b`
pub(crate) fn alternatives(cases: impl Iterator<Item = Pat>) -> Pat {
    Pat::Or(syn::PatOr { attrs: tok(), leading_vert: None, cases: cases.collect() })
}

/// `a: T`
pub(crate) fn typed(pat: Pat, ty: syn::Type) -> Pat {
    Pat::Type(syn::PatType { attrs: tok(), pat: Box::new(pat), colon_token: tok(), ty: Box::new(ty) })
}

/// `a if b`
pub(crate) fn guarded(pat: Pat, guard: syn::Expr) -> Pat {
    Pat::Guard(syn::PatGuard { attrs: tok(), pat: Box::new(pat), if_token: tok(), guard: Box::new(guard) })
}
