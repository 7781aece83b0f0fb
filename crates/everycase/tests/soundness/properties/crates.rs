//! A directory that stands for a crate with a test file, in which properties are run as if they stood there.

use std::fmt;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use everycase::__private::{self as private, Parameter, Site};
use everycase::Settings;
use serde_json::Value as Json;

use super::Body;
use crate::types::Value;

/// A directory that stands for a crate.
pub(super) struct Crate(PathBuf);

/// What a run of a property has left.
pub(super) struct Ran {
    /// What the test has unwound with.
    pub(super) report: Option<String>,
    /// The record of a failure, and the one that each run ends with.
    pub(super) failure: Option<Json>,
    pub(super) finish: Json,
}

impl Crate {
    pub(super) fn new() -> Crate {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("everycase-soundness-{}-{unique}", std::process::id()));
        fs::create_dir_all(dir.join("tests")).expect("there is room for a directory");
        fs::write(dir.join("tests/random.rs"), "").expect("there is room for a file");
        Crate(dir)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The file in which failing inputs are saved.
    pub(super) fn regressions(&self) -> PathBuf {
        self.0.join("tests/everycase-regressions")
    }

    /// Runs a property as the test it would be.
    pub(super) fn run(&self, body: &Body, settings: &Settings) -> Ran {
        let path = self.0.join("records");
        let _ = fs::remove_file(&path);
        let settings = Settings { records: Some(path.clone()), ..settings.clone() };
        let payload = catch_unwind(AssertUnwindSafe(|| self.call(body, settings))).err();
        let report = payload.map(|payload| *payload.downcast::<String>().expect("a report is text"));
        let Some(ran) = Ran::read(&path, report.clone()) else { panic!("there are no records: {report:?}") };
        ran
    }

    /// Calls what `#[property]` calls.
    fn call(&self, body: &Body, settings: Settings) {
        let site = Site {
            name: "holds",
            module: "random",
            test: "random::holds",
            should_panic: false,
            file: "tests/random.rs",
            line: 7,
            manifest_dir: self.0.to_str().expect("it is text"),
            package: Some("random"),
            binary: None,
            tmpdir: Some("/tmp"),
        };
        let types = body.root.alternatives().swap_remove(0).1;
        let parameter = |i: usize| {
            let name = ["a", "b", "c"][i];
            Parameter {
                name,
                pattern: name,
                ty: Some("Value"),
                lent: None,
                space: types[i].space(),
                own: None,
                uses: private::Uses::NONE,
            }
        };
        let shared = Arc::new(body.clone());
        macro_rules! run {
            ($($i:tt $name:ident),*) => {{
                let parameters = ($(parameter($i),)*);
                if body.is_lazy() {
                    private::Property::new(site, settings).run_in_parts(parameters, module_path!(), move |($($name,)*)| {
                        shared.run_lazily(vec![$($name),*])
                    });
                } else {
                    let inputs = private::inputs(parameters, module_path!());
                    let property = private::Property::new(site, settings);
                    property.run(inputs, move |($($name,)*)| shared.run_plainly(vec![$($name),*]));
                }
            }};
        }
        match types.len() {
            1 => run!(0 a),
            2 => run!(0 a, 1 b),
            _ => run!(0 a, 1 b, 2 c),
        }
    }
}

impl Ran {
    /// Reads the records of a run.
    pub(super) fn read(path: &Path, report: Option<String>) -> Option<Ran> {
        let records = fs::read_to_string(path).ok()?;
        let records = records.lines().map(|line| serde_json::from_str::<Json>(line).expect("it is JSON"));
        let mut ran = Ran { report, failure: None, finish: Json::Null };
        for record in records {
            match record["event"].as_str() {
                Some("failure") => ran.failure = Some(record),
                Some("finish") => ran.finish = record,
                _ => {}
            }
        }
        Some(ran)
    }

    /// A number of the last record.
    pub(super) fn number(&self, field: &str) -> u64 {
        self.finish[field].as_u64().unwrap_or_else(|| panic!("{field} in {self}"))
    }

    /// How many inputs were run because they had failed before.
    pub(super) fn replayed(&self) -> u64 {
        let first = &self.finish["claims"][0];
        if first["stream"] == "replay" { first["tests"].as_u64().expect("it is a number") } else { 0 }
    }

    pub(super) fn outcome(&self) -> &str {
        self.finish["outcome"].as_str().unwrap_or_else(|| panic!("no outcome in {self}"))
    }

    pub(super) fn fails(&self) -> bool {
        self.outcome() == "failed"
    }

    /// How many inputs each mark was true of.
    pub(super) fn labels(&self) -> Vec<(&str, u64)> {
        let labels = self.finish["labels"].as_array().expect("it is a list");
        let mut labels: Vec<_> = labels
            .iter()
            .map(|label| (label["label"].as_str().unwrap(), label["tests"].as_u64().unwrap()))
            .collect();
        labels.sort_unstable();
        labels
    }

    /// The word that replays the failing input.
    pub(super) fn token(&self) -> Option<&str> {
        let replay = self.failure.as_ref()?["replay"].as_str()?;
        replay.strip_prefix("EVERYCASE_REPLAY=")?.split(' ').next()
    }

    /// The failing input, read from that word.
    pub(super) fn input(&self, body: &Body) -> Option<Value> {
        let (_, words) = self.token()?.split_once(':')?;
        let words = everycase_check::text::encoding::from_text(words)?;
        let space = body.root.space();
        Some(space.decode(&space.derivations().parse(&words).ok()?))
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for record in self.failure.iter().chain([&self.finish]) {
            writeln!(f, "{record}")?;
        }
        f.write_str(self.report.as_deref().unwrap_or("it passes"))
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        // What is left does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
