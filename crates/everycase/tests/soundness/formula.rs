//! A small language of predicates over the values of a type.

use std::cmp::Ordering;

use crate::random::Dice;
use crate::types::{Integer, Type};

/// A predicate.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Constant(bool),
    /// Is there this alternative at the end of a path?
    Is(Path, usize),
    /// Does the number at the end of a path compare so?
    Compare(Path, How, Operand),
    /// The number, decided whole, has a remainder other than 0.
    Number(Path, u64),
    /// The same of a hash of the whole value there.
    Whole(Path, u64),
    /// A test of all numbers at and below the end of a path.
    Keys(Path, Keys),
    Walk(Path, Walk),
    Not(Box<Formula>),
    Join(Connective, Box<[Formula; 2]>),
    All(Box<[Formula; 3]>),
    Any(Box<[Formula; 3]>),
    If(Box<[Formula; 3]>),
}

impl Formula {
    /// Returns whether the formula looks at a field of the root, which is a product.
    pub(crate) fn looks_at(&self, parameter: usize) -> bool {
        let within = |path: &Path| path.first().is_none_or(|(_, field)| *field == parameter);
        match self {
            Self::Constant(_) => false,
            Self::Is(path, _)
            | Self::Number(path, _)
            | Self::Whole(path, _)
            | Self::Keys(path, _)
            | Self::Walk(path, _) => within(path),
            Self::Compare(path, _, operand) => {
                within(path) || matches!(operand, Operand::At(path) if within(path))
            }
            Self::Not(a) => a.looks_at(parameter),
            Self::Join(_, parts) => parts.iter().any(|part| part.looks_at(parameter)),
            Self::All(parts) | Self::Any(parts) | Self::If(parts) => {
                parts.iter().any(|part| part.looks_at(parameter))
            }
        }
    }
}

/// Steps from a value to a part of it, each an alternative and a field.
pub(crate) type Path = Vec<(usize, usize)>;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Connective {
    And,
    Or,
    AndThen,
    OrElse,
    Implies,
    /// `&&` of the language.
    BothInOrder,
    /// `||` of the language.
    EitherInOrder,
}

/// A comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    Below,
    NotAbove,
    Above,
    NotBelow,
    Equal,
    Different,
    Is(Ordering),
}

/// What a number is compared with.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Constant(Integer),
    /// A constant that comes as a lazy value.
    Lifted(Integer),
    At(Path),
}

/// A test of a list of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keys {
    /// Each number compares so with the next one.
    Chain(How),
    /// No two are equal.
    Distinct,
    /// Sorted by insertion before the first one that compares so, the number at an index is below another.
    Insert(How, usize, Integer),
}

/// A walk that looks at one part after the other, in an order that depends on what it has seen. All it remembers is one of a
/// few states, the parts it has not looked at, and one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) seed: u64,
    pub(crate) states: u64,
    /// Is what is still to be done named before each step?
    pub(crate) is_named: bool,
}

/// What a step of a walk does to a number.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    Decide,
    Compare(How, Integer),
    CompareWithLast(How),
}

impl Walk {
    /// Returns a number that depends on the seed and on what is given.
    pub(crate) fn mix(&self, state: u64, with: u64) -> u64 {
        let mixed = (self.seed ^ state.rotate_left(32) ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 7
    }

    /// What is done to a number in a state.
    pub(crate) fn step(&self, state: u64) -> Step {
        let choice = self.mix(state, 1);
        let constant = Integer::of(i128::from(self.mix(state, 2) % 13) - 6);
        let how =
            [How::Below, How::NotAbove, How::NotBelow, How::Is(Ordering::Equal)][choice as usize / 8 % 4];
        match choice % 8 {
            0 => Step::Decide,
            1..5 => Step::Compare(how, constant),
            _ => Step::CompareWithLast(how),
        }
    }

    /// The next state.
    pub(crate) fn next(&self, state: u64, answer: u64) -> u64 {
        self.mix(state, answer ^ 0xABCD) % self.states
    }

    /// Does the walk end in a state, whatever is left?
    pub(crate) fn ends(&self, state: u64) -> bool {
        self.mix(state, 3).is_multiple_of(9)
    }

    /// Is the number that has just been looked at remembered?
    pub(crate) fn remembers(&self, state: u64) -> bool {
        self.mix(state, 4).is_multiple_of(2)
    }

    pub(crate) fn verdict(&self, state: u64) -> bool {
        !self.mix(state, 5).is_multiple_of(3)
    }
}

/// Makes random formulas over a type.
pub(crate) struct Maker<'d> {
    pub(crate) dice: &'d mut Dice,
    pub(crate) root: Type,
}

