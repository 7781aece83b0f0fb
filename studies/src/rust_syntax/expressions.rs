//! Expressions. Those that end in a block, and so may stand as statements without a semicolon, are in
//! [`blocks`](super::blocks).

use everycase::Enumerable;

use super::attributes::Attribute;
use super::blocks::{BlockExpression, Closure};
use super::literals::Literal;
use super::macros::Macro;
use super::names::{Label, Name, tok};
use super::nodes::expressions::{self as nodes, Rest};
use super::operators::{Assignment, BinaryOperator, UnaryOperator};
use super::paths::{GenericArgument, Path, Place, QualifiedPath, generic_arguments};
use super::types::{Type, pointer_mutability};

/// Any expression. Parentheses are not part of it: a tree says by its form what belongs together, and both printers
/// promise to put them where the source needs them.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Expression {
    /// `1`
    Literal(Literal),
    /// `a::b`
    Path(Path),
    /// `<T as A>::b`
    Qualified(QualifiedPath),
    /// `self`
    SelfValue,
    /// `_`
    Infer,
    /// `(a, b)`
    Tuple(Vec<Expression>),
    /// `[a, b]`
    Array(Vec<Expression>),
    /// `[a; n]`
    Repeat(Box<Expression>, Box<Expression>),
    /// `A { f: a, ..b }`
    Struct(Path, Vec<FieldValue>, Base),
    /// `f(a, b)`
    Call(Box<Expression>, Vec<Expression>),
    /// `a.f::<T>(b)`
    MethodCall(Box<Expression>, Vec<GenericArgument>, Vec<Expression>),
    /// `a.f`
    Field(Box<Expression>, Member),
    /// `a[b]`
    Index(Box<Expression>, Box<Expression>),
    /// `a?`
    Try(Box<Expression>),
    /// `a.await`
    Await(Box<Expression>),
    /// `-a`
    Unary(UnaryOperator, Box<Expression>),
    /// `&mut a`
    Reference(bool, Box<Expression>),
    /// `&raw mut a`
    RawAddress(bool, Box<Expression>),
    /// `a as T`
    Cast(Box<Expression>, Box<Type>),
    /// `a + b`
    Binary(Box<Expression>, BinaryOperator, Box<Expression>),
    /// `a..=b`
    Range(Range),
    /// `a += b`
    Assign(Box<Expression>, Assignment, Box<Expression>),
    /// `|a| b`
    Closure(Closure),
    /// `return a`
    Return(Option<Box<Expression>>),
    /// `break 'a b`
    Break(Option<Label>, Option<Box<Expression>>),
    /// `continue 'a`
    Continue(Option<Label>),
    /// `yield a`
    Yield(Option<Box<Expression>>),
    /// `m!()`
    Macro(Macro),
    /// `{ }` and everything else that ends in `}`
    Block(BlockExpression),
    /// `#[attribute] a`
    Attributed(Attribute, Box<Expression>),
}

/// A field of a struct expression.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum FieldValue {
    /// `f`
    Short,
    /// `f: a`
    Long(Member, Expression),
}

/// What stands behind the fields of a struct expression.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Base {
    /// Nothing.
    None,
    /// `..`
    Rest,
    /// `..a`
    From(Box<Expression>),
}

/// A field's name.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Member {
    /// `.f`
    Named(Name),
    /// `.0`
    Index(u8),
}

/// `..` or `..=`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum RangeLimits {
    /// `..`
    HalfOpen,
    /// `..=`
    Closed,
}

/// A range. `..=` always has an end.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Range {
    /// `..`
    Full,
    /// `a..`
    From(Box<Expression>),
    /// `..b`
    To(RangeLimits, Box<Expression>),
    /// `a..b`
    Both(Box<Expression>, RangeLimits, Box<Expression>),
}

