//! A property together with the function that is mutated, and the calls that it makes of it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use everycase_kernel::{Derivation, Derivations};

use crate::run::verdict::{Subject, Verdict};

/// A property of a function that can be replaced.
///
/// A front end runs the property and passes each call of the function that the property itself
/// makes to [`Calls`]; calls that come from within the function are not passed on.
pub trait Target: Send + Sync {
    /// Returns the name of the function.
    fn function(&self) -> &str;

    /// Returns the name of the function in equations, without its type.
    fn plain_name(&self) -> &str {
        self.function()
    }

    /// Returns the derivations of its arguments: a product with a field for each argument that can
    /// be encoded. The others, functions for example, are [left out](Target::left_out).
    fn arguments(&self) -> &Derivations;

    /// Returns the derivations of its results; `None` when results cannot be encoded.
    fn results(&self) -> Option<&Derivations>;

    /// Returns the arguments whose type is the type of the result, by number.
    fn of_result_type(&self) -> &[usize] {
        &[]
    }

    /// Returns the pairs of arguments of one type, by number.
    fn exchangeable(&self) -> &[(usize, usize)] {
        &[]
    }

    /// Returns whether the function may have this result for these arguments: a function that
    /// changes a slice in place keeps its length.
    fn admits(&self, _arguments: &Derivation, _result: &Derivation) -> bool {
        true
    }

    /// Returns the words of a result that leaves arguments as they were which the function may
    /// change, and is otherwise this one; `None` if the function changes no arguments.
    fn unchanged(&self, _arguments: &Derivation, _result: &Derivation) -> Option<Vec<u64>> {
        None
    }

    /// Returns the arguments that cannot be encoded, by number from 0. They do not tell calls
    /// apart.
    fn left_out(&self) -> &[usize] {
        &[]
    }

    /// Returns an input of the property as text, for messages; `None` if it cannot be shown.
    fn input(&self, _input: &Derivation) -> Option<String> {
        None
    }

    /// Runs the property on an input.
    fn run(&self, input: &Derivation, calls: Rc<RefCell<dyn Calls>>) -> Verdict;

    /// Returns the property with inputs that are decided on demand, if most complete inputs are
    /// invalid. This is so for a generator, whose choices end before the input does or after it.
    /// The property decides all arguments of the calls.
    fn on_demand(&self) -> Option<&dyn Subject> {
        None
    }

    /// Returns why arguments or results of some calls could not be encoded, although their types
    /// can, if there were such calls.
    fn obstacle(&self) -> Option<String> {
        None
    }

    /// Returns a call as source, `insert 0 [0]`. Arguments that cannot be encoded are written `_`.
    fn application(&self, arguments: &Derivation) -> String;

    /// Returns a call with names for some of the arguments that can be encoded, by number,
    /// `insert x _`. Others are written `_`.
    fn pattern(&self, names: &[(usize, &str)]) -> String;

    /// Returns a result as source.
    fn shown(&self, result: &Derivation) -> String;

    /// Returns a call with its result as the source of an equation, `insert 0 [0] = []`.
    fn equation(&self, arguments: &Derivation, result: &Derivation) -> String {
        format!("{} = {}", self.application(arguments), self.shown(result))
    }
}

/// What the function itself returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReturnValue {
    /// This result.
    Encoded(Derivation),
    /// A result that cannot be encoded, or that is not known because the function cannot be called
    /// once more.
    Opaque,
    /// No result: the function panics, or meets a limit.
    Nothing,
}

impl ReturnValue {
    /// Returns the result if it is known.
    pub fn encoded(&self) -> Option<&Derivation> {
        match self {
            ReturnValue::Encoded(result) => Some(result),
            ReturnValue::Opaque | ReturnValue::Nothing => None,
        }
    }
}

/// The function itself, on the arguments of a call, or on others in place of the arguments that can
/// be encoded.
pub type Original<'o> = &'o mut dyn FnMut(Option<&Derivation>) -> ReturnValue;

/// What a call returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The result of the function itself.
    AsBefore,
    /// This result.
    Result(Derivation),
    /// The result of the function itself on these arguments, without encoding it. Arguments that
    /// cannot be encoded are taken from the call.
    ResultOn(Derivation),
    /// Nothing: the run makes too many calls, and is to end. Its verdict does not matter.
    Stop,
}

/// Answers the calls of a function.
pub trait Calls {
    /// Returns what a call returns.
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer;

    /// Returns what a call returns that is made only to know a delayed part of an argument of
    /// another call. It is not noted.
    fn aside(&mut self, _arguments: &Derivation, _original: Original<'_>) -> Answer {
        Answer::AsBefore
    }
}

/// The calls that a run of a property has made, each once.
#[derive(Default)]
pub struct Exercises {
    calls: Vec<Exercise>,
    places: HashMap<Vec<u64>, usize>,
    made: u64,
}

/// A call with its result.
pub struct Exercise {
    /// The arguments.
    pub arguments: Derivation,
    /// The result; `None` if it cannot be encoded.
    pub result: Option<Derivation>,
    /// What the function returns with two arguments exchanged, if that was asked for and makes a
    /// difference.
    pub exchanged: Option<ReturnValue>,
}

impl Exercises {
    /// Returns the calls, in the order in which they were made first.
    pub fn calls(&self) -> &[Exercise] {
        &self.calls
    }

    /// Returns how many calls were made, equal ones included.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Returns whether there was none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Returns whether other calls, in any order, have the same arguments and results.
    pub fn agrees(&self, other: &Exercises) -> bool {
        let has = |call: &Exercise| other.call(&call.arguments).is_some_and(|own| own.result == call.result);
        self.calls.len() == other.calls.len() && self.calls.iter().all(has)
    }

    /// Returns the call with these arguments.
    pub fn call(&self, arguments: &Derivation) -> Option<&Exercise> {
        self.places.get(&arguments.words()).map(|&place| &self.calls[place])
    }
}

/// Leaves every call as it is, and notes it.
#[derive(Default)]
pub struct Watch {
    /// The calls so far.
    pub exercised: Exercises,
    /// The arguments to exchange, whose result is noted, too.
    pub exchange: Option<(usize, usize)>,
}

impl Calls for Watch {
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        self.exercised.made += 1;
        let place = self.exercised.calls.len();
        let words = arguments.words();
        if self.exercised.places.contains_key(&words) {
            return Answer::AsBefore;
        }
        let result = match original(None) {
            ReturnValue::Encoded(result) => Some(result),
            ReturnValue::Opaque => None,
            ReturnValue::Nothing => return Answer::AsBefore,
        };
        let exchanged = self.exchange.and_then(|pair| Some(original(Some(&exchanged(arguments, pair)?))));
        self.exercised.places.insert(words, place);
        self.exercised.calls.push(Exercise { arguments: arguments.clone(), result, exchanged });
        Answer::AsBefore
    }
}

/// Returns arguments with two of them exchanged, if that makes a difference.
pub(super) fn exchanged(arguments: &Derivation, (one, other): (usize, usize)) -> Option<Derivation> {
    arguments.with_fields_exchanged(one, other).filter(|exchanged| exchanged != arguments)
}
