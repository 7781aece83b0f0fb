//! What a caller gives a function: values, positions, and calls that are made once their value is looked at.

use everycase_kernel::lazy::Run;

use super::word::Word;
use super::{Machine, Outcome};
use crate::compile::bytecode::FunctionId;
use crate::core::ConId;
use crate::value::Value;

/// A function of an engine that a run can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry(pub(crate) FunctionId);

/// What a function is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value without functions and without parts that are not known.
    Value(Value),
    /// A constructor with all its fields.
    Construct(ConId, Vec<Argument>),
    /// A position. What stands there is demanded once the run looks at it. The caller numbers positions, from 0 and without large
    /// gaps.
    Hole(u32),
    /// A call with all its arguments, made once its value is looked at. With fewer arguments it is a function.
    Call(Entry, Vec<Argument>),
}

/// A position at which a run has stopped, as it looks at what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    /// The position.
    pub position: u32,
    /// Which demand of its machine it is.
    number: usize,
}

impl Machine {
    /// Runs a function on arguments, from the beginning. The run stops at each position that it looks at, and goes on when that is
    /// [answered](Self::answer). Choices of generators are not decided: they end the run with an error.
    ///
    /// # Panics
    /// If the function does not take this number of arguments, or a constructor not this number of fields. Arguments of other types
    /// than the function's may end the program.
    pub fn run(&mut self, entry: Entry, arguments: &[Argument]) -> Outcome {
        self.asks = true;
        self.without_input(|machine, input| machine.begin_on(input, entry, arguments))
    }

    /// Runs a function on arguments, from the beginning. Their positions are those of an input, of which the kernel decides as much
    /// as the run looks at. Choices of generators are not decided: they end the run with an error.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn run_on(&mut self, input: &mut Run, entry: Entry, arguments: &[Argument]) -> Outcome {
        self.asks = false;
        self.begin_on(input, entry, arguments)
    }

    fn begin_on(&mut self, input: &mut Run, entry: Entry, arguments: &[Argument]) -> Outcome {
        let arity = self.code.functions[entry.0 as usize].arity;
        assert_eq!(arity as usize, arguments.len(), "the number of arguments of {entry:?}");
        self.reset();
        self.choose_from(None);
        let arguments: Vec<Word> = arguments.iter().map(|argument| self.word(argument)).collect();
        self.start_next(input, entry.0, &arguments)
    }

    /// Goes back to a demand, gives its position a value, and goes on. A demand can be answered again, with another value, which
    /// takes back all that followed the answer before. Returns `None` if the machine has since gone back to an earlier demand, or has
    /// begun another run.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn answer(&mut self, demand: Demand, with: &Argument) -> Option<Outcome> {
        if !self.asks || !self.restore_demand(demand.number) {
            return None;
        }
        let word = self.word(with);
        self.bind(demand.position, word);
        Some(self.without_input(Self::go))
    }

    /// Notes where the run has stopped.
    pub(super) fn demanded(&mut self, position: u32) -> Demand {
        self.demands += 1;
        let mark = self.mark();
        self.decided(&mark, self.demands);
        Demand { position, number: self.demands }
    }

    fn word(&mut self, argument: &Argument) -> Word {
        match argument {
            Argument::Value(value) => self.word_of(value),
            Argument::Construct(constructor, fields) => {
                let fields: Vec<Word> = fields.iter().map(|field| self.word(field)).collect();
                self.construct_of(*constructor, &fields)
            }
            Argument::Hole(position) => Word::hole(*position),
            Argument::Call(Entry(function), arguments) => {
                let arguments: Vec<Word> = arguments.iter().map(|argument| self.word(argument)).collect();
                let arity = self.code.functions[*function as usize].arity as usize;
                assert!(arguments.len() <= arity, "a call has at most the arguments that it needs");
                if arguments.len() < arity {
                    return self.closure(*function, &arguments);
                }
                let delayed = self.delay(*function, arity);
                let at = delayed as usize + 1;
                self.heap[at..at + arity].copy_from_slice(&arguments);
                Word::delayed(delayed)
            }
        }
    }

    /// A value may be deeper than Rust's stack: its parts are made first, from the last one on.
    fn word_of(&mut self, value: &Value) -> Word {
        enum Task<'v> {
            Value(&'v Value),
            Construct(ConId, usize),
        }
        let (mut done, mut tasks) = (Vec::new(), vec![Task::Value(value)]);
        while let Some(task) = tasks.pop() {
            let word = match task {
                Task::Value(Value::Integer(value)) => self.big(value.clone()),
                Task::Value(Value::Character(value)) => Word::character(u32::from(*value)),
                Task::Value(Value::Construct(constructor, fields)) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    tasks.extend(fields.iter().rev().map(Task::Value));
                    continue;
                }
                Task::Value(other) => panic!("{other:?} is not known, or a function"),
                Task::Construct(constructor, n) => {
                    let fields = done.split_off(done.len() - n);
                    self.construct_of(constructor, &fields)
                }
            };
            done.push(word);
        }
        done.pop().unwrap_or(Word::NONE)
    }

    fn construct_of(&mut self, constructor: ConId, fields: &[Word]) -> Word {
        let arity = usize::from(self.code.arities[constructor.index()]);
        assert_eq!(arity, fields.len(), "the number of fields of constructor {}", constructor.0);
        if fields.is_empty() {
            return Word::constant(constructor.0);
        }
        let at = self.heap.len() as u32;
        self.heap.extend_from_slice(fields);
        Word::construct(constructor.0, at)
    }
}
