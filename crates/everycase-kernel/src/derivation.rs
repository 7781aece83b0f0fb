//! Derivations: the alternative or integer chosen at each position of a grammar.

pub(crate) mod encode;
pub(crate) mod smallest;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::Range;
use crate::grammar::Tables;
use crate::grammar::{Grammar, Kind, NodeId};

/// One value of a shape, untyped: a tree of decisions in an arena. The fields of a position are
/// side by side.
#[derive(Clone)]
pub struct Derivation {
    pub(crate) tables: Arc<Tables>,
    pub(crate) cells: Vec<Cell>,
    /// Positions stamped with at least this may differ from the previous step, themselves or below.
    pub(crate) since: u32,
}

/// A position of a derivation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    /// The alternative of a sum, or the value of a leaf (the low half of a wide one).
    pub(crate) word: u64,
    /// The first field; for a wide leaf, the cell with its high half.
    pub(crate) kids: u32,
    pub(crate) node: u32,
    /// The last step of an enumeration that changed this position or one below it.
    pub(crate) stamp: u32,
    /// `OPEN` for an undecided position of a partly shown derivation.
    pub(crate) parent: u32,
}

/// No cell has this index.
const OPEN: u32 = u32::MAX;

impl Cell {
    /// Returns the cell for the high half of the wide leaf before it; it is not a position.
    pub(crate) fn high(value: u128) -> Self {
        Self { word: (value >> 64) as u64, node: u32::MAX, ..Self::default() }
    }

    /// Returns the cell in place of one that belongs to no position any more.
    pub(crate) fn removed() -> Self {
        Self::high(0)
    }

    /// Returns the cell as undecided.
    pub(crate) fn opened(self) -> Self {
        Self { parent: OPEN, ..self }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.parent == OPEN
    }

    pub(crate) fn is_position(&self) -> bool {
        self.node != u32::MAX
    }
}

impl Derivation {
    pub(crate) fn new(tables: Arc<Tables>) -> Self {
        Self { tables, cells: Vec::new(), since: 0 }
    }

