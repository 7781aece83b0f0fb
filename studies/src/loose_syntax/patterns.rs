//! Patterns.

use everycase::Enumerable;

use super::super::rust_syntax::names::{tok, tok_if};
use super::super::rust_syntax::{Binding, RangeLimits};
use super::{Expression, Literal, Member, Path, Type, Word};

/// A pattern of `syn`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Pattern {
    /// `_`
    Wild,
    /// `..`
    Rest,
    /// `ref mut a @ pattern`
    Name(Binding, Word, Option<Box<Pattern>>),
    /// `1`
    Literal(Literal),
    /// `a::B`
    Path(Path),
    /// `a..=b`, with any expressions
    Range(Option<Box<Expression>>, RangeLimits, Option<Box<Expression>>),
    /// `&mut pattern`
    Reference(bool, Box<Pattern>),
    /// `(a, b)`
    Tuple(Vec<Pattern>),
    /// `(a)`
    Paren(Box<Pattern>),
    /// `A(a, b)`
    TupleStruct(Path, Vec<Pattern>),
    /// `A { a: b, .. }`
    Struct(Path, Vec<FieldPattern>, bool),
    /// `[a, b]`
    Slice(Vec<Pattern>),
    /// `a | b`, of any number of cases
    Or(Vec<Pattern>),
    /// `a: T`
    Typed(Box<Pattern>, Box<Type>),
    /// `a if b`
    Guarded(Box<Pattern>, Box<Expression>),
}

/// A field in a struct pattern: the second form has no name and no colon.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum FieldPattern {
    /// `a: pattern`
    Long(Member, Pattern),
    /// `pattern`
    Short(Pattern),
}

impl Pattern {
    /// Returns the pattern as `syn` has it.
    pub fn to_syn(&self) -> syn::Pat {
        match self {
            Self::Wild => syn::Pat::Wild(syn::PatWild { attrs: tok(), underscore_token: tok() }),
            Self::Rest => syn::Pat::Rest(syn::PatRest { attrs: tok(), dot2_token: tok() }),
            Self::Name(binding, word, subpattern) => syn::Pat::Ident(syn::PatIdent {
                ident: word.to_syn(),
                subpat: subpattern.as_ref().map(|pattern| (tok(), pattern.to_box())),
                ..binding.to_syn(&super::super::rust_syntax::Name)
            }),
            Self::Literal(literal) => syn::Pat::Lit(literal.to_syn()),
            Self::Path(path) => {
                syn::Pat::Path(syn::ExprPath { attrs: tok(), qself: None, path: path.to_syn() })
            }
            Self::Range(start, limits, end) => syn::Pat::Range(syn::PatRange {
                attrs: tok(),
                start: start.as_ref().map(|expr| expr.to_box()),
                limits: limits.to_syn(),
                end: end.as_ref().map(|expr| expr.to_box()),
            }),
            Self::Reference(mutable, pattern) => syn::Pat::Reference(syn::PatReference {
                attrs: tok(),
                and_token: tok(),
                mutability: tok_if(*mutable),
                pat: pattern.to_box(),
            }),
            Self::Tuple(elems) => {
                let mut list: syn::punctuated::Punctuated<_, _> = elems.iter().map(Self::to_syn).collect();
                // `prettyplease` does not add this comma, see `tests/loose_syntax.rs`.
                if elems.len() == 1 && elems[0] != Self::Rest {
                    list.push_punct(tok());
                }
                syn::Pat::Tuple(syn::PatTuple { attrs: tok(), paren_token: tok(), elems: list })
            }
            Self::Paren(pattern) => {
                syn::Pat::Paren(syn::PatParen { attrs: tok(), paren_token: tok(), pat: pattern.to_box() })
            }
            Self::TupleStruct(path, elems) => syn::Pat::TupleStruct(syn::PatTupleStruct {
                attrs: tok(),
                qself: None,
                path: path.to_syn(),
                paren_token: tok(),
                elems: elems.iter().map(Self::to_syn).collect(),
            }),
            Self::Struct(path, fields, rest) => syn::Pat::Struct(struct_pattern(path, fields, *rest)),
            Self::Slice(elems) => syn::Pat::Slice(syn::PatSlice {
                attrs: tok(),
                bracket_token: tok(),
                elems: elems.iter().map(Self::to_syn).collect(),
            }),
            Self::Or(cases) => syn::Pat::Or(syn::PatOr {
                attrs: tok(),
                leading_vert: None,
                cases: cases.iter().map(Self::to_syn).collect(),
            }),
            Self::Typed(pattern, ty) => syn::Pat::Type(syn::PatType {
                attrs: tok(),
                pat: pattern.to_box(),
                colon_token: tok(),
                ty: Box::new(ty.to_syn()),
            }),
            Self::Guarded(pattern, guard) => syn::Pat::Guard(syn::PatGuard {
                attrs: tok(),
                pat: pattern.to_box(),
                if_token: tok(),
                guard: guard.to_box(),
            }),
        }
    }

    pub(super) fn to_box(&self) -> Box<syn::Pat> {
        Box::new(self.to_syn())
    }
}

fn struct_pattern(path: &Path, fields: &[FieldPattern], rest: bool) -> syn::PatStruct {
    let mut list: syn::punctuated::Punctuated<_, _> = fields.iter().map(FieldPattern::to_syn).collect();
    if rest && !list.is_empty() {
        list.push_punct(tok()); // the comma in front of `..`
    }
    syn::PatStruct {
        attrs: tok(),
        qself: None,
        path: path.to_syn(),
        brace_token: tok(),
        fields: list,
        rest: rest.then(|| syn::PatRest { attrs: tok(), dot2_token: tok() }),
    }
}

impl FieldPattern {
    fn to_syn(&self) -> syn::FieldPat {
        let (member, colon_token, pattern) = match self {
            Self::Long(member, pattern) => (member.to_syn(), Some(tok()), pattern),
            // Without a colon the name is not printed; where the pattern binds one, that is the field's.
            Self::Short(pattern @ Pattern::Name(_, word, _)) => {
                (Member::Named(word.clone()).to_syn(), None, pattern)
            }
            Self::Short(pattern) => (Member::Named(Word::Name).to_syn(), None, pattern),
        };
        syn::FieldPat { attrs: tok(), member, colon_token, pat: pattern.to_box() }
    }
}
