//! Types and values of random properties: how large they are, how many there are, and all of them by size.
//!
//! Sizes are those of docs/pun.md and of `Enumerable`: 1 for each constructor, 0 for `()` and for pairs, the bits of the
//! magnitude for numbers and characters. Nothing of the kernel is used.

use std::any::Any;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use super::floats;

/// A type of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    /// Integers from the first to the second, both included.
    Integer(i128, i128),
    Character,
    /// Floats of 64 bits, in their total order.
    Float,
    Boolean,
    Unit,
    List(Box<Type>),
    Maybe(Box<Type>),
    Pair(Box<Type>, Box<Type>),
    /// Trees with a key and a value at each node.
    Tree(Box<Type>, Box<Type>),
    /// Values of a nested type: the elements after the first one are of another type, so the type has a member for each depth.
    Nest(Box<Type>),
    /// A type variable, whose values are atoms: naturals up to this one that can only be compared.
    Atom(u64),
}

/// A constructor, in the order in which constructors of one type compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Con {
    False,
    True,
    Unit,
    Nil,
    Cons,
    Nothing,
    Just,
    Pair,
    Leaf,
    Node,
    Stop,
    Go,
}

/// A value. Lists are cells, so that a value can be given on demand.
#[derive(Clone)]
pub(crate) enum Value {
    Integer(i128),
    Character(char),
    Float(f64),
    Made(Con, Rc<[Value]>),
    /// A part of an input that is decided when it is looked at.
    Open(Rc<dyn Open>),
}

/// A part of an input that is decided when it is looked at.
pub(crate) trait Open {
    /// Itself, for comparisons with another one.
    fn as_any(&self) -> &dyn Any;
    /// Decides the constructor, or the number.
    fn force(&self) -> Value;
    /// Compares a number with another one, without deciding either.
    fn compare(&self, other: &Value) -> Ordering;
    /// Is it a number?
    fn is_number(&self) -> bool;
    /// Counts the elements of a list as fast as users do, where that can be done without values.
    fn length(&self) -> Option<usize> {
        None
    }
}

/// The type variables of pun.
pub(crate) const ATOM: Type = Type::Atom(u64::MAX);

/// All integers: more than any test decides.
pub(crate) const INTEGER: Type = Type::Integer(i128::MIN, i128::MAX);

impl Con {
    fn cost(self) -> u32 {
        u32::from(!matches!(self, Con::Unit | Con::Pair))
    }

    /// How it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Con::False => "false",
            Con::True => "true",
            Con::Unit => "()",
            Con::Nil => "[]",
            Con::Cons => "::",
            Con::Nothing => "nothing",
            Con::Just => "just",
            Con::Pair => ",",
            Con::Leaf => "leaf",
            Con::Node => "node",
            Con::Stop => "stop",
            Con::Go => "go",
        }
    }
}

/// The number of bits of a magnitude.
pub(crate) fn bits(magnitude: u128) -> u32 {
    128 - magnitude.leading_zeros()
}

impl Type {
    pub(crate) fn list(element: Type) -> Type {
        Type::List(Box::new(element))
    }

    pub(crate) fn maybe(part: Type) -> Type {
        Type::Maybe(Box::new(part))
    }

    pub(crate) fn pair(left: Type, right: Type) -> Type {
        Type::Pair(Box::new(left), Box::new(right))
    }

    pub(crate) fn tree(key: Type, value: Type) -> Type {
        Type::Tree(Box::new(key), Box::new(value))
    }

    pub(crate) fn nest(element: Type) -> Type {
        Type::Nest(Box::new(element))
    }

