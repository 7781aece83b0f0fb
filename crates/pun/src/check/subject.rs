//! A property as the check loop sees it: run on inputs that are decided as they are looked at.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, LazySubject, Subject, Verdict};
use everycase_space::Derivation;
use everycase_space::lazy::Partial;

use crate::compile::bytecode::{Code, FunctionId};
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome, Word};
use crate::source::Sources;
use crate::value::Value;

#[cfg(test)]
mod tests;

/// A compiled property: what its machines need. A machine belongs to a thread and is made when the thread first needs it.
pub(crate) struct PropertySubject {
    id: u64,
    code: Arc<Code>,
    function: FunctionId,
    inputs: InputsOf,
    /// Definitions to be computed beforehand.
    values: Arc<[FunctionId]>,
    limits: Limits,
    sources: Arc<Sources>,
}

/// What a property is about.
#[derive(Clone, Copy)]
pub(crate) struct InputsOf {
    /// How many inputs the kernel gives.
    pub(crate) given: u32,
    /// Are there inputs that are drawn by terms?
    pub(crate) choices: bool,
    /// Is there a premise that they have to meet, or are there some that cannot be made?
    pub(crate) premise: bool,
}

/// A machine, and the run it is in.
struct Runner {
    subject: u64,
    machine: Machine,
    run: u32,
}

thread_local! {
    /// The machine of the property that this thread ran last.
    static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl PropertySubject {
    pub(crate) fn new(
        code: Arc<Code>,
        function: FunctionId,
        inputs: InputsOf,
        values: Arc<[FunctionId]>,
        limits: Limits,
        sources: Arc<Sources>,
    ) -> Self {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Self { id, code, function, inputs, values, limits, sources }
    }

    fn runner(&self) -> Runner {
        let mut machine = Machine::new(Arc::clone(&self.code), self.limits);
        machine.compute(self.values.iter().copied());
        Runner { subject: self.id, machine, run: 0 }
    }

    /// Does something with this thread's machine.
    fn with<T>(&self, work: impl FnOnce(&mut Runner) -> T) -> T {
        RUNNER.with_borrow_mut(|runner| {
            let is_own = runner.as_ref().is_some_and(|runner| runner.subject == self.id);
            if !is_own {
                *runner = Some(self.runner());
            }
            work(runner.get_or_insert_with(|| self.runner()))
        })
    }

    /// Runs one input: from the last decision that has changed, if this thread made it.
    fn outcome(&self, runner: &mut Runner, input: &mut Partial) -> Outcome {
        let decisions = input.depth();
        if runner.run == input.id()
            && decisions > 0
            && let Some(outcome) = runner.machine.resume(input, decisions)
        {
            return outcome;
        }
        runner.run = input.id();
        self.begin(&mut runner.machine, self.function, input)
    }

    /// Runs a function of the property's inputs from the beginning.
    fn begin(&self, machine: &mut Machine, function: FunctionId, input: &mut Partial) -> Outcome {
        let fields = input.force(input.root()).fields;
        let arguments: Vec<Word> = (0..self.inputs.given).map(|i| Word::hole(fields + i)).collect();
        machine.choose_from(self.inputs.choices.then(|| input.force(fields + self.inputs.given).fields));
        machine.start(input, function, &arguments)
    }

    fn verdict(&self, machine: &mut Machine, outcome: Outcome, input: &mut Partial) -> Verdict {
        match outcome {
            // Other sequences of choices that begin in the same way are drawn as others.
            Outcome::Value(_) | Outcome::Fault(_) if input.is_drawn() && !machine.choices_end(input) => {
                Verdict::Discarded
            }
            outcome => said(outcome, &self.sources),
        }
    }

    /// Do the choices of an input end where the property's run has taken its last one?
    #[cfg(test)]
    pub(crate) fn draws_to_the_end(&self, input: &Derivation) -> bool {
        let mut run = Partial::new();
        run.begin_following(input);
        let mut runner = self.runner();
        let outcome = self.begin(&mut runner.machine, self.function, &mut run);
        !matches!(outcome, Outcome::Void) && runner.machine.choices_end(&mut run)
    }

    /// How the property fails on an input, if with an error.
    pub(crate) fn fault(&self, input: &Derivation) -> Option<Fault> {
        let mut run = Partial::new();
        run.begin_following(input);
        match self.begin(&mut self.runner().machine, self.function, &mut run) {
            Outcome::Fault(fault) => Some(*fault),
            Outcome::Value(_) | Outcome::Void => None,
        }
    }

    /// The values of some functions of the property's inputs, each on an input that is given: an error where there is one.
    pub(crate) fn values(&self, input: &Derivation, functions: &[FunctionId]) -> Vec<Result<Value, Fault>> {
        let mut runner = self.runner();
        let value = |function: &FunctionId| {
            let mut run = Partial::new();
            run.begin_following(input);
            match self.begin(&mut runner.machine, *function, &mut run) {
                Outcome::Value(word) => Ok(runner.machine.full_value(&mut run, word)),
                Outcome::Fault(fault) => Err(*fault),
                Outcome::Void => Ok(Value::Open),
            }
        };
        functions.iter().map(value).collect()
    }
}

/// What the end of a property's run says of its input.
pub(super) fn said(outcome: Outcome, sources: &Sources) -> Verdict {
    match outcome {
        Outcome::Value(Word::UNIT) | Outcome::Void => Verdict::Discarded,
        Outcome::Value(word) if word.is_true() => Verdict::Passed,
        Outcome::Value(_) => failed(Cause::Returned("false".to_owned())),
        Outcome::Fault(fault) => {
            let (line, column) = sources.line_and_column(fault.span);
            let file = &sources.get(fault.span.file).name;
            let location = Some(format!("{file}:{line}:{column}"));
            failed(Cause::Panicked { message: fault.to_string(), location })
        }
    }
}

fn failed(cause: Cause) -> Verdict {
    Verdict::Failed(Box::new(Failure::of(cause)))
}

impl Subject for PropertySubject {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        self.with(|runner| {
            let mut run = Partial::new();
            run.begin_following(input);
            runner.run = 0;
            let outcome = self.begin(&mut runner.machine, self.function, &mut run);
            self.verdict(&mut runner.machine, outcome, &mut run)
        })
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        Some(self)
    }
}

impl LazySubject for PropertySubject {
    fn names_what_is_to_do(&self) -> bool {
        self.inputs.premise || self.inputs.choices
    }

    fn run_lazily(&self, input: &mut Partial, _: &mut Labels) -> Verdict {
        self.with(|runner| {
            let outcome = self.outcome(runner, input);
            let mut verdict = self.verdict(&mut runner.machine, outcome, input);
            if let Verdict::Failed(failure) = &mut verdict {
                failure.seen = input.read(input.root()).map(Arc::new);
            }
            verdict
        })
    }
}
