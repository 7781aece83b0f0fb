//! Random predicates on the inputs of a space, evaluated on complete inputs and on inputs decided
//! on demand.

use everycase_kernel::lazy::Run;
use everycase_kernel::{At, Random};

use super::spaces::{Space, below};

/// An input, complete or decided on demand.
pub(super) trait View {
    type Pos: Copy;

    /// Returns the alternative taken at a sum.
    fn alternative(&mut self, pos: Self::Pos) -> usize;
    /// Returns a field of the alternative.
    fn field(&mut self, pos: Self::Pos, i: usize) -> Self::Pos;
    /// Returns a number completely.
    fn number(&mut self, pos: Self::Pos, signed: bool) -> i128;
    /// Returns whether a number is below a constant.
    fn is_below(&mut self, pos: Self::Pos, value: i128, signed: bool) -> bool;
    /// Returns whether a number is below another one of the same kind.
    fn is_below_other(&mut self, pos: Self::Pos, other: Self::Pos, signed: bool) -> bool;
}

/// A complete input; its positions suffice.
pub(super) struct Whole<'d>(std::marker::PhantomData<At<'d>>);

impl Whole<'_> {
    pub(super) fn new() -> Self {
        Whole(std::marker::PhantomData)
    }
}

impl<'d> View for Whole<'d> {
    type Pos = At<'d>;

    fn alternative(&mut self, pos: At<'d>) -> usize {
        pos.alternative()
    }

    fn field(&mut self, pos: At<'d>, i: usize) -> At<'d> {
        pos.field(i)
    }

    fn number(&mut self, pos: At<'d>, signed: bool) -> i128 {
        let bits = pos.bits();
        if signed { i128::from(bits.cast_signed()) } else { i128::from(bits) }
    }

    fn is_below(&mut self, pos: At<'d>, value: i128, signed: bool) -> bool {
        self.number(pos, signed) < value
    }

    fn is_below_other(&mut self, pos: At<'d>, other: At<'d>, signed: bool) -> bool {
        self.number(pos, signed) < self.number(other, signed)
    }
}

impl View for Run {
    type Pos = u32;

    fn alternative(&mut self, pos: u32) -> usize {
        self.force(pos).alternative as usize
    }

    fn field(&mut self, pos: u32, i: usize) -> u32 {
        self.force(pos).fields + i as u32
    }

    fn number(&mut self, pos: u32, _signed: bool) -> i128 {
        Run::number(self, pos).cast_signed()
    }

    fn is_below(&mut self, pos: u32, value: i128, signed: bool) -> bool {
        Run::is_below(self, pos, value.cast_unsigned(), signed)
    }

    fn is_below_other(&mut self, pos: u32, other: u32, _signed: bool) -> bool {
        self.is_below_both(pos, other)
    }
}

/// A predicate on the inputs of a space.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    Is(bool),
    Not(Box<Predicate>),
    Both(Box<Predicate>, Box<Predicate>),
    Either(Box<Predicate>, Box<Predicate>),
    /// A number is below a constant.
    Below(i128, bool),
    /// A number is even.
    Even(bool),
    /// A sum is of some alternative.
    Takes(usize),
    /// A field of an alternative satisfies a predicate; the boolean is the result for other
    /// alternatives.
    Field(usize, usize, Box<Predicate>, bool),
    /// A field of an alternative is below another one; the boolean is the result for other
    /// alternatives.
    Fields(usize, usize, usize, bool, bool),
    /// All items of a list satisfy a predicate.
    All(Box<Predicate>),
    /// A list is shorter than this.
    Shorter(u64),
    /// A list of numbers is ascending.
    Ascends(bool),
    /// The leftmost branch of a tree is shorter than this.
    Shallow(u64),
}

