//! Runs cargo.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::error::Error;

/// Runs cargo in the folder of a driver, whose target directory is there whatever the user has set,
/// and returns its messages.
pub(crate) fn cargo(folder: &Path, arguments: &[&str]) -> Result<(bool, Vec<Value>, String), Error> {
    cargo_with(folder, arguments, None)
}

/// Runs cargo in the folder of a driver; a program runs the compiler, and finds in
/// `EVERYCASE_WRAPPED` the one that the user has chosen for that.
pub(crate) fn cargo_with(
    folder: &Path,
    arguments: &[&str],
    wrapper: Option<&Path>,
) -> Result<(bool, Vec<Value>, String), Error> {
    const WRAPPER: &str = "RUSTC_WRAPPER";
    let mut command = Command::new("cargo");
    command.env("CARGO_TARGET_DIR", folder.join("target"));
    if let Some(wrapper) = wrapper {
        command.env("EVERYCASE_WRAPPED", std::env::var_os(WRAPPER).unwrap_or_default());
        command.env(WRAPPER, wrapper);
    }
    messages(command, folder, arguments)
}

/// Runs cargo as the user would, and returns its messages.
pub(crate) fn plain_cargo(folder: &Path, arguments: &[&str]) -> Result<(bool, Vec<Value>, String), Error> {
    messages(Command::new("cargo"), folder, arguments)
}

fn messages(
    mut command: Command,
    folder: &Path,
    arguments: &[&str],
) -> Result<(bool, Vec<Value>, String), Error> {
    let output = command
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUSTC_BOOTSTRAP")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Tool(format!("cargo cannot be run: {error}")))?;
    let messages = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    Ok((output.status.success(), messages, String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Returns the first lines of a long text.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let is_own = |line: &&str| line.contains("required by package `everycase-driver");
    let lines: Vec<&str> = text.trim_end().lines().filter(|line| !is_own(line)).collect();
    let mut short = lines.iter().take(MOST).copied().collect::<Vec<_>>().join("\n");
    if lines.len() > MOST {
        let _ = write!(short, "\n.. and {} more lines", lines.len() - MOST);
    }
    short
}
