//! What a generator produces that is outside of its specification.
//!
//! A search over arguments and choices runs the generator and then the outline of its coverage type on the result, in one run that
//! decides no more than both look at. Where formulas have quantifiers, the result is decided in every way and checked.

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivations, Shape};
use pun::core::ConId;
use pun::engine::{Argument, Machine, Outcome, choices};
use pun::value::Value;

use crate::formula::Formulas;
use crate::machines::Machines;
use crate::members::Members;
use crate::search::{Ended, search};
use crate::specification::Coverage;

/// Searches results of a generator.
pub(crate) struct Outputs<'a> {
    coverage: &'a Coverage,
    formulas: &'a Formulas<'a>,
    members: &'a Members<'a>,
    derivations: Derivations,
}

/// What was seen of one class of arguments and choices.
pub(crate) enum Seen {
    /// A result within the specification, or none.
    Fine,
    /// Arguments and a result outside of the specification.
    Outside(Vec<Value>),
    /// It is not known.
    Unclear,
}

impl<'a> Outputs<'a> {
    pub(crate) fn new(coverage: &'a Coverage, formulas: &'a Formulas<'a>, members: &'a Members<'a>) -> Self {
        let parameters = &coverage.variables[..coverage.variables.len() - 1];
        let shapes = parameters.iter().map(|binder| formulas.inputs.shape(&binder.ty));
        let derivations = Derivations::new(Shape::product(shapes.chain([choices()])));
        Self { coverage, formulas, members, derivations }
    }

    /// Calls `each` for all classes of arguments and choices up to a size, until it has a result.
    pub(crate) fn up_to<T>(
        &self,
        machines: &Machines<'_>,
        size: u32,
        mut each: impl FnMut(Seen) -> Option<T>,
    ) -> Ended<T> {
        let mut run = Run::new();
        machines.with(|machine| {
            search(&mut run, &self.derivations, size, |run| each(self.seen(machine, machines, run)))
        })
    }

    fn seen(&self, machine: &mut Machine, machines: &Machines<'_>, run: &mut Run) -> Seen {
        let n = self.coverage.variables.len() as u32 - 1;
        let begin = |machine: &mut Machine, run: &mut Run, term| {
            let first = run.force(run.root()).fields;
            let arguments: Vec<Argument> = (0..n).map(|i| Argument::Hole(first + i)).collect();
            machine.run_choosing(run, first + n, machines.entry(term), &arguments)
        };
        let outcome = machine.resume(run).unwrap_or_else(|| begin(machine, run, self.coverage.output));
        let pair = match outcome {
            Outcome::Value(word) if word.is_unit() => return Seen::Fine,
            Outcome::Value(word) => word,
            Outcome::Limit(_) => return Seen::Unclear,
            // Either the generator ends with an error, or it has a result and a predicate does.
            Outcome::Fault(_) => {
                let outcome = machines.with(|other| begin(other, run, self.coverage.run));
                let has_result = matches!(outcome, Outcome::Value(_)) || outcome.is_limit();
                return if has_result { Seen::Unclear } else { Seen::Fine };
            }
            // The choices end.
            _ => return Seen::Fine,
        };
        let Value::Construct(ConId::PAIR, parts) = &machine.value(pair) else { return Seen::Unclear };
        let holds = parts.first() == Some(&Value::Construct(ConId::TRUE, Vec::new()));
        if holds && self.coverage.is_outlined {
            return Seen::Fine;
        }
        let mut values: Vec<Value> = run
            .fields(run.root())
            .take(n as usize)
            .zip(&self.coverage.variables)
            .map(|(position, binder)| {
                run.force_all(position);
                let read = run.read(position);
                read.map_or(Value::Open, |read| self.formulas.inputs.value(&binder.ty, read.at()))
            })
            .collect();
        let Value::Construct(ConId::PAIR, parts) = &machine.full_value(run, pair) else {
            return Seen::Unclear;
        };
        values.extend(parts.last().cloned());
        match (self.members.are_arguments(&values).known(), holds) {
            (Some(false), _) => return Seen::Fine,
            (None, _) => return Seen::Unclear,
            (Some(true), false) => return Seen::Outside(values),
            (Some(true), true) => {}
        }
        match self.members.is_result(&values).known() {
            Some(true) => Seen::Fine,
            Some(false) => Seen::Outside(values),
            None => Seen::Unclear,
        }
    }
}
