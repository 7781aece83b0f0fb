//! All derivations of a small part of a grammar, ready to be copied into an arena.
//!
//! Most decisions are made near the leaves, where a node at a size has few derivations. An
//! automaton expands those it meets often: one decision and one copy then replace many decisions.

use std::sync::Arc;

use super::index;
use crate::derivation::Cell;
use crate::grammar::NodeId;
use crate::grammar::Tables;

/// The maximal number of derivations of an expanded state.
const DERIVATIONS: u64 = 256;
/// The maximal size of an expanded state.
const SIZE: u32 = 32;
/// The maximal number of cells of an expanded state, if all derivations are like the first.
const CELLS: usize = 1 << 12;

/// Returns the number of derivations of a node at a size, if they may be expanded.
pub(crate) fn extent(tables: &Arc<Tables>, node: NodeId, size: u32) -> Option<u32> {
    match *tables.node(node, size) {
        [count] if count <= DERIVATIONS && size <= SIZE => {
            let cells = one(tables, node, size, 0).len();
            (cells * count as usize <= CELLS).then_some(count as u32)
        }
        _ => None,
    }
}

/// Returns the `i`-th derivation of a node at a size, as a fragment.
fn one(tables: &Arc<Tables>, node: NodeId, size: u32, i: usize) -> Vec<Cell> {
    let index = if i == 0 { Vec::new() } else { vec![i as u64] };
    let mut cells = index::unrank_node(tables, node, size, index).cells;
    forget_empty_kids(&mut cells);
    cells
}

/// Fills a position with the `i`-th derivation of a node at a size, without expanding the others.
pub(crate) fn paste_one(
    tables: &Arc<Tables>,
    (node, size): (NodeId, u32),
    i: usize,
    cells: &mut Vec<Cell>,
    pos: u32,
    stamp: u32,
) {
    paste(&one(tables, node, size, i), cells, pos, stamp);
}

/// The derivations of a node at a size, in order.
///
/// A cell's position is its offset in the fragment. Offset 0 is the filled position; offset 1 and
/// the following ones are consecutive in the arena, from a base on.
#[derive(Clone, Default)]
pub(crate) struct ExpandedNode {
    cells: Vec<Cell>,
    fragments: Vec<Fragment>,
    /// Offsets of the cells that differ from the previous fragment, and of the cells above them.
    touched: Vec<u16>,
}

/// The end of a derivation's cells, and of its touched offsets.
#[derive(Clone, Copy, Default)]
struct Fragment {
    cells: u32,
    touched: u32,
}

impl ExpandedNode {
    /// Expands all derivations of a node and a size, `count` of them.
    pub(crate) fn new(tables: &Arc<Tables>, node: NodeId, size: u32, count: u32) -> Self {
        let mut block = Self::default();
        let mut before: Vec<Cell> = Vec::new();
        for i in 0..count as usize {
            let cells = one(tables, node, size, i);
            block.touched.extend(touched(&before, &cells));
            block.cells.extend_from_slice(&cells);
            block
                .fragments
                .push(Fragment { cells: block.cells.len() as u32, touched: block.touched.len() as u32 });
            before = cells;
        }
        block
    }

    /// Returns the number of derivations.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.fragments.len()
    }

    /// Fills a position: appends the rest of the derivation to the arena.
    #[inline]
    pub(crate) fn paste(&self, i: usize, cells: &mut Vec<Cell>, pos: u32, stamp: u32) {
        let (from, to) = self.extents(i, |fragment| fragment.cells);
        paste(&self.cells[from..to], cells, pos, stamp);
    }

    /// Turns the previous derivation, at `pos` and from `base` on, into the `i`-th without touching
    /// what they share. It must be the last part of the arena.
    #[inline]
    pub(crate) fn advance(&self, i: usize, cells: &mut Vec<Cell>, pos: u32, base: u32, stamp: u32) {
        let (from, to) = self.extents(i, |fragment| fragment.cells);
        let fragment = &self.cells[from..to];
        cells.truncate(base as usize + fragment.len() - 1);
        let (from, to) = self.extents(i, |fragment| fragment.touched);
        let parent = cells[pos as usize].parent;
        for &offset in &self.touched[from..to] {
            let cell = placed(&fragment[usize::from(offset)], pos, base, stamp);
            match usize::from(offset).checked_sub(1) {
                None => cells[pos as usize] = Cell { parent, ..cell },
                Some(offset) => match cells.get_mut(base as usize + offset) {
                    Some(old) => *old = cell,
                    None => cells.push(cell),
                },
            }
        }
    }

    #[inline]
    fn extents(&self, i: usize, end: impl Fn(&Fragment) -> u32) -> (usize, usize) {
        let from = if i == 0 { 0 } else { end(&self.fragments[i - 1]) };
        (from as usize, end(&self.fragments[i]) as usize)
    }
}

#[inline]
fn paste(fragment: &[Cell], cells: &mut Vec<Cell>, pos: u32, stamp: u32) {
    let base = cells.len() as u32;
    if let [head, rest @ ..] = fragment {
        let parent = cells[pos as usize].parent;
        cells[pos as usize] = Cell { parent, ..placed(head, pos, base, stamp) };
        cells.extend(rest.iter().map(|cell| placed(cell, pos, base, stamp)));
    }
}

/// Returns a cell of a fragment with the positions it has in the arena.
#[inline]
fn placed(cell: &Cell, pos: u32, base: u32, stamp: u32) -> Cell {
    let parent = if cell.parent == 0 { pos } else { base + cell.parent - 1 };
    Cell { kids: base + cell.kids - 1, stamp, parent, ..*cell }
}

/// Clears the field pointers of positions without fields, so that equal positions are equal cells.
fn forget_empty_kids(cells: &mut [Cell]) {
    let mut childless = vec![true; cells.len()];
    for cell in &cells[1..] {
        childless[cell.parent as usize] = false;
    }
    for (cell, _) in cells.iter_mut().zip(childless).filter(|(_, childless)| *childless) {
        cell.kids = 1;
    }
}

/// Returns the offsets at which a derivation differs, or may differ below, from the previous one.
fn touched(before: &[Cell], cells: &[Cell]) -> Vec<u16> {
    let mut touched = vec![false; cells.len()];
    // Everything below a change belongs to it, even if it looks the same.
    for (i, cell) in cells.iter().enumerate() {
        let same = before
            .get(i)
            .is_some_and(|old| (old.word, old.kids, old.node) == (cell.word, cell.kids, cell.node));
        touched[i] = !same || i > 0 && touched[cell.parent as usize];
    }
    for (i, cell) in cells.iter().enumerate().rev() {
        touched[cell.parent as usize] |= touched[i];
    }
    (0..).zip(touched).filter_map(|(i, touched)| touched.then_some(i)).collect()
}
