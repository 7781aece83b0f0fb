//! The claims of a check, held against what brute force knows.

use std::time::Duration;

use serde_json::Value as Json;

use super::generators::{Generator, Source};
use super::known::Known;
use super::process::Taken;
use super::property::Truth;
use super::terms::Verdict;
use super::values::Value;

/// How a property is checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mode {
    pub(crate) arguments: Vec<String>,
    /// The time that the check has, if it has one.
    pub(crate) time: Option<Duration>,
    pub(crate) jobs: u32,
    pub(crate) size: Option<u32>,
    pub(crate) is_part: bool,
    /// Are failures saved and run first?
    pub(crate) saves: bool,
}

/// A claim that is wrong.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// What kind of claim it is.
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

/// The records of one property.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    pub(crate) failure: Option<Json>,
    pub(crate) finish: Json,
}

impl Records {
    /// Reads records, if they have a last one.
    pub(crate) fn read(text: &str) -> Option<Records> {
        let records = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("it is JSON"));
        let (mut failure, mut finish) = (None, None);
        for record in records {
            match record["event"].as_str() {
                Some("failure") => failure = Some(record),
                Some("finish") => finish = Some(record),
                _ => {}
            }
        }
        Some(Records { failure, finish: finish? })
    }

    pub(crate) fn outcome(&self) -> &str {
        self.finish["outcome"].as_str().unwrap_or_default()
    }

    pub(crate) fn number(&self, field: &str) -> u64 {
        self.finish[field].as_u64().unwrap_or_default()
    }

    /// The inputs of the failure, as they are shown.
    pub(crate) fn shown(&self) -> Vec<&str> {
        let inputs = self.failure.as_ref().and_then(|failure| failure["inputs"].as_array());
        inputs.into_iter().flatten().filter_map(|input| input["value"].as_str()).collect()
    }
}

impl Records {
    /// Says what is wrong about a file of failures after the first run.
    pub(crate) fn not_saved(&self, file: &str) -> Option<Wrong> {
        let detail = match &self.failure {
            None if file.is_empty() => return None,
            None => format!("nothing has failed, but there is a file:\n{file}"),
            Some(failure) => {
                let line = failure["regression"].as_str().unwrap_or_default();
                if file.lines().filter(|own| *own == line).count() == 1 {
                    return None;
                }
                format!("the line is not there once: {line}\n{file}")
            }
        };
        Some(Wrong { kind: "saved", detail })
    }

    /// Says what is wrong if a failure that is run again is not the same failure. A smaller one may take its place if the
    /// first one is not known to be of the smallest size. If it is, one that is shown smaller may, since letters are put into
    /// the smallest input.
    pub(crate) fn not_again(&self, again: &Records, kind: &'static str) -> Option<Wrong> {
        let number =
            |records: &Records, key| records.failure.as_ref().and_then(|failure| failure[key].as_u64());
        let (size, shown) = (
            [self, again].map(|records| number(records, "size")),
            [self, again].map(|records| number(records, "shown_size").or(number(records, "size"))),
        );
        let is_smallest = self.failure.as_ref().is_some_and(|failure| failure["minimal"] == "size");
        let is_smaller =
            if is_smallest { size[1] >= size[0] && shown[1] < shown[0] } else { size[1] < size[0] };
        let is_same = again.outcome() == "failed" && (is_smaller || self.shown() == again.shown());
        let detail = || format!("{:?}, then {}: {:?}", self.shown(), again.outcome(), again.shown());
        (!is_same).then(|| Wrong { kind, detail: detail() })
    }
}

/// Judges the claims of a check.
pub(crate) struct Judge<'k, 'p> {
    pub(crate) known: &'k mut Known<'p>,
    pub(crate) mode: &'k Mode,
    /// Reads the inputs of a failure.
    pub(crate) read: &'k dyn Fn(&Json) -> Option<Vec<Value>>,
    pub(crate) wrong: &'k mut Vec<Wrong>,
}

/// Memory that no check takes beyond.
const MEMORY: u64 = 400 << 20;

