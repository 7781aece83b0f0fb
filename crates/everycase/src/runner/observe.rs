//! The cases of a run as observations: lines of JSON, as Hypothesis writes them and Tyche shows
//! them. With `EVERYCASE_OBSERVE=DIR` each property writes a file there: at most 10,000 of its
//! cases, each as likely to be among them as any other.
//!
//! Cases up to the first failure are sampled. Shrinking is not observed; the last line of a failing
//! property is its counterexample.

use std::borrow::Cow;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use everycase_check::check::{CheckResult, Finding};
use everycase_check::claims::stats::Labels;
use everycase_check::claims::stream::Stream;
use everycase_check::claims::tables::TableValue;
use everycase_check::files;
use everycase_check::records::json::{Json, Object};
use everycase_check::report::abridged;
use everycase_check::run::verdict::{Event, Profile, Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_check::settings::seed::Seed;
use everycase_check::system::miri::Instant;
use everycase_check::text::number::{counted, small};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;
use everycase_kernel::sorted;

use super::run::Test;

/// The maximal number of cases in a file.
const CASES: usize = 10_000;

/// The maximal number of tables of which a case has a value.
const TABLES: usize = 64;

/// The maximal size of an input that is kept to be shown.
const LARGEST: u32 = 4_096;

/// A subject whose cases are sampled.
pub(super) struct Observer {
    subject: Arc<dyn Subject>,
    seed: Seed,
    start: SystemTime,
    stream: Mutex<Stream>,
    cases: AtomicU64,
    has_failed: AtomicBool,
    sample: Mutex<Vec<Case>>,
}

/// A case of the sample.
struct Case {
    /// The input, unless it is too large; of a class of inputs the smallest.
    input: Result<Derivation, u32>,
    status: Status,
    reason: String,
    labels: Vec<(String, bool)>,
    /// The last value of each table.
    values: Vec<(String, TableValue)>,
    stream: Stream,
    time: Duration,
}

#[derive(Clone, Copy)]
enum Status {
    Passed,
    Failed,
    GaveUp,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::GaveUp => "gave_up",
        }
    }

    /// Returns the status of a verdict, and the reason if the property did not pass.
    fn of(verdict: &Verdict) -> (Status, String) {
        match verdict {
            Verdict::Passed => (Status::Passed, String::new()),
            Verdict::Discarded => (Status::GaveUp, "the assumption does not hold".to_owned()),
            Verdict::Undecided(limit) => (Status::GaveUp, limit.message.clone()),
            Verdict::Failed(failure) => (Status::Failed, failure.to_string()),
        }
    }
}

impl Observer {
    /// Returns a subject that runs another one and samples its cases.
    pub(super) fn of(subject: Arc<dyn Subject>, plan: &Plan) -> Observer {
        Observer {
            subject,
            seed: plan.seed.child(0x6f62_7365_7276_6500),
            start: SystemTime::now(),
            stream: Mutex::new(Stream::Search),
            cases: AtomicU64::new(0),
            has_failed: AtomicBool::new(false),
            sample: Mutex::default(),
        }
    }

    fn keep(&self, place: Place, case: Case) {
        let mut sample = self.sample.lock().unwrap_or_else(PoisonError::into_inner);
        match place {
            Place::Of(place) if place < sample.len() => sample[place] = case,
            Place::New | Place::Of(_) => sample.push(case),
        }
    }

    fn stream(&self) -> Stream {
        *self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a case goes in a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Behind all others.
    New,
    /// Where another one is.
    Of(usize),
}

/// Returns the place of a case in a sample of at most `most`, if it is in it, after `before` cases.
/// Each of `n` cases is in the sample with probability `most / n`: the first `most` are, and each
/// later one replaces one of them, all as likely, with this probability.
fn place(before: u64, most: usize, seed: Seed) -> Option<Place> {
    if before < most as u64 {
        return Some(Place::New);
    }
    let place = (u128::from(seed.child(before).0) * u128::from(before + 1)) >> 64;
    usize::try_from(place).ok().filter(|place| *place < most).map(Place::Of)
}

impl Subject for Observer {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let start = Instant::now();
        let verdict = self.subject.run(input, labels);
        let time = start.elapsed();
        let is_over = match &verdict {
            Verdict::Failed(_) => self.has_failed.swap(true, Ordering::Relaxed),
            _ => self.has_failed.load(Ordering::Relaxed),
        };
        if let Some(place) =
            (!is_over).then(|| place(self.cases.fetch_add(1, Ordering::Relaxed), CASES, self.seed)).flatten()
            && let Some(input) = input.derivation(input.root())
        {
            let (status, reason) = Status::of(&verdict);
            let values = last_values(labels);
            let labels = labels.iter().map(|(name, hit)| (name.to_owned(), hit)).collect();
            let size = input.size();
            let input = if size <= LARGEST { Ok(input) } else { Err(size) };
            self.keep(place, Case { input, status, reason, labels, values, stream: self.stream(), time });
        }
        verdict
    }

    fn profile(&self) -> Profile {
        self.subject.profile()
    }

    fn notice(&self, event: Event) {
        if let Event::Stream(stream) = event {
            *self.stream.lock().unwrap_or_else(PoisonError::into_inner) = stream;
        }
        self.subject.notice(event);
    }
}

