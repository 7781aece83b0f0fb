//! Patterns.

use everycase::Enumerable;

use super::expressions::{Member, RangeLimits};
use super::literals::Literal;
use super::macros::Macro;
use super::names::{Name, tok, tok_if};
use super::nodes::expressions::path_node;
use super::nodes::patterns as nodes;
use super::paths::{Path, Place, QualifiedPath};
use super::statements::Block;

/// Any pattern.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Pattern {
    /// `_`
    Wild,
    /// `..`
    Rest,
    /// `ref mut a @ pattern`
    Name(Binding, Name, Option<Box<Pattern>>),
    /// `1`
    Literal(Literal),
    /// `-1`
    Negative(Literal),
    /// `a::B`
    Path(Path),
    /// `<T as A>::B`
    Qualified(QualifiedPath),
    /// `a..=b`
    Range(PatternRange),
    /// `&mut pattern`
    Reference(bool, Box<Pattern>),
    /// `(a, b)`
    Tuple(Vec<Pattern>),
    /// `A(a, b)`
    TupleStruct(Path, Vec<Pattern>),
    /// `A { a: b, .. }`
    Struct(Path, Vec<FieldPattern>, bool),
    /// `<T as A>::B { a: b }`
    QualifiedStruct(QualifiedPath, Vec<FieldPattern>),
    /// `[a, b]`
    Slice(Vec<Pattern>),
    /// `a | b`
    Or(Box<Pattern>, Box<Pattern>),
    /// `m!()`
    Macro(Macro),
    /// `const { .. }`
    Const(Block),
}

/// How a name binds.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Binding {
    /// `a`
    Value,
    /// `mut a`
    Mut,
    /// `ref a`
    Ref,
    /// `ref mut a`
    RefMut,
}

/// A range between constants. `..=` always has an end, and `..` alone is [`Pattern::Rest`].
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum PatternRange {
    /// `a..`
    From(Limit),
    /// `..b`, `..=b`
    To(RangeLimits, Limit),
    /// `a..b`, `a..=b`
    Both(Limit, RangeLimits, Limit),
}

/// What a range pattern may start or end with.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Limit {
    /// `1`
    Literal(Literal),
    /// `-1`
    Negative(Literal),
    /// `A`
    Path(Path),
}

/// A field in a struct pattern.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum FieldPattern {
    /// `ref mut a`
    Short(Binding),
    /// `a: pattern`
    Long(Member, Pattern),
}

impl Pattern {
    /// Returns the pattern as `syn` has it, where `|` may stand freely.
    pub fn to_syn(&self) -> syn::Pat {
        match self {
            Self::Wild => nodes::wild(),
            Self::Rest => nodes::rest(),
            Self::Name(binding, name, subpattern) => {
                let subpat = subpattern.as_ref().map(|sub| (tok(), Box::new(sub.to_syn_single())));
                syn::Pat::Ident(syn::PatIdent { subpat, ..binding.to_syn(name) })
            }
            Self::Literal(literal) => syn::Pat::Lit(literal.to_expr()),
            Self::Negative(literal) => syn::Pat::Lit(literal.to_negative_expr()),
            Self::Path(path) => {
                let path = path.to_syn(Place::Expression);
                match path.get_ident() {
                    // A lone name is a binding to a parser.
                    Some(ident) if ident == "a" => syn::Pat::Ident(Binding::Value.to_syn(&Name)),
                    _ => syn::Pat::Path(path_node(None, path)),
                }
            }
            Self::Qualified(path) => {
                let (qself, path) = path.to_syn(Place::Expression);
                syn::Pat::Path(path_node(Some(qself), path))
            }
            Self::Range(range) => range.to_syn(),
            Self::Reference(mutable, pat) => nodes::reference(*mutable, pat.to_syn_operand()),
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::TupleStruct(path, elems) => {
                nodes::tuple_structure(path.to_syn(Place::Expression), elems.iter().map(Self::to_syn))
            }
            Self::Struct(path, fields, rest) => {
                let fields = fields.iter().map(FieldPattern::to_syn);
                nodes::structure(None, path.to_syn(Place::Expression), fields, *rest)
            }
            Self::QualifiedStruct(path, fields) => {
                let (qself, path) = path.to_syn(Place::Expression);
                nodes::structure(Some(qself), path, fields.iter().map(FieldPattern::to_syn), false)
            }
            Self::Slice(elems) => nodes::slice(elems.iter().map(Self::to_syn_in_slice)),
            Self::Or(left, right) => {
                nodes::alternatives([left, right].into_iter().map(|case| case.to_syn_single()))
            }
            Self::Macro(mac) => syn::Pat::Macro(syn::ExprMacro { attrs: tok(), mac: mac.to_syn() }),
            Self::Const(block) => syn::Pat::Const(syn::ExprConst {
                attrs: tok(),
                const_token: tok(),
                modifiers: tok(),
                block: block.to_syn(),
            }),
        }
    }