/// Shrinking ends after ten seconds.
const SHRINKING: Duration = Duration::from_secs(10);

/// Starting, counting and reporting are outside of the budget. A slice of a loaded machine is, too.
const ALLOWANCE: Duration = Duration::from_secs(1);

/// How many inputs are the first ones, and how much time is enough for them on a loaded machine.
const FIRST: u128 = 100;
const ENOUGH: Duration = Duration::from_secs(1);

impl Judge<'_, '_> {
    fn ensure(&mut self, holds: bool, kind: &'static str, detail: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(Wrong { kind, detail: detail() });
        }
    }

    /// Judges the time and the memory of a check that has failed, or has not.
    pub(crate) fn taken(&mut self, taken: Taken, fails: bool) {
        let shrinking = if fails { SHRINKING } else { Duration::ZERO };
        if let Some(time) = self.mode.time {
            let most = (time + shrinking) * self.mode.jobs + ALLOWANCE;
            self.ensure(taken.time <= most, "time", || format!("{:?} of {most:?}", taken.time));
        }
        self.ensure(taken.memory <= MEMORY, "memory", || format!("{} MiB", taken.memory >> 20));
    }

    /// Judges all that the records say.
    pub(crate) fn records(&mut self, records: &Records, replayed: bool) {
        let covered = records.finish["covered"].as_str().unwrap_or_default().to_owned();
        let [tests, discards] = ["tests", "discards"].map(|field| records.number(field));
        self.ensure(discards <= tests, "numbers", || format!("{discards} of {tests} discarded"));
        match records.outcome() {
            "failed" => self.failure(records, replayed),
            "passed" => {
                let is_met = !matches!(self.known.property.truth, Truth::Vacuous);
                self.ensure(is_met, "passed without a test", || covered.clone());
                self.coverage(records);
                self.first_inputs(&covered);
            }
            "unreached" => {
                // A check of one input that was saved claims nothing of others.
                if !replayed {
                    self.coverage(records);
                }
            }
            "error" => {
                let why = records.finish["why"].to_string();
                let kind = if why.contains("not deterministic") { "not deterministic" } else { "error" };
                self.ensure(false, kind, || why);
            }
            outcome => {
                let outcome = outcome.to_owned();
                self.ensure(false, "outcome", || outcome);
            }
        }
    }

    fn failure(&mut self, records: &Records, replayed: bool) {
        let Some(failure) = &records.failure else {
            return self.ensure(false, "failure", || "a failure without a record".into());
        };
        let shown = records.shown().join(", ");
        let shown = if shown.len() > 200 {
            format!("{} ..", shown.chars().take(200).collect::<String>())
        } else {
            shown
        };
        for sign in ["hung", "died", "flaky"] {
            if failure[sign] != false {
                let stream = &failure["stream"];
                return self.ensure(false, sign, || format!("{} in {stream}: {shown}", failure["fault"]));
            }
        }
        let holds = matches!(self.known.property.truth, Truth::Holds | Truth::Vacuous);
        self.ensure(!holds, "a true property fails", || shown.clone());
        let Some(inputs) = (self.read)(failure) else {
            let is_cut = shown.contains("..");
            return self.ensure(is_cut, "shown", || format!("`{shown}` cannot be read"));
        };
        let said = self.known.property.say(&inputs);
        let is_false = failure["message"].as_str().is_some_and(|message| message.ends_with("false"));
        let message = if is_false { Verdict::Failed } else { Verdict::Fault };
        self.ensure(said.is_none_or(|said| said == message), "what fails holds", || {
            format!("{shown}: {said:?}, not {message:?}")
        });
        let size = self.known.size(&inputs);
        let told = failure["shown_size"].as_u64().or(failure["size"].as_u64());
        self.ensure(told == Some(size.into()), "size", || format!("{shown} is of size {size}, not {told:?}"));
        let stream = failure["stream"].as_str().unwrap_or_default();
        self.ensure((stream == "replay") == replayed, "stream", || format!("{stream} of {shown}"));
        let is_within = replayed || self.mode.size.is_none_or(|most| size <= most);
        self.ensure(is_within, "bound", || format!("{shown} is of size {size}"));
        // The size before some of it was replaced for readability.
        let claimed = failure["size"].as_u64().and_then(|claimed| u32::try_from(claimed).ok());
        let claimed = claimed.unwrap_or_default();
        self.ensure(claimed == size || failure["readable"].is_string(), "replaced", || {
            format!("{shown} is of size {size}, not {claimed}")
        });
        if failure["minimal"] == "size" {
            self.known.try_through(claimed.saturating_sub(1));
            let smaller = self.known.failure.filter(|smallest| *smallest < claimed);
            self.ensure(smaller.is_none(), "no smaller input fails", || {
                format!("{shown} stands for one of size {claimed}, but {smaller:?} fails")
            });
        }
        if stream == "search" && !self.mode.is_part {
            self.ensure(failure["minimal"] == "size", "a search finds the smallest", || shown.clone());
        }
    }

    /// What was covered by a check that has not failed.
    fn coverage(&mut self, records: &Records) {
        let covered = records.finish["covered"].as_str().unwrap_or_default();
        let is_unreached = records.outcome() == "unreached";
        let number = |object: &Json, field: &str| object[field].as_u64().unwrap_or_default();
        let claims = records.finish["claims"].as_array().map(Vec::as_slice).unwrap_or_default();
        for claim in claims {
            let [tests, discards, passed] = ["tests", "discards", "passed"].map(|field| number(claim, field));
            self.ensure(discards + passed <= tests, "numbers", || claim.to_string());
            let size = claim["size"].as_u64().filter(|_| claim["stream"] == "draws");
            if let (Some(size), Some(most)) = (size, self.mode.size) {
                self.ensure(size <= most.into(), "bound", || format!("draws of size {size}"));
            }
        }
        self.words(covered);
        let all = &records.finish["exhausted"];
        if all.is_null() {
            return;
        }
        let through = number(all, "through_size") as u32;
        let is_all = all["finite"] == true || all["of_any_size"] == true;
        let is_finite = self.known.is_finite();
        let says_bits = covered.contains(" bits");
        self.ensure(all["finite"] == false || is_finite || says_bits, "all there are", || covered.into());
        if let Some(count) = self.known.count(through)
            && (all["finite"] == false || is_finite)
            && let Some(of) = all["of"].as_str().and_then(|of| of.parse::<u128>().ok())
        {
            self.ensure(of == count, "count", || format!("{of} up to size {through}, but there are {count}"));
        }
        if all["divided"] == true || number(all, "undecided") > 0 {
            return;
        }
        self.known.try_through(through);
        let seen = if is_all { u32::MAX } else { through };
        let failure = self.known.failure.filter(|failure| *failure <= seen);
        self.ensure(failure.is_none(), "covered", || format!("{covered}, but one of size {failure:?} fails"));
        let reached = self.known.reached.filter(|reached| *reached <= seen);
        self.ensure(!is_unreached || self.mode.is_part || reached.is_none(), "never put to the test", || {
            format!("{covered}, but one of size {reached:?} meets the premises")
        });
    }

    /// A check with time enough finds a failure among the first few inputs, whatever their types.
    fn first_inputs(&mut self, covered: &str) {
        let has_time = !self.mode.is_part && self.mode.time.is_some_and(|time| time >= ENOUGH);
        let most = self.mode.size.unwrap_or(u32::MAX);
        let Some(failure) = self.known.failure.filter(|failure| has_time && *failure <= most) else { return };
        let is_among_first = self.known.count(failure).is_some_and(|count| count <= FIRST);
        self.ensure(!is_among_first, "missed", || format!("{covered}, but one of size {failure} fails"));
    }

    /// What the words say beside the numbers.
    fn words(&mut self, covered: &str) {
        let is_constant = |source: &Source| matches!(source, Source::Generator(Generator::Constant(_)));
        if self.known.property.parameters.iter().all(is_constant) {
            self.ensure(!covered.contains("any size"), "one input", || covered.into());
        }
    }
}
