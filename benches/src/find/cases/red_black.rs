//! A red-black tree over any ordered keys: insertion, deletion as Kahrs has it, and the join of two trees.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::Arc;

use bolero_generator::TypeGenerator;
use everycase::lazy::Atom;
use everycase::{Enumerable, Lazy};
use proptest_derive::Arbitrary;

use super::steps::Step;
use super::{Case, Verdict, generic_case, lazy_and_generic_case};
use crate::find::input::{recursive, short};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    MissesRightLeft,
    SiblingKeepsItsHeight,
    FusesBlackWithoutRepair,
    JoinsHeightsThatDiffer,
    RedSiblingOnTheLeft,
}

/// The colour of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Colour {
    Red,
    Black,
}

use Colour::{Black, Red};

short! { Colour { Red, Black } }

/// A tree, balanced or not.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Tree<K> {
    Empty,
    Node(Colour, Arc<Tree<K>>, K, Arc<Tree<K>>),
}

recursive! { Tree<K>;
    leaf Empty;
    node Node(colour: Colour, left: Self, key: K, right: Self);
}

pub(super) fn cases() -> Vec<Case> {
    use Step::{Insert, Remove};
    vec![
        generic_case(
            "insertion-misses-right-left",
            Mistake::MissesRightLeft,
            steps_keep_balance::<u32>,
            steps_keep_balance::<Atom<0>>,
            || vec![Insert(1), Insert(3), Insert(2)],
        ),
        generic_case(
            "sibling-keeps-its-height",
            Mistake::SiblingKeepsItsHeight,
            deletion_keeps_balance::<i32>,
            deletion_keeps_balance::<Atom<0>>,
            || (vec![2, 1, 5, 4, 6, 7], 1),
        ),
        generic_case(
            "fused-without-repair",
            Mistake::FusesBlackWithoutRepair,
            steps_keep_balance::<u8>,
            steps_keep_balance::<Atom<0>>,
            || vec![Insert(2), Insert(1), Insert(3), Insert(4), Remove(4), Remove(2)],
        ),
        generic_case(
            "join-of-heights-that-differ",
            Mistake::JoinsHeightsThatDiffer,
            join_keeps_balance::<i32>,
            join_keeps_balance::<Atom<0>>,
            || (vec![1], 0),
        ),
        lazy_and_generic_case(
            "red-sibling-on-the-left",
            Mistake::RedSiblingOnTheLeft,
            deletion_from_any_tree::<u8>,
            deletion_from_any_tree_lazily,
            deletion_from_any_tree::<Atom<0>>,
            || {
                let leaf = |key| node(Black, &Tree::empty(), &key, &Tree::empty());
                let sibling = node(Red, &leaf(1), &2, &leaf(3));
                (Tree::clone(&node(Black, &sibling, &4, &leaf(5))), 5)
            },
        ),
    ]
}

/// A shared tree.
type Link<K> = Arc<Tree<K>>;

/// The parts of a node without its colour.
type Parts<'a, K> = (&'a Link<K>, &'a K, &'a Link<K>);

fn node<K: Clone>(colour: Colour, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
    Arc::new(Tree::Node(colour, Arc::clone(left), key.clone(), Arc::clone(right)))
}

impl<K> Tree<K> {
    fn empty() -> Link<K> {
        Arc::new(Tree::Empty)
    }

    /// Returns the parts of a node of a colour.
    fn of(&self, wanted: Colour) -> Option<Parts<'_, K>> {
        match self {
            Tree::Node(colour, left, key, right) if *colour == wanted => Some((left, key, right)),
            _ => None,
        }
    }
}

fn with_root<K: Clone>(colour: Colour, tree: &Link<K>) -> Link<K> {
    match &**tree {
        Tree::Empty => Tree::empty(),
        Tree::Node(_, left, key, right) => node(colour, left, key, right),
    }
}

/// Returns the black node of the arguments, with at most one red node below another on one side repaired.
fn balance<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
    if left.of(Red).is_some() && right.of(Red).is_some() {
        return node(Red, &with_root(Black, left), key, &with_root(Black, right));
    }
    let red = |a: &Link<K>, x: &K, b: &Link<K>, y: &K, c: &Link<K>, z: &K, d: &Link<K>| {
        node(Red, &node(Black, a, x, b), y, &node(Black, c, z, d))
    };
    if let Some((a, x, b)) = left.of(Red) {
        if let Some((a, w, b1)) = a.of(Red) {
            return red(a, w, b1, x, b, key, right);
        }
        if let Some((b, y, c)) = b.of(Red) {
            return red(a, x, b, y, c, key, right);
        }
    }
    if let Some((b, y, c)) = right.of(Red) {
        if let Some((c, z, d)) = c.of(Red) {
            return red(left, key, b, y, c, z, d);
        }
        if let Some((b, x, c1)) = b.of(Red).filter(|_| m != Mistake::MissesRightLeft) {
            return red(left, key, b, x, c1, y, c);
        }
    }
    node(Black, left, key, right)
}

