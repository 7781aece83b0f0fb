//! The outputs of a generator that are outside of its specification, and its crashes.
//!
//! A search over arguments and choices runs the generator and then the outline of its coverage type
//! on the result, in one run that decides no more than both look at. Where formulas have
//! quantifiers, the result is decided in every way. What has to be compared with formulas, or may
//! be a finding, is run again on the arguments and the choices alone.

use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivations, Shape};
use pun::core::ConId;
use pun::engine::{Argument, Choice, Machine, Outcome, choices};
use pun::fault::{Fault, FaultKind};
use pun::value::Value;

use crate::choosing::{self, GeneratorChoice, Tape};
use crate::formula::Formulas;
use crate::machines::Machines;
use crate::members::Members;
use crate::search::{Ending, search};
use crate::specification::Coverage;

/// Searches results of a generator.
pub(crate) struct Outputs<'a> {
    coverage: &'a Coverage,
    formulas: &'a Formulas<'a>,
    members: &'a Members<'a>,
    derivations: Derivations,
}

/// A run of a generator.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The arguments, then the result if there is one.
    pub values: Vec<Value>,
    /// The choices, in the order in which they were made.
    pub choices: Vec<GeneratorChoice>,
}

/// What was seen of one class of arguments and choices.
pub(crate) enum Observation {
    /// A result within the specification, or none.
    Fine,
    /// A result outside of the specification.
    Outside(Execution),
    /// An error that the generator does not raise by `error`.
    Crash(Execution, Box<Fault>),
    /// It is not known.
    Unclear,
}

impl<'a> Outputs<'a> {
    pub(crate) fn new(coverage: &'a Coverage, formulas: &'a Formulas<'a>, members: &'a Members<'a>) -> Self {
        let shapes = coverage.parameters().iter().map(|binder| formulas.inputs.shape(&binder.ty));
        let derivations = Derivations::new(Shape::product(shapes.chain([choices()])));
        Self { coverage, formulas, members, derivations }
    }

    /// Calls `each` for all classes of arguments and choices up to a size, until it has a result.
    pub(crate) fn up_to<T>(
        &self,
        machines: &Machines<'_>,
        size: u32,
        mut each: impl FnMut(Observation) -> Option<T>,
    ) -> Ending<T> {
        let mut run = Run::new();
        machines.with(|machine| {
            search(&mut run, &self.derivations, size, |run| each(self.seen(machine, machines, run)))
        })
    }

    fn seen(&self, machine: &mut Machine, machines: &Machines<'_>, run: &mut Run) -> Observation {
        let n = self.coverage.parameters().len() as u32;
        let outcome = machine.resume(run).unwrap_or_else(|| {
            let first = run.force(run.root()).fields;
            let arguments: Vec<Argument> = (0..n).map(|i| Argument::Hole(first + i)).collect();
            machine.run_choosing(run, first + n, machines.entry(self.coverage.output), &arguments)
        });
        match outcome {
            Outcome::Value(word) if word.is_unit() => Observation::Fine,
            Outcome::Value(word) => {
                let is_within = self.coverage.is_outlined && is_true(part_of(&machine.value(word), 0));
                if is_within {
                    return Observation::Fine;
                }
                run.fields(run.root()).take(n as usize).for_each(|position| run.force_all(position));
                machine.full_value(run, word);
                self.again(machines, run)
            }
            Outcome::Fault(_) => {
                if !self.coverage.is_outlined {
                    run.fields(run.root()).take(n as usize).for_each(|position| run.force_all(position));
                }
                self.again(machines, run)
            }
            Outcome::Limit(_) => Observation::Unclear,
            // The choices end.
            _ => Observation::Fine,
        }
    }

    /// Runs the smallest input of a class again.
    fn again(&self, machines: &Machines<'_>, run: &Run) -> Observation {
        let Some(input) = run.read(run.root()) else { return Observation::Unclear };
        let (parameters, input) = (self.coverage.parameters(), input.at());
        let arguments = parameters.iter().enumerate();
        let arguments = arguments.map(|(i, binder)| self.formulas.inputs.value(&binder.ty, input.field(i)));
        let mut tape = Tape::new(input.field(parameters.len()));
        self.of_choices(machines, arguments.collect(), |choice| tape.next(choice))
            .unwrap_or(Observation::Unclear)
    }

    /// Runs the generator on arguments and choices. Returns `None` if `choose` has no answer.
    pub(crate) fn of_choices(
        &self,
        machines: &Machines<'_>,
        arguments: Vec<Value>,
        choose: impl FnMut(&Choice) -> Option<GeneratorChoice>,
    ) -> Option<Observation> {
        // Formulas are evaluated by other machines.
        match self.members.are_arguments(&arguments).known() {
            Some(true) => {}
            Some(false) => return Some(Observation::Fine),
            None => return Some(Observation::Unclear),
        }
        machines.with(|machine| {
            let entry = |term| machines.entry(term);
            let (outcome, choices) = choosing::run(machine, entry(self.coverage.output), &arguments, choose)?;
            let mut execution = Execution { values: arguments, choices };
            match outcome {
                Outcome::Value(word) if !word.is_unit() => {
                    let pair = machine.value(word);
                    let holds = is_true(part_of(&pair, 0));
                    execution.values.extend(part_of(&pair, 1).cloned());
                    Some(self.of_result(execution, holds))
                }
                Outcome::Value(_) => Some(Observation::Fine),
                // Either the generator ends with an error, or it has a result and a predicate does.
                Outcome::Fault(_) => {
                    let mut choices = execution.choices.iter().cloned();
                    let run = entry(self.coverage.run);
                    let (outcome, _) = choosing::run(machine, run, &execution.values, |_| choices.next())?;
                    Some(match outcome {
                        Outcome::Fault(fault) if is_crash(&fault.kind) => {
                            Observation::Crash(execution, fault)
                        }
                        Outcome::Fault(_) => Observation::Fine,
                        _ => Observation::Unclear,
                    })
                }
                _ => Some(Observation::Unclear),
            }
        })
    }

    /// Compares a result with the coverage type; `holds` tells whether its outline does.
    fn of_result(&self, execution: Execution, holds: bool) -> Observation {
        if !execution.values.iter().all(is_whole) {
            return Observation::Unclear;
        }
        if !holds {
            return Observation::Outside(execution);
        }
        match self.members.is_result(&execution.values).known() {
            Some(true) => Observation::Fine,
            Some(false) => Observation::Outside(execution),
            None => Observation::Unclear,
        }
    }
}

fn is_true(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Construct(ConId::TRUE, _)))
}

/// Returns whether a value was read completely: parts of very large ones are left out.
fn is_whole(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Integer(_) | Value::Character(_) => {}
            Value::Construct(_, fields) => open.extend(fields),
            _ => return false,
        }
    }
    true
}

/// Returns a part of a pair.
fn part_of(pair: &Value, i: usize) -> Option<&Value> {
    match pair {
        Value::Construct(ConId::PAIR, parts) => parts.get(i),
        _ => None,
    }
}

/// Returns whether an error is a mistake in a generator. By `error` it says itself that some
/// choices have no result.
fn is_crash(kind: &FaultKind) -> bool {
    !matches!(kind, FaultKind::Error(_))
}
