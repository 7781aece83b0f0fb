//! What a property says of one input.

use std::backtrace::Backtrace;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use everycase_space::Derivation;
use everycase_space::lazy::{Partial, Reading};

use crate::duration;
use crate::phase::Phase;
use crate::stats::Labels;

/// What is checked: a property of derivations.
///
/// A front end decodes the derivation and runs the property, catching whatever it throws. It may be asked from several
/// threads at once, and again for an input it has seen.
pub trait Subject: Send + Sync {
    /// Runs the property on one input. What it says of the input goes to `labels`, which come empty.
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict;

    /// A phase begins: the inputs to come are its.
    fn enter(&self, _phase: Phase) {}

    /// The same property of inputs that are decided as it looks at them, if it can be run so. It is then searched, and
    /// its inputs are drawn, under whatever it assumes of them.
    fn lazily(&self) -> Option<&dyn LazySubject> {
        None
    }
}

/// The lazy side of a subject.
pub trait LazySubject: Send + Sync {
    /// Runs the property on an input that is decided as it is looked at. What it says of the input goes to `labels`,
    /// which come empty. It has to look at the same parts, in the same order, whenever it sees the same there.
    fn run_lazily(&self, input: &mut Partial, labels: &mut Labels) -> Verdict;

    /// Does it name what its premise has still to do ([`Partial::begin_name`]), so that draws share what they learn?
    fn names_what_is_to_do(&self) -> bool {
        false
    }

    /// Are inputs to be drawn so too? Otherwise they are drawn whole, before it is known which satisfy an assumption.
    fn draws_lazily(&self) -> bool {
        true
    }
}

impl<F: Fn(&Derivation, &mut Labels) -> Verdict + Send + Sync> Subject for F {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        self(input, labels)
    }
}

/// What a property says of one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Passed,
    /// It says nothing: the input does not meet its assumptions.
    Discarded,
    /// It does not hold.
    Failed(Box<Failure>),
}

/// How a property failed. Two failures are equal when their causes are.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What happened.
    pub cause: Cause,
    /// Where it happened, if stack traces are asked for. It is written out only if it is shown: that takes long.
    pub backtrace: Option<Arc<Backtrace>>,
    /// As much of the input as the property had looked at, where it was decided so: an excerpt to show, with the rest
    /// open ([`At::is_open`](everycase_space::At::is_open)).
    pub seen: Option<Arc<Reading>>,
}

impl PartialEq for Failure {
    fn eq(&self, other: &Failure) -> bool {
        self.cause == other.cause
    }
}

impl Eq for Failure {}

/// What happened in a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// It panicked.
    Panicked {
        /// The panic's message.
        message: String,
        /// `file:line:column`.
        location: Option<String>,
    },
    /// It returned something that means no, as told here.
    Returned(String),
    /// It did not come back within this time.
    Hung(Duration),
    /// It ended its process, as told here. Only a run that is isolated lives to tell.
    Died(String),
}

impl Failure {
    /// A failure without a stack trace.
    pub fn of(cause: Cause) -> Failure {
        Failure { cause, backtrace: None, seen: None }
    }

    /// Did it hang?
    pub fn is_hang(&self) -> bool {
        matches!(self.cause, Cause::Hung(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Panicked { message, location: Some(location) } => {
                write!(f, "panicked at {location}: {message}")
            }
            Cause::Panicked { message, location: None } => write!(f, "panicked: {message}"),
            Cause::Returned(what) => write!(f, "returned {what}"),
            Cause::Hung(limit) => write!(f, "did not return within {}", duration::show(*limit)),
            Cause::Died(how) => write!(f, "ended its process with {how}"),
        }
    }
}
