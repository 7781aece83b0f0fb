//! The outcome of an expression.

use everycase_check::names;

use crate::expression::Expression;

/// How an expression ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a value: its type, if it is one of arguments, and what it looks like.
    Value {
        /// The type.
        ty: Option<u16>,
        /// The hash of its text and of what its getters return.
        looks: u64,
        /// The hash of its text alone.
        printed: u64,
        /// Whether it can be printed.
        is_printed: bool,
        /// The bytes that were allocated to make it.
        allocated: u64,
        /// How it was made of the call's result: see [`Form`](crate::snippet::Form).
        form: u8,
        /// Its text, if the worker was asked for it.
        text: String,
    },
    /// With `None`.
    Absent,
    /// With an error that the call returns.
    Error,
    /// It cannot be run: an argument was moved out.
    Stuck,
    /// With a panic of an atom that was asked for.
    AtomPanic,
    /// With a panic: the place, then the message, then the calls if they were asked for.
    Panic(Panic),
    /// With the death of the worker, in the expression's call of this number.
    Death(Death, u64),
    /// In another way than with the old version of the crate.
    Differs(Differs),
}

/// How the first call of an expression ends that ends in another way with the old version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Differs {
    /// With the old version.
    pub was: EndKind,
    /// With the new one.
    pub is: EndKind,
    /// The number of the call, in the order of evaluation, from 1.
    pub call: u64,
}

/// A kind of end of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EndKind {
    /// With a value.
    Value,
    /// With `None`.
    Absent,
    /// With an error that the call returns.
    Error,
    /// With a panic.
    Panic,
    /// With the end of the process.
    Death,
    /// Not in time.
    Hang,
}

names! { EndKind:
    Value = "value",
    Absent = "absent",
    Error = "error",
    Panic = "panic",
    Death = "death",
    Hang = "hang",
}

impl EndKind {
    /// Returns whether it is a failure: neither a value nor an error that the call returns.
    pub fn fails(self) -> bool {
        matches!(self, EndKind::Panic | EndKind::Death | EndKind::Hang)
    }
}

impl Outcome {
    /// Returns the kind of end; `None` if the expression says nothing about its calls, or if it
    /// wanted too much memory, which depends on what ran before.
    pub fn ended(&self) -> Option<EndKind> {
        Some(match self {
            Outcome::Value { .. } => EndKind::Value,
            Outcome::Absent => EndKind::Absent,
            Outcome::Error => EndKind::Error,
            Outcome::Panic(_) => EndKind::Panic,
            Outcome::Death(Death::Hang, _) => EndKind::Hang,
            Outcome::Death(Death::Memory, _) | Outcome::Stuck | Outcome::AtomPanic | Outcome::Differs(_) => {
                return None;
            }
            Outcome::Death(..) => EndKind::Death,
        })
    }

    /// Returns a hash of what the call returned; `None` if it did not return, or what cannot be
    /// printed.
    pub(crate) fn result(&self) -> Option<u64> {
        const ABSENT: u64 = 1;
        const ERROR: u64 = 2;
        match self {
            Outcome::Value { printed, is_printed: true, .. } => Some(*printed),
            Outcome::Absent => Some(ABSENT),
            Outcome::Error => Some(ERROR),
            _ => None,
        }
    }

    /// Returns what the call returned, if the worker was asked for its text.
    pub(crate) fn words(&self) -> Option<String> {
        match self {
            Outcome::Value { text, is_printed: true, .. } => Some(text.clone()),
            Outcome::Absent => Some("None".to_owned()),
            Outcome::Error => Some("an error".to_owned()),
            _ => None,
        }
    }

    /// Returns the part of an expression whose call was running when it failed; `None` if it did
    /// not fail.
    pub(crate) fn running<'e>(&self, own: &'e Expression) -> Option<&'e Expression> {
        let (Outcome::Panic(Panic { call, .. })
        | Outcome::Death(_, call)
        | Outcome::Differs(Differs { call, .. })) = self
        else {
            return None;
        };
        Some(own.at_call(*call).unwrap_or(own))
    }

    /// Returns the part of an expression that fails by itself; `None` if it did not fail.
    pub(crate) fn failing<'e>(&self, own: &'e Expression) -> Option<&'e Expression> {
        // An atom that panics may be what leads to a death; other panics have come before it.
        let needs_all = matches!((own, self), (Expression::Armed(..), Outcome::Death(..)));
        self.running(own).map(|part| if needs_all { own } else { part })
    }

    /// Returns whether it ended its worker, or another version's: as a hang or otherwise.
    pub(crate) fn death(&self) -> Option<EndKind> {
        let all = match self {
            Outcome::Death(Death::Hang, _) => [EndKind::Hang; 2],
            Outcome::Death(..) => [EndKind::Death; 2],
            Outcome::Differs(own) => [own.was, own.is],
            _ => return None,
        };
        all.into_iter().filter(|own| matches!(own, EndKind::Death | EndKind::Hang)).max()
    }
}

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// Where, as `file:line:column`.
    pub place: String,
    /// What it says.
    pub message: String,
    /// The calls, if they were asked for.
    pub calls: String,
    /// The number of the expression's call that was running, in the order of evaluation, from 1.
    pub call: u64,
}

impl Panic {
    /// Returns whether the place is in the driver, since the crate says that its caller is to
    /// blame. Files of the crate have longer paths.
    pub(crate) fn blames_caller(&self) -> bool {
        self.place.starts_with("src/ops.rs:")
    }
}

/// How a worker died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// By a signal.
    Signal(i32),
    /// It ended itself with a status.
    Exit(i32),
    /// The expression held more memory than is allowed.
    Memory,
    /// The expression used more time than is allowed, and was ended.
    Hang,
}
