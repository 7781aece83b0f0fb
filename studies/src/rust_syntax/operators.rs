//! Operators.

use everycase::Enumerable;

use super::names::tok;
use super::nodes::expressions as nodes;

/// An operator in front of an expression.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum UnaryOperator {
    /// `*`
    Deref,
    /// `!`
    Not,
    /// `-`
    Neg,
}

/// An operator between two expressions. The first of each level of precedence costs 1, like any constructor; its
/// siblings cost more, because to a printer they are the same and nineteen of them would crowd out everything else.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum BinaryOperator {
    /// `*`
    Mul,
    /// `/`
    #[enumerable(cost = 3)]
    Div,
    /// `%`
    #[enumerable(cost = 3)]
    Rem,
    /// `+`
    Add,
    /// `-`, which is also a prefix
    Sub,
    /// `<<`, which could open generics
    Shl,
    /// `>>`
    #[enumerable(cost = 3)]
    Shr,
    /// `&`, which is also a prefix
    BitAnd,
    /// `^`
    BitXor,
    /// `|`, which could open a closure
    BitOr,
    /// `==`
    Eq,
    /// `<`, which could open generics
    Lt,
    /// `>`
    #[enumerable(cost = 3)]
    Gt,
    /// `!=`
    #[enumerable(cost = 3)]
    Ne,
    /// `<=`
    #[enumerable(cost = 3)]
    Le,
    /// `>=`
    #[enumerable(cost = 3)]
    Ge,
    /// `&&`
    And,
    /// `||`, which could be a closure
    Or,
}

/// An assignment, plain or with an operator; the siblings cost more for the same reason.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Assignment {
    /// `=`
    Plain,
    /// `+=`
    Add,
    /// `-=`
    #[enumerable(cost = 3)]
    Sub,
    /// `*=`
    #[enumerable(cost = 3)]
    Mul,
    /// `/=`
    #[enumerable(cost = 3)]
    Div,
    /// `%=`
    #[enumerable(cost = 3)]
    Rem,
    /// `^=`
    #[enumerable(cost = 3)]
    BitXor,
    /// `&=`
    #[enumerable(cost = 3)]
    BitAnd,
    /// `|=`
    #[enumerable(cost = 3)]
    BitOr,
    /// `<<=`
    #[enumerable(cost = 3)]
    Shl,
    /// `>>=`
    #[enumerable(cost = 3)]
    Shr,
}

impl UnaryOperator {
    /// Returns the operator as `syn` has it.
    pub fn to_syn(&self) -> syn::UnOp {
        match self {
            Self::Deref => syn::UnOp::Deref(tok()),
            Self::Not => syn::UnOp::Not(tok()),
            Self::Neg => syn::UnOp::Neg(tok()),
        }
    }
}

impl BinaryOperator {
    /// Returns the operator as `syn` has it.
    pub fn to_syn(&self) -> syn::BinOp {
        match self {
            Self::Mul => syn::BinOp::Mul(tok()),
            Self::Div => syn::BinOp::Div(tok()),
            Self::Rem => syn::BinOp::Rem(tok()),
            Self::Add => syn::BinOp::Add(tok()),
            Self::Sub => syn::BinOp::Sub(tok()),
            Self::Shl => syn::BinOp::Shl(tok()),
            Self::Shr => syn::BinOp::Shr(tok()),
            Self::BitAnd => syn::BinOp::BitAnd(tok()),
            Self::BitXor => syn::BinOp::BitXor(tok()),
            Self::BitOr => syn::BinOp::BitOr(tok()),
            Self::Eq => syn::BinOp::Eq(tok()),
            Self::Lt => syn::BinOp::Lt(tok()),
            Self::Gt => syn::BinOp::Gt(tok()),
            Self::Ne => syn::BinOp::Ne(tok()),
            Self::Le => syn::BinOp::Le(tok()),
            Self::Ge => syn::BinOp::Ge(tok()),
            Self::And => syn::BinOp::And(tok()),
            Self::Or => syn::BinOp::Or(tok()),
        }
    }
}

impl Assignment {
    /// Returns the assignment as `syn` has it: `=` is a node of its own, the others are binary operators.
    pub fn to_syn(&self, left: Box<syn::Expr>, right: Box<syn::Expr>) -> syn::Expr {
        let op = match self {
            Self::Plain => return nodes::assign(left, right),
            Self::Add => syn::BinOp::AddAssign(tok()),
            Self::Sub => syn::BinOp::SubAssign(tok()),
            Self::Mul => syn::BinOp::MulAssign(tok()),
            Self::Div => syn::BinOp::DivAssign(tok()),
            Self::Rem => syn::BinOp::RemAssign(tok()),
            Self::BitXor => syn::BinOp::BitXorAssign(tok()),
            Self::BitAnd => syn::BinOp::BitAndAssign(tok()),
            Self::BitOr => syn::BinOp::BitOrAssign(tok()),
            Self::Shl => syn::BinOp::ShlAssign(tok()),
            Self::Shr => syn::BinOp::ShrAssign(tok()),
        };
        nodes::binary(left, op, right)
    }
}
