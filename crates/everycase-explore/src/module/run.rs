//! Runs test expressions in pun's machine.

use std::sync::Arc;

use everycase_check::phase::Phase;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, LazySubject, Subject, Undecided, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use pun::engine::{Argument, Ladder, Machine, Outcome, Providers};
use pun::fault::Fault;

use super::Module;
use super::signature::Target;
use crate::library::{Options, Provider};

impl Module {
    /// Runs a test: from its last changed decision if this thread made it, otherwise from the beginning. A run that meets a limit,
    /// and may fail by that, is repeated with ample limits.
    fn outcome(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        let first = machine.resume(input).unwrap_or_else(|| {
            machine.limit(self.ladder.first());
            self.begin(machine, input)
        });
        self.ladder.note(machine, &first);
        if !first.is_limit() || !self.may_fail(input) {
            return first;
        }
        let begin = |machine: &mut Machine| Some(self.begin(machine, input));
        self.ladder.within(self.ladder.own().ample(), machine, begin).unwrap_or(first)
    }

    fn begin(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        machine.run_on(input, self.engine.term(0), &[Argument::Hole(input.root())])
    }

    /// Returns whether a met limit counts as a failure, if every smaller test has ended.
    fn may_fail(&self, input: &Run) -> bool {
        let is_small = || input.derivation(input.root()).is_some_and(|test| Ladder::is_small(&test));
        self.ladder.may_fail(is_small)
    }

    /// Returns the error with which a test ends, or the limit that it meets. A property that is false has none.
    pub fn fault(&self, test: &Derivation) -> Option<Fault> {
        let mut run = Run::new();
        run.begin_replay(test);
        let begin = |machine: &mut Machine| Some(self.begin(machine, &mut run));
        self.ladder.within(self.ladder.own().ample(), &mut self.engine.machine(), begin)?.fault()
    }

    fn verdict(&self, outcome: Outcome, input: &mut Run) -> Verdict {
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
            Outcome::Fault(fault) => failed(fault.failure(sources), input),
            Outcome::Limit(fault) => Verdict::Undecided(Box::new(Undecided {
                message: fault.to_string(),
                location: Some(sources.place(fault.span)),
                may_fail: self.may_fail(input),
            })),
            Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => {
                Verdict::Discarded
            }
        }
    }

    /// Returns the name of the property that a finished run tests, if it is one.
    fn property(&self, input: &mut Run) -> Option<&str> {
        let mut position = input.root();
        loop {
            let number = input.payload::<Providers>(position)?.number;
            let taken = input.force(position);
            let options = self.meaning(number)?;
            let Options::Terms(providers) = &*options else { return None };
            match providers[taken.alternative as usize] {
                Provider::Call(function, _) => {
                    let is_property = matches!(self.targets[function as usize], Target::Property(_));
                    return is_property.then(|| &*self.signature.functions[function as usize].name);
                }
                Provider::Same | Provider::Dig => position = taken.fields,
                Provider::Construct(..) | Provider::Constant(..) | Provider::Function => return None,
            }
        }
    }
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
            self.verdict(outcome, input)
        })
    }
}