impl Test<'_> {
    /// Writes the observations of a run into a directory.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write_observations(
        &self,
        directory: &Path,
        plan: &Plan,
        observer: &Observer,
        checked: &CheckResult,
    ) -> Result<(), String> {
        let property = self.site.full_name();
        let start = observer.start.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let head = |kind: &'static str| {
            [
                ("type", text(kind)),
                ("property", text(&property)),
                ("run_start", Json::Float(start.as_secs_f64())),
            ]
        };
        let mut lines = String::new();
        let mut push = |head: [(&'static str, Json); 3], fields: Vec<(&'static str, Json)>| {
            let _ = writeln!(lines, "{}", object(head.into_iter().chain(fields)));
        };
        let mut sample = std::mem::take(&mut *observer.sample.lock().unwrap_or_else(PoisonError::into_inner));
        complete_labels(&mut sample);
        for case in &sample {
            push(head("test_case"), self.observation(plan, case));
        }
        if let Finding::Counterexample(found) = &checked.finding {
            let case = Case {
                input: Ok(found.input.clone()),
                status: Status::Failed,
                reason: found.failure.to_string(),
                labels: Vec::new(),
                values: Vec::new(),
                stream: found.stream,
                time: Duration::ZERO,
            };
            let mut fields = self.observation(plan, &case);
            for (key, value) in &mut fields {
                if *key == "how_generated" {
                    *value = text("the counterexample of the report");
                }
            }
            push(head("test_case"), fields);
        }
        let cases = observer.cases.load(Ordering::Relaxed);
        let content = if cases <= sample.len() as u64 {
            format!("all {} of the run", counted(cases, "case"))
        } else {
            let kept = small(sample.len() as u64);
            format!("a uniform sample of {kept} of {} of the run", counted(cases, "case"))
        };
        push(head("info"), vec![("title", text("everycase")), ("content", text(&content))]);
        let name: String = format!("{}-{property}", self.site.package.unwrap_or("check"))
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '-' })
            .collect();
        let file = directory.join(format!("{name}.jsonl"));
        let written = fs::create_dir_all(directory).and_then(|()| files::replace(&file, &lines));
        written.map_err(|error| format!("EVERYCASE_OBSERVE: {}: {error}", file.display()))
    }

    /// Returns the fields of a case.
    fn observation(&self, plan: &Plan, case: &Case) -> Vec<(&'static str, Json)> {
        let (size, inputs, representation) = match &case.input {
            Ok(input) => {
                let statements = self.written(plan, input).statements;
                (input.size(), self.inputs(statements.clone(), &[]), statements.join("\n"))
            }
            Err(size) => (*size, Vec::new(), format!("an input of size {size}, too large to be kept")),
        };
        let size = [(named("size of the input"), Json::Number(size.into()))];
        let arguments = inputs.iter().map(|input| (named(&input.name), text(&abridged(&input.value))));
        let labels =
            case.labels.iter().map(|(name, hit)| (named(name), text(if *hit { "true" } else { "false" })));
        let features = labels.chain(case.values.iter().map(|(table, value)| {
            let is_label = case.labels.iter().any(|(name, _)| name == table);
            let name = if is_label { Cow::Owned(format!("{table} (table)")) } else { named(table) };
            (name, feature(value))
        }));
        vec![
            ("status", text(case.status.name())),
            ("status_reason", text(&abridged(&case.reason))),
            ("representation", text(&abridged(&representation))),
            ("arguments", Json::Object(arguments.collect())),
            ("how_generated", text(case.stream.name())),
            ("features", Json::Object(size.into_iter().chain(features).collect())),
            ("coverage", Json::Null),
            ("timing", object([("execute:test", Json::Float(case.time.as_secs_f64()))])),
            ("metadata", object([("seed", text(&plan.seed.to_string()))])),
        ]
    }
}

/// Gives each case the labels of the others, as labels that it does not have: viewers draw cases
/// that say nothing of a label as a part of no class.
fn complete_labels(sample: &mut [Case]) {
    let mut all: Vec<String> =
        sample.iter().flat_map(|case| &case.labels).map(|(name, _)| name.clone()).collect();
    sorted::sort_by(&mut all, String::cmp);
    all.dedup();
    for case in sample {
        let missing = all.iter().filter(|name| !case.labels.iter().any(|(own, _)| own == *name));
        let missing: Vec<_> = missing.map(|name| (name.clone(), false)).collect();
        case.labels.extend(missing);
    }
}

/// Returns the last value of each table.
fn last_values(labels: &Labels) -> Vec<(String, TableValue)> {
    let mut values: Vec<(String, TableValue)> = Vec::new();
    for (table, value) in labels.values() {
        match values.iter().position(|(own, _)| own == table) {
            Some(place) => values[place].1 = value.clone(),
            None if values.len() < TABLES => values.push((table.to_owned(), value.clone())),
            None => {}
        }
    }
    values
}

fn feature(value: &TableValue) -> Json {
    match value {
        TableValue::Number(number) => Json::Float(*number),
        TableValue::Text(value) => text(value),
    }
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn named(name: &str) -> Cow<'static, str> {
    Cow::Owned(name.to_owned())
}

fn object(fields: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    Json::Object(fields.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).collect::<Object>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_is_in_the_sample_as_often_as_any_other() {
        let (most, cases, samples) = (8, 40, 20_000);
        let mut times = vec![0u32; cases as usize];
        for sample in 0..samples {
            let mut kept: Vec<u64> = Vec::new();
            for case in 0..cases {
                match place(case, most, Seed(sample)) {
                    Some(Place::New) => kept.push(case),
                    Some(Place::Of(place)) => kept[place] = case,
                    None => {}
                }
            }
            assert_eq!(kept.len(), most);
            for case in kept {
                times[case as usize] += 1;
            }
        }
        // A fifth of the samples, give or take five standard deviations.
        assert!(times.iter().all(|times| (3_717..=4_283).contains(times)), "{times:?}");
    }
}
