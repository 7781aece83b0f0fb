//! Names of 128 bits, which stand for what they are made from, and tables by name.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use super::weight::Weight;

/// A hash that is taken for what it was made from.
pub(crate) type Name = u128;

/// Numbers by name.
pub(crate) type Named = HashMap<Name, u32, Hashed>;

/// An odd number with no pattern.
pub(crate) const SPREAD: Name = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// The name of a sequence of counts.
pub(crate) fn name<W: Weight>(counts: &[W]) -> Name {
    counts.iter().fold(SPREAD, |name, count| {
        // A product carries what differs upwards, the shift carries it back.
        let product = (name ^ count.to_u128()).wrapping_mul(SPREAD);
        product ^ product >> 67
    })
}

/// The memory a table takes, in bytes: a byte beside each entry, and one place in eight free at least.
pub(crate) fn bytes_of<K, V, S: BuildHasher>(table: &HashMap<K, V, S>) -> usize {
    table.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1)
}

/// For keys that are hashes themselves.
pub(crate) type Hashed = BuildHasherDefault<Half>;

/// Half of a hash of 128 bits.
#[derive(Default)]
pub(crate) struct Half(u64);

impl Hasher for Half {
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
