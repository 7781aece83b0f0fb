//! What a function can see of an argument.

use crate::core::{ConId, Program};

use super::super::instances::{Form, Instance, Instances};

/// This many types without a choice in a row are taken to go on for ever.
const CHAIN: usize = 1_000;

/// What there is to look at in a value of some type.
#[derive(Clone, Debug)]
pub(crate) enum View {
    /// Nothing that would tell two values apart.
    Nothing,
    /// Whether it is equal to another value.
    Equality,
    /// Which constructor it has, each with its fields. If there is only one, a field has to be looked at.
    Constructors(Vec<(ConId, Vec<Instance>)>),
    /// What it gives for these arguments.
    Result(Vec<Instance>, Instance),
}

impl View {
    /// Returns what there is to look at in values of a type.
    pub(crate) fn of(program: &Program, instances: &mut Instances, instance: Instance) -> Self {
        if is_blind(program, instances, instance) {
            Self::Nothing
        } else {
            first(program, instances, instance)
        }
    }

    /// Returns a constructor that is there without a look, with its fields: that of a pair.
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

/// Returns what there would be to look at if the fields told values apart.
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

/// Returns whether there is no choice in a value, nor in any part of it.
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