impl Expression {
    /// Returns the expression as `syn` has it.
    pub fn to_syn(&self) -> syn::Expr {
        match self {
            Self::Literal(literal) => syn::Expr::Lit(literal.to_expr()),
            Self::Path(path) => nodes::path(path.to_syn(Place::Expression)),
            Self::Qualified(path) => {
                let (qself, path) = path.to_syn(Place::Expression);
                syn::Expr::Path(nodes::path_node(Some(qself), path))
            }
            Self::SelfValue => nodes::path(super::names::ident("self").into()),
            Self::Infer => nodes::infer(),
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::Array(elems) => syn::Expr::Array(syn::ExprArray {
                attrs: tok(),
                bracket_token: tok(),
                elems: elems.iter().map(Self::to_syn).collect(),
            }),
            Self::Repeat(expr, len) => syn::Expr::Repeat(syn::ExprRepeat {
                attrs: tok(),
                bracket_token: tok(),
                expr: expr.to_box(),
                semi_token: tok(),
                len: len.to_box(),
            }),
            Self::Struct(path, fields, base) => nodes::structure(
                path.to_syn(Place::Expression),
                fields.iter().map(FieldValue::to_syn),
                base.to_rest(),
            ),
            Self::Call(func, args) => nodes::call(func.to_box(), args.iter().map(Self::to_syn)),
            Self::MethodCall(receiver, turbofish, args) => {
                let turbofish = (!turbofish.is_empty()).then(|| generic_arguments(turbofish, true));
                let args = args.iter().map(Self::to_syn);
                nodes::method_call(receiver.to_box(), Name.to_syn("f"), turbofish, args)
            }
            Self::Field(base, member) => nodes::field(base.to_box(), member.to_syn()),
            Self::Index(expr, index) => nodes::index(expr.to_box(), index.to_box()),
            Self::Try(expr) => nodes::question(expr.to_box()),
            Self::Await(base) => syn::Expr::Await(syn::ExprAwait {
                attrs: tok(),
                base: base.to_box(),
                dot_token: tok(),
                await_token: tok(),
            }),
            Self::Unary(op, expr) => nodes::unary(op.to_syn(), expr.to_box()),
            Self::Reference(mutable, expr) => nodes::reference(*mutable, expr.to_box()),
            Self::RawAddress(mutable, expr) => syn::Expr::RawAddr(syn::ExprRawAddr {
                attrs: tok(),
                and_token: tok(),
                raw: tok(),
                mutability: pointer_mutability(*mutable),
                expr: expr.to_box(),
            }),
            Self::Cast(expr, ty) => nodes::cast(expr.to_box(), ty.to_syn_without_plus()),
            Self::Binary(left, op, right) => nodes::binary(left.to_box(), op.to_syn(), right.to_box()),
            Self::Range(range) => syn::Expr::Range(range.to_syn()),
            Self::Assign(left, op, right) => op.to_syn(left.to_box(), right.to_box()),
            Self::Closure(closure) => syn::Expr::Closure(closure.to_syn()),
            Self::Return(expr) => nodes::return_of(boxed(expr.as_deref())),
            Self::Break(label, expr) => {
                nodes::break_of(label.as_ref().map(Label::to_lifetime), boxed(expr.as_deref()))
            }
            Self::Continue(label) => nodes::continue_of(label.as_ref().map(Label::to_lifetime)),
            Self::Yield(expr) => syn::Expr::Yield(syn::ExprYield {
                attrs: tok(),
                yield_token: tok(),
                expr: boxed(expr.as_deref()),
            }),
            Self::Macro(mac) => syn::Expr::Macro(syn::ExprMacro { attrs: tok(), mac: mac.to_syn() }),
            Self::Block(block) => block.to_syn(),
            Self::Attributed(attribute, expr) => {
                let mut expr = expr.to_syn();
                let attribute = attribute.to_syn(syn::AttrStyle::Outer);
                super::attach::to_expression(&mut expr, attribute);
                expr
            }
        }
    }

    pub(crate) fn to_box(&self) -> Box<syn::Expr> {
        Box::new(self.to_syn())
    }
}

fn boxed(expr: Option<&Expression>) -> Option<Box<syn::Expr>> {
    expr.map(Expression::to_box)
}

impl Base {
    fn to_rest(&self) -> Rest {
        match self {
            Self::None => Rest::Nothing,
            Self::Rest => Rest::Dots,
            Self::From(expr) => Rest::Base(expr.to_box()),
        }
    }
}

impl FieldValue {
    fn to_syn(&self) -> syn::FieldValue {
        match self {
            Self::Short => {
                let name = nodes::path(Name.to_syn("f").into());
                nodes::field_value(Member::Named(Name).to_syn(), false, name)
            }
            Self::Long(member, expr) => nodes::field_value(member.to_syn(), true, expr.to_syn()),
        }
    }
}

impl Member {
    pub(crate) fn to_syn(&self) -> syn::Member {
        match self {
            Self::Named(name) => syn::Member::Named(name.to_syn("f")),
            Self::Index(index) => syn::Member::Unnamed(usize::from(*index).into()),
        }
    }
}

impl RangeLimits {
    pub(crate) fn to_syn(&self) -> syn::RangeLimits {
        match self {
            Self::HalfOpen => syn::RangeLimits::HalfOpen(tok()),
            Self::Closed => syn::RangeLimits::Closed(tok()),
        }
    }
}

impl Range {
    fn to_syn(&self) -> syn::ExprRange {
        let half_open = RangeLimits::HalfOpen;
        let (start, limits, end) = match self {
            Self::Full => (None, &half_open, None),
            Self::From(start) => (Some(start), &half_open, None),
            Self::To(limits, end) => (None, limits, Some(end)),
            Self::Both(start, limits, end) => (Some(start), limits, Some(end)),
        };
        nodes::range(start.map(|expr| expr.to_box()), limits.to_syn(), end.map(|expr| expr.to_box()))
    }
}
