//! Parts of one structure in another one.

use crate::derivation::{Cell, Derivation};
use crate::grammar::{Kind, NodeId};

impl Derivation {
    /// Returns the cells of the fields of a position; of a wide number, its high half.
    pub(super) fn fields(&self, at: usize) -> std::ops::Range<usize> {
        let kids = self.cells[at].kids as usize;
        kids..kids + self.arity(at)
    }

    fn arity(&self, at: usize) -> usize {
        let Cell { node, word, .. } = self.cells[at];
        if !self.cells[at].is_position() {
            return 0;
        }
        match &self.tables.grammar.node(NodeId(node)).kind {
            Kind::Leaf(leaf) => usize::from(leaf.is_wide()),
            Kind::Sum { alternatives, .. } => {
                alternatives.get(word as usize).map_or(0, |it| it.arity as usize)
            }
            Kind::Unexpanded => 0,
        }
    }

    /// Removes the positions below a position.
    pub(super) fn clear_below(&mut self, at: usize) {
        let mut open: Vec<usize> = self.fields(at).collect();
        while let Some(at) = open.pop() {
            open.extend(self.fields(at));
            self.cells[at] = Cell::removed();
        }
    }

    /// Copies a position of another derivation, with everything below it but for the position
    /// `hole`, in place of a position of the same node that has nothing below it. Returns where the
    /// hole is, if there is one: nothing is there. The fields of the position are side by side,
    /// after all cells so far.
    pub(super) fn graft(
        &mut self,
        at: usize,
        from: &Derivation,
        start: usize,
        hole: Option<usize>,
    ) -> Option<usize> {
        let mut copied_hole = None;
        self.cells[at] = from.cells[start];
        // The copied cells whose fields are not copied yet.
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let (fields, own) = (self.fields(at), self.cells.len());
            self.cells[at].kids = own as u32;
            for (own, field) in (own..).zip(fields) {
                if Some(field) == hole {
                    copied_hole = Some(own);
                    self.cells.push(Cell::removed());
                } else {
                    open.push(own);
                    self.cells.push(from.cells[field]);
                }
            }
        }
        copied_hole
    }
}
