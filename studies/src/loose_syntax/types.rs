//! Types.

use everycase::Enumerable;

use super::super::rust_syntax::names::{tok, tok_if};
use super::{Expression, Path, Tick};

/// A type of `syn`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Type {
    /// `_`
    Infer,
    /// `!`
    Never,
    /// `a::B`
    Path(Path),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// `(T)`
    Paren(Box<Type>),
    /// `[T]`
    Slice(Box<Type>),
    /// `[T; n]`
    Array(Box<Type>, Box<Expression>),
    /// `&'a mut T`
    Reference(Option<Tick>, bool, Box<Type>),
    /// `fn(T) -> U`
    Function(Vec<Type>, Option<Box<Type>>),
    /// `impl A + B`, of any number of bounds
    Impl(Vec<Bound>),
    /// `dyn A + B`, of any number of bounds
    Dyn(Vec<Bound>),
}

/// A bound.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Bound {
    /// `A`
    Trait(Path),
    /// `?A`
    Maybe(Path),
    /// `(A)`
    Parenthesized(Path),
    /// `'a`
    Lifetime(Tick),
}

impl Type {
    /// Returns the type as `syn` has it.
    pub fn to_syn(&self) -> syn::Type {
        match self {
            Self::Infer => syn::Type::Infer(syn::TypeInfer { attrs: tok(), underscore_token: tok() }),
            Self::Never => syn::Type::Never(syn::TypeNever { attrs: tok(), bang_token: tok() }),
            Self::Path(path) => {
                syn::Type::Path(syn::TypePath { attrs: tok(), qself: None, path: path.to_syn() })
            }
            Self::Tuple(elems) => syn::Type::Tuple(syn::TypeTuple {
                attrs: tok(),
                paren_token: tok(),
                elems: elems.iter().map(Self::to_syn).collect(),
            }),
            Self::Paren(elem) => {
                syn::Type::Paren(syn::TypeParen { attrs: tok(), paren_token: tok(), elem: elem.to_box() })
            }
            Self::Slice(elem) => {
                syn::Type::Slice(syn::TypeSlice { attrs: tok(), bracket_token: tok(), elem: elem.to_box() })
            }
            Self::Array(elem, len) => syn::Type::Array(syn::TypeArray {
                attrs: tok(),
                bracket_token: tok(),
                elem: elem.to_box(),
                semi_token: tok(),
                len: len.to_syn(),
            }),
            Self::Reference(tick, mutable, elem) => syn::Type::Reference(syn::TypeReference {
                attrs: tok(),
                and_token: tok(),
                lifetime: tick.as_ref().map(Tick::to_syn),
                mutability: tok_if(*mutable),
                elem: elem.to_box(),
            }),
            Self::Function(inputs, output) => syn::Type::FnPtr(syn::TypeFnPtr {
                attrs: tok(),
                lifetimes: None,
                unsafety: None,
                abi: None,
                fn_token: tok(),
                paren_token: tok(),
                inputs: inputs
                    .iter()
                    .map(|ty| syn::NamedArg { attrs: tok(), name: None, ty: ty.to_syn() })
                    .collect(),
                variadic: None,
                output: Self::to_return(output.as_deref()),
            }),
            Self::Impl(bounds) => syn::Type::ImplTrait(syn::TypeImplTrait {
                attrs: tok(),
                impl_token: tok(),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
            }),
            Self::Dyn(bounds) => syn::Type::TraitObject(syn::TypeTraitObject {
                attrs: tok(),
                dyn_token: Some(tok()),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
            }),
        }
    }

    fn to_box(&self) -> Box<syn::Type> {
        Box::new(self.to_syn())
    }

    /// `-> T`, or nothing.
    pub(super) fn to_return(output: Option<&Self>) -> syn::ReturnType {
        output.map_or(syn::ReturnType::Default, |ty| syn::ReturnType::Type(tok(), ty.to_box()))
    }
}

impl Bound {
    fn to_syn(&self) -> syn::TypeParamBound {
        let (paren, maybe, path) = match self {
            Self::Trait(path) => (false, false, path),
            Self::Maybe(path) => (false, true, path),
            Self::Parenthesized(path) => (true, false, path),
            Self::Lifetime(tick) => return syn::TypeParamBound::Lifetime(tick.to_syn()),
        };
        syn::TypeParamBound::Trait(syn::TraitBound {
            paren_token: tok_if(paren),
            lifetimes: None,
            modifiers: tok(),
            maybe: tok_if(maybe),
            path: path.to_syn(),
        })
    }
}
