//! Saved failures: reads them from the regressions file to run them first, adds new ones, and
//! replaces shrunk ones.

use everycase_kernel::{Derivation, Derivations};

use crate::check::{Correction, Counterexample};
use crate::claims::stream::Stream;
use crate::regressions::replay;
use crate::regressions::{Addition, Entry, Marks, Regressions, Replay};
use crate::report::{Example, Input, SaveResult};
use crate::run::verdict::Cause;
use crate::settings::Plan;
use crate::system::miri::IS_MIRI;
use crate::text::encoding::Fingerprint;
use crate::text::path;

/// The saved failures of one property.
#[derive(Debug, Clone)]
pub struct SavedFailures {
    /// The file, if there is one.
    pub file: Option<Regressions>,
    /// The kind of what fails: `property`, or a kind defined by another front end.
    pub kind: &'static str,
    /// What fails, with its module.
    pub site: String,
    /// The fingerprint of the shape of its inputs.
    pub fingerprint: Fingerprint,
}

impl SavedFailures {
    /// Returns the inputs to run first, and messages about the file.
    pub fn inputs(&self, plan: &Plan, derivations: &Derivations) -> (Vec<Replay>, Vec<String>) {
        match &self.file {
            Some(file) if is_used(plan) => file.inputs(&self.key(), self.fingerprint, derivations),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Returns the places and the names of saved inputs that may be of this property under a former
    /// name.
    pub fn under_other_names(&self, plan: &Plan) -> Vec<(String, String)> {
        match &self.file {
            Some(file) if is_used(plan) => file.under_other_names(&self.key(), self.fingerprint),
            _ => Vec::new(),
        }
    }

    /// Returns the name in the file: the name of a property, or the kind and the name.
    fn key(&self) -> String {
        if self.kind == PROPERTY { self.site.clone() } else { format!("{}:{}", self.kind, self.site) }
    }

    /// Returns the value of `EVERYCASE_REPLAY` for an input.
    pub fn token(&self, input: &Derivation) -> String {
        replay::token(self.fingerprint, &input.words())
    }

    /// Returns the setting that replays a failing input after it was [kept](Self::keep), for a
    /// command line.
    pub fn replay(&self, found: &Counterexample, example: &Example) -> String {
        let file = self.file.as_ref().filter(|_| matches!(example.saved, Some(SaveResult::In(..))));
        let file = file.and_then(|file| std::path::absolute(file.path()).ok());
        if IS_MIRI {
            return format!("EVERYCASE_REPLAY={}", self.token(&found.input));
        }
        match replay::short(&self.entry(found, example), file.as_deref(), &replay::scratch()) {
            Ok(token) => format!("EVERYCASE_REPLAY={token}"),
            Err(why) => format!("(its input is too long for a command line: {why})"),
        }
    }

    /// Returns a failing input as it is saved.
    fn entry(&self, found: &Counterexample, example: &Example) -> Entry {
        let statements = example.inputs.iter().any(|input| input.statement.is_some());
        let lines: Vec<String> = example.inputs.iter().map(Input::line).collect();
        Entry {
            property: self.key(),
            fingerprint: self.fingerprint,
            words: found.input.words(),
            marks: Marks {
                flaky: found.flaky || found.failure.is_not_deterministic(),
                died: matches!(found.failure.cause, Cause::Died(_)),
            },
            comment: lines.join(if statements { " " } else { ", " }),
        }
    }

    /// Saves a failing input, and notes that in the example. A saved input that was shrunk is
    /// replaced.
    pub fn keep(&self, plan: &Plan, found: &Counterexample, example: &mut Example) {
        let entry = self.entry(found, example);
        example.regression = Some(entry.line());
        // Inputs of the round trip come first in every run anyway, and may pass as inputs of the
        // property.
        let Some(file) = self
            .file
            .as_ref()
            .filter(|_| is_used(plan) && !matches!(found.stream, Stream::RoundTrip | Stream::Example))
            // A busy machine is not a reason to run the input in every run.
            .filter(|_| !(found.flaky && found.failure.is_hang()))
        else {
            return;
        };
        let place = path::show(file.path());
        let shrunk_from = found.shrunk_from.as_ref().map(Derivation::words);
        example.saved = Some(match file.add(&entry, shrunk_from.as_deref()) {
            Ok(Addition::OneMoreFlaky) => {
                SaveResult::Not(format!("{place} has a flaky failure of this property already"))
            }
            Ok(addition) => SaveResult::In(addition, place),
            Err(error) => SaveResult::Not(error.to_string()),
        });
    }
}

/// Returns a note about each saved input on which its property no longer fails.
pub fn about_corrected<'c>(
    saved: &[Replay],
    corrected: impl IntoIterator<Item = &'c Correction>,
) -> Vec<String> {
    let notes = corrected.into_iter().filter_map(|input| {
        let Replay { place, comment, .. } = saved.get(input.place)?;
        let what = if input.is_discarded {
            ": the property discards the input; delete the line"
        } else {
            "; you may delete the line"
        };
        Some(format!("{place}: no longer fails{what} ({comment})"))
    });
    notes.collect()
}

/// The kind of a failing property, which the file omits.
pub const PROPERTY: &str = "property";

/// Returns whether a run reads and writes the file.
fn is_used(plan: &Plan) -> bool {
    plan.regressions && !plan.should_fail && plan.replay.is_none()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use everycase_kernel::{Derivations, Range, Shape};

    use super::*;
    use crate::check::Minimal;
    use crate::run::verdict::Failure;
    use crate::settings::Settings;
    use crate::testing::scratch::Scratch;

    #[test]
    fn findings_of_two_kinds_at_one_site_are_kept_apart() {
        let dir = Scratch::new("kept_kinds");
        let bytes = Derivations::new(Shape::range(Range::unsigned(8)));
        let fingerprint = Fingerprint(bytes.fingerprint().unwrap());
        let file = Some(Regressions::at(dir.path().join("everycase-regressions")));
        let of = |kind| SavedFailures { file: file.clone(), kind, site: "m::f".to_owned(), fingerprint };
        let plan = Settings { tests: Some(1), ..Settings::default() }.fill("m::f");
        let input = |word: u64| bytes.parse(&[word]).unwrap();
        for (kind, word) in [(PROPERTY, 3), ("crash", 9)] {
            let found = Counterexample {
                input: input(word),
                readable: None,
                failure: Failure::of(Cause::Returned("false".to_owned())),
                stream: Stream::Search,
                minimal: Minimal::Size,
                tests: 1,
                flaky: false,
                keeps_state: false,
                shrunk_from: None,
                found_in: Duration::ZERO,
                shrunk_in: Duration::ZERO,
                tried: 0,
                varied: Vec::new(),
            };
            let value = Input { name: "k".to_owned(), value: word.to_string(), ..Input::default() };
            let mut example = Example { inputs: vec![value], ..Example::default() };
            of(kind).keep(&plan, &found, &mut example);
            assert!(example.regression.unwrap().ends_with(&format!(" {word} # k = {word}")));
        }
        for (kind, word) in [(PROPERTY, 3), ("crash", 9)] {
            let (saved, notes) = of(kind).inputs(&plan, &bytes);
            let words: Vec<_> = saved.iter().map(|saved| saved.input.words()).collect();
            assert_eq!((words, notes), (vec![vec![word]], vec![]), "{kind}");
        }
    }
}
