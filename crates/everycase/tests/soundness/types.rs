//! Random types: their spaces for the library, and all their values of a size as a plain list.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use everycase::Space;
use everycase::space::{Alternative, At, Codec, EncodeError, Encoder, Key, Range, Shape, Source};

use crate::random::Dice;

/// A type of algebraic data with integers of many kinds.
#[derive(Clone, Hash)]
pub(crate) enum Type {
    Number(Numbers),
    /// Alternatives, each with its cost and its fields.
    Sum(Arc<[(u32, Vec<Type>)]>),
    /// Lists: what nil and cons cost, and the type of the elements.
    List([u32; 2], Arc<Type>),
    /// Binary trees with an element at each node.
    Tree(Arc<Type>),
}

/// The integers between two bounds, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Numbers {
    lo: Integer,
    hi: Integer,
    gap: Gap,
}

/// Which integers between the bounds are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gap {
    None,
    Zero,
    /// The surrogates among the code points.
    Surrogates,
}

/// An integer between -2^128 and 2^128.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Integer {
    is_negative: bool,
    magnitude: u128,
}

/// A value of a type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    Sum(usize, Vec<Value>),
    Number(Integer),
}

impl Integer {
    pub(crate) fn of(value: i128) -> Self {
        Self { is_negative: value < 0, magnitude: value.unsigned_abs() }
    }

    pub(crate) fn natural(magnitude: u128) -> Self {
        Self { is_negative: false, magnitude }
    }

    /// Returns the integer in 128 bits, if it fits them with a sign.
    pub(crate) fn signed(self) -> Option<i128> {
        match self.is_negative {
            true if self.magnitude > 1 << 127 => None,
            true => Some(self.magnitude.wrapping_neg().cast_signed()),
            false => i128::try_from(self.magnitude).ok(),
        }
    }

    /// Returns two's complement in 128 bits.
    pub(crate) fn bits(self) -> u128 {
        if self.is_negative { self.magnitude.wrapping_neg() } else { self.magnitude }
    }