    /// Returns the position of the value itself.
    #[inline]
    pub fn root(&self) -> At<'_> {
        // The grammar's root is a wrapper with the value as its only field.
        At::new(self, 0).field(0)
    }

    /// Returns the position at an index of the arena.
    pub(crate) fn at(&self, pos: u32) -> At<'_> {
        At::new(self, pos)
    }

    /// Returns the size of the value.
    pub fn size(&self) -> u32 {
        self.sizes()[0]
    }

    /// Returns the size of the value at each cell, including the costs of alternatives.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        let grammar = &self.tables.grammar;
        let mut sizes = vec![0u32; self.cells.len()];
        // Fields are allocated after the position they belong to.
        for (pos, cell) in self.cells.iter().enumerate().rev().filter(|(_, cell)| cell.is_position()) {
            let node = grammar.node(NodeId(cell.node));
            sizes[pos] = node.cost
                + match &node.kind {
                    Kind::Unexpanded => 0,
                    Kind::Leaf(leaf) => {
                        leaf.position(self.leaf_value(pos as u32)).map_or(0, |(size, _)| size)
                    }
                    Kind::Sum { alternatives, .. } => {
                        let alternative = &alternatives[cell.word as usize];
                        let fields = grammar.fields(alternative.fields).zip(cell.kids..);
                        alternative.cost
                            + fields.map(|((pay, _), kid)| pay + sizes[kid as usize]).sum::<u32>()
                    }
                };
        }
        sizes
    }

    /// Returns how deeply alternatives nest, with each field one level deeper but for the rest of a
    /// list: the last of the two fields of an alternative labelled `cons`.
    pub fn nesting(&self) -> usize {
        self.levels().into_iter().max().unwrap_or(0)
    }

    /// Returns the level of each position in this nesting.
    pub(crate) fn levels(&self) -> Vec<usize> {
        let grammar = &self.tables.grammar;
        let mut levels = vec![0; self.cells.len()];
        for (pos, cell) in self.cells.iter().enumerate().filter(|(_, cell)| cell.is_position()) {
            let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(cell.node)).kind else { continue };
            let Some(alternative) = alternatives.get(cell.word as usize) else { continue };
            let is_list = alternative.label == "cons" && alternative.arity == 2;
            for field in 0..alternative.arity {
                let is_rest = is_list && field == 1;
                levels[(cell.kids + field) as usize] = levels[pos] + usize::from(!is_rest);
            }
        }
        levels
    }

    /// Returns the value of a leaf in 128-bit two's complement.
    pub(crate) fn leaf_value(&self, pos: u32) -> u128 {
        let cell = &self.cells[pos as usize];
        match &self.tables.grammar.node(NodeId(cell.node)).kind {
            Kind::Leaf(leaf) if leaf.is_wide() => {
                u128::from(self.cells[cell.kids as usize].word) << 64 | u128::from(cell.word)
            }
            Kind::Leaf(leaf) if leaf.is_signed() => i128::from(cell.word.cast_signed()).cast_unsigned(),
            _ => u128::from(cell.word),
        }
    }

    /// Returns the decisions in pre-order: a word for each sum with several alternatives, one or
    /// two words for each leaf. Together with the shape they determine the value. Files store them.
    pub fn words(&self) -> Vec<u64> {
        At::new(self, 0).words()
    }

    /// Returns the derivation with two fields of the value exchanged; `None` if they are not fields
    /// of the same node.
    #[inline]
    pub fn with_fields_exchanged(&self, one: usize, other: usize) -> Option<Derivation> {
        let root = self.cells.first()?.kids;
        let Cell { kids, node, word, .. } = *self.cells.get(root as usize)?;
        let Kind::Sum { alternatives, .. } = &self.tables.grammar.node(NodeId(node)).kind else {
            return None;
        };
        let arity = alternatives.get(word as usize)?.arity as usize;
        if one >= arity || other >= arity {
            return None;
        }
        let places = [one, other].map(|field| kids as usize + field);
        let [one, other] = places.map(|place| self.cells[place]);
        if one.node != other.node {
            return None;
        }
        let mut exchanged = self.clone();
        (exchanged.cells[places[0]], exchanged.cells[places[1]]) = (other, one);
        Some(exchanged)
    }
}

/// Two derivations of one shape are equal if they make the same decisions.
impl PartialEq for Derivation {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Derivation {}

impl fmt::Debug for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Derivation").field(&self.words()).finish()
    }
}

/// A position of a derivation, as decoders read it.
///
/// A decoder knows from its type whether the position is a sum or a range, and the number of fields
/// of each alternative. If it asks for something else, it gets some position of the derivation,
/// never a panic.
#[derive(Clone, Copy)]
pub struct At<'d> {
    derivation: &'d Derivation,
    cell: &'d Cell,
}

static NOWHERE: Cell = Cell { word: 0, kids: 0, node: 0, stamp: 0, parent: 0 };

impl<'d> At<'d> {
    #[inline]
    fn new(derivation: &'d Derivation, pos: u32) -> Self {
        Self { derivation, cell: derivation.cells.get(pos as usize).unwrap_or(&NOWHERE) }
    }

    /// Returns whether the position is undecided, in a derivation that lazy search shows in part.
    /// It then holds the smallest value, which means nothing.
    #[inline]
    pub fn is_open(self) -> bool {
        self.cell.is_open()
    }

    /// Returns the number of the alternative, at a sum.
    #[inline]
    pub fn alternative(self) -> usize {
        self.cell.word as usize
    }

    /// Returns the `i`-th field of the alternative, at a sum.
    #[inline]
    pub fn field(self, i: usize) -> Self {
        Self::new(self.derivation, self.cell.kids + i as u32)
    }

