//! The settings that one source gives, and which values they may have.

use std::path::PathBuf;
use std::time::Duration;

use super::error::{Origin, SettingsError};
use crate::shard::Shard;

/// More threads than this is a mistake (each has a stack of its own).
const MOST_JOBS: u64 = 1024;

/// The settings that one source gives; `None` leaves a setting to the next source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Wall time for one property; none at all is an error. Where neither a time nor a number of tests is given, a second.
    pub time: Option<Duration>,
    /// No larger inputs than this, whatever phase tries them; inputs that failed before are replayed all the same. It is a bound
    /// and no budget: a run without a number of tests keeps its time.
    pub size: Option<u32>,
    /// No more inputs than this, those discarded included; 0 is an error.
    pub tests: Option<u64>,
    /// What random draws follow from.
    pub seed: Option<u64>,
    /// How many threads run one property, from 1 to 1024.
    pub jobs: Option<u64>,
    /// How long one input may take; `Duration::MAX` for no limit.
    pub case_time: Option<Duration>,
    /// Which part of the run to do.
    pub shard: Option<Shard>,
    /// The file to which machine-readable records are appended.
    pub records: Option<PathBuf>,
    /// The one input to run, as a report's replay line gives it.
    pub replay: Option<String>,
    /// The property is expected to have a counterexample.
    pub should_fail: Option<bool>,
    /// The property runs in a process of its own, which an input may end.
    pub isolate: Option<bool>,
    /// Failing inputs are kept in a file, and run first.
    pub regressions: Option<bool>,
}

impl Settings {
    /// Returns these settings, with another source's where these leave one open.
    pub fn or(self, next: Settings) -> Settings {
        Settings {
            time: self.time.or(next.time),
            size: self.size.or(next.size),
            tests: self.tests.or(next.tests),
            seed: self.seed.or(next.seed),
            jobs: self.jobs.or(next.jobs),
            case_time: self.case_time.or(next.case_time),
            shard: self.shard.or(next.shard),
            records: self.records.or(next.records),
            replay: self.replay.or(next.replay),
            should_fail: self.should_fail.or(next.should_fail),
            isolate: self.isolate.or(next.isolate),
            regressions: self.regressions.or(next.regressions),
        }
    }

    /// Refuses values that parse but are out of range.
    pub(super) fn check_ranges(&self, origin: &Origin) -> Result<(), SettingsError> {
        if self.time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time",
                "a time of more than zero, such as `1s`",
            ));
        }
        if self.case_time == Some(Duration::ZERO) {
            return Err(SettingsError::value(
                origin.clone(),
                "no time for a case",
                "a time of more than zero, such as `5s`, or `off` for no limit",
            ));
        }
        if self.tests == Some(0) {
            return Err(SettingsError::value(origin.clone(), "0 tests", "at least 1 test"));
        }
        if let Some(jobs) = self.jobs.filter(|jobs| !(1..=MOST_JOBS).contains(jobs)) {
            return Err(SettingsError::value(origin.clone(), &format!("{jobs} jobs"), "1 to 1024 threads"));
        }
        Ok(())
    }
}
