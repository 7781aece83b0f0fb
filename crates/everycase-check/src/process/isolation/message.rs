//! Messages of a child to its parent, as text.

use std::time::Duration;

use crate::check::{CheckResult, Counterexample, Finding, Minimal};
use crate::claims::stream::Stream;
use crate::run::verdict::{Cause, Failure, ToolLimit, Verdict};
use crate::text::encoding;

/// The result of a child.
#[derive(Debug, Clone, PartialEq)]
pub enum ChildMessage {
    /// The whole run is over: its report as the front end writes it, or why it could not be made.
    Ended(Result<String, String>),
    /// The property fails on an input that only the parent can shrink: it hangs, or it keeps state
    /// between its runs.
    Found {
        /// The stream of the run.
        stream: Stream,
        /// The number of inputs run up to it.
        tests: u64,
        /// The input.
        input: Vec<u64>,
        /// How the property fails on it.
        failure: Box<Failure>,
    },
    /// The verdict on the single input.
    Said(Verdict),
    /// The single input as the front end writes it.
    Written(String),
}

impl ChildMessage {
    /// Returns the failure that a run in a child has found, if only the parent can shrink it.
    pub fn found(checked: &CheckResult) -> Option<ChildMessage> {
        let Finding::Counterexample(found) = &checked.finding else { return None };
        let Counterexample { stream, tests, input, failure, minimal, keeps_state, .. } = &**found;
        (*keeps_state || failure.is_hang() && *minimal == Minimal::No).then(|| ChildMessage::Found {
            stream: *stream,
            tests: *tests,
            input: input.words(),
            failure: Box::new(failure.clone()),
        })
    }

    /// Returns a line with its kind, then its text.
    pub(super) fn to_text(&self) -> String {
        let text = |kind: &str, text: &str| format!("{kind}\n{text}");
        match self {
            ChildMessage::Ended(Ok(report)) => text("ended", report),
            ChildMessage::Ended(Err(why)) => text("cannot be run", why),
            ChildMessage::Found { stream, tests, input, failure } => {
                let failed = ChildMessage::Said(Verdict::Failed(failure.clone())).to_text();
                text("found", &format!("{}\n{tests}\n{}\n{failed}", stream.name(), encoding::to_text(input)))
            }
            ChildMessage::Written(written) => text("written", written),
            ChildMessage::Said(Verdict::Passed) => text("passed", ""),
            ChildMessage::Said(Verdict::Discarded) => text("discarded", ""),
            ChildMessage::Said(Verdict::Undecided(undecided)) => {
                let kind = if undecided.may_fail { "undecided, may fail" } else { "undecided" };
                text(kind, &undecided.message)
            }
            ChildMessage::Said(Verdict::Failed(failure)) => match &failure.cause {
                Cause::Limit { message, .. } => text("met a limit", message),
                Cause::Returned(what) => text("returned", what),
                Cause::Hung(limit) => text("hung", &limit.as_nanos().to_string()),
                Cause::Died(how) => text("died", how),
                Cause::NotDeterministic([one, other]) => {
                    text("not deterministic", &format!("{one}\0{other}"))
                }
                Cause::Panicked { message, location: None } => text("panicked", message),
                Cause::Panicked { message, location: Some(location) } => {
                    text("panicked at", &format!("{location}\n{message}"))
                }
            },
        }
    }

    pub(super) fn from_text(message: &str) -> Option<ChildMessage> {
        let (kind, text) = message.split_once('\n')?;
        let own = || text.to_owned();
        let cause = match kind {
            "ended" => return Some(ChildMessage::Ended(Ok(own()))),
            "cannot be run" => return Some(ChildMessage::Ended(Err(own()))),
            "found" => return ChildMessage::found_from(text),
            "written" => return Some(ChildMessage::Written(own())),
            "passed" => return Some(ChildMessage::Said(Verdict::Passed)),
            "discarded" => return Some(ChildMessage::Said(Verdict::Discarded)),
            "undecided" | "undecided, may fail" => {
                let may_fail = kind != "undecided";
                let undecided = ToolLimit { message: own(), location: None, may_fail };
                return Some(ChildMessage::Said(Verdict::Undecided(Box::new(undecided))));
            }
            "met a limit" => Cause::Limit { message: own(), location: None },
            "returned" => Cause::Returned(own()),
            "hung" => Cause::Hung(Duration::from_nanos(text.parse().ok()?)),
            "died" => Cause::Died(own()),
            "not deterministic" => {
                let (one, other) = text.split_once('\0')?;
                Cause::NotDeterministic([one.to_owned(), other.to_owned()])
            }
            "panicked" => Cause::Panicked { message: own(), location: None },
            "panicked at" => {
                let (location, message) = text.split_once('\n')?;
                Cause::Panicked { message: message.to_owned(), location: Some(location.to_owned()) }
            }
            _ => return None,
        };
        Some(ChildMessage::Said(Verdict::Failed(Box::new(Failure::of(cause)))))
    }

    fn found_from(text: &str) -> Option<ChildMessage> {
        let [stream, tests, input, failed] = text.splitn(4, '\n').collect::<Vec<_>>().try_into().ok()?;
        let stream = Stream::ALL.into_iter().find(|known| known.name() == stream)?;
        let Some(ChildMessage::Said(Verdict::Failed(failure))) = ChildMessage::from_text(failed) else {
            return None;
        };
        let (tests, input) = (tests.parse().ok()?, encoding::from_text(input)?);
        Some(ChildMessage::Found { stream, tests, input, failure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let two_lines = || "two\nlines".to_owned();
        let failed = |cause| ChildMessage::Said(Verdict::Failed(Box::new(Failure::of(cause))));
        let undecided = |may_fail| {
            ChildMessage::Said(Verdict::Undecided(Box::new(ToolLimit {
                message: two_lines(),
                location: None,
                may_fail,
            })))
        };
        for message in [
            ChildMessage::Ended(Ok(two_lines())),
            ChildMessage::Ended(Err(two_lines())),
            ChildMessage::Found {
                stream: Stream::Structures,
                tests: 7,
                input: vec![1, 0, 255],
                failure: Box::new(Failure::of(Cause::Returned(two_lines()))),
            },
            ChildMessage::Said(Verdict::Passed),
            ChildMessage::Said(Verdict::Discarded),
            ChildMessage::Written(two_lines()),
            undecided(false),
            undecided(true),
            failed(Cause::Returned(two_lines())),
            failed(Cause::Hung(Duration::from_millis(1500))),
            failed(Cause::Limit { message: two_lines(), location: None }),
            failed(Cause::Died("signal 9 (SIGKILL)".to_owned())),
            failed(Cause::NotDeterministic(["passed".to_owned(), two_lines()])),
            failed(Cause::Panicked { message: two_lines(), location: None }),
            failed(Cause::Panicked { message: two_lines(), location: Some("src/lib.rs:1:2".to_owned()) }),
        ] {
            assert_eq!(ChildMessage::from_text(&message.to_text()), Some(message));
        }
        assert_eq!(ChildMessage::from_text(""), None);
        assert_eq!(ChildMessage::from_text("sings\n"), None);
    }
}
