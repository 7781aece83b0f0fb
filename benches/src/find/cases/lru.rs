//! A cache over any keys that forgets what was used least recently.

use std::collections::{BTreeMap, BTreeSet};

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use everycase::lazy::Atom;
use proptest_derive::Arbitrary;

use super::{Case, generic_case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    GetDoesNotRefresh,
    PutForgetsAlways,
    ForgetsTwo,
}

/// A use of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Use<K> {
    Get(K),
    Put(K, u8),
}

short! { Use<K> { Get(key), Put(key, value) } }

pub(super) fn cases() -> Vec<Case> {
    use Use::{Get, Put};
    vec![
        generic_case(
            "get-does-not-refresh",
            Mistake::GetDoesNotRefresh,
            cache_keeps_the_recent::<u8>,
            cache_keeps_the_recent::<Atom<0>>,
            || vec![Put(0, 0), Put(1, 0), Put(2, 0), Put(3, 0), Get(0), Put(4, 0), Get(0)],
        ),
        generic_case(
            "known-key-forgets-another",
            Mistake::PutForgetsAlways,
            cache_keeps_the_recent::<u16>,
            cache_keeps_the_recent::<Atom<0>>,
            || vec![Put(0, 0), Put(1, 0), Put(2, 0), Put(3, 0), Put(3, 1), Get(0)],
        ),
        generic_case(
            "full-cache-forgets-two",
            Mistake::ForgetsTwo,
            cache_is_full::<u32>,
            cache_is_full::<Atom<0>>,
            || (0..101).collect(),
        ),
    ]
}

/// A cache; what was used last is last.
struct Cache<K> {
    mistake: Mistake,
    capacity: usize,
    entries: Vec<(K, u8)>,
}

impl<K: PartialEq + Clone> Cache<K> {
    fn new(mistake: Mistake, capacity: usize) -> Cache<K> {
        Cache { mistake, capacity, entries: Vec::new() }
    }

    fn position(&self, key: &K) -> Option<usize> {
        self.entries.iter().position(|(own, _)| own == key)
    }

    fn get(&mut self, key: &K) -> Option<u8> {
        let at = self.position(key)?;
        let value = self.entries[at].1;
        if self.mistake != Mistake::GetDoesNotRefresh {
            self.entries[at..].rotate_left(1);
        }
        Some(value)
    }

    fn put(&mut self, key: &K, value: u8) {
        let known = self.position(key);
        if self.entries.len() == self.capacity
            && (known.is_none() || self.mistake == Mistake::PutForgetsAlways)
        {
            let forgotten = if self.mistake == Mistake::ForgetsTwo { 2 } else { 1 };
            self.entries.drain(..forgotten);
        }
        if let Some(at) = self.position(key) {
            self.entries.remove(at);
        }
        self.entries.push((key.clone(), value));
    }
}

/// The cache agrees with a map from keys to values with the time of their last use.
fn cache_keeps_the_recent<K: Ord + Clone>(m: Mistake, uses: &Vec<Use<K>>) -> bool {
    let (mut cache, mut map) = (Cache::new(m, 4), BTreeMap::<&K, (u8, usize)>::new());
    uses.iter().enumerate().all(|(time, one)| match one {
        Use::Get(key) => {
            let entry = map.get_mut(key);
            let expected = entry.map(|entry| {
                entry.1 = time;
                entry.0
            });
            cache.get(key) == expected
        }
        Use::Put(key, value) => {
            cache.put(key, *value);
            if !map.contains_key(key) && map.len() == 4 {
                let oldest = map.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| *key);
                oldest.and_then(|key| map.remove(key));
            }
            map.insert(key, (*value, time));
            true
        }
    })
}

fn cache_is_full<K: Ord + Clone>(m: Mistake, keys: &Vec<K>) -> bool {
    let mut cache = Cache::new(m, 100);
    for key in keys {
        cache.put(key, 0);
    }
    cache.entries.len() == keys.iter().collect::<BTreeSet<_>>().len().min(100)
}
