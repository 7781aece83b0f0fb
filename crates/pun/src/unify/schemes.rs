//! Generalization and instantiation, and conversion from and to types of the core.

use std::collections::HashMap;

use super::store::{GENERIC, Node, Store, Ty};
use crate::core::{DataId, Scheme, Type};
use crate::resolve::WRONG;
use crate::source::Span;
use crate::types::ELIDED;

impl Store {
    /// Generalizes the variables of a type whose level exceeds the current one; returns whether
    /// there are any.
    pub(crate) fn generalise(&mut self, ty: Ty) -> bool {
        self.walk();
        let mut found = false;
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let root = self.root(ty);
            if !self.is_new(root) {
                continue;
            }
            let node = self.node(root);
            match node {
                Node::Variable { level, compared } if level > self.level => {
                    found = true;
                    self.set(root, Node::Variable { level: GENERIC, compared });
                }
                _ => self.push_parts(node, &mut open),
            }
        }
        found
    }

    /// Returns the type with fresh variables for generalized ones; compared variables are used at
    /// `at`. The type must not be too large.
    pub(crate) fn instance(&mut self, ty: Ty, at: Span, fresh: &mut Vec<(Ty, Ty)>) -> Ty {
        let root = self.root(ty);
        match self.node(root) {
            Node::Variable { level: GENERIC, compared } => {
                if let Some((_, known)) = fresh.iter().find(|(generic, _)| *generic == root) {
                    return *known;
                }
                let variable = self.variable(compared.map(|_| at));
                fresh.push((root, variable));
                variable
            }
            Node::Arrow(from, to) => {
                let (new_from, new_to) = (self.instance(from, at, fresh), self.instance(to, at, fresh));
                if (from, to) == (new_from, new_to) { root } else { self.arrow(new_from, new_to) }
            }
            Node::Data(data, arguments) => {
                let old = self.arguments(arguments).to_vec();
                let new: Vec<Ty> = old.iter().map(|argument| self.instance(*argument, at, fresh)).collect();
                if old == new { root } else { self.data(data, &new) }
            }
            _ => root,
        }
    }

    /// Returns an instance of a scheme, and the types of its variables; compared variables are used
    /// at `at`.
    pub(crate) fn instance_of(&mut self, scheme: &Scheme, at: Span) -> (Ty, Vec<Ty>) {
        let variables = scheme.variables.iter().map(|compared| self.variable(compared.then_some(at)));
        let variables: Vec<Ty> = variables.collect();
        (self.import(&scheme.ty, &variables), variables)
    }

    /// Returns a type of the core with these types for its variables.
    pub(crate) fn import(&mut self, ty: &Type, variables: &[Ty]) -> Ty {
        match ty {
            Type::Integer => Self::INTEGER,
            Type::Character => Self::CHARACTER,
            Type::Variable(number) => variables.get(*number as usize).copied().unwrap_or(Self::WRONG),
            Type::Arrow(sides) => {
                let (from, to) = (self.import(&sides.0, variables), self.import(&sides.1, variables));
                self.arrow(from, to)
            }
            Type::Data(DataId::BOOLEAN, _) => Self::BOOLEAN,
            Type::Data(DataId::UNIT, _) => Self::UNIT,
            Type::Data(data, arguments) => {
                let arguments: Vec<Ty> =
                    arguments.iter().map(|argument| self.import(argument, variables)).collect();
                self.data(*data, &arguments)
            }
        }
    }

    /// Returns a type as one of the core, with at most `budget` nodes. Unknown variables get
    /// numbers after the rigid ones.
    pub(crate) fn export(&mut self, ty: Ty, numbers: &mut Numbers, budget: &mut u32) -> Type {
        let Some(left) = budget.checked_sub(1) else { return ELIDED };
        *budget = left;
        let root = self.root(ty);
        match self.node(root) {
            Node::Variable { .. } => Type::Variable(numbers.number(root)),
            Node::Rigid(number) => Type::Variable(number),
            Node::Integer => Type::Integer,
            Node::Character => Type::Character,
            Node::Arrow(from, to) => {
                let from = self.export(from, numbers, budget);
                Type::Arrow((from, self.export(to, numbers, budget)).into())
            }
            Node::Data(data, arguments) => {
                let arguments = self.arguments(arguments).to_vec();
                Type::Data(data, arguments.into_iter().map(|one| self.export(one, numbers, budget)).collect())
            }
            Node::Link { .. } | Node::Wrong => WRONG,
        }
    }
}

/// Numbers for variables that remain unknown.
#[derive(Default)]
pub(crate) struct Numbers {
    first: u32,
    known: HashMap<Ty, u32>,
    /// The variables, by number.
    pub(crate) variables: Vec<Ty>,
}

impl Numbers {
    /// Returns numbers from `first` on.
    pub(crate) fn after(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    /// Makes the first number larger than `number`, unless numbers have been given already.
    pub(crate) fn begin_after(&mut self, number: u32) {
        if self.variables.is_empty() {
            self.first = self.first.max(number.saturating_add(1));
        }
    }

    fn number(&mut self, variable: Ty) -> u32 {
        *self.known.entry(variable).or_insert_with(|| {
            self.variables.push(variable);
            self.first + self.variables.len() as u32 - 1
        })
    }
}
