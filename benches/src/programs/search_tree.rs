//! BST (Paper III, section 6.1): binary search trees of naturals.

use everycase::lazy::{Pending, pending};
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

/// A part of a tree, and between which numbers its numbers have to lie.
type Part = (Lazy<Tree>, [Option<Lazy<Nat>>; 2]);

/// Returns whether a tree is a search tree. Equal numbers may follow each other.
pub fn is_ordered(tree: Lazy<Tree>) -> bool {
    let mut parts: Vec<Part> = vec![(tree, [None, None])];
    while let Some((tree, [low, high])) = parts.pop() {
        let TreeView::Node(number, left, right) = tree.force() else { continue };
        let fits = low.is_none_or(|low| !less(number, low)) && high.is_none_or(|high| !less(high, number));
        if !fits {
            return false;
        }
        parts.push((right, [Some(number), high]));
        parts.push((left, [low, Some(number)]));
        pending(|to_do| name(to_do, &parts));
    }
    true
}

fn name(to_do: &mut Pending<'_>, parts: &[Part]) {
    for (tree, bounds) in parts {
        to_do.lazy(*tree);
        for bound in bounds {
            to_do.word(u64::from(bound.is_some()));
            if let Some(bound) = bound {
                to_do.lazy(*bound);
            }
        }
    }
}
