//! The calls of a function while its strength is measured.

use std::cell::Cell;

use everycase_check::strength::{Answer, Calls, Returned};
use everycase_kernel::{Derivation, EncodeError, Encoder};
use scoped_tls_hkt::scoped_thread_local;

use super::arguments::{Arguments, Call};
use super::function::Function;
use crate::Enumerable;
use crate::runner::caught;

thread_local! {
    /// Whether calls on this thread are answered. Every run of a property asks.
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

scoped_thread_local!(static mut RUNNING: for<'a> &'a mut dyn Running);

/// A run of a property whose calls of a function are answered.
pub(super) trait Running {
    /// Returns the function, its number, and the answers.
    fn parts(&mut self) -> (&Function, usize, &mut dyn Calls);
}

/// Runs a property on this thread, with its calls answered. It must not unwind.
pub(super) fn running<T>(run: &mut dyn Running, property: impl FnOnce() -> T) -> T {
    let outer = IS_RUNNING.replace(true);
    let result = RUNNING.set(run, property);
    IS_RUNNING.set(outer);
    result
}

/// Returns whether calls on this thread are answered.
#[inline]
pub(super) fn is_running() -> bool {
    IS_RUNNING.get()
}

/// Returns the result of a call of the function with this number.
pub(super) fn answer<F, A, K, R>(function: &F, number: usize, mut slots: A::Slots<'_>) -> R
where
    F: Call<A, K, R>,
    A: Arguments<K>,
    R: Enumerable,
{
    // The property may have passed the local on to another thread, or the function may call it.
    let answered = RUNNING.is_set().then(|| {
        RUNNING.with(|run| {
            let (of, running, calls) = run.parts();
            if running == number { answered::<F, A, K, R>(function, of, calls, &mut slots) } else { None }
        })
    });
    answered.flatten().unwrap_or_else(|| function.call(&mut slots))
}

/// Returns the result, unless the function has not been called yet and has to be.
fn answered<F, A, K, R>(
    function: &F,
    of: &Function,
    calls: &mut dyn Calls,
    slots: &mut A::Slots<'_>,
) -> Option<R>
where
    F: Call<A, K, R>,
    A: Arguments<K>,
    R: Enumerable,
{
    // A call outside of the space is not mutated.
    let arguments = of.arguments.encode(|to| A::encode(slots, to)).ok()?;
    let mut called: Option<(R, Returned)> = None;
    let mut original = |others: Option<&Derivation>| {
        let derivation = |result: &R, slots: &A::Slots<'_>| {
            let encoded = of.results.encode(|to| encode_result::<A, K, R>(result, slots, to));
            encoded.map_or(Returned::Nothing, Returned::Encoded)
        };
        match others {
            None => {
                let (_, encoded) = called.get_or_insert_with(|| {
                    let result = function.call(slots);
                    let encoded = derivation(&result, slots);
                    (result, encoded)
                });
                encoded.clone()
            }
            // The property has not called the function on these arguments, so that a panic is none of its own.
            Some(others) => {
                let call = |slots: &mut A::Slots<'_>| {
                    let result = function.call(slots);
                    derivation(&result, slots)
                };
                caught(|| A::lend(others.root(), call)).unwrap_or(Returned::Nothing)
            }
        }
    };
    let changed = match calls.call(&arguments, &mut original) {
        Answer::Result(changed) => changed,
        Answer::AsBefore => return called.map(|(result, _)| result),
        Answer::ResultOn(others) => match original(Some(&others)) {
            Returned::Encoded(changed) => changed,
            Returned::Opaque | Returned::Nothing => return called.map(|(result, _)| result),
        },
    };
    let at = changed.root();
    if !A::IS_MUTABLE {
        return Some(R::decode(at));
    }
    A::change(slots, at);
    Some(R::decode(at.field(0)))
}

fn encode_result<A: Arguments<K>, K, R: Enumerable>(
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
