//! Statements and blocks.

use everycase::Enumerable;

use super::blocks::BlockExpression;
use super::expressions::Expression;
use super::items::Item;
use super::macros::Macro;
use super::names::tok;
use super::nodes::expressions as nodes;
use super::patterns::Pattern;
use super::types::Type;

/// `{ statements value }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Block {
    /// Without a value.
    Unit(Vec<Statement>),
    /// With one.
    Value(Vec<Statement>, Box<Expression>),
}

/// A statement in a block. An expression without a semicolon is one only if it ends in a block itself.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Statement {
    /// `a;`
    Expression(Box<Expression>),
    /// `if a { .. }`
    Block(BlockExpression),
    /// `m! { .. }`, `m!(..);`
    Macro(Macro),
    /// `let a: T = b;`
    Let(Pattern, Option<Type>, Initializer),
    /// `fn a() { .. }`
    Item(Box<Item>),
}

/// What stands behind the pattern of a `let`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Initializer {
    /// Nothing.
    None,
    /// `= a`
    Value(Box<Expression>),
    /// `= a else { .. }`
    ValueElse(Box<Expression>, Block),
}

impl Block {
    /// Returns the block as `syn` has it.
    pub fn to_syn(&self) -> syn::Block {
        let (statements, value) = match self {
            Self::Unit(statements) => (statements, None),
            Self::Value(statements, value) => (statements, Some(value)),
        };
        let mut stmts: Vec<_> = statements.iter().map(Statement::to_syn).collect();
        stmts.extend(value.map(|value| syn::Stmt::Expr(value.to_syn(), None)));
        syn::Block { brace_token: tok(), stmts }
    }
}

impl Statement {
    /// Returns the statement as `syn` has it.
    pub fn to_syn(&self) -> syn::Stmt {
        match self {
            Self::Expression(expr) => syn::Stmt::Expr(expr.to_syn(), Some(tok())),
            // `async` blocks end in `}` too, but do need the semicolon.
            Self::Block(block @ BlockExpression::Async(..)) => syn::Stmt::Expr(block.to_syn(), Some(tok())),
            Self::Block(block) => syn::Stmt::Expr(block.to_syn(), None),
            Self::Macro(mac) => syn::Stmt::Macro(syn::StmtMacro {
                attrs: tok(),
                semi_token: (!mac.is_braced()).then(tok),
                mac: mac.to_syn(),
            }),
            Self::Let(pattern, ty, initializer) => syn::Stmt::Local(local(pattern, ty.as_ref(), initializer)),
            Self::Item(item) => match item.to_syn() {
                // A macro call among statements is a statement.
                syn::Item::Macro(syn::ItemMacro { attrs, ident: None, mac, semi_token }) => {
                    syn::Stmt::Macro(syn::StmtMacro { attrs, mac, semi_token })
                }
                item => syn::Stmt::Item(item),
            },
        }
    }
}

fn local(pattern: &Pattern, ty: Option<&Type>, initializer: &Initializer) -> syn::Local {
    let pat = pattern.to_syn_single();
    let pat = match ty {
        None => pat,
        Some(ty) => syn::Pat::Type(syn::PatType {
            attrs: tok(),
            pat: Box::new(pat),
            colon_token: tok(),
            ty: Box::new(ty.to_syn()),
        }),
    };
    let init = match initializer {
        Initializer::None => None,
        Initializer::Value(expr) => {
            Some(syn::LocalInit { eq_token: tok(), expr: expr.to_box(), diverge: None })
        }
        Initializer::ValueElse(expr, block) => {
            let diverge = Some((tok(), Box::new(nodes::block(None, block.to_syn()))));
            Some(syn::LocalInit { eq_token: tok(), expr: expr.to_box(), diverge })
        }
    };
    syn::Local { attrs: tok(), let_token: tok(), modifiers: tok(), pat, init, semi_token: tok() }
}
