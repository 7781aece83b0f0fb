//! Inputs drawn under an assumption: how many of which sizes, how likely each was, and why no more were drawn.

/// Draws of inputs of one size that satisfy what the property assumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The size.
    pub size: u32,
    /// Inputs drawn, each as likely as any other that satisfies the assumption.
    pub uniform: u64,
    /// Inputs drawn with backtracking: none more than [`odds`](Self::ODDS) times as likely as another.
    pub backtracking: u64,
    /// Runs that all of them took, those of inputs that were discarded included.
    pub runs: u64,
    /// Why no more were drawn.
    pub ended: Ended,
}

/// Why no more inputs of a size are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The budget was spent.
    No,
    /// None satisfies the assumption that was not drawn.
    NoneLeft,
    /// Too many runs found none.
    GivenUp,
    /// What was learned of the assumption fills the memory given to it.
    Memory,
    /// Too many runs in a row met a limit of the tool.
    Undecided,
    /// Inputs of the size are too many to be counted in 128 bits.
    TooMany,
}

impl Ended {
    /// All of them.
    pub const ALL: [Ended; 6] =
        [Ended::No, Ended::NoneLeft, Ended::GivenUp, Ended::Memory, Ended::Undecided, Ended::TooMany];

    /// Returns how records call it.
    pub fn name(self) -> &'static str {
        match self {
            Ended::No => "budget",
            Ended::NoneLeft => "none left",
            Ended::GivenUp => "given up",
            Ended::Memory => "memory",
            Ended::Undecided => "undecided",
            Ended::TooMany => "too many",
        }
    }
}

impl Drawn {
    /// How many times as likely as another an input is at most that was drawn with backtracking.
    pub const ODDS: u64 = 1_001;

    /// Nothing of a size yet.
    pub fn none(size: u32) -> Drawn {
        Drawn { size, uniform: 0, backtracking: 0, runs: 0, ended: Ended::No }
    }

    /// Inputs drawn, in whatever way.
    pub fn values(&self) -> u64 {
        self.uniform + self.backtracking
    }

    /// Returns the runs that one input has taken on average, at least one.
    pub(crate) fn cost(&self) -> u64 {
        self.runs.div_ceil(self.values().max(1)).max(1)
    }
}
