//! The property that a check runs, and its verdict on one input.

use std::backtrace::Backtrace;
use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::lazy::{Answer, Reading, Run};
use everycase_kernel::{Derivation, Random};

use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::names;
use crate::system::miri::Instant;

/// The subject of a check: a property of inputs.
///
/// It may be called from several threads at once, and repeatedly on the same input. A subject that
/// wraps another one passes on what it does not change.
pub trait Subject: Send + Sync {
    /// Runs the property on the input of a run, catching panics: it asks for the
    /// [whole](Run::whole) input, or for [parts](Run::force) of it, one after the other. Its labels
    /// are added to `labels`, which are empty.
    ///
    /// If it asks for parts it must be deterministic: the same decisions lead to the same demands,
    /// in the same order.
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict;

    /// Returns what a check has to know about the property before it runs.
    fn profile(&self) -> Profile {
        Profile::default()
    }

    /// Receives notice of an event of the check. No run is under way except on threads that were
    /// left behind.
    fn notice(&self, _event: Event) {}
}

/// An event of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A stream begins, to which the following inputs belong.
    Stream(Stream),
    /// The search of a size bound has ended. What its classes have taught the subject about its
    /// inputs may change how it runs further bounds, but not before.
    Bound {
        /// Whether all classes have been run.
        is_complete: bool,
    },
}

/// What a check has to know about a property before it runs.
#[derive(Clone)]
pub struct Profile {
    /// How it asks for its input.
    pub demands: Demands,
    /// The largest size of a structure to be drawn, with numbers of size 1. A property that runs
    /// slowly, or that ends runs at a limit, has a smaller one.
    pub longest: u32,
    /// Whether it is known to depend on its input alone, as a program of pun does. A run that
    /// differs from its repetition is then a defect of everycase.
    pub is_pure: bool,
    /// Whether it names the continuations of its premise ([`Run::begin_name`]), so that draws share
    /// what they learn.
    pub names_continuations: bool,
}

/// How a property asks for its input.
#[derive(Clone)]
pub enum Demands {
    /// For the whole at once.
    Whole,
    /// For parts. The property is searched lazily, and its inputs are drawn under its assumption.
    Parts,
    /// For parts in a search. Inputs are drawn as a whole, before it is known which of them satisfy
    /// an assumption.
    PartsOfSearches,
    /// For parts, choices of generators among them, which draw the inputs: ones of one size, drawn
    /// with equal odds, would hardly ever have just the choices that their run needs.
    Choices(Arc<dyn DrawChoices>),
}

/// Draws an input with choices of generators.
pub trait DrawChoices: Send + Sync {
    /// Draws an input in which numbers have up to `size` bits. `None` if it finds none.
    fn draw(&self, size: u32, rng: &mut Random) -> Option<Derivation>;
}

impl<F: Fn(u32, &mut Random) -> Option<Derivation> + Send + Sync> DrawChoices for F {
    fn draw(&self, size: u32, rng: &mut Random) -> Option<Derivation> {
        self(size, rng)
    }
}

impl Default for Profile {
    /// Returns the profile of a property that asks for the whole input.
    fn default() -> Profile {
        Profile { demands: Demands::Whole, longest: u32::MAX, is_pure: false, names_continuations: false }
    }
}

impl Profile {
    /// Returns the profile of a property that asks for parts of its input.
    #[inline]
    pub fn parts() -> Profile {
        Profile { demands: Demands::Parts, ..Profile::default() }
    }

    /// Returns whether the property is searched lazily.
    pub fn is_lazy(&self) -> bool {
        !matches!(self.demands, Demands::Whole)
    }

    /// Returns what draws the inputs, if choices of generators are among them.
    pub fn choices(&self) -> Option<&Arc<dyn DrawChoices>> {
        match &self.demands {
            Demands::Choices(draw) => Some(draw),
            Demands::Whole | Demands::Parts | Demands::PartsOfSearches => None,
        }
    }
}

/// Runs a property on a complete input.
pub fn replay(subject: &dyn Subject, input: &Derivation, labels: &mut Labels) -> Verdict {
    let mut run = Run::new();
    run.begin_replay(input);
    subject.run(&mut run, labels)
}

impl<F: Fn(&Derivation, &mut Labels) -> Verdict + Send + Sync> Subject for F {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        input.whole().map_or(Verdict::Discarded, |input| self(input, labels))
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
    Undecided(Box<ToolLimit>),
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
    /// Returns the verdict, given that the property has a verdict on every smaller input: a met
    /// limit is then a failure, unless it cannot be.
    #[must_use]
    pub(crate) fn without_limit(self) -> Verdict {
        match self {
            Verdict::Undecided(undecided) if undecided.may_fail => {
                let ToolLimit { message, location, .. } = *undecided;
                Verdict::Failed(Box::new(Failure::of(Cause::Limit { message, location })))
            }
            verdict => verdict,
        }
    }
}

/// A limit of the tool that a run of a property has met, such as one on steps or memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolLimit {
    /// The limit.
    pub message: String,
    /// The place, as `file:line:column`.
    pub location: Option<String>,
    /// Whether the property fails on this input if it has a verdict on every smaller one. Not if
    /// the limit was met before the property began, or by counting down from a large number.
    pub may_fail: bool,
}

/// The failure of a property. Two failures are equal if their causes are.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What happened.
    pub cause: Cause,
    /// When it happened. Of the failures on several threads, the first one may have caused the
    /// others.
    pub when: Instant,
    /// The backtrace, if requested. It is resolved only when shown, since that takes long.
    pub backtrace: Option<Arc<Backtrace>>,
    /// The part of the input that the property had looked at, for inputs decided on demand: an
    /// excerpt to show, with the rest open ([`At::is_open`](everycase_kernel::At::is_open)).
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
    /// The kind of the failure.
    pub kind: Kind,
    /// Its place, as `file:line:column`; the message if the place is unknown.
    pub site: String,
}

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The process of an isolated property died.
    Died,
    /// The property did not end.
    Hung,
    /// A limit of the tool was met.
    Limit,
    /// Two runs on the input ended differently.
    NotDeterministic,
    /// The property panicked.
    Panicked,
    /// The property returned a value that is a failure.
    Returned,
}

names! { Kind:
    Died = "died",
    Hung = "hung",
    Limit = "limit",
    NotDeterministic = "not deterministic",
    Panicked = "panicked",
    Returned = "returned",
}

impl Group {
    /// Returns the group of a failure.
    #[inline]
    pub fn of(failure: &Failure) -> Group {
        let (kind, site) = match &failure.cause {
            Cause::Panicked { location, message } => (Kind::Panicked, location.as_ref().unwrap_or(message)),
            Cause::Limit { location, message, .. } => (Kind::Limit, location.as_ref().unwrap_or(message)),
            Cause::Returned(what) => (Kind::Returned, what),
            Cause::Hung(_) => (Kind::Hung, &String::new()),
            Cause::NotDeterministic(_) => (Kind::NotDeterministic, &String::new()),
            Cause::Died(how) => (Kind::Died, how),
        };
        Group { kind, site: site.clone() }
    }
}

impl Failure {
    /// Returns a failure without a stack trace.
    #[inline]
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
