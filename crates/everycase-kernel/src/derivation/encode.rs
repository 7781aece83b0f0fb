//! Builds a derivation decision by decision: from a value, or from words read from a file.

use std::any::Any;
use std::sync::Arc;

use super::{Cell, Derivation};
use crate::error::EncodeError;
use crate::grammar::Tables;
use crate::grammar::{Grammar, Kind, NodeId};

/// Takes a value's decisions in pre-order and checks each against the shape.
///
/// A codec's `encode` calls [`alternative`](Self::alternative) at every sum, even one with a single
/// alternative, then encodes the fields of that alternative in order, and calls
/// [`bits`](Self::bits) or [`wide`](Self::wide) at every range.
#[derive(Clone)]
pub struct Encoder {
    derivation: Derivation,
    /// Undecided positions, the next one last.
    open: Vec<(u32, NodeId)>,
    /// Whether positions of a run may be taken for numbers.
    has_run: bool,
    /// Whether each position is expanded when it is next, in tables that are never counted.
    grows: bool,
}

impl Encoder {
    pub(crate) fn new(tables: Arc<Tables>) -> Self {
        let mut encoder = Self::at_root(tables, false);
        // The grammar's root wraps the value. If this fails, the first real decision fails, too.
        let _ = encoder.alternative(0);
        encoder
    }

    /// Returns an encoder that expands the positions of the value itself, and nothing else. The
    /// tables are never counted.
    pub(crate) fn growing(tables: Arc<Tables>) -> Result<Self, EncodeError> {
        let mut encoder = Self::at_root(tables, true);
        encoder.expand_next()?;
        encoder.alternative(0)?;
        Ok(encoder)
    }

    fn at_root(tables: Arc<Tables>, grows: bool) -> Self {
        let mut derivation = Derivation::new(tables);
        derivation.cells.push(Cell::default());
        Self { derivation, open: vec![(0, Grammar::ROOT)], has_run: false, grows }
    }

    /// Expands the next position, if the tables grow with the value.
    fn expand_next(&mut self) -> Result<(), EncodeError> {
        if self.grows
            && let Some(&(_, id)) = self.open.last()
            && matches!(self.derivation.tables.grammar.node(id).kind, Kind::Unexpanded)
        {
            Arc::make_mut(&mut self.derivation.tables).expand_one(id).map_err(|_| EncodeError::NotInShape)?;
        }
        Ok(())
    }

    fn decide(&mut self, word: u64, kids: u32) -> Result<(), EncodeError> {
        let (pos, node) = self.open.pop().ok_or(EncodeError::NotInShape)?;
        self.derivation.cells[pos as usize] = Cell { word, kids, node: node.0, ..Cell::default() };
        self.expand_next()
    }

    fn next(&self) -> Result<(&Kind, NodeId), EncodeError> {
        let &(_, id) = self.open.last().ok_or(EncodeError::NotInShape)?;
        let node = self.derivation.tables.grammar.node(id);
        match &node.kind {
            Kind::Unexpanded => Err(EncodeError::Unexpanded(node.reach())),
            kind => Ok((kind, id)),
        }
    }

    /// Takes the `i`-th alternative, at a sum.
    ///
    /// # Errors
    /// If no position is open, or the next one is a range or has no such alternative.
    pub fn alternative(&mut self, i: usize) -> Result<(), EncodeError> {
        let (Kind::Sum { alternatives, .. }, _) = self.next()? else {
            return Err(EncodeError::NotInShape);
        };
        let alternative = alternatives.get(i).ok_or(EncodeError::NotInShape)?;
        let (arity, list) = (alternative.arity, alternative.fields);
        let kids = self.derivation.cells.len() as u32;
        self.decide(i as u64, kids)?;
        self.derivation.cells.resize((kids + arity) as usize, Cell::default());
        let first = self.open.len();
        self.open
            .extend(self.derivation.tables.grammar.fields(list).zip(kids..).map(|((_, id), pos)| (pos, id)));
        self.open[first..].reverse();
        self.expand_next()
    }

    /// Takes a value in two's complement, sign-extended to 64 bits, at a range of at most 64 bits.
    ///
    /// # Errors
    /// If no position is open, or the next one is not such a range or does not contain the value.
    pub fn bits(&mut self, value: u64) -> Result<(), EncodeError> {
        let (Kind::Leaf(leaf), _) = self.next()? else {
            return Err(EncodeError::NotInShape);
        };
        if !leaf.has_word(value) {
            return Err(EncodeError::NotInShape);
        }
        self.decide(value, 0)
    }

