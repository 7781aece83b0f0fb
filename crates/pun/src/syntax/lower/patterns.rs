//! Patterns.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::literal;
use super::super::lossless::{Leaf, Node};
use super::{has, qualified};
use crate::tree::{Pattern, PatternKind};

/// Returns the patterns among a node's children.
pub(super) fn all(node: Node<'_>) -> impl Iterator<Item = Pattern> {
    node.children().filter(|child| child.kind().is_pattern()).map(pattern)
}

pub(super) fn missing(node: Node<'_>) -> Pattern {
    Pattern { kind: PatternKind::Missing, span: node.span() }
}

/// Returns a pattern.
fn pattern(node: Node<'_>) -> Pattern {
    let leaf = node.leaves().next();
    let text = leaf.map(Leaf::text).unwrap_or_default();
    let kind = match node.kind() {
        N::Wildcard => PatternKind::Wildcard,
        N::NamePattern if has(node, T::Dot) => PatternKind::Name(qualified(node).text),
        N::NamePattern => PatternKind::Name(text.into()),
        N::LiteralPattern => match leaf.map(Leaf::kind) {
            Some(T::Integer) => PatternKind::Integer(literal::integer(text)),
            Some(T::Character) => PatternKind::Character(literal::character(text)),
            Some(T::Text) => PatternKind::Text(literal::text(text)),
            _ => PatternKind::Missing,
        },
        N::UnitPattern => PatternKind::Unit,
        N::ParenPattern => return all(node).next().unwrap_or_else(|| missing(node)),
        N::TuplePattern => {
            let mut parts: Vec<Pattern> = all(node).collect();
            let Some(mut last) = parts.pop() else { return missing(node) };
            while let Some(first) = parts.pop() {
                let span = if parts.is_empty() { node.span() } else { first.span.to(last.span) };
                last = Pattern { kind: PatternKind::Pair(Box::new(first), Box::new(last)), span };
            }
            return last;
        }
        N::BracketPattern => {
            let elements: Vec<Node> = node.children().filter(|child| child.kind().is_pattern()).collect();
            if let [one] = elements.as_slice()
                && one.kind() == N::ParenPattern
            {
                let inner = PatternKind::Parenthesised(Box::new(pattern(*one)));
                PatternKind::Bracket(vec![(Pattern { kind: inner, span: one.span() }, Vec::new())])
            } else {
                PatternKind::Bracket(elements.into_iter().map(element).collect())
            }
        }
        N::ConsPattern => {
            let mut sides = all(node);
            let head = sides.next().unwrap_or_else(|| missing(node));
            let tail = sides.next().unwrap_or_else(|| missing(node));
            PatternKind::Cons(Box::new(head), Box::new(tail))
        }
        _ => PatternKind::Missing,
    };
    Pattern { kind, span: node.span() }
}

/// Returns a pattern in brackets, with its arguments.
fn element(node: Node<'_>) -> (Pattern, Vec<Pattern>) {
    if node.kind() != N::ApplyPattern {
        return (pattern(node), Vec::new());
    }
    let mut parts = all(node);
    let head = parts.next().unwrap_or_else(|| missing(node));
    (head, parts.collect())
}
