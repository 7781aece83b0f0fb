//! When to stop: a budget in time, tests and size, and how it is divided among the phases of a run.

use std::time::{Duration, Instant};

use crate::phase::Phase;

/// The limits of a run. Without a time limit it is deterministic: it visits the same inputs on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Inputs, including discarded ones: which inputs a run visits must not depend on the property's verdicts.
    pub tests: Option<u64>,
    /// The largest size of inputs, in every phase except the replay of saved ones.
    pub size: Option<u32>,
    /// The first bound of a search of inputs that are decided on demand: smaller ones are not searched before.
    pub first: u32,
    /// Whether there are draws only, without a search before them.
    pub draws_only: bool,
    /// Whether structures are drawn beside the search.
    pub structures: bool,
    /// The share of structures that are run by the order of their numbers, as a divisor; 0 if there are none. It is the same in all parts
    /// of a run.
    pub ranks: u64,
}

/// The work of counting that the kernel may do in the time of a test and in a millisecond, see
/// [`Until::within_work`](everycase_kernel::Until::within_work). Work stands for time where parts and machines have to agree.
const WORK_OF_TEST: u64 = 1 << 16;
const WORK_OF_MILLISECOND: u64 = 500_000;

/// The work of counting that even a small budget allows.
const LEAST_WORK: u64 = 1 << 24;

impl Budget {
    /// Returns a budget with the given limits; with `default_time` if neither a time nor a number of tests is given. A size is
    /// no limit on the run time.
    pub fn new(
        time: Option<Duration>,
        tests: Option<u64>,
        size: Option<u32>,
        default_time: Duration,
    ) -> Budget {
        let time = time.or(tests.is_none().then_some(default_time));
        Budget { time, tests, size, first: 0, draws_only: false, structures: false, ranks: 0 }
    }

    /// Returns whether the same budget always visits the same inputs.
    pub(crate) fn is_deterministic(self) -> bool {
        self.time.is_none()
    }

    /// Returns the work of counting that the number of tests allows, for each space.
    pub(crate) fn work_of_tests(self) -> u64 {
        self.tests.map_or(u64::MAX, |tests| tests.saturating_mul(WORK_OF_TEST).max(LEAST_WORK))
    }

    /// Returns the work of counting that the time allows.
    pub(crate) fn work_of_time(self) -> u64 {
        let milliseconds = self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        milliseconds.map_or(u64::MAX, |time| time.saturating_mul(WORK_OF_MILLISECOND).max(LEAST_WORK))
    }

    /// Returns whether inputs of this size are allowed.
    pub(crate) fn allows_size(self, size: u32) -> bool {
        self.size.is_none_or(|bound| size <= bound)
    }

    /// Returns the number of tests after which a phase ends, counting all earlier phases. `whole` is the number of inputs
    /// within the size bound, if it is known and small: if they fit into the budget, all are tested.
    pub(crate) fn tests_until(self, phase: Phase, whole: Option<u64>) -> Option<u64> {
        let tests = self.tests?;
        Some(match phase {
            // Saved inputs are few, and all are run.
            Phase::RoundTrip | Phase::Example | Phase::Replay => u64::MAX,
            Phase::Exhaustive if whole.is_some_and(|whole| whole <= tests) => tests,
            Phase::Exhaustive => tests.div_ceil(2),
            Phase::Sampling if self.draws_only => tests,
            Phase::Sampling if self.structures => tests.div_ceil(2) + tests / 8,
            Phase::Sampling | Phase::Ranks | Phase::Structural => tests,
        })
    }

    /// Returns the number of structures that are drawn beside the search and the draws of other models.
    pub(crate) fn structures_beside(self) -> u64 {
        self.tests.map_or(u64::MAX, |tests| tests / 4 - self.ranks())
    }

    /// Returns the number of runs of structures by the order of their numbers.
    pub(crate) fn ranks(self) -> u64 {
        self.tests.unwrap_or(u64::MAX).checked_div(self.ranks).unwrap_or(0)
    }

    /// Returns the budget without the time already spent.
    #[must_use]
    pub fn after(self, spent: Duration) -> Budget {
        Budget { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }

    /// Returns when a phase ends, for a run that began at `start`.
    pub fn deadline(self, phase: Phase, start: Instant) -> Option<Instant> {
        let time = self.time?;
        let share = match phase {
            // All saved inputs are run, whatever their number and cost.
            Phase::RoundTrip | Phase::Example | Phase::Replay => return None,
            Phase::Exhaustive => time / 2,
            Phase::Ranks | Phase::Structural => time.saturating_sub(time / 4),
            Phase::Sampling if self.structures => time.saturating_sub(time / 8),
            Phase::Sampling => time,
        };
        // A time too long for the clock is no limit.
        start.checked_add(share)
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
        assert_eq!(budget.tests_until(Phase::Sampling, None), Some(1000));
        let structures = Budget { structures: true, ..budget };
        assert_eq!(structures.tests_until(Phase::Sampling, None), Some(625));
        let one = Budget::new(None, Some(1), None, SECOND);
        assert_eq!(one.tests_until(Phase::Exhaustive, None), Some(1));
    }

    #[test]
    fn phases_end_in_order() {
        let start = Instant::now();
        let budget = Budget::new(Some(SECOND), None, None, SECOND);
        let budget = Budget { structures: true, ..budget };
        let ends = [Phase::Exhaustive, Phase::Structural, Phase::Sampling]
            .map(|phase| budget.deadline(phase, start).unwrap());
        assert!(start < ends[0] && ends[0] < ends[1] && ends[1] < ends[2]);
        assert_eq!(budget.deadline(Phase::Replay, start), None);
        let forever = Budget::new(Some(Duration::MAX), None, None, SECOND);
        let _ = forever.deadline(Phase::Sampling, start);
    }
}
