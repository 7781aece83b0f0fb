//! Hughes' suite in pun: tests and time to each failure, beside the published means of `QuickCheck`'s tests.
//!
//! `cargo bench -p everycase-benches --bench pun_hughes [-- --tests 100000]`

use std::path::Path;
use std::time::Duration;

use everycase_benches::clock::{measuring, option};
use everycase_benches::published;
use everycase_benches::table::Table;
use everycase_check::check::Finding;
use everycase_check::duration;
use everycase_check::number::small;
use everycase_check::settings::Settings;
use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

/// What is imported in place of what is right, by bug.
const BUGS: [(&str, &str); 8] = [
    ("insert", "insert-1"),
    ("insert", "insert-2"),
    ("insert", "insert-3"),
    ("delete", "delete-4"),
    ("delete", "delete-5"),
    ("union", "union-6"),
    ("union", "union-7"),
    ("union", "union-8"),
];

/// A cell of the table.
struct Cell {
    tests: u64,
    time: Duration,
}

fn main() {
    for (suite, how) in
        [("built", "trees built by inserting, as Hughes builds them"), ("found", "trees found under `valid`")]
    {
        table(suite, how);
    }
}

fn table(suite: &str, how: &str) {
    let correct = checks(suite, None);
    let mut table = Table::new([how, "1", "2", "3", "4", "5", "6", "7", "8"]);
    let buggy: Vec<Checks> = BUGS.iter().map(|bug| checks(suite, Some(*bug))).collect();
    let (mut agree, mut slowest) = (0, Duration::ZERO);
    let mut differing = Vec::new();
    for (number, property) in correct.properties().iter().enumerate() {
        let law = camel_case(&property.name);
        let mut row = vec![property.name.to_string()];
        for (bug, checks) in (1..).zip(&buggy) {
            let found = failure(checks, number);
            let mean = published::mean(&law, bug).unwrap_or(0.0);
            slowest = slowest.max(found.as_ref().map_or(Duration::ZERO, |cell| cell.time));
            if found.is_some() == (mean > 0.0) {
                agree += 1;
            } else {
                differing.push(format!(
                    "{} {bug}: {}",
                    property.name,
                    if found.is_some() { "found here" } else { "found there" }
                ));
            }
            row.push(match (found, mean > 0.0) {
                (None, false) => String::new(),
                (None, true) => format!("- [{mean:.1}]"),
                (Some(Cell { tests, time }), is_there) => {
                    let mean = if is_there { format!("[{mean:.1}]") } else { "[-]".to_owned() };
                    format!("{} in {} {mean}", small(tests), duration::show(time))
                }
            });
        }
        table.row(row);
        assert!(failure(&correct, number).is_none(), "{} holds", property.name);
    }
    table.print();
    println!("\n{agree} cells as published, slowest failure {}; others:\n", duration::show(slowest));
    for cell in differing {
        println!("- {cell}");
    }
    println!();
}

/// A suite with one bug, or none.
fn checks(suite: &str, bug: Option<(&str, &str)>) -> Checks {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hughes").join(format!("{suite}.pun"));
    let text = std::fs::read_to_string(&path).expect("the suite is there");
    let text = match bug {
        Some((right, wrong)) => text.replace(&format!("import {right} ."), &format!("import {wrong} .")),
        None => text,
    };
    let loaded = load_text(&path.to_string_lossy(), &text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).expect("the suite compiles")
}

/// The first failure of a property, if there is one within the tests and two seconds.
fn failure(checks: &Checks, number: usize) -> Option<Cell> {
    let tests = if measuring() { option("tests", 100_000) } else { 100 };
    let property = &checks.properties()[number];
    let settings = Settings {
        tests: Some(tests),
        time: Some(Duration::from_secs(2)),
        seed: Some(1),
        ..Checks::settings(property)
    };
    let report = checks.check(number, &settings.fill(&property.name), &[]).expect("it can be checked");
    match report.checked.finding {
        Finding::Counterexample(found) => Some(Cell { tests: found.tests, time: report.checked.time }),
        _ => None,
    }
}

/// `insert-post` as `InsertPost`.
fn camel_case(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split('-').map(part).collect()
}
