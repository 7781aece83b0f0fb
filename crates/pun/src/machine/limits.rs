//! The limits of runs.

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls.
    pub fuel: u64,
    /// Words for the frames of all active calls: their registers and links.
    pub stack: usize,
    /// Words for values.
    pub heap: usize,
}

impl Default for Limits {
    /// Ten million calls, 128 MiB for active calls and 512 MiB for values.
    fn default() -> Self {
        Self { fuel: 10_000_000, stack: 16 << 20, heap: 64 << 20 }
    }
}

impl Limits {
    /// Limits that are met within a few milliseconds: 100,000 calls, 16 MiB for active calls and 8
    /// MiB for values.
    const BRIEF: Self = Self { fuel: 100_000, stack: 2 << 20, heap: 1 << 20 };

    /// Returns these limits, reduced to the limits of a short run.
    pub fn brief(self) -> Self {
        Self {
            fuel: self.fuel.min(Self::BRIEF.fuel),
            stack: self.stack.min(Self::BRIEF.stack),
            heap: self.heap.min(Self::BRIEF.heap),
        }
    }

    /// Returns the limits of the last run on an input; if it meets them, it counts as
    /// non-terminating.
    pub fn ample(self) -> Self {
        Self {
            fuel: self.fuel.saturating_mul(4),
            stack: self.stack.saturating_mul(4),
            heap: self.heap.saturating_mul(2),
        }
    }
}

/// The resources a run has used, in the units of its [`Limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Calls.
    pub fuel: u64,
    /// Words for values.
    pub heap: usize,
}
