//! Expressions, statements and blocks.

use everycase::Enumerable;

use super::super::rust_syntax::names::{ident, tok, tok_if};
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
    #[expect(clippy::too_many_lines, reason = "an arm for each constructor")]
    pub fn to_syn(&self) -> syn::Expr {
        match self {
            Self::Literal(literal) => syn::Expr::Lit(literal.to_syn()),
            Self::Path(path) => {
                syn::Expr::Path(syn::ExprPath { attrs: tok(), qself: None, path: path.to_syn() })
            }
            Self::Infer => syn::Expr::Infer(syn::ExprInfer { attrs: tok(), underscore_token: tok() }),
            Self::Tuple(elems) => {
                let mut elems: syn::punctuated::Punctuated<_, _> = elems.iter().map(Self::to_syn).collect();
                if elems.len() == 1 {
                    elems.push_punct(tok()); // `(a,)`
                }
                syn::Expr::Tuple(syn::ExprTuple { attrs: tok(), paren_token: tok(), elems })
            }
            Self::Struct(path, fields, base) => {
                let mut list: syn::punctuated::Punctuated<_, _> =
                    fields.iter().map(FieldValue::to_syn).collect();
                if !list.is_empty() && base.is_some() {
                    list.push_punct(tok()); // the comma in front of `..`
                }
                syn::Expr::Struct(syn::ExprStruct {
                    attrs: tok(),
                    qself: None,
                    path: path.to_syn(),
                    brace_token: tok(),
                    fields: list,
                    dot2_token: tok_if(base.is_some()),
                    rest: boxed(base.as_deref()),
                })
            }
            Self::Call(func, args) => syn::Expr::Call(syn::ExprCall {
                attrs: tok(),
                func: func.to_box(),
                paren_token: tok(),
                args: args.iter().map(Self::to_syn).collect(),
            }),
            Self::MethodCall(receiver, word, turbofish, args) => syn::Expr::MethodCall(syn::ExprMethodCall {
                attrs: tok(),
                receiver: receiver.to_box(),
                dot_token: tok(),
                method: word.to_syn(),
                turbofish: turbofish.as_ref().map(|arguments| arguments.to_syn(true)),
                paren_token: tok(),
                args: args.iter().map(Self::to_syn).collect(),
            }),
            Self::Field(base, member) => syn::Expr::Field(syn::ExprField {
                attrs: tok(),
                base: base.to_box(),
                dot_token: tok(),
                member: member.to_syn(),
            }),
            Self::Index(expr, index) => syn::Expr::Index(syn::ExprIndex {
                attrs: tok(),
                expr: expr.to_box(),
                bracket_token: tok(),
                index: index.to_box(),
            }),
            Self::Try(expr) => {
                syn::Expr::Try(syn::ExprTry { attrs: tok(), expr: expr.to_box(), question_token: tok() })
            }
            Self::Unary(op, expr) => {
                syn::Expr::Unary(syn::ExprUnary { attrs: tok(), op: op.to_syn(), expr: expr.to_box() })
            }
            Self::Reference(mutable, expr) => syn::Expr::Reference(syn::ExprReference {
                attrs: tok(),
                and_token: tok(),
                mutability: tok_if(*mutable),
                expr: expr.to_box(),
            }),
            Self::Cast(expr, ty) => syn::Expr::Cast(syn::ExprCast {
                attrs: tok(),
                expr: expr.to_box(),
                as_token: tok(),
                ty: Box::new(ty.to_syn()),
            }),
            Self::Binary(left, op, right) => syn::Expr::Binary(syn::ExprBinary {
                attrs: tok(),
                left: left.to_box(),
                op: op.to_syn(),
                right: right.to_box(),
            }),
            Self::Range(start, limits, end) => syn::Expr::Range(syn::ExprRange {
                attrs: tok(),
                start: boxed(start.as_deref()),
                limits: limits.to_syn(),
                end: boxed(end.as_deref()),
            }),
            Self::Assign(left, right) => syn::Expr::Assign(syn::ExprAssign {
                attrs: tok(),
                left: left.to_box(),
                eq_token: tok(),
                right: right.to_box(),
            }),
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
            Self::Return(expr) => syn::Expr::Return(syn::ExprReturn {
                attrs: tok(),
                return_token: tok(),
                expr: boxed(expr.as_deref()),
            }),
            Self::Break(tick, expr) => syn::Expr::Break(syn::ExprBreak {
                attrs: tok(),
                break_token: tok(),
                label: tick.as_ref().map(Tick::to_syn),
                expr: boxed(expr.as_deref()),
            }),
            Self::Continue(tick) => syn::Expr::Continue(syn::ExprContinue {
                attrs: tok(),
                continue_token: tok(),
                label: tick.as_ref().map(Tick::to_syn),
            }),
            Self::Block(tick, block) => syn::Expr::Block(syn::ExprBlock {
                attrs: tok(),
                label: tick.as_ref().map(Tick::to_label),
                block: block.to_syn(),
            }),
            Self::Let(pattern, expr) => syn::Expr::Let(syn::ExprLet {
                attrs: tok(),
                let_token: tok(),
                pat: pattern.to_box(),
                eq_token: tok(),
                expr: expr.to_box(),
            }),
            Self::If(condition, block, otherwise) => syn::Expr::If(syn::ExprIf {
                attrs: tok(),
                if_token: tok(),
                cond: condition.to_box(),
                then_branch: block.to_syn(),
                else_branch: otherwise.as_ref().map(|expr| (tok(), expr.to_box())),
            }),
            Self::While(tick, condition, block) => syn::Expr::While(syn::ExprWhile {
                attrs: tok(),
                label: tick.as_ref().map(Tick::to_label),
                while_token: tok(),
                cond: condition.to_box(),
                body: block.to_syn(),
            }),
            Self::For(pattern, expr, block) => syn::Expr::ForLoop(syn::ExprForLoop {
                attrs: tok(),
                label: None,
                for_token: tok(),
                pat: pattern.to_box(),
                in_token: tok(),
                expr: expr.to_box(),
                body: block.to_syn(),
            }),
            Self::Match(expr, arms) => syn::Expr::Match(syn::ExprMatch {
                attrs: tok(),
                match_token: tok(),
                expr: expr.to_box(),
                brace_token: tok(),
                arms: arms.iter().map(Arm::to_syn).collect(),
            }),
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
        let (member, colon_token, expr) = match self {
            Self::Long(member, expr) => (member.to_syn(), Some(tok()), expr),
            Self::Short(expr) => (syn::Member::Named(ident("a")), None, expr),
        };
        syn::FieldValue { attrs: tok(), member, colon_token, expr: expr.to_syn() }
    }
}

impl Arm {
    fn to_syn(&self) -> syn::Arm {
        syn::Arm {
            attrs: tok(),
            pat: self.pattern.to_syn(),
            fat_arrow_token: tok(),
            body: self.body.to_box(),
            comma: Some(tok()),
        }
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
