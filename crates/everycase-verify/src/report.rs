//! The report on a generator: as text and as a record.

use std::fmt::Write;

use everycase_check::duration;
use everycase_check::json::Json;
use everycase_check::number::{counted, small};
use everycase_check::records::Record;
use everycase_check::report::Detail;
use pun::value::Value;

use crate::bounded::{Bounded, End, Missing};
use crate::formula::Open;
use crate::production::Production;
use crate::verifier::Generator;

/// What is known of a generator, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It cannot produce a value of its coverage type.
    Incomplete,
    /// It produces a value outside of its coverage type, and none was found that it cannot produce.
    Unsound,
    /// Nothing was found, but it is not known of some values whether it produces them or whether they belong to the coverage type.
    Undecided,
    /// No value was found that belongs to the coverage type.
    Vacuous,
    /// It produces all values up to a size.
    Covers,
}

impl Verdict {
    /// Returns the word for it in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incomplete => "incomplete",
            Self::Unsound => "unsound",
            Self::Undecided => "undecided",
            Self::Vacuous => "vacuous",
            Self::Covers => "covers",
        }
    }

    /// Returns whether there is something to tell even if only failures are to be told.
    pub fn is_finding(self) -> bool {
        self != Self::Covers
    }
}

impl Bounded {
    /// Returns what is known of the generator, in a word.
    pub fn verdict(&self) -> Verdict {
        if !self.missing.is_empty() {
            Verdict::Incomplete
        } else if self.outside.is_some() {
            Verdict::Unsound
        } else if self.not_found.count > 0 || self.unclear.count > 0 || self.through.is_none() {
            Verdict::Undecided
        } else if self.covered == 0 {
            Verdict::Vacuous
        } else {
            Verdict::Covers
        }
    }

    /// Returns how many values the generator is known to produce, up to which size.
    fn covered(&self) -> String {
        let values = counted(self.covered, "value");
        match self.through {
            Some(_) if self.is_finite && self.missing.is_empty() => {
                format!("all {values}, which are all there are")
            }
            Some(size) => format!("all {values} up to size {size}"),
            None => "no size completely".to_owned(),
        }
    }

    /// Returns the time, and why the check ended early, if it did.
    fn time(&self) -> String {
        let why = match self.end {
            End::Interrupted => ", interrupted",
            End::Whole | End::Missing | End::Size | End::Time => "",
        };
        format!("(in {}{why})", duration::show(self.time))
    }

    /// Returns what is known of the results of the generator.
    fn outputs(&self) -> String {
        match self.outputs_through {
            _ if self.outputs_are_whole => "all its results belong to the coverage type".to_owned(),
            Some(size) => {
                format!(
                    "all its results belong to the coverage type, up to size {size} of arguments and choices"
                )
            }
            None => "it is not known whether its results belong to the coverage type".to_owned(),
        }
    }
}

