//! The settings of a run, from all sources and with defaults.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::lazy::Probe;

use super::error::{Origin, SettingsError};
use super::model::Settings;
use crate::control::depth::DepthLimit;
use crate::control::progress::Progress;
use crate::control::stop::Stop;
use crate::mixture::Constants;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::system::miri::{self, IS_MIRI};
use crate::text::duration;
use crate::text::number::small;

/// The settings of a run, from all sources and with defaults; every value is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is true or false whatever the others are")]
pub struct Plan {
    /// The limits of the run.
    pub budget: Budget,
    /// The seed of random draws.
    pub seed: Seed,
    /// The seed of the first draws. It is the same in every run unless another one is asked for, so
    /// that what is easily found is found in the same way.
    pub first_seed: Seed,
    /// The number of threads for the property.
    pub jobs: NonZeroU64,
    /// The time limit for one input, if there is one.
    pub case_time: Option<Duration>,
    /// The time limit for shrinking what fails.
    pub shrink_time: Duration,
    /// The part of the run.
    pub shard: Shard,
    /// The time of the whole suite, if the property takes a share of it.
    pub suite_time: Option<Duration>,
    /// The directory of observations of cases, if they are written.
    pub observe: Option<PathBuf>,
    /// The destination of records, if any.
    pub records: Option<PathBuf>,
    /// The only input to run, if there is one.
    pub replay: Option<String>,
    /// Whether a counterexample is expected.
    pub should_fail: bool,
    /// Whether inputs run in another process than the check, which they may end or block.
    pub isolate: bool,
    /// Whether to look for parameters of a counterexample that do not matter. A value that is tried
    /// for that must not end the process.
    pub varies: bool,
    /// How deeply inputs nest, and the stack of the threads that run them.
    pub depth: DepthLimit,
    /// Whether failing inputs are saved in a file and run first.
    pub regressions: bool,
    /// The least strength in percent of a property that passes; `None` if it is not measured, 0 if
    /// none is too small.
    pub strength: Option<u8>,
    /// The crates whose constants draws use, too.
    pub constants_of: Vec<String>,
    /// The constants of the code under test, which draws use.
    pub constants: Arc<Constants>,
    /// Which runs on inputs decided on demand are repeated, to check that they do the same again.
    pub probe: Probe,
    /// Interrupts the run before its budget is spent.
    pub stop: Stop,
    /// How far the run is.
    pub progress: Progress,
}

/// The default time of a property.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The default in continuous integration: a number of tests, so that the run is the same on every
/// machine, and the time after which it ends nevertheless.
pub const CI_TESTS: u64 = 10_000;
/// See [`CI_TESTS`].
pub const CI_TIME: Duration = Duration::from_secs(20);
/// The least share of a property in the time of a suite.
const LEAST_SHARE: Duration = Duration::from_millis(1);
/// The default time limit for one input: long enough for a slow test, short enough for a CI job.
pub const DEFAULT_CASE_TIME: Duration = Duration::from_secs(10);
/// The time limit for shrinking, unless one is given: the time of the property, but no more than
/// this, which is the limit if only a number of tests is given, and no less than [`DEFAULT_TIME`].
pub const LONGEST_SHRINK: Duration = Duration::from_secs(10);

impl Settings {
    /// Returns the plan for the property `name` of the crate in `manifest_dir`. The sources in
    /// order: environment, attribute (`self`), `everycase.toml`, defaults.
    ///
    /// # Errors
    /// The first source with an invalid setting.
    pub fn plan(self, name: &str, manifest_dir: &Path) -> Result<Plan, SettingsError> {
        self.check_ranges(&Origin::Attribute)?;
        let file = if IS_MIRI { Settings::default() } else { Settings::from_file(manifest_dir)? };
        let settings = Settings::from_env()?.or(self).or(file);
        let settings = if IS_MIRI { settings.under_miri() } else { settings };
        let plan = settings.fill_in(name, is_ci());
        plan.check_part()?;
        Ok(plan)
    }

    /// Returns the settings of a run under Miri: a number of tests, and nothing that needs a file,
    /// a clock or a process.
    fn under_miri(self) -> Settings {
        Settings {
            tests: self.tests.or(Some(miri::TESTS)),
            time: None,
            suite_time: None,
            case_time: Some(Duration::MAX),
            isolate: Some(false),
            regressions: Some(false),
            strength: Some(false),
            min_strength: None,
            records: None,
            observe: None,
            constants: None,
            ..self
        }
    }

    /// Fills in the defaults, as [`fill`](Self::fill) does. In continuous integration the default
    /// is [`CI_TESTS`], and [`CI_TIME`] unless it is a part of a run.
    pub fn fill_in(self, name: &str, is_ci: bool) -> Plan {
        if !is_ci || self.time.is_some() || self.tests.is_some() || self.suite_time.is_some() {
            return self.fill(name);
        }
        let mut plan = Settings { tests: Some(CI_TESTS), ..self }.fill(name);
        plan.budget.at_most = plan.shard.is_whole().then_some(CI_TIME);
        plan
    }

