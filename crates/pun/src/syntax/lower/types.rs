//! Types.

use super::super::kind::NodeKind as N;
use super::super::lossless::Node;
use super::qualified;
use crate::tree::{Type, TypeKind};

/// Returns the first type among a node's children, if there is one.
pub(super) fn first(node: Node<'_>) -> Option<Type> {
    node.children().find(|child| child.kind().is_type()).map(ty)
}

/// Returns the first type among a node's children, or a placeholder.
pub(in crate::syntax) fn only(node: Node<'_>) -> Type {
    first(node).unwrap_or_else(|| missing(node))
}

fn missing(node: Node<'_>) -> Type {
    Type { kind: TypeKind::Missing, span: node.span() }
}

/// Returns a type.
fn ty(node: Node<'_>) -> Type {
    let kind = match node.kind() {
        N::NameType => TypeKind::Name(qualified(node), node.children().map(ty).collect()),
        N::UnitType => TypeKind::Unit,
        N::ParenType => return only(node),
        N::TupleType => {
            let mut parts: Vec<Type> =
                node.children().filter(|child| child.kind().is_type()).map(ty).collect();
            let Some(mut last) = parts.pop() else { return missing(node) };
            while let Some(first) = parts.pop() {
                let span = if parts.is_empty() { node.span() } else { first.span.to(last.span) };
                last = Type { kind: TypeKind::Pair(Box::new(first), Box::new(last)), span };
            }
            return last;
        }
        N::ArrowType => {
            let mut sides = node.children().map(ty);
            let from = sides.next().unwrap_or_else(|| missing(node));
            let to = sides.next().unwrap_or_else(|| missing(node));
            TypeKind::Arrow(Box::new(from), Box::new(to))
        }
        _ => TypeKind::Missing,
    };
    Type { kind, span: node.span() }
}
