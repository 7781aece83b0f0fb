//! The answers to watched calls: their arguments and results as derivations, and the results that
//! replace them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::PoisonError;

use everycase_check::strength::{Answer, Calls, Original, ReturnValue};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use super::encodable::{NotEncodable, Obstacle};
use super::target::{FunctionTarget, Parameter, encoded};
use crate::core::Type;
use crate::engine::WatchedCall;
use crate::inputs::{EncodeFailure, Place};
use crate::machine::watch::{Replies, Reply};
use crate::machine::{Argument, Machine, Word};
use crate::value::Value;

/// The maximal number of delayed parts of an argument or a result that are evaluated.
const DELAYED: usize = 100;

/// Answers a call.
type Answering<'a> = dyn FnMut(&Derivation, Original<'_>) -> Answer + 'a;

impl FunctionTarget {
    /// Returns the reply to a watched call of a run.
    pub(super) fn reply(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        watched: &WatchedCall,
        calls: &Rc<RefCell<dyn Calls>>,
    ) -> Reply {
        self.answered(machine, run, watched, calls, &mut |arguments, original| {
            calls.borrow_mut().call(arguments, original)
        })
    }

    /// Returns the reply to a call that is made aside, to evaluate a delayed part of an argument or
    /// a result of another call. While that call is answered, calls that its function makes of the
    /// property's functions are as before.
    fn reply_aside(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        watched: &WatchedCall,
        calls: &Rc<RefCell<dyn Calls>>,
    ) -> Reply {
        self.answered(machine, run, watched, calls, &mut |arguments, original| {
            calls.try_borrow_mut().map_or(Answer::AsBefore, |mut calls| calls.aside(arguments, original))
        })
    }

    fn answered(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        watched: &WatchedCall,
        calls: &Rc<RefCell<dyn Calls>>,
        answer: &mut Answering<'_>,
    ) -> Reply {
        let aside = &mut |machine: &mut Machine, run: &mut Run, watched: &WatchedCall| {
            self.reply_aside(machine, run, watched, calls)
        };
        let Some(arguments) = self.arguments_of(machine, run, watched, aside) else { return Reply::AsBefore };
        let mut original = |others: Option<&Derivation>| match others {
            None => self.returned(machine, run, watched.result, aside),
            Some(others) => {
                let others = self.replaced(others);
                // The parts of the result are evaluated without answers of their own.
                let read = |machine: &mut Machine, run: &mut Run, result: Word| {
                    self.returned(machine, run, result, &mut |_, _, _| Reply::AsBefore)
                };
                machine.result_again(run, watched, &others, aside, read).unwrap_or(ReturnValue::Nothing)
            }
        };
        match answer(&arguments, &mut original) {
            Answer::AsBefore => Reply::AsBefore,
            Answer::Result(with) => Reply::Value(self.inputs.value(&self.result, with.root())),
            Answer::ResultOn(others) => Reply::On(self.replaced(&others)),
            Answer::Stop => Reply::Stop,
        }
    }

    /// Returns the derivation of the arguments of a call; `None` if one of them has none.
    pub(super) fn arguments_of(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        watched: &WatchedCall,
        aside: &mut Replies<'_>,
    ) -> Option<Derivation> {
        let words = watched.arguments.iter().zip(&self.parameters).filter(|(_, own)| own.is_encoded);
        let values: Vec<Value> =
            words.map(|(word, _)| machine.known_value(run, *word, DELAYED, aside)).collect();
        let arguments: Vec<(&Type, &Value)> = encoded(&self.parameters).zip(&values).collect();
        let encoded = self.inputs.derivation(&self.arguments, &arguments);
        encoded.map_err(|why| self.note(why)).ok()
    }

    /// Returns a result of the function.
    fn returned(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        result: Word,
        aside: &mut Replies<'_>,
    ) -> ReturnValue {
        let Some(results) = &self.results else { return ReturnValue::Opaque };
        let value = machine.known_value(run, result, DELAYED, aside);
        match self.inputs.derivation_of(results, &self.result, &value) {
            Ok(result) => ReturnValue::Encoded(result),
            Err(why) => {
                self.note(why);
                ReturnValue::Opaque
            }
        }
    }

    /// Notes that a value cannot be encoded.
    fn note(&self, why: EncodeFailure) {
        let field = why.path.first().and_then(|place| match place {
            Place::Input(number) => Some(number - 1),
            _ => None,
        });
        let mut parameters = (1..).zip(&self.parameters).filter(|(_, own)| own.is_encoded);
        let (argument, ty) = match field.and_then(|field| parameters.nth(field)) {
            Some((number, parameter)) => (Some(number), &parameter.ty),
            None => (None, &self.result),
        };
        let obstacle = Obstacle::Value(why.cause);
        let why = NotEncodable::new(self.inputs.program(), &self.name, argument, ty, obstacle);
        let mut obstacles = self.obstacles.lock().unwrap_or_else(PoisonError::into_inner);
        *obstacles.entry(why.to_string()).or_insert(0) += 1;
    }

    /// Returns the values of arguments; those that are not encoded are left out.
    pub(super) fn decoded(&self, arguments: &Derivation) -> Vec<Option<Value>> {
        let (root, mut fields) = (arguments.root(), 0..);
        let value = |parameter: &Parameter| {
            let field = parameter.is_encoded.then(|| fields.next()).flatten()?;
            Some(self.inputs.value(&parameter.ty, root.field(field)))
        };
        self.parameters.iter().map(value).collect()
    }

    /// Returns the arguments that replace the arguments of a call.
    fn replaced(&self, arguments: &Derivation) -> Vec<Option<Argument>> {
        self.decoded(arguments).into_iter().map(|value| value.map(Argument::Value)).collect()
    }
}
