//! A claim: how many inputs of one stream and size were run, and how far these are all.

use std::ops::Deref;

use num_bigint::BigUint;

use super::DrawEnding;
use crate::claims::stats::Stats;
use crate::claims::stream::Stream;
use crate::settings::shard::Shard;

/// Counts of inputs, or of runs of inputs that are decided on demand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// All of them.
    pub ran: u64,
    /// Those that were discarded.
    pub discarded: u64,
    /// Those on which a limit of the tool was met.
    pub undecided: u64,
    /// The labels of the inputs that passed.
    pub stats: Stats,
}

impl Tally {
    /// Returns the tally of inputs; some were discarded and the others passed without a label.
    #[inline]
    pub fn of(ran: u64, discarded: u64) -> Tally {
        let stats = Stats::of(ran - discarded, [], 0);
        Tally { ran, discarded, undecided: 0, stats }
    }

    /// Returns the sum of these and other counts.
    #[must_use]
    pub(crate) fn and(mut self, other: Tally) -> Tally {
        self.add(other);
        self
    }

    /// Adds other counts.
    pub fn add(&mut self, other: Tally) {
        self.ran += other.ran;
        self.discarded += other.discarded;
        self.undecided += other.undecided;
        self.stats.merge(other.stats);
    }
}

/// What was run of the inputs of one stream and size.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The stream.
    pub stream: Stream,
    /// The size; for streams that are stated as one, the largest.
    pub size: u32,
    /// The counts of the part.
    pub tally: Tally,
    /// How far these are all.
    pub extent: Extent,
}

/// How far the inputs of a claim are all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// Inputs that are not counted: given ones, which every part runs, or some of many.
    Uncounted,
    /// Inputs of a size; the whole run has `of` inputs of it.
    Size {
        /// Their number.
        of: BigUint,
    },
    /// Runs for all inputs up to a size. Every part makes them.
    UpTo {
        /// The number of these inputs.
        of: BigUint,
        /// Whether there was a run for each of them.
        is_finished: bool,
        /// Whether nothing was left out because of its size.
        of_any_size: bool,
    },
    /// Some of the inputs that satisfy the property's assumption.
    Assumed {
        /// Inputs drawn uniformly.
        uniform: u64,
        /// Inputs drawn with backtracking.
        backtracking: u64,
        /// Why no more were drawn.
        ended: DrawEnding,
    },
}

impl Claim {
    /// Returns the claim about inputs that are given.
    pub fn given(tally: Tally) -> Claim {
        Claim { stream: Stream::Replay, size: 0, tally, extent: Extent::Uncounted }
    }

    /// Returns the claim about the inputs of a size; the whole run has `of` inputs of it.
    pub fn of_size(size: u32, tally: Tally, of: BigUint) -> Claim {
        Claim { stream: Stream::Search, size, tally, extent: Extent::Size { of } }
    }

    /// Returns the claim about draws.
    pub fn drawn(stream: Stream, size: u32, tally: Tally) -> Claim {
        Claim { stream, size, tally, extent: Extent::Uncounted }
    }

    /// Returns what tells it from other claims of a run.
    fn key(&self) -> (Stream, u32) {
        let is_one = matches!(self.stream, Stream::Replay | Stream::Orders | Stream::Structures);
        (self.stream, if is_one { 0 } else { self.size })
    }

    /// Returns whether the part that has made it has run all that it is to run.
    pub(super) fn is_finished(&self, shard: Shard) -> bool {
        match &self.extent {
            Extent::Size { of } => BigUint::from(self.tally.ran) == share(shard, of),
            Extent::UpTo { is_finished, .. } => *is_finished,
            Extent::Uncounted | Extent::Assumed { .. } => false,
        }
    }

    /// Returns whether every part of a run makes this claim, up to where it gets.
    pub(super) fn is_of_all_parts(&self) -> bool {
        self.stream == Stream::Replay || matches!(self.extent, Extent::UpTo { .. })
    }

    fn reach(&self) -> (bool, u64) {
        (matches!(self.extent, Extent::UpTo { is_finished: true, .. }), self.tally.ran)
    }

    /// Returns the number of inputs that it is about, if they are counted.
    #[inline]
    pub fn of(&self) -> Option<&BigUint> {
        match &self.extent {
            Extent::Size { of } | Extent::UpTo { of, .. } => Some(of),
            Extent::Uncounted | Extent::Assumed { .. } => None,
        }
    }

    /// Returns whether it adds only that further sizes have no inputs.
    fn adds_nothing_to(&self, before: &Claim) -> bool {
        let is_empty = match (&self.extent, &before.extent) {
            (Extent::Size { of }, Extent::Size { of: before }) => [of, before] == [&BigUint::ZERO; 2],
            (Extent::UpTo { of, .. }, Extent::UpTo { of: before, .. }) => of == before && self.tally.ran == 0,
            _ => false,
        };
        is_empty && self.size > before.size
    }

    /// Adds what another part, or a further stretch of the run, has run of the same.
    fn add(&mut self, other: Claim) {
        self.size = self.size.max(other.size);
        self.tally.add(other.tally);
    }
}

/// Returns how many of `count` positions belong to a part.
pub(super) fn share(shard: Shard, count: &BigUint) -> BigUint {
    let of = BigUint::from(shard.of());
    let more = u8::from(count % &of > BigUint::from(shard.index()));
    count / of + more
}

/// Claims by stream and size, one for each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Claims(Vec<Claim>);

impl Claims {
    /// Adds a claim to the claims about the same stream and size.
    pub fn add(&mut self, claim: Claim) {
        // Of sizes in a row without inputs, the last one says it all.
        let last = self.0.iter_mut().rfind(|own| own.stream == claim.stream);
        if let Some(last) = last.filter(|last| claim.adds_nothing_to(last)) {
            last.size = claim.size;
            return;
        }
        match self.place(&claim) {
            Ok(place) => self.0[place].add(claim),
            Err(place) => self.0.insert(place, claim),
        }
    }

    /// Adds a claim of another part of the run.
    pub(super) fn merge(&mut self, claim: Claim) {
        match self.place(&claim) {
            // It counts once, as in the part that got furthest.
            Ok(place) if claim.is_of_all_parts() => {
                if claim.reach() > self.0[place].reach() {
                    self.0[place] = claim;
                }
            }
            Ok(place) => self.0[place].add(claim),
            Err(place) => self.0.insert(place, claim),
        }
    }

    /// Returns where a claim is, or where it belongs.
    fn place(&self, claim: &Claim) -> Result<usize, usize> {
        self.0.binary_search_by_key(&claim.key(), Claim::key)
    }
}

impl Deref for Claims {
    type Target = [Claim];

    fn deref(&self) -> &[Claim] {
        &self.0
    }
}
