//! Lowers the lossless tree to [`tree`](crate::tree): drops trivia and parentheses, and evaluates literals.

pub(super) mod declarations;
mod patterns;
pub(super) mod terms;
pub(super) mod types;

use super::kind::TokenKind;
use super::lossless::{Leaf, Node};
use crate::source::Span;
use crate::tree::Name;

/// Returns the names among a node's own tokens.
fn names(node: Node<'_>) -> impl Iterator<Item = Name> {
    node.leaves().filter(|leaf| leaf.kind() == TokenKind::Name).map(name)
}

fn name(leaf: Leaf<'_>) -> Name {
    Name { text: leaf.text().into(), span: leaf.span() }
}

/// Returns a placeholder for a missing name, which has been reported.
fn no_name(node: Node<'_>) -> Name {
    let span = node.span();
    Name { text: "".into(), span: Span { start: span.end, ..span } }
}

fn first_name(node: Node<'_>) -> Name {
    names(node).next().unwrap_or_else(|| no_name(node))
}

fn has(node: Node<'_>, kind: TokenKind) -> bool {
    node.leaves().any(|leaf| leaf.kind() == kind)
}
