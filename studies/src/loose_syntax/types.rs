//! Types.

use everycase::Enumerable;

use super::super::rust_syntax::names::{tok, tok_if};
use super::super::rust_syntax::nodes::types as nodes;
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
            Self::Infer => nodes::infer(),
            Self::Never => nodes::never(),
            Self::Path(path) => nodes::path(None, path.to_syn()),
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::Paren(elem) => nodes::parenthesized(elem.to_syn()),
            Self::Slice(elem) => nodes::slice(elem.to_syn()),
            Self::Array(elem, len) => nodes::array(elem.to_syn(), len.to_syn()),
            Self::Reference(tick, mutable, elem) => {
                nodes::reference(tick.as_ref().map(Tick::to_syn), *mutable, elem.to_syn())
            }
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
            Self::Impl(bounds) => nodes::impl_of(bounds.iter().map(Bound::to_syn).collect()),
            Self::Dyn(bounds) => nodes::dyn_of(bounds.iter().map(Bound::to_syn).collect()),
        }
    }

    /// `-> T`, or nothing.
    pub(super) fn to_return(output: Option<&Self>) -> syn::ReturnType {
        nodes::returned(output.map(Self::to_syn))
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
