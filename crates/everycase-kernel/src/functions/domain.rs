//! The grammar of keys or arguments, from which tries and functions are derived.
//!
//! A trie or a function is a family of shapes, indexed by lists of positions of another grammar.
//! That grammar is expanded here when the family needs it, independently of the grammar that the
//! family becomes part of. Node numbers do not depend on how far it is expanded, so they can be
//! parts of names.

use std::sync::Arc;

use crate::error::{EncodeError, SpaceError};
use crate::grammar::Tables;
use crate::grammar::{Alternative, Grammar, Kind, Leaf, NodeId};
use crate::{Derivation, Derivations, Encoder, Shape, Until};

/// A position of a domain, with the cost paid around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) pay: u32,
    pub(crate) node: NodeId,
}

impl Field {
    /// Returns the number that identifies it in names.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.pay) << 32 | u64::from(self.node.0)
    }
}

/// Waiting positions, the next one last.
pub(crate) type Stack = Vec<Field>;

/// The grammar of a shape, without counts.
pub(crate) struct Domain(Derivations);

impl Domain {
    pub(crate) fn new(shape: &Shape) -> Self {
        Self(Derivations::new(shape.clone()))
    }

    pub(crate) fn shape(&self) -> &Shape {
        self.0.shape()
    }

    /// Returns the tables with a node expanded.
    pub(crate) fn expanded(&self, id: NodeId) -> Result<Arc<Tables>, SpaceError> {
        self.0.grown(|tables| {
            // A name for something that pays is farther away than it seemed.
            let mut reach = None;
            loop {
                let node = tables.grammar.node(id);
                if !matches!(node.kind, Kind::Unexpanded) || reach == Some(node.reach()) {
                    break;
                }
                let next = node.reach();
                Arc::make_mut(tables).expand(next, &Until::default())?;
                reach = Some(next);
            }
            Ok(())
        })
    }

    /// Returns the position of the whole shape.
    pub(crate) fn root(&self) -> Result<Field, SpaceError> {
        let tables = self.expanded(Grammar::ROOT)?;
        let fields = match &tables.grammar.node(Grammar::ROOT).kind {
            Kind::Sum { alternatives, .. } => alternatives[0].fields,
            _ => None,
        };
        // The root wraps the shape as its only field.
        let field = tables.grammar.fields(fields).next();
        field.map(|(pay, node)| Field { pay, node }).ok_or(SpaceError::Encode(EncodeError::NotInShape))
    }

    /// Returns the derivation with the decisions that `write` makes.
    pub(crate) fn encode(
        &self,
        write: impl Fn(&mut Encoder) -> Result<(), EncodeError>,
    ) -> Result<Derivation, EncodeError> {
        self.0.encode(write).map_err(|error| match error {
            SpaceError::Encode(error) => error,
            _ => EncodeError::NotInShape,
        })
    }
}

/// Pushes the fields of an alternative.
pub(crate) fn push(stack: &mut Stack, grammar: &Grammar, alternative: &Alternative) {
    let first = stack.len();
    stack.extend(grammar.fields(alternative.fields).map(|(pay, node)| Field { pay, node }));
    stack[first..].reverse();
}

/// Returns the smallest and the largest size of values of a leaf.
pub(crate) fn classes(leaf: &Leaf) -> Option<(u32, u32)> {
    Some((leaf.smallest_size()?, leaf.largest_size()?))
}

/// Returns the decisions in pre-order: the alternative of a sum, or the size of an integer and its
/// rank among the integers of its size.
pub(crate) fn decisions(derivation: &Derivation) -> Vec<(u32, u128)> {
    let grammar = &derivation.tables.grammar;
    let mut decisions = Vec::new();
    let mut open = vec![derivation.cells[0].kids];
    while let Some(pos) = open.pop() {
        let cell = derivation.cells[pos as usize];
        match &grammar.node(NodeId(cell.node)).kind {
            Kind::Unexpanded => {}
            Kind::Leaf(leaf) => {
                decisions.push(leaf.position(derivation.leaf_value(pos)).unwrap_or_default());
            }
            Kind::Sum { alternatives, .. } => {
                decisions.push((0, u128::from(cell.word)));
                let arity = alternatives[cell.word as usize].arity;
                open.extend((cell.kids..cell.kids + arity).rev());
            }
        }
    }
    decisions
}
