//! A call of a connective: what is known of its operands.

/// An operand of a connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that is written first.
    Left,
    /// The other one.
    Right,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The operation of a connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connective {
    /// The absorbing value: an operand with this value determines the result; false for a
    /// conjunction.
    pub absorbing: bool,
    /// Whether the right operand may only run if the left one leaves the result open.
    pub sequential: bool,
}

/// A call of a connective in the current run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId(pub(super) u32);

/// The next step of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Run this operand and report its value.
    Run(Side),
    /// The result.
    Is(bool),
}

/// The relation of a call to the one before it.
#[derive(Clone, Copy)]
pub(super) enum Link {
    Within(Side),
    After,
}

/// A call of a connective, with its place among the calls of a run.
pub(super) struct Call {
    pub(super) within: [u32; 2],
    pub(super) after: u32,
    pub(super) connective: Connective,
    /// Values of operands that are still valid.
    pub(super) known: [Truth; 2],
    /// Values of operands found in this execution.
    pub(super) found: [Truth; 2],
    /// Whether running the operand has made decisions.
    pub(super) decided: [bool; 2],
    /// The number of decisions when the operand began.
    pub(super) before: u32,
    /// Whether the right operand runs first.
    pub(super) flipped: bool,
    /// The run that the following fields belong to.
    pub(super) run: u32,
    pub(super) first: Side,
    /// The operand that suffices, from the last execution of the call.
    pub(super) enough: Option<Side>,
    /// Whether it was the only one with a known value.
    pub(super) is_alone: bool,
}

/// No call.
pub(super) const NONE: u32 = u32::MAX;

/// A value, if it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    Unknown,
    False,
    True,
}

impl From<bool> for Truth {
    #[inline]
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

impl Call {
    #[inline]
    pub(super) fn new(connective: Connective) -> Self {
        Self {
            within: [NONE; 2],
            after: NONE,
            connective,
            known: [Truth::Unknown; 2],
            found: [Truth::Unknown; 2],
            decided: [false; 2],
            run: 0,
            before: 0,
            flipped: false,
            first: Side::Left,
            enough: None,
            is_alone: false,
        }
    }

    #[inline]
    pub(super) fn value(&self, side: Side) -> Truth {
        match self.found[side as usize] {
            Truth::Unknown => self.known[side as usize],
            found => found,
        }
    }

    pub(super) fn is_open(&self, side: Side) -> bool {
        self.value(side) == Truth::Unknown
    }

    pub(super) fn is_absorbing(&self, side: Side) -> bool {
        self.value(side) == self.connective.absorbing.into()
    }

    /// Returns the next step when operands run from left to right.
    #[inline]
    pub(super) fn plainly(&self) -> Step {
        let absorbing = self.connective.absorbing;
        match self.known {
            [Truth::Unknown, _] => Step::Run(Side::Left),
            [left, _] if left == absorbing.into() => Step::Is(absorbing),
            [_, Truth::Unknown] => Step::Run(Side::Right),
            [_, right] => Step::Is(right == Truth::True),
        }
    }
}
