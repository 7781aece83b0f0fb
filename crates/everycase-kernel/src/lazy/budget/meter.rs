//! The work of counting completions, and the limits on it that the caller of a draw sets.

use crate::grammar::until::Until;

/// A limit that has cut a draw off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The deadline has passed, or the caller was interrupted.
    Time,
    /// What has to be counted takes too much memory.
    Memory,
    /// Counting takes too much work.
    Work,
}

/// The work so far, and when to stop.
pub(crate) struct Meter {
    until: Until,
    /// In multiplications of 64-bit numbers, or what takes as long.
    work: u64,
    /// The work at which the limits are checked next.
    next: u64,
    reached: Option<Limit>,
}

/// The work between two looks at the limits: some ten microseconds.
const STEP: u64 = 1 << 14;

impl Meter {
    /// Returns no work, with the general memory limit only.
    pub(crate) fn new() -> Self {
        Self { until: Until::default(), work: 0, next: 0, reached: None }
    }

    /// Sets the limits.
    pub(crate) fn set(&mut self, until: Until) {
        (self.until, self.next) = (until, self.work);
    }

    /// Begins a draw, which no limit has cut off.
    pub(crate) fn begin(&mut self) {
        if self.reached.take().is_some() {
            self.next = self.work;
        }
    }

    /// Returns the work so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Returns the limit that was reached since the draw began.
    pub(crate) fn reached(&self) -> Option<Limit> {
        self.reached
    }

    /// Adds work. Returns whether the limits need not be checked.
    #[inline]
    pub(crate) fn add(&mut self, work: u64) -> bool {
        self.work += work;
        self.work < self.next
    }

    /// Checks the limits, given the memory in use. Returns `None` if one is reached, now or since
    /// the draw began.
    pub(crate) fn check(&mut self, memory: usize) -> Option<()> {
        if self.reached.is_none() {
            self.reached = match () {
                () if self.work > self.until.work => Some(Limit::Work),
                () if memory > self.until.memory => Some(Limit::Memory),
                () if self.until.is_over() => Some(Limit::Time),
                () => None,
            };
            // Until the next draw each check ends here.
            let step = if self.reached.is_some() { 0 } else { STEP };
            self.next = self.work.saturating_add(step).min(self.until.work.saturating_add(1));
        }
        self.reached.is_none().then_some(())
    }
}
