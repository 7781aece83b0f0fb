//! What a run has covered: exactly which inputs it has seen.

use num_bigint::BigUint;

use crate::shard::Shard;

mod drawn;

pub use drawn::{Drawn, Ended};

/// What a run has covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The part of the run that was done; the numbers below are this part's own unless they say otherwise.
    pub shard: Shard,
    /// Were inputs decided as the property looked at them? One run then stands for all inputs that look the same to it, and
    /// what was done is stated in runs.
    pub lazily: bool,
    /// Inputs that failed before and were run first.
    pub replayed: u64,
    /// The sizes done completely.
    pub exhausted: Option<Exhausted>,
    /// Searches of smaller sizes, where inputs were decided lazily: what they ran, the last one has run again.
    pub earlier: Earlier,
    /// The size at which exhaustive search stopped, if it was begun.
    pub partial: Option<Partial>,
    /// Uniform draws by size, ascending.
    pub samples: Vec<Sample>,
    /// Draws under an assumption, by size, ascending.
    pub drawn: Vec<Drawn>,
    /// Inputs of larger sizes that some parts have run and others have not, where parts reached different sizes.
    pub beyond: u64,
    /// Boundary values.
    pub edges: Option<Edges>,
    /// How many of all these were discarded, the searches of smaller sizes not counted.
    pub discarded: u64,
    /// Of how many of all these it is not known whether the property holds, because a limit of the tool was met.
    pub undecided: u64,
}

/// Searches that were done again with a larger bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Earlier {
    /// How many runs they took.
    pub runs: u64,
    /// How many of these were discarded.
    pub discarded: u64,
    /// How many of these were undecided.
    pub undecided: u64,
}

/// All inputs up to a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhausted {
    /// The largest size done.
    pub through: u32,
    /// How many inputs there are up to it, in the whole run.
    pub count: BigUint,
    /// How many of them were this part's; where inputs were decided lazily, how many runs all of them took.
    pub done: u64,
    /// Of how many of these it is not known whether the property holds.
    pub undecided: u64,
    /// Are there no larger inputs?
    pub finite: bool,
    /// Was nothing left out for its size? Larger inputs then look to the property like one of those seen.
    pub of_any_size: bool,
    /// Did the parts of the run share these inputs? If not, this part has seen all of them.
    pub shared: bool,
}

/// Some inputs of a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partial {
    /// The size.
    pub size: u32,
    /// How many inputs of it were seen; where inputs were decided lazily, how many runs were made up to it.
    pub done: u64,
    /// How many there are for this part; where inputs were decided lazily, how many up to this size.
    pub of: BigUint,
}

/// Uniform draws of a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The size.
    pub size: u32,
    /// How many were drawn.
    pub draws: u64,
}

/// Boundary values tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edges {
    /// How many were tried.
    pub done: u64,
    /// Were these all there are?
    pub complete: bool,
}

impl Coverage {
    /// Nothing yet, of a part.
    pub fn none(shard: Shard) -> Coverage {
        Coverage {
            shard,
            lazily: false,
            replayed: 0,
            exhausted: None,
            earlier: Earlier::default(),
            partial: None,
            samples: Vec::new(),
            drawn: Vec::new(),
            beyond: 0,
            edges: None,
            discarded: 0,
            undecided: 0,
        }
    }

    /// Returns how many inputs were run, or how many runs were made.
    pub fn inputs(&self) -> u64 {
        self.earlier.runs + self.stated()
    }

    /// Returns how many of them were discarded.
    pub fn discards(&self) -> u64 {
        self.earlier.discarded + self.discarded
    }

    /// Returns how many inputs the statement is about: each class of inputs counts once where the search has run it.
    pub fn stated(&self) -> u64 {
        self.replayed
            + self.exhausted.as_ref().map_or(0, |all| all.done)
            + self.partial.as_ref().map_or(0, |some| some.done)
            + self.samples.iter().map(|sample| sample.draws).sum::<u64>()
            + self.drawn.iter().map(|drawn| drawn.runs).sum::<u64>()
            + self.beyond
            + self.edges.map_or(0, |edges| edges.done)
    }

    /// Returns whether every input was seen (by all parts together).
    pub fn is_complete(&self) -> bool {
        self.exhausted.as_ref().is_some_and(|all| (all.finite || all.of_any_size) && all.undecided == 0)
    }

    /// Returns whether it says whether a share of inputs is missed. Inputs that the parts of a run share are not drawn at
    /// random: then only the whole run tells.
    pub fn tells_shares(&self) -> bool {
        let has_all = self.exhausted.as_ref().is_some_and(|all| !all.shared) && self.is_complete();
        self.shard.is_whole() || has_all
    }
}
