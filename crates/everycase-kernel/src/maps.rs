//! Finite maps and sets over any space of keys, by a trie derived from the keys' shape.
//!
//! Every finite map is a value exactly once, and sets are maps to nothing: there are four sets of booleans, and
//! 2^256 sets of bytes. Keys may be recursive, and maps themselves.
//!
//! A map costs 1 (as a list's end does) plus what is in its trie: each constructor and each integer of a key and
//! each value costs what it costs in its own shape, and what keys begin with in common is paid once. So a map of one
//! entry has size 1 + key + value, and no map is larger than 1 plus the sum of its keys and values. Integers share
//! the upper bits in which they agree when they have the same bit length. Keys of size 0 cost nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::{At, Codec, EncodeError, Encoder, Key, Shape, Source, Space, trie};

/// Maps from the values of one shape to those of another.
pub fn map_shape(key: &Shape, value: &Shape) -> Shape {
    trie::maps(key, value)
}

/// Sets of the values of a shape.
pub fn set_shape(key: &Shape) -> Shape {
    struct Member;
    // By name: two units are two shapes.
    trie::maps(key, &Shape::named(Key::of::<Member>(), Shape::unit))
}

/// Visits the entries of a map, or of a set, in the order of their keys' decisions: the key's position, which is
/// gone when the next entry comes, and the value's.
pub fn entries<'d>(at: At<'d>, mut entry: impl FnMut(At<'_>, At<'d>)) {
    trie::visit(at, &mut |key, value| entry(key.root(), value));
}

/// Encodes a map of `len` entries, in any order; `key` and `value` encode the parts of the `i`-th.
///
/// # Errors
/// What `key` and `value` say; [`EncodeError::NotInShape`] when two keys have one derivation.
pub fn encode_map(
    len: usize,
    key: impl Fn(usize, &mut Encoder) -> Result<(), EncodeError>,
    value: impl Fn(usize, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    trie::write(len, &key, &value, to)
}

/// Encodes a set of `len` members, in any order.
///
/// # Errors
/// As for [`encode_map`].
pub fn encode_set(
    len: usize,
    key: impl Fn(usize, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    trie::write(len, &key, &|_, to| to.alternative(0), to)
}

/// Maps from the values of one space to those of another.
pub fn btree_map<K: Ord + 'static, V: 'static>(key: &Space<K>, value: &Space<V>) -> Space<BTreeMap<K, V>> {
    let codec = Map { key: Arc::clone(key.codec()), value: Arc::clone(value.codec()) };
    Space::new(map_shape(key.shape(), value.shape()), codec)
}

/// Sets of the values of a space.
///
/// ```
/// use everycase_kernel::{Space, maps};
///
/// let sets = maps::btree_set(&Space::one_of(["a", "b", "c"]));
/// assert_eq!(sets.count_up_to(9)?, 8u32.into());
/// # Ok::<(), everycase_kernel::SpaceError>(())
/// ```
pub fn btree_set<K: Ord + 'static>(key: &Space<K>) -> Space<BTreeSet<K>> {
    Space::new(set_shape(key.shape()), Set { key: Arc::clone(key.codec()) })
}

struct Map<K, V> {
    key: Arc<dyn Codec<K>>,
    value: Arc<dyn Codec<V>>,
}

impl<K: Ord, V> Codec<BTreeMap<K, V>> for Map<K, V> {
    fn decode(&self, at: At<'_>) -> BTreeMap<K, V> {
        let mut map = BTreeMap::new();
        entries(at, |key, value| {
            map.insert(self.key.decode(key), self.value.decode(value));
        });
        map
    }

    fn encode(&self, map: &BTreeMap<K, V>, to: &mut Encoder) -> Result<(), EncodeError> {
        let entries: Vec<_> = map.iter().collect();
        let key = |i: usize, to: &mut Encoder| self.key.encode(entries[i].0, to);
        encode_map(entries.len(), key, |i, to| self.value.encode(entries[i].1, to), to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        map_source(
            "std::collections::BTreeMap::from([",
            at,
            &|key, out| self.key.source(key, out),
            &|value, out| self.value.source(value, out),
            out,
        );
    }
}

struct Set<K> {
    key: Arc<dyn Codec<K>>,
}

impl<K: Ord> Codec<BTreeSet<K>> for Set<K> {
    fn decode(&self, at: At<'_>) -> BTreeSet<K> {
        let mut set = BTreeSet::new();
        entries(at, |key, _| {
            set.insert(self.key.decode(key));
        });
        set
    }

    fn encode(&self, set: &BTreeSet<K>, to: &mut Encoder) -> Result<(), EncodeError> {
        let keys: Vec<_> = set.iter().collect();
        encode_set(keys.len(), |i, to| self.key.encode(keys[i], to), to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        set_source("std::collections::BTreeSet::from([", at, &|key, out| self.key.source(key, out), out);
    }
}

/// Appends a part of an entry as Rust source.
pub type Part<'s> = &'s dyn Fn(At<'_>, &mut Source);

/// Appends a map as Rust source: `open`, which ends in `([`, and its entries.
pub fn map_source(open: &str, at: At<'_>, key: Part<'_>, value: Part<'_>, out: &mut Source) {
    listed(open, at, out, |k, v, out| {
        out.push('(');
        key(k, out);
        out.push_str(", ");
        value(v, out);
        out.push(')');
    });
}

/// Appends a set as Rust source: `open`, which ends in `([`, and its members.
pub fn set_source(open: &str, at: At<'_>, key: Part<'_>, out: &mut Source) {
    listed(open, at, out, |k, _, out| key(k, out));
}

fn listed(open: &str, at: At<'_>, out: &mut Source, each: impl Fn(At<'_>, At<'_>, &mut Source)) {
    out.push_str(open);
    let mut comma = "";
    entries(at, |key, value| {
        out.push_str(comma);
        comma = ", ";
        each(key, value, out);
    });
    out.push_str("])");
}
