//! What a test prints.

use std::fmt::Write;

use everycase_check::check::{Checked, Counterexample, Minimal, Unreached};
use everycase_check::duration;
use everycase_check::number::{counted, percent, small};
use everycase_check::phase::Phase;
use everycase_check::regressions::Addition;
use everycase_check::settings::Plan;
use everycase_check::verdict::Cause;

use super::details::Details;
use super::scope::Written;

/// From this share of discarded inputs on, a property that holds is told to say little.
const NEARLY_ALL: u64 = 95;

/// A report in the making.
pub(crate) struct Report<'a> {
    pub(crate) name: &'a str,
    pub(crate) plan: &'a Plan,
    pub(crate) has_inputs: bool,
    /// Whether functions among the inputs are counted as case trees, several of which may be the same function.
    pub(crate) has_case_trees: bool,
    /// What else there is to tell: files that could not be written, saved inputs that are stale.
    pub(crate) notes: Vec<String>,
}

impl Report<'_> {
    /// The property holds as far as it was checked.
    pub(crate) fn holds(&self, checked: &Checked) -> String {
        let mut out = format!("property `{}` holds: {}", self.name, self.spent(checked));
        let (inputs, discarded) = (checked.coverage.inputs(), checked.coverage.discards());
        // To leave out what is discarded is what a lazy property is for.
        let few = !checked.coverage.lazily && inputs > 0;
        if few && u128::from(discarded) * 100 >= u128::from(inputs) * u128::from(NEARLY_ALL) {
            let share = percent(discarded, inputs);
            let _ = write!(
                out,
                "\n  it says little: {share} of its inputs were discarded, and {} tested; \
                 a space of its own (`#[from(..)]`) could hold the others only",
                counted(inputs - discarded, "input")
            );
        }
        if checked.stats.has_demands() && !checked.coverage.tells_shares() {
            out.push_str(
                "\n  the shares it demands are of the whole run: no part can tell whether they are met",
            );
        }
        self.end(out, checked)
    }

    /// It has a counterexample.
    pub(crate) fn fails(&self, checked: &Checked, found: &Counterexample, details: &Details) -> String {
        let mut out = format!("property `{}` fails:\n\n", self.name);
        write_input(&mut out, found, details);
        let _ = write!(out, "  {}\n  replay: {}", self.how_found(checked, found), details.replay);
        if let Some((addition, path)) = &details.saved {
            let saved = match addition {
                Addition::Added => "saved, to be run first next time",
                Addition::Known => "saved already",
            };
            let _ = write!(out, "\n  {saved}: {path}");
        }
        if let Some(backtrace) = &found.failure.backtrace {
            let _ = write!(out, "\n\nstack backtrace:\n{}", own_frames(&backtrace.to_string()));
        }
        self.with_notes(out)
    }

    /// It has a counterexample, and that is as it should be.
    pub(crate) fn fails_as_it_should(
        &self,
        checked: &Checked,
        found: &Counterexample,
        details: &Details,
    ) -> String {
        let mut out = format!("property `{}` fails, as it should:\n\n", self.name);
        write_input(&mut out, found, details);
        let _ = write!(out, "  {}", self.how_found(checked, found));
        self.with_notes(out)
    }

    /// It should have a counterexample, and none was found.
    pub(crate) fn should_have_failed(&self, checked: &Checked) -> String {
        let out = format!(
            "property `{}` should fail (`should_fail`), but no counterexample was found: {}",
            self.name,
            self.spent(checked)
        );
        self.end(out, checked)
    }

    /// It was never put to the test; `empty` names a parameter without values.
    pub(crate) fn unreached<'e>(
        &self,
        checked: &Checked,
        why: &Unreached,
        empty: impl Fn() -> Option<&'e str>,
    ) -> String {
        let why = match why {
            Unreached::NoValues => {
                let because = empty().map(|empty| format!(", because `{empty}` has no finite values"));
                format!("there are no inputs{}", because.unwrap_or_default())
            }
            Unreached::TooSmall { bound, smallest } => {
                let smallest =
                    smallest.map(|size| format!("; the smallest is of size {size}")).unwrap_or_default();
                format!(
                    "no input is of size {bound} or less{smallest} (the bound is set by EVERYCASE_SIZE, \
                     `#[property(size = ..)]` or everycase.toml)"
                )
            }
            Unreached::NoTime => "time was up before any input was run to its end".to_owned(),
            Unreached::NoneDecided => {
                format!("a limit was met on every input that was not discarded ({})", checked.coverage)
            }
            Unreached::AllDiscarded => {
                let all = match checked.coverage.inputs() {
                    1 => "its only input was".to_owned(),
                    inputs => format!("all of its {} inputs were", small(inputs)),
                };
                format!(
                    "{all} discarded, so its assumption may be one that nothing meets ({})",
                    checked.coverage
                )
            }
        };
        self.end(format!("property `{}` was never put to the test: {why}", self.name), checked)
    }

    /// Shares of inputs it demands are missed.
    pub(crate) fn undershot(&self, checked: &Checked, missed: &[String]) -> String {
        let mut out = format!("property `{}` holds, but not for the inputs it demands:", self.name);
        for missed in missed {
            let _ = write!(out, "\n  {missed}");
        }
        let _ = write!(out, "\n  {}", self.spent(checked));
        self.end(out, checked)
    }

    fn how_found(&self, checked: &Checked, found: &Counterexample) -> String {
        let seed = self.plan.seed;
        let how = match found.phase {
            Phase::RoundTrip => {
                "found before the first test, when inputs were decoded and encoded back".to_owned()
            }
            Phase::Replay if self.plan.replay.is_some() => "the input replayed".to_owned(),
            Phase::Replay => "an input that failed before".to_owned(),
            Phase::Exhaustive => "found by exhaustive search".to_owned(),
            Phase::Sampling => format!("found by random sampling (seed {seed})"),
            Phase::Edges => format!("found among the edge inputs (seed {seed})"),
        };
        let how_small = match found.minimal {
            Minimal::Size => "; no smaller input fails",
            Minimal::Locally => "; shrunk until no simpler input next to it failed",
            Minimal::No if self.plan.replay.is_some() => "",
            Minimal::No => "; not shrunk to the end",
        };
        format!("{how}{how_small}; {} in {}", counted(found.tests, "test"), duration::show(checked.time))
    }

    fn spent(&self, checked: &Checked) -> String {
        let covered =
            if self.has_inputs { checked.coverage.to_string() } else { "1 case, no inputs".to_owned() };
        // Without draws the seed has played no part.
        let seed = if checked.coverage.samples.is_empty() && checked.coverage.drawn.is_empty() {
            String::new()
        } else {
            format!(", seed {}", self.plan.seed)
        };
        let counted_as = if self.has_case_trees { "; functions as case trees" } else { "" };
        format!("{covered}{counted_as} (in {}{seed})", duration::show(checked.time))
    }

    fn end(&self, mut out: String, checked: &Checked) -> String {
        let stats = checked.stats.to_string();
        if !stats.is_empty() {
            let _ = write!(out, "\n{stats}");
        }
        self.with_notes(out)
    }

    fn with_notes(&self, mut out: String) -> String {
        for note in &self.notes {
            let _ = write!(out, "\n  note: {note}");
        }
        out
    }
}

