//! Parts of a run: part `k` of `n`, divided without communication.
//!
//! Position `i` belongs to part `i mod n`, whether it is the `i`-th value of a size or the `i`-th
//! random draw. Parts need no knowledge of each other, so they may run on unequal machines and be
//! repeated: each position is in exactly one part, and all parts together are the whole run.

use std::fmt;
use std::num::NonZeroU64;

/// Part `index` of `of`, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    of: NonZeroU64,
}

impl Shard {
    /// The whole: part 0 of 1.
    pub const WHOLE: Shard = Shard { index: 0, of: NonZeroU64::MIN };

    /// More parts than machines in any cluster, and few enough to be divided again among threads.
    const MOST: u64 = 1 << 48;

    /// Returns part `index` of `of`, if there is such a part.
    pub fn new(index: u64, of: u64) -> Option<Shard> {
        let of = NonZeroU64::new(of)?;
        (index < of.get() && of.get() <= Self::MOST).then_some(Shard { index, of })
    }

    /// Returns the part that has only this position, if it fits.
    pub(crate) fn only(position: u64) -> Option<Shard> {
        Shard::new(position, Self::MOST)
    }

    /// Parses `k/n`, counted from 0: `0/4` to `3/4`.
    pub fn parse(text: &str) -> Option<Shard> {
        let (index, of) = text.trim().split_once('/')?;
        let number = |s: &str| if s.bytes().all(|b| b.is_ascii_digit()) { s.parse().ok() } else { None };
        Shard::new(number(index)?, number(of)?)
    }

    /// Returns the index of the part.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Returns the number of parts.
    #[inline]
    pub fn of(self) -> u64 {
        self.of.get()
    }

    /// Returns whether this is the only part.
    pub fn is_whole(self) -> bool {
        self.of.get() == 1
    }

    /// Returns whether the position belongs to this part.
    pub(crate) fn owns(self, position: u64) -> bool {
        position % self.of == self.index
    }

    /// Returns the number of positions below `total` that belong to this part.
    pub fn share(self, total: u64) -> u64 {
        total / self.of + u64::from(total % self.of > self.index)
    }

    /// Returns the `n`-th position of this part, if it fits.
    pub fn position(self, n: u64) -> Option<u64> {
        n.checked_mul(self.of.get())?.checked_add(self.index)
    }

    /// Returns the share of thread `job` of `jobs` in this part; it is again a part of the whole.
    pub fn split(self, job: u64, jobs: NonZeroU64) -> Option<Shard> {
        let of = self.of.checked_mul(jobs)?;
        Shard::new(self.position(job)?, of.get())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(shard: Shard, total: u64) -> Vec<u64> {
        (0..).map_while(|n| shard.position(n)).take_while(|&p| p < total).collect()
    }

    #[test]
    fn parts_parse_from_zero() {
        assert_eq!(Shard::parse("0/4"), Shard::new(0, 4));
        assert_eq!(Shard::parse(" 3/4 "), Shard::new(3, 4));
        for bad in [
            "",
            "4/4",
            "0/0",
            "1",
            "/",
            "1/",
            "-1/4",
            "+1/4",
            "a/b",
            "1/2/3",
            "1 / 2",
            "0/18446744073709551615",
        ] {
            assert_eq!(Shard::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_union_of_all_parts_is_the_whole_whatever_is_run_again() {
        for of in 1..=7 {
            for total in 0..40 {
                let mut all: Vec<u64> =
                    (0..of).flat_map(|k| positions(Shard::new(k, of).unwrap(), total)).collect();
                all.sort_unstable();
                assert_eq!(all, (0..total).collect::<Vec<_>>(), "{total} positions in {of} parts");
                // A repeated part covers the same positions: nothing depends on the others.
                let again = positions(Shard::new(of - 1, of).unwrap(), total);
                assert!(again.iter().all(|p| all.contains(p)));
            }
        }
    }

    #[test]
    fn a_share_is_the_number_of_positions_owned() {
        for of in 1..=7 {
            for k in 0..of {
                let shard = Shard::new(k, of).unwrap();
                for total in 0..40 {
                    let own: Vec<u64> = (0..total).filter(|&p| shard.owns(p)).collect();
                    assert_eq!(shard.share(total), own.len() as u64);
                    assert_eq!(positions(shard, total), own);
                }
            }
        }
        assert_eq!(Shard::new(0, 3).unwrap().share(u64::MAX), u64::MAX / 3);
    }

    #[test]
    fn threads_of_a_part_together_do_the_part() {
        let part = Shard::new(2, 3).unwrap();
        let jobs = NonZeroU64::new(4).unwrap();
        let mut all: Vec<u64> = (0..4).flat_map(|j| positions(part.split(j, jobs).unwrap(), 100)).collect();
        all.sort_unstable();
        assert_eq!(all, positions(part, 100));
    }
}
