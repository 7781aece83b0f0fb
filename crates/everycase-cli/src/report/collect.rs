//! The subjects of the records of some files: each one once, its parts merged.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use everycase_check::report::recorder::BEGUN;
use everycase_check::report::{Report, merge};
use everycase_check::settings::shard::Shard;
use everycase_check::strength::ScoreReport;
use everycase_check::text::number::counted;
use everycase_crates::report::{self as crates, Comparison, Package, Versions};
use everycase_explore::{merge as explorations, regression, report as explored};
use everycase_verify::report::GeneratorRecord;

use crate::records::{self, ENDED, Entry, Refusal, SuiteRecord};

/// What some records are about, each kind in the order of the records.
pub(super) struct Collection {
    pub(super) properties: Vec<Report>,
    pub(super) scores: Vec<ScoreReport>,
    pub(super) refusals: Vec<Refusal>,
    pub(super) suites: Vec<SuiteRecord>,
    pub(super) explorations: Vec<explored::Report>,
    pub(super) crates: Vec<crates::Report>,
    pub(super) comparisons: Vec<Comparison>,
    pub(super) programs: Vec<regression::Comparison>,
    pub(super) generators: Vec<GeneratorRecord>,
    /// The number of files.
    pub(super) files: usize,
    /// The number of other records of each kind.
    others: BTreeMap<String, u64>,
    /// The number of results that later ones replace.
    replaced: u64,
}

/// The results of one thing, by part of the run.
struct Parts<T> {
    /// What it is about.
    name: String,
    /// The file of the last part.
    file: String,
    results: Vec<(Shard, T)>,
}

/// The results of all things, in the order in which they were met first.
struct Results<T> {
    all: Vec<Parts<T>>,
    /// Each thing by what tells it from others.
    places: BTreeMap<Vec<String>, usize>,
    replaced: u64,
}

impl<T> Results<T> {
    fn new() -> Self {
        Self { all: Vec::new(), places: BTreeMap::new(), replaced: 0 }
    }

    /// Adds the result of a part. It replaces earlier results of the same part, and of parts of
    /// another division.
    fn add(&mut self, key: Vec<String>, file: &str, shard: Option<Shard>, result: T) {
        let shard = shard.unwrap_or(Shard::WHOLE);
        let name = key.last().cloned().unwrap_or_default();
        let place = *self.places.entry(key).or_insert_with(|| {
            self.all.push(Parts { name, file: String::new(), results: Vec::new() });
            self.all.len() - 1
        });
        let Parts { file: last, results: parts, .. } = &mut self.all[place];
        file.clone_into(last);
        let before = parts.len();
        parts.retain(|(own, _)| own.of() == shard.of() && own.index() != shard.index());
        self.replaced += (before - parts.len()) as u64;
        parts.push((shard, result));
    }

    /// Returns each result as a whole.
    fn merged<E: Display>(
        self,
        merge: impl Fn(Vec<(Shard, T)>) -> Result<T, E>,
        replaced: &mut u64,
    ) -> Result<Vec<T>, String> {
        *replaced += self.replaced;
        let whole = |Parts { name, file, results: mut parts }: Parts<T>| match parts.pop() {
            Some((Shard::WHOLE, whole)) => Ok(whole),
            last => {
                parts.extend(last);
                merge(parts).map_err(|error| format!("{file}: {name}: {error}"))
            }
        };
        self.all.into_iter().map(whole).collect()
    }
}

