//! A property as a subject of the check engine: run on inputs that are decided on demand.

use std::sync::Arc;

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Event, Failure, Profile, Subject, ToolLimit, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use crate::compile::bytecode::FunctionId;
use crate::engine::{Engine, Ladder};
use crate::fault::{Fault, FaultKind};
use crate::machine::watch::{Replies, Reply};
use crate::machine::{Machine, Outcome, Word};
use crate::source::Sources;
use crate::value::Value;

#[cfg(test)]
mod tests;

/// A property of an engine's program.
pub(crate) struct PropertySubject {
    engine: Arc<Engine>,
    function: FunctionId,
    inputs: InputsOf,
    ladder: Ladder,
}

/// The largest structure that is drawn: runs end at a limit of steps.
const LONGEST: u32 = 200;

/// The maximal number of watched calls of a run. A watched call takes as long as many others; a run
/// with more of them has no known verdict.
const MOST_CALLS: usize = 1 << 14;

/// The kinds of inputs a property has.
#[derive(Clone, Copy)]
struct InputsOf {
    /// The number of inputs that the kernel provides.
    given: u32,
    /// Whether terms draw some of the inputs.
    choices: bool,
    /// Whether inputs can be discarded: by a premise, or because they cannot be made.
    premise: bool,
}

impl PropertySubject {
    /// Returns the property with this number.
    pub(crate) fn new(engine: Arc<Engine>, number: usize) -> Self {
        let property = &engine.program().properties[number];
        let inputs = InputsOf {
            given: property.given().count() as u32,
            choices: property.chooses(),
            premise: engine.compiled().premises[number] || property.makes(),
        };
        let function = engine.compiled().properties[number];
        let ladder = Ladder::new(engine.limits());
        Self { engine, function, inputs, ladder }
    }

    /// Returns the property with this number, with the calls of the engine's
    /// [watch](crate::engine::Build::watches) of this number.
    pub(crate) fn watched(engine: Arc<Engine>, number: usize, watch: usize) -> Self {
        let function = engine.watched(watch).0;
        Self { function, ..Self::new(engine, number) }
    }

    /// Runs one input of a property with watched calls, each of which has a reply. A run that meets
    /// brief limits is repeated with the usual ones, unless a result was replaced: it may then run
    /// forever. A run of too many watched calls is not repeated.
    pub(crate) fn run_watched(&self, input: &Derivation, reply: &mut Replies<'_>) -> Verdict {
        let mut run = Run::new();
        let begin = |run: &mut Run| {
            run.begin_replay(input);
            true
        };
        self.watched_on(&mut run, begin, reply)
    }

    /// Runs a property with watched calls on an input that is decided on demand.
    pub(crate) fn run_watched_lazily(&self, input: &mut Run, reply: &mut Replies<'_>) -> Verdict {
        self.watched_on(input, |run| run.is_drawn(), reply)
    }

    /// `begin` begins the input once more, and returns whether its choices have to end where the
    /// run ends: inputs that differ only in choices which no run takes would count as several.
    fn watched_on(
        &self,
        input: &mut Run,
        begin: impl Fn(&mut Run) -> bool,
        reply: &mut Replies<'_>,
    ) -> Verdict {
        let own = self.ladder.own();
        self.engine.with_machine(|machine| {
            let (mut ends, mut is_replaced) = (false, false);
            let outcome = self.ladder.climb(&[own.brief(), own], machine, |machine| {
                if is_replaced {
                    return None;
                }
                ends = begin(input);
                let outcome = self.begin(machine, self.function, input);
                let mut calls = 0;
                machine.go_through(input, outcome, None, &mut |machine, input, watched| {
                    calls += 1;
                    let with = if calls > MOST_CALLS { Reply::Stop } else { reply(machine, input, watched) };
                    is_replaced |= !matches!(with, Reply::AsBefore);
                    with
                })
            });
            match outcome {
                Some(Outcome::Limit(fault)) => undecided(&fault, false, self.sources()),
                Some(Outcome::Value(_) | Outcome::Fault(_)) if ends && !machine.choices_end(input) => {
                    Verdict::Discarded
                }
                Some(outcome) => said(outcome, self.sources()),
                None => Verdict::Undecided(Box::new(ToolLimit {
                    message: FaultKind::OutOfFuel.to_string(),
                    location: None,
                    may_fail: false,
                })),
            }
        })
    }

    /// Runs one input: from its last changed decision if this thread made it, otherwise from the
    /// beginning. If the run meets a limit that may be a failure, runs it again with ample limits.
    fn outcome(&self, machine: &mut Machine, input: &mut Run) -> Outcome {
        let first = machine.resume(input).unwrap_or_else(|| {
            machine.limit(self.ladder.first());
            self.begin(machine, self.function, input)
        });
        self.ladder.note(machine, &first);
        if !first.is_limit() || !self.may_fail(input) {
            return first;
        }
        let begin = |machine: &mut Machine| Some(self.begin(machine, self.function, input));
        self.ladder.within(self.ladder.own().ample(), machine, begin).unwrap_or(first)
    }

