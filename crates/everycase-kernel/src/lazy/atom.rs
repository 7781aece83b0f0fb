//! Atoms: integers that stand for values of a type parameter, and that are only compared.
//!
//! A front end marks them in the shape: an atom is a position with the payload [`Atom`] and one field, a range of at most 64
//! bits. A value around atoms can be decided and read while they stay open. For example, let a run read a list of two atoms.
//! [`Run::force_structure`] decides that there are two elements, and [`Run::read_structure`] returns a derivation that holds, in
//! place of each number, the position of that number, say 4 and 7. The value that is decoded from it compares its elements by
//! `run.compare_both(4, 7)`.

use crate::grammar::shape::Payload;
use crate::grammar::{Kind, NodeId};

use super::run::Run;
use super::slot::PLAIN;
use super::whole::{Atoms, Reading};

/// The payload of an atom, see [`Shape::with_payload`](crate::Shape::with_payload).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom;

/// Returns whether a payload is that of an atom.
pub(super) fn is_atom(payload: Option<&Payload>) -> bool {
    payload.is_some_and(|payload| payload.is::<Atom>())
}

impl Run {
    /// Decides all open parts at a position and below, except for the numbers of atoms.
    pub fn force_structure(&mut self, pos: u32) {
        self.force_below(pos, Atoms::AsPositions);
    }

    /// Returns the derivation at a position, like [`read`](Self::read), with atoms left open: each number is marked
    /// ([`At::is_open`](crate::At::is_open)), and its [bits](crate::At::bits) are its position in this run.
    pub fn read_structure(&self, pos: u32) -> Option<Reading> {
        self.arena.reading_with(pos, Atoms::AsPositions, |open| self.smallest(open))
    }

    /// Decides all open parts at a position and below; atoms that are read as positions stay open.
    pub(super) fn force_below(&mut self, pos: u32, atoms: Atoms) {
        let Some(tables) = self.arena.tables.clone() else { return };
        let mut stack = vec![pos];
        while let Some(pos) = stack.pop() {
            let node = self.arena.slots[pos as usize].node;
            if node == PLAIN {
                continue;
            }
            match &tables.grammar.node(NodeId(node)).kind {
                Kind::Sum { alternatives, payload } => {
                    let taken = self.force(pos);
                    if atoms == Atoms::AsNumbers || !is_atom(payload.as_ref()) {
                        let arity = alternatives[taken.alternative as usize].arity;
                        stack.extend((taken.fields..taken.fields + arity).rev());
                    }
                }
                Kind::Leaf(_) => {
                    self.number(pos);
                }
                Kind::Unexpanded => {}
            }
        }
    }
}