    /// Fills in the defaults. A part of a run with a number of tests has no limit in time. If no
    /// seed is set and the run must be repeatable, the seed is derived from the name.
    pub fn fill(self, name: &str) -> Plan {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let time = self.time.filter(|_| shard.is_whole() || self.tests.is_none());
        let budget = Budget::new(time, self.tests, self.size, DEFAULT_TIME);
        // A run limited by tests must be repeatable, and the parts of a run must agree without
        // communication. A run limited by time gets to a different place on every machine anyway,
        // so it has a new seed each time.
        let first_seed = self.seed.map_or_else(|| Seed::of_name(name), Seed);
        let seed = match self.seed {
            Some(seed) => Seed(seed),
            None if budget.is_deterministic() || !shard.is_whole() => Seed::of_name(name),
            None => Seed::fresh(),
        };
        Plan {
            budget,
            seed,
            first_seed,
            jobs: NonZeroU64::new(self.jobs.unwrap_or(1)).unwrap_or(NonZeroU64::MIN),
            shrink_time: self.shrink_time.unwrap_or_else(|| {
                budget.time.map_or(LONGEST_SHRINK, |time| time.clamp(DEFAULT_TIME, LONGEST_SHRINK))
            }),
            case_time: Some(self.case_time.unwrap_or(DEFAULT_CASE_TIME))
                .filter(|&limit| limit != Duration::MAX),
            shard,
            suite_time: self.suite_time.filter(|_| self.time.is_none() && self.tests.is_none()),
            observe: self.observe,
            records: self.records,
            replay: self.replay,
            should_fail: self.should_fail.unwrap_or(false),
            varies: !self.isolate.unwrap_or(false),
            isolate: self.isolate.unwrap_or(false),
            depth: DepthLimit::default(),
            regressions: self.regressions.unwrap_or(true),
            strength: match self.strength {
                Some(true) => Some(self.min_strength.unwrap_or(0)),
                Some(false) => None,
                None => self.min_strength,
            },
            constants_of: self.constants.unwrap_or_default(),
            constants: Arc::default(),
            probe: Probe::Rarely,
            stop: Stop::default(),
            progress: Progress::default(),
        }
    }
}

/// Returns whether the program runs in continuous integration: `CI` is set, and not to `false` or
/// `0`.
pub fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !["", "0", "false"].iter().any(|off| value == *off))
}

impl Plan {
    /// Gives the property a share of the time of its suite, which has this number of properties.
    /// Returns the note about it.
    pub fn take_share(&mut self, suite: Duration, share: Duration, properties: u64) -> String {
        let share = share.max(LEAST_SHARE);
        self.budget.time = Some(share);
        let what = if properties == 1 { "property" } else { "properties" };
        let (share, suite, number) = (duration::show(share), duration::show(suite), small(properties));
        format!("{share} of the {suite} of a suite of {number} {what}")
    }

    /// Checks that a part of a run has a number of tests and no limit in time.
    ///
    /// # Errors
    /// If it has a limit in time.
    pub fn check_part(&self) -> Result<(), SettingsError> {
        let is_in_time = !self.shard.is_whole() && self.budget.time.is_some();
        if is_in_time { Err(SettingsError::PartWithoutTests) } else { Ok(()) }
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
    fn a_part_has_a_number_of_tests_and_no_limit_in_time() {
        let part = |time: Option<Duration>, tests: Option<u64>| {
            let settings = Settings { shard: Shard::new(0, 2), time, tests, ..Settings::default() };
            let plan = settings.fill("p");
            (plan.check_part(), plan.budget.time)
        };
        let second = Some(Duration::from_secs(1));
        assert_eq!(part(None, Some(10)), (Ok(()), None));
        assert_eq!(part(second, Some(10)), (Ok(()), None));
        assert_eq!(part(None, None).0, Err(SettingsError::PartWithoutTests));
        assert_eq!(part(second, None).0, Err(SettingsError::PartWithoutTests));
        let whole = Settings { time: second, tests: Some(10), ..Settings::default() }.fill("p");
        assert_eq!((whole.check_part(), whole.budget.time), (Ok(()), second));
    }

    #[test]
    fn in_continuous_integration_the_default_is_a_number_of_tests_and_a_longest_time() {
        let limits = |settings: Settings| {
            let plan = settings.fill_in("p", true);
            (plan.budget.tests, plan.budget.time, plan.budget.at_most)
        };
        assert_eq!(limits(Settings::default()), (Some(CI_TESTS), None, Some(CI_TIME)));
        let part = Settings { shard: Shard::new(0, 2), ..Settings::default() };
        assert_eq!(limits(part), (Some(CI_TESTS), None, None));
        let second = Some(Duration::from_secs(1));
        let timed = Settings { time: second, ..Settings::default() };
        assert_eq!(limits(timed), (None, second, None));
        assert_eq!(limits(Settings { tests: Some(5), ..Settings::default() }), (Some(5), None, None));
        let seeds = [(); 2].map(|()| Settings::default().fill_in("p", true).seed);
        assert_eq!(seeds[0], seeds[1]);
        assert_eq!(
            Settings { seed: Some(7), ..Settings::default() }.fill_in("p", false).budget.at_most,
            None
        );
    }

    #[test]
    fn under_miri_a_run_has_a_number_of_tests_and_nothing_of_the_system() {
        let asked = Settings {
            time: Some(Duration::from_secs(5)),
            isolate: Some(true),
            records: Some("records/".into()),
            ..Settings::default()
        };
        let plan = asked.clone().under_miri().fill_in("p", true);
        assert_eq!(
            (plan.budget.tests, plan.budget.time, plan.budget.at_most),
            (Some(miri::TESTS), None, None)
        );
        assert!(!plan.isolate && !plan.regressions && plan.records.is_none() && plan.case_time.is_none());
        let own = Settings { tests: Some(7), ..asked }.under_miri().fill_in("p", false);
        assert_eq!(own.budget.tests, Some(7));
    }

    #[test]
    fn defaults_are_a_second_one_thread_and_a_case_limit() {
        let plan = Settings::default().fill("p");
        assert_eq!(plan.budget.time, Some(DEFAULT_TIME));
        assert_eq!(plan.jobs.get(), 1);
        assert_eq!(plan.case_time, Some(DEFAULT_CASE_TIME));
    }
}
