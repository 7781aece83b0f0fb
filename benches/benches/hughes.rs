//! The eight bugs of a search tree: which tool finds which, after how many tests and how much time.
//!
//! `cargo bench --bench hughes [-- --seconds 180] [--seeds 3]`
//!
//! The seconds are about those of the whole run; what a trial may take follows from them.

#![expect(clippy::cast_precision_loss, reason = "shares in per cent")]

use std::time::Duration;

use everycase_benches::bst::{BUGS, Bug};
use everycase_benches::clock::{measuring, option, span};
use everycase_benches::laws::{Kind, LAWS, Named};
use everycase_benches::lazy_laws::LAZY_LAWS;
use everycase_benches::published::{reason, tests_to_failure};
use everycase_benches::table::Table;
use everycase_benches::tools::{Everycase, Proptest, Quickcheck, Tool, Trial};

/// A law that some bug breaks, or is published to break.
struct Cell {
    law: &'static Named,
    bug: Bug,
    published: f64,
    everycase: Trial,
    quickcheck: Runs,
    proptest: Runs,
}

/// Trials with different seeds.
struct Runs(Vec<Trial>);

fn main() {
    let mut cells = Vec::new();
    for law in LAWS {
        for bug in if measuring() { &BUGS[..] } else { &BUGS[..1] } {
            cells.extend(Cell::run(law, *bug));
        }
    }
    each_cell(&cells);
    in_short(&cells);
    on_lazy_values(&cells);
    beside_the_published(&cells);
}

impl Cell {
    /// Runs the peers only where there is something to find, and not for long where the law does not call what is
    /// wrong.
    fn run(law: &'static Named, bug: Bug) -> Option<Cell> {
        let published = tests_to_failure(law.name, bug).expect("every law has a row");
        let limit = if calls(law, bug) { limit() } else { limit() / 50 };
        let everycase = everycase(limit).check(law.law, bug);
        if !everycase.found && published == 0.0 {
            return None;
        }
        let quickcheck = Runs::new(|seed| Quickcheck { seed, limit }.check(law.law, bug));
        let proptest = Runs::new(|seed| Proptest { seed, limit }.check(law.law, bug));
        Some(Cell { law, bug, published, everycase, quickcheck, proptest })
    }

    fn differs(&self) -> bool {
        self.everycase.found != (self.published > 0.0)
    }
}

/// Returns whether a law calls the operation that is wrong.
fn calls(law: &Named, bug: Bug) -> bool {
    bug.operation().is_some_and(|operation| law.calls.contains(&operation))
}

/// When a trial is given up: some 300 of them take that long.
fn limit() -> Duration {
    if measuring() { Duration::from_secs(option("seconds", 180)) / 300 } else { Duration::from_millis(20) }
}

/// With its defaults but for the limit.
fn everycase(limit: Duration) -> Everycase {
    let mut tool = Everycase::default();
    tool.settings.time = Some(limit);
    tool
}

impl Runs {
    fn new(run: impl Fn(u64) -> Trial) -> Runs {
        Runs((1..=if measuring() { option("seeds", 3) } else { 1 }).map(run).collect())
    }

    fn found(&self) -> usize {
        self.0.iter().filter(|trial| trial.found).count()
    }

    fn discarded(&self) -> f64 {
        let sum = |of: fn(&Trial) -> u64| self.0.iter().map(of).sum::<u64>() as f64;
        sum(|trial| trial.discarded) / sum(|trial| trial.tests)
    }

    /// Returns the mean of what was found; more than the longest trial's tests, if nothing was.
    fn show(&self) -> [String; 2] {
        let found: Vec<&Trial> = self.0.iter().filter(|trial| trial.found).collect();
        let count = found.len();
        if count == 0 {
            let longest = self.0.iter().max_by_key(|trial| trial.tests);
            return longest.map_or_else(Default::default, |trial| more_than(trial.tests, trial.time));
        }
        let tests = found.iter().map(|trial| trial.tests).sum::<u64>() / count as u64;
        let time = found.iter().map(|trial| trial.time).sum::<Duration>() / count as u32;
        let all = self.0.len();
        let share = if count < all { format!(" ({count} of {all})") } else { String::new() };
        [format!("{tests}{share}"), span(time)]
    }
}

/// Returns what was not found.
fn more_than(tests: u64, time: Duration) -> [String; 2] {
    [format!("more than {tests}"), span(time)]
}

/// As the published table has it: nothing where there was nothing to find.
fn mean(published: f64, digits: usize) -> String {
    if published > 0.0 { format!("{published:.digits$}") } else { "-".to_owned() }
}

/// Returns the constructors alone.
fn short(input: &str) -> String {
    input.replace("Bst::", "").replace("Box::new", "")
}

