//! Lists of a structure that go on with elements of other structures, beyond the sizes whose
//! structures are counted.

use std::sync::Arc;

use rand_core::Rng;

use super::Template;
use crate::derivation::{Cell, Derivation};
use crate::error::SpaceError;
use crate::grammar::{Alternative, Grammar, Kind, NodeId};

impl Grammar {
    /// Returns whether there are lists among the nodes so far.
    fn has_sequences(&self) -> bool {
        (0..self.node_count() as u32).any(|node| self.is_sequence(node))
    }

    /// Returns whether the derivations of a node are lists.
    fn is_sequence(&self, node: u32) -> bool {
        let Kind::Sum { alternatives, .. } = &self.node(NodeId(node)).kind else { return false };
        alternatives.iter().any(|alternative| self.is_cons(node, alternative))
    }

    /// Returns whether an alternative of a node is an element before the rest of a list.
    fn is_cons(&self, node: u32, alternative: &Alternative) -> bool {
        let rest = || self.fields(alternative.fields).nth(1).map(|(_, rest)| rest);
        alternative.label == "cons" && alternative.arity == 2 && rest() == Some(NodeId(node))
    }
}

impl Derivation {
    /// Returns whether a position is an element before the rest of a list.
    pub(super) fn is_cons(&self, at: usize) -> bool {
        let Cell { node, word, .. } = self.cells[at];
        let grammar = &self.tables.grammar;
        let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(node)).kind else { return false };
        alternatives.get(word as usize).is_some_and(|alternative| grammar.is_cons(node, alternative))
    }

    /// Returns the positions that are lists, but not the rest of one.
    fn sequences(&self) -> Vec<usize> {
        let mut is_rest = vec![false; self.cells.len()];
        let mut lists = Vec::new();
        for at in (0..self.cells.len()).filter(|&at| self.cells[at].is_position()) {
            if self.is_cons(at) {
                is_rest[self.cells[at].kids as usize + 1] = true;
            }
            // Fields are allocated after the position they belong to.
            if !is_rest[at] && self.tables.grammar.is_sequence(self.cells[at].node) {
                lists.push(at);
            }
        }
        lists
    }

    /// Returns the end of a list and the number of its elements.
    fn end_of(&self, list: usize) -> (usize, u32) {
        let (mut at, mut length) = (list, 0);
        while self.is_cons(at) {
            (at, length) = (self.cells[at].kids as usize + 1, length + 1);
        }
        (at, length)
    }

    /// Removes the elements of a list with this end.
    fn clear(&mut self, list: usize, end: usize) {
        let nil = self.cells[end];
        self.clear_below(list);
        self.cells[list] = nil;
    }
}

/// A list of a structure.
#[derive(Clone, Copy, Debug)]
pub struct List {
    pub(super) at: usize,
    node: u32,
}

impl List {
    /// Returns the number of the list's kind: lists of a template with the same number have the
    /// same elements.
    pub fn kind(self) -> u32 {
        self.node
    }
}

impl Template {
    /// Returns whether structures up to this size have lists.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn has_lists(&mut self, size: u32) -> Result<bool, SpaceError> {
        self.structures.cover(size)?;
        Ok(self.structures.current_mut().tables.grammar.has_sequences())
    }

    /// Returns the lists of the structure, in the order of the slots. The rest of a list is left
    /// out.
    pub fn lists(&self) -> Vec<List> {
        let Some(structure) = self.structures.current() else { return Vec::new() };
        structure.sequences().into_iter().map(|at| List { at, node: structure.cells[at].node }).collect()
    }

    /// Returns a list of the structure to be lengthened; `None` if it is not there. Elements that
    /// were repeated until now keep the numbers that they have.
    pub fn long_list(&mut self, list: List) -> Option<LongList<'_>> {
        let whole = self.structures.current()?.clone();
        whole.cells.get(list.at).filter(|cell| cell.node == list.node)?;
        self.repeats.clear();
        let (end, length) = whole.end_of(list.at);
        let (drawn, appended) = (Vec::new(), Vec::new());
        Some(LongList { template: self, whole, list, end, length, drawn, appended })
    }
}

