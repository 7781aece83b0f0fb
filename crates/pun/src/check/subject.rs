//! A property as the check loop sees it: run on inputs that are decided as they are looked at.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::phase::Phase;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, LazySubject, Subject, Undecided, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Partial;

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
    /// Are runs to end soon, because their inputs are some of many?
    is_brief: AtomicBool,
    longest: Longest,
    sources: Arc<Sources>,
}

/// The largest number of calls of a run that has ended. Where it is a share of what a run may make, the property is slow, and a run
/// that meets a limit may be one that takes a little longer.
#[derive(Default)]
pub(super) struct Longest(AtomicU64);

impl Longest {
    /// A run that makes this part of the calls that end a run is long ...
    const SHARE: u64 = 100;
    /// ... if it makes more than this number of calls.
    const FEW: u64 = 10_000;

    /// Notes how many calls a run has made that has ended.
    pub(super) fn note(&self, calls: u64) {
        // Mostly there is nothing to write.
        if calls > self.0.load(Ordering::Relaxed) {
            self.0.fetch_max(calls, Ordering::Relaxed);
        }
    }

    /// Returns whether some run that has ended was long.
    pub(super) fn is_long(&self, limits: Limits) -> bool {
        self.0.load(Ordering::Relaxed) > (limits.ample().fuel / Self::SHARE).max(Self::FEW)
    }
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

/// One thread at a time runs with ample limits: they are about memory, too.
pub(super) static AMPLE: Mutex<()> = Mutex::new(());

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
        let is_brief = AtomicBool::new(false);
        let longest = Longest::default();
        Self { id, code, function, inputs, values, limits, is_brief, longest, sources }
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
            return self.confirmed(runner, outcome, input);
        }
        runner.run = input.id();
        let is_brief = self.is_brief.load(Ordering::Relaxed);
        runner.machine.limit(if is_brief { self.limits.brief() } else { self.limits });
        let outcome = self.begin(&mut runner.machine, self.function, input);
        self.confirmed(runner, outcome, input)
    }

    /// Gives a run that has met a limit all that there is, where it may be a failure.
    fn confirmed(&self, runner: &mut Runner, outcome: Outcome, input: &mut Partial) -> Outcome {
        if !outcome.is_limit() {
            self.longest.note(runner.machine.calls_made());
            return outcome;
        }
        if !self.may_fail(input) {
            return outcome;
        }
        // No other run goes on from here: it would have as much.
        runner.run = 0;
        let _alone = AMPLE.lock().unwrap_or_else(PoisonError::into_inner);
        runner.machine.limit(self.limits.ample());
        let outcome = self.begin(&mut runner.machine, self.function, input);
        if !outcome.is_limit() {
            self.longest.note(runner.machine.calls_made());
        }
        runner.machine.release(self.limits);
        outcome
    }

    /// May a limit that is met on an input be the property's fault?
    fn may_fail(&self, input: &Partial) -> bool {
        !self.is_brief.load(Ordering::Relaxed)
            && !self.longest.is_long(self.limits)
            && input.derivation(input.root()).is_some_and(|input| is_small(&input))
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
            Outcome::Fault(fault) if fault.kind.is_limit() => {
                undecided(&fault, self.may_fail(input), &self.sources)
            }
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

    /// How the property fails on an input, if with an error; by meeting a limit if that is how.
    pub(crate) fn fault(&self, input: &Derivation, by_limit: bool) -> Option<Fault> {
        let mut run = Partial::new();
        run.begin_following(input);
        let mut machine = self.runner().machine;
        if !by_limit {
            machine.limit(self.limits.ample());
        }
        match self.begin(&mut machine, self.function, &mut run) {
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

/// What the end of a property's run says of its input, where it was no limit that ended it.
pub(super) fn said(outcome: Outcome, sources: &Sources) -> Verdict {
    match outcome {
        Outcome::Value(Word::UNIT) | Outcome::Void => Verdict::Discarded,
        Outcome::Value(word) if word.is_true() => Verdict::Passed,
        Outcome::Value(_) => failed(Cause::Returned("false".to_owned())),
        Outcome::Fault(fault) => {
            failed(Cause::Panicked { message: fault.to_string(), location: Some(place(&fault, sources)) })
        }
    }
}

/// Returns the verdict on an input on which a run met a limit.
pub(super) fn undecided(fault: &Fault, may_fail: bool, sources: &Sources) -> Verdict {
    let location = Some(place(fault, sources));
    Verdict::Undecided(Box::new(Undecided { message: fault.to_string(), location, may_fail }))
}

/// Numbers below this count as small.
const SMALL: u64 = 1 << 10;
/// A number of which a word is small all the same is larger than this size.
const SMALL_SIZE: u32 = 64;

/// Returns whether a program that counts up to any number of an input ends within its limits: all of them are small.
pub(super) fn is_small(input: &Derivation) -> bool {
    input.size() < SMALL_SIZE
        && input.words().into_iter().all(|word| word.cast_signed().unsigned_abs() < SMALL)
}

fn place(fault: &Fault, sources: &Sources) -> String {
    let (line, column) = sources.line_and_column(fault.span);
    format!("{}:{line}:{column}", sources.get(fault.span.file).name)
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
            let outcome = self.outcome(runner, &mut run);
            self.verdict(&mut runner.machine, outcome, &mut run)
        })
    }

    fn enter(&self, phase: Phase) {
        let is_brief = matches!(phase, Phase::Sampling | Phase::Edges);
        self.is_brief.store(is_brief, Ordering::Relaxed);
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
