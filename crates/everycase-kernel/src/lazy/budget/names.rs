//! Names, which are hashes of 128 bits that stand for what was hashed, and tables by name.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use super::weight::Weight;

/// A hash that stands for what was hashed.
pub(crate) type Name = u128;

/// Numbers by name.
pub(crate) type NameTable = HashMap<Name, u32, NameHasher>;

/// An odd number without a pattern in its bits.
pub(crate) const SPREAD: Name = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// Returns the name of a sequence of counts.
pub(crate) fn name<W: Weight>(counts: &[W]) -> Name {
    counts.iter().flat_map(W::digits).fold(SPREAD, |name, digit| {
        // The product carries differences to higher bits, the shift to lower ones.
        let product = (name ^ digit).wrapping_mul(SPREAD);
        product ^ product >> 67
    })
}

/// Returns the memory of a table, in bytes: each entry takes one more byte, and at least one place
/// in eight is free.
pub(crate) fn bytes_of<K, V, S: BuildHasher>(table: &HashMap<K, V, S>) -> usize {
    table.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1)
}

/// The hasher for keys that are hashes themselves.
pub(crate) type NameHasher = BuildHasherDefault<Half>;

/// A hash of 64 bits made from one of 128 bits.
#[derive(Default)]
pub(crate) struct Half(u64);

impl Hasher for Half {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let half = bytes.iter().take(8);
        self.0 = half.rfold(0, |half, byte| half << 8 | u64::from(*byte));
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64 ^ (hash >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