/// The results of all files so far.
pub(super) struct Collector {
    properties: Results<Report>,
    scores: Results<ScoreReport>,
    refusals: Results<Refusal>,
    suites: Results<SuiteRecord>,
    explorations: Results<explored::Report>,
    crates: Results<crates::Report>,
    comparisons: Results<Comparison>,
    programs: Results<regression::Comparison>,
    generators: Results<GeneratorRecord>,
    files: usize,
    others: BTreeMap<String, u64>,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self {
            properties: Results::new(),
            scores: Results::new(),
            refusals: Results::new(),
            suites: Results::new(),
            explorations: Results::new(),
            crates: Results::new(),
            comparisons: Results::new(),
            programs: Results::new(),
            generators: Results::new(),
            files: 0,
            others: BTreeMap::new(),
        }
    }

    /// Adds a file.
    ///
    /// # Errors
    /// If a record is wrong; the error names its line.
    pub(super) fn add(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.files += 1;
        for entry in records::entries(text) {
            match entry? {
                Entry::Property(report) => {
                    let shard = report.covered.as_ref().map(|covered| covered.coverage.shard);
                    let about = &report.about;
                    let key = vec![about.file.clone(), about.module.clone(), about.name.clone()];
                    self.properties.add(key, file, shard, *report);
                }
                Entry::Score(score) => {
                    let key = vec![score.function.clone(), score.property.clone()];
                    self.scores.add(key, file, Some(score.shard), *score);
                }
                Entry::Exploration(report) => {
                    let shard = report.runs.first().map(|run| run.covered.coverage.shard);
                    self.explorations.add(vec![report.name.clone()], file, shard, *report);
                }
                Entry::Refusal(refusal) => {
                    let key = vec![refusal.function.clone(), refusal.property.clone()];
                    self.refusals.add(key, file, None, refusal);
                }
                Entry::Suite(suite) => self.suites.add(vec![suite.function.clone()], file, None, *suite),
                Entry::Crate(report) => {
                    let Package { name, version } = &report.package;
                    self.crates.add(vec![name.clone(), version.clone()], file, report.shard, *report);
                }
                Entry::Comparison(own) => {
                    let Versions { old, new } = &own.versions;
                    let key = vec![own.name.clone(), old.clone(), new.clone()];
                    self.comparisons.add(key, file, None, *own);
                }
                Entry::Programs(own) => self.programs.add(own.suites.to_vec(), file, None, *own),
                Entry::Generator(generator) => {
                    let key = vec![generator.file.clone(), generator.name.clone()];
                    self.generators.add(key, file, None, *generator);
                }
                Entry::Other(kind) => *self.others.entry(kind).or_default() += 1,
            }
        }
        Ok(())
    }

    /// Merges the parts.
    ///
    /// # Errors
    /// If parts are missing or do not belong together; the error names a file.
    pub(super) fn finish(self) -> Result<Collection, String> {
        let mut replaced = 0;
        let without_shards =
            |parts: Vec<(Shard, ScoreReport)>| parts.into_iter().map(|(_, part)| part).collect();
        Ok(Collection {
            properties: self.properties.merged(merge::merge, &mut replaced)?,
            scores: self.scores.merged(|parts| ScoreReport::merge(without_shards(parts)), &mut replaced)?,
            explorations: self.explorations.merged(explorations::merge, &mut replaced)?,
            refusals: self.refusals.merged(one, &mut replaced)?,
            suites: self.suites.merged(one, &mut replaced)?,
            crates: self.crates.merged(crates::merge::merge, &mut replaced)?,
            comparisons: self.comparisons.merged(one, &mut replaced)?,
            programs: self.programs.merged(one, &mut replaced)?,
            generators: self.generators.merged(one, &mut replaced)?,
            files: self.files,
            others: self.others,
            replaced,
        })
    }
}

impl Collection {
    /// Reads files.
    ///
    /// # Errors
    /// If one cannot be read, a record is wrong, a run has not ended, or parts cannot be merged;
    /// the error names the file.
    pub(super) fn read<'p>(files: impl Iterator<Item = &'p Path>) -> Result<Self, String> {
        let mut all = Collector::new();
        for path in files {
            let file = path.display().to_string();
            let wrong = |why: String| format!("{file}: {why}");
            let text = records::text(path).map_err(wrong)?;
            if path.extension().is_none_or(|extension| extension != BEGUN) {
                all.add(&file, &text).map_err(wrong)?;
            } else if !path.with_extension(ENDED).exists() {
                // A finished run of the part is not there from before either.
                let name = records::about(&text).map_or_else(|| "the check".to_owned(), |about| about.name);
                return Err(wrong(format!("{name} did not finish; run it again")));
            }
        }
        all.finish()
    }

    /// Returns what the page leaves out, a sentence each.
    pub(super) fn notes(&self) -> Vec<String> {
        let others = self.others.iter();
        let mut notes: Vec<String> = others
            .map(|(kind, count)| format!("Not shown: {} of the kind `{kind}`.", counted(*count, "record")))
            .collect();
        if self.replaced > 0 {
            let results = counted(self.replaced, "earlier result");
            notes.push(format!("Not shown: {results} of the same; the last one counts."));
        }
        notes
    }
}

/// Returns the result of something without parts.
fn one<T>(mut parts: Vec<(Shard, T)>) -> Result<T, &'static str> {
    parts.pop().map(|(_, part)| part).ok_or("there is no result")
}
