//! What can go wrong while a program runs, where, and in which calls.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::Program;
use crate::diagnostic::Diagnostic;
use crate::show::show;
use crate::source::Span;
use crate::value::Value;

/// The most bits of a product: with more, a single multiplication or division would take seconds, in which no clock is looked
/// at.
pub(crate) const MOST_BITS: u64 = 1 << 20;

/// An error at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// Where: the term that could not be evaluated.
    pub span: Span,
    /// The calls that had not returned, innermost first, at most [`Fault::CALLS`] of them. A call that is the last thing another
    /// one does takes the place of that: its name stands where that was called.
    pub calls: Vec<Call>,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What was called: the name of the definition, or of the `let` or `rec` that binds the function; `None` for a lambda
    /// without a name.
    pub name: Option<Arc<str>>,
    /// Where it was called.
    pub span: Span,
}

/// What can go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// `div` or `mod` by 0.
    DivisionByZero,
    /// A case without a branch for this value, as far as the value is known.
    NoBranch(Box<Value>),
    /// `error text`.
    Error(String),
    /// `int-range low high` where `low` exceeds `high`.
    EmptyRange(BigInt, BigInt),
    /// A lazy field or a `rec` (then with its name) whose value takes that same value.
    NeedsItself(Option<Arc<str>>),
    /// A choice that nothing decides, or a value of which nothing is known.
    Undecided,
    /// More steps than allowed.
    OutOfFuel,
    /// More calls within calls than allowed.
    TooDeep,
    /// More memory than allowed.
    OutOfMemory,
}

impl FaultKind {
    /// Returns whether a limit on resources ended the run, and not the program.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::OutOfFuel | Self::TooDeep | Self::OutOfMemory)
    }
}

impl Fault {
    /// How many calls a fault holds at most: the innermost ones tell what happened, and a deep recursion has a great many.
    pub const CALLS: usize = 32;

    /// Returns a fault in the calls given, innermost first.
    pub fn new(kind: FaultKind, span: Span, calls: impl IntoIterator<Item = Call>) -> Self {
        Self { kind, span, calls: calls.into_iter().take(Self::CALLS).collect() }
    }

    /// As it is shown: the place itself, then the calls; one that repeats the call before it is left out.
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
        for call in &self.calls {
            if last != Some(call) {
                diagnostic = diagnostic.and(call.span, call.to_string());
            }
            last = Some(call);
        }
        diagnostic
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
