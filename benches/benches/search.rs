//! Lazy search in the papers' programs: how far it gets in a given time on one core.
//!
//! `cargo bench --bench search [-- --seconds 60]`

use std::time::Duration;

use everycase::lazy::and_then;
use everycase::{Enumerable, Lazy};
use everycase_benches::clock::{measuring, option, per_second};
use everycase_benches::deepening;
use everycase_benches::programs::{imperative, lambda, red_black, reg_exp};
use everycase_benches::table::Table;

fn main() {
    let mut table = Table::new([
        "lazy search, one core",
        "sizes completed",
        "values",
        "runs",
        "satisfying",
        "time for the last size",
        "runs a second",
        "strategy",
        "counterexample",
        "lazy-search (other run)",
    ]);
    find(&mut table, "Lambda", "size 27 in 60 s, 0.60 M/s, 17", |program| {
        and_then(|| lambda::well_typed(program), || lambda::result_differs::<true>(program))
    });
    let breaks = red_black::breaks::<true>;
    find(&mut table, "RedBlack", "size 43 in 60 s (6,241,542 runs), 0.29 to 0.36 M/s, 31", breaks);
    find(&mut table, "RegExp", "size 19 in 60 s (20,471,979 runs), 0.55 M/s, 19", reg_exp::breaks);
    count(&mut table, "Imperative", "11,225 k runs at 20, size 20 in 30 s", imperative::normal);
    count(&mut table, "Typecheck", "5,037 k runs at 26, size 26 in 30 s", lambda::well_typed);
    table.print();
}

/// The values that satisfy a predicate are counterexamples.
fn find<T: Enumerable>(table: &mut Table, name: &str, reference: &str, predicate: impl Fn(Lazy<T>) -> bool) {
    deepen(table, name, reference, true, predicate);
}

/// The values that satisfy a predicate are what is searched for.
fn count<T: Enumerable>(table: &mut Table, name: &str, reference: &str, predicate: impl Fn(Lazy<T>) -> bool) {
    deepen(table, name, reference, false, predicate);
}

/// One size after the other, until time is up.
fn deepen<T: Enumerable>(
    table: &mut Table,
    name: &str,
    reference: &str,
    counterexamples: bool,
    predicate: impl Fn(Lazy<T>) -> bool,
) {
    let most =
        if measuring() { Duration::from_secs(option("seconds", 60)) } else { Duration::from_millis(50) };
    let completed = deepening::deepen(most, None, predicate);
    let Some(last) = completed.last() else { return };
    let first = completed.iter().find(|size| size.found > 0).filter(|_| counterexamples);
    let (runs, time) =
        completed.iter().fold((0, Duration::ZERO), |(runs, time), size| (runs + size.runs, time + size.time));
    let values =
        T::space().count_up_to(last.size).map_or_else(|error| error.to_string(), |count| count.to_string());
    table.row([
        name.to_owned(),
        last.size.to_string(),
        values,
        last.runs.to_string(),
        last.found.to_string(),
        format!("{:.2} s", last.time.as_secs_f64()),
        per_second(runs, time),
        last.strategy.map_or_else(String::new, |strategy| format!("{strategy:?}")),
        first.map_or_else(String::new, |first| first.size.to_string()),
        reference.to_owned(),
    ]);
}
