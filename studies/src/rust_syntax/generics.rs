//! Generic parameters, bounds and `where` clauses.

use everycase::Enumerable;
use syn::punctuated::Punctuated;

use super::attributes::Attribute;
use super::names::{Lifetime, Name, lifetime, tok, tok_if};
use super::nodes::types::parenthesized;
use super::paths::{ConstArgument, Path, Place};
use super::types::Type;

/// `<params> where predicates`, or nothing. One constructor for the common case keeps the small sizes for what differs.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Generics {
    /// Nothing.
    None,
    /// `<params> where predicates`
    Some(Vec<Parameter>, Vec<Predicate>),
}

/// A generic parameter.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Parameter {
    /// `'a: 'b + 'c`
    Lifetime(Vec<Lifetime>),
    /// `T: Bound = U`
    Type(Vec<Bound>, Option<Type>),
    /// `const N: T = 1`
    Const(Type, Option<ConstArgument>),
    /// `#[attribute] T`
    Attributed(Attribute, Vec<Bound>),
}

/// What a type or lifetime has to be.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Bound {
    /// `Trait`
    Trait(TraitBound),
    /// `'a`
    Lifetime(Lifetime),
}

/// A trait as a bound.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum TraitBound {
    /// `Trait`
    Plain(Path),
    /// `?Trait`
    Maybe(Path),
    /// `(Trait)`
    Parenthesized(Path),
    /// `for<'a> Trait`
    HigherRanked(HigherRanked, Path),
    /// `path::F(T) -> U`, which `syn` reads in bounds only
    Callable(Option<Path>, Vec<Type>, Option<Box<Type>>),
}

/// `for<'a, 'b>`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum HigherRanked {
    /// `for<>`
    None,
    /// `for<'a>`
    One,
    /// `for<'a, 'b: 'a>`
    Two,
}

/// One predicate of a `where` clause.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Predicate {
    /// `'a: 'b`
    Lifetime(Lifetime, Vec<Lifetime>),
    /// `T: Bound`
    Type(Type, Vec<Bound>),
    /// `for<'a> T: Bound`
    HigherRanked(HigherRanked, Type, Vec<Bound>),
}

impl Generics {
    /// Returns the generics as `syn` has them.
    pub fn to_syn(&self) -> syn::Generics {
        let Self::Some(parameters, predicates) = self else { return syn::Generics::default() };
        let mut params: Vec<_> = parameters.iter().map(Parameter::to_syn).collect();
        // Only lifetimes first is Rust, and both printers put them there.
        params.sort_by_key(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)));
        let there = !params.is_empty();
        syn::Generics {
            lt_token: tok_if(there),
            params: params.into_iter().collect(),
            gt_token: tok_if(there),
            where_clause: (!predicates.is_empty()).then(|| syn::WhereClause {
                where_token: tok(),
                predicates: predicates.iter().map(Predicate::to_syn).collect(),
            }),
        }
    }
}

impl Parameter {
    fn to_syn(&self) -> syn::GenericParam {
        match self {
            Self::Lifetime(bounds) => syn::GenericParam::Lifetime(syn::LifetimeParam {
                attrs: tok(),
                lifetime: lifetime("'a"),
                colon_token: tok_if(!bounds.is_empty()),
                bounds: bounds.iter().map(Lifetime::to_syn).collect(),
            }),
            Self::Type(bounds, default) => syn::GenericParam::Type(syn::TypeParam {
                attrs: tok(),
                ident: Name.to_syn("T"),
                colon_token: tok_if(!bounds.is_empty()),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
                default: default.as_ref().map(|ty| (tok(), ty.to_syn())),
            }),
            Self::Const(ty, default) => syn::GenericParam::Const(syn::ConstParam {
                attrs: tok(),
                const_token: tok(),
                ident: Name.to_syn("N"),
                colon_token: tok(),
                ty: ty.to_syn(),
                default: default.as_ref().map(|value| (tok(), value.to_syn())),
            }),
            Self::Attributed(attribute, bounds) => syn::GenericParam::Type(syn::TypeParam {
                attrs: vec![attribute.to_syn(syn::AttrStyle::Outer)],
                ident: Name.to_syn("T"),
                colon_token: tok_if(!bounds.is_empty()),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
                default: None,
            }),
        }
    }
}

