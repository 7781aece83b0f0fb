//! Types.

use syn::Type;
use syn::punctuated::Punctuated;

use super::super::names::{tok, tok_if};

/// `_`
pub(crate) fn infer() -> Type {
    Type::Infer(syn::TypeInfer { attrs: tok(), underscore_token: tok() })
}

/// `!`
pub(crate) fn never() -> Type {
    Type::Never(syn::TypeNever { attrs: tok(), bang_token: tok() })
}

/// `A`, or `<T as A>::B`
pub(crate) fn path(qself: Option<syn::QSelf>, path: syn::Path) -> Type {
    Type::Path(syn::TypePath { attrs: tok(), qself, path })
}

/// `(A, B)`
pub(crate) fn tuple(elems: impl Iterator<Item = Type>) -> Type {
    Type::Tuple(syn::TypeTuple { attrs: tok(), paren_token: tok(), elems: elems.collect() })
}

/// `(A)`
pub(crate) fn parenthesized(elem: Type) -> Type {
    Type::Paren(syn::TypeParen { attrs: tok(), paren_token: tok(), elem: Box::new(elem) })
}

/// `[A]`
pub(crate) fn slice(elem: Type) -> Type {
    Type::Slice(syn::TypeSlice { attrs: tok(), bracket_token: tok(), elem: Box::new(elem) })
}

/// `[A; 1]`
pub(crate) fn array(elem: Type, len: syn::Expr) -> Type {
    let elem = Box::new(elem);
    Type::Array(syn::TypeArray { attrs: tok(), bracket_token: tok(), elem, semi_token: tok(), len })
}

/// `&'a mut A`
pub(crate) fn reference(lifetime: Option<syn::Lifetime>, is_mutable: bool, elem: Type) -> Type {
    Type::Reference(syn::TypeReference {
        attrs: tok(),
        and_token: tok(),
        lifetime,
        mutability: tok_if(is_mutable),
        elem: Box::new(elem),
    })
}

/// `impl A + B`
pub(crate) fn impl_of(bounds: Punctuated<syn::TypeParamBound, syn::Token![+]>) -> Type {
    Type::ImplTrait(syn::TypeImplTrait { attrs: tok(), impl_token: tok(), bounds })
}

/// `dyn A + B`
pub(crate) fn dyn_of(bounds: Punctuated<syn::TypeParamBound, syn::Token![+]>) -> Type {
    Type::TraitObject(syn::TypeTraitObject { attrs: tok(), dyn_token: Some(tok()), bounds })
}

/// `-> A`, or nothing.
pub(crate) fn returned(ty: Option<Type>) -> syn::ReturnType {
    ty.map_or(syn::ReturnType::Default, |ty| syn::ReturnType::Type(tok(), Box::new(ty)))
}
