//! The settings from one source, and their valid values.

use std::path::PathBuf;
use std::time::Duration;

use super::error::{Origin, SettingsError};
use crate::settings::shard::Shard;

/// The maximal number of threads. Each has a stack and a machine of its own, so more are probably a
/// mistake.
pub const MOST_JOBS: u64 = 256;

/// The settings from one source; `None` leaves a setting to the next source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The time for one property; zero is an error. Without a time and a number of tests it is one
    /// second.
    pub time: Option<Duration>,
    /// The time for all properties of a test binary that have neither a time nor a number of tests
    /// of their own; zero is an error.
    pub suite_time: Option<Duration>,
    /// The maximal size of inputs in all streams, except the replay of saved ones. It does not
    /// limit the run time: without a number of tests a run has its full time.
    pub size: Option<u32>,
    /// The maximal number of inputs, including discarded ones; 0 is an error.
    pub tests: Option<u64>,
    /// The seed of random draws.
    pub seed: Option<u64>,
    /// The number of threads for one property, from 1 to [`MOST_JOBS`].
    pub jobs: Option<u64>,
    /// The time limit for one input; `Duration::MAX` for none.
    pub case_time: Option<Duration>,
    /// The time limit for shrinking what fails.
    pub shrink_time: Option<Duration>,
    /// The part of the run.
    pub shard: Option<Shard>,
    /// The directory to which observations of cases are written.
    pub observe: Option<PathBuf>,
    /// The file to which machine-readable records are appended.
    pub records: Option<PathBuf>,
    /// The only input to run, as given in a report's replay line.
    pub replay: Option<String>,
    /// The property is expected to have a counterexample.
    pub should_fail: Option<bool>,
    /// The property runs in a process of its own, which an input may end.
    pub isolate: Option<bool>,
    /// Failing inputs are saved in a file, and run first.
    pub regressions: Option<bool>,
    /// The strength of a property that passes is measured, if it names a function.
    pub strength: Option<bool>,
    /// The least strength in percent: the share of mutants on which the property fails. Without it
    /// none is too small.
    pub min_strength: Option<u8>,
    /// The names of further crates whose constants draws use, besides the tested crate and its path
    /// dependencies.
    pub constants: Option<Vec<String>>,
}

impl Settings {
    /// Returns these settings, completed by the settings of another source.
    pub fn or(self, next: Settings) -> Settings {
        Settings {
            time: self.time.or(next.time),
            suite_time: self.suite_time.or(next.suite_time),
            size: self.size.or(next.size),
            tests: self.tests.or(next.tests),
            seed: self.seed.or(next.seed),
            jobs: self.jobs.or(next.jobs),
            case_time: self.case_time.or(next.case_time),
            shrink_time: self.shrink_time.or(next.shrink_time),
            shard: self.shard.or(next.shard),
            observe: self.observe.or(next.observe),
            records: self.records.or(next.records),
            replay: self.replay.or(next.replay),
            should_fail: self.should_fail.or(next.should_fail),
            isolate: self.isolate.or(next.isolate),
            regressions: self.regressions.or(next.regressions),
            strength: self.strength.or(next.strength),
            min_strength: self.min_strength.or(next.min_strength),
            constants: self.constants.or(next.constants),
        }
    }

    /// Rejects values that are out of range.
    pub(super) fn check_ranges(&self, origin: &Origin) -> Result<(), SettingsError> {
        if self.time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time",
                "a time of more than zero, such as `1s`",
            ));
        }
        if self.suite_time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time",
                "a time of more than zero, such as `30s`",
            ));
        }
        if self.case_time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time for a case",
                "a time of more than zero, such as `5s`, or `off` for no limit",
            ));
        }
        if self.shrink_time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time to shrink",
                "a time of more than zero, such as `5s`",
            ));
        }
        if self.tests == Some(0) {
            return Err(SettingsError::value(origin.clone(), "0 tests", "at least 1 test"));
        }
        if let Some(jobs) = self.jobs.filter(|jobs| !(1..=MOST_JOBS).contains(jobs)) {
            let expected = format!("1 to {MOST_JOBS} threads");
            return Err(SettingsError::value(origin.clone(), &format!("{jobs} jobs"), &expected));
        }
        if let Some(percent) = self.min_strength.filter(|percent| *percent > 100) {
            return Err(SettingsError::value(origin.clone(), &percent.to_string(), "a percentage up to 100"));
        }
        Ok(())
    }
}
