//! Saved inputs of a property that has been renamed: their lines have a name that is not the name
//! of a test.

use std::collections::HashSet;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use everycase_check::control::stack::Stack;
use everycase_check::process::isolation::{as_child, is_child};
use everycase_check::report::saved_failures::SavedFailures;
use everycase_check::settings::Plan;

use super::guarded::guarded;
use super::run::Test;
use super::saved_failures::{Once, announce};
use super::site::within_crate;

/// How long the list of tests may take. A harness that knows no lists would run the tests.
const LONGEST_LIST: Duration = Duration::from_secs(5);

impl Test<'_> {
    /// Announces saved inputs that may be of this property under a former name. Each line is
    /// announced only once in a process.
    pub(super) fn announce_renamed(&self, plan: &Plan, saved: &SavedFailures) {
        static ANNOUNCED: Once = Once::new();
        // The parent process does that.
        let others = if is_child() { Vec::new() } else { saved.under_other_names(plan) };
        if others.is_empty() {
            return;
        }
        // If it does not know this test, the list is not one of tests.
        let own = self.site.test_name().replace("r#", "");
        let Some(tests) = tests().filter(|tests| tests.contains(&own)) else { return };
        for (place, name) in others {
            if tests.contains(within_crate(&name)) || !ANNOUNCED.is_first(&place) {
                continue;
            }
            announce(&format!(
                "{place}: saved for `{name}`, which is not a test of this binary; if the property was renamed, \
                 perhaps to `{}`, change the name in the line",
                self.site.name
            ));
        }
    }
}

/// Returns the names of the tests of this program, if it lists them. `r#` is left out.
fn tests() -> Option<&'static HashSet<String>> {
    static TESTS: OnceLock<Option<HashSet<String>>> = OnceLock::new();
    TESTS.get_or_init(|| list().ok()).as_ref()
}

/// Runs this program for the names of its tests.
fn list() -> io::Result<HashSet<String>> {
    let mut command = as_child(Command::new(std::env::current_exe()?));
    command.args(["--list", "--format", "terse"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let stdout = child.stdout.take();
    let text = guarded(("list of tests", Stack::Ordinary), Some(LONGEST_LIST), || {
        let mut text = String::new();
        stdout.map(|mut stdout| stdout.read_to_string(&mut text)).transpose().map(|_| text)
    });
    let _ = child.kill();
    child.wait()?;
    let names = text.map_err(io::Error::other)??;
    let names = names.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(|name| name.replace("r#", "")).collect())
}
