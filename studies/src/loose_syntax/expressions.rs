//! Expressions, statements and blocks.

use everycase::Enumerable;

use super::super::rust_syntax::names::{ident, tok, tok_if};
use super::super::rust_syntax::nodes::expressions::{self as nodes, Rest};
use super::super::rust_syntax::{BinaryOperator, RangeLimits, UnaryOperator};
use super::{Arguments, Path, Pattern, Tick, Type, Word};

/// An expression of `syn`. Parentheses are left out: `syn`'s printer adds those that are needed.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Expression {
    /// `1`
    Literal(Literal),
    /// `a::b`
    Path(Path),
    /// `_`
    Infer,
    /// `(a, b)`
    Tuple(Vec<Expression>),
    /// `A { f: a, ..b }`
    Struct(Path, Vec<FieldValue>, Option<Box<Expression>>),
    /// `f(a, b)`
    Call(Box<Expression>, Vec<Expression>),
    /// `a.f::<T>(b)`
    MethodCall(Box<Expression>, Word, Option<Arguments>, Vec<Expression>),
    /// `a.f`
    Field(Box<Expression>, Member),
    /// `a[b]`
    Index(Box<Expression>, Box<Expression>),
    /// `a?`
    Try(Box<Expression>),
    /// `-a`
    Unary(UnaryOperator, Box<Expression>),
    /// `&mut a`
    Reference(bool, Box<Expression>),
    /// `a as T`
    Cast(Box<Expression>, Type),
    /// `a + b`
    Binary(Box<Expression>, BinaryOperator, Box<Expression>),
    /// `a..=b`
    Range(Option<Box<Expression>>, RangeLimits, Option<Box<Expression>>),
    /// `a = b`
    Assign(Box<Expression>, Box<Expression>),
    /// `|a| -> T b`
    Closure(Vec<Pattern>, Option<Type>, Box<Expression>),
    /// `return a`
    Return(Option<Box<Expression>>),
    /// `break 'a b`
    Break(Option<Tick>, Option<Box<Expression>>),
    /// `continue 'a`
    Continue(Option<Tick>),
    /// `'a: { .. }`
    Block(Option<Tick>, Block),
    /// `let a = b`
    Let(Box<Pattern>, Box<Expression>),
    /// `if a { .. } else b`
    If(Box<Expression>, Block, Option<Box<Expression>>),
    /// `'a: while b { .. }`
    While(Option<Tick>, Box<Expression>, Block),
    /// `for a in b { .. }`
    For(Box<Pattern>, Box<Expression>, Block),
    /// `match a { b => c }`
    Match(Box<Expression>, Vec<Arm>),
}

/// A literal.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Literal {
    /// `0`
    Integer,
    /// `-0`, as a literal
    Negative,
    /// `0.`
    Float,
    /// `true`
    True,
}

/// A field's name.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Member {
    /// `a`
    Named(Word),
    /// `0`
    Index,
}

/// A field of a struct expression: the second form has no name and no colon.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum FieldValue {
    /// `f: a`
    Long(Member, Expression),
    /// `a`
    Short(Expression),
}

/// `a => b`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Arm {
    /// The pattern, which may be a guarded one.
    pub pattern: Pattern,
    /// What is behind `=>`.
    pub body: Expression,
}

/// `{ statements }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Block {
    /// The statements, of which the last may be the value.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Statement {
    /// `a;`, or without the semicolon
    Expression(Expression, bool),
    /// `let a;`
    Let(Pattern),
    /// `let a = b else c;`
    LetValue(Pattern, Expression, Option<Expression>),
}

