//! The program whose tests are the subjects: properties that other tests run in processes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// Returns the program, which is built if it is missing or older than its sources, which are in
/// `crates/everycase/tests/subjects`.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PROGRAM.get_or_init(build).as_ref().unwrap_or_else(|message| panic!("{message}"))
}

/// Stands for the module of the dependency where that has none.
#[allow(dead_code, reason = "the dependency may have the module")]
mod merge {
    pub(super) enum MergeError {}
}

/// Returns the packages that this program was built with.
///
/// A dependency has all features that one of the packages asks for. The command asks for `merge`.
/// With the same packages nothing but the subjects is built.
fn packages() -> &'static [&'static str] {
    // It hides the module above.
    #[allow(unused_imports)]
    use everycase_check::report::*;
    if std::any::type_name::<merge::MergeError>().starts_with("everycase_check") {
        &["--workspace"]
    } else {
        &["--package", "everycase"]
    }
}

/// Builds the program in the profile and the target directory of this one.
fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target directory");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.arg("test").args(packages()).args(["--test", "subjects", "--no-run", "--offline", "--quiet"]);
    cargo.args(["--message-format=json-render-diagnostics", "--target-dir"]).arg(target);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.current_dir(root).output().map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let program = programs.next().filter(|_| output.status.success());
    program.ok_or_else(|| {
        format!("the subjects cannot be built: {cargo:?}\n{}", String::from_utf8_lossy(&output.stderr))
    })
}
