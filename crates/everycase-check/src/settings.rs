//! What a run is told: settings from the environment, a property's attribute and `everycase.toml`, in this order.
//!
//! Each setting is looked up on its own, so `EVERYCASE_SEED=7` leaves an attribute's `tests = 1000` alone.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::budget::Budget;
use crate::config;
use crate::duration;
use crate::seed::Seed;
use crate::settings_error::{Place, SettingsError, nearest};
use crate::shard::Shard;
use crate::stop::Stop;

/// The settings one source gives; `None` leaves a setting to the next source.
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
    /// How long one input may take; `Duration::MAX` for as long as it likes.
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
/// More threads than this is a mistake (each has a stack of its own).
const MOST_JOBS: u64 = 1024;

/// The variables that set something.
pub const VARIABLES: [&str; 11] = [
    "EVERYCASE_TIME",
    "EVERYCASE_SIZE",
    "EVERYCASE_TESTS",
    "EVERYCASE_SEED",
    "EVERYCASE_JOBS",
    "EVERYCASE_CASE_TIME",
    "EVERYCASE_SHARD",
    "EVERYCASE_RECORDS",
    "EVERYCASE_REPLAY",
    "EVERYCASE_ISOLATE",
    "EVERYCASE_REGRESSIONS",
];

impl Settings {
    /// What the environment says.
    ///
    /// # Errors
    /// A variable whose value makes no sense, or whose name is nearly that of one.
    pub fn from_env() -> Result<Settings, SettingsError> {
        Settings::from_vars(std::env::vars_os())
    }

    /// [`Settings::from_env`] over any list of variables, for tests.
    ///
    /// # Errors
    /// See there.
    pub fn from_vars(
        vars: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for (name, value) in vars {
            let Some(name) = name.to_str().filter(|name| name.starts_with("EVERYCASE_")) else { continue };
            let Some(&variable) = VARIABLES.iter().find(|known| **known == name) else {
                // Somebody else's variable is none of our business; a slip of the pen is.
                if let Some(suggestion) = nearest(name, &VARIABLES) {
                    return Err(SettingsError::UnknownVariable { found: name.to_owned(), suggestion });
                }
                continue;
            };
            // An empty variable is how many shells and CI systems spell "not set".
            if value.is_empty() {
                continue;
            }
            if variable == "EVERYCASE_RECORDS" {
                settings.records = Some(PathBuf::from(value));
                continue;
            }
            let place = Place::Variable(variable);
            let Some(text) = value.to_str() else {
                return Err(SettingsError::value(place, &value.to_string_lossy(), "text in UTF-8"));
            };
            match variable {
                "EVERYCASE_TIME" => settings.time = Some(parse_time(&place, text)?),
                "EVERYCASE_CASE_TIME" => settings.case_time = Some(parse_case_time(&place, text)?),
                "EVERYCASE_SIZE" => settings.size = Some(parse_number(&place, text, "a size such as `9`")?),
                "EVERYCASE_TESTS" => {
                    settings.tests = Some(parse_number(&place, text, "a number of tests such as `1000`")?);
                }
                "EVERYCASE_JOBS" => {
                    settings.jobs = Some(parse_number(&place, text, "a number of threads such as `4`")?);
                }
                "EVERYCASE_SEED" => settings.seed = Some(parse_seed(&place, text)?),
                "EVERYCASE_ISOLATE" => settings.isolate = Some(parse_switch(&place, text)?),
                "EVERYCASE_REGRESSIONS" => settings.regressions = Some(parse_switch(&place, text)?),
                "EVERYCASE_SHARD" => {
                    let shard = Shard::parse(text).ok_or_else(|| {
                        SettingsError::value(
                            place.clone(),
                            text,
                            "a part `k/n` counted from 0, such as `0/4` or `3/4`",
                        )
                    })?;
                    settings.shard = Some(shard);
                }
                _ => settings.replay = Some(text.trim().to_owned()),
            }
            check_ranges(&settings, &place)?;
        }
        Ok(settings)
    }