    /// The constructors with their fields; numbers and characters have none.
    pub(crate) fn alternatives(&self) -> Vec<(Con, Vec<Type>)> {
        let own = || self.clone();
        match self {
            Type::Integer(..) | Type::Character | Type::Float | Type::Atom(_) => vec![],
            Type::Boolean => vec![(Con::False, vec![]), (Con::True, vec![])],
            Type::Unit => vec![(Con::Unit, vec![])],
            Type::List(element) => vec![(Con::Nil, vec![]), (Con::Cons, vec![(**element).clone(), own()])],
            Type::Maybe(part) => vec![(Con::Nothing, vec![]), (Con::Just, vec![(**part).clone()])],
            Type::Pair(left, right) => vec![(Con::Pair, vec![(**left).clone(), (**right).clone()])],
            Type::Tree(key, value) => {
                let fields = vec![own(), (**key).clone(), (**value).clone(), own()];
                vec![(Con::Leaf, vec![]), (Con::Node, fields)]
            }
            Type::Nest(element) => {
                let rest = Type::nest(Type::pair((**element).clone(), Type::Boolean));
                vec![(Con::Stop, vec![]), (Con::Go, vec![(**element).clone(), rest])]
            }
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        matches!(self, Type::Integer(..))
    }

    /// Are there finitely many values?
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Type::Integer(low, high) => *low > i128::MIN && *high < i128::MAX,
            Type::Character | Type::Float | Type::Boolean | Type::Unit => true,
            Type::List(_) | Type::Tree(..) | Type::Nest(_) | Type::Atom(_) => false,
            Type::Maybe(part) => part.is_finite(),
            Type::Pair(left, right) => left.is_finite() && right.is_finite(),
        }
    }

    /// The numbers or characters of a size, if this is a type of such.
    pub(crate) fn of_bits(&self, size: u32) -> Option<Vec<Value>> {
        let magnitudes = match size {
            0 => 0..1,
            1..=30 => 1 << (size - 1)..1_i128 << size,
            // No test has that many values.
            _ => 0..0,
        };
        match self {
            Type::Integer(low, high) => {
                let with_sign =
                    |magnitude: i128| [magnitude, -magnitude].into_iter().take(if size == 0 { 1 } else { 2 });
                let all = magnitudes.flat_map(with_sign).filter(|integer| (low..=high).contains(&integer));
                Some(all.map(Value::Integer).collect())
            }
            Type::Atom(_) => Some(magnitudes.map(Value::Integer).collect()),
            Type::Character => {
                let all = magnitudes.filter_map(|code| char::from_u32(u32::try_from(code).ok()?));
                Some(all.map(Value::Character).collect())
            }
            Type::Float => Some(floats::of_size(size).into_iter().map(Value::Float).collect()),
            _ => None,
        }
    }

    /// How many numbers or characters of a type of such are of a size, if 128 bits can hold the number.
    fn count_bits(&self, size: u32) -> Option<u128> {
        let (least, most) = match size {
            0 => (0, 0),
            1..=127 => (1 << (size - 1), (1 << size) - 1),
            // No input has that many bits.
            _ => return None,
        };
        let common = |low: u128, high: u128| (most.min(high) + 1).saturating_sub(least.max(low));
        match self {
            Type::Integer(low, high) => {
                let positive =
                    if *high < 0 { 0 } else { common((*low).max(0).unsigned_abs(), high.unsigned_abs()) };
                let is_without = *low >= 0 || size == 0;
                let negative =
                    if is_without { 0 } else { common((*high).min(-1).unsigned_abs(), low.unsigned_abs()) };
                Some(positive + negative)
            }
            Type::Atom(most) => Some(common(0, (*most).into())),
            Type::Character => Some(common(0, 0x10_FFFF) - common(0xD800, 0xDFFF)),
            Type::Float => floats::count(size),
            _ => None,
        }
    }
}

/// Tuples of values.
type Tuples = Rc<[Rc<[Value]>]>;

/// All values by size, and their numbers.
#[derive(Default)]
pub(crate) struct Lists {
    values: HashMap<(Vec<Type>, u32), Tuples>,
    counts: HashMap<(Vec<Type>, u32), Option<u128>>,
}

impl Lists {
    /// All tuples of values whose sizes add up to a size.
    pub(crate) fn tuples(&mut self, types: &[Type], size: u32) -> Tuples {
        if let Some(known) = self.values.get(&(types.to_vec(), size)) {
            return Rc::clone(known);
        }
        let mut all: Vec<Rc<[Value]>> = Vec::new();
        match types {
            [] if size == 0 => all.push([].into()),
            [] => {}
            [only] => all.extend(self.of_type(only, size).into_iter().map(|value| Rc::from([value]))),
            [first, rest @ ..] => {
                for own in 0..=size {
                    let firsts = self.tuples(std::slice::from_ref(first), own);
                    if firsts.is_empty() {
                        continue;
                    }
                    let rests = self.tuples(rest, size - own);
                    for first in firsts.iter() {
                        all.extend(
                            rests.iter().map(|rest| first.iter().chain(rest.iter()).cloned().collect()),
                        );
                    }
                }
            }
        }
        let all: Rc<[_]> = all.into();
        self.values.insert((types.to_vec(), size), Rc::clone(&all));
        all
    }

    fn of_type(&mut self, of: &Type, size: u32) -> Vec<Value> {
        if let Some(all) = of.of_bits(size) {
            return all;
        }
        let mut all = Vec::new();
        for (con, fields) in of.alternatives() {
            let Some(rest) = size.checked_sub(con.cost()) else { continue };
            let tuples = self.tuples(&fields, rest);
            all.extend(tuples.iter().map(|fields| Value::Made(con, Rc::clone(fields))));
        }
        all
    }

