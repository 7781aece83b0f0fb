//! Closed terms with a simple type, drawn uniformly by natural size, in Rust and in pun.
//!
//! `cargo bench --bench typable -- --seconds 60`; with `--typable 20`, only 20 typable
//! terms of each size.

use std::cell::Cell;
use std::time::Duration;

use everycase::lazy::{Inspect, sample_in};
use everycase::space::{Random, SeedableRng, SpaceError};
use everycase::{Enumerable, Lazy, Space};
use everycase_benches::clock::{Clock, measuring, option};
use everycase_benches::memory::{self, bytes};
use everycase_benches::programs::natural_terms::{Term, is_typable, is_typable_unnamed};
use everycase_benches::programs::typed_terms::{self, by_distance};
use everycase_benches::suites::{example, natural_terms};
use everycase_benches::table::Table;
use everycase_check::text::duration;
use everycase_check::text::number::small;
use pun::check::Checks;

/// The memory that a process may hold.
const MEMORY: u64 = 4 << 30;

/// What it took to draw terms of a size.
#[derive(Default)]
struct Point {
    terms: u64,
    runs: u64,
    time: Duration,
    learned: usize,
    peak: Option<u64>,
    /// The limit that was hit.
    limit: Option<&'static str>,
}

/// Draws a number of terms of a size, within a time.
type Draw = fn(u32, u64, Duration) -> Point;

fn main() {
    let seconds = Duration::from_secs(if measuring() { option("seconds", 60) } else { 1 });
    let only = if measuring() { option("typable", 0) } else { 0 };
    if only == 0 {
        checked(seconds);
    }

    let mut table =
        Table::new(["typable terms wanted", "program", "size", "terms, time, runs, learned (peak)"]);
    let programs: [(&str, Draw); 3] = [
        ("Rust, `pending`", |size, terms, time| in_rust(Term::space(), is_typable, size, terms, time)),
        ("Rust", |size, terms, time| in_rust(Term::space(), is_typable_unnamed, size, terms, time)),
        ("pun", |size, terms, time| in_pun(&natural_terms(), size, terms, time)),
    ];
    for terms in [2_000, 20].into_iter().filter(|terms| only == 0 || *terms == only) {
        sweeps(&mut table, terms, &programs, seconds);
    }
    table.print();
}

/// Terms that a predicate checks against the types that they state.
fn checked(seconds: Duration) {
    let mut table =
        Table::new(["checked terms wanted", "program", "size", "terms, time, runs, learned (peak)"]);
    let programs: [(&str, Draw); 2] = [
        ("Rust, `pending`", |size, terms, time| {
            in_rust(by_distance(), typed_terms::well_typed, size, terms, time)
        }),
        ("pun", |size, terms, time| in_pun(&example("stlc.pun"), size, terms, time)),
    ];
    sweeps(&mut table, 2_000, &programs, seconds);
    table.print();
}

/// For each program, the largest size within the limits and the first one beyond.
fn sweeps(table: &mut Table, terms: u64, programs: &[(&str, Draw)], time: Duration) {
    let largest = if measuring() { u32::MAX } else { 12 };
    for (name, draw) in programs {
        let (mut size, mut within) = (12, None);
        while size <= largest {
            let point = draw(size, terms, time);
            if measuring() {
                eprintln!("{terms}, {name}, size {size}: {}", cell(&point));
            }
            let row = [terms.to_string(), (*name).to_owned(), size.to_string(), cell(&point)];
            if point.limit.is_some() {
                within.take().into_iter().for_each(|row: [String; 4]| table.row(row));
                table.row(row);
                break;
            }
            within = Some(row);
            size += step(size, point.time);
        }
        if let Some(row) = within {
            table.row(row);
        }
    }
}

/// Returns by how much to go on after a size: 10 from 60 on, and a fifth after one that took more than a minute.
fn step(size: u32, time: Duration) -> u32 {
    match size {
        ..60 => 4,
        60.. if time <= Duration::from_secs(60) => 10,
        60.. => (size / 50 * 10).max(10),
    }
}

fn cell(Point { terms, runs, time, learned, peak, limit }: &Point) -> String {
    let limit = limit.map_or_else(String::new, |limit| format!("**{limit}** at "));
    let (learned, peak) = (bytes(*learned as u64), peak.map_or_else(|| "?".to_owned(), bytes));
    format!("{limit}{terms}: {}, {}, {learned} ({peak})", duration::show(*time), small(*runs))
}

/// Returns the limit that is exceeded, looked up after every 1,024th run.
fn exceeded(runs: u64, clock: &Clock, time: Duration) -> Option<&'static str> {
    if !runs.is_multiple_of(1024) {
        None
    } else if clock.busy() >= time {
        Some("time")
    } else {
        memory::resident().is_some_and(|bytes| bytes > MEMORY).then_some("memory")
    }
}

fn in_rust<T: Inspect + 'static>(
    space: Space<T>,
    predicate: fn(Lazy<T>) -> bool,
    size: u32,
    terms: u64,
    time: Duration,
) -> Point {
    memory::forget_peak();
    let clock = Clock::start();
    let (runs, limit) = (Cell::new(0), Cell::new(None));
    // A draw may take longer than the time. Satisfied with anything, it ends at once.
    let limited = |term| {
        runs.set(runs.get() + 1);
        limit.set(limit.get().or_else(|| exceeded(runs.get(), &clock, time)));
        limit.get().is_some() || predicate(term)
    };
    let mut point = Point::default();
    let draws = sample_in(space, limited).of_size(size);
    let mut draws = match draws {
        Ok(draws) => draws,
        Err(SpaceError::TooMany { .. }) => return Point { limit: Some("too many terms"), ..point },
        Err(error) => panic!("{error}"),
    };
    let mut rng = Random::seed_from_u64(1);
    while point.terms < terms && limit.get().is_none() {
        match draws.draw(&mut rng) {
            Ok(Some(_)) if limit.get().is_none() => point.terms += 1,
            Ok(Some(_)) => {}
            Ok(None) => limit.set(Some("no terms")),
            Err(error) => panic!("{error}"),
        }
    }
    (point.runs, point.learned, point.limit) = (draws.runs(), draws.memory(), limit.get());
    (point.time, point.peak) = (clock.busy(), memory::peak());
    point
}

fn in_pun(checks: &Checks, size: u32, terms: u64, time: Duration) -> Point {
    memory::forget_peak();
    let (clock, mut limit) = (Clock::start(), None);
    let drawn = checks.draw_while(0, size, 1, |drawn| {
        limit = exceeded(drawn.runs, &clock, time);
        limit.is_none() && drawn.values < terms
    });
    let drawn = match drawn {
        Ok(drawn) => drawn,
        Err(SpaceError::TooMany { .. }) => {
            return Point { limit: Some("too many terms"), ..Point::default() };
        }
        Err(error) => panic!("{error}"),
    };
    Point {
        terms: drawn.values,
        runs: drawn.runs,
        time: clock.busy(),
        learned: drawn.memory,
        peak: memory::peak(),
        limit,
    }
}