fn insert<K: Ord + Clone>(m: Mistake, tree: &Link<K>, new: &K) -> Link<K> {
    fn below<K: Ord + Clone>(m: Mistake, tree: &Link<K>, new: &K) -> Link<K> {
        let Tree::Node(colour, left, key, right) = &**tree else {
            return node(Red, &Tree::empty(), new, &Tree::empty());
        };
        match (new.cmp(key), colour) {
            (Less, Black) => balance(m, &below(m, left, new), key, right),
            (Less, Red) => node(Red, &below(m, left, new), key, right),
            (Equal, _) => Arc::clone(tree),
            (Greater, Black) => balance(m, left, key, &below(m, right, new)),
            (Greater, Red) => node(Red, left, key, &below(m, right, new)),
        }
    }
    with_root(Black, &below(m, tree, new))
}

/// Returns a node whose left side is a black level too low.
fn balance_left<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
    if left.of(Red).is_some() {
        return node(Red, &with_root(Black, left), key, right);
    }
    if right.of(Black).is_some() {
        return balance(m, left, key, &with_root(Red, right));
    }
    if let Some((sibling, z, c)) = right.of(Red)
        && let Some((a, y, b)) = sibling.of(Black)
    {
        let lower = if m == Mistake::SiblingKeepsItsHeight { Arc::clone(c) } else { with_root(Red, c) };
        return node(Red, &node(Black, left, key, a), y, &balance(m, b, z, &lower));
    }
    node(Black, left, key, right)
}

/// Returns a node whose right side is a black level too low.
fn balance_right<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
    if right.of(Red).is_some() {
        return node(Red, left, key, &with_root(Black, right));
    }
    if left.of(Black).is_some() {
        return balance(m, &with_root(Red, left), key, right);
    }
    if let Some((a, x, sibling)) = left.of(Red)
        && let Some((b, y, c)) = sibling.of(Black)
    {
        let lower = if m == Mistake::RedSiblingOnTheLeft { Arc::clone(a) } else { with_root(Red, a) };
        return node(Red, &balance(m, &lower, x, b), y, &node(Black, c, key, right));
    }
    node(Black, left, key, right)
}

/// Returns the keys of two trees of one height, those of the first before those of the second.
fn fuse<K: Clone>(m: Mistake, left: &Link<K>, right: &Link<K>) -> Link<K> {
    match (&**left, &**right) {
        (Tree::Empty, _) => Arc::clone(right),
        (_, Tree::Empty) => Arc::clone(left),
        (Tree::Node(Red, a, x, b), Tree::Node(Red, c, y, d)) => {
            let middle = fuse(m, b, c);
            match middle.of(Red) {
                Some((b, z, c)) => node(Red, &node(Red, a, x, b), z, &node(Red, c, y, d)),
                None => node(Red, a, x, &node(Red, &middle, y, d)),
            }
        }
        (Tree::Node(Black, a, x, b), Tree::Node(Black, c, y, d)) => {
            let middle = fuse(m, b, c);
            match middle.of(Red) {
                Some((b, z, c)) => node(Red, &node(Black, a, x, b), z, &node(Black, c, y, d)),
                None if m == Mistake::FusesBlackWithoutRepair => {
                    node(Black, a, x, &node(Black, &middle, y, d))
                }
                None => balance_left(m, a, x, &node(Black, &middle, y, d)),
            }
        }
        (_, Tree::Node(Red, b, x, c)) => node(Red, &fuse(m, left, b), x, c),
        (Tree::Node(Red, a, x, b), _) => node(Red, a, x, &fuse(m, b, right)),
    }
}

fn remove<K: Ord + Clone>(m: Mistake, tree: &Link<K>, old: &K) -> Link<K> {
    fn below<K: Ord + Clone>(m: Mistake, tree: &Link<K>, old: &K) -> Link<K> {
        let Tree::Node(_, left, key, right) = &**tree else { return Tree::empty() };
        match old.cmp(key) {
            Less if left.of(Black).is_some() => balance_left(m, &below(m, left, old), key, right),
            Less => node(Red, &below(m, left, old), key, right),
            Equal => fuse(m, left, right),
            Greater if right.of(Black).is_some() => balance_right(m, left, key, &below(m, right, old)),
            Greater => node(Red, left, key, &below(m, right, old)),
        }
    }
    with_root(Black, &below(m, tree, old))
}

/// Returns the number of black nodes on the way to the least key.
fn height<K>(tree: &Tree<K>) -> usize {
    match tree {
        Tree::Empty => 0,
        Tree::Node(colour, left, ..) => height(left) + usize::from(*colour == Black),
    }
}

