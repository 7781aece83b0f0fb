//! Sorting and sorted maps for few elements, with little code for each type.
//!
//! `slice::sort` and `BTreeMap` are compiled anew for each type, to 5,000 and more lines of
//! intermediate code, and each user's build compiles these crates. Here all types share one sort,
//! and a map is a sorted list. Where elements are many, or sorting takes time, use the standard
//! library's.

use std::borrow::Borrow;
use std::cmp::Ordering;

/// Sorts by a key; elements with equal keys keep their order. Takes `O(n log n)` comparisons.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by an order; equal elements keep theirs. Takes `O(n log n)` comparisons.
#[inline]
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut from = order(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Each cycle of the permutation is rotated by swaps.
    for start in 0..items.len() {
        let mut at = start;
        while from[at] != start {
            items.swap(at, from[at]);
            at = std::mem::replace(&mut from[at], at);
        }
        from[at] = at;
    }
}

/// Returns the numbers below `len` in an order.
fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// A map as a list sorted by key. To insert or remove takes linear time, to look up logarithmic
/// time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(own, _)| own.borrow().cmp(key))
    }

    /// Returns the value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Returns the value of a key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Returns whether there is a value for the key.
    pub fn has<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Returns the value of a key; inserts the default if there is none.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.place(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }

    /// Removes a key; returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }

    /// Removes the largest key; returns it with its value.
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        self.0.pop()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the values that satisfy a predicate.
    pub fn retain(&mut self, keep: impl Fn(&V) -> bool) {
        self.0.retain(|(_, value)| keep(value));
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Returns the keys, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// Returns the values, sorted by key.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Returns the values, sorted by key.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Returns the entries, sorted by key.
    pub fn into_entries(self) -> Vec<(K, V)> {
        self.0
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Random, Rng, SeedableRng};

    use super::{SortedMap, sort_by_key};

    #[test]
    fn sorting_by_a_key_does_what_the_standard_library_does() {
        let mut rng = Random::seed_from_u64(1);
        for len in (0..200).chain([1000]) {
            let keys = 1 + rng.next_u64() % 20;
            let mut items: Vec<(u64, usize)> = (0..len).map(|place| (rng.next_u64() % keys, place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn a_sorted_map_does_what_a_tree_does() {
        let mut rng = Random::seed_from_u64(2);
        let (mut map, mut tree) = (SortedMap::default(), BTreeMap::new());
        for step in 0..5000u64 {
            let key = rng.next_u64() % 50;
            match rng.next_u64() % 5 {
                0 => assert_eq!(map.remove(&key), tree.remove(&key)),
                1 => {
                    map.insert(key, step);
                    tree.insert(key, step);
                }
                2 => *map.or_default(key) += step,
                3 if step % 20 == 1 => assert_eq!(map.pop_last(), tree.pop_last()),
                3 if step % 50 == 0 => {
                    map.retain(|value| value % 3 > 0);
                    tree.retain(|_, value| *value % 3 > 0);
                }
                _ => assert_eq!((map.get(&key), map.has(&key)), (tree.get(&key), tree.contains_key(&key))),
            }
            if let Some(value) = map.get(&key) {
                tree.insert(key, *value);
            }
            assert!(map.iter().eq(&tree) && map.keys().eq(tree.keys()) && map.values().eq(tree.values()));
            assert_eq!((map.is_empty(), map.len()), (tree.is_empty(), tree.len()));
        }
        assert_eq!(map.clone().into_entries(), tree.clone().into_iter().collect::<Vec<_>>());
        assert_eq!(tree.into_iter().rev().collect::<SortedMap<_, _>>(), map);
    }
}
