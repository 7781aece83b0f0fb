//! Finite maps and sets over any shape of keys, by a trie derived from the keys' shape.
//!
//! Every finite map is a value exactly once, and sets are maps to nothing: there are four sets of booleans, and
//! 2^256 sets of bytes. Keys may be recursive, and maps themselves.
//!
//! A map costs 1 (as a list's end does) plus what is in its trie: each constructor and each integer of a key and
//! each value costs what it costs in its own shape, and what keys begin with in common is paid once. So a map of one
//! entry has size 1 + key + value, and no map is larger than 1 plus the sum of its keys and values. Integers share
//! the upper bits in which they agree when they have the same bit length. Keys of size 0 cost nothing.

use super::trie;
use crate::{At, EncodeError, Encoder, Key, Shape};

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
