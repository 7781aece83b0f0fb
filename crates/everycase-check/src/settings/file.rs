//! `everycase.toml`: where it is searched for and what it may contain. The only settings that are
//! TOML.

use std::path::{Path, PathBuf};

use toml_span::Span;
use toml_span::value::{Table, ValueInner};

use super::error::{Origin, SettingsError};
use super::model::Settings;
use super::parse;
use super::plan::is_ci;
use super::profile::{PROFILE, Profiles};
use crate::text::nearest;

/// The settings a file may contain. A part (`EVERYCASE_SHARD`) or a records file belongs to one
/// run, not to a project.
const KEYS: [&str; 13] = [
    "time",
    "suite_time",
    "size",
    "tests",
    "seed",
    "jobs",
    "case_time",
    "shrink_time",
    "isolate",
    "regressions",
    "strength",
    "min_strength",
    "constants",
];

/// The table of profiles, each a table of settings.
const PROFILES: &str = "profile";

/// What a file may contain outside of profiles.
const TOP: [&str; KEYS.len() + 1] = {
    let mut top = [PROFILES; KEYS.len() + 1];
    let mut place = 0;
    while place < KEYS.len() {
        top[place] = KEYS[place];
        place += 1;
    }
    top
};

const NAME: &str = "everycase.toml";

/// Returns the `everycase.toml` for a crate: the nearest one from the crate's directory up to the
/// root of its repository, or without one, of its workspace.
fn find(manifest_dir: &Path) -> Option<PathBuf> {
    let ancestors: Vec<&Path> = manifest_dir.ancestors().filter(|dir| !dir.as_os_str().is_empty()).collect();
    let repository =
        ancestors.iter().position(|dir| [".git", ".jj", ".hg"].iter().any(|name| dir.join(name).exists()));
    let root = repository.or_else(|| ancestors.iter().rposition(|dir| is_workspace(dir))).unwrap_or(0);
    ancestors.iter().take(root + 1).map(|dir| dir.join(NAME)).find(|file| file.exists())
}

fn is_workspace(dir: &Path) -> bool {
    std::fs::read_to_string(dir.join("Cargo.toml"))
        .is_ok_and(|text| text.lines().any(|line| line.trim_start().starts_with("[workspace")))
}

impl Settings {
    /// Returns the settings of the crate's `everycase.toml` in the profile that `EVERYCASE_PROFILE`
    /// chooses. Without a file the profiles are `quick`, `default` and `deep`; without a profile
    /// the settings of `default` apply; in continuous integration the settings of `ci`, if it is
    /// there.
    ///
    /// # Errors
    /// If the file cannot be read, is not TOML, or contains invalid settings; if the chosen profile
    /// does not exist.
    pub fn from_file(manifest_dir: &Path) -> Result<Settings, SettingsError> {
        let profiles = find(manifest_dir).map_or_else(|| Ok(Profiles::default()), |path| read(&path))?;
        profiles.choose(std::env::var_os(PROFILE).as_deref(), is_ci())
    }
}

/// Reads a settings file.
///
/// # Errors
/// If the file cannot be read, is not TOML, or contains invalid settings. The error always has a
/// place.
fn read(path: &Path) -> Result<Profiles, SettingsError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| SettingsError::Unreadable { path: path.to_owned(), why: error.to_string() })?;
    File { path, text: &text }.parse()
}

struct File<'a> {
    path: &'a Path,
    text: &'a str,
}