    /// Returns the pattern where `|` would belong to what surrounds it: as in the source, parentheses keep it together.
    /// Neither printer adds them to patterns, and a tree without them is none that a parser could give.
    pub(crate) fn to_syn_single(&self) -> syn::Pat {
        match self {
            Self::Or(..) => nodes::parenthesized(self.to_syn()),
            _ => self.to_syn(),
        }
    }

    /// Returns the pattern behind a `&`, where a range needs parentheses too.
    fn to_syn_operand(&self) -> syn::Pat {
        match self {
            // And `&mut a` is a reference to a mutable place, and never a reference to `mut a`.
            Self::Range(_) | Self::Name(Binding::Mut, ..) => nodes::parenthesized(self.to_syn()),
            _ => self.to_syn_single(),
        }
    }

    /// Returns the pattern in a slice, where a range that is open on one side needs parentheses.
    fn to_syn_in_slice(&self) -> syn::Pat {
        match self {
            Self::Range(PatternRange::From(_) | PatternRange::To(..)) => nodes::parenthesized(self.to_syn()),
            _ => self.to_syn(),
        }
    }
}

impl Binding {
    pub(crate) fn to_syn(&self, name: &Name) -> syn::PatIdent {
        syn::PatIdent {
            attrs: tok(),
            by_ref: tok_if(matches!(self, Self::Ref | Self::RefMut)),
            mutability: tok_if(matches!(self, Self::Mut | Self::RefMut)),
            ident: name.to_syn("a"),
            subpat: None,
        }
    }
}

impl PatternRange {
    fn to_syn(&self) -> syn::Pat {
        let half_open = RangeLimits::HalfOpen;
        let (start, limits, end) = match self {
            Self::From(start) => (Some(start), &half_open, None),
            Self::To(limits, end) => (None, limits, Some(end)),
            Self::Both(start, limits, end) => (Some(start), limits, Some(end)),
        };
        nodes::range(start.map(Limit::to_syn), limits.to_syn(), end.map(Limit::to_syn))
    }
}

impl Limit {
    fn to_syn(&self) -> Box<syn::Expr> {
        Box::new(match self {
            Self::Literal(literal) => syn::Expr::Lit(literal.to_expr()),
            Self::Negative(literal) => syn::Expr::Lit(literal.to_negative_expr()),
            Self::Path(path) => syn::Expr::Path(path_node(None, path.to_syn(Place::Expression))),
        })
    }
}

impl FieldPattern {
    fn to_syn(&self) -> syn::FieldPat {
        let (member, has_colon, pat) = match self {
            Self::Short(binding) => (Member::Named(Name).to_syn(), false, {
                let ident = Name.to_syn("f");
                syn::Pat::Ident(syn::PatIdent { ident, ..binding.to_syn(&Name) })
            }),
            Self::Long(member, pattern) => (member.to_syn(), true, pattern.to_syn()),
        };
        nodes::field(member, has_colon, pat)
    }
}
