//! The cost of a score: mutants a second on the examples, and the time to the first score of a
//! program.

use std::time::{Duration, Instant};

use super::{KINDS, functions, killed, plan, scored, seconds};
use crate::clock::{measuring, per_second};
use crate::suites::example;
use crate::table::Table;

const EXAMPLES: [&str; 8] = [
    "bst.pun",
    "functions.pun",
    "generators.pun",
    "red-black.pun",
    "sorting.pun",
    "streams.pun",
    "paper/strength.pun",
    "hughes/found.pun",
];

/// Prints the tables.
pub fn tables() {
    rates();
    first();
}

/// Mutants a second, one core, of the slowest and the fastest property of each program.
fn rates() {
    let tests = if measuring() { 10_000 } else { 20 };
    let heads = [
        "mutants a second, one core",
        "scores",
        "all of them",
        "slowest property",
        "its rate",
        "fastest rate",
    ];
    let mut table = Table::new(heads);
    for file in if measuring() { &EXAMPLES[..] } else { &EXAMPLES[..1] } {
        let checks = example(file);
        let mut rates: Vec<(u64, Duration, String)> = Vec::new();
        for (number, property) in checks.properties().iter().enumerate() {
            for function in functions(&checks, number) {
                let start = Instant::now();
                let plan = plan(&property.name, Some(tests), Some(1));
                let Some(score) = scored(&checks, number, &function, &KINDS, &plan) else { continue };
                let name = format!("{} of {}", property.name, function.name(checks.program()));
                rates.push((killed(&score).1, start.elapsed(), name));
            }
        }
        rates.retain(|(mutants, ..)| *mutants >= tests / 100);
        rates.sort_by(|one, other| rate(one).total_cmp(&rate(other)));
        let (Some(slowest), Some(fastest)) = (rates.first(), rates.last()) else { continue };
        let (mutants, time) =
            rates.iter().fold((0, Duration::ZERO), |(mutants, time), of| (mutants + of.0, time + of.1));
        table.row([
            (*file).to_owned(),
            rates.len().to_string(),
            per_second(mutants, time),
            slowest.2.clone(),
            per_second(slowest.0, slowest.1),
            per_second(fastest.0, fastest.1),
        ]);
    }
    table.print();
}

#[expect(clippy::cast_precision_loss, reason = "a rate")]
fn rate((mutants, time, _): &(u64, Duration, String)) -> f64 {
    *mutants as f64 / time.as_secs_f64()
}

/// The time from the text of a program to its first score.
fn first() {
    let mut table = Table::new(["time to the first score", "default budget", "1,000 tests"]);
    for file in if measuring() { &EXAMPLES[..] } else { &[] } {
        let time = |tests: Option<u64>| {
            let start = Instant::now();
            let checks = example(file);
            for (number, property) in checks.properties().iter().enumerate() {
                for function in functions(&checks, number) {
                    let plan = plan(&property.name, tests, None);
                    let score = scored(&checks, number, &function, &KINDS, &plan);
                    if score.is_some_and(|score| score.share().is_some()) {
                        return seconds(start.elapsed());
                    }
                }
            }
            "none".to_owned()
        };
        table.row([(*file).to_owned(), time(None), time(Some(1_000))]);
    }
    table.print();
}