impl Maker<'_> {
    pub(crate) fn formula(&mut self, depth: u32) -> Formula {
        let choice = if depth == 0 { self.dice.below(20) } else { self.dice.below(52) };
        match choice {
            0 => Formula::Constant(self.dice.one_in(2)),
            1..4 => {
                let (path, part) = self.path(|part| !matches!(part, Type::Number(_)));
                let alternatives = part.alternatives().len().max(1);
                Formula::Is(path, self.dice.index(alternatives))
            }
            4..10 => {
                let (path, _) = self.path(|part| matches!(part, Type::Number(_)));
                Formula::Compare(path, self.how(), self.operand())
            }
            10 => {
                let (path, _) = self.path(|part| matches!(part, Type::Number(_)));
                Formula::Number(path, 2 + self.dice.below(3))
            }
            11 => Formula::Whole(self.path(|_| true).0, 2 + self.dice.below(3)),
            12..16 => Formula::Keys(self.path(|_| true).0, self.keys()),
            16..20 => Formula::Walk(self.path(|_| true).0, self.walk()),
            20..22 => Formula::Not(Box::new(self.formula(depth - 1))),
            22 => Formula::If(Box::new([(); 3].map(|()| self.formula(depth - 1)))),
            23 => Formula::All(Box::new([(); 3].map(|()| self.formula(depth - 1)))),
            24 => Formula::Any(Box::new([(); 3].map(|()| self.formula(depth - 1)))),
            _ => {
                let connective = *self.dice.pick(&[
                    Connective::And,
                    Connective::And,
                    Connective::Or,
                    Connective::Or,
                    Connective::AndThen,
                    Connective::OrElse,
                    Connective::Implies,
                    Connective::BothInOrder,
                    Connective::EitherInOrder,
                ]);
                Formula::Join(connective, Box::new([(); 2].map(|()| self.formula(depth - 1))))
            }
        }
    }

    /// A path to a part that is wanted, or to any other one where it takes long to find one.
    fn path(&mut self, is_wanted: impl Fn(&Type) -> bool) -> (Path, Type) {
        let mut found = (Path::new(), self.root.clone());
        for _ in 0..8 {
            let (mut path, mut part) = (Path::new(), self.root.clone());
            for _ in 0..self.dice.below(6) {
                let alternatives = part.alternatives();
                let with_fields: Vec<_> =
                    (0..alternatives.len()).filter(|&i| !alternatives[i].1.is_empty()).collect();
                if with_fields.is_empty() {
                    break;
                }
                let alternative = *self.dice.pick(&with_fields);
                let fields = &alternatives[alternative].1;
                let field = self.dice.index(fields.len());
                path.push((alternative, field));
                part = fields[field].clone();
            }
            let fits = is_wanted(&part);
            found = (path, part);
            if fits {
                break;
            }
        }
        found
    }

    fn how(&mut self) -> How {
        *self.dice.pick(&[
            How::Below,
            How::NotAbove,
            How::Above,
            How::NotBelow,
            How::Equal,
            How::Different,
            How::Is(Ordering::Less),
            How::Is(Ordering::Greater),
        ])
    }

    fn operand(&mut self) -> Operand {
        match self.dice.below(8) {
            0..2 => Operand::Constant(self.constant()),
            2 => Operand::Lifted(self.constant()),
            _ => Operand::At(self.path(|part| matches!(part, Type::Number(_))).0),
        }
    }

    fn constant(&mut self) -> Integer {
        let small = Integer::of(i128::from(self.dice.below(13)) - 6);
        let far = [
            Integer::of(i128::MIN),
            Integer::of(i128::MAX),
            Integer::natural(u128::MAX),
            Integer::natural(1 << 127),
            Integer::of(i128::MIN + 1),
            Integer::natural(0xD800),
        ];
        if self.dice.one_in(6) { *self.dice.pick(&far) } else { small }
    }

    fn keys(&mut self) -> Keys {
        match self.dice.below(5) {
            0..2 => Keys::Chain(self.how()),
            2 => Keys::Distinct,
            _ => Keys::Insert(self.how(), self.dice.index(4), self.constant()),
        }
    }

    fn walk(&mut self) -> Walk {
        let states = if self.dice.one_in(2) { 1 << 40 } else { 4 + self.dice.below(12) };
        Walk { seed: self.dice.below(1 << 40), states, is_named: false }
    }

    /// A walk over all of a value that names what it has still to do.
    pub(crate) fn named_walk(&mut self) -> Formula {
        let walk = Walk { states: 2 + self.dice.below(9), is_named: true, ..self.walk() };
        Formula::Walk(Path::new(), walk)
    }
}
