//! `RedBlack` (Paper II, section 6, program 3): insertion into red-black trees, with a planted bug in balancing.
//!
//! The property: insertion keeps a tree ordered, its black heights equal, and red below black only. The bug: a red
//! right child of a black node whose left child is red is taken apart with that child's children exchanged.

use std::cmp::Ordering;

use everycase::lazy::{and, and_then};
use everycase::{Enumerable, Lazy};

use super::nat::{Nat, compare, less};

/// The colour of a node.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enumerable)]
pub enum Colour {
    Red,
    Black,
}

/// Trees of naturals.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Tree {
    Empty,
    Node(Colour, Box<Tree>, Nat, Box<Tree>),
}

/// Returns whether a tree is a red-black tree, and no longer one with a number inserted. With the planted bug, or without.
pub fn breaks<const BUG: bool>(input: Lazy<(Nat, Tree)>) -> bool {
    let (number, tree) = input.force();
    and_then(|| is_red_black(tree), || !is_red_black_with::<BUG>(number, tree))
}

/// Returns whether a tree with a number inserted is a red-black tree.
pub fn is_red_black_with<const BUG: bool>(number: Lazy<Nat>, tree: Lazy<Tree>) -> bool {
    insert::<BUG>(number, tree, None)
}

/// Returns whether a tree is ordered, its black heights are equal, and red stands below black only.
pub fn is_red_black(tree: Lazy<Tree>) -> bool {
    is_valid(tree)
}

/// A tree that can be taken apart.
trait Part: Copy {
    /// Returns the root, if the tree is not empty.
    fn node(self) -> Option<Node<Self>>;
}

#[derive(Clone, Copy)]
struct Node<T> {
    red: bool,
    left: T,
    number: Lazy<Nat>,
    right: T,
}

impl Part for Lazy<Tree> {
    #[inline]
    fn node(self) -> Option<Node<Self>> {
        match self.force() {
            TreeView::Empty => None,
            TreeView::Node(colour, left, number, right) => {
                Some(Node { red: matches!(colour.force(), ColourView::Red), left, number, right })
            }
        }
    }
}

/// A tree in which some nodes were made anew.
#[derive(Clone, Copy)]
enum Grown<'a> {
    Empty,
    Given(Lazy<Tree>),
    Node(Node<&'a Grown<'a>>),
}

impl Part for Grown<'_> {
    fn node(self) -> Option<Node<Self>> {
        match self {
            Grown::Empty => None,
            Grown::Given(tree) => tree.node().map(|Node { red, left, number, right }| Node {
                red,
                left: Grown::Given(left),
                number,
                right: Grown::Given(right),
            }),
            Grown::Node(Node { red, left, number, right }) => {
                Some(Node { red, left: *left, number, right: *right })
            }
        }
    }
}

fn is_valid(tree: impl Part) -> bool {
    and(|| black_height(tree, false, None).is_some(), || is_ordered(tree, None, None))
}

/// Returns the number of black nodes on every path down, if they are equal, and what is wanted if anything is, and there is
/// no red below red.
fn black_height(tree: impl Part, below_red: bool, wanted: Option<u32>) -> Option<u32> {
    let Some(Node { red, left, right, .. }) = tree.node() else {
        return wanted.is_none_or(|wanted| wanted == 0).then_some(0);
    };
    if red && below_red {
        return None;
    }
    let black = u32::from(!red);
    let wanted = match wanted {
        Some(wanted) => Some(wanted.checked_sub(black)?),
        None => None,
    };
    let left = black_height(left, red, wanted)?;
    Some(black_height(right, red, Some(left))? + black)
}

/// Returns whether all numbers lie between these, and in order. Equal numbers may follow each other.
fn is_ordered(tree: impl Part, above: Option<Lazy<Nat>>, below: Option<Lazy<Nat>>) -> bool {
    let Some(Node { left, number, right, .. }) = tree.node() else { return true };
    above.is_none_or(|above| !less(number, above))
        && below.is_none_or(|below| !less(below, number))
        && is_ordered(left, above, Some(number))
        && is_ordered(right, Some(number), below)
}

/// What an insertion has passed on its way down.
struct Path<'a> {
    red: bool,
    number: Lazy<Nat>,
    /// Did it go on to the left, and what is on the other side?
    left: bool,
    other: Lazy<Tree>,
    above: Option<&'a Path<'a>>,
}

/// Returns whether the tree with a number inserted, into this part of it, is a red-black tree. The new nodes live on the
/// stack until that is known.
fn insert<const BUG: bool>(number: Lazy<Nat>, tree: Lazy<Tree>, above: Option<&Path<'_>>) -> bool {
    let Some(Node { red, left, number: here, right }) = tree.node() else {
        let (left, right) = (&Grown::Empty, &Grown::Empty);
        return rebuild::<BUG>(&Grown::Node(Node { red: true, left, number, right }), above);
    };
    let (left, side, other) = match compare(number, here) {
        Ordering::Less => (true, left, right),
        Ordering::Greater => (false, right, left),
        Ordering::Equal => return rebuild::<BUG>(&Grown::Given(tree), above),
    };
    insert::<BUG>(number, side, Some(&Path { red, number: here, left, other, above }))
}

/// Puts what grew back into the tree, balances on the way up, and looks at the whole, its root made black.
fn rebuild<const BUG: bool>(grown: &Grown<'_>, above: Option<&Path<'_>>) -> bool {
    let Some(&Path { red, number, left, other, above }) = above else {
        return grown.node().is_none_or(|Node { left, number, right, .. }| {
            is_valid(Grown::Node(Node { red: false, left: &left, number, right: &right }))
        });
    };
    let other = Grown::Given(other);
    let (left, right) = if left { (*grown, other) } else { (other, *grown) };
    if let Some(([a, b, c, d], [x, y, z])) = unbalanced::<BUG>(Node { red, left, number, right }) {
        let left = Grown::Node(Node { red: false, left: &a, number: x, right: &b });
        let right = Grown::Node(Node { red: false, left: &c, number: z, right: &d });
        return rebuild::<BUG>(
            &Grown::Node(Node { red: true, left: &left, number: y, right: &right }),
            above,
        );
    }
    rebuild::<BUG>(&Grown::Node(Node { red, left: &left, number, right: &right }), above)
}

fn red<T: Part>(tree: T) -> Option<Node<T>> {
    tree.node().filter(|node| node.red)
}

/// Returns the trees and the numbers, in order, of a black node above two red ones, one below the other.
fn unbalanced<const BUG: bool>(node: Node<Grown<'_>>) -> Option<([Grown<'_>; 4], [Lazy<Nat>; 3])> {
    if node.red {
        return None;
    }
    if let Some(child) = red(node.left) {
        if let Some(inner) = red(child.left) {
            let trees = [inner.left, inner.right, child.right, node.right];
            return Some((trees, [inner.number, child.number, node.number]));
        }
        if let Some(inner) = red(child.right) {
            let trees = [child.left, inner.left, inner.right, node.right];
            return Some((trees, [child.number, inner.number, node.number]));
        }
    }
    let child = red(node.right)?;
    if let Some(inner) = red(child.left) {
        let (b, c) = if BUG { (inner.right, inner.left) } else { (inner.left, inner.right) };
        return Some(([node.left, b, c, child.right], [node.number, inner.number, child.number]));
    }
    let inner = red(child.right)?;
    let trees = [node.left, child.left, inner.left, inner.right];
    Some((trees, [node.number, child.number, inner.number]))
}
