//! Types.

use everycase::Enumerable;
use syn::punctuated::Punctuated;

use super::expressions::Expression;
use super::generics::{Bound, HigherRanked, TraitBound};
use super::macros::Macro;
use super::names::{Lifetime, Name, tok, tok_if};
use super::nodes::types as nodes;
use super::paths::{Path, Place, QualifiedPath};

/// Any type.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Type {
    /// `_`
    Infer,
    /// `!`
    Never,
    /// `a::B<T>`
    Path(Path),
    /// `<T as A>::B`
    Qualified(QualifiedPath),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// `[T]`
    Slice(Box<Type>),
    /// `[T; n]`
    Array(Box<Type>, Box<Expression>),
    /// `&'a mut T`
    Reference(Option<Lifetime>, bool, Box<Type>),
    /// `*mut T`, `*const T`
    Pointer(bool, Box<Type>),
    /// `fn(T) -> U`
    Function(FunctionPointer),
    /// `impl A + B`
    Impl(TraitBound, Vec<Bound>),
    /// `dyn A + B`
    Dyn(TraitBound, Vec<Bound>),
    /// `m!()`
    Macro(Macro),
}

/// `for<'a> unsafe extern "C" fn(T, ...) -> U`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct FunctionPointer {
    lifetimes: Option<HigherRanked>,
    safety: PointerSafety,
    inputs: Vec<NamedArgument>,
    output: Option<Box<Type>>,
}

/// What stands in front of `fn` in the type of a function pointer.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum PointerSafety {
    /// Nothing.
    Safe,
    /// `unsafe`
    Unsafe,
    /// `extern`
    Extern,
    /// `unsafe extern "C"`, and then `...` behind the last argument
    UnsafeVariadic,
}

/// An argument of a function's type, with or without a name.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum NamedArgument {
    /// `T`
    Unnamed(Type),
    /// `a: T`
    Named(Name, Type),
}

impl Type {
    /// Returns the type as `syn` has it.
    pub fn to_syn(&self) -> syn::Type {
        match self {
            Self::Infer => nodes::infer(),
            Self::Never => nodes::never(),
            Self::Path(path) => nodes::path(None, path.to_syn(Place::Type)),
            Self::Qualified(path) => {
                let (qself, path) = path.to_syn(Place::Type);
                nodes::path(Some(qself), path)
            }
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::Slice(elem) => nodes::slice(elem.to_syn()),
            Self::Array(elem, len) => nodes::array(elem.to_syn(), len.to_syn()),
            Self::Reference(lifetime, mutable, elem) => nodes::reference(
                lifetime.as_ref().map(Lifetime::to_syn),
                *mutable,
                elem.to_syn_without_plus(),
            ),
            Self::Pointer(mutable, elem) => syn::Type::Ptr(syn::TypePtr {
                attrs: tok(),
                star_token: tok(),
                mutability: pointer_mutability(*mutable),
                elem: Box::new(elem.to_syn_without_plus()),
            }),
            Self::Function(function) => syn::Type::FnPtr(function.to_syn()),
            Self::Impl(first, rest) => nodes::impl_of(bounds(first, rest)),
            Self::Dyn(first, rest) => nodes::dyn_of(bounds(first, rest)),
            Self::Macro(mac) => syn::Type::Macro(syn::TypeMacro { attrs: tok(), mac: mac.to_syn() }),
        }
    }

    /// Returns the type where a `+` would belong to what surrounds it. Such a type has to be in parentheses in the source,
    /// and so in the tree: unlike for expressions, neither printer adds them.
    pub(crate) fn to_syn_without_plus(&self) -> syn::Type {
        let ty = self.to_syn();
        match self {
            Self::Impl(_, rest) | Self::Dyn(_, rest) if !rest.is_empty() => nodes::parenthesized(ty),
            _ => ty,
        }
    }

    /// `-> T`, or nothing.
    pub(crate) fn to_return_type(output: Option<&Self>) -> syn::ReturnType {
        nodes::returned(output.map(Self::to_syn_without_plus))
    }
}

fn bounds(first: &TraitBound, rest: &[Bound]) -> Punctuated<syn::TypeParamBound, syn::Token![+]> {
    let first = syn::TypeParamBound::Trait(first.to_syn());
    std::iter::once(first).chain(rest.iter().map(Bound::to_syn)).collect()
}

pub(crate) fn pointer_mutability(mutable: bool) -> syn::PointerMutability {
    if mutable { syn::PointerMutability::Mut(tok()) } else { syn::PointerMutability::Const(tok()) }
}

impl FunctionPointer {
    fn to_syn(&self) -> syn::TypeFnPtr {
        let abi = match self.safety {
            PointerSafety::Safe | PointerSafety::Unsafe => None,
            PointerSafety::Extern => Some(syn::Abi { extern_token: tok(), name: None }),
            PointerSafety::UnsafeVariadic => Some(c_abi()),
        };
        let variadic = matches!(self.safety, PointerSafety::UnsafeVariadic);
        let mut inputs: Punctuated<syn::NamedArg, syn::Token![,]> =
            self.inputs.iter().map(NamedArgument::to_syn).collect();
        if variadic && !inputs.is_empty() {
            // The comma in front of `...` is part of the list before it.
            inputs.push_punct(tok());
        }
        syn::TypeFnPtr {
            attrs: tok(),
            lifetimes: self.lifetimes.as_ref().map(HigherRanked::to_syn),
            unsafety: tok_if(matches!(self.safety, PointerSafety::Unsafe) || variadic),
            abi,
            fn_token: tok(),
            paren_token: tok(),
            inputs,
            variadic: variadic.then(|| syn::FnPtrVariadic {
                attrs: tok(),
                name: None,
                dots: tok(),
                comma: None,
            }),
            output: Type::to_return_type(self.output.as_deref()),
        }
    }
}

/// `extern "C"`
pub(crate) fn c_abi() -> syn::Abi {
    syn::Abi { extern_token: tok(), name: Some(syn::LitStr::new("C", proc_macro2::Span::call_site())) }
}

impl NamedArgument {
    pub(crate) fn to_syn(&self) -> syn::NamedArg {
        let (name, ty) = match self {
            Self::Unnamed(ty) => (None, ty),
            Self::Named(name, ty) => (Some((name.to_syn("x"), tok())), ty),
        };
        syn::NamedArg { attrs: tok(), name, ty: ty.to_syn() }
    }
}
