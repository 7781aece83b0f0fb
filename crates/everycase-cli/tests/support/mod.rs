//! Code that the tests of the command share.

use std::path::Path;
use std::process::{Command, Stdio};

/// The command, run from the root of the workspace.
pub(crate) fn everycase(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_everycase"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    // On GitHub `merge` prints more.
    command.env_remove("GITHUB_ACTIONS");
    command.env("NO_COLOR", "1").env("EVERYCASE_REGRESSIONS", "0").stdin(Stdio::null());
    // Crates that are explored are small: they take longer to optimise than to run.
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    command
}

/// What a process has printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Copies the crate with planted failures into a directory, with a target directory of its own.
#[allow(dead_code, reason = "not every test binary explores crates")]
pub(crate) fn planted(directory: &Path) -> std::path::PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../everycase-crates/tests/planted");
    let copy = directory.join("planted");
    std::fs::create_dir_all(copy.join("src")).expect("a directory");
    for file in ["Cargo.toml", "src/lib.rs"] {
        std::fs::copy(own.join(file), copy.join(file)).expect("a copy");
    }
    copy
}

/// Writes a package of some version with a library, and returns its folder.
#[allow(dead_code, reason = "not every test binary compares versions")]
pub(crate) fn package(directory: &Path, name: &str, version: &str, source: &str) -> std::path::PathBuf {
    let folder = directory.join(format!("{name}-{version}"));
    std::fs::create_dir_all(folder.join("src")).expect("a directory");
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n[workspace]\n");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    std::fs::write(folder.join("src/lib.rs"), source).expect("a source");
    folder
}
