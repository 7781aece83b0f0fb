//! A finding: a failing input, how it fails, and what the check knows about it.

use std::time::Duration;

use crate::check::{FailureGroup, Minimal, Readable, Variation};
use crate::claims::stream::Stream;
use crate::regressions::Addition;
use crate::run::verdict::{Cause, Group};
use crate::settings::shard::Shard;

/// The value of one parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    /// The parameter.
    pub name: String,
    /// Its value in the source language.
    pub value: String,
    /// The statement that binds it, if it is more than `name = value`.
    pub statement: Option<String>,
    /// What the value evaluates to, if it is a term and not a value.
    pub evaluated: Option<String>,
    /// The part of the value that the property looked at, with `_` for the rest, if that is not all
    /// of it.
    pub looked_at: Option<String>,
    /// The values in place of this one, in words, with each of which the property fails in the same
    /// way, if the parameter does not matter.
    pub fails_with: Option<String>,
}

/// A call that a property makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// The call.
    pub term: String,
    /// Its value, unless it ends with an error.
    pub value: Option<String>,
    /// The error that it ends with.
    pub error: Option<String>,
    /// The calls within it.
    pub calls: Vec<Step>,
    /// The number of further calls within it.
    pub more: Option<u64>,
}

/// A failing input and how it fails, as a front end shows them.
#[derive(Debug, Clone, Default)]
pub struct Example {
    /// The input.
    pub inputs: Vec<Input>,
    /// The `use` lines that the statements need to compile.
    pub uses: Vec<String>,
    /// Why the statements may not compile beside the property.
    pub caveats: Vec<String>,
    /// How it fails, in one line.
    pub message: String,
    /// Where it fails, as `file:line:column`, if that is known.
    pub place: Option<String>,
    /// How it fails, for a reader.
    pub fault: String,
    /// Lines of the property's source: its head with values beside the parameters, and the line
    /// that fails.
    pub excerpt: Vec<String>,
    /// The values of the calls in the property as text; empty if they are not requested.
    pub explained: String,
    /// The same as data.
    pub steps: Option<Vec<Step>>,
    /// The stack at the failure.
    pub backtrace: Option<String>,
    /// The shape's fingerprint and the derivation, the value of `EVERYCASE_REPLAY`.
    pub derivation: Option<String>,
    /// The command that runs the property on this input only.
    pub replay: Option<String>,
    /// The line for the file of regressions.
    pub regression: Option<String>,
    /// What happened to the regressions file.
    pub saved: Option<SaveResult>,
}

/// What happened when a failure was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveResult {
    /// The file contains it.
    In(Addition, String),
    /// The file could not be written, for this reason.
    Not(String),
}

/// A failing input with what the check knows about it.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is true or false whatever the others are")]
pub struct Finding {
    /// The input as the front end shows it.
    pub example: Example,
    /// What identifies its cause.
    pub group: Group,
    /// The number of runs that failed with this cause; `None` if it is unknown, as in a check that
    /// ends at its first failure.
    pub count: Option<u64>,
    /// The stream that found it.
    pub stream: Stream,
    /// How far it is minimal.
    pub minimal: Minimal,
    /// The size of the smallest input.
    pub size: u32,
    /// What stands in the input that is shown for readability.
    pub readable: Option<Readable>,
    /// The size of that input, if it is another one.
    pub shown_size: Option<u32>,
    /// The number of inputs up to it, in order, that were run by the part of the run that found it.
    pub tests: u64,
    /// That part, in a merged report.
    pub part: Option<Shard>,
    /// Whether the property passed when it was run on the input again.
    pub flaky: bool,
    /// Whether the property keeps state between its runs.
    pub keeps_state: bool,
    /// Whether it exceeded the time limit for one input.
    pub hung: bool,
    /// Whether it ended its process.
    pub died: bool,
    /// How long it took. `None` if that is unknown, as in a merged report.
    pub effort: Option<Effort>,
}

/// How long it took to find and to shrink a failing input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The time from the start of the check to the failure that was found.
    pub found_in: Duration,
    /// The time for which it was shrunk.
    pub shrunk_in: Duration,
    /// If the input is minimal locally, the number of simpler inputs next to it that were run last.
    pub tried: u64,
}

impl Finding {
    /// Returns a group of failures, with its smallest input as a front end shows it.
    pub fn new(found: FailureGroup, mut example: Example) -> Finding {
        let FailureGroup { group, count, counterexample: found } = found;
        for &Variation { parameter, values, are_all } in &found.varied {
            // Terms are one input of another number of parameters.
            if let Some(input) = example.inputs.get_mut(parameter) {
                let smallest = || format!("each of the {values} smallest values");
                input.fails_with = Some(if are_all { "every value".to_owned() } else { smallest() });
            }
        }
        Finding {
            example,
            group,
            count: Some(count),
            stream: found.stream,
            minimal: found.minimal,
            size: found.size(),
            readable: found.readable.map(|readable| readable.shown),
            shown_size: found.readable.map(|_| found.input.size()),
            tests: found.tests,
            part: None,
            flaky: found.flaky,
            keeps_state: found.keeps_state,
            hung: found.failure.is_hang(),
            died: matches!(found.failure.cause, Cause::Died(_)),
            effort: Some(Effort { found_in: found.found_in, shrunk_in: found.shrunk_in, tried: found.tried }),
        }
    }
}
