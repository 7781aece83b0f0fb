//! Templates: structures drawn uniformly, whose numbers the caller fills in.
//!
//! In a space of [structures](crate::CostModel::Listed) each number is a slot of size 1. A template
//! draws a structure, lists its slots, and takes the numbers. Which numbers are worth trying is the
//! caller's business. The caller may also lengthen a list beyond the sizes whose structures are
//! counted ([`LongList`]), nest a position deeper ([`Chain`]), and replace an alternative by
//! another one that holds numbers.
//! [`Template::input`] returns the result as a derivation of the exact shape.
//!
//! For example, let a list of bytes cost 1 for its end, and 1 for each element beside its byte.
//! Then the only structure of size 5 is a list of two bytes. Its template has two slots, and after
//! [`put`](Template::put) of 7 and 200 the input is the list `[7, 200]`.

mod chain;
mod copies;
mod graft;
mod long;

use std::any::Any;
use std::sync::Arc;

use rand_core::Rng;

use crate::derivation::encode::Encoder;
use crate::derivation::{At, Cell, Derivation};
use crate::derivations::{Derivations, Uniform};
use crate::error::SpaceError;
use crate::functions::lists;
use crate::grammar::cost::CostModel;
use crate::grammar::range::Range;
use crate::grammar::shape::Shape;
use crate::grammar::{Alternative, Grammar, Kind, NodeId, Tables};

pub use chain::{Chain, Link, Nest};
pub use long::{List, LongList};

use long::Repeat;

impl Derivations {
    /// Returns a source of derivations with uniform structure, whose numbers the caller fills in.
    /// Only spaces of [structures](Self::listed_structures) have slots for them: in the exact model
    /// each number is a derivation of its own.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn template(&self) -> Result<Template, SpaceError> {
        Ok(Template {
            structures: self.uniform()?,
            shape: self.shape().clone(),
            roles: Vec::new(),
            size: 0,
            slots: Vec::new(),
            sums: Vec::new(),
            repeats: Vec::new(),
            input: None,
        })
    }
}

/// A structure drawn uniformly, with slots for its numbers.
///
/// A draw takes time linear in the size; with maps, the time of sorting their keys. Memory depends
/// on the largest size drawn.
#[derive(Clone)]
pub struct Template {
    structures: Uniform,
    shape: Shape,
    /// The known roles of the nodes.
    roles: Vec<Role>,
    /// The size of the structure.
    size: u32,
    slots: Vec<Slot>,
    /// The sums with a payload.
    sums: Vec<Sum>,
    repeats: Vec<Repeat>,
    /// The last input, if maps are lists of entries in its structure.
    input: Option<Derivation>,
}

/// A number of a structure, which is the least of its range until another one is filled in.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    at: u32,
    node: u32,
    /// Whether its numbers need two cells.
    is_wide: bool,
}

impl Slot {
    /// Returns the number of the slot's range: slots of a template with the same number have the
    /// same range.
    #[inline]
    pub fn kind(self) -> u32 {
        self.node
    }
}

/// A position of a structure whose alternative may be replaced.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    at: u32,
    node: u32,
}

/// What a template does at the positions of a node.
#[derive(Clone, Default)]
enum Role {
    #[default]
    Unknown,
    Nothing,
    Slot {
        is_wide: bool,
    },
    /// A sum with the number of each alternative, some of which are copies.
    Copies(Box<[u32]>),
    /// A sum with a payload.
    Payload,
}

impl Role {
    fn of(grammar: &Grammar, node: u32) -> Self {
        match &grammar.node(NodeId(node)).kind {
            Kind::Leaf(leaf) if leaf.is_slot() => Self::Slot { is_wide: leaf.is_wide() },
            Kind::Sum { payload: Some(_), .. } => Self::Payload,
            Kind::Sum { alternatives, .. } => {
                let numbers = || alternatives.iter().map(|alternative| alternative.number);
                let has_copies = !numbers().eq(0..alternatives.len() as u32);
                if has_copies { Self::Copies(numbers().collect()) } else { Self::Nothing }
            }
            Kind::Leaf(_) | Kind::Unexpanded => Self::Nothing,
        }
    }
}

/// The memory of the exact grammar in which inputs are written, in bytes, from which on it is built
/// anew.
const MEMORY: usize = 64 << 20;