impl Generator {
    /// Returns the report as text; `file` is the name of the program.
    pub fn text(&self, bounded: &Bounded, file: &str, detail: Detail) -> String {
        let (line, _) = self.program().sources.line_and_column(self.span());
        let mut out = format!("{file}:{line}: {} ", self.name());
        let _ = match bounded.verdict() {
            Verdict::Incomplete => writeln!(out, "is incomplete {}", bounded.time()),
            Verdict::Unsound => writeln!(out, "is unsound {}", bounded.time()),
            Verdict::Undecided => writeln!(out, "is not known to cover its type {}", bounded.time()),
            Verdict::Vacuous => writeln!(
                out,
                "has a coverage type to which no value belongs, up to size {} {}",
                bounded.through.unwrap_or(0),
                bounded.time()
            ),
            Verdict::Covers => writeln!(out, "covers {} {}", bounded.covered(), bounded.time()),
        };
        if let Some(missing) = bounded.missing.first() {
            self.tell_missing(&mut out, missing, bounded);
        }
        if let Some(values) = &bounded.outside {
            let (call, result) = (self.call(values), self.result(values));
            let _ = writeln!(
                out,
                "    `{call}` can produce {result}, which does not belong to its coverage type"
            );
        }
        if let Some((values, production)) = &bounded.not_found.first {
            let (call, result) = (self.call(values), self.result(values));
            let how = match production {
                Production::NotUpTo(size) => format!("no choices up to size {size} produce it"),
                Production::Unknown | Production::Missing | Production::Produced => {
                    "the search for choices that produce it met a limit".to_owned()
                }
            };
            let _ = writeln!(
                out,
                "    not found: that `{call}` produces {result}: {how}{}",
                more(bounded.not_found.count)
            );
        }
        if let Some((values, why)) = &bounded.unclear.first {
            let (call, result) = (self.call(values), self.result(values));
            let why = match why {
                Open::Size(size) => format!("no value up to size {size} decides a quantifier"),
                Open::Fault(fault) => format!("{fault} ({})", self.program().sources.place(fault.span)),
            };
            let _ = writeln!(
                out,
                "    open: whether {result} belongs to the coverage type of `{call}`: {why}{}",
                more(bounded.unclear.count)
            );
        }
        let tells_outputs = bounded.verdict() == Verdict::Covers && bounded.outputs_through.is_none();
        if detail == Detail::Full || tells_outputs {
            if bounded.verdict() != Verdict::Covers {
                let _ = writeln!(out, "    covers {}", bounded.covered());
            }
            if bounded.outside.is_none() {
                let _ = writeln!(out, "    {}", bounded.outputs());
            }
            let _ = writeln!(out, "    {} of the generator", counted(bounded.runs, "run"));
        }
        out
    }

    fn tell_missing(&self, out: &mut String, missing: &Missing, bounded: &Bounded) {
        let (call, result) = (self.call(&missing.values), self.result(&missing.values));
        let smallest = if bounded.unclear.count + bounded.not_found.count == 0 {
            "all smaller values are produced"
        } else {
            "of some smaller values it is not known whether they are produced"
        };
        let _ = writeln!(out, "    `{call}` never produces {result}, which its coverage type promises");
        let _ = writeln!(out, "    no choices of any size do, with integers of up to 128 bits; {smallest}");
        let others = bounded.missing[1..].iter();
        let others: Vec<String> = others
            .map(|other| format!("{} by `{}`", self.result(&other.values), self.call(&other.values)))
            .collect();
        if !others.is_empty() {
            let _ = writeln!(out, "    nor are produced: {}", others.join(", "));
        }
    }

    /// Returns the report as a record; `file` is the name of the program.
    pub fn record(&self, bounded: &Bounded, file: &str) -> Record {
        let (line, _) = self.program().sources.line_and_column(self.span());
        let of = |values: &[Value]| {
            vec![("call", Json::from(self.call(values))), ("result", self.result(values).into())]
        };
        let missing: Vec<Json> = bounded
            .missing
            .iter()
            .map(|missing| {
                let mut fields = of(&missing.values);
                fields.push(("size", missing.size.into()));
                Json::Object(fields)
            })
            .collect();
        let first = |values: Option<&Vec<Value>>| values.map(|values| Json::Object(of(values)));
        Record::new("verification", "generator")
            .with("name", self.name())
            .with("file", file)
            .with("line", line)
            .with("verdict", bounded.verdict().name())
            .with("covered", bounded.covered)
            .with("through", bounded.through)
            .with("finite", bounded.is_finite)
            .with("missing", missing)
            .with("outside", first(bounded.outside.as_ref()))
            .with("not_found", bounded.not_found.count)
            .with("first_not_found", first(bounded.not_found.first.as_ref().map(|(values, _)| values)))
            .with("unclear", bounded.unclear.count)
            .with("first_unclear", first(bounded.unclear.first.as_ref().map(|(values, _)| values)))
            .with("results_through", bounded.outputs_through)
            .with("results_whole", bounded.outputs_are_whole)
            .with("runs", bounded.runs)
            .with("time_s", bounded.time.as_secs_f64())
    }
}

/// Returns how many others there are besides the first of `count`.
fn more(count: u64) -> String {
    if count > 1 { format!("; so for {} others", small(count - 1)) } else { String::new() }
}
