//! Runs test expressions in pun's machine.

use std::sync::Arc;

use everycase_check::phase::Phase;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, LazySubject, Subject, Undecided, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use pun::Limits;
use pun::engine::{self, Argument, Ladder, Machine, Outcome, Providers};
use pun::fault::{Fault, FaultKind};

use super::Module;
use super::tested::PROPERTY;
use crate::library::{Options, Provider};
use crate::values::Values;

/// A test that met the limit on calls is run again with this many times as many.
const AGAIN: u64 = 50;

/// Returns the limits of a run that confirms a likely loop.
pub(super) fn ample(own: Limits) -> Limits {
    Limits { fuel: own.fuel.saturating_mul(AGAIN), ..own.ample() }
}

impl Module {
    /// Runs a test: from its last changed decision if this thread made it, otherwise from the beginning.
    fn outcome(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        machine.resume(input).unwrap_or_else(|| {
            machine.limit(self.ladder.first());
            self.begin(machine, input)
        })
    }

    fn begin(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        let values = self.values.as_ref().filter(|_| input.as_search().is_some());
        machine.report_values(values.map(|values| Arc::clone(values) as _));
        machine.run_on(input, self.engine.term(0), &[Argument::Hole(input.root())])
    }

    /// Runs a test alone, with ample limits. Returns the outcome and the function that is tested, or `None` if the run meets a limit within
    /// a lambda term.
    pub(super) fn outcome_of(&self, test: &Derivation) -> Option<(Outcome, Option<u32>)> {
        let mut run = Run::new();
        run.begin_replay(test);
        let begin = |machine: &mut Machine| {
            let outcome = self.begin(machine, &mut run);
            (!is_of_lambda(machine, &outcome)).then_some(outcome)
        };
        let outcome = self.ladder.within(ample(self.ladder.own()), &mut self.engine.machine(), begin)?;
        Some((outcome, self.function(&mut run)))
    }

    fn verdict(&self, outcome: Outcome, is_of_lambda: bool, input: &mut Run) -> Verdict {
        let sources = &self.engine.program().sources;
        match outcome {
            Outcome::Value(word) if word.as_boolean() == Some(true) => Verdict::Passed,
            Outcome::Value(word) if word.is_unit() || word.as_boolean().is_some() => {
                match self.function(input).and_then(|function| self.property(function)) {
                    None => Verdict::Passed,
                    Some(_) if word.is_unit() => Verdict::Discarded,
                    Some(name) => failed(Failure::of(Cause::Returned(format!("{name} is false"))), input),
                }
            }
            Outcome::Value(_) => Verdict::Passed,
            // The expression is not well-typed, so it is no test.
            Outcome::Fault(fault) if fault.kind == FaultKind::Undecided => Verdict::Discarded,
            Outcome::Fault(fault) => {
                let location = Some(sources.place(self.site(&fault)));
                failed(Failure::of(Cause::Panicked { message: fault.to_string(), location }), input)
            }
            // Brief limits are met by tests that end, and so are others by those that count up to a large number.
            Outcome::Limit(fault) if is_of_lambda || self.ladder.is_brief() || !is_small(input) => {
                Verdict::Undecided(Box::new(Undecided {
                    message: fault.to_string(),
                    location: Some(sources.place(fault.span)),
                    may_fail: false,
                }))
            }
            Outcome::Limit(fault) => {
                let location = self.looping(&fault, self.function(input)).map(str::to_owned);
                failed(Failure::of(Cause::Limit { message: fault.to_string(), location }), input)
            }
            Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => {
                Verdict::Discarded
            }
        }
    }

    /// Returns the function that a finished run tests, by its index.
    fn function(&self, input: &mut Run) -> Option<u32> {
        let mut position = input.root();
        loop {
            let number = input.payload::<Providers>(position)?.number;
            let taken = input.force(position);
            let options = self.meaning(number)?;
            let Options::Terms(providers) = &*options else { return None };
            match providers[taken.alternative as usize] {
                Provider::Call(function, _) => return Some(function),
                Provider::Same | Provider::Dig => position = taken.fields,
                Provider::Construct(..) | Provider::Constant(..) | Provider::Function => return None,
            }
        }
    }

    /// Returns the name of a function, given by its index, if it is a property.
    pub(super) fn property(&self, function: u32) -> Option<&str> {
        self.is_property(function).then(|| &*self.signature.functions[function as usize].name)
    }

    /// Returns the name of what does not end in a test of a function, given by its index. Where a limit is met says little, so it is the
    /// innermost active call that the test makes. If there is none, a part of the result is evaluated that waited on demand: it is the
    /// function that is tested.
    pub(super) fn looping<'f>(&'f self, fault: &'f Fault, tested: Option<u32>) -> Option<&'f str> {
        let call = fault.calls.iter().find(|call| call.is_of_test());
        call.and_then(|call| call.name.as_deref()).or_else(|| {
            let name = &*self.signature.functions[tested? as usize].name;
            Some(name.strip_prefix(PROPERTY).unwrap_or(name))
        })
    }
}

/// Returns whether a run has met a limit within a lambda term. Every lambda term ends, but some take long.
fn is_of_lambda(machine: &Machine, outcome: &Outcome) -> bool {
    outcome.is_limit() && machine.is_within_terms()
}

fn is_small(input: &Run) -> bool {
    input.derivation(input.root()).is_some_and(|test| Ladder::is_small(&test))
}

fn failed(mut failure: Failure, input: &Run) -> Verdict {
    failure.seen = input.excerpt(input.root()).map(Arc::new);
    Verdict::Failed(Box::new(failure))
}

impl Subject for Module {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        self.replay(input, labels)
    }

    fn enter(&self, phase: Phase) {
        self.ladder.be_brief(matches!(phase, Phase::Sampling | Phase::Edges));
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        Some(self)
    }
}

impl LazySubject for Module {
    fn run_lazily(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        self.engine.with_machine(|machine| {
            let outcome = self.outcome(machine, input);
            let is_of_lambda = is_of_lambda(machine, &outcome);
            self.verdict(outcome, is_of_lambda, input)
        })
    }

    fn end_bound(&self, is_complete: bool) {
        if let Some(values) = &self.values {
            values.end_bound(is_complete);
        }
    }
}

impl engine::Values for Values {
    fn is_redundant(&self, input: &Run, position: u32, value: &[u64], mentioned: &[u32]) -> bool {
        Values::is_redundant(self, input, position, value, mentioned)
    }
}

#[cfg(test)]
mod tests {
    use pun::load::load_text;
    use pun::source::Span;

    use super::*;

    #[test]
    fn a_run_that_looks_into_what_is_no_value_is_discarded() {
        let program = load_text("main.pun", "f x = x .").program.expect("the program is right");
        let module = Module::new(program).expect("the program is small");
        let fault = Fault { kind: FaultKind::Undecided, span: Span::NOWHERE, calls: Vec::new() };
        let verdict = module.verdict(Outcome::Fault(fault.into()), false, &mut Run::new());
        assert!(matches!(verdict, Verdict::Discarded));
    }
}