impl Template {
    /// Draws a structure of this size uniformly. Its numbers are the least ones of their ranges.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn draw<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<(), SpaceError> {
        self.structures.of_size(size, rng)?;
        self.size = size;
        self.repeats.clear();
        self.scan();
        Ok(())
    }

    /// Finds the slots and the sums with a payload. Copies of alternatives become what they are
    /// copies of.
    fn scan(&mut self) {
        let Self { structures, roles, slots, sums, .. } = self;
        let Derivation { tables, cells, .. } = structures.current_mut();
        slots.clear();
        sums.clear();
        for (at, cell) in (0..).zip(cells).filter(|(_, cell)| cell.is_position()) {
            let place = cell.node as usize;
            if place >= roles.len() {
                roles.resize(place + 1, Role::Unknown);
            }
            if let Role::Unknown = roles[place] {
                roles[place] = Role::of(&tables.grammar, cell.node);
            }
            match &roles[place] {
                Role::Unknown | Role::Nothing => {}
                &Role::Slot { is_wide } => slots.push(Slot { at, node: cell.node, is_wide }),
                Role::Copies(numbers) => {
                    cell.word = numbers.get(cell.word as usize).map_or(cell.word, |&number| number.into());
                }
                Role::Payload => sums.push(Sum { at, node: cell.node }),
            }
        }
    }

    /// Returns the size of the structure. It does not change when an alternative is
    /// [replaced](Self::replace).
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the slots of the structure, in the order of its positions: the fields of a position
    /// are side by side, and before whatever is below them. Slots of elements that were appended to
    /// a list come last.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the range of a slot; `None` for a slot of another template.
    pub fn range(&self, slot: Slot) -> Option<&Range> {
        match self.kind(slot.node)? {
            Kind::Leaf(leaf) => Some(leaf.range()),
            _ => None,
        }
    }

    /// Returns the kind of a node; `None` if the template has no such node.
    fn kind(&self, node: u32) -> Option<&Kind> {
        let grammar = &self.structures.current()?.tables.grammar;
        ((node as usize) < grammar.node_count()).then(|| &grammar.node(NodeId(node)).kind)
    }

    /// Fills in the numbers of slots, in 128-bit two's complement; each must belong to the slot's
    /// range. Then each [repeated](LongList::repeat) element gets the numbers of the element that
    /// it repeats.
    pub fn put(&mut self, numbers: impl IntoIterator<Item = (Slot, u128)>) {
        let structure = self.structures.current_mut();
        let cells = &mut structure.cells;
        for (slot, number) in numbers {
            let Some(cell) = cells.get_mut(slot.at as usize).filter(|cell| cell.node == slot.node) else {
                continue;
            };
            cell.word = number as u64;
            if slot.is_wide {
                let high = cell.kids as usize;
                cells[high].word = (number >> 64) as u64;
            }
        }
        for repeat in &self.repeats {
            repeat.fill(structure);
        }
    }

    /// Returns the sums that have a [payload](Shape::with_payload) of this type, in the order of
    /// the slots.
    pub fn sums<P: Any>(&self) -> impl Iterator<Item = (Sum, &P)> {
        self.sums.iter().filter_map(|&sum| match self.kind(sum.node)? {
            Kind::Sum { payload: Some(payload), .. } => Some((sum, payload.downcast_ref()?)),
            _ => None,
        })
    }

    /// Returns the position of a sum in the structure; `None` for a sum of another template.
    pub fn at(&self, sum: Sum) -> Option<At<'_>> {
        let structure = self.structures.current()?;
        let cell = structure.cells.get(sum.at as usize)?;
        (cell.node == sum.node).then(|| structure.at(sum.at))
    }

    /// Replaces the alternative of a sum by another one with these numbers as fields, in two's
    /// complement. The slots of the former fields are gone, and from now on no element repeats
    /// another.
    ///
    /// Returns false, and changes nothing, if the former alternative has other fields than numbers,
    /// if the new one has not exactly these fields, each a range of at most 64 bits that contains
    /// the number, or if the grammar is not expanded so far.
    pub fn replace(&mut self, sum: Sum, alternative: usize, numbers: &[u64]) -> bool {
        let Derivation { tables, cells, .. } = self.structures.current_mut();
        let is_there = |cell: &&Cell| cell.node == sum.node;
        let Some(&cell) = cells.get(sum.at as usize).filter(is_there) else { return false };
        let grammar = &tables.grammar;
        let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(cell.node)).kind else { return false };
        let (Some(old), Some(new)) = (alternatives.get(cell.word as usize), alternatives.get(alternative))
        else {
            return false;
        };
        let leaves = |of: &Alternative| {
            grammar.fields(of.fields).map(|(_, id)| match &grammar.node(id).kind {
                Kind::Leaf(leaf) => Some((id, leaf)),
                _ => None,
            })
        };
        let fits = leaves(old).all(|leaf| leaf.is_some())
            && new.arity as usize == numbers.len()
            && leaves(new)
                .zip(numbers)
                .all(|(leaf, &number)| leaf.is_some_and(|(_, leaf)| leaf.has_word(number)));
        if fits {
            let kids = cells.len() as u32;
            cells[sum.at as usize] = Cell { word: alternative as u64, kids, ..cell };
            cells[cell.kids as usize..][..old.arity as usize].fill(Cell::removed());
            let field = |((id, _), &word): ((NodeId, _), &u64)| Cell { word, node: id.0, ..Cell::default() };
            cells.extend(leaves(new).flatten().zip(numbers).map(field));
            self.repeats.clear();
        }
        fits
    }

    /// Returns the structure with its numbers: a derivation of the space of structures, in which
    /// maps may be lists of entries.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if none was drawn.
    pub fn structure(&self) -> Result<&Derivation, SpaceError> {
        self.structures.current().ok_or(SpaceError::Empty { size: self.size })
    }

    /// Returns the structure as a derivation of the exact shape. Of entries of a map with the same
    /// key the first one is kept.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if none was drawn.
    pub fn input(&mut self) -> Result<&Derivation, SpaceError> {
        let structure = self.structures.current().ok_or(SpaceError::Empty { size: self.size })?;
        if !structure.tables.grammar.has_lists() {
            self.input = None;
            return Ok(structure);
        }
        // The tables of the last input go on growing, unless they have become large.
        let tables = self.input.take().map(|input| input.tables).filter(|tables| tables.memory() <= MEMORY);
        let tables = tables.unwrap_or_else(|| Arc::new(Tables::new(&self.shape, CostModel::Exact)));
        let mut encoder = Encoder::growing(tables)?;
        lists::write(structure.root(), &mut encoder)?;
        Ok(self.input.insert(encoder.finish()?))
    }

    /// Returns the last [input](Self::input); before the first one, the structure.
    #[inline]
    pub fn current(&self) -> Option<&Derivation> {
        self.input.as_ref().or_else(|| self.structures.current())
    }
}
