//! All values of a type without functions by size, computed only from the documented sizes.
//!
//! The soundness tests include this file, too.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;

use crate::core::{ConId, Program, Type};
use crate::value::Value;

/// The values of the types of a program that have been enumerated.
pub(crate) struct Values<'p> {
    program: &'p Program,
    /// No type has more values of a size here.
    most: usize,
    known: HashMap<(Type, u32), Rc<Vec<Value>>>,
}

/// Returns the values of a type that have a size.
#[allow(dead_code, reason = "the soundness tests limit the number of values")]
pub(crate) fn values(program: &Program, ty: &Type, size: u32) -> Vec<Value> {
    let mut values = Values::new(program, usize::MAX);
    values.of(ty, size).expect("no functions here").to_vec()
}

impl<'p> Values<'p> {
    pub(crate) fn new(program: &'p Program, most: usize) -> Self {
        Self { program, most, known: HashMap::new() }
    }

    /// Returns the values of a type that have a size; `None` if they are too many, or functions.
    pub(crate) fn of(&mut self, ty: &Type, size: u32) -> Option<Rc<Vec<Value>>> {
        let key = (ty.clone(), size);
        if let Some(known) = self.known.get(&key) {
            return Some(Rc::clone(known));
        }
        let integer = |n: i64| Value::Integer(BigInt::from(n));
        let all: Vec<Value> = match ty {
            Type::Integer => magnitudes(size)
                .flat_map(|n| if n == 0 { vec![0] } else { vec![n, -n] })
                .map(integer)
                .collect(),
            Type::Variable(_) => magnitudes(size).map(integer).collect(),
            Type::Character => magnitudes(size)
                .filter_map(|n| char::from_u32(u32::try_from(n).ok()?))
                .map(Value::Character)
                .collect(),
            Type::Arrow(_) => return None,
            Type::Data(data, arguments) => {
                let mut all = Vec::new();
                for con in &self.program.datas[data.index()].constructors {
                    // Unit and pairs cost nothing.
                    let cost = u32::from(*con != ConId::UNIT && *con != ConId::PAIR);
                    let Some(left) = size.checked_sub(cost) else { continue };
                    let types = fields(self.program, *con, arguments);
                    let tuples = tuples(&types, left, self.most, &mut |ty, size| self.of(ty, size))?;
                    all.extend(tuples.into_iter().map(|fields| Value::Construct(*con, fields)));
                }
                all
            }
        };
        if all.len() > self.most {
            return None;
        }
        let all = Rc::new(all);
        self.known.insert(key, Rc::clone(&all));
        Some(all)
    }
}

fn magnitudes(size: u32) -> std::ops::Range<i64> {
    if size == 0 { 0..1 } else { 1 << (size - 1)..1 << size }
}

/// Gives what a type has of a size, if that is not too much.
type OfSize<'f, T> = dyn FnMut(&Type, u32) -> Option<Rc<Vec<T>>> + 'f;

/// Returns the tuples of some types that have a size together, if they are at most `most`; `of`
/// returns the values of one type.
pub(crate) fn tuples<T: Clone>(
    types: &[Type],
    size: u32,
    most: usize,
    of: &mut OfSize<'_, T>,
) -> Option<Vec<Vec<T>>> {
    let Some((first, rest)) = types.split_first() else {
        return Some(if size == 0 { vec![vec![]] } else { vec![] });
    };
    let mut all = Vec::new();
    for own in 0..=size {
        let heads = of(first, own)?;
        let tails = if heads.is_empty() { vec![] } else { tuples(rest, size - own, most, of)? };
        if heads.len() * tails.len() > most {
            return None;
        }
        for head in heads.iter() {
            all.extend(tails.iter().map(|tail| [std::slice::from_ref(head), &tail[..]].concat()));
        }
    }
    Some(all)
}

/// Returns the types of a constructor's fields.
pub(crate) fn fields(program: &Program, con: ConId, arguments: &[Type]) -> Vec<Type> {
    let fields = &program.constructors[con.index()].fields;
    fields.iter().map(|field| instance(&field.ty, arguments)).collect()
}

/// Returns a type over parameters, with arguments for them.
fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Variable(i) => arguments[*i as usize].clone(),
        Type::Data(data, types) => {
            Type::Data(*data, types.iter().map(|ty| instance(ty, arguments)).collect())
        }
        Type::Arrow(arrow) => {
            Type::Arrow((instance(&arrow.0, arguments), instance(&arrow.1, arguments)).into())
        }
        other => other.clone(),
    }
}
