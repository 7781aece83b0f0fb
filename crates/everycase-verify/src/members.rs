//! The values of a specification, smallest first: arguments that a generator takes, and results
//! that it promises for them.
//!
//! A lazy search runs the outline of the coverage type, the part without quantifiers. So it does
//! not look at trees that are out of order below their first two keys. Where the outline holds, the
//! search decides the rest in every way, and each complete value is checked against the formulas.
//! So members are counted exactly, each once.

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivations, Shape};
use pun::engine::{Argument, Machine, Outcome};
use pun::value::Value;

use crate::formula::{Formulas, Truth};
use crate::machines::Machines;
use crate::search::{Ending, search};
use crate::specification::Coverage;

/// Arguments and a result that may be a member.
pub(crate) struct Candidate {
    pub(crate) values: Vec<Value>,
    /// Whether it is a member. Values known not to be members are not candidates.
    pub(crate) is_member: Truth,
}

/// Enumerates the members of a specification.
pub(crate) struct Members<'a> {
    coverage: &'a Coverage,
    formulas: &'a Formulas<'a>,
    derivations: Derivations,
}

impl<'a> Members<'a> {
    pub(crate) fn new(coverage: &'a Coverage, formulas: &'a Formulas<'a>) -> Self {
        let shapes = coverage.variables.iter().map(|binder| formulas.inputs.shape(&binder.ty));
        Self { coverage, formulas, derivations: Derivations::new(Shape::product(shapes)) }
    }

    /// Calls `each` on all candidates of a size, until it has a result.
    pub(crate) fn of_size<T>(
        &self,
        machines: &Machines<'_>,
        size: u32,
        mut each: impl FnMut(Option<Candidate>) -> Option<T>,
    ) -> Ending<T> {
        let mut run = Run::new();
        // The number of decisions after which the outline was known to hold.
        let mut outlined: Option<usize> = None;
        let mut outline = None;
        machines.with(|machine| {
            search(&mut run, &self.derivations, size, |run| {
                // Where only later decisions have changed, the outline holds still.
                if outlined.is_none_or(|depth| run.depth() <= depth) {
                    outlined = None;
                    outline = self.outline(machine, machines, run);
                    if outline == Some(true) {
                        outlined = Some(run.depth());
                    }
                }
                if outline == Some(false) {
                    return each(None);
                }
                run.force_all(run.root());
                // Smaller ones were candidates before.
                if run.derivation(run.root()).is_none_or(|derivation| derivation.size() != size) {
                    return each(None);
                }
                let values = self.values(run);
                let is_member = if outline == Some(true) && self.coverage.is_outlined {
                    Truth::True
                } else {
                    self.is_member(&values)
                };
                each((is_member.known() != Some(false)).then_some(Candidate { values, is_member }))
            })
        })
    }

    /// Returns whether the outline holds; `None` if it has no value.
    fn outline(&self, machine: &mut Machine, machines: &Machines<'_>, run: &mut Run) -> Option<bool> {
        let outcome = machine.resume(run).unwrap_or_else(|| {
            let first = run.force(run.root()).fields;
            let arguments: Vec<Argument> =
                (0..self.coverage.variables.len() as u32).map(|i| Argument::Hole(first + i)).collect();
            machine.run_on(run, machines.entry(self.coverage.outline), &arguments)
        });
        match outcome {
            Outcome::Value(word) => word.as_boolean(),
            _ => None,
        }
    }

    fn values(&self, run: &Run) -> Vec<Value> {
        let fields = run.fields(run.root());
        let value = |(position, ty): (u32, _)| {
            run.read(position).map_or(Value::Open, |read| self.formulas.inputs.value(ty, read.at()))
        };
        fields.zip(self.coverage.variables.iter().map(|binder| &binder.ty)).map(value).collect()
    }

    /// Returns whether arguments and a result satisfy all predicates.
    fn is_member(&self, values: &[Value]) -> Truth {
        self.satisfy(values, |_| true)
    }

    /// Returns whether arguments, with or without a result, satisfy their own predicates.
    pub(crate) fn are_arguments(&self, values: &[Value]) -> Truth {
        self.satisfy(values, |of| of + 1 < self.coverage.variables.len())
    }

    /// Returns whether a result satisfies its predicate.
    pub(crate) fn is_result(&self, values: &[Value]) -> Truth {
        self.satisfy(values, |of| of + 1 == self.coverage.variables.len())
    }

    fn satisfy(&self, values: &[Value], is_wanted: impl Fn(usize) -> bool) -> Truth {
        let mut all = Truth::True;
        for (of, predicate) in self.coverage.predicates.iter().filter(|(of, _)| is_wanted(*of)) {
            match self.formulas.of_values(predicate, &values[..=*of]) {
                Truth::False => return Truth::False,
                open @ Truth::Open(_) if all.known().is_some() => all = open,
                Truth::True | Truth::Open(_) => {}
            }
        }
        all
    }
}