    /// Takes a value in two's complement, at a range of more than 64 bits.
    ///
    /// # Errors
    /// As for [`bits`](Self::bits).
    pub fn wide(&mut self, value: u128) -> Result<(), EncodeError> {
        let (Kind::Leaf(leaf), _) = self.next()? else {
            return Err(EncodeError::NotInShape);
        };
        if !leaf.is_wide() || leaf.position(value).is_none() {
            return Err(EncodeError::NotInShape);
        }
        let kids = self.derivation.cells.len() as u32;
        self.derivation.cells.push(Cell::high(value));
        self.decide(value as u64, kids)
    }

    /// Returns the encoder of a value that is [lifted](crate::lazy::Run::lift) to a run.
    pub(crate) fn with_run(self) -> Self {
        Self { has_run: true, ..self }
    }

    /// Takes the number at a position of a run, at the range of an [atom](crate::lazy::Atom): it
    /// stays open. Returns false, and takes nothing, unless the value is
    /// [lifted](crate::lazy::Run::lift) as a whole; a key of a map, for instance, is encoded to be
    /// compared with others.
    ///
    /// # Errors
    /// If no position is open, or the next one is not a range.
    #[inline]
    pub fn open(&mut self, pos: u32) -> Result<bool, EncodeError> {
        if !self.has_run {
            return Ok(false);
        }
        let (Kind::Leaf(_), _) = self.next()? else {
            return Err(EncodeError::NotInShape);
        };
        let (at, node) = self.open.pop().ok_or(EncodeError::NotInShape)?;
        let cell = Cell { word: u64::from(pos), node: node.0, ..Cell::default() };
        self.derivation.cells[at as usize] = cell.opened();
        Ok(true)
    }

    /// Returns the payload of the next position, set by
    /// [`Shape::with_payload`](crate::Shape::with_payload).
    pub fn payload<P: Any + Send + Sync>(&self) -> Option<Arc<P>> {
        match self.next() {
            Ok((Kind::Sum { payload: Some(payload), .. }, _)) => Arc::clone(payload).downcast().ok(),
            _ => None,
        }
    }

    /// Tries one way to encode a value and, if the value is not in the shape that way, a second
    /// one.
    ///
    /// # Errors
    /// The errors of the second way, or an error of the first way other than that the
    /// value is not in the shape.
    pub fn either(
        &mut self,
        first: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
        second: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let before = self.clone();
        match first(self) {
            Err(EncodeError::NotInShape | EncodeError::NoInverse(_)) => {
                *self = before;
                second(self)
            }
            result => result,
        }
    }

    /// Returns the derivation when every position is decided.
    pub(crate) fn finish(self) -> Result<Derivation, EncodeError> {
        if self.open.is_empty() { Ok(self.derivation) } else { Err(EncodeError::NotInShape) }
    }
}

/// The maximal number of consecutive positions without a word. An endless shape without choices has
/// no values, but words from a file may lead into it.
const WORDLESS: u32 = 1 << 20;

/// Parses a derivation from its [words](Derivation::words). On failure, returns the index of the
/// wrong word.
pub(crate) fn parse(tables: Arc<Tables>, words: &[u64]) -> Result<Derivation, (usize, EncodeError)> {
    let mut encoder = Encoder::new(tables);
    let mut at = 0;
    let mut wordless = 0;
    while !encoder.open.is_empty() {
        let start = at;
        let mut word = || {
            let word = words.get(at).copied();
            at += 1;
            word.ok_or((start, EncodeError::NotInShape))
        };
        let fault = |error| (start, error);
        match encoder.next().map_err(fault)?.0 {
            Kind::Sum { alternatives, .. } if alternatives.len() == 1 => {
                if wordless == WORDLESS {
                    return Err(fault(EncodeError::NotInShape));
                }
                wordless += 1;
                encoder.alternative(0).map_err(fault)?;
            }
            Kind::Sum { .. } => {
                wordless = 0;
                let i = usize::try_from(word()?).map_err(|_| fault(EncodeError::NotInShape))?;
                encoder.alternative(i).map_err(fault)?;
            }
            Kind::Leaf(leaf) if leaf.is_wide() => {
                let (low, high) = (word()?, word()?);
                encoder.wide(u128::from(high) << 64 | u128::from(low)).map_err(fault)?;
            }
            _ => {
                let value = word()?;
                encoder.bits(value).map_err(fault)?;
            }
        }
    }
    if at < words.len() {
        return Err((at, EncodeError::NotInShape));
    }
    encoder.finish().map_err(|error| (at, error))
}
