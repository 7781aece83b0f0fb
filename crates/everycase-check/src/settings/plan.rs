//! The settings of a run, all sources merged and defaults filled in.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::{Origin, SettingsError};
use super::model::Settings;
use crate::budget::Budget;
use crate::seed::Seed;
use crate::shard::Shard;
use crate::stop::Stop;

/// The settings of a run: every source merged, defaults filled in, every value in range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// When to stop.
    pub budget: Budget,
    /// What random draws follow from.
    pub seed: Seed,
    /// How many threads run the property.
    pub jobs: NonZeroU64,
    /// How long one input may take, if there is a limit.
    pub case_time: Option<Duration>,
    /// Which part of the run to do.
    pub shard: Shard,
    /// Where records go, if anywhere.
    pub records: Option<PathBuf>,
    /// The one input to run, if only one is to run.
    pub replay: Option<String>,
    /// Is a counterexample what is expected?
    pub should_fail: bool,
    /// May an input end, or hang, the process that runs it, because the check does not run in that process?
    pub isolate: bool,
    /// Are failing inputs kept in a file, and run first?
    pub regressions: bool,
    /// What may end the run before its budget does.
    pub stop: Stop,
}

/// Wall time of a property for which nothing is set.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How long one input may take where nothing is set: long enough for a slow test, short enough for a CI job.
pub const DEFAULT_CASE_TIME: Duration = Duration::from_secs(10);

impl Settings {
    /// Returns the plan for the property `name` of the crate in `manifest_dir`, whose attribute says `self`:
    /// environment, then attribute, then `everycase.toml`, then defaults.
    ///
    /// # Errors
    /// The first source that makes no sense.
    pub fn plan(self, name: &str, manifest_dir: &Path) -> Result<Plan, SettingsError> {
        self.check_ranges(&Origin::Attribute)?;
        let file = Settings::from_file(manifest_dir)?;
        Ok(Settings::from_env()?.or(self).or(file).fill(name))
    }

    /// Fills in the defaults. The name gives the seed where none is set and the run has to be repeatable.
    pub fn fill(self, name: &str) -> Plan {
        let budget = Budget::new(self.time, self.tests, self.size, DEFAULT_TIME);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        // A run in tests has to repeat itself, and the parts of a run have to agree without communication.
        // A run in time reaches another place on every machine anyway: let it see other inputs every time.
        let seed = match self.seed {
            Some(seed) => Seed(seed),
            None if budget.is_deterministic() || !shard.is_whole() => Seed::of_name(name),
            None => Seed::fresh(),
        };
        Plan {
            budget,
            seed,
            jobs: NonZeroU64::new(self.jobs.unwrap_or(1)).unwrap_or(NonZeroU64::MIN),
            case_time: Some(self.case_time.unwrap_or(DEFAULT_CASE_TIME))
                .filter(|&limit| limit != Duration::MAX),
            shard,
            records: self.records,
            replay: self.replay,
            should_fail: self.should_fail.unwrap_or(false),
            isolate: self.isolate.unwrap_or(false),
            regressions: self.regressions.unwrap_or(true),
            stop: Stop::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_out_of_range_are_refused() {
        let error = Settings { tests: Some(0), ..Settings::default() }.plan("p", Path::new(".")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the attribute `#[property(..)]`: found `0 tests`, expected at least 1 test"
        );
    }

    #[test]
    fn a_repeatable_run_has_a_repeatable_seed() {
        let seed = |settings: Settings| settings.fill("p").seed;
        let tests = Settings { tests: Some(10), ..Settings::default() };
        assert_eq!(seed(tests.clone()), seed(tests));
        let part = Settings { shard: Shard::new(0, 2), ..Settings::default() };
        assert_eq!(seed(part.clone()), seed(part));
        assert_ne!(seed(Settings::default()), seed(Settings::default()));
        assert_eq!(seed(Settings { seed: Some(7), ..Settings::default() }), Seed(7));
    }

    #[test]
    fn defaults_are_a_second_one_thread_and_a_case_limit() {
        let plan = Settings::default().fill("p");
        assert_eq!(plan.budget.time, Some(DEFAULT_TIME));
        assert_eq!(plan.jobs.get(), 1);
        assert_eq!(plan.case_time, Some(DEFAULT_CASE_TIME));
    }
}
