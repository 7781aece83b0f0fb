//! Heaps of a given depth.

use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Heap {
    Empty,
    Node { least: i64, left: Box<Heap>, right: Box<Heap> },
}

impl Heap {
    fn depth(&self) -> i64 {
        match self {
            Heap::Empty => 0,
            Heap::Node { left, right, .. } => 1 + left.depth().max(right.depth()),
        }
    }

    /// Whether no label is below `low`, nor below one above it.
    fn is_above(&self, low: i64) -> bool {
        match self {
            Heap::Empty => true,
            Heap::Node { least, left, right } => {
                low <= *least && left.is_above(*least) && right.is_above(*least)
            }
        }
    }
}

/// Heaps of at most this depth, with labels from `low` on.
#[generator(given = 0 <= depth, covers = |heap: &Heap| heap.depth() <= depth && heap.is_above(low))]
pub(crate) fn heap(depth: i64, low: i64, g: &mut Gen) -> Heap {
    if depth == 0 || g.bool() {
        return Heap::Empty;
    }
    let least = g.range(low, i64::MAX);
    Heap::Node {
        least,
        left: Box::new(heap(depth - 1, least, g)),
        right: Box::new(heap(depth - 1, least, g)),
    }
}
