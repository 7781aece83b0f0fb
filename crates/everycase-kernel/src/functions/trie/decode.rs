//! From a trie's derivation to its entries.
//!
//! The walk through the trie builds the key's derivation. Where keys differ, the part built so far
//! is kept for the second branch.

use std::sync::Arc;

use super::{AGREE, BOTH, LEFT, Places, Trie, bits, split_sizes, split_sum};
use crate::derivation::Cell;
use crate::error::SpaceError;
use crate::functions::domain::classes;
use crate::grammar::{Grammar, Kind, Leaf, NodeId};
use crate::{At, Derivation};

/// Visits the entries of a map or of [`entries`](super::entries), in the order of the keys'
/// decisions: each key as a derivation of the keys' shape, each value by its position.
#[inline]
pub(crate) fn visit<'d>(at: At<'d>, entry: &mut dyn FnMut(&Derivation, At<'d>)) {
    let Some(trie) = at.payload::<Arc<Trie>>() else {
        return;
    };
    let at = at.field(0);
    if at.label() == "empty" {
        return;
    }
    // If the keys were not well-founded, the trie would have no derivation; an error here visits
    // nothing.
    let _ = Walk::new(trie).and_then(|mut walk| walk.run(at.field(0), entry));
}

/// The place in the trie of the next key position.
#[derive(Clone, Copy)]
enum Spot {
    Start,
    Sum { lo: usize, hi: usize },
    Sizes { lo: u32, hi: u32 },
    Places { size: u32, base: u128, places: Places },
}

/// The postponed second branch of a fork.
struct Fork<'d> {
    at: At<'d>,
    spot: Spot,
    cells: usize,
    open: Vec<(u32, NodeId)>,
}

struct Walk<'t> {
    trie: &'t Trie,
    key: Derivation,
    /// Undecided key positions, the next one last.
    open: Vec<(u32, NodeId)>,
}

impl<'t> Walk<'t> {
    #[inline]
    fn new(trie: &'t Trie) -> Result<Self, SpaceError> {
        let root = trie.domain.root()?.node;
        let mut key = Derivation::new(trie.domain.expanded(root)?);
        key.cells.push(Cell { kids: 1, node: Grammar::ROOT.0, ..Cell::default() });
        key.cells.push(Cell::default());
        Ok(Self { trie, key, open: vec![(1, root)] })
    }

    #[inline]
    fn run<'d>(
        &mut self,
        mut at: At<'d>,
        entry: &mut dyn FnMut(&Derivation, At<'d>),
    ) -> Result<(), SpaceError> {
        let mut spot = Spot::Start;
        let mut forks: Vec<Fork<'d>> = Vec::new();
        loop {
            let Some(&(_, id)) = self.open.last() else {
                entry(&self.key, at);
                let Some(fork) = forks.pop() else {
                    return Ok(());
                };
                self.key.cells.truncate(fork.cells);
                (at, spot, self.open) = (fork.at, fork.spot, fork.open);
                continue;
            };
            if let Some((left, right)) = self.sides(spot, id) {
                (at, spot) = match at.alternative() {
                    LEFT => (at.field(0), left),
                    BOTH => {
                        let (cells, open) = (self.key.cells.len(), self.open.clone());
                        forks.push(Fork { at: at.field(1), spot: right, cells, open });
                        (at.field(0), left)
                    }
                    _ => (at.field(0), right),
                };
                continue;
            }
            (at, spot) = self.decide(at, spot, id)?;
        }
    }

