//! All functions by cases of a type as a plain list, and what they mean: over one flat list of arguments.

use super::naive::{fields, values};
use crate::core::{ConId, DataId, Program, Type};
use crate::value::Value;

/// A function of a list of arguments. Each look is at the argument after so many that are dropped.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Constant(Value),
    Equal(usize, Value, Box<Tree>, Box<Tree>),
    Case(usize, Vec<(ConId, Tree)>),
}

/// All functions of a size.
pub(super) fn trees(program: &Program, arguments: &[Type], result: &Type, size: u32) -> Vec<Tree> {
    Trees { program, result }.over(&flat(arguments), size, None)
}

struct Trees<'p> {
    program: &'p Program,
    result: &'p Type,
}

impl Trees<'_> {
    /// With a look at one of the first ones, if so many are given.
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
                        for left in 0..=size - bits {
                            for then in self.over(rest, left, None) {
                                let others = self.over(&stack[drop..], size - bits - left, None);
                                all.extend(others.into_iter().map(|otherwise| {
                                    Tree::Equal(
                                        drop,
                                        other.clone(),
                                        Box::new(then.clone()),
                                        Box::new(otherwise),
                                    )
                                }));
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
        let mut stack = Vec::new();
        for argument in arguments {
            opened(argument, &mut stack);
        }
        let mut tree = self;
        loop {
            match tree {
                Self::Constant(value) => return value.clone(),
                Self::Equal(drop, other, then, otherwise) => {
                    stack.drain(..drop);
                    let is_equal = stack[0] == *other;
                    if is_equal {
                        stack.remove(0);
                    }
                    tree = if is_equal { then } else { otherwise };
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
