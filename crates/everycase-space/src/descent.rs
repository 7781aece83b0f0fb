//! The one way down a grammar: positions are decided in pre-order, and a guide says how.
//!
//! Looking up an index, walking to the neighbour and drawing at random differ only in their guide. The size is
//! always exact: an alternative is taken with the size it must have, and a list of fields splits its size between
//! the first field and the rest, so no guide ever meets a dead end.

use crate::count::Tables;
use crate::derivation::{Cell, Derivation};
use crate::grammar::{Kind, NodeId, ProductId};

const NONE: u32 = u32::MAX;

/// Where a decision is taken, and all that is needed to come back to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) work: Work,
    cells: u32,
    frames: u32,
    next: u32,
    pub(crate) time: u32,
}

/// What is decided next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    Node { cell: u32, node: NodeId, size: u32 },
    Product { kid: u32, product: ProductId, size: u32 },
}

/// Fields that wait until the field before them is complete.
#[derive(Clone, Copy)]
struct Frame {
    product: ProductId,
    kid: u32,
    size: u32,
    next: u32,
}

/// What is decided at a node.
pub(crate) enum Decision {
    Leaf { value: u128, wide: bool },
    Sum(Chosen),
}

/// An alternative, and the size left for its fields.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) number: u32,
    pub(crate) arity: u32,
    pub(crate) fields: Option<ProductId>,
    pub(crate) left: u32,
}

impl Chosen {
    /// The alternatives of a node that have derivations of this size; none of a leaf.
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

    /// How many derivations take this alternative.
    pub(crate) fn count<'t>(&self, tables: &'t Tables) -> &'t [u64] {
        self.fields.map_or(&[1], |fields| tables.product(fields, self.left))
    }
}

/// Says which of the possible decisions to take; must take a possible one.
pub(crate) trait Guide {
    /// The decision at a node of this size.
    fn node(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> Decision;
    /// The size of the first of two or more fields, its pay included.
    fn split(&mut self, tables: &Tables, place: Place, product: ProductId, size: u32) -> u32;
    /// The first field of a split is complete, the rest comes next.
    fn resume(&mut self) {}
}

/// The state of a descent: which fields still wait.
#[derive(Clone, Default)]
pub(crate) struct Descent {
    frames: Vec<Frame>,
    next: u32,
    time: u32,
}

impl Descent {
    /// Empties the arena for a value of exactly this size; the work that fills it.
    pub(crate) fn start(&mut self, derivation: &mut Derivation, size: u32) -> Work {
        self.frames.clear();
        (self.next, self.time) = (NONE, 0);
        derivation.since = 0;
        derivation.cells.clear();
        derivation.cells.push(Cell::default());
        Work::Node { cell: 0, node: crate::grammar::Grammar::ROOT, size }
    }

    /// Goes back to a place; what was decided there and after is forgotten.
    pub(crate) fn rewind(&mut self, derivation: &mut Derivation, place: &Place) {
        derivation.cells.truncate(place.cells as usize);
        derivation.since = place.time;
        self.frames.truncate(place.frames as usize);
        (self.next, self.time) = (place.next, place.time);
    }

    fn place(&self, cells: &[Cell], work: Work) -> Place {
        Place {
            work,
            cells: cells.len() as u32,
            frames: self.frames.len() as u32,
            next: self.next,
            time: self.time,
        }
    }

    /// Decides everything from `work` on.
    #[inline]
    pub(crate) fn fill<G: Guide>(&mut self, derivation: &mut Derivation, mut work: Work, guide: &mut G) {
        let Derivation { tables, cells, .. } = derivation;
        let tables: &Tables = tables;
        loop {
            let fields = match work {
                Work::Product { kid, product, size } => Some((kid, product, size)),
                Work::Node { cell, node: id, size } => {
                    let place = self.place(cells, work);
                    let kids = cells.len() as u32;
                    let (word, fields) = match guide.node(tables, place, id, size) {
                        Decision::Leaf { value, wide } => {
                            if wide {
                                cells.push(Cell::high(value));
                            }
                            (value as u64, None)
                        }
                        Decision::Sum(chosen) => {
                            cells.resize(cells.len() + chosen.arity as usize, Cell::default());
                            (u64::from(chosen.number), chosen.fields.map(|list| (kids, list, chosen.left)))
                        }
                    };
                    cells[cell as usize] = Cell { word, kids, node: id.0, time: self.time };
                    self.time += 1;
                    fields
                }
            };
            let (kid, list, size) = match fields {
                Some(fields) => fields,
                None if self.next == NONE => return,
                None => {
                    let frame = self.frames[self.next as usize];
                    self.next = frame.next;
                    guide.resume();
                    (frame.kid, frame.product, frame.size)
                }
            };
            let product = tables.grammar.product(list);
            let mut own = size;
            if let Some(rest) = product.rest {
                let place = self.place(cells, Work::Product { kid, product: list, size });
                own = guide.split(tables, place, list, size);
                self.frames.push(Frame { product: rest, kid: kid + 1, size: size - own, next: self.next });
                self.next = self.frames.len() as u32 - 1;
            }
            work = Work::Node { cell: kid, node: product.head, size: own - product.pay };
        }
    }
}
