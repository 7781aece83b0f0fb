//! Paths and the arguments of generic ones.

use everycase::Enumerable;
use syn::punctuated::Punctuated;

use super::expressions::Expression;
use super::generics::Bound;
use super::literals::Literal;
use super::names::{Lifetime, Name, ident, tok};
use super::statements::Block;
use super::types::Type;

/// A path, built from the left.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Path {
    /// `a`
    Name(Name),
    /// `::a`
    Global(Name),
    /// `Self`
    SelfType,
    /// `crate::a`: of these words only `Self` may stand alone
    Rooted(Root, Name),
    /// `a<T>`, written `a::<T>` in an expression
    Generic(Name, Vec<GenericArgument>),
    /// `path::a`
    Then(Box<Path>, Name),
    /// `path::a<T>`
    ThenGeneric(Box<Path>, Name, Vec<GenericArgument>),
}

/// Where a path may start.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Root {
    /// `self`
    SelfModule,
    /// `Self`
    SelfType,
    /// `super`
    Super,
    /// `crate`
    Crate,
}

/// A path that starts from a type: `<T>::a` and `<T as Trait>::a`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum QualifiedPath {
    /// `<T>::a`
    Inherent(Box<Type>, Name),
    /// `<T as path>::a`
    Trait(Box<Type>, Box<Path>, Name),
    /// `<T as path>::a<U>`
    TraitGeneric(Box<Type>, Box<Path>, Name, Vec<GenericArgument>),
}

/// What stands between the angle brackets.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum GenericArgument {
    /// `'a`
    Lifetime(Lifetime),
    /// `T`
    Type(Type),
    /// `1`, `{ x }`
    Const(ConstArgument),
    /// `a = T`
    AssocType(Name, Vec<GenericArgument>, Type),
    /// `a = 1`
    AssocConst(Name, ConstArgument),
    /// `a: Bound`
    Constraint(Name, Vec<Bound>),
}

/// A constant between angle brackets. A name would be read as a type, so there is none here.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ConstArgument {
    /// `1`
    Literal(Literal),
    /// `{ x }`
    Block(Block),
    /// Any other expression, which a printer has to put into braces.
    Braced(Box<Expression>),
}

/// Where a path stands decides how it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// `a::<T>`
    Expression,
    /// `a<T>`
    Type,
    /// `a`: no arguments at all
    Module,
}

impl Path {
    /// Returns the path as `syn` has it, in this place.
    pub fn to_syn(&self, place: Place) -> syn::Path {
        match self {
            Self::Name(name) => single(None, name.to_syn("a"), syn::PathArguments::None),
            Self::Global(name) => single(Some(tok()), name.to_syn("a"), syn::PathArguments::None),
            Self::SelfType => single(None, ident("Self"), syn::PathArguments::None),
            Self::Rooted(root, name) => {
                let mut path = single(None, ident(root.spelling()), syn::PathArguments::None);
                path.segments.push(name.to_syn("a").into());
                path
            }
            Self::Generic(name, arguments) => {
                single(None, name.to_syn("a"), angle_bracketed(arguments, place))
            }
            Self::Then(path, name) => path.then(name, syn::PathArguments::None, place),
            Self::ThenGeneric(path, name, arguments) => {
                path.then(name, angle_bracketed(arguments, place), place)
            }
        }
    }

    fn then(&self, name: &Name, arguments: syn::PathArguments, place: Place) -> syn::Path {
        let mut path = self.to_syn(place);
        path.segments.push(syn::PathSegment { ident: name.to_syn("b"), arguments });
        path
    }
}

impl Root {
    fn spelling(&self) -> &'static str {
        match self {
            Self::SelfModule => "self",
            Self::SelfType => "Self",
            Self::Super => "super",
            Self::Crate => "crate",
        }
    }
}

