//! Catches the panics of properties, records their place, and keeps them off the terminal.
//!
//! The process has a single panic hook. Ours wraps the existing one, once, and is silent only for
//! threads that are running a property; the panics of all other threads are printed as usual.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use everycase_check::run::verdict::{Cause, Failure};

thread_local! {
    /// Whether a property is running on this thread.
    static OURS: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Box<Failure>>> = const { RefCell::new(None) };
}

/// The payload that unwinds from a run whose input is discarded.
struct Discard;

/// Unwinds from a run whose input is discarded: an assumption is not met, or a generator has no
/// value. Unlike a panic this calls no hook, so nothing is printed.
pub(crate) fn discard() -> ! {
    resume_unwind(Box::new(Discard))
}

/// A caught payload.
pub(crate) enum Caught {
    /// An assumption was not met, or a generator has no value.
    Discard,
    /// A panic, as a failure.
    Panic(Box<Failure>),
}

/// Calls `f`, catching panics.
pub(crate) fn caught<R>(f: impl FnOnce() -> R) -> Result<R, Caught> {
    install();
    let outer = OURS.replace(true);
    // The input belongs to the property alone, so no one sees it in a broken state; what a property
    // shares between inputs is its own responsibility.
    let result = catch_unwind(AssertUnwindSafe(f));
    OURS.set(outer);
    let last = LAST.take();
    result.map_err(|payload| {
        if payload.is::<Discard>() {
            return Caught::Discard;
        }
        // If another hook has replaced ours, only the message is left, without a record.
        Caught::Panic(last.unwrap_or_else(|| {
            let message = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("a panic with something other than a message");
            Box::new(Failure::of(Cause::Panicked { message: message.to_owned(), location: None }))
        }))
    })
}

fn install() {
    static ONCE: Once = Once::new();
    // A panicking thread must not change the hook; another thread will.
    if std::thread::panicking() {
        return;
    }
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            // The thread may be ending, its variables gone.
            if OURS.try_with(Cell::get).unwrap_or(false) {
                note(info);
            } else {
                previous(info);
            }
        }));
    });
}

/// The messages of panics that end the process: a panic while the stack unwinds, and one that
/// leaves a function of another ABI.
const ENDS: [&str; 2] = ["panic in a destructor during cleanup", "panic in a function that cannot unwind"];

fn note(info: &PanicHookInfo<'_>) {
    let (literal, formatted) =
        (info.payload().downcast_ref::<&str>(), info.payload().downcast_ref::<String>());
    let message = literal.copied().or(formatted.map(String::as_str));
    let message = message.unwrap_or("a panic with something other than a message");
    if ENDS.contains(&message) {
        say_last_words(message);
    }
    let cause =
        Cause::Panicked { message: message.to_owned(), location: info.location().map(ToString::to_string) };
    // Captures only if the environment requests backtraces.
    let backtrace = Backtrace::capture();
    let captured = backtrace.status() == BacktraceStatus::Captured;
    let failure = Failure { backtrace: captured.then(|| Arc::new(backtrace)), ..Failure::of(cause) };
    let _ = LAST.try_with(|last| last.replace(Some(Box::new(failure))));
}

/// Prints the last panic before another one ends the process. The thread's name says how to find
/// the input.
fn say_last_words(message: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or_default();
    let last = LAST.try_with(|last| last.borrow().as_ref().map(ToString::to_string)).ok().flatten();
    let last = last.unwrap_or_default();
    // What the harness captures is lost with the process. If this cannot be written, it cannot be
    // reported anywhere else.
    let _ = io::stderr().lock().write_all(format!("\nthread '{name}' {last}: {message}\n").as_bytes());
}