fn each_cell(cells: &[Cell]) {
    let mut table = Table::new([
        "law",
        "bug",
        "published tests",
        "everycase tests",
        "time",
        "quickcheck tests",
        "time",
        "proptest tests",
        "time",
        "smallest counterexample of everycase",
    ]);
    for cell in cells {
        let Trial { tests, time, input, .. } = &cell.everycase;
        let [found, took] = match input {
            Some(_) => [tests.to_string(), span(*time)],
            None => more_than(*tests, *time),
        };
        let [quickcheck, proptest] = [cell.quickcheck.show(), cell.proptest.show()];
        let (law, bug) = (cell.law.name.to_owned(), cell.bug.number().to_string());
        let head = [law, bug, mean(cell.published, 0), found, took];
        let shown = short(input.as_deref().unwrap_or_default());
        table.row(head.into_iter().chain(quickcheck).chain(proptest).chain([shown]));
    }
    table.print();
}

fn in_short(cells: &[Cell]) {
    let mut table = Table::new([
        "kind of law",
        "cells that can fail",
        "everycase",
        "slowest",
        "quickcheck, all seeds",
        "discarded",
        "proptest, all seeds",
        "discarded",
    ]);
    for kind in [Kind::Validity, Kind::Postcondition, Kind::Metamorphic, Kind::Model] {
        let there: Vec<&Cell> =
            cells.iter().filter(|cell| cell.law.kind == kind && cell.can_fail()).collect();
        let slowest = there
            .iter()
            .filter(|cell| cell.everycase.found)
            .map(|cell| cell.everycase.time)
            .max()
            .unwrap_or_default();
        let every = |of: fn(&Cell) -> &Runs| {
            there.iter().filter(|cell| of(cell).found() == of(cell).0.len()).count().to_string()
        };
        let discarded = |of: fn(&Cell) -> &Runs| {
            let shares: f64 = there.iter().map(|cell| of(cell).discarded()).sum();
            format!("{:.0} %", 100.0 * shares / there.len().max(1) as f64)
        };
        table.row([
            format!("{kind:?}"),
            there.len().to_string(),
            there.iter().filter(|cell| cell.everycase.found).count().to_string(),
            span(slowest),
            every(|cell| &cell.quickcheck),
            discarded(|cell| &cell.quickcheck),
            every(|cell| &cell.proptest),
            discarded(|cell| &cell.proptest),
        ]);
    }
    table.print();
}

impl Cell {
    /// Returns whether a valid input is known to fail here: someone found one, or the law calls the wrong operation and is
    /// published to fail.
    fn can_fail(&self) -> bool {
        let found = self.everycase.found || self.quickcheck.found() > 0 || self.proptest.found() > 0;
        found || (calls(self.law, self.bug) && self.published > 0.0)
    }
}

/// The laws that are also written on lazy values, searched size by size.
fn on_lazy_values(cells: &[Cell]) {
    let mut table = Table::new([
        "law",
        "bug",
        "published tests",
        "lazy runs",
        "time",
        "size",
        "inputs up to that size",
        "everycase tests",
        "time",
        "counterexample of the lazy search",
    ]);
    for (name, breaks) in LAZY_LAWS {
        for cell in cells.iter().filter(|cell| cell.law.name == *name && cell.can_fail()) {
            let hunt = breaks.hunt(cell.bug, limit() * 10);
            let Trial { tests, time, input, .. } = &cell.everycase;
            let [runs, took] = match hunt.input {
                Some(_) => [hunt.runs.to_string(), span(hunt.time)],
                None => more_than(hunt.runs, hunt.time),
            };
            let [eager, eager_took] = match input {
                Some(_) => [tests.to_string(), span(*time)],
                None => more_than(*tests, *time),
            };
            table.row([
                cell.law.name.to_owned(),
                cell.bug.number().to_string(),
                mean(cell.published, 0),
                runs,
                took,
                hunt.size.to_string(),
                hunt.values.to_string(),
                eager,
                eager_took,
                short(hunt.input.as_deref().unwrap_or_default()),
            ]);
        }
    }
    table.print();
}

fn beside_the_published(cells: &[Cell]) {
    let mut table = Table::new(["law", "bug", "published tests", "everycase", "why"]);
    for cell in cells.iter().filter(|cell| cell.differs()) {
        let here = if cell.everycase.found { "found" } else { "-" };
        table.row([
            cell.law.name.to_owned(),
            cell.bug.number().to_string(),
            mean(cell.published, 1),
            here.to_owned(),
            reason(cell.law, cell.bug, cell.everycase.found).to_owned(),
        ]);
    }
    table.print();
}
