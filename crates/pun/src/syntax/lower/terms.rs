//! Terms.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::literal;
use super::super::lossless::{Leaf, Node};
use super::{first_name, has, patterns, qualified, types};
use crate::tree::{Bound, Branch, Expr, ExprKind, Operator};

/// Returns the terms among a node's children.
pub(super) fn all(node: Node<'_>) -> impl Iterator<Item = Expr> {
    node.children().filter(|child| child.kind().is_term()).map(term)
}

/// Returns the first term among a node's children, if there is one.
pub(super) fn first(node: Node<'_>) -> Option<Expr> {
    all(node).next()
}

/// Returns the first term among a node's children, or a placeholder.
pub(in crate::syntax) fn only(node: Node<'_>) -> Expr {
    first(node).unwrap_or_else(|| missing(node))
}

fn missing(node: Node<'_>) -> Expr {
    Expr { kind: ExprKind::Missing, span: node.span() }
}

/// Returns a term.
fn term(node: Node<'_>) -> Expr {
    let boxed = || Box::new(only(node));
    let kind = match node.kind() {
        N::Name if has(node, T::Dot) => ExprKind::Name(qualified(node).text),
        N::Name => ExprKind::Name(node.leaves().next().map(Leaf::text).unwrap_or_default().into()),
        N::Literal => literal(node),
        N::Unit => ExprKind::Unit,
        N::Paren => return only(node),
        N::Tuple => return tuple(node),
        N::Bracket => bracket(node),
        N::Apply => {
            let mut parts = all(node);
            let head = parts.next().unwrap_or_else(|| missing(node));
            ExprKind::Apply(Box::new(head), parts.collect())
        }
        N::Lambda => ExprKind::Lambda(patterns::all(node).collect(), boxed()),
        N::Let => {
            let mut bound = patterns::all(node);
            let pattern = bound.next().unwrap_or_else(|| patterns::missing(node));
            let (value, body) = two(node);
            ExprKind::Let { pattern, parameters: bound.collect(), value, body }
        }
        N::Rec => ExprKind::Rec(first_name(node), boxed()),
        N::If => {
            let mut parts = all(node);
            let mut part = || Box::new(parts.next().unwrap_or_else(|| missing(node)));
            ExprKind::If(part(), part(), part())
        }
        N::Case => {
            let branches = node.children().filter(|child| child.kind() == N::Branch).map(branch);
            ExprKind::Case(boxed(), branches.collect())
        }
        N::Binary => {
            let (left, right) = two(node);
            match node.leaves().find_map(|leaf| operator(leaf.kind())) {
                Some(operator) => ExprKind::Binary(operator, left, right),
                None => ExprKind::Missing,
            }
        }
        N::Typed => ExprKind::Typed(boxed(), types::only(node)),
        N::Quantified => {
            let exists = has(node, T::Exists);
            let bound = node.children().filter(|child| child.kind() == N::Bound);
            let bound = bound.map(|bound| Bound { name: first_name(bound), ty: types::first(bound) });
            ExprKind::Quantified { exists, bound: bound.collect(), body: boxed() }
        }
        _ => ExprKind::Missing,
    };
    Expr { kind, span: node.span() }
}

fn two(node: Node<'_>) -> (Box<Expr>, Box<Expr>) {
    let mut sides = all(node);
    let mut side = || Box::new(sides.next().unwrap_or_else(|| missing(node)));
    (side(), side())
}

fn literal(node: Node<'_>) -> ExprKind {
    let Some(leaf) = node.leaves().next() else { return ExprKind::Missing };
    match leaf.kind() {
        T::Integer => ExprKind::Integer(literal::integer(leaf.text())),
        T::Character => ExprKind::Character(literal::character(leaf.text())),
        T::Text => ExprKind::Text(literal::text(leaf.text())),
        _ => ExprKind::Missing,
    }
}

fn tuple(node: Node<'_>) -> Expr {
    let mut parts: Vec<Expr> = all(node).collect();
    let Some(mut last) = parts.pop() else { return missing(node) };
    while let Some(first) = parts.pop() {
        let span = if parts.is_empty() { node.span() } else { first.span.to(last.span) };
        last = Expr { kind: ExprKind::Pair(Box::new(first), Box::new(last)), span };
    }
    last
}

/// Returns a term in brackets. Parentheses around a single element, or around its head, mean that
/// it is not a constructor to be applied.
fn bracket(node: Node<'_>) -> ExprKind {
    let elements: Vec<Node> = node.children().filter(|child| child.kind().is_term()).collect();
    let [one] = elements.as_slice() else {
        return ExprKind::Bracket(elements.into_iter().map(term).collect());
    };
    let parenthesised =
        |inner: Expr, node: Node| Expr { kind: ExprKind::Parenthesised(Box::new(inner)), span: node.span() };
    let mut element = term(*one);
    if one.kind() == N::Paren {
        element = parenthesised(element, *one);
    } else if let ExprKind::Apply(head, arguments) = element.kind {
        let head = match one.children().next() {
            Some(first) if first.kind() == N::Paren => Box::new(parenthesised(*head, first)),
            _ => head,
        };
        element.kind = ExprKind::Apply(head, arguments);
    }
    ExprKind::Bracket(vec![element])
}

fn branch(node: Node<'_>) -> Branch {
    let pattern = patterns::all(node).next().unwrap_or_else(|| patterns::missing(node));
    let mut terms: Vec<Expr> = all(node).collect();
    let body = terms.pop().unwrap_or_else(|| missing(node));
    Branch { pattern, guard: terms.pop(), body, span: node.span() }
}

/// Returns the operator of a token.
fn operator(kind: T) -> Option<Operator> {
    Some(match kind {
        T::Choice => Operator::Choice,
        T::Implies | T::FatArrow => Operator::Implies,
        T::Or => Operator::Or,
        T::And => Operator::And,
        T::Equal | T::Equals => Operator::Equal,
        T::NotEqual => Operator::NotEqual,
        T::Less => Operator::Less,
        T::LessEqual => Operator::LessEqual,
        T::Greater => Operator::Greater,
        T::GreaterEqual => Operator::GreaterEqual,
        T::Cons => Operator::Cons,
        T::Plus => Operator::Add,
        T::Minus => Operator::Subtract,
        T::Star => Operator::Multiply,
        T::Div => Operator::Divide,
        T::Mod => Operator::Modulo,
        _ => return None,
    })
}
