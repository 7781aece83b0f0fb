//! Expressions, arms and blocks.

use syn::punctuated::Punctuated;
use syn::{Expr, Label, Lifetime, Pat};

use super::super::names::{tok, tok_if};

/// `a::b`
pub(crate) fn path(path: syn::Path) -> Expr {
    Expr::Path(path_node(None, path))
}

/// A path alone, which is an expression and a pattern.
pub(crate) fn path_node(qself: Option<syn::QSelf>, path: syn::Path) -> syn::ExprPath {
    syn::ExprPath { attrs: tok(), qself, path }
}

/// `_`
pub(crate) fn infer() -> Expr {
    Expr::Infer(syn::ExprInfer { attrs: tok(), underscore_token: tok() })
}

/// `(a, b)`, and `(a,)` with one element.
pub(crate) fn tuple(elems: impl Iterator<Item = Expr>) -> Expr {
    let mut elems: Punctuated<_, _> = elems.collect();
    if elems.len() == 1 {
        elems.push_punct(tok());
    }
    Expr::Tuple(syn::ExprTuple { attrs: tok(), paren_token: tok(), elems })
}

/// The end of a struct expression: nothing, `..` or `..a`.
pub(crate) enum Rest {
    Nothing,
    Dots,
    Base(Box<Expr>),
}

/// `A { f: a, ..b }`
pub(crate) fn structure(path: syn::Path, fields: impl Iterator<Item = syn::FieldValue>, rest: Rest) -> Expr {
    let has_dots = !matches!(rest, Rest::Nothing);
    let mut fields: Punctuated<_, _> = fields.collect();
    if !fields.is_empty() && has_dots {
        fields.push_punct(tok()); // the comma in front of `..`
    }
    Expr::Struct(syn::ExprStruct {
        attrs: tok(),
        qself: None,
        path,
        brace_token: tok(),
        fields,
        dot2_token: tok_if(has_dots),
        rest: match rest {
            Rest::Nothing | Rest::Dots => None,
            Rest::Base(expr) => Some(expr),
        },
    })
}

/// `f(a, b)`
pub(crate) fn call(func: Box<Expr>, args: impl Iterator<Item = Expr>) -> Expr {
    Expr::Call(syn::ExprCall { attrs: tok(), func, paren_token: tok(), args: args.collect() })
}

/// `a.f::<T>(b)`
pub(crate) fn method_call(
    receiver: Box<Expr>,
    method: syn::Ident,
    turbofish: Option<syn::AngleBracketedGenericArguments>,
    args: impl Iterator<Item = Expr>,
) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: tok(),
        receiver,
        dot_token: tok(),
        method,
        turbofish,
        paren_token: tok(),
        args: args.collect(),
    })
}

/// `a.f`
pub(crate) fn field(base: Box<Expr>, member: syn::Member) -> Expr {
    Expr::Field(syn::ExprField { attrs: tok(), base, dot_token: tok(), member })
}

/// `a[b]`
pub(crate) fn index(expr: Box<Expr>, index: Box<Expr>) -> Expr {
    Expr::Index(syn::ExprIndex { attrs: tok(), expr, bracket_token: tok(), index })
}

/// `a?`
pub(crate) fn question(expr: Box<Expr>) -> Expr {
    Expr::Try(syn::ExprTry { attrs: tok(), expr, question_token: tok() })
}

/// `-a`
pub(crate) fn unary(op: syn::UnOp, expr: Box<Expr>) -> Expr {
    Expr::Unary(syn::ExprUnary { attrs: tok(), op, expr })
}

/// `&mut a`
pub(crate) fn reference(is_mutable: bool, expr: Box<Expr>) -> Expr {
    let mutability = tok_if(is_mutable);
    Expr::Reference(syn::ExprReference { attrs: tok(), and_token: tok(), mutability, expr })
}

