//! When to stop: a budget in time, tests and size.

use std::time::Duration;

/// The limits of a run. Without a time limit it is deterministic: it visits the same inputs on
/// every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// The wall time after which the run ends wherever it is. Unlike `time` it has no influence on
    /// what is run before.
    pub at_most: Option<Duration>,
    /// Inputs, including discarded ones: which inputs a run visits must not depend on the
    /// property's verdicts.
    pub tests: Option<u64>,
    /// The largest size of inputs, in every stream except the replay of saved ones.
    pub size: Option<u32>,
    /// The first bound of a search of inputs that are decided on demand: smaller ones are not
    /// searched before.
    pub first: u32,
    /// Whether there are draws only, without a search before them.
    pub draws_only: bool,
    /// Whether there are structures beside the search.
    pub structures: bool,
}

/// The work of counting that the kernel may do in the time of a test and in a millisecond, see
/// [`Until::within_work`](everycase_kernel::Until::within_work). Work stands for time where parts
/// and machines have to agree.
const WORK_OF_TEST: u64 = 1 << 16;
const WORK_OF_MILLISECOND: u64 = 500_000;

/// The work of counting that even a small budget allows.
const LEAST_WORK: u64 = 1 << 24;

impl Budget {
    /// Returns a budget with the given limits; with `default_time` if neither a time nor a number
    /// of tests is given. A size does not limit the run time.
    pub fn new(
        time: Option<Duration>,
        tests: Option<u64>,
        size: Option<u32>,
        default_time: Duration,
    ) -> Budget {
        let time = time.or(tests.is_none().then_some(default_time));
        Budget { time, at_most: None, tests, size, first: 0, draws_only: false, structures: false }
    }

    /// Returns whether the same budget always visits the same inputs.
    pub(crate) fn is_deterministic(self) -> bool {
        self.time.is_none()
    }

    /// Returns the wall time after which the run ends, if there is one.
    pub(crate) fn longest(self) -> Option<Duration> {
        self.time.or(self.at_most)
    }

    /// Returns the budget without the time already spent.
    #[must_use]
    pub(crate) fn after(self, spent: Duration) -> Budget {
        Budget { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
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
}