    /// What the `everycase.toml` in charge of the crate says; nothing if there is none.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, or sets what cannot be set.
    pub fn from_file(manifest_dir: &Path) -> Result<Settings, SettingsError> {
        config::find(manifest_dir).map_or_else(|| Ok(Settings::default()), |path| config::read(&path))
    }

    /// These settings, with another source's where these say nothing.
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

    /// The plan for the property `name` of the crate in `manifest_dir`, whose attribute says `self`:
    /// environment, then attribute, then `everycase.toml`, then defaults.
    ///
    /// # Errors
    /// The first source that makes no sense.
    pub fn plan(self, name: &str, manifest_dir: &Path) -> Result<Plan, SettingsError> {
        check_ranges(&self, &Place::Attribute)?;
        let file = Settings::from_file(manifest_dir)?;
        Ok(Settings::from_env()?.or(self).or(file).fill(name))
    }

    /// Fills in the defaults. The name gives the seed where none is set and the run has to be repeatable.
    pub fn fill(self, name: &str) -> Plan {
        let budget = Budget::new(self.time, self.tests, self.size, DEFAULT_TIME);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        // A run in tests has to repeat itself, and the parts of a run have to agree without talking to each other.
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

/// Values that parse but cannot be meant.
pub(crate) fn check_ranges(settings: &Settings, place: &Place) -> Result<(), SettingsError> {
    if settings.time == Some(Duration::ZERO) {
        return Err(SettingsError::value(place.clone(), "no time", "a time of more than zero, such as `1s`"));
    }
    if settings.case_time == Some(Duration::ZERO) {
        return Err(SettingsError::value(
            place.clone(),
            "no time for a case",
            "a time of more than zero, such as `5s`, or `off` for no limit",
        ));
    }
    if settings.tests == Some(0) {
        return Err(SettingsError::value(place.clone(), "0 tests", "at least 1 test"));
    }
    if let Some(jobs) = settings.jobs.filter(|jobs| !(1..=MOST_JOBS).contains(jobs)) {
        return Err(SettingsError::value(place.clone(), &format!("{jobs} jobs"), "1 to 1024 threads"));
    }
    Ok(())
}

pub(crate) fn parse_time(place: &Place, text: &str) -> Result<Duration, SettingsError> {
    duration::parse(text).ok_or_else(|| SettingsError::value(place.clone(), text, duration::EXPECTED))
}

pub(crate) fn parse_case_time(place: &Place, text: &str) -> Result<Duration, SettingsError> {
    if text.trim() == "off" {
        return Ok(Duration::MAX);
    }
    duration::parse(text).ok_or_else(|| {
        SettingsError::value(
            place.clone(),
            text,
            "a time such as `10s`, `500ms` or `2m`, or `off` for no limit",
        )
    })
}

pub(crate) fn parse_seed(place: &Place, text: &str) -> Result<u64, SettingsError> {
    let seed = Seed::parse(text).ok_or_else(|| {
        SettingsError::value(
            place.clone(),
            text,
            "a seed from 0 to 18446744073709551615, or hexadecimal after `0x`",
        )
    })?;
    Ok(seed.0)
}

fn parse_switch(place: &Place, text: &str) -> Result<bool, SettingsError> {
    match text.trim() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(SettingsError::value(place.clone(), text, "`1` or `0`")),
    }
}

fn parse_number<N: FromStr>(place: &Place, text: &str, expected: &'static str) -> Result<N, SettingsError> {
    let digits: String = text.trim().chars().filter(|&c| c != '_' && c != ',').collect();
    let plain = !digits.starts_with('+');
    digits.parse().ok().filter(|_| plain).ok_or_else(|| SettingsError::value(place.clone(), text, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(vars: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::from_vars(vars.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))))
    }

    fn env_error(name: &str, value: &str) -> String {
        env(&[(name, value)]).unwrap_err().to_string()
    }

