//! Lowers the lossless tree to [`tree`](crate::tree): drops trivia and parentheses, and evaluates
//! literals.

pub(super) mod declarations;
mod generators;
mod patterns;
pub(super) mod terms;
pub(super) mod types;

use super::kind::{NodeKind, TokenKind};
use super::lossless::{Leaf, Node};
use crate::source::Span;
use crate::tree::Name;

/// Returns the children of a kind.
fn of_kind(node: Node<'_>, kind: NodeKind) -> impl Iterator<Item = Node<'_>> {
    node.children().filter(move |child| child.kind() == kind)
}

/// Returns the names among a node's own tokens.
fn names(node: Node<'_>) -> impl Iterator<Item = Name> {
    node.leaves().filter(|leaf| leaf.kind() == TokenKind::Name).map(name)
}

/// Returns the name that a node consists of or begins with, which may be qualified.
fn qualified(node: Node<'_>) -> Name {
    let mut leaves = node.leaves();
    let Some(first) = leaves.next().filter(|leaf| leaf.kind() == TokenKind::Name) else {
        return first_name(node);
    };
    let Some(last) = leaves.nth(1).filter(|_| has(node, TokenKind::Dot)) else { return name(first) };
    Name { text: format!("{}.{}", first.text(), last.text()).into(), span: first.span().to(last.span()) }
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
