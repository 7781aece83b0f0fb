//! What a child tells its parent, as text.

use std::time::Duration;

use everycase_check::verdict::{Cause, Failure, Undecided, Verdict};

use crate::runner::run::End;
use crate::runner::scope::Written;

/// Stands between the items of a list, and between lists.
const ITEM: &str = "\u{1f}";
const LIST: &str = "\u{1e}";

/// What a child came to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Told {
    /// The whole run is over: its report, or why it could not be made.
    Ended(Result<End, String>),
    /// The run has met an input that hangs, which the parent can make smaller.
    Hangs,
    /// What the property says of the one input.
    Said(Verdict),
    /// The one input as source.
    Written(Written),
}

impl Told {
    /// Returns a line that says what it is, and its text.
    pub(super) fn to_text(&self) -> String {
        let text = |kind: &str, text: &str| format!("{kind}\n{text}");
        match self {
            Told::Ended(Ok(End::Passed(report))) => text("holds", report),
            Told::Ended(Ok(End::Failed(report))) => text("fails", report),
            Told::Ended(Err(why)) => text("cannot be run", why),
            Told::Hangs => text("hangs", ""),
            Told::Written(written) => {
                let lists = [&written.uses, &written.statements, &written.caveats];
                let lists = lists.map(|list| list.join(ITEM));
                text("written", &lists.join(LIST))
            }
            Told::Said(Verdict::Passed) => text("passed", ""),
            Told::Said(Verdict::Discarded) => text("discarded", ""),
            Told::Said(Verdict::Undecided(undecided)) => {
                let kind = if undecided.may_fail { "undecided, may fail" } else { "undecided" };
                text(kind, &undecided.message)
            }
            Told::Said(Verdict::Failed(failure)) => match &failure.cause {
                Cause::Limit { message, .. } => text("met a limit", message),
                Cause::Returned(what) => text("returned", what),
                Cause::Hung(limit) => text("hung", &limit.as_nanos().to_string()),
                Cause::Died(how) => text("died", how),
                Cause::Panicked { message, location: None } => text("panicked", message),
                Cause::Panicked { message, location: Some(location) } => {
                    text("panicked at", &format!("{location}\n{message}"))
                }
            },
        }
    }

    pub(super) fn from_text(told: &str) -> Option<Told> {
        let (kind, text) = told.split_once('\n')?;
        let own = || text.to_owned();
        let cause = match kind {
            "holds" => return Some(Told::Ended(Ok(End::Passed(own())))),
            "fails" => return Some(Told::Ended(Ok(End::Failed(own())))),
            "cannot be run" => return Some(Told::Ended(Err(own()))),
            "hangs" => return Some(Told::Hangs),
            "written" => return Some(Told::Written(written(text)?)),
            "passed" => return Some(Told::Said(Verdict::Passed)),
            "discarded" => return Some(Told::Said(Verdict::Discarded)),
            "undecided" | "undecided, may fail" => {
                let may_fail = kind != "undecided";
                let undecided = Undecided { message: own(), location: None, may_fail };
                return Some(Told::Said(Verdict::Undecided(Box::new(undecided))));
            }
            "met a limit" => Cause::Limit { message: own(), location: None },
            "returned" => Cause::Returned(own()),
            "hung" => Cause::Hung(Duration::from_nanos(text.parse().ok()?)),
            "died" => Cause::Died(own()),
            "panicked" => Cause::Panicked { message: own(), location: None },
            "panicked at" => {
                let (location, message) = text.split_once('\n')?;
                Cause::Panicked { message: message.to_owned(), location: Some(location.to_owned()) }
            }
            _ => return None,
        };
        Some(Told::Said(Verdict::Failed(Box::new(Failure::of(cause)))))
    }
}

fn written(text: &str) -> Option<Written> {
    let list = |text: &str| match text {
        "" => Vec::new(),
        text => text.split(ITEM).map(str::to_owned).collect(),
    };
    let lists: Vec<_> = text.split(LIST).map(list).collect();
    let [uses, statements, caveats] = lists.try_into().ok()?;
    Some(Written { uses, statements, caveats })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let two_lines = || "two\nlines".to_owned();
        let failed = |cause| Told::Said(Verdict::Failed(Box::new(Failure::of(cause))));
        let undecided = |may_fail| {
            Told::Said(Verdict::Undecided(Box::new(Undecided {
                message: two_lines(),
                location: None,
                may_fail,
            })))
        };
        for told in [
            Told::Ended(Ok(End::Passed(two_lines()))),
            Told::Ended(Ok(End::Failed(two_lines()))),
            Told::Ended(Err(two_lines())),
            Told::Hangs,
            Told::Said(Verdict::Passed),
            Told::Said(Verdict::Discarded),
            Told::Written(Written {
                uses: Vec::new(),
                statements: vec![two_lines(), "let b = 1;".to_owned()],
                caveats: Vec::new(),
            }),
            Told::Written(Written {
                uses: vec!["use a::B;".to_owned()],
                statements: Vec::new(),
                caveats: vec![two_lines()],
            }),
            undecided(false),
            undecided(true),
            failed(Cause::Returned(two_lines())),
            failed(Cause::Hung(Duration::from_millis(1500))),
            failed(Cause::Limit { message: two_lines(), location: None }),
            failed(Cause::Died("signal 9 (SIGKILL)".to_owned())),
            failed(Cause::Panicked { message: two_lines(), location: None }),
            failed(Cause::Panicked { message: two_lines(), location: Some("src/lib.rs:1:2".to_owned()) }),
        ] {
            assert_eq!(Told::from_text(&told.to_text()), Some(told));
        }
        assert_eq!(Told::from_text(""), None);
        assert_eq!(Told::from_text("sings\n"), None);
    }
}