impl Bound {
    /// Returns the bound as `syn` has it.
    pub fn to_syn(&self) -> syn::TypeParamBound {
        match self {
            Self::Trait(bound) => syn::TypeParamBound::Trait(bound.to_syn()),
            Self::Lifetime(lifetime) => syn::TypeParamBound::Lifetime(lifetime.to_syn()),
        }
    }
}

impl TraitBound {
    /// Returns the bound as `syn` has it.
    pub fn to_syn(&self) -> syn::TraitBound {
        let (paren, lifetimes, maybe, path) = match self {
            Self::Plain(path) => (false, None, false, path.to_syn(Place::Type)),
            Self::Maybe(path) => (false, None, true, path.to_syn(Place::Type)),
            Self::Parenthesized(path) => (true, None, false, path.to_syn(Place::Type)),
            Self::HigherRanked(lifetimes, path) => {
                (false, Some(lifetimes.to_syn()), false, path.to_syn(Place::Type))
            }
            Self::Callable(path, inputs, output) => {
                (false, None, false, callable(path.as_ref(), inputs, output.as_deref()))
            }
        };
        syn::TraitBound {
            paren_token: tok_if(paren),
            lifetimes,
            modifiers: tok(),
            maybe: tok_if(maybe),
            path,
        }
    }
}

/// `path::F(inputs) -> output`
fn callable(path: Option<&Path>, inputs: &[Type], output: Option<&Type>) -> syn::Path {
    let mut path = match path {
        Some(path) => path.to_syn(Place::Type),
        None => syn::Path { leading_colon: None, segments: Punctuated::new() },
    };
    let unnamed = |ty: &Type| syn::NamedArg { attrs: tok(), name: None, ty: ty.to_syn() };
    let arguments = syn::PathArguments::Parenthesized(syn::ParenthesizedGenericArguments {
        paren_token: tok(),
        inputs: inputs.iter().map(unnamed).collect(),
        output: Type::to_return_type(output),
    });
    path.segments.push(syn::PathSegment { ident: Name.to_syn("F"), arguments });
    path
}

impl HigherRanked {
    /// Returns the binder as `syn` has it.
    pub fn to_syn(&self) -> syn::BoundLifetimes {
        let plain = |spelling: &str| {
            syn::GenericParam::Lifetime(syn::LifetimeParam {
                attrs: tok(),
                lifetime: lifetime(spelling),
                colon_token: None,
                bounds: Punctuated::new(),
            })
        };
        let lifetimes = match self {
            Self::None => Vec::new(),
            Self::One => vec![plain("'a")],
            Self::Two => vec![plain("'a"), plain("'b")],
        };
        syn::BoundLifetimes {
            for_token: tok(),
            lt_token: tok(),
            lifetimes: lifetimes.into_iter().collect(),
            gt_token: tok(),
        }
    }
}

impl Predicate {
    fn to_syn(&self) -> syn::WherePredicate {
        let (lifetimes, ty, bounds) = match self {
            Self::Lifetime(lifetime, bounds) => {
                return syn::WherePredicate::Lifetime(syn::PredicateLifetime {
                    attrs: tok(),
                    lifetime: lifetime.to_syn(),
                    colon_token: tok(),
                    bounds: bounds.iter().map(Lifetime::to_syn).collect(),
                });
            }
            Self::Type(ty, bounds) => (None, ty, bounds),
            Self::HigherRanked(lifetimes, ty, bounds) => (Some(lifetimes.to_syn()), ty, bounds),
        };
        syn::WherePredicate::Type(syn::PredicateType {
            attrs: tok(),
            lifetimes,
            bounded_ty: match ty {
                // `where <T>::A:` is reserved, and in `where for<'a> fn():` the lifetimes are the predicate's.
                Type::Qualified(_) | Type::Function(_) => parenthesized(ty.to_syn()),
                _ => ty.to_syn(),
            },
            colon_token: tok(),
            bounds: bounds.iter().map(Bound::to_syn).collect(),
        })
    }
}
