//! The state of a position.

/// The state of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// At a sum: the alternative, or `OPEN`. At a range: the index of its number, or `OPEN`.
    pub(super) word: u32,
    /// At a decided sum: the position of its first field. At a range: `NONE`.
    pub(super) kids: u32,
    /// The node of the grammar; `PLAIN` in a lifted value.
    pub(super) node: u32,
}

/// Not decided yet.
pub(super) const OPEN: u32 = u32::MAX;
/// The fields of a range.
pub(super) const NONE: u32 = u32::MAX;
/// The node of a position of a lifted value.
pub(super) const PLAIN: u32 = u32::MAX;

impl Slot {
    /// Returns a position of which only the node is known.
    pub(super) fn open(node: u32) -> Self {
        Self { word: OPEN, kids: 0, node }
    }
}

/// The decision at a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumDecision {
    /// The number of the alternative.
    pub alternative: u32,
    /// The position of its first field; the others follow. At a range, which has no fields,
    /// `u32::MAX`.
    pub fields: u32,
}

impl SumDecision {
    /// The answer of a range.
    pub(super) const NUMBER: Self = Self { alternative: 0, fields: NONE };
}