/// A list of a template's structure that goes on with elements of other structures, or with its own
/// elements once more.
///
/// When it is dropped, the template has the structure with the longer list.
pub struct LongList<'t> {
    template: &'t mut Template,
    /// The structure with the list.
    whole: Derivation,
    list: List,
    end: usize,
    length: u32,
    /// The elements of the structure drawn last: their positions, and the sizes that they add.
    drawn: Vec<(usize, u32)>,
    appended: Vec<Element>,
}

/// An element that was appended.
#[derive(Clone, Copy)]
struct Element {
    /// Its position in the list.
    cons: usize,
    /// Its cells. The second one is the rest of the list.
    from: usize,
    len: usize,
    /// The size that it adds.
    size: u32,
}

impl LongList<'_> {
    /// Returns the size of the whole structure.
    pub fn size(&self) -> u32 {
        self.template.size
    }

    /// Returns the number of elements.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        let sizes = self.whole.sizes();
        self.template.size -= sizes[self.list.at] - sizes[self.end];
        self.template.repeats.clear();
        self.whole.clear(self.list.at, self.end);
        (self.end, self.length) = (self.list.at, 0);
        self.appended.clear();
    }

    /// Draws another structure, and returns the sizes of its elements of lists of the same kind, in
    /// the order of the slots: what each of them adds to the size of the whole.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none of this size.
    pub fn draw<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<Vec<u32>, SpaceError> {
        let Self { template, whole, list, drawn, .. } = self;
        let part = template.structures.of_size(size, rng)?;
        // The part's tables may be expanded further than the tables of the whole.
        whole.tables = Arc::clone(&part.tables);
        let sizes = part.sizes();
        let elements =
            (0..part.cells.len()).filter(|&at| part.cells[at].node == list.node && part.is_cons(at));
        drawn.clear();
        drawn.extend(elements.map(|cons| (cons, sizes[cons] - sizes[part.cells[cons].kids as usize + 1])));
        Ok(drawn.iter().map(|&(_, size)| size).collect())
    }

    /// Appends an element of the structure drawn last, by its number among those that
    /// [`draw`](Self::draw) returned.
    pub fn append(&mut self, number: usize) {
        let Some(&(cons, size)) = self.drawn.get(number) else { return };
        let from = self.whole.cells.len();
        let (structure, nil) = (self.template.structures.current_mut(), self.whole.cells[self.end]);
        let rest = structure.cells[cons].kids as usize + 1;
        let Some(end) = self.whole.graft(self.end, structure, cons, Some(rest)) else { return };
        self.whole.cells[end] = nil;
        self.appended.push(Element { cons: self.end, from, len: self.whole.cells.len() - from, size });
        self.goes_on(end, size);
    }

    /// Appends an element once more, by its number among those that were [appended](Self::append).
    /// Both get the same numbers.
    pub fn repeat(&mut self, number: usize) {
        let Some(&Element { cons, from, len, size }) = self.appended.get(number) else { return };
        let cells = &mut self.whole.cells;
        let (to, nil) = (cells.len(), cells[self.end]);
        let shift = (to - from) as u32;
        cells[self.end] = Cell { word: cells[cons].word, kids: to as u32, ..nil };
        cells.extend_from_within(from..from + len);
        for cell in &mut cells[to..] {
            cell.kids += shift;
        }
        cells[to + 1] = nil;
        self.template.repeats.push(Repeat { from, to, len });
        self.goes_on(to + 1, size);
    }

    /// Notes that there is one more element.
    fn goes_on(&mut self, end: usize, size: u32) {
        self.end = end;
        self.length += 1;
        self.template.size = self.template.size.saturating_add(size);
    }
}

impl Drop for LongList<'_> {
    fn drop(&mut self) {
        std::mem::swap(self.template.structures.current_mut(), &mut self.whole);
        self.template.scan();
    }
}

/// A copy of the cells of an earlier element, except for the rest of the list.
#[derive(Clone, Copy)]
pub(super) struct Repeat {
    from: usize,
    to: usize,
    len: usize,
}

impl Repeat {
    /// Copies the numbers of the earlier element.
    pub(super) fn fill(self, structure: &mut Derivation) {
        // The second cell is the rest of the list.
        for i in (0..self.len).filter(|i| *i != 1) {
            structure.cells[self.to + i].word = structure.cells[self.from + i].word;
        }
    }
}