impl Predicate {
    pub(super) fn random(rng: &mut Random, space: &Space, depth: u32) -> Predicate {
        if depth > 0 && below(rng, 3) == 0 {
            let part = |rng: &mut Random| Box::new(Predicate::random(rng, space, depth - 1));
            return match below(rng, 5) {
                0 => Predicate::Not(part(rng)),
                1 | 2 => Predicate::Both(part(rng), part(rng)),
                _ => Predicate::Either(part(rng), part(rng)),
            };
        }
        if below(rng, 12) == 0 {
            return Predicate::Is(below(rng, 2) == 0);
        }
        match space {
            Space::Number { signed, .. } if below(rng, 4) == 0 => Predicate::Even(*signed),
            Space::Number { signed, bits } => {
                let value = i128::from(below(rng, 1 << bits.min(&8)));
                Predicate::Below(if *signed { value - (1 << (bits - 1)) } else { value }, *signed)
            }
            Space::List { item, .. } => match (below(rng, 4), &**item) {
                (0, _) => Predicate::Shorter(below(rng, 5)),
                (1 | 2, Space::Number { signed, .. }) => Predicate::Ascends(*signed),
                _ => Predicate::All(Box::new(Predicate::random(rng, item, depth.saturating_sub(1)))),
            },
            Space::Tree { item, .. } => match below(rng, 3) {
                0 => Predicate::Shallow(below(rng, 4)),
                1 => Predicate::Field(1, 1, Box::new(Predicate::random(rng, item, 0)), below(rng, 2) == 0),
                _ => Predicate::Field(1, 2, Box::new(Predicate::Takes(0)), below(rng, 2) == 0),
            },
            Space::Sum(alternatives) => {
                let taken = below(rng, alternatives.len() as u64) as usize;
                let fields = &alternatives[taken].1;
                let otherwise = below(rng, 2) == 0;
                if fields.is_empty() {
                    return Predicate::Takes(taken);
                }
                let i = below(rng, fields.len() as u64) as usize;
                let j = below(rng, fields.len() as u64) as usize;
                if let (Space::Number { bits, signed }, Space::Number { bits: other, signed: same }) =
                    (&fields[i], &fields[j])
                    && (bits, signed) == (other, same)
                    && i != j
                {
                    return Predicate::Fields(taken, i, j, *signed, otherwise);
                }
                let inner = Predicate::random(rng, &fields[i], depth.saturating_sub(1));
                Predicate::Field(taken, i, Box::new(inner), otherwise)
            }
        }
    }

    /// Returns whether an input satisfies the predicate.
    pub(super) fn holds<V: View>(&self, view: &mut V, pos: V::Pos) -> bool {
        match self {
            Predicate::Is(what) => *what,
            Predicate::Not(inner) => !inner.holds(view, pos),
            Predicate::Both(one, other) => one.holds(view, pos) && other.holds(view, pos),
            Predicate::Either(one, other) => one.holds(view, pos) || other.holds(view, pos),
            Predicate::Below(value, signed) => view.is_below(pos, *value, *signed),
            Predicate::Even(signed) => view.number(pos, *signed) % 2 == 0,
            Predicate::Takes(alternative) => view.alternative(pos) == *alternative,
            Predicate::Field(alternative, i, inner, otherwise) => {
                if view.alternative(pos) == *alternative {
                    let field = view.field(pos, *i);
                    inner.holds(view, field)
                } else {
                    *otherwise
                }
            }
            Predicate::Fields(alternative, i, j, signed, otherwise) => {
                if view.alternative(pos) == *alternative {
                    let (one, other) = (view.field(pos, *i), view.field(pos, *j));
                    view.is_below_other(one, other, *signed)
                } else {
                    *otherwise
                }
            }
            Predicate::All(inner) => {
                let mut pos = pos;
                while view.alternative(pos) == 1 {
                    let item = view.field(pos, 0);
                    if !inner.holds(view, item) {
                        return false;
                    }
                    pos = view.field(pos, 1);
                }
                true
            }
            Predicate::Shorter(length) => is_shorter(view, pos, *length, 1),
            Predicate::Shallow(length) => is_shorter(view, pos, *length, 0),
            Predicate::Ascends(signed) => {
                let (mut pos, mut last) = (pos, None);
                while view.alternative(pos) == 1 {
                    let item = view.field(pos, 0);
                    if last.is_some_and(|last| view.is_below_other(item, last, *signed)) {
                        return false;
                    }
                    (pos, last) = (view.field(pos, 1), Some(item));
                }
                true
            }
        }
    }
}

/// Returns whether the path along a field is shorter than `length`.
fn is_shorter<V: View>(view: &mut V, mut pos: V::Pos, length: u64, field: usize) -> bool {
    for _ in 0..length {
        if view.alternative(pos) == 0 {
            return true;
        }
        pos = view.field(pos, field);
    }
    false
}
