//! The choices of one run of a generator, in the order in which it makes them.
//!
//! A run on known arguments stops at each choice, which is answered with the next one of a list, or
//! at random. So what a search or a draw has found can be run again from its arguments and choices
//! alone, and both can be shown.

use std::fmt::{Display, Formatter};

use everycase_kernel::At;
use everycase_kernel::lazy::Stream;
use num_bigint::BigInt;
use pun::core::ConId;
use pun::engine::{Argument, Choice, Entry, Machine, Options, Outcome};
use pun::value::Value;

/// A choice that a generator made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneratorChoice {
    /// The right operand of `<+>`, or `true`; otherwise the left one, or `false`.
    Side(bool),
    /// An integer.
    Integer(BigInt),
}

impl Display for GeneratorChoice {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Side(false) => write!(f, "left"),
            Self::Side(true) => write!(f, "right"),
            Self::Integer(integer) => write!(f, "{integer}"),
        }
    }
}

/// The number of choices after which a run is given up.
const MOST: usize = 1_000;

/// Runs a function of arguments, and makes its choices as `choose` says. Returns how the run ends
/// and the choices that were made; `None` if `choose` has no answer.
pub(crate) fn run(
    machine: &mut Machine,
    entry: Entry,
    arguments: &[Value],
    mut choose: impl FnMut(&Choice) -> Option<GeneratorChoice>,
) -> Option<(Outcome, Vec<GeneratorChoice>)> {
    let arguments: Vec<Argument> = arguments.iter().cloned().map(Argument::Value).collect();
    let mut made = Vec::new();
    let mut outcome = machine.run(entry, &arguments);
    while let Outcome::Choice(choice) = &outcome {
        let chosen = choose(choice).filter(|_| made.len() < MOST)?;
        let value = match &chosen {
            GeneratorChoice::Side(side) => {
                Value::Construct(if *side { ConId::TRUE } else { ConId::FALSE }, Vec::new())
            }
            GeneratorChoice::Integer(integer) if choice.options.include(integer) => {
                Value::Integer(integer.clone())
            }
            GeneratorChoice::Integer(_) => return None,
        };
        made.push(chosen);
        outcome = machine.choose(choice, &Argument::Value(value))?;
    }
    Some((outcome, made))
}

/// Reads the choices of a derivation of [`choices`](pun::engine::choices).
pub(crate) struct Tape<'d> {
    streams: [At<'d>; 3],
}

impl<'d> Tape<'d> {
    pub(crate) fn new(choices: At<'d>) -> Self {
        Self { streams: [choices.field(0), choices.field(1), choices.field(2)] }
    }

    /// Returns the next choice; `None` if no choice of its kind is left.
    pub(crate) fn next(&mut self, choice: &Choice) -> Option<GeneratorChoice> {
        let at = &mut self.streams[choice.stream as usize];
        let taken = *at;
        match (taken.alternative(), choice.stream) {
            (0, _) => None,
            (side, Stream::Sides) => {
                *at = taken.field(0);
                Some(GeneratorChoice::Side(side == 2))
            }
            (_, Stream::Integers | Stream::Naturals) => {
                *at = taken.field(1);
                let number = BigInt::from(taken.field(0).number()?);
                Some(GeneratorChoice::Integer(match (&choice.options, choice.stream) {
                    (Options::Between(low, _), Stream::Naturals) => low + number,
                    _ => number,
                }))
            }
        }
    }
}
