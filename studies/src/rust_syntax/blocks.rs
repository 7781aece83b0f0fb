//! Expressions made of blocks: what ends in `}` and may be a statement as it stands; and closures.

use everycase::Enumerable;

use super::expressions::Expression;
use super::generics::HigherRanked;
use super::names::{Label, tok, tok_if};
use super::nodes::{expressions as nodes, patterns, types};
use super::patterns::Pattern;
use super::statements::Block;
use super::types::Type;

/// An expression that ends in a block.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum BlockExpression {
    /// `'a: { .. }`
    Block(Option<Label>, Block),
    /// `unsafe { .. }`
    Unsafe(Block),
    /// `const { .. }`
    Const(Block),
    /// `try { .. }`
    Try(Block),
    /// `async move { .. }`, which does need a semicolon
    Async(bool, Block),
    /// `if a { .. } else ..`
    If(Condition, Block, Else),
    /// `while a { .. }`
    While(Option<Label>, Condition, Block),
    /// `for a in b { .. }`
    For(Option<Label>, Pattern, Box<Expression>, Block),
    /// `loop { .. }`
    Loop(Option<Label>, Block),
    /// `match a { .. }`
    Match(Box<Expression>, Vec<Arm>),
}

/// What stands behind `if`, `while` and in the guard of an arm. `let` is an expression to `syn`, but only Rust here.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Condition {
    /// `a`
    Plain(Box<Expression>),
    /// `let a = b`
    Let(Box<Pattern>, Box<Expression>),
    /// `condition && let a = b`
    AndLet(Box<Condition>, Box<Pattern>, Box<Expression>),
}

/// What stands behind the block of an `if`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Else {
    /// Nothing.
    None,
    /// `else { .. }`
    Block(Block),
    /// `else if a { .. } else ..`
    If(Box<Condition>, Block, Box<Else>),
}

/// `pattern if guard => body`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Arm {
    pattern: Pattern,
    guard: Option<Condition>,
    body: Expression,
}

/// `for<'a> const async move |a, b| -> T { .. }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Closure {
    modifier: ClosureModifier,
    inputs: Vec<ClosureInput>,
    body: ClosureBody,
}

/// What stands in front of a closure.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ClosureModifier {
    /// Nothing.
    None,
    /// `move`
    Move,
    /// `async`
    Async,
    /// `async move`
    AsyncMove,
    /// `const`
    Const,
    /// `for<'a>`
    HigherRanked(HigherRanked),
}

/// A parameter of a closure.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ClosureInput {
    /// `a`
    Inferred(Pattern),
    /// `a: T`
    Typed(Pattern, Type),
}

/// The body of a closure. One that names its type has to be a block.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ClosureBody {
    /// `a`
    Expression(Box<Expression>),
    /// `-> T { .. }`
    Typed(Box<Type>, Block),
}

impl BlockExpression {
    /// Returns the expression as `syn` has it.
    pub fn to_syn(&self) -> syn::Expr {
        match self {
            Self::Block(label, block) => nodes::block(label.as_ref().map(Label::to_syn), block.to_syn()),
            Self::Unsafe(block) => syn::Expr::Unsafe(syn::ExprUnsafe {
                attrs: tok(),
                unsafe_token: tok(),
                block: block.to_syn(),
            }),
            Self::Const(block) => syn::Expr::Const(syn::ExprConst {
                attrs: tok(),
                const_token: tok(),
                modifiers: tok(),
                block: block.to_syn(),
            }),
            Self::Try(block) => syn::Expr::TryBlock(syn::ExprTryBlock {
                attrs: tok(),
                try_token: tok(),
                modifiers: tok(),
                block: block.to_syn(),
            }),
            Self::Async(capture, block) => syn::Expr::Async(syn::ExprAsync {
                attrs: tok(),
                async_token: tok(),
                capture: tok_if(*capture),
                modifiers: tok(),
                block: block.to_syn(),
            }),
            Self::If(condition, block, otherwise) => if_expression(condition, block, otherwise),
            Self::While(label, condition, block) => {
                nodes::while_of(label.as_ref().map(Label::to_syn), condition.to_syn(), block.to_syn())
            }
            Self::For(label, pattern, expr, block) => {
                let label = label.as_ref().map(Label::to_syn);
                nodes::for_of(label, pattern.to_syn(), expr.to_box(), block.to_syn())
            }
            Self::Loop(label, block) => syn::Expr::Loop(syn::ExprLoop {
                attrs: tok(),
                label: label.as_ref().map(Label::to_syn),
                loop_token: tok(),
                body: block.to_syn(),
            }),
            Self::Match(expr, arms) => nodes::match_of(expr.to_box(), arms.iter().map(Arm::to_syn)),
        }
    }
}

fn if_expression(condition: &Condition, block: &Block, otherwise: &Else) -> syn::Expr {
    let otherwise = match otherwise {
        Else::None => None,
        Else::Block(block) => Some(nodes::block(None, block.to_syn())),
        Else::If(condition, block, otherwise) => Some(if_expression(condition, block, otherwise)),
    };
    nodes::if_of(condition.to_syn(), block.to_syn(), otherwise.map(Box::new))
}

impl Condition {
    /// Returns the condition as `syn` has it.
    pub fn to_syn(&self) -> syn::Expr {
        match self {
            Self::Plain(expr) => expr.to_syn(),
            Self::Let(pattern, expr) => nodes::let_of(pattern.to_syn(), expr.to_box()),
            Self::AndLet(condition, pattern, expr) => {
                let right = nodes::let_of(pattern.to_syn(), expr.to_box());
                nodes::binary(Box::new(condition.to_syn()), syn::BinOp::And(tok()), Box::new(right))
            }
        }
    }
}

impl Arm {
    fn to_syn(&self) -> syn::Arm {
        let pat = self.pattern.to_syn();
        let pat = match &self.guard {
            None => pat,
            Some(guard) => patterns::guarded(pat, guard.to_syn()),
        };
        nodes::arm(pat, self.body.to_box())
    }
}

impl Closure {
    /// Returns the closure as `syn` has it.
    pub fn to_syn(&self) -> syn::ExprClosure {
        let (output, body) = match &self.body {
            ClosureBody::Expression(expr) => (syn::ReturnType::Default, expr.to_box()),
            ClosureBody::Typed(ty, block) => {
                (types::returned(Some(ty.to_syn())), Box::new(nodes::block(None, block.to_syn())))
            }
        };
        syn::ExprClosure {
            attrs: tok(),
            lifetimes: match &self.modifier {
                ClosureModifier::HigherRanked(lifetimes) => Some(lifetimes.to_syn()),
                _ => None,
            },
            modifiers: tok(),
            constness: tok_if(self.modifier == ClosureModifier::Const),
            asyncness: tok_if(matches!(self.modifier, ClosureModifier::Async | ClosureModifier::AsyncMove)),
            capture: tok_if(matches!(self.modifier, ClosureModifier::Move | ClosureModifier::AsyncMove)),
            inputs_begin: tok(),
            inputs: self.inputs.iter().map(ClosureInput::to_syn).collect(),
            inputs_end: tok(),
            output,
            body,
        }
    }
}

impl ClosureInput {
    fn to_syn(&self) -> syn::Pat {
        match self {
            Self::Inferred(pattern) => pattern.to_syn_single(),
            Self::Typed(pattern, ty) => patterns::typed(pattern.to_syn_single(), ty.to_syn()),
        }
    }
}
