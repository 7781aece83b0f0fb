//! The text that a process in which a test runs alone leaves for the process that started it: its
//! report, or an input as source.

use std::ffi::OsString;

use everycase_check::process::isolation::Parent;
use everycase_check::settings::Plan;
use everycase_kernel::Derivation;

use super::scope::Statements;
use super::site::Site;

/// The report of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Passed(String),
    /// The property failed.
    Failed(String),
    /// The property could not be checked, or was not put to the test as it demands.
    Untested(String),
}

/// What a report begins with.
const PASSED: &str = "passed\n";
const FAILED: &str = "failed\n";
const UNTESTED: &str = "untested\n";

impl End {
    /// Returns the end of a test that fails for one more reason, regardless of the property's
    /// result.
    pub(crate) fn failed(self, why: &str) -> End {
        let (End::Passed(report) | End::Failed(report) | End::Untested(report)) = self;
        End::Untested(format!(
            "{report}
  error: {why}"
        ))
    }

    /// Returns the end with another report before its own.
    pub(crate) fn after(self, before: &str) -> End {
        self.map(|report| format!("{before}\n{report}"))
    }

    fn map(self, change: impl FnOnce(String) -> String) -> End {
        match self {
            End::Passed(report) => End::Passed(change(report)),
            End::Failed(report) => End::Failed(change(report)),
            End::Untested(report) => End::Untested(change(report)),
        }
    }

    pub(crate) fn to_text(&self) -> String {
        match self {
            End::Passed(report) => format!("{PASSED}{report}"),
            End::Failed(report) => format!("{FAILED}{report}"),
            End::Untested(report) => format!("{UNTESTED}{report}"),
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<End> {
        let ends =
            [(PASSED, End::Passed as fn(String) -> End), (FAILED, End::Failed), (UNTESTED, End::Untested)];
        ends.iter().find_map(|(prefix, end)| Some(end(text.strip_prefix(prefix)?.to_owned())))
    }
}

/// Stands between the items of a list, and between lists.
const ITEM: &str = "\u{1f}";
const LIST: &str = "\u{1e}";

impl Statements {
    pub(crate) fn to_text(&self) -> String {
        [&self.uses, &self.statements, &self.caveats].map(|list| list.join(ITEM)).join(LIST)
    }

    fn from_text(text: &str) -> Option<Statements> {
        let list = |text: &str| match text {
            "" => Vec::new(),
            text => text.split(ITEM).map(str::to_owned).collect(),
        };
        let lists: Vec<_> = text.split(LIST).map(list).collect();
        let [uses, statements, caveats] = lists.try_into().ok()?;
        Some(Statements { uses, statements, caveats })
    }
}

/// Returns the parent of a test.
pub(crate) fn parent(site: &Site<'_>, plan: &Plan) -> Parent {
    // The harness may have been told to run ignored tests, or ours by another way.
    let arguments = ["--exact", site.test_name(), "--include-ignored", "--nocapture"];
    Parent::new(site.full_name(), arguments.map(OsString::from).into(), plan)
}

/// Prints an input of some parameters in a process of its own.
///
/// # Errors
/// What went wrong.
pub(crate) fn written(parent: &Parent, input: &Derivation, parameters: u32) -> Result<Statements, String> {
    let text = parent.written(input, parameters)?;
    Statements::from_text(&text).ok_or_else(|| "it is printed in no known form".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_for_the_parent_is_read_back() {
        let two_lines = || "two\nlines".to_owned();
        for end in [End::Passed(two_lines()), End::Failed(two_lines()), End::Untested(two_lines())] {
            assert_eq!(End::from_text(&end.to_text()), Some(end));
        }
        assert_eq!(End::from_text("sings\n"), None);
        for written in [
            Statements {
                uses: Vec::new(),
                statements: vec![two_lines(), "let b = 1;".to_owned()],
                caveats: Vec::new(),
            },
            Statements {
                uses: vec!["use a::B;".to_owned()],
                statements: Vec::new(),
                caveats: vec![two_lines()],
            },
        ] {
            assert_eq!(Statements::from_text(&written.to_text()), Some(written));
        }
    }
}
