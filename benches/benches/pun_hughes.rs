//! Hughes' suite in pun: tests and time to each failure, beside the published means of `QuickCheck`'s tests.
//!
//! `cargo bench --bench pun_hughes`

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use everycase_benches::clock::{Clock, measuring};
use everycase_benches::published;
use everycase_benches::suites::{BUGS, hughes};
use everycase_benches::table::Table;
use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_check::text::duration;
use everycase_check::text::number::{number as counted, small};
use pun::check::Checks;

/// Tests of a cell; and of one in which a failure was published, if these show none.
const FEW: u64 = 20_000;
const MANY: u64 = 1_000_000;

/// A cell of the table.
struct Cell {
    tests: u64,
    time: Duration,
}

/// Inputs of one size to be drawn of each property that holds, and runs they may take.
const DRAWN: (u64, u64) = (100_000, 300_000);

fn main() {
    let suites = [
        ("built", "trees built by inserting, as Hughes builds them", 20, 22),
        ("found", "trees found under `valid`", 20, 21),
    ];
    for (suite, how, ..) in suites {
        table(suite, how);
    }
    for (suite, how, searched, drawn) in suites {
        correct(suite, how, searched, drawn);
    }
}

/// The suite without a bug: every input up to a size, and many of a larger one.
fn correct(suite: &str, how: &str, searched: u32, drawn: u32) {
    let (searched, drawn, many) = if measuring() { (searched, drawn, DRAWN) } else { (6, 8, (10, 1_000)) };
    let count = hughes(suite, None).properties().len();
    // Properties are shared out among the cores: each is checked on one.
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let checks = hughes(suite, None);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(property) = checks.properties().get(number) else { break };
                    let row = correct_row(&checks, number, searched, drawn, many);
                    rows.lock().expect("no thread panics").push((number, property.name.to_string(), row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort();
    assert_eq!(rows.len(), count);
    let heads = [
        format!("{how}, no bug"),
        format!("inputs up to size {searched}"),
        "runs".to_owned(),
        "time".to_owned(),
        format!("drawn of size {drawn}"),
        "runs".to_owned(),
        "time".to_owned(),
    ];
    let mut table = Table::new(heads.each_ref().map(String::as_str));
    for (_, name, [inputs, runs, time, drawn, draws, busy]) in rows {
        table.row([name, inputs, runs, time, drawn, draws, busy]);
    }
    table.print();
    println!();
}

fn correct_row(checks: &Checks, number: usize, searched: u32, drawn: u32, many: (u64, u64)) -> [String; 6] {
    let property = &checks.properties()[number];
    let start = Clock::start();
    let all = checks.search(number, searched).expect("it can be searched");
    let time = start.busy();
    assert_eq!(all.failures, 0, "{} holds", property.name);
    let inputs = checks.derivations(property).count_up_to(searched).expect("they can be counted");
    let start = Clock::start();
    let draws = checks.draw(number, drawn, many, 1).expect("they can be drawn");
    assert_eq!(draws.failures, 0, "{} holds", property.name);
    [
        counted(&inputs),
        small(all.runs),
        duration::show(time),
        small(draws.values),
        small(draws.runs),
        duration::show(start.busy()),
    ]
}

fn table(suite: &str, how: &str) {
    let correct = hughes(suite, None);
    let mut table = Table::new([how, "1", "2", "3", "4", "5", "6", "7", "8"]);
    let buggy: Vec<Checks> = BUGS.iter().map(|bug| hughes(suite, Some(*bug))).collect();
    let (mut agree, mut slowest) = (0, Duration::ZERO);
    let mut differing = Vec::new();
    for (number, property) in correct.properties().iter().enumerate() {
        let law = camel_case(&property.name);
        let mut row = vec![property.name.to_string()];
        for (bug, checks) in (1..).zip(&buggy) {
            let mean = published::mean(&law, bug).unwrap_or(0.0);
            let found = failure(checks, number, FEW).or_else(|| {
                // What was found there is worth more tests.
                (mean > 0.0 && measuring()).then(|| failure(checks, number, MANY)).flatten()
            });
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
        assert!(failure(&correct, number, FEW).is_none(), "{} holds", property.name);
    }
    table.print();
    println!("\n{agree} cells as published, slowest failure {}; others:\n", duration::show(slowest));
    for cell in differing {
        println!("- {cell}");
    }
    println!();
}

/// Returns the first failure of a property, if there is one within the tests and two seconds.
fn failure(checks: &Checks, number: usize, tests: u64) -> Option<Cell> {
    let tests = if measuring() { tests } else { 100 };
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
