//! All values of a type as a plain list.

use num_bigint::BigInt;

use crate::core::{ConId, Program, Type};
use crate::value::Value;

/// The values of a type without functions that have a size.
pub(super) fn values(program: &Program, ty: &Type, size: u32) -> Vec<Value> {
    let integers = |all: Vec<i64>| all.into_iter().map(|n| Value::Integer(BigInt::from(n))).collect();
    match ty {
        Type::Integer => {
            integers(magnitudes(size).flat_map(|n| if n == 0 { vec![0] } else { vec![n, -n] }).collect())
        }
        Type::Variable(_) => integers(magnitudes(size).collect()),
        Type::Character => magnitudes(size)
            .filter_map(|n| char::from_u32(u32::try_from(n).ok()?))
            .map(Value::Character)
            .collect(),
        Type::Arrow(_) => panic!("no functions here"),
        Type::Data(data, arguments) => {
            let mut all = Vec::new();
            for con in &program.datas[data.index()].constructors {
                let cost = program.constructors[con.index()].cost;
                let Some(left) = size.checked_sub(cost) else { continue };
                let tuples = tuples(program, &fields(program, *con, arguments), left);
                all.extend(tuples.into_iter().map(|fields| Value::Construct(*con, fields)));
            }
            all
        }
    }
}

fn magnitudes(size: u32) -> std::ops::Range<i64> {
    if size == 0 { 0..1 } else { 1 << (size - 1)..1 << size }
}

fn tuples(program: &Program, types: &[Type], size: u32) -> Vec<Vec<Value>> {
    let Some((first, rest)) = types.split_first() else {
        return if size == 0 { vec![vec![]] } else { vec![] };
    };
    let mut all = Vec::new();
    for k in 0..=size {
        let heads = values(program, first, k);
        let tails = if heads.is_empty() { vec![] } else { tuples(program, rest, size - k) };
        for head in &heads {
            all.extend(tails.iter().map(|tail| [std::slice::from_ref(head), &tail[..]].concat()));
        }
    }
    all
}

/// The types of a constructor's fields.
pub(crate) fn fields(program: &Program, con: ConId, arguments: &[Type]) -> Vec<Type> {
    let fields = &program.constructors[con.index()].fields;
    fields.iter().map(|field| instance(&field.ty, arguments)).collect()
}

/// A type over parameters, with arguments for them.
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
