//! The phases of a run.

use std::fmt;

/// The phases of a run, in order; structures are searched and drawn beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Encodes the first inputs back, before the property runs.
    RoundTrip,
    /// Runs the examples that are given with the property.
    Example,
    /// Runs the saved failures.
    Replay,
    /// Runs all inputs, by size.
    Exhaustive,
    /// Searches structures with the numbers in each order, for inputs that are decided on demand.
    Ranks,
    /// Draws of structures, whose numbers come from a mixture.
    Structural,
    /// Uniform draws of larger sizes.
    Sampling,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 7] = [
        Phase::RoundTrip,
        Phase::Example,
        Phase::Replay,
        Phase::Exhaustive,
        Phase::Ranks,
        Phase::Structural,
        Phase::Sampling,
    ];

    /// Returns whether its inputs are a sample of many, not all inputs up to a size, nor given ones.
    pub fn is_sample(self) -> bool {
        match self {
            Phase::RoundTrip | Phase::Example | Phase::Replay | Phase::Exhaustive => false,
            Phase::Ranks | Phase::Structural | Phase::Sampling => true,
        }
    }

    /// Returns the phase's name in records.
    pub fn name(self) -> &'static str {
        match self {
            Phase::RoundTrip => "round_trip",
            Phase::Example => "example",
            Phase::Replay => "replay",
            Phase::Exhaustive => "exhaustive",
            Phase::Ranks => "ranks",
            Phase::Structural => "structural",
            Phase::Sampling => "sampling",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
