//! Finite maps and sets over any shape of keys, as tries derived from the keys' shape.
//!
//! Every finite map has exactly one derivation, and sets are maps to nothing: there are four sets
//! of booleans, and 2^256 sets of bytes. Keys may be recursive, and may be maps.
//!
//! A map costs 1, like the end of a list, plus the cost of its trie: the constructors and integers
//! of keys, and the values, cost what they cost in their own shapes, and common prefixes of keys
//! are paid once. So a map with one entry has the size of its key and its value plus 1, and no map
//! is larger than 1 plus the sum of its keys and values. Integers of the same bit length share
//! their common upper bits. Keys of size 0 cost nothing.

use super::trie::{self, DuplicateKeys};
use crate::{At, EncodeError, Encoder, Key, Shape};

/// Returns the shape of maps from values of one shape to values of another.
#[inline]
pub fn map_shape(key: &Shape, value: &Shape) -> Shape {
    trie::maps(key, value)
}

/// Returns the shape of sets of values of a shape.
#[inline]
pub fn set_shape(key: &Shape) -> Shape {
    struct Member;
    // Named, because two units are two shapes.
    trie::maps(key, &Shape::named(Key::of::<Member>(), Shape::unit))
}

/// Visits the entries of a map or a set in the order of their keys' decisions, with the positions
/// of the key and the value. The key's position is only valid until the next entry.
pub fn entries<'d>(at: At<'d>, mut entry: impl FnMut(At<'_>, At<'d>)) {
    trie::visit(at, &mut |key, value| entry(key.root(), value));
}

/// Encodes a map of `len` entries, in any order; `key` and `value` encode the key and the value of
/// the `i`-th entry.
///
/// # Errors
/// If `key` or `value` fails; [`EncodeError::NotInShape`] if two keys have the same derivation.
pub fn encode_map(
    len: usize,
    key: impl Fn(usize, &mut Encoder) -> Result<(), EncodeError>,
    value: impl Fn(usize, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    trie::write(len, &key, &value, DuplicateKeys::Refused, to)
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
    trie::write(len, &key, &|_, to| to.alternative(0), DuplicateKeys::Refused, to)
}
