//! All functions of a type as a plain list, and what they mean: tables, or cases over one flat list
//! of arguments.

use num_bigint::BigInt;

use super::naive::{fields, values};
use crate::core::{ConId, DataId, Program, Type};
use crate::value::Value;

/// A function of a list of arguments. Each look is at the argument after those that are dropped.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Constant(Value),
    /// Values in ascending order, and what is for all others.
    Equal(usize, Vec<(Value, Tree)>, Box<Tree>),
    Case(usize, Vec<(ConId, Tree)>),
    /// The result for each tuple of arguments.
    Table(Vec<(Vec<Value>, Value)>),
}

/// Returns all functions of a size.
pub(super) fn trees(program: &Program, arguments: &[Type], result: &Type, size: u32) -> Vec<Tree> {
    let trees = Trees { program, result };
    match tuples(program, arguments, &mut Vec::new()).filter(|tuples| tuples.len() <= 32) {
        Some(tuples) => trees.tables(&tuples, size),
        None => trees.over(&flat(arguments), size, None),
    }
}

/// Returns all tuples of values of some types, if there are finitely many.
pub(super) fn tuples(program: &Program, types: &[Type], above: &mut Vec<Type>) -> Option<Vec<Vec<Value>>> {
    let mut tuples = vec![Vec::new()];
    for ty in types {
        let values = finite(program, ty, above)?;
        let with = |tuple: &Vec<Value>| {
            values.iter().map(|value| [&tuple[..], std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(with).collect();
    }
    Some(tuples)
}

fn finite(program: &Program, ty: &Type, above: &mut Vec<Type>) -> Option<Vec<Value>> {
    let Type::Data(data, arguments) = ty else { return None };
    if above.contains(ty) {
        return None;
    }
    above.push(ty.clone());
    let mut values = Vec::new();
    for con in &program.datas[data.index()].constructors {
        let tuples = tuples(program, &fields(program, *con, arguments), above)?;
        values.extend(tuples.into_iter().map(|fields| Value::Construct(*con, fields)));
    }
    above.pop();
    Some(values)
}

/// Returns what all values of a type begin with.
fn root_cost(program: &Program, ty: &Type) -> u32 {
    let Type::Data(data, arguments) = ty else { return 0 };
    let constructors = &program.datas[data.index()].constructors;
    match constructors[..] {
        [con] if program.constructors[con.index()].cost == 0 => {
            fields(program, con, arguments).iter().map(|field| root_cost(program, field)).sum()
        }
        _ => constructors.iter().map(|con| program.constructors[con.index()].cost).min().unwrap_or(0),
    }
}

struct Trees<'p> {
    program: &'p Program,
    result: &'p Type,
}

impl Trees<'_> {
    /// Returns a table's results share what all of them begin with.
    fn tables(&self, tuples: &[Vec<Value>], size: u32) -> Vec<Tree> {
        let shared = if tuples.len() > 1 { root_cost(self.program, self.result) } else { 0 };
        let Some(left) = size.checked_sub(shared) else { return Vec::new() };
        let mut tables = vec![(Vec::new(), left)];
        for tuple in tuples {
            let mut longer = Vec::new();
            for (table, left) in tables {
                for more in 0..=left {
                    for value in values(self.program, self.result, shared + more) {
                        let entry = (tuple.clone(), value);
                        longer.push(([&table[..], std::slice::from_ref(&entry)].concat(), left - more));
                    }
                }
            }
            tables = longer;
        }
        let complete = tables.into_iter().filter(|(_, left)| *left == 0);
        complete.map(|(table, _)| Tree::Table(table)).collect()
    }

    /// What is to be done with a number, and with others in ascending order.
    fn chains(&self, number: &Value, rest: &[Type], size: u32) -> Vec<Vec<(Value, Tree)>> {
        let mut all = Vec::new();
        for left in 0..=size {
            let others = self.others(number, rest, size - left);
            for then in self.over(rest, left, None) {
                let one = (number.clone(), then);
                all.extend(others.iter().map(|others| [std::slice::from_ref(&one), others].concat()));
            }
        }
        all
    }

    fn others(&self, before: &Value, rest: &[Type], size: u32) -> Vec<Vec<(Value, Tree)>> {
        let Some(left) = size.checked_sub(1) else { return vec![vec![]] };
        let mut all = Vec::new();
        for bits in 0..=left {
            for distance in values(self.program, &Type::Variable(0), bits) {
                all.extend(self.chains(&after(before, &distance), rest, left - bits));
            }
        }
        all
    }

    /// With a look at one of the first ones, if that many are given.
    fn over(&self, stack: &[Type], size: u32, must: Option<usize>) -> Vec<Tree> {
        let mut all = Vec::new();
        if must.is_none() {
            all.extend(values(self.program, self.result, size).into_iter().map(Tree::Constant));
        }
        let Some(size) = size.checked_sub(1) else { return all };
        for drop in 0..must.unwrap_or(stack.len()) {
            let (first, rest) = (&stack[drop], &stack[drop + 1..]);
            let Type::Data(data, arguments) = first else {
                for bits in 0..=size {
                    for other in values(self.program, first, bits) {
                        for chain in 0..=size - bits {
                            let chains = self.chains(&other, rest, chain);
                            let defaults = self.over(rest, size - bits - chain, None);
                            for chain in chains {
                                let tree = |default: &Tree| {
                                    Tree::Equal(drop, chain.clone(), Box::new(default.clone()))
                                };
                                all.extend(defaults.iter().map(tree));
                            }
                        }
                    }
                }
                continue;
            };
            let constructors = &self.program.datas[data.index()].constructors;
            let stacks: Vec<(ConId, Vec<Type>, Option<usize>)> = constructors
                .iter()
                .map(|con| {
                    let fields = flat(&fields(self.program, *con, arguments));
                    let must = (constructors.len() == 1).then_some(fields.len());
                    (*con, [&fields, rest].concat(), must)
                })
                .collect();
            all.extend(self.branches(&stacks, size).into_iter().map(|branches| Tree::Case(drop, branches)));
        }
        all
    }

    fn branches(&self, stacks: &[(ConId, Vec<Type>, Option<usize>)], size: u32) -> Vec<Vec<(ConId, Tree)>> {
        let Some(((con, stack, must), rest)) = stacks.split_first() else {
            return if size == 0 { vec![vec![]] } else { vec![] };
        };
        let mut all = Vec::new();
        for left in 0..=size {
            for tree in self.over(stack, left, *must) {
                let others = self.branches(rest, size - left);
                all.extend(others.into_iter().map(|others| [vec![(*con, tree.clone())], others].concat()));
            }
        }
        all
    }
}

/// Arguments with pairs opened and units left out.
fn flat(types: &[Type]) -> Vec<Type> {
    let parts = |ty: &Type| match ty {
        Type::Data(DataId::UNIT, _) => vec![],
        Type::Data(DataId::PAIR, both) => flat(both),
        other => vec![other.clone()],
    };
    types.iter().flat_map(parts).collect()
}

impl Tree {
    pub(super) fn apply(&self, arguments: &[Value]) -> Value {
        if let Self::Table(table) = self {
            return table.iter().find(|(tuple, _)| tuple == arguments).unwrap().1.clone();
        }
        let mut stack = Vec::new();
        for argument in arguments {
            opened(argument, &mut stack);
        }
        let mut tree = self;
        loop {
            match tree {
                Self::Constant(value) => return value.clone(),
                Self::Table(_) => unreachable!("tables are not opened"),
                Self::Equal(drop, numbers, default) => {
                    stack.drain(..drop);
                    let value = stack.remove(0);
                    let own = numbers.iter().find(|(number, _)| *number == value);
                    tree = own.map_or(&**default, |(_, then)| then);
                }
                Self::Case(drop, branches) => {
                    stack.drain(..drop);
                    let value = stack.remove(0);
                    let Value::Construct(con, fields) = &value else { panic!("no data") };
                    let mut parts = Vec::new();
                    for field in fields {
                        opened(field, &mut parts);
                    }
                    stack.splice(0..0, parts);
                    tree = &branches.iter().find(|(of, _)| of == con).unwrap().1;
                }
            }
        }
    }
}

fn opened(value: &Value, stack: &mut Vec<Value>) {
    match value {
        Value::Construct(ConId::UNIT, _) => {}
        Value::Construct(ConId::PAIR, both) => both.iter().for_each(|part| opened(part, stack)),
        other => stack.push(other.clone()),
    }
}

/// Returns the number at a distance after another one.
fn after(number: &Value, distance: &Value) -> Value {
    let Value::Integer(distance) = distance else { panic!("no distance") };
    let code = |character: char| BigInt::from(u32::from(character));
    match number {
        Value::Integer(number) => Value::Integer(number + distance + 1),
        Value::Character(number) => {
            let code = u32::try_from(code(*number) + distance + 1).unwrap();
            Value::Character(char::from_u32(code).unwrap())
        }
        _ => panic!("no number"),
    }
}
