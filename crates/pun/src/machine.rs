//! The machine: bytecode over tagged words, frames on a stack of its own, a heap that is cut back, and inputs that are decided
//! as they are looked at.
//!
//! What a decision has to come back to is kept by not overwriting it: the heap only grows, frames that were there stay where
//! they are, and a register is assigned once. So a snapshot is a few numbers, whatever the run has done before, and
//! [`Machine::resume`] goes on from the last decision that has changed: nothing before it is run again.

mod appended;
mod arguments;
mod calls;
pub(crate) mod choices;
mod compare;
mod execute;
mod integers;
mod live;
mod read;
mod residual;
mod snapshot;
mod word;

use std::sync::Arc;

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

pub use self::arguments::{Argument, Demand, Entry};
use self::execute::Stop;
use self::residual::Residual;
use self::snapshot::Snapshot;
pub use self::word::Word;
use crate::compile::Extent;
use crate::compile::bytecode::{Code, Constant, FunctionId};
use crate::fault::{Call, Fault, FaultKind};
use crate::source::Span;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls.
    pub fuel: u64,
    /// Words for the registers of all calls that have not returned, and for what links them.
    pub stack: usize,
    /// Words for values.
    pub heap: usize,
}

impl Default for Limits {
    /// Ten million calls, 128 MiB for calls that have not returned and 512 MiB for values.
    fn default() -> Self {
        Self { fuel: 10_000_000, stack: 16 << 20, heap: 64 << 20 }
    }
}

impl Limits {
    /// Limits that are met within a few milliseconds: 100,000 calls, 16 MiB for calls that have not returned and 8 MiB for values.
    const BRIEF: Self = Self { fuel: 100_000, stack: 2 << 20, heap: 1 << 20 };

    /// Returns what a run may use at most if it is to end soon.
    pub fn brief(self) -> Self {
        Self {
            fuel: self.fuel.min(Self::BRIEF.fuel),
            stack: self.stack.min(Self::BRIEF.stack),
            heap: self.heap.min(Self::BRIEF.heap),
        }
    }

    /// Returns the limits of the last run on an input, after which the input counts as one that does not end.
    pub fn ample(self) -> Self {
        Self {
            fuel: self.fuel.saturating_mul(4),
            stack: self.stack.saturating_mul(4),
            heap: self.heap.saturating_mul(2),
        }
    }
}

/// Where the registers of the frame that ends a run begin.
const FIRST: usize = 2;

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// With a value, known up to its outermost constructor.
    Value(Word),
    /// With an error.
    Fault(Box<Fault>),
    /// By a limit on what it may use.
    Limit(Box<Fault>),
    /// At a position whose value is [the caller's to give](Machine::answer).
    Demand(Demand),
    /// The input that was begun has no continuation.
    Void,
}

/// What a run has used of its [`Limits`], counted as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Calls.
    pub fuel: u64,
    /// Words for values.
    pub heap: usize,
}

impl Outcome {
    /// Returns whether a limit has ended the run.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Limit(_))
    }

    /// Returns what has ended the run, unless that is a value.
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::Fault(fault) | Self::Limit(fault) => Some(*fault),
            Self::Value(_) | Self::Demand(_) | Self::Void => None,
        }
    }
}