/// Returns the keys of two trees and one between them.
fn join<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
    fn at_right<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
        match &**left {
            Tree::Node(Red, a, x, b) => node(Red, a, x, &at_right(m, b, key, right)),
            Tree::Node(Black, a, x, b) if height(left) > height(right) => {
                balance(m, a, x, &at_right(m, b, key, right))
            }
            _ => node(Red, left, key, right),
        }
    }
    fn at_left<K: Clone>(m: Mistake, left: &Link<K>, key: &K, right: &Link<K>) -> Link<K> {
        match &**right {
            Tree::Node(Red, b, y, c) => node(Red, &at_left(m, left, key, b), y, c),
            Tree::Node(Black, b, y, c) if height(right) > height(left) => {
                balance(m, &at_left(m, left, key, b), y, c)
            }
            _ => node(Red, left, key, right),
        }
    }
    let differ = usize::from(m == Mistake::JoinsHeightsThatDiffer);
    let joined = if height(left) > height(right) + differ {
        at_right(m, left, key, right)
    } else if height(right) > height(left) + differ {
        at_left(m, left, key, right)
    } else {
        node(Red, left, key, right)
    };
    with_root(Black, &joined)
}

/// Returns the height of a tree that is balanced, with a limit below the root for keys on each side.
fn balanced_height<K: Ord>(tree: &Tree<K>, low: Option<&K>, high: Option<&K>) -> Option<usize> {
    let Tree::Node(colour, left, key, right) = tree else { return Some(0) };
    let is_ordered = low.is_none_or(|low| low < key) && high.is_none_or(|high| key < high);
    let is_coloured = *colour == Black || (left.of(Red).is_none() && right.of(Red).is_none());
    let below = balanced_height(left, low, Some(key))?;
    let is_even = balanced_height(right, Some(key), high) == Some(below);
    (is_ordered && is_coloured && is_even).then_some(below + usize::from(*colour == Black))
}

fn is_balanced<K: Ord>(tree: &Tree<K>) -> bool {
    tree.of(Red).is_none() && balanced_height(tree, None, None).is_some()
}

fn built<K: Ord + Clone>(keys: &[K]) -> Link<K> {
    keys.iter().fold(Tree::empty(), |tree, key| insert(Mistake::None, &tree, key))
}

fn steps_keep_balance<K: Ord + Clone>(m: Mistake, steps: &Vec<Step<K>>) -> bool {
    let mut tree = Tree::empty();
    steps.iter().all(|step| {
        tree = match step {
            Step::Insert(key) => insert(m, &tree, key),
            Step::Remove(key) => remove(m, &tree, key),
        };
        is_balanced(&tree)
    })
}

/// Deletes one of the keys, by its position.
fn deletion_keeps_balance<K: Ord + Clone>(m: Mistake, (keys, position): &(Vec<K>, u8)) -> Verdict {
    let old = keys.get(usize::from(*position) % keys.len().max(1))?;
    Some(is_balanced(&remove(m, &built(keys), old)))
}

/// Joins the keys below one and those above it.
fn join_keeps_balance<K: Ord + Clone>(m: Mistake, (keys, middle): &(Vec<K>, K)) -> bool {
    let (below, rest): (Vec<K>, Vec<K>) = keys.iter().cloned().partition(|key| key < middle);
    let above: Vec<K> = rest.into_iter().filter(|key| key > middle).collect();
    is_balanced(&join(m, &built(&below), middle, &built(&above)))
}

fn deletion_from_any_tree<K: Ord + Clone>(m: Mistake, (tree, old): &(Tree<K>, K)) -> Verdict {
    is_balanced(tree).then(|| is_balanced(&remove(m, &Arc::new(tree.clone()), old)))
}

fn deletion_from_any_tree_lazily(m: Mistake, input: Lazy<(Tree<u8>, u8)>) -> Verdict {
    let (tree, old) = input.force();
    let is_balanced_lazily = height_lazily(tree, Red, None, None).is_some();
    is_balanced_lazily.then(|| is_balanced(&remove(m, &Arc::new(tree.value()), &old.value())))
}

/// Returns the height of a tree that is balanced below a node of a colour.
fn height_lazily(
    tree: Lazy<Tree<u8>>,
    above: Colour,
    low: Option<Lazy<u8>>,
    high: Option<Lazy<u8>>,
) -> Option<usize> {
    let TreeView::Node(colour, left, key, right) = tree.force() else { return Some(0) };
    let own = colour.value();
    let is_ordered = low.is_none_or(|low| key.gt(low)) && high.is_none_or(|high| key.lt(high));
    if !is_ordered || (own == Red && above == Red) {
        return None;
    }
    let below = height_lazily(left, own, low, Some(key))?;
    let is_even = height_lazily(right, own, Some(key), high)? == below;
    is_even.then_some(below + usize::from(own == Black))
}
