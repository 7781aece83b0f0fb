//! Lazy search in the papers' programs: how far it gets in a while on one core.
//!
//! `cargo bench -p everycase-benches --bench search [-- --seconds 60]`

use std::cell::Cell;
use std::time::Duration;

use everycase::{Enumerable, Lazy, search};
use everycase_benches::clock::{Clock, measuring, option, per_second};
use everycase_benches::programs::{imperative, lambda, red_black, reg_exp};
use everycase_benches::table::Table;

/// Runs between two looks at the clock.
const CHUNK: u64 = 1 << 16;

fn main() {
    let mut table = Table::new([
        "lazy search, one core",
        "sizes completed",
        "values",
        "runs",
        "satisfying",
        "time for the last size",
        "runs a second",
        "counterexample",
        "lazy-search (other run)",
    ]);
    find(&mut table, "Lambda", "size 27 in 60 s, 0.60 M/s, 17", |program| {
        lambda::well_typed(program) && lambda::result_differs::<true>(program)
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

/// One size after the other, each from the beginning, until time is up.
fn deepen<T: Enumerable>(
    table: &mut Table,
    name: &str,
    reference: &str,
    counterexamples: bool,
    predicate: impl Fn(Lazy<T>) -> bool,
) {
    let most =
        if measuring() { Duration::from_secs(option("seconds", 60)) } else { Duration::from_millis(50) };
    let clock = Clock::start();
    let (mut all_runs, mut last, mut first) = (0, None, None);
    for size in 0.. {
        let size_clock = Clock::start();
        let Some((runs, found)) = complete(size, &predicate, || clock.busy() < most) else { break };
        all_runs += runs;
        if found > 0 && first.is_none() {
            first = Some(size);
        }
        last = Some((size, runs, found, size_clock.busy(), clock.busy()));
    }
    let Some((size, runs, found, last, time)) = last else { return };
    let values =
        T::space().count_up_to(size).map_or_else(|error| error.to_string(), |count| count.to_string());
    table.row([
        name.to_owned(),
        size.to_string(),
        values,
        runs.to_string(),
        found.to_string(),
        format!("{:.2} s", last.as_secs_f64()),
        per_second(all_runs, time),
        first.filter(|_| counterexamples).map_or_else(String::new, |size| size.to_string()),
        reference.to_owned(),
    ]);
}

/// The runs that all values up to a size take, and how many classes satisfy the predicate; `None` if time is up before.
fn complete<T: Enumerable>(
    size: u32,
    predicate: impl Fn(Lazy<T>) -> bool,
    goes_on: impl Fn() -> bool,
) -> Option<(u64, u64)> {
    let (runs, stopped) = (Cell::new(0_u64), Cell::new(false));
    let stops = |value: Lazy<T>| {
        runs.set(runs.get() + 1);
        stopped.set(runs.get().is_multiple_of(CHUNK) && !goes_on());
        predicate(value) || stopped.get()
    };
    let mut values = search(stops).up_to(size).expect("the type is rightly recursive");
    let mut found = 0;
    while values.advance() {
        if stopped.get() {
            return None;
        }
        found += 1;
    }
    Some((values.runs(), found))
}
