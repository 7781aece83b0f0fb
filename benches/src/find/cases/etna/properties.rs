//! The ten properties of ETNA, each of a valid tree: validity, postconditions, models, and pairs of operations.

use std::sync::Arc;

use super::super::Verdict;
use super::tree::{Colour, Mistake, Tree, delete, insert};

/// A type of keys.
pub(super) trait Key: Ord + Clone {}

impl<K: Ord + Clone> Key for K {}

/// A type of values.
pub(super) trait Value: PartialEq + Clone {}

impl<V: PartialEq + Clone> Value for V {}

/// A shared tree.
type Link<K, V> = Arc<Tree<K, V>>;

/// Returns whether a tree is ordered and balanced, and has a black root.
fn is_valid<K: Ord, V>(tree: &Tree<K, V>) -> bool {
    is_ordered(tree) && height(tree).is_some() && has_no_red_pair(tree) && !tree.is_red()
}

/// Returns whether the keys ascend from left to right.
fn is_ordered<K: Ord, V>(tree: &Tree<K, V>) -> bool {
    let Tree::Node(_, left, key, _, right) = tree else { return true };
    all_keys(left, &|other| other < key)
        && all_keys(right, &|other| other > key)
        && is_ordered(left)
        && is_ordered(right)
}

fn all_keys<K, V>(tree: &Tree<K, V>, is_right: &dyn Fn(&K) -> bool) -> bool {
    let Tree::Node(_, left, key, _, right) = tree else { return true };
    is_right(key) && all_keys(left, is_right) && all_keys(right, is_right)
}

/// Returns the number of black nodes on each way down, if it is the same on all.
fn height<K, V>(tree: &Tree<K, V>) -> Option<usize> {
    let Tree::Node(colour, left, _, _, right) = tree else { return Some(0) };
    let (left, right) = (height(left)?, height(right)?);
    (left == right).then_some(left + usize::from(*colour == Colour::Black))
}

fn has_no_red_pair<K, V>(tree: &Tree<K, V>) -> bool {
    let Tree::Node(_, left, _, _, right) = tree else { return true };
    let is_pair = tree.is_red() && (left.is_red() || right.is_red());
    !is_pair && has_no_red_pair(left) && has_no_red_pair(right)
}

/// Returns the tree of an input, if it is valid.
fn valid<K: Key, V: Value>(tree: &Tree<K, V>) -> Option<Link<K, V>> {
    is_valid(tree).then(|| Arc::new(tree.clone()))
}

/// Returns the entries in order.
fn entries<K: Clone, V: Clone>(tree: &Tree<K, V>) -> Vec<(K, V)> {
    let Tree::Node(_, left, key, value, right) = tree else { return Vec::new() };
    let own = (key.clone(), value.clone());
    entries(left).into_iter().chain([own]).chain(entries(right)).collect()
}

#[allow(clippy::comparison_chain, reason = "the operators of the workload, which atoms count")]
fn find<K: Ord, V: Clone>(tree: &Tree<K, V>, wanted: &K) -> Option<V> {
    let Tree::Node(_, left, key, value, right) = tree else { return None };
    if wanted < key {
        find(left, wanted)
    } else if wanted > key {
        find(right, wanted)
    } else {
        Some(value.clone())
    }
}

/// Returns whether two operations have succeeded, with the same entries.
fn are_equal<K: Key, V: Value>(first: Option<Link<K, V>>, second: Option<Link<K, V>>) -> bool {
    first.zip(second).is_some_and(|(first, second)| entries(&first) == entries(&second))
}

pub(super) fn insert_valid<K: Key, V: Value>(m: Mistake, (tree, k, v): &(Tree<K, V>, K, V)) -> Verdict {
    let tree = valid(tree)?;
    Some(is_valid(&insert(m, &tree, (k, v))))
}

pub(super) fn delete_valid<K: Key, V: Value>(m: Mistake, (tree, k): &(Tree<K, V>, K)) -> Verdict {
    let tree = valid(tree)?;
    Some(delete(m, &tree, k).is_some_and(|rest| is_valid(&rest)))
}

pub(super) fn insert_post<K: Key, V: Value>(
    m: Mistake,
    (tree, k, other, v): &(Tree<K, V>, K, K, V),
) -> Verdict {
    let tree = valid(tree)?;
    let expected = if k == other { Some(v.clone()) } else { find(&tree, other) };
    Some(find(&insert(m, &tree, (k, v)), other) == expected)
}

pub(super) fn delete_post<K: Key, V: Value>(m: Mistake, (tree, k, other): &(Tree<K, V>, K, K)) -> Verdict {
    let tree = valid(tree)?;
    let expected = if k == other { None } else { find(&tree, other) };
    Some(delete(m, &tree, k).is_some_and(|rest| find(&rest, other) == expected))
}

pub(super) fn insert_model<K: Key, V: Value>(m: Mistake, (tree, k, v): &(Tree<K, V>, K, V)) -> Verdict {
    let tree = valid(tree)?;
    let mut expected = entries(&tree);
    expected.retain(|(key, _)| key != k);
    let place = expected.iter().position(|(key, _)| key > k).unwrap_or(expected.len());
    expected.insert(place, (k.clone(), v.clone()));
    Some(entries(&insert(m, &tree, (k, v))) == expected)
}

pub(super) fn delete_model<K: Key, V: Value>(m: Mistake, (tree, k): &(Tree<K, V>, K)) -> Verdict {
    let tree = valid(tree)?;
    let mut expected = entries(&tree);
    expected.retain(|(key, _)| key != k);
    Some(delete(m, &tree, k).is_some_and(|rest| entries(&rest) == expected))
}

pub(super) fn insert_insert<K: Key, V: Value>(
    m: Mistake,
    (tree, k, other, v, other_v): &(Tree<K, V>, K, K, V, V),
) -> Verdict {
    let tree = valid(tree)?;
    let one_way = insert(m, &insert(m, &tree, (other, other_v)), (k, v));
    let first = insert(m, &tree, (k, v));
    let other_way = if k == other { first } else { insert(m, &first, (other, other_v)) };
    Some(entries(&one_way) == entries(&other_way))
}

pub(super) fn insert_delete<K: Key, V: Value>(
    m: Mistake,
    (tree, k, other, v): &(Tree<K, V>, K, K, V),
) -> Verdict {
    let tree = valid(tree)?;
    let one_way = delete(m, &tree, other).map(|rest| insert(m, &rest, (k, v)));
    let first = insert(m, &tree, (k, v));
    let other_way = if k == other { Some(first) } else { delete(m, &first, other) };
    Some(are_equal(one_way, other_way))
}

pub(super) fn delete_insert<K: Key, V: Value>(
    m: Mistake,
    (tree, k, other, other_v): &(Tree<K, V>, K, K, V),
) -> Verdict {
    let tree = valid(tree)?;
    let one_way = delete(m, &insert(m, &tree, (other, other_v)), k);
    let rest = delete(m, &tree, k);
    let other_way = if k == other { rest } else { rest.map(|rest| insert(m, &rest, (other, other_v))) };
    Some(are_equal(one_way, other_way))
}

pub(super) fn delete_delete<K: Key, V: Value>(m: Mistake, (tree, k, other): &(Tree<K, V>, K, K)) -> Verdict {
    let tree = valid(tree)?;
    let both = |first: &K, second: &K| delete(m, &delete(m, &tree, first)?, second);
    Some(are_equal(both(other, k), both(k, other)))
}
