//! Errors in settings, and their messages.

use std::fmt;
use std::path::PathBuf;

use super::profile::PROFILE;

/// The source of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// An environment variable.
    Variable(&'static str),
    /// A property's attribute.
    Attribute,
    /// A place in a settings file; line and column start at 1.
    File {
        /// The file.
        path: PathBuf,
        /// Its line.
        line: usize,
        /// The column in characters.
        column: usize,
    },
}

/// The errors in settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingsError {
    /// An invalid value.
    Value {
        /// Its source.
        origin: Origin,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// An unknown key of the settings file.
    UnknownKey {
        /// Its place.
        origin: Origin,
        /// The key.
        found: String,
        /// The key that was probably meant.
        suggestion: Option<&'static str>,
        /// The known keys.
        known: &'static [&'static str],
    },
    /// A profile that is chosen and does not exist.
    UnknownProfile {
        /// The profile.
        found: String,
        /// The profile that was probably meant.
        suggestion: Option<String>,
        /// The profiles.
        known: Vec<String>,
    },
    /// An unknown environment variable whose name is almost the name of a known one.
    UnknownVariable {
        /// The variable.
        found: String,
        /// The variable that was probably meant.
        suggestion: &'static str,
    },
    /// A part of a run without a number of tests.
    PartWithoutTests,
    /// A settings file that is not TOML.
    Syntax {
        /// The place of the error.
        origin: Origin,
        /// Why.
        why: String,
    },
    /// A settings file that exists but cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

impl SettingsError {
    pub(crate) fn value(origin: Origin, found: &str, expected: &str) -> SettingsError {
        SettingsError::Value { origin, found: found.to_owned(), expected: expected.to_owned() }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Variable(name) => f.write_str(name),
            Origin::Attribute => f.write_str("the attribute `#[property(..)]`"),
            Origin::File { path, line, column } => write!(f, "{}:{line}:{column}", path.display()),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::Value { origin, found, expected } => {
                write!(f, "{origin}: found `{found}`, expected {expected}")
            }
            SettingsError::UnknownKey { origin, found, suggestion, known } => {
                write!(f, "{origin}: unknown setting `{found}`; ")?;
                match suggestion {
                    Some(key) => write!(f, "did you mean `{key}`?"),
                    None => write!(f, "the settings are {}", listed(known)),
                }
            }
            SettingsError::UnknownProfile { found, suggestion, known } => {
                write!(f, "{PROFILE}: there is no profile `{found}`; ")?;
                if let Some(profile) = suggestion {
                    return write!(f, "did you mean `{profile}`?");
                }
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let known = listed(&known);
                write!(
                    f,
                    "the profiles are {known}, and everycase.toml may have others, as `[profile.{found}]`"
                )
            }
            SettingsError::UnknownVariable { found, suggestion } => {
                write!(f, "unknown setting {found}; did you mean {suggestion}? (unset it, or correct it)")
            }
            SettingsError::PartWithoutTests => f.write_str(
                "a part of a run has no limit in time: its budget is a number of tests, so that all parts make the same run on \
                 every machine; add `--tests N`, or EVERYCASE_TESTS=N",
            ),
            SettingsError::Syntax { origin, why } => write!(f, "{origin}: not TOML: {why}"),
            SettingsError::Unreadable { path, why } => {
                write!(f, "{}: cannot be read: {why}", path.display())
            }
        }
    }
}

impl std::error::Error for SettingsError {}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