/// A machine for one program. It runs one input at a time.
pub struct Machine {
    code: Arc<Code>,
    /// Where the program's code ends; closed terms may follow.
    own: Extent,
    limits: Limits,
    constants: Vec<Word>,
    /// The values of definitions without parameters, as far as they have been computed.
    globals: Vec<Word>,
    heap: Vec<Word>,
    bigs: Vec<BigInt>,
    /// Words for their digits, of those that the run has made on its way here.
    big_words: u64,
    stack: Vec<Word>,
    /// Where the current frame's registers begin and end.
    base: usize,
    top: usize,
    /// Words for all calls that have not returned. The stack may be higher: frames stay in it that a decision comes back to.
    nested: usize,
    /// Nothing below is overwritten.
    protected: usize,
    /// The next operation.
    pc: usize,
    /// Calls that are left.
    fuel: u64,
    /// The clock is looked at when no more calls than these are left.
    next_look: u64,
    /// The value of each position of the input that has been decided.
    holes: Vec<Word>,
    /// These positions, in order.
    bound: Vec<u32>,
    /// What delayed values were before they were evaluated.
    updates: Vec<(u32, Word, Word)>,
    snapshots: Vec<Snapshot>,
    /// Does the caller give the values of positions? Otherwise the kernel decides them.
    asks: bool,
    /// How many positions have been asked for.
    demands: usize,
    /// How often each counter of the code was passed.
    counts: Vec<u64>,
    /// Where choices are taken from, if anything chooses: three streams of positions.
    choices: Option<choices::Choices>,
    /// An input of which nothing is open.
    nothing: Option<Box<Run>>,
    /// What states are named by, where draws share what they learn.
    residual: Residual,
    /// The size of the heap, and the number of large integers, before any run.
    heap_base: usize,
    bigs_base: usize,
    /// What the run began with: the number of its input, a function and its arguments.
    run: u32,
    first: (FunctionId, Vec<Word>),
    /// Pairs still to be compared.
    pairs: Vec<(Word, Word)>,
    /// Arguments on their way.
    arguments: Vec<Word>,
}

impl Machine {
    /// Returns a machine with its constants in place.
    pub(crate) fn new(code: Arc<Code>, limits: Limits) -> Self {
        let mut machine = Self {
            own: code.extent(),
            limits,
            constants: Vec::new(),
            globals: vec![Word::NONE; code.functions.len()],
            heap: Vec::new(),
            bigs: Vec::new(),
            big_words: 0,
            stack: Vec::new(),
            base: 0,
            top: 0,
            nested: 0,
            protected: 0,
            pc: 0,
            fuel: 0,
            next_look: 0,
            holes: Vec::new(),
            bound: Vec::new(),
            updates: Vec::new(),
            snapshots: Vec::new(),
            asks: false,
            demands: 0,
            counts: vec![0; code.counters.len()],
            choices: None,
            nothing: None,
            residual: Residual::default(),
            heap_base: 0,
            bigs_base: 0,
            run: 0,
            first: (0, Vec::new()),
            pairs: Vec::new(),
            arguments: Vec::new(),
            code,
        };
        machine.make_constants();
        machine.keep();
        machine
    }

    /// Makes the words of the code's constants, as far as they are not there yet.
    fn make_constants(&mut self) {
        let code = Arc::clone(&self.code);
        for constant in &code.constants[self.constants.len()..] {
            let word = match constant {
                Constant::Integer(value) => self.big(value.clone()),
                Constant::Character(value) => Word::character(u32::from(*value)),
                Constant::Constructor(constructor) => Word::constant(*constructor),
                Constant::Function(function) => self.bare_function(*function),
            };
            self.constants.push(word);
        }
    }

    /// What is on the heap now stays there.
    fn keep(&mut self) {
        (self.heap_base, self.bigs_base) = (self.heap.len(), self.bigs.len());
    }

    /// Computes definitions without parameters, so that no run does it again; those that do not end soon, fail or choose are left
    /// to the runs that need them.
    pub(crate) fn compute(&mut self, definitions: impl Iterator<Item = FunctionId>) {
        /// Calls for each of them, and for all.
        const EACH: u64 = 100_000;
        const ALL: u64 = 1_000_000;
        let (fuel, mut left) = (self.limits.fuel, ALL);
        for function in definitions {
            self.limits.fuel = left.min(EACH);
            let outcome = self.without_input(|machine, input| machine.start(input, function, &[]));
            if let Outcome::Value(value) = outcome {
                self.globals[function as usize] = value;
                self.keep();
            }
            left = left.saturating_sub(self.limits.fuel - self.fuel).max(1);
        }
        self.limits.fuel = fuel;
        self.reset();
    }

