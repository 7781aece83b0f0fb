//! `FitSpec`'s examples: minimal complete sets of properties beside those that it publishes, or those of every function there is.

use everycase_check::strength::{Matrix, MatrixEnding};
use pun::check::Checks;

use super::{booleans, functions, matrix_of, number, percent, plan};
use crate::clock::measuring;
use crate::suites::example;
use crate::table::Table;

/// Sets of properties of sorting, with what `FitSpec` publishes about them, and its number of mutants.
const SORTING: [(&str, &[&str], &str, u64); 6] = [
    (
        "README, first set",
        &["ordered-result", "keeps-length", "keeps-elements", "keeps-absence", "least-is-first"],
        "{1,2,3} {1,2,4}, 3 of 4000 survive",
        4_000,
    ),
    (
        "README, refined",
        &["ordered-result", "keeps-length", "keeps-elements", "keeps-occurrences"],
        "{1,4}, none of 4000 survives",
        4_000,
    ),
    ("tutorial, first set", &["of-empty", "of-single"], "{1,2}, 134 of 500 survive", 500),
    ("tutorial, second set", &["of-empty", "of-single", "keeps-length"], "{2,3}, 12 of 500 survive", 500),
    ("tutorial, third set", &["of-single", "keeps-length", "keeps-elements"], "{2,3}, 2 of 500 survive", 500),
    (
        "benchmark",
        &[
            "ordered-result",
            "keeps-length",
            "keeps-elements",
            "keeps-occurrences",
            "permutes",
            "of-insertion",
        ],
        "not at hand",
        4_000,
    ),
];

/// Prints the tables.
pub fn tables() {
    boolean_sets();
    sorting();
    others();
}

fn boolean_sets() {
    let mut table = Table::new([
        "booleans",
        "function",
        "mutants killed",
        "minimal complete sets",
        "of every function there is",
        "FitSpec: all functions at once",
    ]);
    for (file, count) in [("negation", 3), ("negation-and", 7), ("negation-and-or", 15)] {
        let checks = example(&format!("fitspec/{file}.pun"));
        let names: Vec<&str> =
            checks.properties().iter().take(count).map(|property| &*property.name).collect();
        let joint = booleans::minimal_complete(file, None, count);
        for function in ["negation", "both", "either"].iter().take(1 + file.matches('-').count()) {
            let (matrix, numbers) =
                matrix_of(&checks, function, &names, 1_000, &plan(file, Some(4_000), None));
            let ours = matrix
                .minimal_complete()
                .unwrap_or_default()
                .into_iter()
                .map(|set| spread(set, &numbers))
                .collect();
            let (every, dead, all) = booleans::minimal_complete(file, Some(function), count);
            let at_once = format!("{} ({} of {})", sets(joint.0.clone()), joint.1, joint.2);
            table.row([
                file.to_owned(),
                (*function).to_owned(),
                standing(&matrix),
                sets(ours),
                format!("{} ({dead} of {all})", sets(every)),
                if *function == "negation" { at_once } else { String::new() },
            ]);
        }
    }
    table.print();
}

fn sorting() {
    let checks = example("fitspec/sorting.pun");
    let mut table = Table::new([
        "sorting",
        "mutants killed",
        "minimal complete sets",
        "implied",
        "FitSpec's",
        "smallest survivor",
    ]);
    for (what, names, published, mutants) in
        SORTING.into_iter().flat_map(|(a, b, c, mutants)| [(a, b, c, mutants), (a, b, c, 10 * mutants)])
    {
        let (matrix, _) = small(&checks, "sorted", names, mutants);
        let first = number(&checks, names[0]);
        let all = functions(&checks, first);
        let sorted = all.iter().find(|own| own.name(checks.program()) == "sorted").expect("it is mentioned");
        let target = checks.target(first, sorted).expect("it can be mutated");
        let survivor = matrix.sets.get(&0).map_or(String::new(), |set| {
            let equations = set.smallest.iter().map(|change| change.equation(&*target));
            equations.collect::<Vec<_>>().join(", ")
        });
        table.row([
            what.to_owned(),
            standing(&matrix),
            sets(matrix.minimal_complete().unwrap_or_default()),
            implied(&matrix.implied()),
            published.to_owned(),
            survivor,
        ]);
    }
    table.print();
}

