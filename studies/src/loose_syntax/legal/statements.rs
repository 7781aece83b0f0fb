//! Blocks and statements.

use everycase::Lazy;
use everycase::lazy::ListView;

use super::super::{Block, BlockView, Expression, ExpressionView, StatementView};
use super::{expressions, patterns};

/// Returns whether every statement but the last ends in a semicolon or a block.
pub fn is_block(block: Lazy<Block>) -> bool {
    let BlockView { statements } = block.force();
    let mut rest = statements;
    while let ListView::Cons(statement, others) = rest.force() {
        let legal = match statement.force() {
            StatementView::Expression(expr, semicolon) => {
                (semicolon.force() || ends_in_block(expr) || matches!(others.force(), ListView::Nil))
                    && expressions::is_legal(expr)
            }
            StatementView::Let(pattern) => patterns::is_typed(pattern),
            StatementView::LetValue(pattern, expr, otherwise) => {
                patterns::is_typed(pattern)
                    && otherwise.force().is_none_or(is_plain_block)
                    && expressions::is_legal(expr)
            }
        };
        if !legal {
            return false;
        }
        rest = others;
    }
    true
}

fn ends_in_block(expr: Lazy<Expression>) -> bool {
    matches!(
        expr.force(),
        ExpressionView::Block(..)
            | ExpressionView::If(..)
            | ExpressionView::While(..)
            | ExpressionView::For(..)
            | ExpressionView::Match(..)
    )
}

/// Returns whether this is a block without a label.
pub(super) fn is_plain_block(expr: Lazy<Expression>) -> bool {
    match expr.force() {
        ExpressionView::Block(tick, block) => tick.force().is_none() && is_block(block),
        _ => false,
    }
}