    #[inline]
    fn leaf(&self, id: NodeId) -> Option<&Leaf> {
        match &self.key.tables.grammar.node(id).kind {
            Kind::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    /// Returns the two sides of a spot that is a fork.
    #[inline]
    fn sides(&self, spot: Spot, id: NodeId) -> Option<(Spot, Spot)> {
        match spot {
            Spot::Sum { lo, hi } if hi - lo > 1 => {
                let middle = split_sum(lo, hi);
                Some((Spot::Sum { lo, hi: middle }, Spot::Sum { lo: middle, hi }))
            }
            Spot::Sizes { lo, hi } if lo < hi => {
                let middle = split_sizes(lo, hi);
                Some((Spot::Sizes { lo, hi: middle - 1 }, Spot::Sizes { lo: middle, hi }))
            }
            Spot::Sizes { lo, .. } => {
                let count = self.leaf(id)?.count(lo);
                let places = Places { depth: bits(count), count, each: 0 };
                self.sides(Spot::Places { size: lo, base: 0, places }, id)
            }
            Spot::Places { size, base, places } if places.depth > 0 => {
                let low = places.low();
                let left = Spot::Places { size, base, places: low };
                Some((left, Spot::Places { size, base: base + low.count, places: places.high() }))
            }
            _ => None,
        }
    }

    /// Decides the next key position, or finds that keys differ there.
    #[inline]
    fn decide<'d>(&mut self, at: At<'d>, spot: Spot, id: NodeId) -> Result<(At<'d>, Spot), SpaceError> {
        let next = match (&self.key.tables.grammar.node(id).kind, spot) {
            (Kind::Unexpanded, _) => {
                self.key.tables = self.trie.domain.expanded(id)?;
                (at, spot)
            }
            (Kind::Sum { alternatives, .. }, Spot::Start) if at.alternative() < alternatives.len() => {
                self.take(at.alternative());
                (at.field(0), Spot::Start)
            }
            (Kind::Sum { .. }, Spot::Sum { lo, .. }) => {
                self.take(lo);
                (at, Spot::Start)
            }
            (Kind::Sum { alternatives, .. }, _) => (at.field(0), Spot::Sum { lo: 0, hi: alternatives.len() }),
            (Kind::Leaf(leaf), Spot::Start) if at.alternative() == AGREE => {
                let integer = at.field(0);
                let value = if leaf.is_wide() { integer.wide() } else { u128::from(integer.bits()) };
                self.integer(value);
                (at.field(1), Spot::Start)
            }
            (Kind::Leaf(leaf), Spot::Start) => {
                let (lo, hi) = classes(leaf).unwrap_or_default();
                (at.field(0), Spot::Sizes { lo, hi })
            }
            (Kind::Leaf(leaf), spot) => {
                let (size, place) = match spot {
                    Spot::Places { size, base, .. } => (size, base),
                    Spot::Sizes { lo, .. } => (lo, 0),
                    _ => (0, 0),
                };
                self.integer(leaf.nth(size, place).unwrap_or(0));
                (at, Spot::Start)
            }
        };
        Ok(next)
    }

    #[inline]
    fn take(&mut self, i: usize) {
        let Some((pos, id)) = self.open.pop() else { return };
        let grammar = &self.key.tables.grammar;
        let Kind::Sum { alternatives, .. } = &grammar.node(id).kind else { return };
        let kids = self.key.cells.len() as u32;
        self.key.cells[pos as usize] = Cell { word: i as u64, kids, node: id.0, ..Cell::default() };
        let arity = alternatives[i].arity as usize;
        self.key.cells.resize(kids as usize + arity, Cell::default());
        let first = self.open.len();
        self.open
            .extend((kids..).zip(grammar.fields(alternatives[i].fields)).map(|(pos, (_, id))| (pos, id)));
        self.open[first..].reverse();
    }

    #[inline]
    fn integer(&mut self, value: u128) {
        let Some((pos, id)) = self.open.pop() else { return };
        let mut kids = 0;
        if self.leaf(id).is_some_and(Leaf::is_wide) {
            kids = self.key.cells.len() as u32;
            self.key.cells.push(Cell::high(value));
        }
        self.key.cells[pos as usize] = Cell { word: value as u64, kids, node: id.0, ..Cell::default() };
    }
}
