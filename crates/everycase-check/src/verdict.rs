//! The verdict of a property on one input.

use std::backtrace::Backtrace;
use std::mem::discriminant;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_kernel::lazy::{Answer, Reading, Run};
use everycase_kernel::{Derivation, Random};

use crate::phase::Phase;
use crate::stats::Labels;

/// The subject of a check: a property of derivations.
///
/// A front end decodes the derivation and runs the property, catching panics. It may be called from several threads at once,
/// and repeatedly on the same input.
pub trait Subject: Send + Sync {
    /// Runs the property on one input. Its labels are added to `labels`, which are empty.
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict;

    /// Begins a phase, to which the following inputs belong.
    fn enter(&self, _phase: Phase) {}

    /// Returns the largest size of a structure to be drawn, with numbers of size 1. A subject that runs slowly, or that ends runs at a
    /// limit, has a smaller one.
    fn longest(&self) -> u32 {
        u32::MAX
    }

    /// Returns the property as one whose inputs are decided on demand, if it can run that way. It is then searched lazily, and
    /// its inputs are drawn under its assumption.
    fn lazily(&self) -> Option<&dyn LazySubject> {
        None
    }
}

/// The lazy side of a subject.
pub trait LazySubject: Send + Sync {
    /// Runs the property on an input that is decided on demand. Its labels are added to `labels`, which are empty. It must be
    /// deterministic: the same decisions lead to the same demands, in the same order.
    fn run_lazily(&self, input: &mut Run, labels: &mut Labels) -> Verdict;

    /// Runs the property on one complete input. This is [`Subject::run`] for a property that knows no other way.
    fn replay(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let mut run = Run::new();
        run.begin_replay(input);
        self.run_lazily(&mut run, labels)
    }

    /// Returns whether the property is known to depend on its input alone, as a program of pun is. A run that differs from its
    /// repetition is then a defect of everycase.
    fn is_pure(&self) -> bool {
        false
    }

    /// Ends the search of a bound. `is_complete` tells whether all of its classes have been run. What these have taught the subject about
    /// its inputs may change how it runs further bounds, but not before.
    fn end_bound(&self, _is_complete: bool) {}

    /// Returns whether it names the continuations of its premise ([`Run::begin_name`]), so that draws share what they learn.
    fn names_continuations(&self) -> bool {
        false
    }

    /// Returns whether inputs are also drawn on demand. Otherwise they are drawn completely, before it is known which of them
    /// satisfy an assumption.
    fn draws_lazily(&self) -> bool {
        true
    }

    /// Returns whether it draws inputs itself, because choices of generators are among them: inputs of one size, drawn with equal odds,
    /// would hardly ever have just the choices that their run needs.
    fn draws_itself(&self) -> bool {
        false
    }

    /// Draws an input, if it [draws itself](Self::draws_itself), in which numbers have up to `size` bits. `None` if it finds none.
    fn draw(&self, _size: u32, _rng: &mut Random) -> Option<Derivation> {
        None
    }
}

impl<F: Fn(&Derivation, &mut Labels) -> Verdict + Send + Sync> Subject for F {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        self(input, labels)
    }
}

/// The verdict of a property on one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Passed,
    /// The input does not satisfy the assumptions.
    Discarded,
    /// It is unknown whether it holds: a limit of the tool was met before the property ended.
    Undecided(Box<Undecided>),
    /// It does not hold.
    Failed(Box<Failure>),
}

impl Answer for Verdict {
    fn is_like(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other)
    }

    /// An undecided input is not refuted, so further draws do not exclude it.
    fn refutes(&self) -> bool {
        *self == Verdict::Discarded
    }
}

impl Verdict {
    /// Returns the verdict, given that the property has a verdict on every smaller input: a met limit is then a failure, unless
    /// it cannot be.
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

/// A limit of the tool that a run of a property has met, such as one on steps or memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The limit.
    pub message: String,
    /// The place, as `file:line:column`.
    pub location: Option<String>,
    /// Whether the property fails on this input if it has a verdict on every smaller one. Not if the limit was met before the
    /// property began, or by counting down from a large number.
    pub may_fail: bool,
}

/// The failure of a property. Two failures are equal if their causes are.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What happened.
    pub cause: Cause,
    /// When it happened. Of the failures on several threads, the first one may have caused the others.
    pub when: Instant,
    /// The backtrace, if requested. It is resolved only when shown, since that takes long.
    pub backtrace: Option<Arc<Backtrace>>,
    /// The part of the input that the property had looked at, for inputs decided on demand: an excerpt to show, with the rest
    /// open ([`At::is_open`](everycase_kernel::At::is_open)).
    pub seen: Option<Arc<Reading>>,
}

impl PartialEq for Failure {
    fn eq(&self, other: &Failure) -> bool {
        self.cause == other.cause
    }
}

impl Eq for Failure {}

/// The cause of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// It panicked.
    Panicked {
        /// The panic's message.
        message: String,
        /// `file:line:column`.
        location: Option<String>,
    },
    /// It returned a failing value, described here.
    Returned(String),
    /// It met a limit of the tool on an input, after having a verdict on every smaller one.
    Limit {
        /// The limit.
        message: String,
        /// `file:line:column`.
        location: Option<String>,
    },
    /// It did not end within this time.
    Hung(Duration),
    /// It ended its process in the described way. Only reported by an isolated run.
    Died(String),
    /// Run twice on one complete input, it ended in these two ways.
    NotDeterministic([String; 2]),
}

/// What identifies the cause of a failure: failures of one kind at one site have one cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// The kind of the failure, as returned by [`Cause::kind`].
    pub kind: &'static str,
    /// Its place, as `file:line:column`; the message if the place is unknown.
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
            Cause::Hung(_) | Cause::NotDeterministic(_) => String::new(),
            Cause::Died(how) => how.clone(),
        };
        Group { kind: failure.cause.kind(), site }
    }
}

impl Cause {
    /// All kinds of failures.
    pub const KINDS: [&'static str; 6] =
        ["panicked", "returned", "limit", "hung", "died", "not deterministic"];

    /// Returns the kind of failure, one of [`Cause::KINDS`].
    pub fn kind(&self) -> &'static str {
        match self {
            Cause::Panicked { .. } => "panicked",
            Cause::Returned(_) => "returned",
            Cause::Limit { .. } => "limit",
            Cause::Hung(_) => "hung",
            Cause::Died(_) => "died",
            Cause::NotDeterministic(_) => "not deterministic",
        }
    }
}

impl Failure {
    /// Returns a failure without a stack trace.
    pub fn of(cause: Cause) -> Failure {
        Failure { cause, when: Instant::now(), backtrace: None, seen: None }
    }

    /// Returns whether it is a limit of the tool.
    pub fn is_limit(&self) -> bool {
        matches!(self.cause, Cause::Limit { .. })
    }

    /// Returns whether two runs on the input ended differently.
    pub fn is_not_deterministic(&self) -> bool {
        matches!(self.cause, Cause::NotDeterministic(_))
    }

    /// Returns whether the property hung.
    pub fn is_hang(&self) -> bool {
        matches!(self.cause, Cause::Hung(_))
    }
}
