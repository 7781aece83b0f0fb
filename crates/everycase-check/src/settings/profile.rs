//! Profiles: settings of `everycase.toml` that an environment variable chooses.

use std::ffi::OsStr;
use std::time::Duration;

use super::error::{Origin, SettingsError};
use super::model::Settings;
use crate::text::nearest;
use everycase_kernel::sorted::SortedMap;

/// The variable that chooses the profile.
pub(super) const PROFILE: &str = "EVERYCASE_PROFILE";

/// The profiles that are there without a file, and the time of each.
const BUILT_IN: [(&str, Option<Duration>); 3] =
    [("quick", Some(Duration::from_millis(200))), ("default", None), ("deep", Some(Duration::from_secs(60)))];

/// The settings of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Profiles {
    /// Those of all profiles.
    pub(super) common: Settings,
    /// Those of each profile that the file defines.
    pub(super) own: SortedMap<String, Settings>,
}

impl Profiles {
    /// Returns the settings of a profile, given by the value of the variable, completed by the
    /// settings for all profiles. A profile with a time or a number of tests does not take the
    /// other one from there. In continuous integration it is `ci`, if there is one and no other one
    /// is given.
    pub(super) fn choose(mut self, profile: Option<&OsStr>, is_ci: bool) -> Result<Settings, SettingsError> {
        let Some(profile) = profile.filter(|profile| !profile.is_empty()) else {
            // A file may say what `default` means.
            let ci = if is_ci { self.own.remove("ci") } else { None };
            return Ok(match ci.or_else(|| self.own.remove("default")) {
                Some(own) => completed(own, self.common),
                None => self.common,
            });
        };
        let Some(name) = profile.to_str() else {
            let (origin, found) = (Origin::Variable(PROFILE), profile.to_string_lossy());
            return Err(SettingsError::value(origin, &found, "text in UTF-8"));
        };
        if let Some(own) = self.own.remove(name) {
            return Ok(completed(own, self.common));
        }
        match BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
            Some((_, time)) => Ok(completed(Settings { time: *time, ..Settings::default() }, self.common)),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> SettingsError {
        let mut known: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        known.extend(
            self.own.keys().map(String::as_str).filter(|own| BUILT_IN.iter().all(|(name, _)| name != own)),
        );
        SettingsError::UnknownProfile {
            found: name.to_owned(),
            suggestion: nearest(name, &known).map(str::to_owned),
            known: known.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// Returns the settings of a profile, completed by the settings for all profiles.
fn completed(own: Settings, mut common: Settings) -> Settings {
    if own.time.is_some() || own.tests.is_some() {
        (common.time, common.tests) = (None, None);
    }
    own.or(common)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profiles() -> Profiles {
        let common = Settings { tests: Some(1_000), jobs: Some(2), ..Settings::default() };
        let night = Settings { time: Some(Duration::from_secs(3_600)), ..Settings::default() };
        let quick = Settings { jobs: Some(4), ..Settings::default() };
        Profiles {
            common,
            own: [("night".to_owned(), night), ("quick".to_owned(), quick)].into_iter().collect(),
        }
    }

    #[test]
    fn in_continuous_integration_a_profile_of_that_name_is_chosen() {
        let mut profiles = profiles();
        assert_eq!(profiles.clone().choose(None, true), profiles.clone().choose(None, false));
        profiles.own.insert("ci".to_owned(), Settings { tests: Some(3), ..Settings::default() });
        assert_eq!(profiles.clone().choose(None, true).map(|settings| settings.tests), Ok(Some(3)));
        assert_eq!(profiles.clone().choose(None, false).map(|settings| settings.tests), Ok(Some(1_000)));
        let quick = profiles.choose(Some(OsStr::new("quick")), true);
        assert_eq!(quick.map(|settings| settings.jobs), Ok(Some(4)));
    }

    fn chosen(profiles: Profiles, name: &str) -> Result<Settings, String> {
        profiles.choose(Some(OsStr::new(name)), false).map_err(|error| error.to_string())
    }

    #[test]
    fn a_profile_is_completed_by_the_settings_of_all() {
        let common = profiles().common;
        assert_eq!(profiles().choose(None, false), Ok(common.clone()));
        assert_eq!(chosen(profiles(), ""), Ok(common.clone()));
        assert_eq!(chosen(profiles(), "default"), Ok(common.clone()));
        assert_eq!(chosen(profiles(), "quick"), Ok(Settings { jobs: Some(4), ..common.clone() }));
        let hour = Some(Duration::from_secs(3_600));
        assert_eq!(chosen(profiles(), "night"), Ok(Settings { time: hour, tests: None, ..common.clone() }));
        // Built in.
        let minute = Some(Duration::from_secs(60));
        assert_eq!(chosen(profiles(), "deep"), Ok(Settings { time: minute, tests: None, ..common }));
        let alone = chosen(Profiles::default(), "quick").map(|settings| settings.time);
        assert_eq!(alone, Ok(Some(Duration::from_millis(200))));
    }

    #[test]
    fn a_file_may_define_the_default() {
        let own =
            [("default".to_owned(), Settings { size: Some(9), ..Settings::default() })].into_iter().collect();
        let profiles = Profiles { own, ..Profiles::default() };
        assert_eq!(profiles.clone().choose(None, false).map(|settings| settings.size), Ok(Some(9)));
        assert_eq!(chosen(profiles.clone(), "default").map(|settings| settings.size), Ok(Some(9)));
        assert_eq!(chosen(profiles, "deep").map(|settings| settings.size), Ok(None));
    }

    #[test]
    fn an_unknown_profile_is_an_error_that_lists_the_others() {
        for (name, message) in [
            ("deeep", "EVERYCASE_PROFILE: there is no profile `deeep`; did you mean `deep`?"),
            ("nigth", "EVERYCASE_PROFILE: there is no profile `nigth`; did you mean `night`?"),
            (
                "week",
                "EVERYCASE_PROFILE: there is no profile `week`; the profiles are `quick`, `default`, `deep` and `night`, and everycase.toml may have others, as `[profile.week]`",
            ),
        ] {
            assert_eq!(chosen(profiles(), name), Err(message.to_owned()));
        }
    }
}
