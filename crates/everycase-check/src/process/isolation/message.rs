//! What a child reports to its parent, as text.

use std::time::Duration;

use crate::check::{Checked, Counterexample, Finding, Minimal};
use crate::claims::stream::Stream;
use crate::run::verdict::{Cause, Failure, Undecided, Verdict};
use crate::text::encoding;

/// The result of a child.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// The whole run is over: its report as the front end writes it, or why it could not be made.
    Ended(Result<String, String>),
    /// The property fails on an input that only the parent can shrink: it hangs, or it keeps state between its runs.
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

impl Told {
    /// Returns the failure that a run in a child has found, if only the parent can shrink it.
    pub fn found(checked: &Checked) -> Option<Told> {
        let Finding::Counterexample(found) = &checked.finding else { return None };
        let Counterexample { stream, tests, input, failure, minimal, keeps_state, .. } = &**found;
        (*keeps_state || failure.is_hang() && *minimal == Minimal::No).then(|| Told::Found {
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
            Told::Ended(Ok(report)) => text("ended", report),
            Told::Ended(Err(why)) => text("cannot be run", why),
            Told::Found { stream, tests, input, failure } => {
                let failed = Told::Said(Verdict::Failed(failure.clone())).to_text();
                text("found", &format!("{}\n{tests}\n{}\n{failed}", stream.name(), encoding::to_text(input)))
            }
            Told::Written(written) => text("written", written),
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

    pub(super) fn from_text(told: &str) -> Option<Told> {
        let (kind, text) = told.split_once('\n')?;
        let own = || text.to_owned();
        let cause = match kind {
            "ended" => return Some(Told::Ended(Ok(own()))),
            "cannot be run" => return Some(Told::Ended(Err(own()))),
            "found" => return Told::found_from(text),
            "written" => return Some(Told::Written(own())),
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
        Some(Told::Said(Verdict::Failed(Box::new(Failure::of(cause)))))
    }

    fn found_from(text: &str) -> Option<Told> {
        let [stream, tests, input, failed] = text.splitn(4, '\n').collect::<Vec<_>>().try_into().ok()?;
        let stream = Stream::ALL.into_iter().find(|known| known.name() == stream)?;
        let Some(Told::Said(Verdict::Failed(failure))) = Told::from_text(failed) else { return None };
        let (tests, input) = (tests.parse().ok()?, encoding::from_text(input)?);
        Some(Told::Found { stream, tests, input, failure })
    }
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
            Told::Ended(Ok(two_lines())),
            Told::Ended(Err(two_lines())),
            Told::Found {
                stream: Stream::Structures,
                tests: 7,
                input: vec![1, 0, 255],
                failure: Box::new(Failure::of(Cause::Returned(two_lines()))),
            },
            Told::Said(Verdict::Passed),
            Told::Said(Verdict::Discarded),
            Told::Written(two_lines()),
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
            assert_eq!(Told::from_text(&told.to_text()), Some(told));
        }
        assert_eq!(Told::from_text(""), None);
        assert_eq!(Told::from_text("sings\n"), None);
    }
}
