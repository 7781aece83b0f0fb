//! A search tree over any ordered keys: deletion, ranges, its number of keys.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::BTreeSet;

use bolero_generator::TypeGenerator;
use everycase::lazy::Atom;
use everycase::{Enumerable, Lazy};

use super::steps::Step;
use super::{Case, Verdict, generic_case, lazy_and_generic_case};
use crate::find::input::recursive;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    LosesRightOfLeast,
    LosesRightOfDeepLeast,
    RangeWithItsEnd,
    CountsTwice,
}

/// A tree, ordered or not.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}

recursive! { Tree<K>;
    leaf Leaf;
    node Node(left: Self, key: K, right: Self);
}

pub(super) fn cases() -> Vec<Case> {
    use Step::{Insert, Remove};
    vec![
        generic_case(
            "deletion-loses-a-subtree",
            Mistake::LosesRightOfLeast,
            tree_is_a_set::<i32>,
            tree_is_a_set::<Atom<0>>,
            || vec![Insert(1), Insert(0), Insert(2), Insert(3), Remove(1)],
        ),
        lazy_and_generic_case(
            "deletion-loses-a-deep-subtree",
            Mistake::LosesRightOfDeepLeast,
            deletion_keeps_the_others::<u8>,
            deletion_keeps_the_others_lazily,
            deletion_keeps_the_others::<Atom<0>>,
            || (built(&[1, 0, 4, 2, 3]), 1),
        ),
        generic_case(
            "range-with-its-end",
            Mistake::RangeWithItsEnd,
            range_is_half_open::<u8>,
            range_is_half_open::<Atom<0>>,
            || (vec![4, 2], 1, 4),
        ),
        generic_case(
            "equal-key-counts-twice",
            Mistake::CountsTwice,
            count_is_of_the_keys::<i32>,
            count_is_of_the_keys::<Atom<0>>,
            || vec![7, 7],
        ),
    ]
}

/// Returns a tree into which keys were inserted in turn.
fn built<K: Ord + Clone>(keys: &[K]) -> Tree<K> {
    keys.iter().fold(Tree::Leaf, |tree, key| tree.insert(key.clone()))
}

fn node<K>(left: Tree<K>, key: K, right: Tree<K>) -> Tree<K> {
    Tree::Node(Box::new(left), key, Box::new(right))
}

impl<K: Ord + Clone> Tree<K> {
    fn insert(self, new: K) -> Tree<K> {
        match self {
            Tree::Leaf => node(Tree::Leaf, new, Tree::Leaf),
            Tree::Node(left, key, right) => match new.cmp(&key) {
                Less => node(left.insert(new), key, *right),
                Equal => node(*left, key, *right),
                Greater => node(*left, key, right.insert(new)),
            },
        }
    }

    fn remove(self, m: Mistake, old: &K) -> Tree<K> {
        match self {
            Tree::Leaf => Tree::Leaf,
            Tree::Node(left, key, right) => match old.cmp(&key) {
                Less => node(left.remove(m, old), key, *right),
                Greater => node(*left, key, right.remove(m, old)),
                Equal => match right.without_least(m, 0) {
                    Some((least, rest)) => node(*left, least, rest),
                    None => *left,
                },
            },
        }
    }

    /// Returns the least key of the tree and the tree without it.
    fn without_least(self, m: Mistake, depth: usize) -> Option<(K, Tree<K>)> {
        let Tree::Node(left, key, right) = self else { return None };
        if let Some((least, rest)) = left.without_least(m, depth + 1) {
            return Some((least, node(rest, key, *right)));
        }
        let loses = m == Mistake::LosesRightOfLeast || (m == Mistake::LosesRightOfDeepLeast && depth > 0);
        Some((key, if loses { Tree::Leaf } else { *right }))
    }

    /// Returns the keys in order.
    fn keys(&self) -> Vec<K> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, key, right) => [left.keys(), vec![key.clone()], right.keys()].concat(),
        }
    }

    /// Returns the keys from `low` on, without `high` and beyond.
    fn range(&self, m: Mistake, low: &K, high: &K) -> Vec<K> {
        let Tree::Node(left, key, right) = self else { return Vec::new() };
        let mut keys = if low <= key { left.range(m, low, high) } else { Vec::new() };
        if low <= key && (key < high || (m == Mistake::RangeWithItsEnd && key == high)) {
            keys.push(key.clone());
        }
        if key < high {
            keys.extend(right.range(m, low, high));
        }
        keys
    }
}

/// Steps on a tree lead to the keys of the same steps on a set of the standard library.
fn tree_is_a_set<K: Ord + Clone>(m: Mistake, steps: &Vec<Step<K>>) -> bool {
    let (mut tree, mut set) = (Tree::Leaf, BTreeSet::new());
    for step in steps {
        match step {
            Step::Insert(key) => {
                tree = tree.insert(key.clone());
                set.insert(key.clone());
            }
            Step::Remove(key) => {
                tree = tree.remove(m, key);
                set.remove(key);
            }
        }
    }
    tree.keys().iter().eq(&set)
}

fn others_are_kept<K: Ord + Clone>(m: Mistake, tree: &Tree<K>, old: &K) -> bool {
    let mut expected = tree.keys();
    expected.retain(|key| key != old);
    tree.clone().remove(m, old).keys() == expected
}

fn deletion_keeps_the_others<K: Ord + Clone>(m: Mistake, (tree, old): &(Tree<K>, K)) -> Verdict {
    tree.keys().is_sorted_by(|a, b| a < b).then(|| others_are_kept(m, tree, old))
}

fn deletion_keeps_the_others_lazily(m: Mistake, input: Lazy<(Tree<u8>, u8)>) -> Verdict {
    let (tree, old) = input.force();
    is_between(tree, None, None).then(|| others_are_kept(m, &tree.value(), &old.value()))
}

/// Returns whether the keys are between two bounds, and ascend from left to right.
fn is_between(tree: Lazy<Tree<u8>>, low: Option<Lazy<u8>>, high: Option<Lazy<u8>>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, key, right) => {
            low.is_none_or(|low| key.gt(low))
                && high.is_none_or(|high| key.lt(high))
                && is_between(left, low, Some(key))
                && is_between(right, Some(key), high)
        }
    }
}

fn range_is_half_open<K: Ord + Clone>(m: Mistake, (keys, low, high): &(Vec<K>, K, K)) -> bool {
    let set: BTreeSet<&K> = keys.iter().collect();
    let expected = set.into_iter().filter(|key| low <= *key && *key < high);
    built(keys).range(m, low, high).iter().eq(expected)
}

/// A tree that knows its number of keys.
struct Counted<K> {
    tree: Tree<K>,
    count: usize,
}

impl<K: Ord + Clone> Counted<K> {
    fn insert(self, m: Mistake, key: K) -> Counted<K> {
        let is_new = m == Mistake::CountsTwice || !self.tree.keys().contains(&key);
        Counted { tree: self.tree.insert(key), count: self.count + usize::from(is_new) }
    }
}

fn count_is_of_the_keys<K: Ord + Clone>(m: Mistake, keys: &Vec<K>) -> bool {
    let empty = Counted { tree: Tree::Leaf, count: 0 };
    keys.iter().fold(empty, |all, key| all.insert(m, key.clone())).count
        == keys.iter().collect::<BTreeSet<_>>().len()
}
