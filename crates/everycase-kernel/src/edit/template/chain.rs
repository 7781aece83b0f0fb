//! Chains: structures that nest deeper than those that are drawn.
//!
//! A uniform structure of `n` nodes nests about as deeply as the root of `n`, and less where its
//! nodes hold lists. A chain goes through one position again and again: what lies between two
//! positions of one node in some structure can stand before any position of that node.
//!
//! For example, in the expression `-(x + 1)` the part `-(_)` lies between the expression and its
//! operand. A chain of two such parts and one `_ + 1` is `-(-(x + 1))`, or with the sum first
//! `-(x) + 1` below another part.

use std::sync::Arc;

use rand_core::Rng;

use super::Template;
use crate::derivation::Derivation;
use crate::error::SpaceError;

/// A position of a template's structure that may nest deeper.
#[derive(Clone, Copy, Debug)]
pub struct Nest {
    at: usize,
    node: u32,
}

impl Nest {
    /// Returns the number of the position's kind: the same parts can stand before positions of a
    /// template with the same number.
    pub fn kind(self) -> u32 {
        self.node
    }
}

/// What lies between a position and one of the same node below it.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
    node: u32,
}

/// What a part adds to a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The size.
    pub size: u32,
    /// The [nesting](Derivation::nesting).
    pub nesting: usize,
}

impl Derivation {
    /// Returns the parts between each position and the nearest one of the same node above it. The
    /// rest of a list is not below the list.
    fn parts(&self) -> Vec<Part> {
        let mut parents = vec![usize::MAX; self.cells.len()];
        let mut parts = Vec::new();
        for (end, cell) in self.cells.iter().enumerate().filter(|(_, cell)| cell.is_position()) {
            // Fields are allocated after the position they belong to.
            for field in self.fields(end) {
                parents[field] = end;
            }
            let is_rest = |above: usize| self.is_cons(above) && self.cells[above].kids as usize + 1 == end;
            if parents[end] == usize::MAX || is_rest(parents[end]) {
                continue;
            }
            let mut start = parents[end];
            while start != usize::MAX && self.cells[start].node != cell.node {
                start = parents[start];
            }
            if start != usize::MAX {
                parts.push(Part { start, end, node: cell.node });
            }
        }
        parts
    }
}

impl Template {
    /// Returns the positions of the structure that may nest deeper, because in it some position of
    /// the same node is below another one.
    pub fn nests(&self) -> Vec<Nest> {
        let Some(structure) = self.structures.current() else { return Vec::new() };
        let mut nodes: Vec<u32> = structure.parts().iter().map(|part| part.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let cells = structure.cells.iter().enumerate();
        let nests = cells.filter(|(_, cell)| nodes.binary_search(&cell.node).is_ok());
        nests.map(|(at, cell)| Nest { at, node: cell.node }).collect()
    }

    /// Returns a chain that ends in a position of the structure; `None` if it is not there.
    /// Elements that were repeated until now keep the numbers that they have.
    pub fn chain(&mut self, nest: Nest) -> Option<Chain<'_>> {
        let last = self.structures.current()?.clone();
        last.cells.get(nest.at).filter(|cell| cell.node == nest.node)?;
        self.repeats.clear();
        let mut whole = last.clone();
        whole.clear_below(nest.at);
        Some(Chain { template: self, whole, last, nest, end: nest.at, parts: Vec::new() })
    }
}

/// A chain of parts of structures, before a position of a template's structure.
///
/// When it is dropped, the template has the structure with the chain.
pub struct Chain<'t> {
    template: &'t mut Template,
    /// The structure with the chain, without what is below the position.
    whole: Derivation,
    /// The structure without the chain.
    last: Derivation,
    nest: Nest,
    /// Where the position is.
    end: usize,
    /// The parts of the structure drawn last.
    parts: Vec<(Part, Link)>,
}

impl Chain<'_> {
    /// Returns the size of the whole structure.
    pub fn size(&self) -> u32 {
        self.template.size
    }

    /// Draws another structure, and returns what each of its parts adds, in the order of the slots
    /// where they end.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none of this size.
    pub fn draw<R: Rng + ?Sized>(
        &mut self,
        size: u32,
        rng: &mut R,
    ) -> Result<impl ExactSizeIterator<Item = Link>, SpaceError> {
        let Self { template, whole, nest, parts, .. } = self;
        let other = template.structures.of_size(size, rng)?;
        // It may be expanded further than the whole.
        whole.tables = Arc::clone(&other.tables);
        let (sizes, levels) = (other.sizes(), other.levels());
        parts.clear();
        parts.extend(other.parts().into_iter().filter(|part| part.node == nest.node).map(|part| {
            let Part { start, end, .. } = part;
            (part, Link { size: sizes[start] - sizes[end], nesting: levels[end] - levels[start] })
        }));
        Ok(parts.iter().map(|(_, link)| *link))
    }

    /// Appends a part of the structure drawn last, by its number among those that
    /// [`draw`](Self::draw) returned.
    pub fn append(&mut self, number: usize) {
        let Some(&(Part { start, end, .. }, Link { size, .. })) = self.parts.get(number) else { return };
        let from = self.template.structures.current_mut();
        if let Some(hole) = self.whole.graft(self.end, from, start, Some(end)) {
            self.end = hole;
            self.template.size = self.template.size.saturating_add(size);
        }
    }
}

impl Drop for Chain<'_> {
    fn drop(&mut self) {
        self.whole.graft(self.end, &self.last, self.nest.at, None);
        std::mem::swap(self.template.structures.current_mut(), &mut self.whole);
        self.template.scan();
    }
}
