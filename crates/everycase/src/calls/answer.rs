//! The calls of a function while its strength is measured.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;

use everycase_check::strength::{Answer, Calls, ReturnValue};
use everycase_kernel::{Derivation, EncodeError, Encoder};

use super::arguments::{Arguments, Call};
use super::function::Function;
use super::measurement::Measurement;
use super::returns::Returns;
use crate::panics::caught;

thread_local! {
    static MEASURED: RefCell<MeasureState> = const { RefCell::new(MeasureState::No) };
}

/// Whether the property that runs on this thread is measured.
enum MeasureState {
    No,
    /// Its calls of a function are answered.
    Yes(Run),
    /// A call is being answered. Further calls come from within the function, which are left as
    /// they are.
    InACall,
}

/// A run of a property whose calls of a function are answered.
pub(super) struct Run {
    /// The functions that the property is of.
    functions: Arc<[Function]>,
    /// The number of the one whose calls are answered.
    number: usize,
    measurement: Measurement,
    calls: Rc<RefCell<dyn Calls>>,
}

impl Run {
    /// Returns a run whose calls of the function with this number are answered.
    pub(super) fn new(
        functions: &Arc<[Function]>,
        number: usize,
        measurement: Measurement,
        calls: Rc<RefCell<dyn Calls>>,
    ) -> Run {
        Run { functions: Arc::clone(functions), number, measurement, calls }
    }
}

/// Puts a state back when it is dropped, even by a panic.
struct Back(MeasureState);

impl Drop for Back {
    fn drop(&mut self) {
        MEASURED.set(std::mem::replace(&mut self.0, MeasureState::No));
    }
}

/// Runs a property on this thread, with its calls answered.
pub(super) fn measured<T>(run: Run, property: impl FnOnce() -> T) -> T {
    let _back = Back(MEASURED.replace(MeasureState::Yes(run)));
    property()
}

/// Returns the measurement of the property that runs on this thread, if it is measured.
#[inline]
pub(super) fn measurement() -> Option<Measurement> {
    MEASURED.with_borrow(|measured| match measured {
        MeasureState::Yes(run) => Some(run.measurement),
        MeasureState::No | MeasureState::InACall => None,
    })
}

/// Returns the result of a call of the function with this number.
pub(super) fn answer<F, A, K, R, KR>(
    function: &F,
    (number, measurement): (usize, Measurement),
    mut slots: A::Slots<'_>,
) -> R
where
    F: Call<A, K, R>,
    A: Arguments<K>,
    R: Returns<KR>,
{
    let entered = MEASURED.with_borrow_mut(|measured| match measured {
        MeasureState::Yes(run) if run.number == number => {
            Some(Back(std::mem::replace(measured, MeasureState::InACall)))
        }
        // The call is of another function, or comes from within this one.
        MeasureState::Yes(_) | MeasureState::InACall => None,
        MeasureState::No => {
            measurement.leaves_a_call("calls on other threads are not replaced".to_owned());
            None
        }
    });
    let answered = match &entered {
        Some(Back(MeasureState::Yes(run))) => {
            let (of, calls) = (&run.functions[number], &mut *run.calls.borrow_mut());
            match of.arguments.encode(|to| A::encode(&slots, to)) {
                Ok(arguments) => answered::<F, A, K, R, KR>(function, of, calls, &arguments, &mut slots),
                Err(why) => {
                    measurement.leaves_a_call(format!("the arguments of a call cannot be encoded: {why}"));
                    None
                }
            }
        }
        _ => None,
    };
    answered.unwrap_or_else(|| function.call(&mut slots))
}

/// Returns the result, unless the function has not been called yet and has to be.
fn answered<F, A, K, R, KR>(
    function: &F,
    of: &Function,
    calls: &mut dyn Calls,
    arguments: &Derivation,
    slots: &mut A::Slots<'_>,
) -> Option<R>
where
    F: Call<A, K, R>,
    A: Arguments<K>,
    R: Returns<KR>,
{
    let mut called: Option<(R, ReturnValue)> = None;
    let mut original = |others: Option<&Derivation>| {
        let returned = |result: &R, slots: &A::Slots<'_>| match &of.results {
            Some(results) => {
                let encoded = results.encode(|to| encode_result::<A, K, R, KR>(result, slots, to));
                encoded.map_or(ReturnValue::Nothing, ReturnValue::Encoded)
            }
            None => ReturnValue::Opaque,
        };
        match others {
            None => {
                let (_, returned) = called.get_or_insert_with(|| {
                    let result = function.call(slots);
                    let returned = returned(&result, slots);
                    (result, returned)
                });
                returned.clone()
            }
            // The property has not called the function on these arguments, so that a panic is none
            // of its own.
            Some(others) if A::IS_ENCODED => {
                let call = |slots: &mut A::Slots<'_>| {
                    let result = function.call(slots);
                    returned(&result, slots)
                };
                caught(|| A::lend(slots, others.root(), call)).unwrap_or(ReturnValue::Nothing)
            }
            // Arguments that cannot be encoded cannot be passed once more.
            Some(_) => ReturnValue::Opaque,
        }
    };
    match calls.call(arguments, &mut original) {
        Answer::AsBefore => called.map(|(result, _)| result),
        Answer::Result(changed) => {
            let at = changed.root();
            if !A::IS_MUTABLE {
                return R::decode(at);
            }
            A::change(slots, at);
            R::decode(at.field(0))
        }
        Answer::ResultOn(others) => Some(A::replace(slots, others.root(), |slots| function.call(slots))),
        // A property that calls the function until it has a certain result may otherwise never end.
        Answer::Stop => resume_unwind(Box::new("the mutant was called too often")),
    }
}

fn encode_result<A: Arguments<K>, K, R: Returns<KR>, KR>(
    result: &R,
    slots: &A::Slots<'_>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    if !A::IS_MUTABLE {
        return result.encode(to);
    }
    to.alternative(0)?;
    result.encode(to)?;
    A::encode_changed(slots, to)
}
