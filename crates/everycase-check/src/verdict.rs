//! What a property says of one input.

use std::backtrace::Backtrace;
use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::Derivation;
use everycase_kernel::lazy::{Answer, Reading, Run};

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

    /// Returns the same property of inputs that are decided as it looks at them, if it can be run so. It is then searched,
    /// and its inputs are drawn, under whatever it assumes of them.
    fn lazily(&self) -> Option<&dyn LazySubject> {
        None
    }
}

/// The lazy side of a subject.
pub trait LazySubject: Send + Sync {
    /// Runs the property on an input that is decided as it is looked at. What it says of the input goes to `labels`,
    /// which come empty. It has to look at the same parts, in the same order, whenever it sees the same there.
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict;

    /// Does it name the continuations of its premise ([`Run::begin_name`]), so that draws share what they learn?
    fn names_continuations(&self) -> bool {
        false
    }

    /// Returns whether inputs are drawn so, too. Otherwise they are drawn whole, before it is known which satisfy an
    /// assumption.
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
    /// It is not known whether it holds: a limit of the tool was met before the property came to an end.
    Undecided(Box<Undecided>),
    /// It does not hold.
    Failed(Box<Failure>),
}

impl Answer for Verdict {
    fn is_like(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other)
    }

    /// Nothing is known of an input that is undecided: it is not excluded from further draws.
    fn refutes(&self) -> bool {
        *self == Verdict::Discarded
    }
}

impl Verdict {
    /// Returns the verdict where the property has come to an end on every smaller input: a limit that is met then is a
    /// failure, unless it may not be.
    #[must_use]
    pub(crate) fn without_limit(self) -> Verdict {
        match self {
            Verdict::Undecided(undecided) if undecided.may_fail => {
                let Undecided { message, location, .. } = *undecided;
                Verdict::Failed(Box::new(Failure::of(Cause::Limit { message, location })))
            }
            verdict => verdict,
        }
    }
}

/// A limit of the tool that a run of a property has met, such as one on steps or on memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// Which limit.
    pub message: String,
    /// Where it was met, as `file:line:column`.
    pub location: Option<String>,
    /// Whether the property fails on this input once every smaller input has ended. It does not where the limit was met before the
    /// property began, or by counting down from a large number.
    pub may_fail: bool,
}

/// How a property failed. Two failures are equal when their causes are.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What happened.
    pub cause: Cause,
    /// Where it happened, if stack traces are asked for. It is written out only if it is shown: that takes long.
    pub backtrace: Option<Arc<Backtrace>>,
    /// As much of the input as the property had looked at, where it was decided so: an excerpt to show, with the rest
    /// open ([`At::is_open`](everycase_kernel::At::is_open)).
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
    /// It met a limit of the tool on an input before which every smaller one had come to an end.
    Limit {
        /// Which limit.
        message: String,
        /// `file:line:column`.
        location: Option<String>,
    },
    /// It did not come back within this time.
    Hung(Duration),
    /// It ended its process, as told here. Only a run that is isolated lives to tell.
    Died(String),
}

/// What tells the causes of failures apart: failures of one kind at one site have one cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// The kind of failure, as [`Cause::kind`] names it.
    pub kind: &'static str,
    /// Where it happened, as `file:line:column`; where no location is known, what was said.
    pub site: String,
}

impl Group {
    /// Returns the group of a failure.
    pub fn of(failure: &Failure) -> Group {
        let site = match &failure.cause {
            Cause::Panicked { location: Some(location), .. }
            | Cause::Limit { location: Some(location), .. } => location.clone(),
            Cause::Panicked { message, .. } | Cause::Limit { message, .. } => message.clone(),
            Cause::Returned(what) => what.clone(),
            Cause::Hung(_) => String::new(),
            Cause::Died(how) => how.clone(),
        };
        Group { kind: failure.cause.kind(), site }
    }
}

impl Cause {
    /// All kinds of failures.
    pub const KINDS: [&'static str; 5] = ["panicked", "returned", "limit", "hung", "died"];

    /// Returns the kind of failure, one of [`Cause::KINDS`].
    pub fn kind(&self) -> &'static str {
        match self {
            Cause::Panicked { .. } => "panicked",
            Cause::Returned(_) => "returned",
            Cause::Limit { .. } => "limit",
            Cause::Hung(_) => "hung",
            Cause::Died(_) => "died",
        }
    }
}

impl Failure {
    /// Returns a failure without a stack trace.
    pub fn of(cause: Cause) -> Failure {
        Failure { cause, backtrace: None, seen: None }
    }

    /// Returns whether it met a limit of the tool.
    pub fn is_limit(&self) -> bool {
        matches!(self.cause, Cause::Limit { .. })
    }

    /// Returns whether it hung.
    pub fn is_hang(&self) -> bool {
        matches!(self.cause, Cause::Hung(_))
    }
}