    /// Forgets the run before.
    fn reset(&mut self) {
        self.heap.truncate(self.heap_base);
        self.bigs.truncate(self.bigs_base);
        for position in self.bound.drain(..) {
            self.holes[position as usize] = Word::NONE;
        }
        // What delayed values of before any run have become would point to what is gone.
        while let Some((at, header, first)) = self.updates.pop() {
            if let Some([a, b]) = self.heap.get_mut(at as usize..at as usize + 2) {
                (*a, *b) = (header, first);
            }
        }
        self.snapshots.clear();
        self.big_words = 0;
        self.residual.is_settled = false;
        self.protected = 0;
        self.refuel(self.limits.fuel);
    }

    /// Sets what runs may use from now on, besides the values that are there before any run.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = Limits { heap: limits.heap.saturating_add(self.heap_base), ..limits };
    }

    /// Returns how many calls the last run has made, from its beginning.
    pub(crate) fn calls_made(&self) -> u64 {
        self.limits.fuel.saturating_sub(self.fuel)
    }

    /// Returns what the last run has used, from its beginning. Where a run goes back to a decision or demand, what it used after that
    /// does not count.
    pub fn footprint(&self) -> Footprint {
        let heap = self.heap.len() - self.heap_base + self.big_words as usize;
        Footprint { fuel: self.calls_made(), heap }
    }

    /// Returns the places of the program that are [counted](crate::engine::Build::counts), each with how often this machine has come
    /// by. What a run does not repeat when it goes back to a decision or demand is counted once.
    pub fn counts(&self) -> impl Iterator<Item = (Span, u64)> {
        self.code.counters.iter().copied().zip(self.counts.iter().copied())
    }

    /// Counts from zero again.
    pub fn forget_counts(&mut self) {
        self.counts.fill(0);
    }

    /// Forgets the run before and gives back the memory that it took beyond limits, which hold from now on.
    pub(crate) fn release(&mut self, limits: Limits) {
        self.limit(limits);
        self.reset();
        self.heap.shrink_to(self.limits.heap);
        self.stack.truncate(self.limits.stack);
        self.stack.shrink_to_fit();
    }

    /// Works on an input of which nothing is open.
    pub(crate) fn without_input<T>(&mut self, work: impl FnOnce(&mut Self, &mut Run) -> T) -> T {
        let mut nothing = self.nothing.take().unwrap_or_default();
        let done = work(self, &mut nothing);
        self.nothing = Some(nothing);
        done
    }

    /// Runs a function on arguments, from the beginning.
    pub(crate) fn start(&mut self, input: &mut Run, function: FunctionId, arguments: &[Word]) -> Outcome {
        self.start_choosing(input, None, function, arguments)
    }

    /// Runs a function on arguments, from the beginning; choices are taken from the three fields of a product, if there is one.
    pub(crate) fn start_choosing(
        &mut self,
        input: &mut Run,
        choices: Option<u32>,
        function: FunctionId,
        arguments: &[Word],
    ) -> Outcome {
        self.asks = false;
        self.reset();
        self.choose_from(choices);
        self.start_next(input, function, arguments)
    }

    /// Runs a function on arguments after others, with what those have left on the heap and of fuel.
    pub(crate) fn start_next(
        &mut self,
        input: &mut Run,
        function: FunctionId,
        arguments: &[Word],
    ) -> Outcome {
        self.run = input.id();
        self.first.0 = function;
        self.first.1.clear();
        self.first.1.extend_from_slice(arguments);
        match self.enter() {
            Ok(()) => self.go(input),
            Err(stop) => self.ended(stop),
        }
    }

    /// Calls what the run begins with.
    fn enter(&mut self) -> Result<(), Stop> {
        self.first_frame();
        self.arguments.clone_from(&self.first.1);
        self.call(self.first.0, 0)
    }

    /// Evaluates what the run before has left delayed.
    fn go_on(&mut self, delayed: u32) -> Outcome {
        self.first_frame();
        match self.evaluate(delayed, Some(0)) {
            Ok(()) => self.without_input(Self::go),
            Err(stop) => self.ended(stop),
        }
    }

    /// The frame that ends a run.
    fn first_frame(&mut self) {
        let halt = self.code.functions[self.code.halt as usize].start;
        self.base = FIRST;
        self.top = FIRST + 1;
        self.nested = self.top;
        self.stack.resize(self.stack.len().max(16), Word::NONE);
        self.stack[0] = Word::of_bits(0);
        self.stack[1] = Word::of_bits(u64::from(self.code.halt));
        self.pc = halt as usize;
    }

    /// Goes on from the last decision on an input, which has changed; gives `None` if the last run was of another input, or did not
    /// make that decision.
    pub fn resume(&mut self, input: &mut Run) -> Option<Outcome> {
        let decisions = input.depth();
        let is_known = !self.asks && self.run == input.id() && decisions > 0;
        (is_known && self.restore(decisions)).then(|| self.go(input))
    }

    fn go(&mut self, input: &mut Run) -> Outcome {
        loop {
            let stop = match self.execute(input) {
                Ok(value) => return Outcome::Value(value),
                // Nothing is kept for decisions that are made already.
                Err(Stop::Crowded) if !self.snapshots.is_empty() && !self.asks => {
                    self.reset();
                    if let Some(choices) = &mut self.choices {
                        choices.begin();
                    }
                    self.enter().err()
                }
                Err(stop) => Some(stop),
            };
            if let Some(stop) = stop {
                return self.ended(stop);
            }
        }
    }

    /// Returns how a run has ended without a value.
    fn ended(&mut self, stop: Stop) -> Outcome {
        match stop {
            Stop::Fault(kind) if kind.is_limit() => Outcome::Limit(Box::new(self.fault(kind))),
            // An application that ends with an error is no input.
            Stop::Fault(_) if self.makes_input() => Outcome::Void,
            Stop::Fault(kind) => Outcome::Fault(Box::new(self.fault(kind))),
            Stop::Crowded => Outcome::Limit(Box::new(self.fault(FaultKind::TooDeep))),
            Stop::Demand(position) => Outcome::Demand(self.demanded(position)),
            Stop::Void => Outcome::Void,
        }
    }

    /// Returns whether a call that makes an input of an abstract type has not returned.
    fn makes_input(&self) -> bool {
        let mut base = self.base;
        while base > FIRST && !self.code.makers.is_empty() {
            if self.code.makers.contains(&self.function_at(base)) {
                return true;
            }
            base = self.link(base).0;
        }
        false
    }

    /// Returns an error where the machine is.
    fn fault(&self, kind: FaultKind) -> Fault {
        let span = self.code.spans[self.pc.saturating_sub(1)];
        Fault::new(kind, span, self.calls())
    }

    /// Returns the calls that have not returned, the innermost one first, without the one that the run began with.
    fn calls(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut base = self.base;
        while base > FIRST && calls.len() < Fault::CALLS {
            let (caller, pc) = self.link(base);
            // The machine evaluates what is delayed: that is no call, nor are those of the machine's own functions.
            let is_call = !self.is_own(base) && !self.code.is_update(self.function_at(caller));
            let pc = if is_call && caller > FIRST && self.is_own(caller) { self.link(caller).1 } else { pc };
            if is_call && caller > FIRST {
                let name = &self.code.functions[self.function_at(base) as usize].name;
                calls.push(Call { name: name.clone(), span: self.code.spans[pc.saturating_sub(1)] });
            }
            base = caller;
        }
        calls
    }

    /// Returns whether a frame belongs to a function of the machine's own.
    fn is_own(&self, base: usize) -> bool {
        self.code.is_own(self.function_at(base))
    }
}
