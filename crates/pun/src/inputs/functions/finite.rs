//! Types with few values: their number, and the values as terms.

use crate::core::build::{apply, case, expr, local};
use crate::core::{Branch, Expr, Kind, Pattern};

use super::super::instances::{Form, Instance};
use super::view::View;
use super::walks::Locals;
use super::{Functions, LARGEST};

/// The maximal number of results of a table.
const TABLE: u64 = 32;

/// The maximal length of a chain of types, each part of the one before, along which values are
/// counted.
const NESTED: u32 = 100;

impl Functions {
    /// Returns the number of tuples of values of these types, if it is small.
    pub(super) fn tuples(&mut self, types: &[Instance]) -> Option<u64> {
        let counts = types.iter().map(|ty| self.values(*ty));
        counts.collect::<Option<Vec<_>>>()?.into_iter().try_fold(1, few)
    }

    /// Returns the number of values of a type, if it is small and all their fields are strict.
    fn values(&mut self, instance: Instance) -> Option<u64> {
        if let Some(cached) = self.counted.get(&instance) {
            return *cached;
        }
        // A type that is part of itself has no values or infinitely many.
        self.counted.insert(instance, None);
        // The parts may be of ever larger types; those are refused later.
        if self.nested == NESTED || self.instances.largest() > LARGEST {
            return None;
        }
        self.nested += 1;
        let count = self.counted_anew(instance);
        self.nested -= 1;
        self.counted.insert(instance, count);
        count
    }

    fn counted_anew(&mut self, instance: Instance) -> Option<u64> {
        match self.instances.form(instance).clone() {
            Form::Integer | Form::Character | Form::Atom(_) => None,
            Form::Data(data, arguments) => self.count(data, &arguments),
            Form::Arrow(..) => {
                let (arguments, result) = self.instances.uncurried(instance);
                let (arguments, result) = (self.tuples(&arguments)?, self.values(result)?);
                (0..arguments).try_fold(1, |count, _| few(count, result))
            }
        }
    }

    fn count(&mut self, data: crate::core::DataId, arguments: &[Instance]) -> Option<u64> {
        let mut sum = 0;
        for con in self.program.datas[data.index()].constructors.clone() {
            let constructor = &self.program.constructors[con.index()];
            if constructor.fields.iter().any(|field| field.is_lazy) {
                return None;
            }
            let fields = self.instances.fields(constructor, arguments);
            sum += self.tuples(&fields)?;
        }
        (sum <= TABLE).then_some(sum)
    }

    /// Returns the tuple with this number, of values of types that have few; the last component
    /// varies fastest.
    pub(super) fn tuple(&mut self, locals: &mut Locals, types: &[Instance], mut number: u64) -> Vec<Expr> {
        let mut values = Vec::with_capacity(types.len());
        for ty in types.iter().rev() {
            let count = self.values(*ty).unwrap_or(1).max(1);
            values.push(self.member(locals, *ty, number % count));
            number /= count;
        }
        values.reverse();
        values
    }

    /// Returns the value with this number, of a type that has few.
    fn member(&mut self, locals: &mut Locals, instance: Instance, mut number: u64) -> Expr {
        match self.instances.form(instance).clone() {
            Form::Data(data, arguments) => {
                for con in self.program.datas[data.index()].constructors.clone() {
                    let fields = self.instances.fields(&self.program.constructors[con.index()], &arguments);
                    let count = self.tuples(&fields).unwrap_or(0);
                    if number < count {
                        return expr(Kind::Construct(con, self.tuple(locals, &fields, number)));
                    }
                    number -= count;
                }
                nothing()
            }
            Form::Arrow(..) => {
                let (arguments, result) = self.instances.uncurried(instance);
                let calls = self.tuples(&arguments).unwrap_or(0) as usize;
                let mut results = self.tuple(locals, &vec![result; calls], number).into_iter();
                let binders: Vec<_> =
                    arguments.iter().map(|ty| locals.binder("x", self.instances.ty(*ty))).collect();
                let stack = arguments.iter().copied().zip(binders.iter().map(local)).rev().collect();
                let body = self.switch(locals, stack, &mut results);
                expr(Kind::Lambda(binders, body.into()))
            }
            Form::Integer | Form::Character | Form::Atom(_) => nothing(),
        }
    }

    /// Returns a case distinction between all values of the terms on the stack, the next one last,
    /// with one result for each.
    fn switch(
        &mut self,
        locals: &mut Locals,
        mut stack: Vec<(Instance, Expr)>,
        results: &mut dyn Iterator<Item = Expr>,
    ) -> Expr {
        let Some((instance, x)) = stack.pop() else { return results.next().unwrap_or_else(nothing) };
        match self.view(instance) {
            View::Nothing | View::Equality => self.switch(locals, stack, results),
            View::Constructors(all) => {
                let mut branches = Vec::new();
                for (con, fields) in all {
                    let binders: Vec<_> =
                        fields.iter().map(|ty| locals.binder("field", self.instances.ty(*ty))).collect();
                    let mut stack = stack.clone();
                    stack.extend(fields.into_iter().zip(binders.iter().map(local)).rev());
                    let body = self.switch(locals, stack, results);
                    let pattern = Pattern::Construct(con, binders.into_iter().map(Pattern::Bind).collect());
                    branches.push(Branch { pattern, guard: None, body });
                }
                case(x, branches)
            }
            View::Result(arguments, result) => {
                let calls = self.tuples(&arguments).unwrap_or(0);
                for number in (0..calls).rev() {
                    let arguments = self.tuple(locals, &arguments, number);
                    stack.push((result, apply(x.clone(), arguments)));
                }
                self.switch(locals, stack, results)
            }
        }
    }
}

fn few(count: u64, more: u64) -> Option<u64> {
    Some(count * more).filter(|count| *count <= TABLE)
}

/// Returns a placeholder for a value that does not exist.
fn nothing() -> Expr {
    expr(Kind::Integer(0.into()))
}