impl QualifiedPath {
    /// Returns the path as `syn` has it: what is between `<` and `>`, and all segments, those of the trait first.
    pub fn to_syn(&self, place: Place) -> (syn::QSelf, syn::Path) {
        let (ty, of, name, arguments) = match self {
            Self::Inherent(ty, name) => (ty, None, name, syn::PathArguments::None),
            Self::Trait(ty, path, name) => (ty, Some(path), name, syn::PathArguments::None),
            Self::TraitGeneric(ty, path, name, arguments) => {
                (ty, Some(path), name, angle_bracketed(arguments, place))
            }
        };
        let mut path = match of {
            // The path of the trait is always one of a type, wherever the whole stands.
            Some(path) => path.to_syn(Place::Type),
            // `<T>::a`: the parser puts the `::` in front of the first segment here.
            None => syn::Path { leading_colon: Some(tok()), segments: Punctuated::new() },
        };
        let position = path.segments.len();
        path.segments.push(syn::PathSegment { ident: name.to_syn("a"), arguments });
        let qself = syn::QSelf {
            lt_token: tok(),
            ty: Box::new(ty.to_syn()),
            position,
            as_token: of.map(|_| tok()),
            gt_token: tok(),
        };
        (qself, path)
    }
}

fn single(
    leading_colon: Option<syn::Token![::]>,
    ident: syn::Ident,
    arguments: syn::PathArguments,
) -> syn::Path {
    let mut segments = Punctuated::new();
    segments.push_value(syn::PathSegment { ident, arguments });
    syn::Path { leading_colon, segments }
}

/// `<arguments>`, or nothing where there are none: `a<>` is legal, means the same, and prettyplease's source says that
/// it leaves it out.
fn angle_bracketed(arguments: &[GenericArgument], place: Place) -> syn::PathArguments {
    if arguments.is_empty() || place == Place::Module {
        return syn::PathArguments::None;
    }
    syn::PathArguments::AngleBracketed(generic_arguments(arguments, place == Place::Expression))
}

/// `<arguments>`, with `::` in front where asked for.
pub(crate) fn generic_arguments(
    arguments: &[GenericArgument],
    turbofish: bool,
) -> syn::AngleBracketedGenericArguments {
    let mut args: Vec<_> = arguments.iter().map(GenericArgument::to_syn).collect();
    // In source, lifetimes come first and constraints last; both printers put the lifetimes there themselves.
    args.sort_by_key(|argument| match argument {
        syn::GenericArgument::Lifetime(_) => 0,
        syn::GenericArgument::Type(_) | syn::GenericArgument::Const(_) => 1,
        _ => 2,
    });
    syn::AngleBracketedGenericArguments {
        colon2_token: turbofish.then(tok),
        lt_token: tok(),
        args: args.into_iter().collect(),
        gt_token: tok(),
    }
}

impl GenericArgument {
    fn to_syn(&self) -> syn::GenericArgument {
        match self {
            Self::Lifetime(lifetime) => syn::GenericArgument::Lifetime(lifetime.to_syn()),
            Self::Type(ty) => syn::GenericArgument::Type(ty.to_syn()),
            Self::Const(constant) => syn::GenericArgument::Const(constant.to_syn()),
            Self::AssocType(name, arguments, ty) => syn::GenericArgument::AssocType(syn::AssocType {
                ident: name.to_syn("Item"),
                generics: (!arguments.is_empty()).then(|| generic_arguments(arguments, false)),
                eq_token: tok(),
                ty: ty.to_syn(),
            }),
            Self::AssocConst(name, constant) => syn::GenericArgument::AssocConst(syn::AssocConst {
                ident: name.to_syn("N"),
                generics: None,
                eq_token: tok(),
                value: constant.to_syn(),
            }),
            Self::Constraint(name, bounds) => syn::GenericArgument::Constraint(syn::Constraint {
                ident: name.to_syn("Item"),
                generics: None,
                colon_token: tok(),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
            }),
        }
    }
}

impl ConstArgument {
    pub(crate) fn to_syn(&self) -> syn::Expr {
        let block = match self {
            Self::Literal(literal) => return syn::Expr::Lit(literal.to_expr()),
            Self::Block(block) => block.to_syn(),
            // Only `{ expression }` is source, so this is what the tree has to hold.
            Self::Braced(expression) => {
                syn::Block { brace_token: tok(), stmts: vec![syn::Stmt::Expr(expression.to_syn(), None)] }
            }
        };
        super::nodes::expressions::block(None, block)
    }
}