fn others() {
    let mut table = Table::new(["file", "function", "mutants killed", "minimal complete sets", "implied"]);
    for (file, of) in [
        ("lists", &["cons", "first", "rest", "joined"][..]),
        ("merging", &["merge"][..]),
        ("heaps", &["insert", "delete-min", "merge"][..]),
    ] {
        let checks = example(&format!("fitspec/{file}.pun"));
        let names: Vec<&str> = checks.properties().iter().map(|property| &*property.name).collect();
        for function in of {
            let (matrix, numbers) = small(&checks, function, &names, 4_000);
            let minimal = matrix
                .minimal_complete()
                .unwrap_or_default()
                .into_iter()
                .map(|set| spread(set, &numbers))
                .collect();
            let pairs = matrix.implied();
            let pairs: Vec<(usize, usize)> =
                pairs.into_iter().map(|(one, other)| (numbers[one], numbers[other])).collect();
            table.row([
                file.to_owned(),
                (*function).to_owned(),
                standing(&matrix),
                sets(minimal),
                implied(&pairs),
            ]);
        }
    }
    table.print();
}

/// The largest number of inputs of each property, as `FitSpec` has in its README.
const INPUTS: usize = 4_000;

/// Returns the matrix of the smallest mutants, with the numbers of the properties. Finite maps that are no mutants count, too.
fn small(checks: &Checks, function: &str, names: &[&str], mutants: u64) -> (Matrix, Vec<usize>) {
    let (mutants, inputs) = if measuring() { (mutants, INPUTS) } else { (50, 20) };
    matrix_of(checks, function, names, inputs, &plan(function, Some(mutants), None))
}

/// Returns how many mutants are killed, and up to which size they are.
fn standing(matrix: &Matrix) -> String {
    let (dead, all) = (matrix.killed_by(u64::MAX), matrix.mutants());
    if matrix.ended == MatrixEnding::Hung {
        return "ended by a mutant that ran too long".to_owned();
    }
    let through = match (matrix.ended, matrix.sizes.through) {
        (MatrixEnding::AllRun, _) => "all there are".to_owned(),
        (_, Some(through)) => format!("to size {through}"),
        (_, None) => String::new(),
    };
    format!("{} of {all}, {through}", if dead == all { "all".to_owned() } else { percent(dead, all) })
}

/// Returns a set of properties of a file from a set of those that mention a function.
fn spread(set: u64, numbers: &[usize]) -> u64 {
    numbers
        .iter()
        .enumerate()
        .filter(|(bit, _)| set >> bit & 1 == 1)
        .fold(0, |all, (_, number)| all | 1 << number)
}

/// The largest number of sets shown.
const SHOWN: usize = 15;

/// Returns sets of properties in braces, by number from 1, the smallest sets first.
fn sets(mut sets: Vec<u64>) -> String {
    sets.sort_by_key(|set| (set.count_ones(), set.reverse_bits().wrapping_neg()));
    let set = |set: &u64| {
        let all = (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit: u32| (bit + 1).to_string());
        format!("{{{}}}", all.collect::<Vec<_>>().join(","))
    };
    let mut shown: Vec<String> = sets.iter().take(SHOWN).map(set).collect();
    if sets.len() > SHOWN {
        shown.push(format!("and {} more", sets.len() - SHOWN));
    }
    shown.join(" ")
}

/// Returns which property implies which others, by number from 1.
fn implied(pairs: &[(usize, usize)]) -> String {
    let mut all: Vec<(usize, Vec<usize>)> = Vec::new();
    for (one, other) in pairs {
        match all.last_mut() {
            Some((own, others)) if own == one => others.push(*other),
            _ => all.push((*one, vec![*other])),
        }
    }
    let show = |(one, others): &(usize, Vec<usize>)| {
        let others: Vec<String> = others.iter().map(|other| (other + 1).to_string()).collect();
        format!("{} ⇒ {}", one + 1, others.join(","))
    };
    all.iter().map(show).collect::<Vec<_>>().join("; ")
}