    /// Returns the label of the alternative, at a sum.
    pub fn label(self) -> &'static str {
        let cell = self.cell;
        match &self.derivation.tables.grammar.node(NodeId(cell.node)).kind {
            Kind::Sum { alternatives, .. } => alternatives.get(cell.word as usize).map_or("", |a| a.label),
            _ => "",
        }
    }

    /// Returns the value in two's complement, at a range of at most 64 bits.
    #[inline]
    pub fn bits(self) -> u64 {
        self.cell.word
    }

    /// Returns the value in two's complement, at a range of more than 64 bits.
    #[inline]
    pub fn wide(self) -> u128 {
        u128::from(self.field(0).cell.word) << 64 | u128::from(self.cell.word)
    }

    /// Returns the number at a range; `None` at a sum. Numbers from 2^127 on, which only ranges
    /// without negative numbers have, are returned in two's complement.
    pub fn number(self) -> Option<i128> {
        let range = self.range()?;
        Some(match (range.is_wide(), range.is_signed()) {
            (true, _) => self.wide().cast_signed(),
            (false, true) => self.bits().cast_signed().into(),
            (false, false) => self.bits().into(),
        })
    }

    /// Returns the character at a range of all characters; `None` elsewhere.
    pub fn character(self) -> Option<char> {
        let word = self.range().filter(|range| range.is_chars()).map(|_| self.bits())?;
        u32::try_from(word).ok().and_then(char::from_u32)
    }

    /// Returns the number of fields of the alternative; `None` at a range.
    pub fn arity(self) -> Option<usize> {
        match &self.derivation.tables.grammar.node(NodeId(self.cell.node)).kind {
            Kind::Sum { alternatives, .. } => Some(alternatives.get(self.alternative())?.arity as usize),
            Kind::Leaf(_) | Kind::Unexpanded => None,
        }
    }

    /// Returns whether this is a range of more than 64 bits.
    pub(crate) fn is_wide(self) -> bool {
        self.range().is_some_and(Range::is_wide)
    }

    fn range(self) -> Option<&'d Range> {
        match &self.derivation.tables.grammar.node(NodeId(self.cell.node)).kind {
            Kind::Leaf(leaf) => Some(leaf.range()),
            Kind::Sum { .. } | Kind::Unexpanded => None,
        }
    }

    /// Returns the decisions from here on, in the order of [`Derivation::words`]. Together with the
    /// shape of this part they determine its value.
    pub fn words(self) -> Vec<u64> {
        let (grammar, cells) = (&self.derivation.tables.grammar, &self.derivation.cells);
        let mut words = Vec::new();
        let mut stack = vec![*self.cell];
        while let Some(cell) = stack.pop() {
            match &grammar.node(NodeId(cell.node)).kind {
                Kind::Unexpanded => {}
                Kind::Leaf(leaf) => {
                    words.push(cell.word);
                    if leaf.is_wide() {
                        words.push(cells[cell.kids as usize].word);
                    }
                }
                Kind::Sum { alternatives, .. } => {
                    if alternatives.len() > 1 {
                        words.push(cell.word);
                    }
                    let arity = alternatives[cell.word as usize].arity;
                    stack.extend((0..arity).rev().map(|field| cells[(cell.kids + field) as usize]));
                }
            }
        }
        words
    }

    /// Returns the payload set by [`Shape::with_payload`](crate::Shape::with_payload).
    #[inline]
    pub fn payload<P: Any>(self) -> Option<&'d P> {
        let grammar: &'d Grammar = &self.derivation.tables.grammar;
        match &grammar.node(NodeId(self.cell.node)).kind {
            Kind::Sum { payload: Some(payload), .. } => payload.downcast_ref(),
            _ => None,
        }
    }

    /// Returns whether the `i`-th of the `n` fields may differ from the value's former state, while
    /// a value is updated in place.
    #[inline]
    pub fn changed(self, i: usize, n: usize) -> bool {
        debug_assert!(i < n);
        self.field(i).redecided()
    }

    /// Returns whether this position or one below it was decided again, while a value is updated in
    /// place.
    #[inline]
    pub fn redecided(self) -> bool {
        self.cell.stamp >= self.derivation.since
    }
}
