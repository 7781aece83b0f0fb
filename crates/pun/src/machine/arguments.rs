//! The arguments of functions: values, positions, and calls that are evaluated on demand.

use everycase_kernel::lazy::{Run, Stream};

use super::stop::Options;
use super::word::Word;
use super::{Machine, Outcome};
use crate::compile::bytecode::FunctionId;
use crate::core::ConId;
use crate::value::Value;

/// A function of an engine at which a run can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry(pub(crate) FunctionId);

/// An argument of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value without functions and without unknown parts.
    Value(Value),
    /// A constructor with all its fields.
    Construct(ConId, Vec<Argument>),
    /// A position, demanded once the run needs its value. The caller numbers positions from 0,
    /// without large gaps.
    Hole(u32),
    /// A call with all its arguments, evaluated on demand. With fewer arguments it is a function.
    Call(Entry, Vec<Argument>),
}

/// A demand: the run has stopped because it needs the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    /// The position.
    pub position: u32,
    /// The number of the demand.
    number: usize,
}

/// A choice of a generator at which a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is made from.
    pub options: Options,
    /// Which stream of [`choices`](crate::engine::choices) has it in an input. Between two bounds,
    /// a number of the naturals is the distance from the lower one.
    pub stream: Stream,
    /// The number of the demand.
    number: usize,
}

impl Machine {
    /// Runs a function on arguments, from the beginning. The run stops at each position whose value
    /// it needs, and continues when that is [answered](Self::answer). It also stops at each choice
    /// of a generator, until [`choose`](Self::choose).
    ///
    /// # Panics
    /// If the function does not take this number of arguments, or a constructor this number of
    /// fields. Arguments of wrong types may also panic.
    pub fn run(&mut self, entry: Entry, arguments: &[Argument]) -> Outcome {
        self.without_input(|machine, input| machine.begin_on(input, true, None, entry, arguments))
    }

    /// Runs a function on arguments, from the beginning. Their positions belong to an input, which
    /// the kernel decides on demand. The input has no choices of generators: they end the run with
    /// an error, unless it is begun by [`run_choosing`](Self::run_choosing).
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn run_on(&mut self, input: &mut Run, entry: Entry, arguments: &[Argument]) -> Outcome {
        self.begin_on(input, false, None, entry, arguments)
    }

    /// Does the same with choices of generators, which the kernel decides on demand, too: `choices`
    /// is the position of [`choices`](crate::engine::choices) in the input. An input whose choices
    /// end before the run does is [void](Outcome::Void); in draws, so is an input with
    /// [choices left over](Self::choices_end).
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn run_choosing(
        &mut self,
        input: &mut Run,
        choices: u32,
        entry: Entry,
        arguments: &[Argument],
    ) -> Outcome {
        let first = input.force(choices).fields;
        self.begin_on(input, false, Some(first), entry, arguments)
    }

    fn begin_on(
        &mut self,
        input: &mut Run,
        caller_decides: bool,
        choices: Option<u32>,
        entry: Entry,
        arguments: &[Argument],
    ) -> Outcome {
        let arity = self.program.code.functions[entry.0 as usize].arity;
        assert_eq!(arity as usize, arguments.len(), "the number of arguments of {entry:?}");
        self.prepare(caller_decides, choices);
        let arguments: Vec<Word> = arguments.iter().map(|argument| self.word(argument)).collect();
        self.store.keep_arguments();
        self.start_next(input, entry.0, &arguments)
    }

    /// Goes back to a demand, gives its position a value, and continues. Answering a demand again
    /// discards everything that followed the former answer. Returns `None` if the machine has since
    /// gone back to an earlier demand or begun another run.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn answer(&mut self, demand: Demand, with: &Argument) -> Option<Outcome> {
        if !self.decisions.caller_decides || !self.restore_demand(demand.number) {
            return None;
        }
        let word = self.word(with);
        self.store.bind(demand.position, word);
        Some(self.without_input(Self::go))
    }

    /// Goes back to a choice, makes it, and continues, as [`answer`](Self::answer) does.
    ///
    /// # Panics
    /// If the argument is a value that is not among the options. A position or a call may stand for
    /// an integer only.
    pub fn choose(&mut self, choice: &Choice, with: &Argument) -> Option<Outcome> {
        let is_option = match with {
            Argument::Value(Value::Construct(con, _)) | Argument::Construct(con, _) => {
                choice.options == Options::Booleans && [ConId::FALSE, ConId::TRUE].contains(con)
            }
            Argument::Value(Value::Integer(integer)) => choice.options.include(integer),
            Argument::Value(_) => false,
            Argument::Hole(_) | Argument::Call(..) => choice.options != Options::Booleans,
        };
        assert!(is_option, "{with:?} is not among {:?}", choice.options);
        if !self.decisions.caller_decides || !self.restore_demand(choice.number) {
            return None;
        }
        self.decisions.answer = Some(self.word(with));
        Some(self.without_input(Self::go))
    }

    /// Records where the run has stopped.
    pub(super) fn demanded(&mut self, position: u32) -> Demand {
        Demand { position, number: self.stopped() }
    }

    /// Records the choice at which the run has stopped.
    pub(super) fn asked(&mut self, (options, stream): (Options, Stream)) -> Choice {
        Choice { options, stream, number: self.stopped() }
    }

    fn stopped(&mut self) -> usize {
        let stop = self.decisions.stop();
        let mark = self.mark(stop);
        self.take_snapshot(&mark);
        stop
    }

    pub(super) fn word(&mut self, argument: &Argument) -> Word {
        match argument {
            Argument::Value(value) => self.store.make(&self.program.code, value),
            Argument::Construct(constructor, fields) => {
                let fields: Vec<Word> = fields.iter().map(|field| self.word(field)).collect();
                self.store.construct(&self.program.code, *constructor, &fields)
            }
            Argument::Hole(position) => Word::hole(*position),
            // The value of the definition may never be demanded.
            Argument::Call(Entry(function), arguments)
                if arguments.is_empty() && self.program.code.value_counters.contains_key(function) =>
            {
                self.store.given(*function, &[])
            }
            Argument::Call(Entry(function), arguments) => {
                let arguments: Vec<Word> = arguments.iter().map(|argument| self.word(argument)).collect();
                self.call_of(*function, &arguments)
            }
        }
    }
}
