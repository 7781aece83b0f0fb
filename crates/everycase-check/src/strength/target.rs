//! A property together with the function that is mutated, and the calls that it makes of it.

use std::collections::HashMap;

use everycase_kernel::{Derivation, Derivations};

use crate::verdict::Verdict;

/// A property of a function that can be replaced.
///
/// A front end runs the property and passes each call of the function that the property itself makes to [`Calls`]; calls that come from
/// within the function are not passed on.
pub trait Target: Send + Sync {
    /// Returns the name of the function.
    fn function(&self) -> &str;

    /// Returns the name of the function in equations, without its type.
    fn plain_name(&self) -> &str {
        self.function()
    }

    /// Returns the derivations of its arguments: a product with a field for each argument.
    fn arguments(&self) -> &Derivations;

    /// Returns the derivations of its results.
    fn results(&self) -> &Derivations;

    /// Returns the arguments whose type is that of the result, by number.
    fn of_result_type(&self) -> &[usize] {
        &[]
    }

    /// Returns the pairs of arguments of one type, by number.
    fn exchangeable(&self) -> &[(usize, usize)] {
        &[]
    }

    /// Runs the property on an input.
    fn run(&self, input: &Derivation, calls: &mut dyn Calls) -> Verdict;

    /// Returns a call with its result as the source of an equation, `insert 0 [0] = []`.
    fn equation(&self, arguments: &Derivation, result: &Derivation) -> String;
}

/// The function itself: its result on the given arguments, or on others. `None` when it has no result that is a derivation.
pub type Original<'o> = &'o mut dyn FnMut(Option<&Derivation>) -> Option<Derivation>;

/// Answers the calls of a function.
pub trait Calls {
    /// Returns the result of a call; `None` where the result is that of the function itself.
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Option<Derivation>;
}

/// The calls that a run of a property has made, each once.
#[derive(Default)]
pub struct Exercised {
    calls: Vec<Exercise>,
    places: HashMap<Vec<u64>, usize>,
}

/// A call with its result.
pub struct Exercise {
    /// The arguments.
    pub arguments: Derivation,
    /// The result.
    pub result: Derivation,
    /// The result with two arguments exchanged, if that was asked for.
    pub exchanged: Option<Derivation>,
}

impl Exercised {
    /// Returns the calls, in the order in which they were made first.
    pub fn calls(&self) -> &[Exercise] {
        &self.calls
    }

    /// Returns whether there was none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}

/// Leaves every call as it is, and notes it.
#[derive(Default)]
pub struct Watch {
    /// The calls so far.
    pub exercised: Exercised,
    /// The arguments to exchange, whose result is noted, too.
    pub exchange: Option<(usize, usize)>,
    /// Whether the result of some call is no derivation.
    pub has_unknown: bool,
}

impl Calls for Watch {
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Option<Derivation> {
        let place = self.exercised.calls.len();
        let words = arguments.words();
        if self.exercised.places.contains_key(&words) {
            return None;
        }
        let Some(result) = original(None) else {
            self.has_unknown = true;
            return None;
        };
        let exchanged = self.exchange.and_then(|pair| original(Some(&exchanged(arguments, pair)?)));
        self.exercised.places.insert(words, place);
        self.exercised.calls.push(Exercise { arguments: arguments.clone(), result, exchanged });
        None
    }
}

/// Returns arguments with two of them exchanged, if that makes a difference.
pub(super) fn exchanged(arguments: &Derivation, (one, other): (usize, usize)) -> Option<Derivation> {
    arguments.with_fields_exchanged(one, other).filter(|exchanged| exchanged != arguments)
}