impl Expression {
    /// Returns the expression as `syn` has it.
    pub fn to_syn(&self) -> syn::Expr {
        match self {
            Self::Literal(literal) => syn::Expr::Lit(literal.to_syn()),
            Self::Path(path) => nodes::path(path.to_syn()),
            Self::Infer => nodes::infer(),
            Self::Tuple(elems) => nodes::tuple(elems.iter().map(Self::to_syn)),
            Self::Struct(path, fields, base) => {
                let rest = base.as_ref().map_or(Rest::Nothing, |expr| Rest::Base(expr.to_box()));
                nodes::structure(path.to_syn(), fields.iter().map(FieldValue::to_syn), rest)
            }
            Self::Call(func, args) => nodes::call(func.to_box(), args.iter().map(Self::to_syn)),
            Self::MethodCall(receiver, word, turbofish, args) => {
                let turbofish = turbofish.as_ref().map(|arguments| arguments.to_syn(true));
                nodes::method_call(receiver.to_box(), word.to_syn(), turbofish, args.iter().map(Self::to_syn))
            }
            Self::Field(base, member) => nodes::field(base.to_box(), member.to_syn()),
            Self::Index(expr, index) => nodes::index(expr.to_box(), index.to_box()),
            Self::Try(expr) => nodes::question(expr.to_box()),
            Self::Unary(op, expr) => nodes::unary(op.to_syn(), expr.to_box()),
            Self::Reference(mutable, expr) => nodes::reference(*mutable, expr.to_box()),
            Self::Cast(expr, ty) => nodes::cast(expr.to_box(), ty.to_syn()),
            Self::Binary(left, op, right) => nodes::binary(left.to_box(), op.to_syn(), right.to_box()),
            Self::Range(start, limits, end) => syn::Expr::Range(nodes::range(
                boxed(start.as_deref()),
                limits.to_syn(),
                boxed(end.as_deref()),
            )),
            Self::Assign(left, right) => nodes::assign(left.to_box(), right.to_box()),
            Self::Closure(inputs, output, body) => syn::Expr::Closure(syn::ExprClosure {
                attrs: tok(),
                lifetimes: None,
                modifiers: tok(),
                constness: None,
                asyncness: None,
                capture: None,
                inputs_begin: tok(),
                inputs: inputs.iter().map(Pattern::to_syn).collect(),
                inputs_end: tok(),
                output: Type::to_return(output.as_ref()),
                body: body.to_box(),
            }),
            Self::Return(expr) => nodes::return_of(boxed(expr.as_deref())),
            Self::Break(tick, expr) => {
                nodes::break_of(tick.as_ref().map(Tick::to_syn), boxed(expr.as_deref()))
            }
            Self::Continue(tick) => nodes::continue_of(tick.as_ref().map(Tick::to_syn)),
            Self::Block(tick, block) => nodes::block(tick.as_ref().map(Tick::to_label), block.to_syn()),
            Self::Let(pattern, expr) => nodes::let_of(pattern.to_syn(), expr.to_box()),
            Self::If(condition, block, otherwise) => {
                nodes::if_of(condition.to_syn(), block.to_syn(), boxed(otherwise.as_deref()))
            }
            Self::While(tick, condition, block) => {
                nodes::while_of(tick.as_ref().map(Tick::to_label), condition.to_syn(), block.to_syn())
            }
            Self::For(pattern, expr, block) => {
                nodes::for_of(None, pattern.to_syn(), expr.to_box(), block.to_syn())
            }
            Self::Match(expr, arms) => nodes::match_of(expr.to_box(), arms.iter().map(Arm::to_syn)),
        }
    }

    pub(super) fn to_box(&self) -> Box<syn::Expr> {
        Box::new(self.to_syn())
    }
}

fn boxed(expr: Option<&Expression>) -> Option<Box<syn::Expr>> {
    expr.map(Expression::to_box)
}

impl Literal {
    pub(super) fn to_syn(&self) -> syn::ExprLit {
        let span = proc_macro2::Span::call_site();
        let lit = match self {
            Self::Integer => syn::Lit::Int(syn::LitInt::new("0", span)),
            Self::Negative => syn::Lit::Int(syn::LitInt::new("-0", span)),
            Self::Float => syn::Lit::Float(syn::LitFloat::new("0.", span)),
            Self::True => syn::Lit::Bool(syn::LitBool::new(true, span)),
        };
        syn::ExprLit { attrs: tok(), lit }
    }
}

impl Member {
    pub(super) fn to_syn(&self) -> syn::Member {
        match self {
            Self::Named(word) => syn::Member::Named(word.to_syn()),
            Self::Index => syn::Member::Unnamed(0.into()),
        }
    }
}

impl FieldValue {
    fn to_syn(&self) -> syn::FieldValue {
        match self {
            Self::Long(member, expr) => nodes::field_value(member.to_syn(), true, expr.to_syn()),
            Self::Short(expr) => nodes::field_value(syn::Member::Named(ident("a")), false, expr.to_syn()),
        }
    }
}

impl Arm {
    fn to_syn(&self) -> syn::Arm {
        nodes::arm(self.pattern.to_syn(), self.body.to_box())
    }
}

impl Block {
    /// Returns the block as `syn` has it.
    pub fn to_syn(&self) -> syn::Block {
        syn::Block { brace_token: tok(), stmts: self.statements.iter().map(Statement::to_syn).collect() }
    }
}

impl Statement {
    fn to_syn(&self) -> syn::Stmt {
        let (pattern, init) = match self {
            Self::Expression(expr, semicolon) => return syn::Stmt::Expr(expr.to_syn(), tok_if(*semicolon)),
            Self::Let(pattern) => (pattern, None),
            Self::LetValue(pattern, expr, otherwise) => {
                let diverge = otherwise.as_ref().map(|expr| (tok(), expr.to_box()));
                (pattern, Some(syn::LocalInit { eq_token: tok(), expr: expr.to_box(), diverge }))
            }
        };
        syn::Stmt::Local(syn::Local {
            attrs: tok(),
            let_token: tok(),
            modifiers: tok(),
            pat: pattern.to_syn(),
            init,
            semi_token: tok(),
        })
    }
}
