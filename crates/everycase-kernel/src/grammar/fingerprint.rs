//! A number that shows whether a stored derivation still has its meaning.

use super::compiled::{Grammar, Kind, NodeId};
use super::cost::CostModel;
use super::shape::Shape;
use super::until::Until;
use crate::error::SpaceError;

/// The number of members of a family that count.
const MEMBERS: usize = 2_000;

/// FNV-1a: stable across platforms and releases, unlike the standard library's hashes.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.write(text.as_bytes());
    }
}

/// Computes the fingerprint of a shape:
/// [`Derivations::fingerprint`](crate::Derivations::fingerprint).
pub(crate) fn of(shape: &Shape) -> Result<u64, SpaceError> {
    // A separate grammar, because the expansion of another one depends on its history.
    let mut grammar = Grammar::new(shape, CostModel::Exact);
    for _ in 0..MEMBERS {
        let Some(distance) = grammar.next_distance().filter(|_| grammar.node_count() <= MEMBERS) else {
            break;
        };
        match grammar.expand(distance, &Until::default().looking_ahead(), 0) {
            Err(SpaceError::OutOfTime) => break,
            expanded => expanded?,
        }
    }
    let mut hash = Fnv::new();
    for id in (0..grammar.node_count() as u32).map(NodeId) {
        let node = grammar.node(id);
        hash.number(node.cost);
        match &node.kind {
            Kind::Unexpanded => hash.text("unexpanded"),
            Kind::Leaf(leaf) => {
                hash.text(&leaf.range().to_string());
            }
            Kind::Sum { alternatives, .. } => {
                hash.number(alternatives.len() as u32);
                for alternative in &**alternatives {
                    hash.text(alternative.label);
                    hash.number(alternative.cost);
                    hash.number(alternative.arity);
                    for (pay, field) in grammar.fields(alternative.fields) {
                        hash.number(pay);
                        hash.number(field.0);
                    }
                }
            }
        }
    }
    Ok(hash.finish())
}
