//! The six properties of Paper IV beside its two columns of figures, and `sort` against itself and against a reference.

use everycase_check::strength::{Mutation, Score};

use super::{KINDS, functions, killed, matrix_of, number, percent, plan, scored};
use crate::clock::measuring;
use crate::suites::example;
use crate::table::Table;

/// The shares of killed mutants in the paper, and those of a second implementation of it.
const PUBLISHED: [(&str, &str); 6] = [
    ("3%", "2.7%"),
    ("37%", "26.9%"),
    ("64%", "77.8%"),
    ("87%", "78.6%"),
    ("90%", "83.0%"),
    ("100%", "100%"),
];

const NAMES: [&str; 6] = ["insert-0", "insert-1", "insert-2", "insert-3", "insert-4", "insert-5"];

/// Prints the tables.
pub fn tables() {
    let tests = if measuring() { 1_000 } else { 50 };
    six(tests);
    if measuring() {
        six(10_000);
    }
    matrix();
    sort(tests);
}

fn six(tests: u64) {
    let checks = example("paper/strength.pun");
    let heads = [
        format!("{tests} cases, mutants killed"),
        "paper".to_owned(),
        "second".to_owned(),
        "every kind".to_owned(),
        "everywhere".to_owned(),
        "small".to_owned(),
        "drawn".to_owned(),
        "of all cases".to_owned(),
        "with a call".to_owned(),
        "cases, inputs".to_owned(),
    ];
    let mut table = Table::new(heads.each_ref().map(String::as_str));
    for (name, (paper, second)) in NAMES.iter().zip(PUBLISHED) {
        let number = number(&checks, name);
        let all = functions(&checks, number);
        let insert = all.iter().find(|own| own.name(checks.program()) == "insert").expect("it is mentioned");
        let score = |mutations: &[Mutation]| {
            scored(&checks, number, insert, mutations, &plan(name, Some(tests), None))
                .expect("it has a score")
        };
        let (every, only) = (score(&KINDS), score(&[Mutation::Everywhere]));
        let (small, drawn) = (only.exhaustive, only.sampled);
        let (dead, mutants) = killed(&only);
        let uncalled = small.unexercised + drawn.unexercised;
        let interval = only.interval().map_or(String::new(), |interval| {
            format!(" ({:.0} to {:.0})", interval.lo * 100.0, interval.hi * 100.0)
        });
        table.row([
            (*name).to_owned(),
            paper.to_owned(),
            second.to_owned(),
            percent(killed(&every).0, killed(&every).1),
            percent(dead, mutants),
            percent(small.killed, small.mutants()),
            percent(drawn.killed, drawn.mutants()) + &interval,
            percent(dead, mutants + uncalled),
            percent(mutants, mutants + uncalled),
            inputs(&only),
        ]);
    }
    table.print();
}

/// Returns what was run: how many inputs, and of which sizes.
fn inputs(score: &Score) -> String {
    let (small, drawn) = (score.exhaustive, score.sampled);
    let through = score.checked.coverage.exhausted().map_or(0, |all| all.through);
    let count = |tally: everycase_check::strength::Tally| tally.mutants() + tally.unexercised;
    format!("{} to size {through}, {} drawn", count(small), count(drawn))
}

fn matrix() {
    let checks = example("paper/strength.pun");
    let (tests, inputs) = if measuring() { (4_000, 500) } else { (200, 20) };
    let (matrix, numbers) = matrix_of(&checks, "insert", &NAMES, inputs, &plan("insert", Some(tests), None));
    let through = matrix.sizes.through.unwrap_or_default();
    let head =
        format!("{} small mutants, to size {through}, on {inputs} inputs of each property", matrix.mutants());
    let mut table = Table::new([&*head, "killed"]);
    for (bit, number) in numbers.iter().enumerate() {
        let name = &checks.properties()[*number].name;
        table.row([name.to_string(), percent(matrix.killed_by(1 << bit), matrix.mutants())]);
    }
    table.print();
}

fn sort(tests: u64) {
    let checks = example("paper/strength.pun");
    let mut table = Table::new(["`insertion-sort`", "mutants killed", "mutants", "its inputs, by size"]);
    for name in ["sort-reference", "sort-itself", "sort-single"] {
        let number = number(&checks, name);
        let function = &functions(&checks, number)[0];
        let score = scored(&checks, number, function, &KINDS, &plan(name, Some(tests), None));
        let score = score.expect("it has a score");
        let target = checks.target(number, function).expect("it can be mutated");
        let reach = score.reach.by_size(target.arguments(), 5);
        let reach = reach.iter().filter(|of| of.all.bits() > 0);
        let reach: Vec<String> = reach.map(|of| format!("{}/{}", of.exercised, of.all)).collect();
        let (dead, mutants) = killed(&score);
        table.row([name.to_owned(), percent(dead, mutants), mutants.to_string(), reach.join(", ")]);
    }
    table.print();
}
