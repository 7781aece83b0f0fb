//! Runs test expressions in pun's machine.

use std::sync::Arc;

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Event, Failure, Profile, Subject, ToolLimit, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use pun::Limits;
use pun::engine::{self, Argument, Ladder, Machine, Outcome, Providers};
use pun::fault::FaultKind;

use super::Module;
use crate::library::{Options, Provider};
use crate::values::Values;

/// A test that met the limit on calls is run again with this many times as many.
const AGAIN: u64 = 50;

/// Returns the limits of a run that confirms a likely loop.
pub(super) fn ample(own: Limits) -> Limits {
    Limits { fuel: own.fuel.saturating_mul(AGAIN), ..own.ample() }
}

impl Module {
    /// Runs a test: from its last changed decision if this thread made it, otherwise from the
    /// beginning.
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

    /// Runs a test alone, with ample limits. Returns also the function whose call it is; at a
    /// limit, the function of the innermost call that does not end. Returns `None` if it meets a
    /// limit within a lambda term.
    pub(super) fn outcome_of(&self, test: &Derivation) -> Option<(Outcome, Option<u32>)> {
        let mut run = Run::new();
        run.begin_replay(test);
        let mut looping = None;
        let begin = |machine: &mut Machine| {
            let outcome = self.begin(machine, &mut run);
            if outcome.is_limit() {
                looping = self.looping(machine, &mut run);
            }
            (!is_of_lambda(machine, &outcome)).then_some(outcome)
        };
        let outcome = self.ladder.within(ample(self.ladder.own()), &mut self.engine.machine(), begin)?;
        let root = run.root();
        Some((outcome, looping.or_else(|| self.called(&mut run, root))))
    }

    fn verdict(&self, machine: &Machine, outcome: Outcome, input: &mut Run) -> Verdict {
        let sources = &self.engine.program().sources;
        match outcome {
            Outcome::Value(word) if word.as_boolean() == Some(true) => Verdict::Passed,
            Outcome::Value(word) if word.is_unit() || word.as_boolean().is_some() => {
                match self.property(input) {
                    None => Verdict::Passed,
                    Some(_) if word.is_unit() => Verdict::Discarded,
                    Some(name) => failed(Failure::of(Cause::Returned(format!("{name} is false"))), input),
                }
            }
            Outcome::Value(_) => Verdict::Passed,
            // The expression is not well-typed, so it is not a test.
            Outcome::Fault(fault) if fault.kind == FaultKind::Undecided => Verdict::Discarded,
            Outcome::Fault(fault) => {
                let location = Some(sources.place(self.site(&fault)));
                failed(Failure::of(Cause::Panicked { message: fault.to_string(), location }), input)
            }
            Outcome::Limit(fault) => {
                // Brief limits are met by tests that end, and other limits by tests that count up
                // to a large number.
                if machine.is_within_terms() || self.ladder.is_brief() || !is_small(input) {
                    return Verdict::Undecided(Box::new(ToolLimit {
                        message: fault.to_string(),
                        location: Some(sources.place(fault.span)),
                        may_fail: false,
                    }));
                }
                let location = self.looping(machine, input).map(|function| self.name(function).to_string());
                failed(Failure::of(Cause::Limit { message: fault.to_string(), location }), input)
            }
            Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => {
                Verdict::Discarded
            }
        }
    }

    /// Returns the name of the property that a finished run tests, if it is one.
    fn property(&self, input: &mut Run) -> Option<&str> {
        let function = self.called(input, input.root()).filter(|function| self.is_property(*function))?;
        Some(self.name(function))
    }

    /// Returns the function that a position of a finished run calls, or takes a part of a result
    /// from.
    fn called(&self, input: &mut Run, mut position: u32) -> Option<u32> {
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

    /// Returns the function that does not end. The place where a limit is met says little, so this
    /// is the function of the innermost call in the test's expression that was being evaluated, or
    /// whose result had a part that was being evaluated.
    fn looping(&self, machine: &Machine, input: &mut Run) -> Option<u32> {
        machine.calls_under_way().into_iter().find_map(|position| self.called(input, position))
    }
}

/// Returns whether a run has met a limit within a lambda term. Every lambda term ends, but some
/// take long.
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
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        self.engine.with_machine(|machine| {
            let outcome = self.outcome(machine, input);
            self.verdict(machine, outcome, input)
        })
    }

    fn profile(&self) -> Profile {
        Profile { is_pure: true, ..Profile::parts() }
    }

    fn notice(&self, event: Event) {
        self.ladder.notice(event);
        if let (Event::Bound { is_complete }, Some(values)) = (event, &self.values) {
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
        let fault = pun::fault::Fault { kind: FaultKind::Undecided, span: Span::NOWHERE, calls: Vec::new() };
        let verdict = module.verdict(&module.engine.machine(), Outcome::Fault(fault.into()), &mut Run::new());
        assert!(matches!(verdict, Verdict::Discarded));
    }
}
