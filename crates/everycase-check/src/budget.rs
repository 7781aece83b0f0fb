//! When to stop: a budget in time, tests and size, and how it is divided among the phases of a run.

use std::time::{Duration, Instant};

use crate::phase::Phase;

/// What a run may spend. Without a time it is deterministic: the same inputs on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Inputs, those discarded included: what a run visits must not depend on what a property does with it.
    pub tests: Option<u64>,
    /// The largest size, of inputs of every phase but saved ones.
    pub size: Option<u32>,
}

/// Boundary values have one part in this many of the time.
const EDGES_SHARE: u32 = 8;

impl Budget {
    /// Returns a budget of what is given; `default_time` if neither a time nor a number of tests is. A size is a bound and
    /// no budget: it says nothing of how long a run takes.
    pub fn new(
        time: Option<Duration>,
        tests: Option<u64>,
        size: Option<u32>,
        default_time: Duration,
    ) -> Budget {
        let time = time.or(tests.is_none().then_some(default_time));
        Budget { time, tests, size }
    }

    /// Returns whether the same budget always visits the same inputs.
    pub(crate) fn is_deterministic(self) -> bool {
        self.time.is_none()
    }

    /// Returns whether inputs may be this large.
    pub(crate) fn allows_size(self, size: u32) -> bool {
        self.size.is_none_or(|bound| size <= bound)
    }

    /// Returns how many tests may have been made when the phase ends, all phases before it included. `whole` is the number
    /// of inputs there are within the size bound, if that is known and small: what fits is done completely.
    pub(crate) fn tests_until(self, phase: Phase, whole: Option<u64>) -> Option<u64> {
        let tests = self.tests?;
        Some(match phase {
            // Saved inputs are few, and none may be left out.
            Phase::RoundTrip | Phase::Replay => u64::MAX,
            Phase::Exhaustive if whole.is_some_and(|whole| whole <= tests) => tests,
            Phase::Exhaustive => tests.div_ceil(2),
            // Boundary values are few and find much.
            Phase::Sampling => tests - tests / 4,
            Phase::Edges => tests,
        })
    }

    /// Returns how many boundary values are worth it after `inputs` inputs: enough for a short list of them always, and
    /// never much of the time. Only a run in time goes on until the time is over.
    pub(crate) fn edges_after(self, inputs: u64) -> u64 {
        match self.tests {
            Some(tests) => tests.saturating_sub(inputs).min((inputs / 4).max(512)),
            None => u64::MAX,
        }
    }

    /// Returns what is left of it after a time.
    #[must_use]
    pub fn after(self, spent: Duration) -> Budget {
        Budget { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }

    /// When the phase ends for a run started then.
    pub fn deadline(self, phase: Phase, start: Instant) -> Option<Instant> {
        let time = self.time?;
        let share = match phase {
            // However many saved inputs there are, and whatever they cost, they are run.
            Phase::RoundTrip | Phase::Replay => return None,
            Phase::Exhaustive => time / 2,
            Phase::Sampling => time.saturating_sub(time / EDGES_SHARE),
            Phase::Edges => time,
        };
        // A time too long for the clock is no limit.
        start.checked_add(share)
    }

    /// When boundary values begun now end: half of their time for all of them, by size, and the rest for draws. They
    /// have their share of the time even if the phases before took longer than theirs, and no more if those were
    /// done early.
    pub(crate) fn edges_deadlines(self, now: Instant) -> (Option<Instant>, Option<Instant>) {
        let share = self.time.map(|time| time / EDGES_SHARE);
        let after = |share: Option<Duration>| share.and_then(|share| now.checked_add(share));
        (after(share.map(|share| share / 2)), after(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn where_no_number_of_tests_is_given_there_is_a_time() {
        assert_eq!(Budget::new(None, None, None, SECOND).time, Some(SECOND));
        let sized = Budget::new(None, None, Some(5000), SECOND);
        assert_eq!((sized.time, sized.tests), (Some(SECOND), None));
        assert!(!sized.is_deterministic());
        let tests = Budget::new(None, Some(10), Some(9), SECOND);
        assert_eq!((tests.time, tests.tests), (None, Some(10)));
        let both = Budget::new(Some(SECOND / 2), Some(10), None, SECOND);
        assert_eq!((both.time, both.tests), (Some(SECOND / 2), Some(10)));
    }

    #[test]
    fn half_is_for_exhaustive_search_unless_everything_fits() {
        let budget = Budget::new(None, Some(1000), Some(9), SECOND);
        assert_eq!(budget.tests_until(Phase::Exhaustive, None), Some(500));
        assert_eq!(budget.tests_until(Phase::Exhaustive, Some(1001)), Some(500));
        assert_eq!(budget.tests_until(Phase::Exhaustive, Some(1000)), Some(1000));
        assert_eq!(budget.tests_until(Phase::Sampling, None), Some(750));
        assert_eq!(budget.tests_until(Phase::Edges, None), Some(1000));
        let one = Budget::new(None, Some(1), None, SECOND);
        assert_eq!(one.tests_until(Phase::Exhaustive, None), Some(1));
    }

    #[test]
    fn phases_end_in_order() {
        let start = Instant::now();
        let budget = Budget::new(Some(SECOND), None, None, SECOND);
        let ends = [Phase::Exhaustive, Phase::Sampling, Phase::Edges]
            .map(|phase| budget.deadline(phase, start).unwrap());
        assert!(start < ends[0] && ends[0] < ends[1] && ends[1] < ends[2]);
        assert_eq!(budget.deadline(Phase::Replay, start), None);
        let forever = Budget::new(Some(Duration::MAX), None, None, SECOND);
        let _ = forever.deadline(Phase::Edges, start);
    }
}
