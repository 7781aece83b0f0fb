//! Maps and sets.
//!
//! Size: 1, like the end of a list, plus the cost of the [trie](everycase_kernel::maps) of the
//! keys: each constructor and number of a key and each value has its own cost, and common prefixes
//! of keys are paid once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::space::Source;
use crate::space::maps::{map_source, set_source};
use everycase_kernel::{At, EncodeError, Encoder, Shape, maps};

use crate::space::Enumerable;

macro_rules! maps {
    ($([$($key:tt)*] [$($hasher:tt)*] $ty:ty, $open:literal;)*) => {$(
        impl<K: Enumerable + $($key)*, V: Enumerable, $($hasher)*> Enumerable for $ty {
            fn shape() -> Shape {
                maps::map_shape(&K::shape(), &V::shape())
            }

            fn decode(at: At<'_>) -> Self {
                let mut map = Self::default();
                maps::entries(at, |key, value| {
                    map.insert(K::decode(key), V::decode(value));
                });
                map
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                let entries: Vec<(&K, &V)> = self.iter().collect();
                let key = |i: usize, to: &mut Encoder| entries[i].0.encode(to);
                maps::encode_map(entries.len(), key, |i, to| entries[i].1.encode(to), to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                map_source($open, at, &K::source, &V::source, out);
            }
        }
    )*};
}

macro_rules! sets {
    ($([$($key:tt)*] [$($hasher:tt)*] $ty:ty, $open:literal;)*) => {$(
        impl<K: Enumerable + $($key)*, $($hasher)*> Enumerable for $ty {
            fn shape() -> Shape {
                maps::set_shape(&K::shape())
            }

            fn decode(at: At<'_>) -> Self {
                let mut set = Self::default();
                maps::entries(at, |key, _| {
                    set.insert(K::decode(key));
                });
                set
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                let keys: Vec<&K> = self.iter().collect();
                maps::encode_set(keys.len(), |i, to| keys[i].encode(to), to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                set_source($open, at, &K::source, out);
            }
        }
    )*};
}

maps! {
    [Ord] [] BTreeMap<K, V>, "std::collections::BTreeMap::from([";
    [Eq + Hash] [S: BuildHasher + Default + 'static] HashMap<K, V, S>, "std::collections::HashMap::from_iter([";
}

sets! {
    [Ord] [] BTreeSet<K>, "std::collections::BTreeSet::from([";
    [Eq + Hash] [S: BuildHasher + Default + 'static] HashSet<K, S>, "std::collections::HashSet::from_iter([";
}