    #[test]
    fn the_environment_sets_everything() {
        let settings = env(&[
            ("EVERYCASE_TIME", "10s"),
            ("EVERYCASE_SIZE", "9"),
            ("EVERYCASE_TESTS", "1_000"),
            ("EVERYCASE_SEED", "0xff"),
            ("EVERYCASE_JOBS", "2"),
            ("EVERYCASE_CASE_TIME", "500ms"),
            ("EVERYCASE_SHARD", "1/4"),
            ("EVERYCASE_RECORDS", "out.ndjson"),
            ("EVERYCASE_REPLAY", "1f:1.0"),
            ("EVERYCASE_ISOLATE", "1"),
            ("EVERYCASE_REGRESSIONS", "0"),
            ("HOME", "/home/me"),
        ]);
        let expected = Settings {
            time: Some(Duration::from_secs(10)),
            size: Some(9),
            tests: Some(1000),
            seed: Some(255),
            jobs: Some(2),
            case_time: Some(Duration::from_millis(500)),
            shard: Shard::new(1, 4),
            records: Some(PathBuf::from("out.ndjson")),
            replay: Some("1f:1.0".to_owned()),
            should_fail: None,
            isolate: Some(true),
            regressions: Some(false),
        };
        assert_eq!(env(&[]), Ok(Settings::default()));
        assert_eq!(env(&[("EVERYCASE_TIME", "")]), Ok(Settings::default()));
        assert_eq!(settings, Ok(expected));
    }

    #[test]
    fn a_malformed_variable_says_where_what_and_what_instead() {
        for (name, value, message) in [
            (
                "EVERYCASE_TIME",
                "soon",
                "EVERYCASE_TIME: found `soon`, expected a time such as `10s`, `500ms` or `2m`",
            ),
            (
                "EVERYCASE_TIME",
                "0s",
                "EVERYCASE_TIME: found `no time`, expected a time of more than zero, such as `1s`",
            ),
            ("EVERYCASE_SIZE", "-1", "EVERYCASE_SIZE: found `-1`, expected a size such as `9`"),
            ("EVERYCASE_TESTS", "0", "EVERYCASE_TESTS: found `0 tests`, expected at least 1 test"),
            (
                "EVERYCASE_TESTS",
                "1e3",
                "EVERYCASE_TESTS: found `1e3`, expected a number of tests such as `1000`",
            ),
            ("EVERYCASE_JOBS", "0", "EVERYCASE_JOBS: found `0 jobs`, expected 1 to 1024 threads"),
            (
                "EVERYCASE_SEED",
                "lucky",
                "EVERYCASE_SEED: found `lucky`, expected a seed from 0 to 18446744073709551615, or hexadecimal after `0x`",
            ),
            (
                "EVERYCASE_SHARD",
                "4/4",
                "EVERYCASE_SHARD: found `4/4`, expected a part `k/n` counted from 0, such as `0/4` or `3/4`",
            ),
            ("EVERYCASE_ISOLATE", "maybe", "EVERYCASE_ISOLATE: found `maybe`, expected `1` or `0`"),
            (
                "EVERYCASE_CASE_TIME",
                "0s",
                "EVERYCASE_CASE_TIME: found `no time for a case`, expected a time of more than zero, such as `5s`, or `off` for no limit",
            ),
        ] {
            assert_eq!(env_error(name, value), message);
        }
    }

    #[test]
    fn a_mistyped_variable_is_an_error_and_a_foreign_one_is_not() {
        assert_eq!(
            env_error("EVERYCASE_TIMES", "1s"),
            "EVERYCASE_TIMES sets nothing; did you mean EVERYCASE_TIME? (unset it, or correct it)"
        );
        assert_eq!(env(&[("EVERYCASE_DEPLOYMENT_TARGET", "moon")]), Ok(Settings::default()));
    }

    #[test]
    fn the_first_source_that_speaks_wins() {
        let attribute = Settings { tests: Some(10), seed: Some(1), ..Settings::default() };
        let file = Settings { tests: Some(20), seed: Some(2), size: Some(3), ..Settings::default() };
        let merged = env(&[("EVERYCASE_TESTS", "5")]).unwrap().or(attribute).or(file);
        assert_eq!((merged.tests, merged.seed, merged.size), (Some(5), Some(1), Some(3)));
    }

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
        let off = env(&[("EVERYCASE_CASE_TIME", "off")]).unwrap().fill("p");
        assert_eq!(off.case_time, None);
    }
}
