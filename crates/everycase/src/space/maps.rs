//! Finite maps and sets over any space of keys, see [`everycase_kernel::maps`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use everycase_kernel::maps::{encode_map, encode_set, entries, map_shape, set_shape};
use everycase_kernel::{At, EncodeError, Encoder};

use super::codec::Codec;
use super::source::Source;
use super::typed::Space;

/// Returns the maps from values of one space to values of another.
pub fn btree_map<K: Ord + 'static, V: 'static>(key: &Space<K>, value: &Space<V>) -> Space<BTreeMap<K, V>> {
    let codec = Map { key: Arc::clone(key.codec()), value: Arc::clone(value.codec()) };
    Space::new(map_shape(key.shape(), value.shape()), codec)
}

/// Returns the sets of values of a space.
///
/// ```
/// use everycase::Space;
/// use everycase::space::maps;
///
/// let sets = maps::btree_set(&Space::one_of(["a", "b", "c"]));
/// assert_eq!(sets.count_up_to(9)?, 8u32.into());
/// # Ok::<(), everycase::space::SpaceError>(())
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
#[inline]
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
#[inline]
pub fn set_source(open: &str, at: At<'_>, key: Part<'_>, out: &mut Source) {
    listed(open, at, out, |k, _, out| key(k, out));
}

#[inline]
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
