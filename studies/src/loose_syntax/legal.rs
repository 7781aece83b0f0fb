//! Which trees are Rust: what `syn`'s parser demands and `syn`'s types do not say, as a predicate on lazy trees. It looks
//! at as little of a tree as it takes to tell, so that one run refutes all trees with the same mistake.

mod expressions;
mod paths;
mod patterns;
mod statements;
mod types;

use everycase::Lazy;
use everycase::lazy::{Inspect, ListView};

use super::{Tree, TreeView, Word, WordView};

pub use expressions::is_legal as is_expression;
pub use patterns::is_arm as is_pattern;
pub use statements::is_block;
pub use types::is_legal as is_type;

/// Returns whether there is a source that `syn` parses to this tree.
pub fn is_legal(tree: Lazy<Tree>) -> bool {
    match tree.force() {
        TreeView::Expression(expr) => is_expression(expr),
        TreeView::Block(block) => is_block(block),
        TreeView::Pattern(pattern) => is_pattern(pattern),
        TreeView::Type(ty) => is_type(ty),
    }
}

/// Returns the elements of a list, as far as they are asked for.
fn elements<T>(list: Lazy<Vec<T>>) -> impl Iterator<Item = Lazy<T>> + Clone
where
    Vec<T>: Inspect<View = ListView<T, Vec<T>>>,
{
    let mut rest = list;
    std::iter::from_fn(move || match rest.force() {
        ListView::Nil => None,
        ListView::Cons(first, others) => {
            rest = others;
            Some(first)
        }
    })
}

/// Returns whether there is at least one element.
fn is_nonempty<T>(list: Lazy<Vec<T>>) -> bool
where
    Vec<T>: Inspect<View = ListView<T, Vec<T>>>,
{
    matches!(list.force(), ListView::Cons(..))
}

/// Returns whether this is an ordinary name.
fn is_name(word: Lazy<Word>) -> bool {
    matches!(word.force(), WordView::Name)
}
