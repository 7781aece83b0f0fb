//! A finding: a failing input, how it fails, and what the check knows of it.

use crate::check::{Grouped, Minimal};
use crate::json::Json;
use crate::phase::Phase;
use crate::regressions::Addition;
use crate::shard::Shard;
use crate::verdict::{Cause, Group};

/// The value of one parameter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    /// The parameter.
    pub name: String,
    /// Its value in the source language.
    pub value: String,
    /// The statement that binds it, where that is more than `name = value`.
    pub statement: Option<String>,
    /// What the value evaluates to, if it is a term that is no value.
    pub evaluated: Option<String>,
    /// As much of the value as the property looked at, if that is not all of it; `_` for the rest.
    pub looked_at: Option<String>,
}

/// A failing input and how it fails, as a front end shows them.
#[derive(Debug, Clone, Default)]
pub struct Example {
    /// The input.
    pub inputs: Vec<Input>,
    /// The lines in front of the statements that they need to compile.
    pub uses: Vec<String>,
    /// Why the statements may not compile where the property stands.
    pub caveats: Vec<String>,
    /// How it fails, in one line.
    pub message: String,
    /// Where it fails, as `file:line:column`, where that is known.
    pub place: Option<String>,
    /// How it fails, for a reader.
    pub fault: String,
    /// The values of the calls in the property, for readers and for programs, if requested.
    pub steps: Option<(String, Json)>,
    /// The stack at the failure.
    pub backtrace: Option<String>,
    /// The shape's fingerprint and the derivation, the value of `EVERYCASE_REPLAY`.
    pub derivation: Option<String>,
    /// The command that runs the property on this input only.
    pub replay: Option<String>,
    /// The line for the file of regressions.
    pub regression: Option<String>,
    /// What happened to the regressions file.
    pub saved: Option<Saved>,
}

/// What happened when a failure was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// The file holds it.
    In(Addition, String),
    /// The file could not be written, for this reason.
    Not(String),
}

/// A failing input with what the check knows about it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The input as the front end shows it.
    pub example: Example,
    /// What tells its cause apart from others.
    pub group: Group,
    /// How many runs failed with this cause; none if that is not known, as in a check that ends at its first failure.
    pub count: Option<u64>,
    /// The phase that found it.
    pub phase: Phase,
    /// How far it is minimal.
    pub minimal: Minimal,
    /// Its size.
    pub size: u32,
    /// Inputs run up to it, in their order, by the part of the run that found it.
    pub tests: u64,
    /// That part, if parts were put together.
    pub part: Option<Shard>,
    /// Whether the property passed when it was run on the input again.
    pub flaky: bool,
    /// Whether it exceeded the time limit for one input.
    pub hung: bool,
    /// Whether it ended its process.
    pub died: bool,
}

impl Finding {
    /// Returns a group of failures, with its smallest input as a front end shows it.
    pub fn new(found: Grouped, example: Example) -> Finding {
        let Grouped { group, count, counterexample: found } = found;
        Finding {
            example,
            group,
            count: Some(count),
            phase: found.phase,
            minimal: found.minimal,
            size: found.input.size(),
            tests: found.tests,
            part: None,
            flaky: found.flaky,
            hung: found.failure.is_hang(),
            died: matches!(found.failure.cause, Cause::Died(_)),
        }
    }
}
