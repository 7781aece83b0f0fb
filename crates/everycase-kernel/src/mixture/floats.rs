//! Floating-point numbers, which are sums of several fields: how a constant of the code is written there.

use rand_core::Rng;

use super::{below, one_of};
use crate::derivation::{At, Cell, Derivation};
use crate::grammar::{Kind, NodeId};

/// The payload of a sum whose derivations are the values of a floating-point type, for example
/// [`Shape::choice_with`](crate::Shape::choice_with): how to write a number there, and how to read one.
#[derive(Clone, Copy)]
pub struct Floats {
    /// Returns how the value of the type that is nearest to a number is written, or one of its neighbours.
    pub write: fn(f64, Neighbour) -> Written,
    /// Returns the number at a position.
    pub read: fn(At<'_>) -> f64,
}

/// A value of a floating-point type, or the one next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// The value itself.
    Itself,
    /// The next larger one.
    Up,
    /// The next smaller one.
    Down,
}

/// The decisions of a floating-point number: an alternative, and its fields, all of them ranges of at most 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The alternative.
    pub alternative: usize,
    /// The numbers of its fields.
    pub fields: Vec<u64>,
}

/// Values of which code takes little care, or that are not what they are written as.
const SPECIAL: [f64; 14] = [
    f64::NAN,
    f64::INFINITY,
    -0.0,
    0.1,
    0.5,
    1e16,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f64::EPSILON,
    1.0 / 3.0,
    9_007_199_254_740_992.0,
    f32::MAX as f64,
    9_223_372_036_854_775_808.0,
];

/// The bits of NaNs with a payload: a quiet and a signaling one, and one with all bits.
const NANS: [u64; 3] = [0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, 0x7FFF_FFFF_FFFF_FFFF];

impl Floats {
    /// Returns what is known of the floating-point type at a node, if it is one.
    pub(super) fn at(kind: &Kind) -> Option<Self> {
        match kind {
            Kind::Sum { payload: Some(payload), .. } => payload.downcast_ref().copied(),
            _ => None,
        }
    }

    /// Draws a constant of the code or a special value, its negative, or a neighbour of one of them.
    fn draw<R: Rng + ?Sized>(self, constants: &[u64], rng: &mut R) -> Option<Written> {
        let constant = match one_of(constants, rng) {
            Some(bits) if below(2, rng) == 0 => f64::from_bits(*bits),
            _ => *one_of(&SPECIAL, rng)?,
        };
        let constant = match constant {
            nan if nan.is_nan() && below(2, rng) == 0 => f64::from_bits(*one_of(&NANS, rng)?),
            other => other,
        };
        let number = if below(4, rng) == 0 { -constant } else { constant };
        let neighbour = match below(8, rng) {
            0 => Neighbour::Up,
            1 => Neighbour::Down,
            _ => Neighbour::Itself,
        };
        Some((self.write)(number, neighbour))
    }
}

/// Puts constants and special values in place of some floating-point numbers of an input. The fields of the former numbers are no
/// positions any more.
///
/// A constant may have fewer or more fields than the number it replaces, so the size of the structure may change.
pub(super) fn lay<R: Rng + ?Sized>(derivation: &mut Derivation, constants: &[u64], rng: &mut R) {
    /// The inverse of the probability that an input takes constants, and that one of its numbers does.
    const INPUTS: usize = 2;
    const NUMBERS: usize = 3;
    let mut takes = None;
    for pos in 0..derivation.cells.len() {
        let cell = derivation.cells[pos];
        if !cell.is_position() {
            continue;
        }
        let Some(floats) = Floats::at(&derivation.tables.grammar.node(NodeId(cell.node)).kind) else {
            continue;
        };
        let takes = *takes.get_or_insert_with(|| below(INPUTS, rng) == 0);
        if takes
            && below(NUMBERS, rng) == 0
            && let Some(written) = floats.draw(constants, rng)
        {
            put(derivation, pos, &written);
        }
    }
}

/// Replaces a floating-point number, unless the grammar is not expanded so far.
fn put(derivation: &mut Derivation, pos: usize, written: &Written) {
    let cell = derivation.cells[pos];
    let grammar = &derivation.tables.grammar;
    let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(cell.node)).kind else { return };
    let (Some(old), Some(new)) =
        (alternatives.get(cell.word as usize), alternatives.get(written.alternative))
    else {
        return;
    };
    let nodes: Vec<NodeId> = grammar.fields(new.fields).map(|(_, node)| node).collect();
    let is_number = |node: &NodeId| matches!(grammar.node(*node).kind, Kind::Leaf(_));
    if nodes.len() != written.fields.len() || !nodes.iter().all(is_number) {
        return;
    }
    let former = cell.kids as usize..(cell.kids + old.arity) as usize;
    let kids = derivation.cells.len() as u32;
    for cell in &mut derivation.cells[former] {
        *cell = Cell::removed();
    }
    derivation.cells[pos] = Cell { word: written.alternative as u64, kids, ..cell };
    let field = |(node, &word): (&NodeId, &u64)| Cell { word, node: node.0, ..Cell::default() };
    derivation.cells.extend(nodes.iter().zip(&written.fields).map(field));
}
