//! Settings from the environment.

use std::ffi::OsString;
use std::path::PathBuf;

use super::error::{Origin, SettingsError};
use super::model::Settings;
use super::parse;
use super::profile::PROFILE;
use crate::settings::shard::Shard;
use crate::text::nearest;

/// The known variables.
pub const VARIABLES: [&str; 17] = [
    PROFILE,
    "EVERYCASE_TIME",
    "EVERYCASE_SUITE_TIME",
    "EVERYCASE_SIZE",
    "EVERYCASE_TESTS",
    "EVERYCASE_SEED",
    "EVERYCASE_JOBS",
    "EVERYCASE_CASE_TIME",
    "EVERYCASE_SHRINK_TIME",
    "EVERYCASE_SHARD",
    "EVERYCASE_RECORDS",
    "EVERYCASE_OBSERVE",
    "EVERYCASE_REPLAY",
    "EVERYCASE_ISOLATE",
    "EVERYCASE_REGRESSIONS",
    "EVERYCASE_STRENGTH",
    "EVERYCASE_MIN_STRENGTH",
];

impl Settings {
    /// Returns the settings of the environment.
    ///
    /// # Errors
    /// If the value of a variable is invalid, or its name is almost the name of a known variable.
    pub fn from_env() -> Result<Settings, SettingsError> {
        Settings::from_vars(std::env::vars_os())
    }

    /// Does the same for any list of variables, for tests.
    ///
    /// # Errors
    /// As for [`Settings::from_env`].
    pub(crate) fn from_vars(
        vars: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for (name, value) in vars {
            let Some(name) = name.to_str().filter(|name| name.starts_with("EVERYCASE_")) else { continue };
            let Some(&variable) = VARIABLES.iter().find(|known| **known == name) else {
                // Other programs may have similar variables, but a misspelt one of ours is an
                // error.
                if let Some(suggestion) = nearest(name, &VARIABLES) {
                    return Err(SettingsError::UnknownVariable { found: name.to_owned(), suggestion });
                }
                continue;
            };
            // Many shells and CI systems use an empty variable for an unset one.
            if value.is_empty() {
                continue;
            }
            // It is about the settings of the file.
            if variable == PROFILE {
                continue;
            }
            if variable == "EVERYCASE_RECORDS" {
                settings.records = Some(PathBuf::from(value));
                continue;
            }
            if variable == "EVERYCASE_OBSERVE" {
                settings.observe = Some(PathBuf::from(value));
                continue;
            }
            let origin = Origin::Variable(variable);
            let Some(text) = value.to_str() else {
                return Err(SettingsError::value(origin, &value.to_string_lossy(), "text in UTF-8"));
            };
            match variable {
                "EVERYCASE_TIME" => settings.time = Some(parse::time(&origin, text)?),
                "EVERYCASE_SUITE_TIME" => settings.suite_time = Some(parse::time(&origin, text)?),
                "EVERYCASE_CASE_TIME" => settings.case_time = Some(parse::case_time(&origin, text)?),
                "EVERYCASE_SHRINK_TIME" => settings.shrink_time = Some(parse::time(&origin, text)?),
                "EVERYCASE_SIZE" => settings.size = Some(parse::number(&origin, text, "a size such as `9`")?),
                "EVERYCASE_TESTS" => {
                    settings.tests = Some(parse::number(&origin, text, "a number of tests such as `1000`")?);
                }
                "EVERYCASE_JOBS" => {
                    settings.jobs = Some(parse::number(&origin, text, "a number of threads such as `4`")?);
                }
                "EVERYCASE_SEED" => settings.seed = Some(parse::seed(&origin, text)?),
                "EVERYCASE_ISOLATE" => settings.isolate = Some(parse::switch(&origin, text)?),
                "EVERYCASE_REGRESSIONS" => settings.regressions = Some(parse::switch(&origin, text)?),
                "EVERYCASE_STRENGTH" => settings.strength = Some(parse::switch(&origin, text)?),
                "EVERYCASE_MIN_STRENGTH" => {
                    settings.min_strength = Some(parse::number(&origin, text, "a percentage such as `90`")?);
                }
                "EVERYCASE_SHARD" => {
                    let shard = Shard::parse(text).ok_or_else(|| {
                        SettingsError::value(
                            origin.clone(),
                            text,
                            "a part `k/n` counted from 0, such as `0/4` or `3/4`",
                        )
                    })?;
                    settings.shard = Some(shard);
                }
                _ => settings.replay = Some(text.trim().to_owned()),
            }
            settings.check_ranges(&origin)?;
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
            ("EVERYCASE_SUITE_TIME", "30s"),
            ("EVERYCASE_SIZE", "9"),
            ("EVERYCASE_TESTS", "1_000"),
            ("EVERYCASE_SEED", "0xff"),
            ("EVERYCASE_JOBS", "2"),
            ("EVERYCASE_CASE_TIME", "500ms"),
            ("EVERYCASE_SHRINK_TIME", "3s"),
            ("EVERYCASE_SHARD", "1/4"),
            ("EVERYCASE_RECORDS", "out.ndjson"),
            ("EVERYCASE_OBSERVE", "observed"),
            ("EVERYCASE_REPLAY", "1f:1.0"),
            ("EVERYCASE_ISOLATE", "1"),
            ("EVERYCASE_REGRESSIONS", "0"),
            ("EVERYCASE_STRENGTH", "1"),
            ("EVERYCASE_MIN_STRENGTH", "90"),
            ("HOME", "/home/me"),
        ]);
        let expected = Settings {
            time: Some(Duration::from_secs(10)),
            suite_time: Some(Duration::from_secs(30)),
            size: Some(9),
            tests: Some(1000),
            seed: Some(255),
            jobs: Some(2),
            case_time: Some(Duration::from_millis(500)),
            shrink_time: Some(Duration::from_secs(3)),
            shard: Shard::new(1, 4),
            records: Some(PathBuf::from("out.ndjson")),
            observe: Some(PathBuf::from("observed")),
            replay: Some("1f:1.0".to_owned()),
            should_fail: None,
            isolate: Some(true),
            regressions: Some(false),
            strength: Some(true),
            min_strength: Some(90),
            constants: None,
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
            (
                "EVERYCASE_SHRINK_TIME",
                "0s",
                "EVERYCASE_SHRINK_TIME: found `no time to shrink`, expected a time of more than zero, such as `5s`",
            ),
            ("EVERYCASE_SIZE", "-1", "EVERYCASE_SIZE: found `-1`, expected a size such as `9`"),
            ("EVERYCASE_TESTS", "0", "EVERYCASE_TESTS: found `0 tests`, expected at least 1 test"),
            (
                "EVERYCASE_TESTS",
                "1e3",
                "EVERYCASE_TESTS: found `1e3`, expected a number of tests such as `1000`",
            ),
            ("EVERYCASE_JOBS", "0", "EVERYCASE_JOBS: found `0 jobs`, expected 1 to 256 threads"),
            ("EVERYCASE_JOBS", "257", "EVERYCASE_JOBS: found `257 jobs`, expected 1 to 256 threads"),
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
            (
                "EVERYCASE_MIN_STRENGTH",
                "101",
                "EVERYCASE_MIN_STRENGTH: found `101`, expected a percentage up to 100",
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
            "unknown setting EVERYCASE_TIMES; did you mean EVERYCASE_TIME? (unset it, or correct it)"
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
    fn a_case_may_have_no_limit() {
        let off = env(&[("EVERYCASE_CASE_TIME", "off")]).unwrap().fill("p");
        assert_eq!(off.case_time, None);
    }
}
