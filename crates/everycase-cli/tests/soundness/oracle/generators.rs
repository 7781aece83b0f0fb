//! Generators of random properties: what they give, by the costs of docs/pun.md, and their form in pun.

use super::values::{Con, INTEGER, Lists, Type, Value, bits};
use crate::dice::Dice;

/// A term that makes choices.
#[derive(Clone, Debug)]
pub(crate) enum Generator {
    /// `int-range low high`
    Range(i128, i128),
    /// `int-gen ()`
    Integers,
    /// `nat-gen ()`
    Naturals,
    /// `bool-gen ()`
    Booleans,
    /// A declared function that makes no choice.
    Constant(i128),
    /// A declared function that gives lists of at most this number of elements.
    Lists(Box<Generator>, u32),
}

impl Generator {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        if dice.percent(40) {
            return Generator::Lists(Box::new(Self::of_elements(dice)), 2 + dice.below(6) as u32);
        }
        if dice.percent(15) { Generator::Constant(dice.below(9) as i128) } else { Self::of_elements(dice) }
    }

    fn of_elements(dice: &mut Dice) -> Self {
        let low = dice.below(9) as i128 - 4;
        match dice.below(6) {
            0 => Generator::Integers,
            1 => Generator::Naturals,
            2 => Generator::Booleans,
            _ => Generator::Range(low, low + dice.below(20) as i128),
        }
    }

    pub(crate) fn ty(&self) -> Type {
        match self {
            Generator::Booleans => Type::Boolean,
            Generator::Lists(element, _) => Type::list(element.ty()),
            _ => INTEGER,
        }
    }

    /// The cost of the choices that give a value.
    pub(crate) fn size(&self, value: &Value) -> u32 {
        match self {
            Generator::Range(low, _) => 1 + bits((value.number() - low).unsigned_abs()),
            Generator::Integers | Generator::Naturals => 1 + value.size(),
            Generator::Booleans => 1,
            Generator::Constant(_) => 0,
            Generator::Lists(element, most) => {
                let elements: Vec<_> = value.elements().collect();
                let ends_by_choice = (elements.len() as u32) < *most;
                u32::from(ends_by_choice) + elements.iter().map(|value| 1 + element.size(value)).sum::<u32>()
            }
        }
    }

    /// Are there finitely many values?
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Generator::Integers | Generator::Naturals => false,
            Generator::Range(..) | Generator::Booleans | Generator::Constant(_) => true,
            Generator::Lists(element, _) => element.is_finite(),
        }
    }

    /// All values that choices of a cost give.
    pub(crate) fn values(&self, size: u32) -> Vec<Value> {
        let numbers = |least: i128, most: i128| {
            let all = Type::Integer(least, most).of_bits(size.saturating_sub(1)).unwrap_or_default();
            if size == 0 { Vec::new() } else { all }
        };
        match self {
            Generator::Range(low, high) => {
                let above = numbers(0, high - low).into_iter();
                above.map(|value| Value::Integer(low + value.number())).collect()
            }
            Generator::Integers => numbers(i128::MIN, i128::MAX),
            Generator::Naturals => numbers(0, i128::MAX),
            Generator::Booleans if size == 1 => vec![Value::boolean(false), Value::boolean(true)],
            Generator::Constant(number) if size == 0 => vec![Value::Integer(*number)],
            Generator::Lists(_, 0) if size == 0 => vec![Value::list([].into_iter())],
            Generator::Booleans | Generator::Constant(_) | Generator::Lists(_, 0) => Vec::new(),
            Generator::Lists(element, most) => {
                let mut all = Vec::new();
                if size == 1 {
                    all.push(Value::list([].into_iter()));
                }
                let shorter = Generator::Lists(element.clone(), most - 1);
                for own in 0..size {
                    let rests = shorter.values(size - 1 - own);
                    for first in element.values(own) {
                        let cons =
                            |rest: &Value| Value::Made(Con::Cons, [first.clone(), rest.clone()].into());
                        all.extend(rests.iter().map(cons));
                    }
                }
                all
            }
        }
    }

    /// One of its values.
    pub(crate) fn sample(&self, dice: &mut Dice) -> Value {
        match self {
            Generator::Range(low, high) => {
                Value::Integer(low + dice.below((high - low).unsigned_abs() as usize + 1) as i128)
            }
            Generator::Integers => Value::Integer(dice.below(12) as i128 - 5),
            Generator::Naturals => Value::Integer(dice.below(12) as i128),
            Generator::Booleans => Value::boolean(dice.percent(50)),
            Generator::Constant(number) => Value::Integer(*number),
            Generator::Lists(element, most) => {
                let length = dice.below(*most as usize + 1);
                let all: Vec<_> = (0..length).map(|_| element.sample(dice)).collect();
                Value::list(all.into_iter())
            }
        }
    }

    /// The term for the parameter at a place.
    pub(crate) fn term(&self, place: usize) -> String {
        match self {
            Generator::Range(low, high) => format!("int-range {low} {high}"),
            Generator::Integers => "int-gen ()".into(),
            Generator::Naturals => "nat-gen ()".into(),
            Generator::Booleans => "bool-gen ()".into(),
            Generator::Constant(_) => format!("gen-{place} ()"),
            Generator::Lists(_, most) => format!("gen-{place} {most}"),
        }
    }

    /// The declarations that the term needs.
    pub(crate) fn declaration(&self, place: usize) -> String {
        match self {
            Generator::Constant(number) => {
                format!("gen-{place} : () -> integer .\ngen-{place} _ = {number} .\n")
            }
            Generator::Lists(element, _) => format!(
                "gen-{place} : integer -> {} .\ngen-{place} n = if n == 0 then [] else [] <+> ({} :: gen-{place} (n - 1)) .\n",
                self.ty(),
                element.term(place)
            ),
            _ => String::new(),
        }
    }
}

