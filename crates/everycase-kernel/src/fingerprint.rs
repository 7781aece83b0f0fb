//! A number that tells whether a stored derivation still means the same.

use crate::error::SpaceError;
use crate::grammar::{Grammar, Kind, Leaf, NodeId};
use crate::{Derivations, Space, Until};

/// Members of a family beyond this many are not looked at.
const MEMBERS: usize = 2_000;

/// FNV-1a: stable across platforms and releases, which the standard library's hashes do not promise.
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

impl Derivations {
    /// A number that changes when the shape does: its alternatives, their labels, costs, fields or ranges. Equal
    /// shapes have equal fingerprints on every machine and in every release. A family is looked at as far as its
    /// first 2,000 members.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn fingerprint(&self) -> Result<u64, SpaceError> {
        // A grammar of its own: how far another has been expanded depends on what was asked of it.
        let mut grammar = Grammar::new(self.shape(), false);
        for _ in 0..MEMBERS {
            let Some(distance) = grammar.next_distance().filter(|_| grammar.node_count() <= MEMBERS) else {
                break;
            };
            grammar.expand(distance, &Until::default(), 0)?;
        }
        let mut hash = Fnv::new();
        for id in (0..grammar.node_count() as u32).map(NodeId) {
            let node = grammar.node(id);
            hash.number(node.cost);
            match &node.kind {
                Kind::Unexpanded => hash.text("unexpanded"),
                Kind::Leaf(leaf) => {
                    let (Leaf::Range(range) | Leaf::Edges { range, .. }) = &**leaf;
                    hash.text(&range.to_string());
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
}

impl<T> Space<T> {
    /// The fingerprint of the space's shape, see [`Derivations::fingerprint`].
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn fingerprint(&self) -> Result<u64, SpaceError> {
        self.derivations().fingerprint()
    }
}
