//! The machine: bytecode over tagged words, an explicit stack of frames, a heap that is truncated
//! on backtracking, and inputs decided on demand.
//!
//! Each part has its own data: the program, the store of values, the stack of calls, the decisions
//! about the input, the meter, and reports of values. A part knows the others only as arguments.
//! The machine joins them: it runs the loop, and its operations look at the input, call, compare
//! and compute.
//!
//! Backtracking to a decision needs no copies, because nothing is overwritten: the heap only grows,
//! frames stay in place, and a register is assigned once. So a snapshot is a mark of each part, a
//! few numbers, however much the run has done, and [`Machine::resume`] continues from the last
//! changed decision without repeating anything before it.

mod appended_terms;
mod arguments;
mod arithmetic;
mod calls;
pub(crate) mod choices;
mod compare;
pub(crate) mod coverage;
mod decisions;
mod execute;
mod limits;
mod look;
mod meter;
mod program;
mod provide;
pub(crate) mod providers;
mod read;
mod reports;
mod snapshot;
mod stack;
mod stop;
mod store;
mod trace;
pub(crate) mod watch;
mod word;

use std::sync::Arc;

use everycase_kernel::lazy::{Choices, Run};

pub use self::arguments::{Argument, Choice, Demand, Entry};
use self::coverage::ReachedCounters;
use self::decisions::Decisions;
pub use self::limits::{Footprint, Limits};
use self::meter::Meter;
use self::program::Program;
use self::reports::Reports;
use self::stack::Stack;
pub use self::stop::Options;
use self::stop::Stop;
use self::store::Store;
pub use self::watch::WatchedCall;
pub use self::word::Word;
use crate::compile::bytecode::{Code, FunctionId};
use crate::fault::{Fault, FaultKind};

/// The result of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A value, evaluated to its outermost constructor.
    Value(Word),
    /// An error.
    Fault(Box<Fault>),
    /// A limit was met.
    Limit(Box<Fault>),
    /// A position's value is demanded, [to be given by the caller](Machine::answer).
    Demand(Demand),
    /// A generator chooses, [as the caller decides](Machine::choose).
    Choice(Box<Choice>),
    /// A watched function was called, and has a result, which the caller [keeps or
    /// replaces](Machine::reply).
    Watched(Box<WatchedCall>),
    /// The choices of the input ended too early, or the input cannot be made.
    Void,
}

impl Outcome {
    /// Returns whether a limit ended the run.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Limit(_))
    }

    /// Returns the error or met limit that ended the run.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::Fault(fault) | Self::Limit(fault) => Some(*fault),
            Self::Value(_) | Self::Demand(_) | Self::Choice(_) | Self::Watched(_) | Self::Void => None,
        }
    }
}

/// A machine for one program. It runs one input at a time.
pub struct Machine {
    program: Program,
    store: Store,
    stack: Stack,
    decisions: Decisions,
    meter: Meter,
    /// The expressions whose values are reported.
    reports: Reports,
    /// A buffer for pairs still to be compared.
    pairs: Vec<(Word, Word)>,
}

impl Machine {
    /// Returns a machine with the constants on its heap.
    pub(crate) fn new(code: Arc<Code>, limits: Limits, reached: Arc<ReachedCounters>) -> Self {
        let mut store = Store::default();
        let mut machine = Self {
            program: Program::new(code, &mut store),
            store,
            stack: Stack::default(),
            decisions: Decisions::default(),
            meter: Meter::new(reached),
            reports: Reports::default(),
            pairs: Vec::new(),
        };
        machine.limit(limits);
        machine.store.keep();
        machine
    }

    /// Evaluates definitions without parameters once for all runs. Those that take long, fail or
    /// make choices are left to the runs that need them.
    pub(crate) fn compute(&mut self, definitions: impl Iterator<Item = FunctionId>) {
        /// The maximal number of calls for each of them, and for all.
        const EACH: u64 = 100_000;
        const ALL: u64 = 1_000_000;
        let (limit, mut left) = (self.meter.limit, ALL);
        self.meter.begin_values();
        for function in definitions {
            self.meter.limit = left.min(EACH);
            let outcome = self.without_input(|machine, input| machine.start(input, function, &[]));
            // What a value owes is evaluated in runs: they forget what was owed before.
            let value = match outcome {
                Outcome::Value(value) if self.store.next_pending().is_none() => Some(value),
                _ => None,
            };
            self.meter.end_value(&self.program.code, function, value.is_some());
            if let Some(value) = value {
                self.program.globals[function as usize] = value;
                self.store.keep();
            }
            left = left.saturating_sub(self.meter.spent()).max(1);
        }
        self.meter.end_values();
        self.meter.limit = limit;
        self.reset();
    }

    /// Prepares for a run whose input the caller decides if `caller_decides` is set, and otherwise
    /// the kernel. Choices are taken from the three fields from `choices` on, if given.
    fn prepare(&mut self, caller_decides: bool, choices: Option<u32>) {
        self.reset();
        self.decisions.caller_decides = caller_decides;
        self.decisions.choices = choices.map(Choices::from);
    }

    /// Discards the previous run.
    fn reset(&mut self) {
        self.program.cut();
        self.store.reset();
        self.reports.clear();
        self.decisions.reset();
        self.stack.protected = 0;
        self.meter.refuel(self.meter.limit);
    }

    /// Sets the limits of further runs. What is on the heap before any run does not count.
    pub fn limit(&mut self, limits: Limits) {
        self.meter.limit = limits.fuel;
        self.stack.limit = limits.stack;
        self.store.limit(limits.heap);
    }

