//! The types of inputs by numbers, so that two of them are compared and hashed without being looked at.

use std::collections::HashMap;

use crate::core::{DataId, Type};

/// A type without parameters, by its number in [`Instances`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Instance(pub(crate) u32);

/// A type, over the numbers of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Integer,
    Character,
    /// Values of which nothing is known but whether they are equal and which is less: a type variable of an input.
    Atom(u32),
    Data(DataId, Box<[Instance]>),
    Arrow(Instance, Instance),
}

/// Types met so far; each has one number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    forms: Vec<Form>,
    numbers: HashMap<Form, Instance>,
}

impl Instances {
    /// The number of a type whose variables stand for `arguments`; those beyond them are atoms.
    pub(crate) fn of(&mut self, ty: &Type, arguments: &[Instance]) -> Instance {
        let form = match ty {
            Type::Integer => Form::Integer,
            Type::Character => Form::Character,
            Type::Variable(i) => match arguments.get(*i as usize) {
                Some(argument) => return *argument,
                None => Form::Atom(*i),
            },
            Type::Arrow(arrow) => Form::Arrow(self.of(&arrow.0, arguments), self.of(&arrow.1, arguments)),
            Type::Data(data, types) => {
                Form::Data(*data, types.iter().map(|ty| self.of(ty, arguments)).collect())
            }
        };
        self.number(form)
    }

    /// The number of a type.
    pub(crate) fn number(&mut self, form: Form) -> Instance {
        *self.numbers.entry(form).or_insert_with_key(|form| {
            self.forms.push(form.clone());
            Instance(self.forms.len() as u32 - 1)
        })
    }

    /// The type that has a number.
    pub(crate) fn form(&self, instance: Instance) -> &Form {
        &self.forms[instance.0 as usize]
    }
}