impl File<'_> {
    fn parse(&self) -> Result<Profiles, SettingsError> {
        let mut document = toml_span::parse(self.text).map_err(|error| SettingsError::Syntax {
            origin: self.origin(error.span),
            why: error.to_string(),
        })?;
        let mut profiles = Profiles::default();
        let ValueInner::Table(mut table) = document.take() else { return Ok(profiles) };
        if let Some(mut value) = table.remove(PROFILES) {
            let origin = self.origin(value.span);
            let inner = value.take();
            let expected = "tables of settings, such as `[profile.deep]`";
            let ValueInner::Table(tables) = inner else {
                return Err(SettingsError::value(origin, &shown(&inner), expected));
            };
            for (name, mut value) in tables {
                let origin = self.origin(value.span);
                match value.take() {
                    ValueInner::Table(table) => {
                        profiles.own.insert(name.name.into_owned(), self.settings(table, &KEYS)?);
                    }
                    other => return Err(SettingsError::value(origin, &shown(&other), expected)),
                }
            }
        }
        profiles.common = self.settings(table, &TOP)?;
        Ok(profiles)
    }

    /// Returns the settings of a table, which may contain these keys.
    fn settings(&self, table: Table<'_>, known: &'static [&'static str]) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for (key, mut value) in table {
            let origin = self.origin(value.span);
            let inner = value.take();
            match key.name.as_ref() {
                "time" => {
                    settings.time = Some(parse::time(
                        &origin,
                        text(&origin, &inner, "a time in quotes, such as `\"10s\"`")?,
                    )?);
                }
                "case_time" => {
                    let text = text(&origin, &inner, "a time in quotes, such as `\"10s\"`, or `\"off\"`")?;
                    settings.case_time = Some(parse::case_time(&origin, text)?);
                }
                "suite_time" => {
                    let text = text(&origin, &inner, "a time in quotes, such as `\"30s\"`")?;
                    settings.suite_time = Some(parse::time(&origin, text)?);
                }
                "shrink_time" => {
                    let text = text(&origin, &inner, "a time in quotes, such as `\"10s\"`")?;
                    settings.shrink_time = Some(parse::time(&origin, text)?);
                }
                "size" => settings.size = Some(natural(&origin, &inner, "a size such as `9`")?),
                "tests" => {
                    settings.tests = Some(natural(&origin, &inner, "a number of tests such as `1000`")?);
                }
                "jobs" => settings.jobs = Some(natural(&origin, &inner, "a number of threads such as `4`")?),
                "isolate" => settings.isolate = Some(switch(&origin, &inner)?),
                "regressions" => settings.regressions = Some(switch(&origin, &inner)?),
                "strength" => settings.strength = Some(switch(&origin, &inner)?),
                "min_strength" => {
                    settings.min_strength = Some(natural(&origin, &inner, "a percentage such as `90`")?);
                }
                "constants" => settings.constants = Some(names(&origin, &inner)?),
                "seed" => {
                    // TOML's integers end at 2^63, so a seed may also be text.
                    settings.seed = Some(match &inner {
                        ValueInner::String(text) => parse::seed(&origin, text)?,
                        other => natural(&origin, other, "a seed such as `7` or `\"0xff\"`")?,
                    });
                }
                unknown => {
                    return Err(SettingsError::UnknownKey {
                        origin: self.origin(key.span),
                        found: unknown.to_owned(),
                        suggestion: nearest(unknown, known),
                        known,
                    });
                }
            }
            settings.check_ranges(&origin)?;
        }
        Ok(settings)
    }

    fn origin(&self, span: Span) -> Origin {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Origin::File {
            path: self.path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

fn text<'v>(origin: &Origin, value: &'v ValueInner<'_>, expected: &str) -> Result<&'v str, SettingsError> {
    value.as_str().ok_or_else(|| SettingsError::value(origin.clone(), &shown(value), expected))
}

fn names(origin: &Origin, value: &ValueInner<'_>) -> Result<Vec<String>, SettingsError> {
    let all =
        value.as_array().and_then(|all| all.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    let expected = "a list of crates, such as `[\"url\"]`";
    all.ok_or_else(|| SettingsError::value(origin.clone(), &shown(value), expected))
}

fn switch(origin: &Origin, value: &ValueInner<'_>) -> Result<bool, SettingsError> {
    match value {
        ValueInner::Boolean(is_on) => Ok(*is_on),
        other => Err(SettingsError::value(origin.clone(), &shown(other), "`true` or `false`")),
    }
}

fn natural<N: TryFrom<i64>>(
    origin: &Origin,
    value: &ValueInner<'_>,
    expected: &str,
) -> Result<N, SettingsError> {
    value
        .as_integer()
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| SettingsError::value(origin.clone(), &shown(value), expected))
}

fn shown(value: &ValueInner<'_>) -> String {
    match value {
        ValueInner::String(text) => format!("{text:?}"),
        ValueInner::Integer(number) => number.to_string(),
        ValueInner::Float(number) => number.to_string(),
        ValueInner::Boolean(boolean) => boolean.to_string(),
        ValueInner::Array(_) => "an array".to_owned(),
        ValueInner::Table(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::page::page;
    use crate::testing::scratch::Scratch;
    use std::time::Duration;

    fn profiles(text: &str) -> Result<Profiles, String> {
        File { path: Path::new("everycase.toml"), text }.parse().map_err(|error| error.to_string())
    }

    fn parse(text: &str) -> Result<Settings, String> {
        profiles(text).map(|profiles| profiles.common)
    }

    #[test]
    fn the_reference_has_every_setting_and_variable() {
        let page = page("docs/guide/reference.md");
        for key in KEYS {
            assert!(page.contains(&format!("\n| `{key}` | ")), "{key}");
        }
        for variable in crate::settings::environment::VARIABLES {
            assert!(page.contains(&format!(" | `{variable}` | ")), "{variable}");
        }
    }

    #[test]
    fn the_schema_has_every_setting_with_examples_and_bounds_that_the_parser_agrees_with() {
        let schema: serde_json::Value =
            serde_json::from_str(&page("docs/schema/everycase.toml.schema.json")).unwrap();
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let keys = |known: &[&str]| sorted(known.iter().map(|&key| key.to_owned()).collect());
        let properties = |table: &serde_json::Value| {
            assert_eq!(table["additionalProperties"], false);
            sorted(table["properties"].as_object().unwrap().keys().cloned().collect())
        };
        let profile = &schema["$defs"]["profile"];
        assert_eq!(properties(&schema), keys(&TOP));
        assert_eq!(properties(profile), keys(&KEYS));
        assert_eq!(schema["properties"][PROFILES]["additionalProperties"]["$ref"], "#/$defs/profile");
        for key in KEYS {
            for table in [&schema, profile] {
                assert_eq!(table["properties"][key]["$ref"], format!("#/$defs/{key}"));
            }
            let definition = &schema["$defs"][key];
            for example in definition["examples"].as_array().unwrap() {
                let settings = parse(&format!("{key} = {example}"));
                assert!(settings.is_ok_and(|settings| settings != Settings::default()), "{key} = {example}");
            }
            for (bound, step) in [("minimum", -1), ("maximum", 1)] {
                if let Some(bound) = definition[bound].as_i64() {
                    assert!(parse(&format!("{key} = {bound}")).is_ok(), "{key} = {bound}");
                    let beyond = bound + step;
                    assert!(parse(&format!("{key} = {beyond}")).is_err(), "{key} = {beyond}");
                }
            }
        }
    }

    #[test]
    fn profiles_are_tables_of_settings() {
        let found =
            profiles("size = 9\n[profile.deep]\ntime = \"5m\"\njobs = 4\n[profile.\"my own\"]\n").unwrap();
        let deep = Settings { time: Some(Duration::from_secs(300)), jobs: Some(4), ..Settings::default() };
        let own =
            [("deep".to_owned(), deep), ("my own".to_owned(), Settings::default())].into_iter().collect();
        assert_eq!(found, Profiles { common: Settings { size: Some(9), ..Settings::default() }, own });
    }

    #[test]
    fn a_file_sets_what_its_keys_say() {
        let settings = parse(
            "# ours\ntime = \"10s\"\nsuite_time = \"30s\"\nsize = 9\ntests = 1_000\nseed = \"0xff\"\njobs = 2\ncase_time = \"off\"\nshrink_time = \"5s\"\nisolate = true\nregressions = false\nstrength = true\nmin_strength = 90\nconstants = [\"url\"]\n",
        );
        let expected = Settings {
            time: Some(Duration::from_secs(10)),
            suite_time: Some(Duration::from_secs(30)),
            size: Some(9),
            tests: Some(1000),
            seed: Some(255),
            jobs: Some(2),
            case_time: Some(Duration::MAX),
            shrink_time: Some(Duration::from_secs(5)),
            isolate: Some(true),
            regressions: Some(false),
            strength: Some(true),
            min_strength: Some(90),
            constants: Some(vec!["url".to_owned()]),
            ..Settings::default()
        };
        assert_eq!(settings, Ok(expected));
        assert_eq!(parse(""), Ok(Settings::default()));
    }

    #[test]
    fn a_malformed_file_says_where_what_and_what_instead() {
        for (text, message) in [
            ("time = 10\n", "everycase.toml:1:8: found `10`, expected a time in quotes, such as `\"10s\"`"),
            (
                "\ntime = \"soon\"\n",
                "everycase.toml:2:9: found `soon`, expected a time such as `10s`, `500ms` or `2m`",
            ),
            ("size = -1", "everycase.toml:1:8: found `-1`, expected a size such as `9`"),
            (
                "seed = \"lucky\"",
                "everycase.toml:1:9: found `lucky`, expected a seed from 0 to 18446744073709551615, or hexadecimal after `0x`",
            ),
            ("jobs = [1]", "everycase.toml:1:8: found `an array`, expected a number of threads such as `4`"),
            ("isolate = 1", "everycase.toml:1:11: found `1`, expected `true` or `false`"),
            ("tests = 0", "everycase.toml:1:9: found `0 tests`, expected at least 1 test"),
            ("size = 9\ntest = 10\n", "everycase.toml:2:1: unknown setting `test`; did you mean `tests`?"),
            (
                "[limits]\nslow = true\n",
                "everycase.toml:1:2: unknown setting `limits`; the settings are `time`, `suite_time`, `size`, `tests`, `seed`, `jobs`, `case_time`, `shrink_time`, `isolate`, `regressions`, `strength`, `min_strength`, `constants` and `profile`",
            ),
            (
                "[profile]\nslow = true\n",
                "everycase.toml:2:8: found `true`, expected tables of settings, such as `[profile.deep]`",
            ),
            (
                "profile = \"deep\"",
                "everycase.toml:1:12: found `\"deep\"`, expected tables of settings, such as `[profile.deep]`",
            ),
            ("[profile.a]\ntest = 1", "everycase.toml:2:1: unknown setting `test`; did you mean `tests`?"),
            ("[profile.a]\ntests = 0", "everycase.toml:2:9: found `0 tests`, expected at least 1 test"),
            (
                "[profile.a.profile]\n",
                "everycase.toml:1:12: unknown setting `profile`; the settings are `time`, `suite_time`, `size`, `tests`, `seed`, `jobs`, `case_time`, `shrink_time`, `isolate`, `regressions`, `strength`, `min_strength` and `constants`",
            ),
            ("[profiles.a]\n", "everycase.toml:1:2: unknown setting `profiles`; did you mean `profile`?"),
        ] {
            assert_eq!(parse(text), Err(message.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_toml_is_an_error_with_a_place_and_never_a_panic() {
        for text in [
            "time = ",
            "time",
            "= 3",
            "size = 9\nsize = 10",
            "[",
            "\"",
            "time = \"10s",
            "a.b.c = ",
            "\u{0}",
            "é = 'ü",
            "size = 99999999999999999999",
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("everycase.toml:"), "{text:?}: {error}");
        }
        // Every prefix and every single damaged byte of a valid file gives an error or a result,
        // not a panic.
        let good = "time = \"10s\"\nsize = 9 # \u{e9}\n[x.y]\nz = [1, {a = 2}]\n";
        for end in (0..good.len()).filter(|&i| good.is_char_boundary(i)) {
            let _ = parse(&good[..end]);
            for damage in ["\"", "[", "=", "\n", "\u{1F600}"] {
                let _ = parse(&format!("{}{damage}{}", &good[..end], &good[end..]));
            }
        }
    }

    #[test]
    fn the_nearest_file_within_the_repository_is_in_charge() {
        let dir = Scratch::new("config");
        let repository = dir.path().join("repo");
        let member = repository.join("crates/member");
        std::fs::create_dir_all(&member).unwrap();
        std::fs::create_dir_all(repository.join(".git")).unwrap();
        std::fs::write(dir.path().join(NAME), "size = 1").unwrap();
        assert_eq!(find(&member), None, "a file outside the repository is not ours");
        std::fs::write(repository.join(NAME), "size = 2").unwrap();
        assert_eq!(find(&member), Some(repository.join(NAME)));
        std::fs::write(member.join(NAME), "size = 3").unwrap();
        assert_eq!(find(&member), Some(member.join(NAME)));
    }

    #[test]
    fn a_workspace_root_ends_the_search_where_there_is_no_repository() {
        let dir = Scratch::new("config_workspace");
        let root = dir.path().join("ws");
        let member = root.join("member");
        std::fs::create_dir_all(&member).unwrap();
        std::fs::write(root.join(NAME), "").unwrap();
        if !dir.path().ancestors().any(|up| up.join(".git").exists()) {
            assert_eq!(find(&member), None, "a lone crate's parent directory is not ours");
            std::fs::write(root.join("Cargo.toml"), "[workspace]\nmembers = [\"member\"]\n").unwrap();
            assert_eq!(find(&member), Some(root.join(NAME)));
        }
    }

    #[test]
    fn an_unreadable_file_is_an_error_that_names_it() {
        let dir = Scratch::new("config_unreadable");
        // A directory with the file's name is not a file.
        std::fs::create_dir(dir.path().join(NAME)).unwrap();
        let error = read(&dir.path().join(NAME)).unwrap_err();
        assert!(error.to_string().contains("everycase.toml: cannot be read: "), "{error}");
    }
}
