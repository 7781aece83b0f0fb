//! The part of an argument that a function can observe.

use crate::core::{ConId, Program};

use super::super::instances::{Form, Instance, Instances};

/// A chain of types without choices that is longer than this is taken to be infinite.
const CHAIN: usize = 1_000;

/// What a function can observe of a value of some type.
#[derive(Clone, Debug)]
pub(crate) enum View {
    /// Nothing that distinguishes two values.
    Nothing,
    /// Whether it equals another value.
    Equality,
    /// Its constructor, each with its fields. If there is only one, a field has to be looked at.
    Constructors(Vec<(ConId, Vec<Instance>)>),
    /// Its results for these arguments.
    Result(Vec<Instance>, Instance),
}

impl View {
    /// Returns what can be observed of values of a type.
    pub(crate) fn of(program: &Program, instances: &mut Instances, instance: Instance) -> Self {
        if is_blind(program, instances, instance) {
            Self::Nothing
        } else {
            first(program, instances, instance)
        }
    }

    /// Returns the constructor that is known without a look, the constructor of a pair, with its
    /// fields.
    pub(crate) fn free(&self, program: &Program) -> Option<(ConId, &[Instance])> {
        match self {
            Self::Constructors(all) => match &all[..] {
                [(con, fields)] if program.constructors[con.index()].cost == 0 => Some((*con, fields)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns what could be observed if every field distinguished values.
fn first(program: &Program, instances: &mut Instances, instance: Instance) -> View {
    match instances.form(instance).clone() {
        Form::Integer | Form::Character | Form::Atom(_) => View::Equality,
        Form::Data(data, arguments) => {
            let constructors = program.datas[data.index()].constructors.iter();
            View::Constructors(
                constructors
                    .map(|con| (*con, instances.fields(&program.constructors[con.index()], &arguments)))
                    .collect(),
            )
        }
        Form::Arrow(..) => {
            let (arguments, result) = instances.uncurried(instance);
            View::Result(arguments, result)
        }
    }
}

/// Returns whether a value has no choice in any of its parts.
fn is_blind(program: &Program, instances: &mut Instances, instance: Instance) -> bool {
    let (mut open, mut seen) = (vec![instance], Vec::new());
    while let Some(instance) = open.pop() {
        if seen.contains(&instance) {
            continue;
        }
        if seen.len() >= CHAIN {
            break;
        }
        seen.push(instance);
        match first(program, instances, instance) {
            View::Constructors(all) if all.len() <= 1 => {
                open.extend(all.into_iter().flat_map(|(_, fields)| fields));
            }
            View::Result(_, result) => open.push(result),
            View::Nothing => {}
            View::Equality | View::Constructors(_) => return false,
        }
    }
    true
}
