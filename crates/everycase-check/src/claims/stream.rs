//! The streams of a check: the ways to make inputs.

use std::fmt;

use crate::names;

/// A way to make inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stream {
    /// The first inputs, encoded back before the property runs.
    RoundTrip,
    /// Examples that are given with the property.
    Example,
    /// Saved failures.
    Replay,
    /// All inputs, by size.
    Search,
    /// Structures with each order of their numbers, by size.
    Orders,
    /// Draws of structures, whose numbers come from a mixture.
    Structures,
    /// Draws of sizes beyond the sizes of the search.
    Draws,
}

names! { Stream:
    RoundTrip = "round trip",
    Example = "example",
    Replay = "replay",
    Search = "search",
    Orders = "orders",
    Structures = "structures",
    Draws = "draws",
}

impl Stream {
    /// Returns whether its inputs are a sample of many, not all inputs up to a size, nor given
    /// ones.
    pub fn is_sample(self) -> bool {
        match self {
            Stream::RoundTrip | Stream::Example | Stream::Replay | Stream::Search => false,
            Stream::Orders | Stream::Structures | Stream::Draws => true,
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
