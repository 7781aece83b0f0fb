//! The text of a setting's value, parsed.

use std::str::FromStr;
use std::time::Duration;

use super::error::{Origin, SettingsError};
use crate::settings::seed::Seed;
use crate::text::duration;

pub(super) fn time(origin: &Origin, text: &str) -> Result<Duration, SettingsError> {
    duration::parse(text).ok_or_else(|| SettingsError::value(origin.clone(), text, duration::EXPECTED))
}

pub(super) fn case_time(origin: &Origin, text: &str) -> Result<Duration, SettingsError> {
    if text.trim() == "off" {
        return Ok(Duration::MAX);
    }
    duration::parse(text).ok_or_else(|| {
        SettingsError::value(
            origin.clone(),
            text,
            "a time such as `10s`, `500ms` or `2m`, or `off` for no limit",
        )
    })
}

pub(super) fn seed(origin: &Origin, text: &str) -> Result<u64, SettingsError> {
    let seed = Seed::parse(text).ok_or_else(|| {
        SettingsError::value(
            origin.clone(),
            text,
            "a seed from 0 to 18446744073709551615, or hexadecimal after `0x`",
        )
    })?;
    Ok(seed.0)
}

pub(super) fn switch(origin: &Origin, text: &str) -> Result<bool, SettingsError> {
    match text.trim() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(SettingsError::value(origin.clone(), text, "`1` or `0`")),
    }
}

pub(super) fn number<N: FromStr>(
    origin: &Origin,
    text: &str,
    expected: &'static str,
) -> Result<N, SettingsError> {
    let digits: String = text.trim().chars().filter(|&c| c != '_' && c != ',').collect();
    let plain = !digits.starts_with('+');
    digits.parse().ok().filter(|_| plain).ok_or_else(|| SettingsError::value(origin.clone(), text, expected))
}