/// `a as T`
pub(crate) fn cast(expr: Box<Expr>, ty: syn::Type) -> Expr {
    Expr::Cast(syn::ExprCast { attrs: tok(), expr, as_token: tok(), ty: Box::new(ty) })
}

/// `a + b`
pub(crate) fn binary(left: Box<Expr>, op: syn::BinOp, right: Box<Expr>) -> Expr {
    Expr::Binary(syn::ExprBinary { attrs: tok(), left, op, right })
}

/// `a = b`
pub(crate) fn assign(left: Box<Expr>, right: Box<Expr>) -> Expr {
    Expr::Assign(syn::ExprAssign { attrs: tok(), left, eq_token: tok(), right })
}

/// `a..=b`
pub(crate) fn range(
    start: Option<Box<Expr>>,
    limits: syn::RangeLimits,
    end: Option<Box<Expr>>,
) -> syn::ExprRange {
    syn::ExprRange { attrs: tok(), start, limits, end }
}

/// `return a`
pub(crate) fn return_of(expr: Option<Box<Expr>>) -> Expr {
    Expr::Return(syn::ExprReturn { attrs: tok(), return_token: tok(), expr })
}

/// `break 'a b`
pub(crate) fn break_of(label: Option<Lifetime>, expr: Option<Box<Expr>>) -> Expr {
    Expr::Break(syn::ExprBreak { attrs: tok(), break_token: tok(), label, expr })
}

/// `continue 'a`
pub(crate) fn continue_of(label: Option<Lifetime>) -> Expr {
    Expr::Continue(syn::ExprContinue { attrs: tok(), continue_token: tok(), label })
}

/// `'a: { .. }`
pub(crate) fn block(label: Option<Label>, block: syn::Block) -> Expr {
    Expr::Block(syn::ExprBlock { attrs: tok(), label, block })
}

/// `let a = b`
pub(crate) fn let_of(pat: Pat, expr: Box<Expr>) -> Expr {
    Expr::Let(syn::ExprLet { attrs: tok(), let_token: tok(), pat: Box::new(pat), eq_token: tok(), expr })
}

/// `if a { .. } else b`
pub(crate) fn if_of(cond: Expr, then_branch: syn::Block, otherwise: Option<Box<Expr>>) -> Expr {
    Expr::If(syn::ExprIf {
        attrs: tok(),
        if_token: tok(),
        cond: Box::new(cond),
        then_branch,
        else_branch: otherwise.map(|expr| (tok(), expr)),
    })
}

/// `'a: while b { .. }`
pub(crate) fn while_of(label: Option<Label>, cond: Expr, body: syn::Block) -> Expr {
    Expr::While(syn::ExprWhile { attrs: tok(), label, while_token: tok(), cond: Box::new(cond), body })
}

/// `'a: for b in c { .. }`
pub(crate) fn for_of(label: Option<Label>, pat: Pat, expr: Box<Expr>, body: syn::Block) -> Expr {
    Expr::ForLoop(syn::ExprForLoop {
        attrs: tok(),
        label,
        for_token: tok(),
        pat: Box::new(pat),
        in_token: tok(),
        expr,
        body,
    })
}

/// `match a { b => c }`
pub(crate) fn match_of(expr: Box<Expr>, arms: impl Iterator<Item = syn::Arm>) -> Expr {
    Expr::Match(syn::ExprMatch {
        attrs: tok(),
        match_token: tok(),
        expr,
        brace_token: tok(),
        arms: arms.collect(),
    })
}

/// `a => b,`
pub(crate) fn arm(pat: Pat, body: Box<Expr>) -> syn::Arm {
    syn::Arm { attrs: tok(), pat, fat_arrow_token: tok(), body, comma: Some(tok()) }
}

/// `f: a`, or `a` without the colon.
pub(crate) fn field_value(member: syn::Member, has_colon: bool, expr: Expr) -> syn::FieldValue {
    syn::FieldValue { attrs: tok(), member, colon_token: tok_if(has_colon), expr }
}
