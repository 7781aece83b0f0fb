//! Hughes' suite: the score of each property beside the number of the eight bugs that it finds.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_check::strength::Mutation;
use pun::check::Checks;

use super::{functions, killed, percent, plan, rank, scored};
use crate::clock::measuring;
use crate::suites::{BUGS, hughes};
use crate::table::Table;

/// The functions that have bugs.
const FUNCTIONS: [&str; 3] = ["insert", "delete", "union"];

/// A property of the suite.
struct Row {
    name: String,
    /// Mutants killed and all mutants of each function; none if the property does not mention it.
    scores: [Option<(u64, u64)>; 3],
    /// The bugs found, in their order.
    found: Vec<bool>,
}

/// Prints the tables.
pub fn tables() {
    for (suite, how) in [("found", "trees found under `valid`"), ("built", "trees built by inserting")] {
        let rows = rows(suite);
        scores(&rows, how);
        correlations(&rows, how);
    }
}

/// Measures the properties, which the threads divide among them.
fn rows(suite: &str) -> Vec<Row> {
    let count = if measuring() { hughes(suite, None).properties().len() } else { 3 };
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let right = hughes(suite, None);
                let wrong: Vec<Checks> = BUGS.iter().map(|bug| hughes(suite, Some(*bug))).collect();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let found = wrong.iter().map(|checks| is_found(checks, number)).collect();
                    let name = right.properties()[number].name.to_string();
                    let row = Row { name, scores: scores_of(&right, number), found };
                    rows.lock().expect("no thread panics").push((number, row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns whether a check with the default budget finds a counterexample.
fn is_found(checks: &Checks, number: usize) -> bool {
    let name = &checks.properties()[number].name;
    let time = (!measuring()).then_some(Duration::from_millis(1));
    let settings = Settings { time, seed: Some(1), jobs: Some(1), ..Settings::default() };
    let report = checks.check(number, &settings.fill(name), &[]).expect("it can be checked");
    matches!(report.checked.finding, Finding::Counterexample(_))
}

fn scores_of(checks: &Checks, number: usize) -> [Option<(u64, u64)>; 3] {
    let tests = if measuring() { 10_000 } else { 20 };
    let all = functions(checks, number);
    FUNCTIONS.map(|name| {
        let function = all.iter().find(|own| own.name(checks.program()) == name)?;
        let plan = plan(&checks.properties()[number].name, Some(tests), Some(1));
        scored(checks, number, function, &Mutation::ALL, &plan).map(|score| killed(&score))
    })
}

impl Row {
    /// Returns the numbers of mutants killed and of all, of all functions together.
    fn total(&self) -> Option<(u64, u64)> {
        let all = self.scores.iter().flatten();
        all.copied().reduce(|one, other| (one.0 + other.0, one.1 + other.1))
    }

    fn bugs_of(&self, function: &str) -> usize {
        self.found.iter().zip(BUGS).filter(|(found, (right, _))| **found && *right == function).count()
    }

    fn bugs(&self) -> usize {
        self.found.iter().filter(|found| **found).count()
    }
}

fn scores(rows: &[Row], how: &str) {
    let mut table = Table::new([how, "insert", "delete", "union", "together", "bugs found", "how many"]);
    for row in rows {
        let show = |score: Option<(u64, u64)>| score.map_or(String::new(), |(dead, all)| percent(dead, all));
        let [insert, delete, union] = row.scores.map(show);
        let found = row.found.iter().zip(1..).filter(|(found, _)| **found);
        let found: Vec<String> = found.map(|(_, bug)| bug.to_string()).collect();
        let name = row.name.clone();
        let together = show(row.total());
        table.row([name, insert, delete, union, together, found.join(" "), row.bugs().to_string()]);
    }
    table.print();
}

fn correlations(rows: &[Row], how: &str) {
    let mut table = Table::new([how, "properties", "rank correlation"]);
    let mut line = |what: &str, pairs: &[(f64, f64)]| {
        let found = rank::correlation(pairs).map_or("all equal".to_owned(), |found| format!("{found:.2}"));
        table.row([what.to_owned(), pairs.len().to_string(), found]);
    };
    let together = rows.iter().filter_map(|row| Some((share(row.total()?)?, count(row.bugs()))));
    line("score of the three functions together, all bugs", &together.collect::<Vec<_>>());
    let mut all = Vec::new();
    for (at, function) in FUNCTIONS.iter().enumerate() {
        let bugs = BUGS.iter().filter(|(right, _)| right == function).count();
        let of = rows
            .iter()
            .filter_map(|row| Some((share(row.scores[at]?)?, count(row.bugs_of(function)) / count(bugs))));
        let of: Vec<(f64, f64)> = of.collect();
        line(&format!("score of {function}, bugs of {function}"), &of);
        all.extend(of);
    }
    line("each score of a function, share of its bugs", &all);
    table.print();
}

#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share((dead, all): (u64, u64)) -> Option<f64> {
    (all > 0).then(|| dead as f64 / all as f64)
}

#[expect(clippy::cast_precision_loss, reason = "a few bugs")]
fn count(bugs: usize) -> f64 {
    bugs as f64
}
