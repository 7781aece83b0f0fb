//! Types of inputs, interned: two of them are compared and hashed by their numbers.

use std::collections::HashMap;

use crate::core::{Constructor, DataId, Type};

/// A type without parameters, as its number in [`Instances`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Instance(pub(crate) u32);

/// A type, with its parts by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Integer,
    Character,
    /// A type variable of an input. Its values can only be compared, for equality or order.
    Atom(u32),
    Data(DataId, Box<[Instance]>),
    Arrow(Instance, Instance),
}

/// All types met so far, each with one number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    forms: Vec<Form>,
    numbers: HashMap<Form, Instance>,
    /// The number of nodes of each type as a tree, without sharing.
    nodes: Vec<u64>,
    largest: u64,
}

impl Instances {
    /// Returns the number of a type whose variables stand for `arguments`; further variables are
    /// atoms.
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

    /// Returns the number of a form.
    pub(crate) fn number(&mut self, form: Form) -> Instance {
        *self.numbers.entry(form).or_insert_with_key(|form| {
            let nodes = |part: &Instance| self.nodes[part.0 as usize];
            let parts = match form {
                Form::Integer | Form::Character | Form::Atom(_) => 0,
                Form::Data(_, types) => types.iter().map(nodes).fold(0, u64::saturating_add),
                Form::Arrow(argument, result) => nodes(argument).saturating_add(nodes(result)),
            };
            let nodes = parts.saturating_add(1);
            self.nodes.push(nodes);
            self.largest = self.largest.max(nodes);
            self.forms.push(form.clone());
            Instance(self.forms.len() as u32 - 1)
        })
    }

    /// Returns the number of nodes of a type as a tree.
    pub(crate) fn nodes(&self, instance: Instance) -> u64 {
        self.nodes[instance.0 as usize]
    }

    /// Returns the largest number of nodes of a type.
    pub(crate) fn largest(&self) -> u64 {
        self.largest
    }

    /// Returns the form of a type.
    pub(crate) fn form(&self, instance: Instance) -> &Form {
        &self.forms[instance.0 as usize]
    }

    /// Returns a type; its atoms are variables.
    pub(crate) fn ty(&self, instance: Instance) -> Type {
        match self.form(instance) {
            Form::Integer => Type::Integer,
            Form::Character => Type::Character,
            Form::Atom(i) => Type::Variable(*i),
            Form::Data(data, types) => Type::Data(*data, types.iter().map(|ty| self.ty(*ty)).collect()),
            Form::Arrow(argument, result) => Type::Arrow((self.ty(*argument), self.ty(*result)).into()),
        }
    }

    /// Returns the argument types of a curried function, and its final result type.
    pub(crate) fn uncurried(&self, mut ty: Instance) -> (Vec<Instance>, Instance) {
        let mut arguments = Vec::new();
        while let Form::Arrow(argument, result) = self.form(ty) {
            arguments.push(*argument);
            ty = *result;
        }
        (arguments, ty)
    }

    /// Returns the types of a constructor's fields, given the arguments of its data type.
    pub(crate) fn fields(&mut self, constructor: &Constructor, arguments: &[Instance]) -> Vec<Instance> {
        constructor.fields.iter().map(|field| self.of(&field.ty, arguments)).collect()
    }
}