    /// Returns how many such tuples there are, if 128 bits can hold the number.
    pub(crate) fn count(&mut self, types: &[Type], size: u32) -> Option<u128> {
        if let Some(known) = self.counts.get(&(types.to_vec(), size)) {
            return *known;
        }
        let count = self.count_anew(types, size);
        self.counts.insert((types.to_vec(), size), count);
        count
    }

    fn count_anew(&mut self, types: &[Type], size: u32) -> Option<u128> {
        let mut sum = 0_u128;
        match types {
            [] => return Some(u128::from(size == 0)),
            [only] => {
                if only.alternatives().is_empty() {
                    return only.count_bits(size);
                }
                for (con, fields) in only.alternatives() {
                    let Some(rest) = size.checked_sub(con.cost()) else { continue };
                    sum = sum.checked_add(self.count(&fields, rest)?)?;
                }
            }
            [first, rest @ ..] => {
                for own in 0..=size {
                    let rests = self.count(rest, size - own)?;
                    if rests > 0 {
                        let firsts = self.count(std::slice::from_ref(first), own)?;
                        sum = sum.checked_add(firsts.checked_mul(rests)?)?;
                    }
                }
            }
        }
        Some(sum)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(integer) => integer.fmt(f),
            Value::Character(character) => character.fmt(f),
            Value::Float(float) => float.fmt(f),
            Value::Made(Con::Nil | Con::Cons, _) => f.debug_list().entries(self.elements()).finish(),
            Value::Made(con, fields) if fields.is_empty() => con.fmt(f),
            Value::Made(con, fields) => {
                con.fmt(f)?;
                f.debug_list().entries(fields.iter()).finish()
            }
            Value::Open(_) => f.write_str("_"),
        }
    }
}

impl Value {
    /// The size, if all is known.
    pub(crate) fn size(&self) -> u32 {
        match self {
            Value::Integer(integer) => bits(integer.unsigned_abs()),
            Value::Character(character) => bits(u32::from(*character).into()),
            Value::Float(float) => floats::size(*float),
            Value::Made(con, fields) => con.cost() + fields.iter().map(Value::size).sum::<u32>(),
            Value::Open(_) => unreachable!("only values that are known are measured"),
        }
    }

    pub(crate) fn boolean(holds: bool) -> Value {
        Value::Made(if holds { Con::True } else { Con::False }, [].into())
    }

    pub(crate) fn list(elements: impl DoubleEndedIterator<Item = Value>) -> Value {
        let nil = Value::Made(Con::Nil, [].into());
        elements.rfold(nil, |rest, first| Value::Made(Con::Cons, [first, rest].into()))
    }

    pub(crate) fn is_true(&self) -> bool {
        self.decide().0 == Con::True
    }

    /// The constructor and the fields.
    pub(crate) fn decide(&self) -> (Con, Rc<[Value]>) {
        match self {
            Value::Made(con, fields) => (*con, Rc::clone(fields)),
            Value::Open(open) => open.force().decide(),
            Value::Integer(_) | Value::Character(_) | Value::Float(_) => {
                unreachable!("a number has no constructor")
            }
        }
    }

    /// The number.
    pub(crate) fn number(&self) -> i128 {
        match self {
            Value::Integer(integer) => *integer,
            Value::Open(open) => open.force().number(),
            Value::Character(_) | Value::Float(_) | Value::Made(..) => unreachable!("it is not a number"),
        }
    }

    /// The elements of a list, each decided when the iterator gets there.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Value> + use<> {
        let mut rest = self.clone();
        std::iter::from_fn(move || {
            let (con, fields) = rest.decide();
            (con == Con::Cons).then(|| {
                rest = fields[1].clone();
                fields[0].clone()
            })
        })
    }

    /// Compares structurally, from left to right, up to the first difference.
    pub(crate) fn compare(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Integer(own), Value::Integer(other)) => own.cmp(other),
            (Value::Character(own), Value::Character(other)) => own.cmp(other),
            (Value::Float(own), Value::Float(other)) => own.total_cmp(other),
            (Value::Open(open), _) if open.is_number() => open.compare(other),
            (_, Value::Open(open)) if open.is_number() => open.compare(self).reverse(),
            _ => {
                let ((con, fields), (other_con, others)) = (self.decide(), other.decide());
                con.cmp(&other_con).then_with(|| {
                    let pairs = fields.iter().zip(others.iter());
                    let mut orders = pairs.map(|(own, other)| own.compare(other));
                    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
                })
            }
        }
    }
}