/// The frames of a stack trace from the panic to the property, without those of whoever runs it.
fn own_frames(trace: &str) -> String {
    // A frame is a line with its number and name, and perhaps another with its place.
    let mut frames: Vec<String> = Vec::new();
    for line in trace.lines() {
        match frames.last_mut() {
            Some(frame) if line.trim_start().starts_with("at ") => *frame = format!("{frame}\n{line}"),
            _ => frames.push(line.to_owned()),
        }
    }
    let panics = ["rust_begin_unwind", "core::panicking::", "std::panicking::begin_panic"];
    let first = frames.iter().position(|frame| panics.iter().any(|name| frame.contains(name))).unwrap_or(0);
    let own = frames[first..].iter().take_while(|frame| !frame.contains("everycase::runner::"));
    own.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// The input and what the property did with it.
fn write_input(out: &mut String, found: &Counterexample, details: &Details) {
    let Written { uses, statements, caveats } = &details.written;
    if !caveats.is_empty() {
        let caveats = caveats.join("; ");
        let _ = writeln!(
            out,
            "    // may not compile here: {caveats}; the replay line below runs it all the same"
        );
    }
    for line in uses.iter().chain(statements) {
        let _ = writeln!(out, "{}", indented(line));
    }
    if statements.is_empty() {
        out.push_str("    // it has no inputs\n");
    }
    if !details.looked_at.is_empty() {
        let _ = writeln!(out, "\n{}", indented(&format!("looked at: {}", details.looked_at.join("; "))));
    }
    let _ = writeln!(out, "\n{}", indented(&found.failure.to_string()));
    if let Cause::Hung(_) = found.failure.cause {
        out.push_str(
            "    (the limit is set by EVERYCASE_CASE_TIME, `#[property(case_time = \"..\")]` or everycase.toml)\n",
        );
    }
    if found.flaky {
        out.push_str(
            "    but not when it was run on this input once more: it depends on more than its inputs\n",
        );
    }
    out.push('\n');
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::own_frames;

    #[test]
    fn a_stack_trace_is_cut_to_what_is_the_reader_s() {
        let trace = "   0: everycase::runner::panics::note\n   1: std::panicking::rust_panic_with_hook\n   \
                     2: core::panicking::panic_fmt\n             at /rustc/panicking.rs:80:14\n   \
                     3: my::property\n             at ./src/lib.rs:3:5\n   4: everycase::runner::panics::verdict\n   5: main";
        let own = own_frames(trace);
        assert!(own.starts_with("   2: core::panicking::panic_fmt\n             at /rustc"), "{own}");
        assert!(own.ends_with("   3: my::property\n             at ./src/lib.rs:3:5"), "{own}");
        assert_eq!(own_frames("disabled backtrace"), "disabled backtrace");
    }
}
