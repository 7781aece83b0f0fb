//! The runs of a case with a tool, and what they amount to.

use std::time::Duration;

use super::tools::Tool;
use super::trial::Trial;

/// The times within which it is measured whether a bug is found.
pub const LIMITS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(10)];

/// How much is run.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Seeds, from 1 on.
    pub seeds: u64,
    /// The longest of the limits.
    pub longest: Duration,
}

/// A run to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The seed.
    pub seed: u64,
    /// The limit of time.
    pub limit: Duration,
}

impl Effort {
    /// Returns the runs of a case with a tool. Only the first seed has the longest limit, the others have at most a second. A
    /// tool that plans its time has a run for each limit; for the others a run with the longest one tells them all.
    pub fn orders(self, tool: Tool) -> Vec<Order> {
        let limits = |seed: u64| {
            let most = if seed == 1 { self.longest } else { self.longest.min(LIMITS[1]) };
            let limits = LIMITS.into_iter().filter(move |limit| *limit <= most);
            limits.filter(move |limit| tool.plans_its_time() || *limit == most)
        };
        (1..=self.seeds).flat_map(|seed| limits(seed).map(move |limit| Order { seed, limit })).collect()
    }
}

/// What came of the runs of a case with a tool.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// Runs with their trials; `None` for a run that ended its process.
    pub runs: Vec<(Order, Option<Trial>)>,
}

impl PartialEq for Measured {
    fn eq(&self, other: &Measured) -> bool {
        self.runs == other.runs
    }
}

impl Measured {
    /// Returns the share of seeds with which the bug is found within a limit; `None` if there was no such run.
    pub fn found_within(&self, tool: Tool, limit: Duration) -> Option<f64> {
        let told = self.runs.iter().filter(|(order, _)| {
            if tool.plans_its_time() { order.limit == limit } else { order.limit >= limit }
        });
        let found = told
            .map(|(_, trial)| trial.is_some_and(|it| it.shown.is_some() && it.time <= limit.mul_f64(1.1)));
        let found: Vec<f64> = found.map(|found| f64::from(u8::from(found))).collect();
        mean(&found)
    }

    /// Returns the median over the seeds of the tests to the first failure; `None` if most seeds did not find one. For a tool
    /// that plans its time these are the runs of a second, and longer ones.
    pub fn tests(&self) -> Option<u64> {
        self.median(|trial| trial.tests)
    }

    /// Returns the median over the seeds of the length of the counterexample.
    pub fn shown(&self) -> Option<usize> {
        self.median(|trial| trial.shown.unwrap_or(usize::MAX))
    }

    /// Returns whether a run ended its process.
    pub fn has_crashed(&self) -> bool {
        self.runs.iter().any(|(_, trial)| trial.is_none())
    }

    fn median<N: Ord + Copy>(&self, of: impl Fn(Trial) -> N) -> Option<N> {
        let mut seeds: Vec<u64> = self.runs.iter().map(|(order, _)| order.seed).collect();
        seeds.dedup();
        let first_found = |seed: u64| {
            let runs =
                self.runs.iter().filter(move |(order, _)| order.seed == seed && order.limit > LIMITS[0]);
            runs.filter_map(|(_, trial)| *trial).find(|trial| trial.shown.is_some())
        };
        let mut values: Vec<N> = seeds.iter().filter_map(|seed| first_found(*seed)).map(of).collect();
        values.sort_unstable();
        // Seeds that found nothing come last.
        values.get((seeds.len().max(1) - 1) / 2).copied()
    }
}

/// Returns the mean of numbers, if there are some.
#[expect(clippy::cast_precision_loss, reason = "a few numbers")]
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Returns the median of numbers, the lower one of two, if there are some.
pub fn median<N: Ord + Copy>(mut numbers: Vec<N>) -> Option<N> {
    numbers.sort_unstable();
    numbers.get((numbers.len().max(1) - 1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = LIMITS[1];

    fn run(seed: u64, limit: Duration, found: Option<Duration>) -> (Order, Option<Trial>) {
        let trial =
            Trial { tests: seed, discarded: 0, time: found.unwrap_or(limit), shown: found.map(|_| 9) };
        (Order { seed, limit }, Some(trial))
    }

    #[test]
    fn only_the_first_seed_has_the_longest_limit() {
        let effort = Effort { seeds: 2, longest: LIMITS[2] };
        let order = |seed, limit| Order { seed, limit };
        assert_eq!(effort.orders(Tool::Proptest), [order(1, LIMITS[2]), order(2, SECOND)]);
        let planned = [
            order(1, LIMITS[0]),
            order(1, SECOND),
            order(1, LIMITS[2]),
            order(2, LIMITS[0]),
            order(2, SECOND),
        ];
        assert_eq!(effort.orders(Tool::Everycase), planned);
    }

    #[test]
    fn shares_are_of_the_seeds_that_had_the_time() {
        let late = Duration::from_millis(1500);
        let runs = vec![run(1, LIMITS[2], Some(late)), run(2, SECOND, None), run(3, SECOND, Some(LIMITS[0]))];
        let measured = Measured { runs };
        assert_eq!(measured.found_within(Tool::Bolero, LIMITS[2]), Some(1.0));
        assert_eq!(measured.found_within(Tool::Bolero, SECOND), Some(1.0 / 3.0));
        assert_eq!(measured.found_within(Tool::Bolero, LIMITS[0]), Some(1.0 / 3.0));
        assert_eq!((measured.tests(), measured.shown()), (Some(3), Some(9)));
    }

    #[test]
    fn a_median_is_missing_if_most_seeds_find_nothing() {
        let runs = vec![run(1, SECOND, None), run(2, SECOND, None), run(3, SECOND, Some(LIMITS[0]))];
        assert_eq!(Measured { runs }.tests(), None);
    }

    #[test]
    fn a_trial_is_read_as_it_was_written() {
        for shown in [None, Some(12)] {
            let trial = Trial { tests: 7, discarded: 2, time: Duration::from_micros(31), shown };
            assert_eq!(Trial::parse(&trial.line()), Some(trial));
        }
        assert_eq!(Trial::parse("trial 1 2"), None);
    }
}
