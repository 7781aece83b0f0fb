//! Seeds: the number that determines all random draws of a run.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The seed of a run, or of one draw of it. A draw's seed depends only on the run's seed, the size
/// and the draw's number, not on the thread or part that makes the draw. So all parts together make
/// the draws of the whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Seed {
    /// Returns the seed for a name: the same on every machine, different for different properties.
    pub fn of_name(name: &str) -> Seed {
        // FNV-1a, then mixed, because short names differ in few bits.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Seed(mix(hash))
    }

    /// Returns a new random seed.
    pub fn fresh() -> Seed {
        // The standard library seeds its hash maps from the operating system, which suffices here.
        Seed(mix(RandomState::new().build_hasher().finish()))
    }

    /// Returns the `n`-th seed derived from this one.
    pub fn child(self, n: u64) -> Seed {
        Seed(mix(self.0 ^ mix(n.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// Parses a decimal number, or a hexadecimal one after `0x`; `_` may separate digits.
    pub fn parse(text: &str) -> Option<Seed> {
        let text: String = text.trim().chars().filter(|&c| c != '_').collect();
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => (text.as_str(), 10),
        };
        // `from_str_radix` would accept a sign.
        if !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        u64::from_str_radix(digits, radix).ok().map(Seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Returns the finalizer of splitmix64: a bijection in which every input bit affects every output
/// bit.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn seeds_parse_as_they_print() {
        assert_eq!(Seed::parse(&Seed(u64::MAX).to_string()), Some(Seed(u64::MAX)));
        assert_eq!(Seed::parse("0xff"), Some(Seed(255)));
        assert_eq!(Seed::parse(" 1_000 "), Some(Seed(1000)));
        for bad in ["", "0x", "-1", "+1", "seed", "18446744073709551616", "1.5"] {
            assert_eq!(Seed::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn children_differ_from_each_other_and_between_names() {
        let seen: HashSet<Seed> = ["a", "b", "insert", "insert2"]
            .into_iter()
            .flat_map(|name| (0..1000).map(move |n| Seed::of_name(name).child(n)))
            .collect();
        assert_eq!(seen.len(), 4000);
    }

    #[test]
    fn fresh_seeds_are_fresh() {
        assert_ne!(Seed::fresh(), Seed::fresh());
    }
}
