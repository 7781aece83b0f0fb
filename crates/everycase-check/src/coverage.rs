//! What a run has covered: exactly which inputs it has seen.

use num_bigint::BigUint;

use crate::shard::Shard;

mod drawn;

pub use drawn::{Drawn, Ended};

/// What a run has covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The part of the run; the numbers below are of this part unless noted otherwise.
    pub shard: Shard,
    /// What the inputs are, if they are not all values of their types.
    pub domain: Domain,
    /// Whether inputs were decided on demand. Then each run stands for an equivalence class of inputs, and the numbers count
    /// runs.
    pub lazily: bool,
    /// Whether generators made the inputs that were drawn, so that their sizes are the bits of their numbers.
    pub draws_itself: bool,
    /// Saved failures, which were run first.
    pub replayed: u64,
    /// The sizes that were covered completely.
    pub exhausted: Option<Exhausted>,
    /// Searches of smaller sizes, for inputs decided on demand; the last search repeats their runs.
    pub earlier: Earlier,
    /// The size at which the exhaustive search stopped, if it began.
    pub stopped_at: Option<StoppedAt>,
    /// Structures by the order of their numbers.
    pub ranks: Option<Ranks>,
    /// Draws of structures.
    pub structures: Option<Structures>,
    /// Uniform draws by ascending size.
    pub samples: Vec<Sample>,
    /// Draws under an assumption by ascending size.
    pub drawn: Vec<Drawn>,
    /// Inputs of larger sizes that only some parts have run, if parts reached different sizes.
    pub beyond: u64,
    /// Discarded inputs among all these, without those of searches of smaller sizes.
    pub discarded: u64,
    /// Undecided inputs among all these: a limit of the tool was met.
    pub undecided: u64,
}

/// What the inputs of a run are, where claims about all of them would otherwise say too much.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Domain {
    /// What gives all of them: generators and a verb, such as "`g ()` gives".
    pub given_by: Option<String>,
    /// How large their numbers are, such as "integers of up to 127 bits".
    pub numbers: Option<String>,
}

/// Searches that were repeated with a larger size bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Earlier {
    /// Their runs.
    pub runs: u64,
    /// Those of the runs that were discarded.
    pub discarded: u64,
    /// Those of the runs that were undecided.
    pub undecided: u64,
}

/// All inputs up to a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhausted {
    /// The largest size covered.
    pub through: u32,
    /// The number of inputs up to it, in the whole run.
    pub count: BigUint,
    /// The number of them that this part has run; for inputs decided on demand, the number of runs for all of them.
    pub done: u64,
    /// Those among them that were undecided.
    pub undecided: u64,
    /// Whether there are no larger inputs.
    pub finite: bool,
    /// Whether nothing was left out because of its size, so that every larger input is in an equivalence class that was run.
    pub of_any_size: bool,
    /// Whether the parts of the run divided these inputs. Otherwise this part has run all of them.
    pub shared: bool,
}

/// The size at which a search stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedAt {
    /// The size.
    pub size: u32,
    /// The number of its inputs that were run; for inputs decided on demand, the number of runs up to this size.
    pub done: u64,
    /// The number of its inputs in this part; for inputs decided on demand, the number of inputs up to this size.
    pub of: BigUint,
    /// Whether the parts of the run divided these inputs.
    pub shared: bool,
}

/// Structures with their numbers in each order; of inputs that are decided on demand, as far as the property looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    /// The number of runs. Searches of larger structures repeat those of smaller ones.
    pub done: u64,
    /// The largest size of a structure, with numbers and characters of size 1.
    pub through: u32,
}

/// Draws of structures with numbers from a mixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Structures {
    /// Their number.
    pub done: u64,
    /// Those among them that were discarded.
    pub discarded: u64,
    /// The largest size of a structure among them, with numbers and characters of size 1.
    pub through: u32,
}

/// Uniform draws of a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The size.
    pub size: u32,
    /// The number of draws.
    pub draws: u64,
    /// Those among them that were discarded.
    pub discarded: u64,
}

impl Coverage {
    /// Returns the coverage of a part that has run nothing.
    pub fn none(shard: Shard) -> Coverage {
        Coverage {
            shard,
            domain: Domain::default(),
            lazily: false,
            draws_itself: false,
            replayed: 0,
            exhausted: None,
            earlier: Earlier::default(),
            stopped_at: None,
            ranks: None,
            structures: None,
            samples: Vec::new(),
            drawn: Vec::new(),
            beyond: 0,
            discarded: 0,
            undecided: 0,
        }
    }

    /// Returns the number of inputs, or of runs.
    pub fn inputs(&self) -> u64 {
        self.earlier.runs + self.stated()
    }

    /// Returns how many of them were discarded.
    pub fn discards(&self) -> u64 {
        self.earlier.discarded + self.discarded
    }

    /// Returns the number of inputs that the statement is about. Classes of inputs that several searches ran count once.
    pub fn stated(&self) -> u64 {
        self.replayed
            + self.exhausted.as_ref().map_or(0, |all| all.done)
            + self.stopped_at.as_ref().map_or(0, |some| some.done)
            + self.ranks.map_or(0, |ranks| ranks.done)
            + self.structures.map_or(0, |drawn| drawn.done)
            + self.samples.iter().map(|sample| sample.draws).sum::<u64>()
            + self.drawn.iter().map(|drawn| drawn.runs).sum::<u64>()
            + self.beyond
    }

    /// Returns whether every input was run, by all parts together.
    pub fn is_complete(&self) -> bool {
        self.exhausted.as_ref().is_some_and(|all| (all.finite || all.of_any_size) && all.undecided == 0)
    }

    /// Returns whether all inputs of smaller sizes than this were run, by all parts together if the parts divided them.
    pub fn has_below(&self, size: u32) -> bool {
        let has = |all: &Exhausted| all.finite || all.of_any_size || all.through.saturating_add(1) >= size;
        size == 0 || self.exhausted.as_ref().is_some_and(has)
    }

    /// Returns whether, moreover, none of these and no other input was undecided.
    pub fn has_verdicts_below(&self, size: u32) -> bool {
        self.undecided + self.earlier.undecided == 0 && self.has_below(size)
    }

    /// Returns whether it can show that a share of inputs is missed. The inputs of one part are not a random sample, so only
    /// the whole run can, or a part that has run all inputs.
    pub fn tells_shares(&self) -> bool {
        let has_all = self.exhausted.as_ref().is_some_and(|all| !all.shared) && self.is_complete();
        self.shard.is_whole() || has_all
    }
}
