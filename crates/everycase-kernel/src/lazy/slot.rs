//! What is known of a position.

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// At a sum: the alternative taken, or `OPEN`. At a range: the number of its interval, or `OPEN`.
    pub(super) word: u32,
    /// At a sum that is decided: the position of its first field. At a range: `NONE`.
    pub(super) kids: u32,
    /// The node of the grammar; `PLAIN` where there was nothing to decide.
    pub(super) node: u32,
}

/// Not decided yet.
pub(super) const OPEN: u32 = u32::MAX;
/// The fields of a range.
pub(super) const NONE: u32 = u32::MAX;
/// The node of a position of a lifted value.
pub(super) const PLAIN: u32 = u32::MAX;

impl Slot {
    /// Returns a position of which nothing is known but its node.
    pub(super) fn open(node: u32) -> Self {
        Self { word: OPEN, kids: 0, node }
    }
}

/// What was decided at a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The number of the alternative.
    pub alternative: u32,
    /// The position of its first field; the others follow. At a range, which has none, `u32::MAX`.
    pub fields: u32,
}

impl Taken {
    /// What a range answers.
    pub(super) const NUMBER: Self = Self { alternative: 0, fields: NONE };
}