/// What a parameter has as its inputs.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Type(Type),
    Generator(Generator),
    /// Maps of Rust from numbers to values, as lists of their entries.
    Map(Type, Type),
}

impl Source {
    pub(crate) fn ty(&self) -> Type {
        match self {
            Source::Type(ty) => ty.clone(),
            Source::Generator(generator) => generator.ty(),
            Source::Map(key, value) => Type::list(Type::pair(key.clone(), value.clone())),
        }
    }

    /// The type, if all of its values are inputs.
    pub(crate) fn as_type(&self) -> Option<Type> {
        match self {
            Source::Type(ty) => Some(ty.clone()),
            Source::Generator(_) | Source::Map(..) => None,
        }
    }

    pub(crate) fn size(&self, value: &Value) -> u32 {
        match self {
            Source::Type(_) => value.size(),
            Source::Generator(generator) => generator.size(value),
            Source::Map(..) => {
                let entries: Vec<Value> = value.elements().collect();
                let keys: Vec<i128> = entries.iter().map(key).collect();
                let shared: u32 = keys.windows(2).map(|pair| shared(pair[0], pair[1])).sum();
                1 + entries.iter().map(Value::size).sum::<u32>() - shared
            }
        }
    }

    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Source::Type(ty) => ty.is_finite(),
            Source::Generator(generator) => generator.is_finite(),
            Source::Map(key, value) => key.is_finite() && value.is_finite(),
        }
    }

    /// All inputs of a size.
    pub(crate) fn values(&self, lists: &mut Lists, size: u32) -> Vec<Value> {
        match self {
            Source::Type(ty) => {
                let tuples = lists.tuples(std::slice::from_ref(ty), size);
                tuples.iter().map(|tuple| tuple[0].clone()).collect()
            }
            Source::Generator(generator) => generator.values(size),
            Source::Map(key, value) if size > 0 => {
                let entry = Type::pair(key.clone(), value.clone());
                let maps = entries(lists, &entry, None, size - 1);
                maps.into_iter().map(|map| Value::list(map.into_iter())).collect()
            }
            Source::Map(..) => Vec::new(),
        }
    }
}

/// The key of an entry, a number that is not negative.
fn key(entry: &Value) -> i128 {
    entry.decide().1[0].number()
}

/// How many bits of the next larger key are paid with those of a key before it: keys of as many bits share their first ones.
fn shared(key: i128, next: i128) -> u32 {
    let length = |key: i128| bits(key.unsigned_abs());
    if length(key) == length(next) { length(next) - bits((key ^ next).unsigned_abs()) } else { 0 }
}

/// All lists of entries of a size whose keys ascend, from the one after `last`.
fn entries(lists: &mut Lists, entry: &Type, last: Option<i128>, size: u32) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    if size == 0 {
        all.push(Vec::new());
    }
    let most = last.map_or(0, |last| bits(last.unsigned_abs()));
    for own in 0..=size + most {
        for first in lists.tuples(std::slice::from_ref(entry), own).iter() {
            let next = key(&first[0]);
            if last.is_some_and(|last| last >= next) {
                continue;
            }
            let shared = last.map_or(0, |last| shared(last, next));
            let Some(rest) = size.checked_sub(own - shared) else { continue };
            for rest in entries(lists, entry, Some(next), rest) {
                all.push(std::iter::once(first[0].clone()).chain(rest).collect());
            }
        }
    }
    all
}
