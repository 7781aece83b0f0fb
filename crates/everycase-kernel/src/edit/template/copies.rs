//! Lists of a structure in which some elements have the structure of others.

use super::Template;
use crate::derivation::Derivation;
use crate::grammar::{Kind, NodeId};

/// An element of a list.
struct Element {
    at: usize,
    alternative: u64,
}

impl Derivation {
    /// Returns the elements of a list; `None` if they do not have several alternatives.
    fn alternatives(&self, list: usize) -> Option<Vec<Element>> {
        let mut elements = Vec::new();
        let mut at = list;
        while self.cells[at].is_position() && self.is_cons(at) {
            let element = self.cells[at].kids as usize;
            let cell = self.cells[element];
            match &self.tables.grammar.node(NodeId(cell.node)).kind {
                Kind::Sum { alternatives, .. } if alternatives.len() > 1 => {
                    elements.push(Element { at: element, alternative: cell.word });
                }
                _ => return None,
            }
            at = element + 1;
        }
        Some(elements)
    }
}

impl Template {
    /// Gives elements of lists the structure of others. Of each list whose elements have several
    /// alternatives, `sources` gets the alternatives in their order, and returns for each place the
    /// place of the element whose structure it gets: its own place for an element that stays. An
    /// element whose place is missing stays, too, and so does one if the structure would become
    /// more than twice as large. Returns whether there is such a list. Then numbers are to be
    /// filled in anew, and no element repeats another one any more. Takes time linear in the size
    /// of the structure.
    pub fn copy_elements(&mut self, mut sources: impl FnMut(&[u64]) -> Vec<usize>) -> bool {
        let mut lists = self.lists();
        let Some(structure) = self.structures.current() else { return false };
        lists.retain(|list| structure.alternatives(list.at).is_some_and(|elements| !elements.is_empty()));
        if lists.is_empty() {
            return false;
        }
        let from = structure.clone();
        let sizes = from.sizes();
        let most = self.size.saturating_mul(2);
        let structure = self.structures.current_mut();
        for list in lists {
            // A list in an element that was replaced is not there any more.
            let Some(elements) = structure.alternatives(list.at) else { continue };
            if elements.is_empty() || elements.iter().any(|element| element.at >= sizes.len()) {
                continue;
            }
            let alternatives: Vec<u64> = elements.iter().map(|element| element.alternative).collect();
            for (Element { at, .. }, source) in elements.iter().zip(sources(&alternatives)) {
                let Some(&Element { at: source, .. }) = elements.get(source) else { continue };
                let size = (self.size - sizes[*at]).saturating_add(sizes[source]);
                if source != *at && size <= most {
                    structure.clear_below(*at);
                    structure.graft(*at, &from, source, None);
                    self.size = size;
                }
            }
        }
        self.repeats.clear();
        self.scan();
        true
    }

    /// Returns whether elements of lists repeat others.
    pub fn repeats(&self) -> bool {
        !self.repeats.is_empty()
    }
}
