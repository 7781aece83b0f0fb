//! A counterexample in the report: its source, how to replay it, where it is saved.

use std::sync::Arc;

use everycase_check::check::Counterexample;
use everycase_check::report::saved_failures::{PROPERTY, SavedFailures};
use everycase_check::report::{Example, Input};
use everycase_check::run::verdict::Cause;
use everycase_check::settings::Plan;
use everycase_kernel::Derivation;

use super::guarded::guarded;
use super::isolated;
use super::run::{Keep, Test};
use super::scope::Statements;
use super::source;

/// How to change the time limit for one input.
const LIMIT: &str =
    "the limit is set by EVERYCASE_CASE_TIME, `#[property(case_time = \"..\")]` or everycase.toml";

impl Test<'_> {
    /// Returns a counterexample to be shown, and saves it.
    ///
    /// # Errors
    /// If its inputs cannot be enumerated.
    pub(crate) fn example(&self, plan: &Plan, found: &Counterexample) -> Result<Example, String> {
        let Statements { mut uses, statements, caveats } = self.written(plan, &found.input);
        if !self.shown_for.is_empty() {
            uses.insert(0, format!("// {}", self.shown_for.join(", ")));
        }
        let looked_at = self.looked_at(plan, found);
        let kept = self.kept()?;
        // This test can only be an ignored one if ignored tests are run.
        let ignored = std::env::args().any(|arg| arg == "--ignored" || arg == "--include-ignored");
        let failure = &found.failure;
        let place = match &failure.cause {
            Cause::Panicked { location, .. } | Cause::Limit { location, .. } => location.clone(),
            Cause::Returned(_) | Cause::Hung(_) | Cause::Died(_) | Cause::NotDeterministic(_) => None,
        };
        let message = failure.to_string();
        let fault = if failure.is_hang() { format!("{message}\n{LIMIT}") } else { message.clone() };
        let inputs = self.inputs(statements, &looked_at);
        let excerpt = self.body.zip(place.as_deref());
        let excerpt = excerpt.map(|(body, place)| source::excerpt(&self.site, &body, place, &inputs));
        let mut example = Example {
            inputs,
            excerpt: excerpt.unwrap_or_default(),
            uses,
            caveats,
            message,
            place,
            fault,
            backtrace: failure.backtrace.as_ref().map(|backtrace| own_frames(&backtrace.to_string())),
            derivation: Some(kept.token(&found.input)),
            ..Example::default()
        };
        kept.keep(plan, found, &mut example);
        let replay = kept.replay(found, &example);
        example.replay = Some(match self.keep {
            Keep::File => format!("{replay} {}", self.site.command(ignored)),
            Keep::Nothing => format!("{replay}, running this test only"),
        });
        Ok(example)
    }

    /// Returns the saved failures of this property.
    pub(crate) fn kept(&self) -> Result<SavedFailures, String> {
        Ok(SavedFailures {
            file: (self.keep == Keep::File).then(|| self.regressions()),
            kind: PROPERTY,
            site: self.site.full_name(),
            fingerprint: self.fingerprint()?,
        })
    }

    /// Returns the inputs for these statements.
    pub(crate) fn inputs(&self, statements: Vec<String>, looked_at: &[(String, String)]) -> Vec<Input> {
        let names = self.parameters.names().chain(std::iter::repeat(""));
        let input = |(name, statement): (&str, String)| Input {
            name: name.to_owned(),
            value: value(&statement).to_owned(),
            looked_at: looked_at.iter().find(|(own, _)| own == name).map(|(_, seen)| seen.clone()),
            statement: Some(statement),
            ..Input::default()
        };
        names.zip(statements).map(input).collect()
    }

    /// Prints an input. If the user's code fails to, the result says so.
    pub(crate) fn written(&self, plan: &Plan, input: &Derivation) -> Statements {
        let Some(parent) = &self.parent else {
            return self.parameters.write_guarded(input, |write| {
                guarded((&self.threads(), plan.depth.stack()), plan.case_time, write)
            });
        };
        let parameters = u32::try_from(self.parameters.len()).unwrap_or(u32::MAX);
        isolated::written(parent, input, parameters).unwrap_or_else(|why| {
            let why = why.replace('\n', " ");
            let what = format!("// the input cannot be printed: the code that makes or prints it {why}");
            Statements { uses: Vec::new(), statements: vec![what], caveats: Vec::new() }
        })
    }

    /// Returns the parameters that the property has not looked at completely, with the parts it
    /// has.
    fn looked_at(&self, plan: &Plan, found: &Counterexample) -> Vec<(String, String)> {
        let Some(seen) = found.failure.seen.clone() else { return Vec::new() };
        let (parameters, input) = (Arc::clone(&self.parameters), found.input.clone());
        let excerpt = move || parameters.excerpt(seen.at(), &input);
        // Unprintable values are reported by the statement.
        guarded((&self.threads(), plan.depth.stack()), plan.case_time, excerpt).unwrap_or_default()
    }
}

/// Returns the value in `let name: Type = value;`.
fn value(statement: &str) -> &str {
    let value = statement.strip_prefix("let ").and_then(|rest| Some(rest.split_once(" = ")?.1));
    value.map_or(statement, |value| value.strip_suffix(';').unwrap_or(value))
}

/// Returns the frames of a backtrace from the panic to the property, without frames of the runner.
fn own_frames(trace: &str) -> String {
    // A frame is a line with its number and name, and possibly another line with its place.
    let mut frames: Vec<String> = Vec::new();
    for line in trace.lines() {
        match frames.last_mut() {
            Some(frame) if line.trim_start().starts_with("at ") => *frame = format!("{frame}\n{line}"),
            _ => frames.push(line.to_owned()),
        }
    }
    let panics = ["rust_begin_unwind", "core::panicking::", "std::panicking::begin_panic"];
    let first = frames.iter().position(|frame| panics.iter().any(|name| frame.contains(name))).unwrap_or(0);
    let ours = ["everycase::runner::", "everycase::panics::"];
    let own = frames[first..].iter().take_while(|frame| !ours.iter().any(|name| frame.contains(name)));
    own.map(String::as_str).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{own_frames, value};

    #[test]
    fn a_stack_trace_is_cut_to_what_is_the_reader_s() {
        let trace = "   0: everycase::panics::note\n   1: std::panicking::rust_panic_with_hook\n   \
                     2: core::panicking::panic_fmt\n             at /rustc/panicking.rs:80:14\n   \
                     3: my::property\n             at ./src/lib.rs:3:5\n   4: everycase::panics::caught\n   5: main";
        let own = own_frames(trace);
        assert!(own.starts_with("   2: core::panicking::panic_fmt\n             at /rustc"), "{own}");
        assert!(own.ends_with("   3: my::property\n             at ./src/lib.rs:3:5"), "{own}");
        assert_eq!(own_frames("disabled backtrace"), "disabled backtrace");
    }

    #[test]
    fn the_value_of_a_statement_stands_behind_its_type() {
        for (statement, expected) in [
            ("let k: u8 = 77;", "77"),
            ("let f: Box<dyn Fn(u8) -> bool> = Box::new(|k| k == 3);", "Box::new(|k| k == 3)"),
            ("// `k` cannot be printed: the code panicked", "// `k` cannot be printed: the code panicked"),
        ] {
            assert_eq!(value(statement), expected);
        }
    }
}
