//! Run-time errors, with their place and the active calls.

use std::fmt;
use std::sync::Arc;

use everycase_check::report::Example;
use everycase_check::run::verdict::{Cause, Failure};
use num_bigint::BigInt;

use crate::core::Program;
use crate::diagnostic::{Diagnostic, render};
use crate::show::show;
use crate::source::{Sources, Span};
use crate::value::Value;

/// The maximal number of bits of a product. With more, a single multiplication or division would
/// take seconds without a check of the clock.
pub(crate) const MOST_BITS: u64 = 1 << 20;

/// A run-time error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The term that could not be evaluated.
    pub span: Span,
    /// The active calls, the innermost first, at most [`Fault::CALLS`] of them. A tail call
    /// replaces its caller: its name appears where the caller was called.
    pub calls: Vec<Call>,
}

/// An active call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name of the definition, or of the `let` or `rec` that binds the function; `None` for an
    /// unnamed lambda.
    pub name: Option<Arc<str>>,
    /// The place of the call.
    pub span: Span,
}

/// The kinds of run-time errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A division by 0.
    DivisionByZero,
    /// A case without a branch for this value; unknown parts of the value are open.
    NoBranch(Box<Value>),
    /// `error text`.
    Error(String),
    /// `int-range low high` where `low` exceeds `high`.
    EmptyRange(BigInt, BigInt),
    /// A lazy field or a `rec` (given by name) whose value depends on itself.
    NeedsItself(Option<Arc<str>>),
    /// A choice without a decision, or an unknown value.
    Undecided,
    /// The limit on steps was met.
    OutOfFuel,
    /// The limit on nested calls was met.
    TooDeep,
    /// The limit on memory was met.
    OutOfMemory,
}

impl FaultKind {
    /// Returns whether a limit on resources ended the run.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::OutOfFuel | Self::TooDeep | Self::OutOfMemory)
    }
}

impl Fault {
    /// The maximal number of calls in a fault. The innermost ones show what happened; a deep
    /// recursion has too many.
    pub const CALLS: usize = 32;

    /// Returns a fault with these active calls, the innermost first.
    pub fn new(kind: FaultKind, span: Span, calls: impl IntoIterator<Item = Call>) -> Self {
        let calls = calls.into_iter().take(Self::CALLS).collect();
        Self { kind, span, calls }
    }

    /// Returns the fault as a diagnostic: the place, then the calls, without repetitions.
    pub fn diagnostic(&self, program: &Program) -> Diagnostic {
        let message = match &self.kind {
            FaultKind::NoBranch(value) => format!("no branch fits `{}`", show(program, value, None)),
            _ => self.to_string(),
        };
        let mut diagnostic = Diagnostic::error(self.span, message);
        if let Some(help) = self.help() {
            diagnostic = diagnostic.help(help);
        }
        let mut last = None;
        // A call that a test makes has no place in the program.
        for call in self.calls.iter().filter(|call| !call.span.is_nowhere()) {
            if last != Some(call) {
                diagnostic = diagnostic.and(call.span, call.to_string());
            }
            last = Some(call);
        }
        diagnostic
    }

    /// Returns it as a report shows it, without the input on which it happens.
    pub fn example(&self, program: &Program) -> Example {
        let rendered = render(&program.sources, &self.diagnostic(program), false);
        Example {
            message: self.to_string(),
            place: Some(program.sources.place(self.span)),
            fault: rendered.trim_end().to_owned(),
            ..Example::default()
        }
    }

    /// Returns it as the failure of a property.
    pub fn failure(&self, sources: &Sources) -> Failure {
        let (message, location) = (self.to_string(), Some(sources.place(self.span)));
        Failure::of(Cause::Panicked { message, location })
    }

    fn help(&self) -> Option<&'static str> {
        match self.kind {
            FaultKind::NoBranch(_) => Some("add a branch for it, or `; _ -> ..` for all that is left"),
            FaultKind::Undecided => {
                Some("choices are for generators, from which a property draws its inputs")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DivisionByZero => write!(f, "division by zero"),
            Self::NoBranch(_) => write!(f, "no branch fits"),
            Self::Error(text) if text.is_empty() => write!(f, "an error without a message"),
            Self::Error(text) => write!(f, "{text}"),
            Self::EmptyRange(low, high) => write!(f, "there is no integer from {low} to {high}"),
            Self::NeedsItself(Some(name)) => write!(f, "the value of `{name}` needs itself"),
            Self::NeedsItself(None) => write!(f, "a value needs itself"),
            Self::Undecided => write!(f, "nothing decides this choice"),
            Self::OutOfFuel => write!(f, "it does not end within the steps allowed"),
            Self::TooDeep => write!(f, "calls are nested more deeply than allowed"),
            Self::OutOfMemory => write!(f, "it takes more memory than allowed"),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "in `{name}`, called here"),
            None => write!(f, "in a function called here"),
        }
    }
}
