//! Patterns.

use everycase::Enumerable;

use super::expressions::{Member, RangeLimits};
use super::literals::Literal;
use super::macros::Macro;
use super::names::{Name, tok, tok_if};
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
            Self::Wild => syn::Pat::Wild(syn::PatWild { attrs: tok(), underscore_token: tok() }),
            Self::Rest => syn::Pat::Rest(syn::PatRest { attrs: tok(), dot2_token: tok() }),
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
                    _ => syn::Pat::Path(syn::ExprPath { attrs: tok(), qself: None, path }),
                }
            }
            Self::Qualified(path) => {
                let (qself, path) = path.to_syn(Place::Expression);
                syn::Pat::Path(syn::ExprPath { attrs: tok(), qself: Some(qself), path })
            }
            Self::Range(range) => syn::Pat::Range(range.to_syn()),
            Self::Reference(mutable, pat) => syn::Pat::Reference(syn::PatReference {
                attrs: tok(),
                and_token: tok(),
                mutability: tok_if(*mutable),
                pat: Box::new(pat.to_syn_operand()),
            }),
            Self::Tuple(elems) => {
                let mut list: syn::punctuated::Punctuated<_, _> = elems.iter().map(Self::to_syn).collect();
                // `(a,)`, for `(a)` is no tuple; but `(..)` is one.
                if elems.len() == 1 && elems[0] != Self::Rest {
                    list.push_punct(tok());
                }
                syn::Pat::Tuple(syn::PatTuple { attrs: tok(), paren_token: tok(), elems: list })
            }
            Self::TupleStruct(path, elems) => syn::Pat::TupleStruct(syn::PatTupleStruct {
                attrs: tok(),
                qself: None,
                path: path.to_syn(Place::Expression),
                paren_token: tok(),
                elems: elems.iter().map(Self::to_syn).collect(),
            }),
            Self::Struct(path, fields, rest) => {
                struct_pattern(None, path.to_syn(Place::Expression), fields, *rest)
            }
            Self::QualifiedStruct(path, fields) => {
                let (qself, path) = path.to_syn(Place::Expression);
                struct_pattern(Some(qself), path, fields, false)
            }
            Self::Slice(elems) => syn::Pat::Slice(syn::PatSlice {
                attrs: tok(),
                bracket_token: tok(),
                elems: elems.iter().map(Self::to_syn_in_slice).collect(),
            }),
            Self::Or(left, right) => syn::Pat::Or(syn::PatOr {
                attrs: tok(),
                leading_vert: None,
                cases: [left, right].into_iter().map(|case| case.to_syn_single()).collect(),
            }),
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
            Self::Or(..) => parenthesized(self.to_syn()),
            _ => self.to_syn(),
        }
    }

    /// Returns the pattern behind a `&`, where a range needs parentheses too.
    fn to_syn_operand(&self) -> syn::Pat {
        match self {
            // And `&mut a` is a reference to a mutable place, and never a reference to `mut a`.
            Self::Range(_) | Self::Name(Binding::Mut, ..) => parenthesized(self.to_syn()),
            _ => self.to_syn_single(),
        }
    }

    /// Returns the pattern in a slice, where a range that is open on one side needs parentheses.
    fn to_syn_in_slice(&self) -> syn::Pat {
        match self {
            Self::Range(PatternRange::From(_) | PatternRange::To(..)) => parenthesized(self.to_syn()),
            _ => self.to_syn(),
        }
    }
}

fn parenthesized(pat: syn::Pat) -> syn::Pat {
    syn::Pat::Paren(syn::PatParen { attrs: tok(), paren_token: tok(), pat: Box::new(pat) })
}

fn struct_pattern(
    qself: Option<syn::QSelf>,
    path: syn::Path,
    fields: &[FieldPattern],
    rest: bool,
) -> syn::Pat {
    let mut list: syn::punctuated::Punctuated<_, _> = fields.iter().map(FieldPattern::to_syn).collect();
    if rest && !list.is_empty() {
        // The comma in front of `..` is part of the list before it.
        list.push_punct(tok());
    }
    syn::Pat::Struct(syn::PatStruct {
        attrs: tok(),
        qself,
        path,
        brace_token: tok(),
        fields: list,
        rest: rest.then(|| syn::PatRest { attrs: tok(), dot2_token: tok() }),
    })
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
    fn to_syn(&self) -> syn::PatRange {
        let half_open = RangeLimits::HalfOpen;
        let (start, limits, end) = match self {
            Self::From(start) => (Some(start), &half_open, None),
            Self::To(limits, end) => (None, limits, Some(end)),
            Self::Both(start, limits, end) => (Some(start), limits, Some(end)),
        };
        syn::PatRange {
            attrs: tok(),
            start: start.map(Limit::to_syn),
            limits: limits.to_syn(),
            end: end.map(Limit::to_syn),
        }
    }
}

impl Limit {
    fn to_syn(&self) -> Box<syn::Expr> {
        Box::new(match self {
            Self::Literal(literal) => syn::Expr::Lit(literal.to_expr()),
            Self::Negative(literal) => syn::Expr::Lit(literal.to_negative_expr()),
            Self::Path(path) => syn::Expr::Path(syn::ExprPath {
                attrs: tok(),
                qself: None,
                path: path.to_syn(Place::Expression),
            }),
        })
    }
}

impl FieldPattern {
    fn to_syn(&self) -> syn::FieldPat {
        let (member, colon_token, pat) = match self {
            Self::Short(binding) => (Member::Named(Name).to_syn(), None, {
                let ident = Name.to_syn("f");
                syn::Pat::Ident(syn::PatIdent { ident, ..binding.to_syn(&Name) })
            }),
            Self::Long(member, pattern) => (member.to_syn(), Some(tok()), pattern.to_syn()),
        };
        syn::FieldPat { attrs: tok(), member, colon_token, pat: Box::new(pat) }
    }
}
