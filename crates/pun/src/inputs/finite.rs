//! Which types have finite values. Types without any cannot be inputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{DataId, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A data type, and which of its arguments have finite values. There are finitely many cases, even
/// when the type has infinitely many instances.
type Case = (DataId, Vec<bool>);

/// What is known about the data types of a program.
pub(crate) struct Finite<'p> {
    program: &'p Program,
    has_values: BTreeMap<Case, bool>,
    /// Types that are taken to have no values.
    denied: BTreeSet<DataId>,
}

impl<'p> Finite<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, has_values: BTreeMap::new(), denied: BTreeSet::new() }
    }

    /// Takes a type to have no values. What was known before is forgotten.
    pub(crate) fn deny(&mut self, data: DataId) {
        self.denied.insert(data);
        self.has_values.clear();
    }

    /// Returns an error if a type has no finite values because of a data type; the error names that
    /// data type.
    pub(crate) fn check(&mut self, ty: &Type) -> Result<(), Diagnostic> {
        match self.culprit(ty) {
            None => Ok(()),
            Some(data) => {
                let data = &self.program.datas[data.index()];
                let nowhere = Span::NOWHERE;
                let name = &data.name;
                let message = format!("the type `{name}` has no finite values, so there are no inputs of it");
                Err(Diagnostic::error(data.span.unwrap_or(nowhere), message)
                    .labelled("every value of it holds another one")
                    .help(format!("add a constructor without a field of type `{name}`")))
            }
        }
    }

    /// Returns the data type that leaves a type without finite values: a data type that has none
    /// for any arguments.
    fn culprit(&mut self, ty: &Type) -> Option<DataId> {
        let mut ty = ty;
        loop {
            if self.of(ty) {
                return None;
            }
            match ty {
                Type::Arrow(arrow) => ty = &arrow.1,
                Type::Data(data, arguments) => {
                    let all = vec![true; arguments.len()];
                    match arguments.iter().find(|argument| !self.of(argument)) {
                        Some(argument) if self.with(*data, all) => ty = argument,
                        _ => return Some(*data),
                    }
                }
                Type::Integer | Type::Character | Type::Variable(_) => return None,
            }
        }
    }

    /// Returns whether a data type has finite values, given which of its arguments do.
    fn with(&mut self, data: DataId, arguments: Vec<bool>) -> bool {
        let case = (data, arguments);
        if !self.has_values.contains_key(&case) {
            self.solve(case.clone());
        }
        self.has_values.get(&case).copied().unwrap_or(false)
    }

    /// Returns whether a type has finite values.
    pub(crate) fn of(&mut self, ty: &Type) -> bool {
        loop {
            let mut open = Vec::new();
            let known = self.field(ty, &[], &mut open);
            match open.pop() {
                None => return known,
                Some(case) => self.solve(case),
            }
        }
    }

    /// Computes the least solution: a case has values only if that is derived.
    fn solve(&mut self, case: Case) {
        let mut asked = vec![case];
        loop {
            let (mut open, mut changed) = (Vec::new(), false);
            for case in &asked {
                let known = self.step(case, &mut open);
                changed |= self.has_values.insert(case.clone(), known) != Some(known);
            }
            if !changed && open.is_empty() {
                return;
            }
            for case in open {
                if !self.has_values.contains_key(&case) {
                    self.has_values.insert(case.clone(), false);
                    asked.push(case);
                }
            }
        }
    }

    /// Returns whether one of the constructors is known to have values. Pushes unknown cases to
    /// `open`.
    fn step(&self, (data, arguments): &Case, open: &mut Vec<Case>) -> bool {
        if self.denied.contains(data) {
            return false;
        }
        let mut some = false;
        for con in &self.program.datas[data.index()].constructors {
            let mut all = true;
            for field in &self.program.constructors[con.index()].fields {
                all &= self.field(&field.ty, arguments, open);
            }
            some |= all;
        }
        some
    }

    fn field(&self, ty: &Type, arguments: &[bool], open: &mut Vec<Case>) -> bool {
        match ty {
            Type::Integer | Type::Character => true,
            Type::Variable(i) => arguments.get(*i as usize).copied().unwrap_or(true),
            Type::Arrow(arrow) => self.field(&arrow.1, arguments, open),
            Type::Data(data, types) => {
                let known: Vec<bool> = types.iter().map(|ty| self.field(ty, arguments, open)).collect();
                let case = (*data, known);
                let value = self.has_values.get(&case).copied();
                if value.is_none() {
                    open.push(case);
                }
                value.unwrap_or(false)
            }
        }
    }
}
