//! Hughes' suite: the score of each property beside the number of the eight bugs that it finds.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use pun::check::Checks;

use super::{KINDS, functions, killed, matrix_of, percent, plan, rank, scored};
use crate::clock::measuring;
use crate::suites::{BUGS, hughes};
use crate::table::Table;

/// The functions that have bugs.
const FUNCTIONS: [&str; 3] = ["insert", "delete", "union"];

/// For each function, how many mutants are killed, and of how many; none if the property does not mention it.
type Shares = [Option<(u64, u64)>; 3];

/// A property of the suite.
struct Row {
    name: String,
    /// The mutants of its scores.
    scores: Shares,
    /// The bugs found, in their order.
    found: Vec<bool>,
    /// The small mutants, killed by some input.
    small: Shares,
}

/// Prints the tables.
pub fn tables() {
    for (suite, how) in [("found", "trees found under `valid`"), ("built", "trees built by inserting")] {
        let mut rows = rows(suite);
        small_mutants(suite, &mut rows);
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
                    let row = Row { name, scores: scores_of(&right, number), found, small: [None; 3] };
                    rows.lock().expect("no thread panics").push((number, row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Runs the small mutants of each function against the smallest inputs of all properties that mention it.
fn small_mutants(suite: &str, rows: &mut [Row]) {
    let checks = hughes(suite, None);
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (tests, inputs) = if measuring() { (1_000, 100) } else { (20, 2) };
    for (at, function) in FUNCTIONS.iter().enumerate() {
        if !names.iter().any(|name| mentions(&checks, name, function)) {
            continue;
        }
        let (matrix, numbers) =
            matrix_of(&checks, function, &names, inputs, &plan(function, Some(tests), None));
        for (bit, number) in numbers.into_iter().enumerate() {
            rows[number].small[at] = Some((matrix.killed_by(1 << bit), matrix.mutants()));
        }
    }
}

fn mentions(checks: &Checks, property: &str, function: &str) -> bool {
    let all = functions(checks, super::number(checks, property));
    all.iter().any(|own| own.name(checks.program()) == function)
}

/// Returns whether a check with the default budget finds a counterexample.
fn is_found(checks: &Checks, number: usize) -> bool {
    let name = &checks.properties()[number].name;
    let time = (!measuring()).then_some(Duration::from_millis(1));
    let settings = Settings { time, seed: Some(1), jobs: Some(1), ..Settings::default() };
    let report = checks.check(number, &settings.fill(name), &[]).expect("it can be checked");
    matches!(report.checked.finding, Finding::Counterexample(_))
}

fn scores_of(checks: &Checks, number: usize) -> Shares {
    let tests = if measuring() { 10_000 } else { 20 };
    let all = functions(checks, number);
    FUNCTIONS.map(|name| {
        let function = all.iter().find(|own| own.name(checks.program()) == name)?;
        let plan = plan(&checks.properties()[number].name, Some(tests), Some(1));
        scored(checks, number, function, &KINDS, &plan).map(|score| killed(&score))
    })
}

impl Row {
    fn bugs_of(&self, function: &str) -> usize {
        self.found.iter().zip(BUGS).filter(|(found, (right, _))| **found && *right == function).count()
    }

    fn bugs(&self) -> usize {
        self.found.iter().filter(|found| **found).count()
    }
}

/// Returns the numbers of mutants killed and of all, of all functions together.
fn total(scores: Shares) -> Option<(u64, u64)> {
    scores.into_iter().flatten().reduce(|one, other| (one.0 + other.0, one.1 + other.1))
}

fn scores(rows: &[Row], how: &str) {
    let heads = [
        how,
        "insert",
        "delete",
        "union",
        "together",
        "small of insert",
        "delete",
        "union",
        "bugs found",
        "how many",
    ];
    let mut table = Table::new(heads);
    for row in rows {
        let show = |score: Option<(u64, u64)>| score.map_or(String::new(), |(dead, all)| percent(dead, all));
        let [insert, delete, union] = row.scores.map(show);
        let found = row.found.iter().zip(1..).filter(|(found, _)| **found);
        let found: Vec<String> = found.map(|(_, bug)| bug.to_string()).collect();
        let name = row.name.clone();
        let together = show(total(row.scores));
        let mut cells = vec![name, insert, delete, union, together];
        cells.extend(row.small.map(show));
        cells.extend([found.join(" "), row.bugs().to_string()]);
        table.row(cells);
    }
    table.print();
}

/// Prints how well the bugs that a property finds follow from its scores, and from its shares of the small mutants.
fn correlations(rows: &[Row], how: &str) {
    let mut table = Table::new([how, "properties", "by score", "by small mutants"]);
    let found = |pairs: &[(f64, f64)]| {
        rank::correlation(pairs).map_or("all equal".to_owned(), |found| format!("{found:.2}"))
    };
    let together = |of: fn(&Row) -> Shares| {
        let pairs = rows.iter().filter_map(|row| Some((share(total(of(row))?)?, count(row.bugs()))));
        pairs.collect::<Vec<_>>()
    };
    let (scores, small) = (together(|row| row.scores), together(|row| row.small));
    let mut line = |what: &str, scores: &[(f64, f64)], small: &[(f64, f64)]| {
        table.row([what.to_owned(), scores.len().to_string(), found(scores), found(small)]);
    };
    line("the three functions together, all bugs", &scores, &small);
    let (mut all_scores, mut all_small) = (Vec::new(), Vec::new());
    for (at, function) in FUNCTIONS.iter().enumerate() {
        let bugs = BUGS.iter().filter(|(right, _)| right == function).count();
        let of = |of: fn(&Row) -> Shares| {
            let pair = |row: &Row| Some((share(of(row)[at]?)?, count(row.bugs_of(function)) / count(bugs)));
            rows.iter().filter_map(pair).collect::<Vec<_>>()
        };
        let (scores, small) = (of(|row| row.scores), of(|row| row.small));
        line(&format!("{function}, bugs of {function}"), &scores, &small);
        all_scores.extend(scores);
        all_small.extend(small);
    }
    line("each function of each property, share of its bugs", &all_scores, &all_small);
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
