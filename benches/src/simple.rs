//! The two other measures of testing-feat: plain binary trees and lists of booleans.

use arbitrary::Arbitrary;
use bolero_generator::TypeGenerator;
use everycase::Enumerable;

/// A binary tree without payload.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Arbitrary, TypeGenerator, Enumerable)]
pub enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

/// Trees of sizes 0 to 27 together; leaf and node cost 1 each, so these have at most 13 nodes.
pub const TREES_TO_SIZE_27: u64 = 1_033_412;

/// Lists of booleans of sizes 0 to 39 together; an element costs 2, so these have at most 19 elements.
pub const BOOL_LISTS_TO_SIZE_39: u64 = 1_048_575;
