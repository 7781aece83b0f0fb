//! The cells of a node's smallest derivation.

use super::Cell;
use crate::grammar::{Kind, NodeId, Tables};

/// Returns the first of a node's smallest derivations, with the node in the first cell. The node
/// must have one.
pub(crate) fn smallest_cells(tables: &Tables, id: NodeId) -> Vec<Cell> {
    let (grammar, smallest) = (&tables.grammar, tables.smallest());
    let mut cells = vec![Cell::default()];
    let mut open = vec![(0, id)];
    while let Some((pos, id)) = open.pop() {
        let kids = cells.len() as u32;
        let word = match &grammar.node(id).kind {
            Kind::Unexpanded => 0,
            Kind::Leaf(leaf) => {
                let number = leaf.smallest().unwrap_or_default();
                if leaf.is_wide() {
                    cells.push(Cell { parent: pos, ..Cell::high(number) });
                }
                number as u64
            }
            Kind::Sum { alternatives, .. } => {
                let chosen = smallest.first(grammar, alternatives).unwrap_or_default();
                let fields = alternatives.get(chosen).and_then(|chosen| chosen.fields);
                let first = open.len();
                open.extend((kids..).zip(grammar.fields(fields).map(|(_, field)| field)));
                cells.resize(cells.len() + open.len() - first, Cell { parent: pos, ..Cell::default() });
                open[first..].reverse();
                chosen as u64
            }
        };
        let cell = &mut cells[pos as usize];
        *cell = Cell { word, kids, node: id.0, ..*cell };
    }
    cells
}
