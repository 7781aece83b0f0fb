//! The alternatives of a node that have derivations of a size.

use crate::grammar::{Kind, NodeId, ProductId, Tables};

/// An alternative, and the size left for its fields.
#[derive(Clone, Copy)]
pub(crate) struct SizedAlternative {
    pub(crate) number: u32,
    pub(crate) arity: u32,
    pub(crate) fields: Option<ProductId>,
    pub(crate) left: u32,
}

impl SizedAlternative {
    /// Returns the alternatives of a node that have derivations of this size; a leaf has none.
    pub(crate) fn all(tables: &Tables, node: NodeId, size: u32) -> impl Iterator<Item = Self> + '_ {
        let node = tables.grammar.node(node);
        let alternatives = match &node.kind {
            Kind::Sum { alternatives, .. } => &**alternatives,
            _ => &[],
        };
        (0..).zip(alternatives).filter_map(move |(number, alternative)| {
            let size = size.checked_sub(node.cost)?;
            let possible = !tables.alternative(alternative, size).is_empty();
            possible.then(|| Self {
                number,
                arity: alternative.arity,
                fields: alternative.fields,
                left: size - alternative.cost,
            })
        })
    }

    /// Returns the number of derivations that take this alternative.
    pub(crate) fn count<'t>(&self, tables: &'t Tables) -> &'t [u64] {
        self.fields.map_or(&[1], |fields| tables.product(fields, self.left))
    }
}
