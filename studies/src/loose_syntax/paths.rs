//! Paths and their arguments.

use everycase::Enumerable;

use super::super::rust_syntax::names::{tok, tok_if};
use super::{Expression, Tick, Type, Word};

/// `::a::b<T>`, of any number of segments.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Path {
    /// Does it begin with `::`?
    pub global: bool,
    /// Its segments.
    pub segments: Vec<Segment>,
}

/// A segment of a path.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Segment {
    /// `a`
    Plain(Word),
    /// `a<T>`, and with `::` in front of the arguments or not
    Angle(Word, bool, Arguments),
    /// `a(T) -> U`
    Parenthesized(Word, Vec<Type>, Option<Type>),
}

/// What stands between angle brackets. `a<>` is left out: it means `a`, and `prettyplease` says that it writes that.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Arguments {
    /// The first.
    pub first: Box<Argument>,
    /// And the others.
    pub others: Vec<Argument>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Argument {
    /// `'a`
    Lifetime(Tick),
    /// `T`
    Type(Type),
    /// `1`
    Const(Box<Expression>),
    /// `a = T`
    Associated(Word, Type),
}

impl Path {
    /// Returns the path as `syn` has it.
    pub fn to_syn(&self) -> syn::Path {
        syn::Path {
            leading_colon: tok_if(self.global),
            segments: self.segments.iter().map(Segment::to_syn).collect(),
        }
    }
}

impl Segment {
    fn to_syn(&self) -> syn::PathSegment {
        match self {
            Self::Plain(word) => word.to_syn().into(),
            Self::Angle(word, colons, arguments) => syn::PathSegment {
                ident: word.to_syn(),
                arguments: syn::PathArguments::AngleBracketed(arguments.to_syn(*colons)),
            },
            Self::Parenthesized(word, inputs, output) => {
                let unnamed = |ty: &Type| syn::NamedArg { attrs: tok(), name: None, ty: ty.to_syn() };
                let arguments = syn::ParenthesizedGenericArguments {
                    paren_token: tok(),
                    inputs: inputs.iter().map(unnamed).collect(),
                    output: Type::to_return(output.as_ref()),
                };
                syn::PathSegment {
                    ident: word.to_syn(),
                    arguments: syn::PathArguments::Parenthesized(arguments),
                }
            }
        }
    }
}

impl Arguments {
    /// `<arguments>`, with `::` in front or not.
    pub(super) fn to_syn(&self, colons: bool) -> syn::AngleBracketedGenericArguments {
        syn::AngleBracketedGenericArguments {
            colon2_token: tok_if(colons),
            lt_token: tok(),
            args: std::iter::once(&*self.first).chain(&self.others).map(Argument::to_syn).collect(),
            gt_token: tok(),
        }
    }
}

impl Argument {
    fn to_syn(&self) -> syn::GenericArgument {
        match self {
            Self::Lifetime(tick) => syn::GenericArgument::Lifetime(tick.to_syn()),
            Self::Type(ty) => syn::GenericArgument::Type(ty.to_syn()),
            Self::Const(expr) => syn::GenericArgument::Const(expr.to_syn()),
            Self::Associated(word, ty) => syn::GenericArgument::AssocType(syn::AssocType {
                ident: word.to_syn(),
                generics: None,
                eq_token: tok(),
                ty: ty.to_syn(),
            }),
        }
    }
}
