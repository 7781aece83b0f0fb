//! BST (Paper III, section 6.1): binary search trees of naturals.

use everycase::{Enumerable, Lazy};

use super::nat::{Nat, less};

/// Trees of naturals, ordered or not.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Tree {
    Leaf,
    Node(Nat, Box<Tree>, Box<Tree>),
}

/// Values of sizes 20, 24, 28 and 32.
pub const OF_SIZES_20_TO_32: [u64; 4] = [5_771, 71_799, 925_981, 12_275_301];

/// Is a tree a search tree? Equal numbers may follow each other.
pub fn is_ordered(tree: Lazy<Tree>) -> bool {
    between(None, None, tree)
}

fn between(low: Option<Lazy<Nat>>, high: Option<Lazy<Nat>>, tree: Lazy<Tree>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(number, left, right) => {
            low.is_none_or(|low| !less(number, low))
                && high.is_none_or(|high| !less(high, number))
                && between(low, Some(number), left)
                && between(Some(number), high, right)
        }
    }
}
