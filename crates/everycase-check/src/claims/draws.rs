//! Inputs drawn under an assumption: how many of which sizes, how likely each was, and why no more
//! were drawn.

use super::claim::{Claim, Extent, Tally};
use crate::claims::stream::Stream;
use crate::names;

/// Draws of inputs of one size that satisfy the property's assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeDraws {
    /// The size.
    pub size: u32,
    /// Inputs drawn uniformly from all inputs that satisfy the assumption.
    pub uniform: u64,
    /// Inputs drawn with backtracking: none is more than [`odds`](Self::ODDS) times as likely as
    /// another.
    pub backtracking: u64,
    /// The runs that were needed, including the runs of discarded inputs.
    pub runs: u64,
    /// Why no more were drawn.
    pub ended: DrawEnding,
}

/// Why no more inputs of a size are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawEnding {
    /// The budget was spent.
    No,
    /// Every input that satisfies the assumption was drawn.
    NoneLeft,
    /// Too many runs found none.
    GivenUp,
    /// What was learned about the assumption, or what a single draw counts, fills its memory limit.
    Memory,
    /// Too many runs in a row met a limit of the tool.
    Undecided,
    /// The inputs of the size cannot be counted in 4096 bits.
    TooMany,
    /// Drawing an input takes too much work.
    Work,
}

names! { DrawEnding:
    No = "budget",
    NoneLeft = "none left",
    GivenUp = "given up",
    Memory = "memory",
    Undecided = "undecided",
    TooMany = "too many",
    Work = "work",
}

impl SizeDraws {
    /// The maximal ratio between the probabilities of two inputs drawn with backtracking.
    pub const ODDS: u64 = 1_001;

    /// Returns the draws of a size before the first one.
    pub fn none(size: u32) -> SizeDraws {
        SizeDraws { size, uniform: 0, backtracking: 0, runs: 0, ended: DrawEnding::No }
    }

    /// Returns what a claim says about such draws, if it is about them.
    #[inline]
    pub fn of(claim: &Claim) -> Option<SizeDraws> {
        let Extent::Assumed { uniform, backtracking, ended } = claim.extent else { return None };
        Some(SizeDraws { size: claim.size, uniform, backtracking, runs: claim.tally.ran, ended })
    }

    /// Returns the claim about these draws, with what was counted of them.
    pub(crate) fn claim(self, tally: Tally) -> Claim {
        let SizeDraws { size, uniform, backtracking, runs, ended } = self;
        let extent = Extent::Assumed { uniform, backtracking, ended };
        Claim { stream: Stream::Draws, size, tally: Tally { ran: runs, ..tally }, extent }
    }

    /// Returns the number of inputs drawn.
    pub fn values(&self) -> u64 {
        self.uniform + self.backtracking
    }

    /// Returns the average number of runs for one input, at least one.
    pub(crate) fn cost(&self) -> u64 {
        self.runs.div_ceil(self.values().max(1)).max(1)
    }
}