    /// Returns whether a limit met on an input may be the property's fault.
    fn may_fail(&self, input: &Run) -> bool {
        self.ladder.may_fail(|| input.derivation(input.root()).is_some_and(|input| Ladder::is_small(&input)))
    }

    /// Runs a function on the property's inputs from the beginning.
    fn begin(&self, machine: &mut Machine, function: FunctionId, input: &mut Run) -> Outcome {
        let fields = input.force(input.root()).fields;
        let arguments: Vec<Word> = (0..self.inputs.given).map(|i| Word::hole(fields + i)).collect();
        let choices = self.inputs.choices.then(|| input.force(fields + self.inputs.given).fields);
        machine.start_choosing(input, choices, function, &arguments)
    }

    fn verdict(&self, machine: &mut Machine, outcome: Outcome, input: &mut Run) -> Verdict {
        match outcome {
            Outcome::Limit(fault) => undecided(&fault, self.may_fail(input), self.sources()),
            // Sequences with the same used choices are drawn separately; only the one that ends
            // with them counts.
            Outcome::Value(_) | Outcome::Fault(_) if input.is_drawn() && !machine.choices_end(input) => {
                Verdict::Discarded
            }
            outcome => said(outcome, self.sources()),
        }
    }

    fn sources(&self) -> &Sources {
        &self.engine.program().sources
    }

    /// Returns whether the choices of an input end with the last one that the property's run uses.
    #[cfg(test)]
    pub(crate) fn draws_to_the_end(&self, input: &Derivation) -> bool {
        let mut run = Run::new();
        run.begin_replay(input);
        let mut machine = self.engine.machine();
        let outcome = self.begin(&mut machine, self.function, &mut run);
        !matches!(outcome, Outcome::Void) && machine.choices_end(&mut run)
    }

    /// Returns the error with which the property fails on an input; a met limit counts if
    /// `by_limit` is set.
    pub(crate) fn fault(&self, input: &Derivation, by_limit: bool) -> Option<Fault> {
        let mut run = Run::new();
        run.begin_replay(input);
        let mut machine = self.engine.machine();
        let own = self.ladder.own();
        machine.limit(if by_limit { own } else { own.ample() });
        self.begin(&mut machine, self.function, &mut run).fault()
    }

    /// Returns the values, or errors, of the engine's further terms on an input. The terms are
    /// about the property's inputs.
    pub(crate) fn values(&self, input: &Derivation) -> Vec<Result<Value, Fault>> {
        let mut machine = self.engine.machine();
        let value = |function: &FunctionId| {
            let mut run = Run::new();
            run.begin_replay(input);
            match self.begin(&mut machine, *function, &mut run) {
                Outcome::Value(word) => Ok(machine.full_value(&mut run, word)),
                Outcome::Fault(fault) | Outcome::Limit(fault) => Err(*fault),
                Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => {
                    Ok(Value::Open)
                }
            }
        };
        self.engine.compiled().terms.iter().map(value).collect()
    }
}

/// Returns the verdict for a run that met no limit.
pub(super) fn said(outcome: Outcome, sources: &Sources) -> Verdict {
    match outcome {
        Outcome::Value(Word::UNIT)
        | Outcome::Demand(_)
        | Outcome::Choice(_)
        | Outcome::Watched(_)
        | Outcome::Void => Verdict::Discarded,
        Outcome::Value(word) if word.is_true() => Verdict::Passed,
        Outcome::Value(_) => failed(Failure::of(Cause::Returned("false".to_owned()))),
        Outcome::Fault(fault) | Outcome::Limit(fault) => failed(fault.failure(sources)),
    }
}

/// Returns the verdict for a run that met a limit.
pub(super) fn undecided(fault: &Fault, may_fail: bool, sources: &Sources) -> Verdict {
    let location = Some(sources.place(fault.span));
    Verdict::Undecided(Box::new(ToolLimit { message: fault.to_string(), location, may_fail }))
}

fn failed(failure: Failure) -> Verdict {
    Verdict::Failed(Box::new(failure))
}

impl Subject for PropertySubject {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        self.engine.with_machine(|machine| {
            let outcome = self.outcome(machine, input);
            let mut verdict = self.verdict(machine, outcome, input);
            if let Verdict::Failed(failure) = &mut verdict
                && !input.is_replay()
            {
                failure.seen = input.read(input.root()).map(Arc::new);
            }
            verdict
        })
    }

    fn profile(&self) -> Profile {
        let names_continuations = self.inputs.premise || self.inputs.choices;
        Profile { longest: LONGEST, is_pure: true, names_continuations, ..Profile::parts() }
    }

    fn notice(&self, event: Event) {
        self.ladder.notice(event);
    }
}
