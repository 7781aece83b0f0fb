//! Generators and their coverage types.

use super::super::kind::NodeKind as N;
use super::super::lossless::Node;
use super::{first_name, names, of_kind, terms, types};
use crate::tree::{Coverage, CoverageParameter, Generator, Refinement};

/// Returns a generator.
pub(super) fn generator(node: Node<'_>) -> Generator {
    Generator {
        name: first_name(node),
        coverage: coverage(of_kind(node, N::Coverage).next().unwrap_or(node)),
        decreases: of_kind(node, N::Decreases).next().map(|decreases| terms::all(decreases).collect()),
        span: node.span(),
    }
}

fn coverage(node: Node<'_>) -> Coverage {
    let mut parameters: Vec<Node> = of_kind(node, N::Qualified).collect();
    let result = parameters.pop().unwrap_or(node);
    Coverage { parameters: parameters.into_iter().map(parameter).collect(), result: refinement(result) }
}

fn parameter(node: Node<'_>) -> CoverageParameter {
    match of_kind(node, N::Coverage).next() {
        Some(own) => CoverageParameter::Function(first_name(node), coverage(own)),
        None => CoverageParameter::Value(refinement(node)),
    }
}

fn refinement(node: Node<'_>) -> Refinement {
    Refinement { name: names(node).next(), ty: types::only(node), predicate: terms::first(node) }
}