    /// Returns the number of calls in the last run, from its beginning.
    pub(crate) fn calls_made(&self) -> u64 {
        self.meter.spent()
    }

    /// Returns the resources used by the last run, from its beginning. What was used after a
    /// decision or demand that the run went back to does not count.
    pub fn footprint(&self) -> Footprint {
        Footprint { fuel: self.meter.spent(), heap: self.store.used() }
    }

    /// Discards the previous run, sets new limits and frees memory beyond them.
    pub(crate) fn release(&mut self, limits: Limits) {
        self.limit(limits);
        self.reset();
        self.store.shrink();
        self.stack.shrink();
    }

    /// Runs `work` on an input without open positions.
    pub(crate) fn without_input<T>(&mut self, work: impl FnOnce(&mut Self, &mut Run) -> T) -> T {
        let mut nothing = self.decisions.nothing.take().unwrap_or_default();
        let done = work(self, &mut nothing);
        self.decisions.nothing = Some(nothing);
        done
    }

    /// Runs a function on arguments, from the beginning.
    pub(crate) fn start(&mut self, input: &mut Run, function: FunctionId, arguments: &[Word]) -> Outcome {
        self.start_choosing(input, None, function, arguments)
    }

    /// Runs a function on arguments, from the beginning. Choices are taken from the three fields
    /// from `choices` on, if given.
    pub(crate) fn start_choosing(
        &mut self,
        input: &mut Run,
        choices: Option<u32>,
        function: FunctionId,
        arguments: &[Word],
    ) -> Outcome {
        self.prepare(false, choices);
        self.store.keep_arguments();
        self.start_next(input, function, arguments)
    }

    /// Runs a function on arguments after another run, with its heap and the rest of its fuel.
    pub(crate) fn start_next(
        &mut self,
        input: &mut Run,
        function: FunctionId,
        arguments: &[Word],
    ) -> Outcome {
        self.reports.begin(input);
        self.decisions.run = input.id();
        self.stack.first.0 = function;
        self.stack.first.1.clear();
        self.stack.first.1.extend_from_slice(arguments);
        match self.enter() {
            Ok(()) => self.go(input),
            Err(stop) => self.ended(stop),
        }
    }

    /// Calls the function of the run.
    fn enter(&mut self) -> Result<(), Stop> {
        self.stack.begin(&self.program.code);
        self.stack.arguments.clone_from(&self.stack.first.1);
        self.call(self.stack.first.0, 0)
    }

    /// Evaluates a delayed value that the previous run left.
    fn go_on(&mut self, delayed: u32) -> Outcome {
        self.stack.begin(&self.program.code);
        match self.evaluate(delayed, Some(0)) {
            Ok(()) => self.without_input(Self::go),
            Err(stop) => self.ended(stop),
        }
    }

    /// Continues from the last decision of an input, which has changed. Returns `None` if the last
    /// run was of another input or did not make that decision.
    pub fn resume(&mut self, input: &mut Run) -> Option<Outcome> {
        self.reports.begin(input);
        let decisions = input.depth();
        let is_known = !self.decisions.caller_decides
            && self.decisions.run == input.id()
            && decisions > 0
            && !self.program.is_full();
        (is_known && self.restore(decisions)).then(|| self.go(input))
    }

    fn go(&mut self, input: &mut Run) -> Outcome {
        loop {
            let stop = match self.execute(input) {
                Ok(value) => return Outcome::Value(value),
                // Without snapshots for decisions already made.
                Err(Stop::Crowded) if self.decisions.can_begin_again() => {
                    self.reset();
                    self.store.make_arguments();
                    if let Some(choices) = &mut self.decisions.choices {
                        choices.begin();
                    }
                    self.enter().err()
                }
                Err(Stop::Term) => {
                    self.write_term(input);
                    None
                }
                Err(stop) => Some(stop),
            };
            if let Some(stop) = stop {
                return self.ended(stop);
            }
        }
    }

    /// Returns the outcome of a run that ended without a value.
    fn ended(&mut self, stop: Stop) -> Outcome {
        match stop {
            Stop::Fault(kind) if kind.is_limit() => Outcome::Limit(Box::new(self.fault(kind))),
            // An application that fails makes no input.
            Stop::Fault(_) if self.makes_input() => Outcome::Void,
            Stop::Fault(kind) => Outcome::Fault(Box::new(self.fault(kind))),
            Stop::Crowded | Stop::Term => Outcome::Limit(Box::new(self.fault(FaultKind::TooDeep))),
            Stop::Demand(position) => Outcome::Demand(self.demanded(position)),
            Stop::Choice(choice) => Outcome::Choice(Box::new(self.asked(*choice))),
            Stop::Watched(watched) => Outcome::Watched(watched),
            Stop::Void => Outcome::Void,
        }
    }

    /// Returns whether a call that makes an input of an abstract type is active.
    fn makes_input(&self) -> bool {
        let makers = &self.program.code.makers;
        !makers.is_empty() && self.stack.frames().any(|frame| makers.contains(&frame.function))
    }

    /// Returns an error at the current operation.
    fn fault(&self, kind: FaultKind) -> Fault {
        self.stack.fault(&self.program.code, kind)
    }

    /// Returns the positions of the input whose calls the run was evaluating when it ended, the
    /// innermost first.
    pub fn calls_under_way(&self) -> Vec<u32> {
        let given = self.stack.frames().filter(|frame| self.program.code.given.contains(&frame.function));
        given.filter_map(|frame| self.store.position_of(self.stack.at(frame.base, 0))).collect()
    }
}