    fn size(self) -> u32 {
        128 - self.magnitude.leading_zeros()
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl Numbers {
    fn of(lo: i128, hi: i128) -> Self {
        Self { lo: Integer::of(lo), hi: Integer::of(hi), gap: Gap::None }
    }

    fn natural(lo: u128, hi: u128) -> Self {
        Self { lo: Integer::natural(lo), hi: Integer::natural(hi), gap: Gap::None }
    }

    /// A kind of integers: mostly those that have small ones.
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let (a, b) = (i128::from(dice.below(12)) - 6, i128::from(dice.below(12)) - 6);
        let bits = *dice.pick(&[8, 16, 32, 64]);
        let mut numbers = match dice.below(20) {
            0..4 => Self::of(a.min(b), a.max(b)),
            4 => Self::of(0, a.max(b).max(1)),
            5 => Self::of(5, 9),
            6 => Self::of(-5, -1),
            7 => Self::of(-3, 3),
            8..10 => Self::of(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            10..12 => Self::natural(0, u128::MAX >> (128 - bits)),
            12 => Self::of(-(1 << 126), (1 << 126) - 1),
            13 => Self::natural(0, (1 << 126) - 1),
            14 => Self::of(i128::MIN, i128::MAX),
            15 => Self::natural(0, u128::MAX),
            16 => Self { gap: Gap::Surrogates, ..Self::natural(0, 0x10_FFFF) },
            17 => Self::natural(2, u128::MAX),
            18 => *dice.pick(&[
                Self::natural(u128::MAX - 2, u128::MAX),
                Self::natural((1 << 127) - 2, (1 << 127) + 1),
                Self::of(i128::MIN, i128::MIN + 2),
                Self::of(i128::MAX - 2, i128::MAX),
            ]),
            _ => Self::of(i128::MIN, -2),
        };
        if numbers.gap == Gap::None && dice.one_in(6) {
            numbers.gap = Gap::Zero;
        }
        numbers
    }

    fn range(self) -> Range {
        let range = match (self.lo.signed(), self.hi.signed()) {
            _ if self.gap == Gap::Surrogates => Range::chars(),
            (Some(lo), Some(hi)) => Range::of(lo, hi),
            _ => Range::of_unsigned(self.lo.magnitude, self.hi.magnitude),
        };
        if self.gap == Gap::Zero { range.non_zero() } else { range }
    }

    fn holds(self, value: Integer) -> bool {
        let is_left_out = match self.gap {
            Gap::None => false,
            Gap::Zero => value.magnitude == 0,
            Gap::Surrogates => (0xD800..=0xDFFF).contains(&value.magnitude),
        };
        self.lo <= value && value <= self.hi && !is_left_out
    }

    pub(crate) fn is_signed(self) -> bool {
        self.lo.is_negative
    }

    /// Does a value take more than 64 bits?
    fn is_wide(self) -> bool {
        let (least, most) = if self.lo.is_negative {
            (Integer::of(i64::MIN.into()), Integer::of(i64::MAX.into()))
        } else {
            (Integer::of(0), Integer::natural(u64::MAX.into()))
        };
        self.lo < least || self.hi > most
    }

    fn least(self) -> Option<u32> {
        (0..=128).find(|&size| !self.of_size(size).is_empty())
    }

    fn of_size(self, size: u32) -> Vec<Integer> {
        let all = |is_negative: bool| {
            let (least, most) = match size {
                0 => (0, 0),
                1..=128 => (1 << (size - 1), u128::MAX >> (128 - size)),
                _ => return vec![],
            };
            // The magnitudes between the bounds, so that few far from 0 are found at once.
            let (from, to) = match (is_negative, self.lo.is_negative, self.hi.is_negative) {
                (true, false, _) | (false, _, true) => return vec![],
                (true, true, false) => (1, self.lo.magnitude),
                (true, true, true) => (self.hi.magnitude, self.lo.magnitude),
                (false, true, false) => (0, self.hi.magnitude),
                (false, false, false) => (self.lo.magnitude, self.hi.magnitude),
            };
            let magnitudes = least.max(from)..=most.min(to);
            magnitudes.map(|magnitude| Integer { is_negative, magnitude }).collect()
        };
        let mut numbers = all(false);
        numbers.extend(all(true));
        numbers.retain(|&number| self.holds(number));
        numbers
    }
}

impl Type {
    /// A type whose numbers are of two or three kinds, so that they are often compared across kinds.
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let kinds: Vec<_> = (0..=dice.below(3)).map(|_| Numbers::random(dice)).collect();
        let depth = 1 + u32::try_from(dice.below(3)).expect("it is small");
        loop {
            let found = Self::of_depth(dice, &kinds, depth);
            if !matches!(found, Self::Number(_)) {
                return found;
            }
        }
    }

    /// The product of one to three types: the parameters of a property.
    pub(crate) fn parameters(dice: &mut Dice) -> Self {
        let kinds: Vec<_> = (0..=dice.below(2)).map(|_| Numbers::random(dice)).collect();
        let depth = u32::try_from(dice.below(3)).expect("it is small");
        let parameters = (0..=dice.below(3)).map(|_| Self::of_depth(dice, &kinds, depth)).collect();
        Self::Sum([(0, parameters)].into())
    }

    fn of_depth(dice: &mut Dice, kinds: &[Numbers], depth: u32) -> Self {
        let part = |dice: &mut Dice| Self::of_depth(dice, kinds, depth.saturating_sub(1));
        match if depth == 0 { dice.below(5) } else { dice.below(14) } {
            0..4 => Self::Number(*dice.pick(kinds)),
            // Booleans.
            4 => Self::Sum([(1, vec![]), (1, vec![])].into()),
            5..8 => {
                let fields = (0..2 + dice.below(3)).map(|_| part(dice)).collect();
                Self::Sum([(0, fields)].into())
            }
            // Options.
            8 => Self::Sum([(1, vec![]), (1, vec![part(dice)])].into()),
            9 | 10 => {
                let alternative = |dice: &mut Dice| {
                    let cost = u32::try_from(dice.below(3)).expect("it is small");
                    (cost, (0..dice.below(3)).map(|_| part(dice)).collect())
                };
                Self::Sum((0..=dice.below(4)).map(|_| alternative(dice)).collect())
            }
            11 | 12 => Self::List([[0, 1], [1, 1]][dice.index(2)], part(dice).into()),
            _ => Self::Tree(part(dice).into()),
        }
    }

    /// The alternatives, each with its cost and its fields; a number has none.
    pub(crate) fn alternatives(&self) -> Vec<(u32, Vec<Type>)> {
        match self {
            Self::Number(_) => vec![],
            Self::Sum(alternatives) => alternatives.to_vec(),
            Self::List([nil, cons], element) => {
                vec![(*nil, vec![]), (*cons, vec![(**element).clone(), self.clone()])]
            }
            Self::Tree(element) => {
                vec![(1, vec![]), (1, vec![self.clone(), (**element).clone(), self.clone()])]
            }
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        let choice = |own: &Self| {
            let alternatives = own.alternatives().into_iter();
            Shape::choice(
                alternatives
                    .map(|(cost, fields)| Alternative::new("any", fields.iter().map(Self::shape)).pay(cost)),
            )
        };
        match self {
            Self::Number(numbers) => Shape::range(numbers.range()),
            Self::Sum(_) => choice(self),
            Self::List(..) | Self::Tree(_) => {
                let mut hasher = DefaultHasher::new();
                self.hash(&mut hasher);
                let own = self.clone();
                Shape::named(Key::of::<Self>().with(hasher.finish()), move || choice(&own))
            }
        }
    }

    /// Are there numbers beyond 127 bits beside others? These are compared by halves, which makes more than one class.
    pub(crate) fn compares_by_halves(&self) -> bool {
        let mut kinds = Vec::new();
        self.kinds(&mut kinds);
        let is_beyond = |numbers: &Numbers| numbers.hi.signed().is_none();
        kinds.iter().any(is_beyond) && !kinds.iter().all(is_beyond)
    }

    fn kinds(&self, kinds: &mut Vec<Numbers>) {
        match self {
            Self::Number(numbers) => kinds.push(*numbers),
            Self::Sum(alternatives) => {
                alternatives.iter().flat_map(|(_, fields)| fields).for_each(|field| field.kinds(kinds));
            }
            Self::List(_, element) | Self::Tree(element) => element.kinds(kinds),
        }
    }

    /// The size of the smallest value, if there is one.
    pub(crate) fn least(&self) -> Option<u32> {
        match self {
            Self::Number(numbers) => numbers.least(),
            Self::Sum(alternatives) => {
                let leasts = alternatives.iter().filter_map(|(cost, fields)| least_of(*cost, fields));
                leasts.min()
            }
            Self::List([nil, _], _) => Some(*nil),
            Self::Tree(_) => Some(1),
        }
    }

    pub(crate) fn space(&self) -> Space<Value> {
        Space::new(self.shape(), Dynamic(self.clone()))
    }

    /// The size of a value.
    pub(crate) fn size_of(&self, value: &Value) -> u32 {
        match value {
            Value::Number(number) => number.size(),
            Value::Sum(alternative, fields) => {
                let (cost, types) = &self.alternatives()[*alternative];
                cost + types.iter().zip(fields).map(|(part, field)| part.size_of(field)).sum::<u32>()
            }
        }
    }
}

/// The least size of fields beside a cost.
fn least_of(cost: u32, fields: &[Type]) -> Option<u32> {
    fields.iter().try_fold(cost, |sum, field| Some(sum + field.least()?))
}

/// All values of types by size, listed by the definition of sizes and nothing else.
#[derive(Default)]
pub(crate) struct Lists(HashMap<(String, u32), Rc<[Value]>>);

impl Lists {
    pub(crate) fn of_size(&mut self, part: &Type, size: u32) -> Rc<[Value]> {
        let name = (format!("{part:?}"), size);
        if let Some(known) = self.0.get(&name) {
            return Rc::clone(known);
        }
        let mut all = Vec::new();
        if let Type::Number(numbers) = part {
            all.extend(numbers.of_size(size).into_iter().map(Value::Number));
        }
        for (i, (cost, fields)) in part.alternatives().iter().enumerate() {
            let Some(rest) = size.checked_sub(*cost) else { continue };
            all.extend(self.tuples(fields, rest).into_iter().map(|fields| Value::Sum(i, fields)));
        }
        let all: Rc<[Value]> = all.into();
        self.0.insert(name, Rc::clone(&all));
        all
    }

    fn tuples(&mut self, fields: &[Type], size: u32) -> Vec<Vec<Value>> {
        let Some((first, others)) = fields.split_first() else {
            return if size == 0 { vec![vec![]] } else { vec![] };
        };
        let mut all = Vec::new();
        let (Some(least), Some(rest)) = (first.least(), least_of(0, others)) else { return all };
        for own in least..=size.saturating_sub(rest) {
            let firsts = self.of_size(first, own);
            let rests = if firsts.is_empty() { vec![] } else { self.tuples(others, size - own) };
            for value in firsts.iter() {
                all.extend(rests.iter().map(|rest| [std::slice::from_ref(value), &rest[..]].concat()));
            }
        }
        all
    }
}

/// Reads derivations along a type.
struct Dynamic(Type);

fn decode(part: &Type, at: At<'_>) -> Value {
    let Type::Number(numbers) = part else {
        let alternative = at.alternative();
        let (_, fields) = &part.alternatives()[alternative];
        let fields = fields.iter().enumerate().map(|(i, part)| decode(part, at.field(i)));
        return Value::Sum(alternative, fields.collect());
    };
    let bits = match numbers.is_wide() {
        true => at.wide(),
        false if numbers.is_signed() => i128::from(at.bits().cast_signed()).cast_unsigned(),
        false => at.bits().into(),
    };
    let value = if numbers.is_signed() { Integer::of(bits.cast_signed()) } else { Integer::natural(bits) };
    Value::Number(value)
}

fn encode(part: &Type, value: &Value, to: &mut Encoder) -> Result<(), EncodeError> {
    match (part, value) {
        (Type::Number(numbers), Value::Number(number)) if numbers.is_wide() => to.wide(number.bits()),
        // Two's complement of 64 bits is the low half.
        (Type::Number(_), Value::Number(number)) => to.bits(number.bits() as u64),
        (_, Value::Sum(alternative, fields)) => {
            to.alternative(*alternative)?;
            let (_, types) = part.alternatives().swap_remove(*alternative);
            types.iter().zip(fields).try_for_each(|(part, field)| encode(part, field, to))
        }
        _ => Err(EncodeError::NotInShape),
    }
}

impl Codec<Value> for Dynamic {
    fn decode(&self, at: At<'_>) -> Value {
        decode(&self.0, at)
    }

    fn encode(&self, value: &Value, to: &mut Encoder) -> Result<(), EncodeError> {
        encode(&self.0, value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.push_str(&format!("{:?}", self.decode(at)));
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negative { "-" } else { "" }, self.magnitude)
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}..={:?}", self.lo, self.hi)?;
        match self.gap {
            Gap::None => Ok(()),
            gap => write!(f, " without {gap:?}"),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(numbers) => write!(f, "{numbers:?}"),
            Self::Sum(alternatives) => {
                for (i, (cost, fields)) in alternatives.iter().enumerate() {
                    write!(f, "{}{cost}{fields:?}", if i == 0 { "(" } else { " | " })?;
                }
                f.write_str(")")
            }
            Self::List(costs, element) => write!(f, "List{costs:?}<{element:?}>"),
            Self::Tree(element) => write!(f, "Tree<{element:?}>"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Sum(alternative, fields) => write!(f, "{alternative}{fields:?}"),
        }
    }
}
