//! Which operands of connectives are run, and in which order: the strategies of Paper II, section
//! 5.1.

/// Which operands of parallel conjunctions and disjunctions are run, and in which order (Paper II,
/// section 5.1, whose letters these are).
///
/// A false conjunction needs only one false operand; the fewer decisions that operand has looked
/// at, the larger is the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// From left to right, as `&&` and `||`.
    D,
    /// *Optimal short-circuiting*: an operand that leaves the result open is not run if the other
    /// one is absorbing.
    O,
    /// *Fair*: the operand that runs first changes at each step down the search tree, so that no
    /// operand can occupy a search forever that the other one would end.
    F,
    /// `O` with *subsets*: the right operand alone is run if it is absorbing without any decision
    /// that the left one has not made.
    OS,
    /// `O` and `F`.
    OF,
    /// All three.
    OSF,
}

impl Strategy {
    /// All of them, the simplest first.
    pub const ALL: [Self; 6] = [Self::D, Self::O, Self::F, Self::OS, Self::OF, Self::OSF];

    pub(super) fn looks_ahead(self) -> bool {
        !matches!(self, Self::D | Self::F)
    }

    pub(super) fn is_fair(self) -> bool {
        matches!(self, Self::F | Self::OF | Self::OSF)
    }

    pub(super) fn asks_for_subsets(self) -> bool {
        matches!(self, Self::OS | Self::OSF)
    }
}
