//! A generic container and generic functions of lists, some with a mistake.

use everycase::prelude::*;

/// A map, as a binary search tree.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Tree<K, V> {
    Leaf,
    Node(Box<Tree<K, V>>, K, V, Box<Tree<K, V>>),
}

impl<K: Ord + Clone, V> Tree<K, V> {
    pub(crate) fn insert(self, key: K, value: V) -> Self {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), key, value, Box::new(Tree::Leaf)),
            Tree::Node(left, k, v, right) if key < k => {
                Tree::Node(Box::new(left.insert(key, value)), k, v, right)
            }
            Tree::Node(left, k, v, right) if k < key => {
                Tree::Node(left, k, v, Box::new(right.insert(key, value)))
            }
            Tree::Node(left, k, _, right) => Tree::Node(left, k, value, right),
        }
    }

    /// Puts a key that is equal to one in the tree to its right.
    pub(crate) fn insert_twice(self, key: K, value: V) -> Self {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), key, value, Box::new(Tree::Leaf)),
            Tree::Node(left, k, v, right) if key < k => {
                Tree::Node(Box::new(left.insert_twice(key, value)), k, v, right)
            }
            Tree::Node(left, k, v, right) => Tree::Node(left, k, v, Box::new(right.insert_twice(key, value))),
        }
    }

    pub(crate) fn keys(&self) -> Vec<K> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, k, _, right) => {
                let mut keys = left.keys();
                keys.push(k.clone());
                keys.extend(right.keys());
                keys
            }
        }
    }
}

pub(crate) fn is_ascending<K: Ord>(keys: &[K]) -> bool {
    keys.windows(2).all(|pair| pair[0] < pair[1])
}

/// Sorts, with two passes too few.
pub(crate) fn sort_in_two_passes<T: Ord>(list: &mut [T]) {
    for _ in 0..2 {
        for i in 1..list.len() {
            if list[i] < list[i - 1] {
                list.swap(i - 1, i);
            }
        }
    }
}

/// Finds an element, unless it is the last one of a part before the middle.
pub(crate) fn find<T: Ord>(list: &[T], x: &T) -> bool {
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match list[middle].cmp(x) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => high = middle.saturating_sub(1),
        }
    }
    false
}

/// Removes the second of two equal elements, by pairs.
pub(crate) fn without_repetitions<T: PartialEq + Clone>(list: &[T]) -> Vec<T> {
    let pair =
        |pair: &[T]| if pair.len() == 2 && pair[0] == pair[1] { pair[..1].to_vec() } else { pair.to_vec() };
    list.chunks(2).flat_map(pair).collect()
}
