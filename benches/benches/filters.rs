//! Inputs that satisfy a predicate: sampled by everycase, and filtered from what the peers generate.
//!
//! `cargo bench --bench filters [-- --millis 2000]`

use std::collections::HashSet;
use std::hash::Hash;
use std::time::Duration;

use everycase::Enumerable;
use everycase::lazy::Inspect;
use everycase_benches::clock::{Clock, measuring, option, rate, rate_of};
use everycase_benches::growth::QUICKCHECK_SIZE;
use everycase_benches::peers::{Budget, Peer};
use everycase_benches::sampling::{Generator, Limits, Subject};
use everycase_benches::strategies::{draw, proptest_runner};
use everycase_benches::subjects::{BST, PROGRAM, RED_BLACK, SORTED, STLC};
use everycase_benches::table::Table;
use quickcheck::Gen;

/// Sizes at most so far from the wanted one count.
const BAND: u32 = 2;

/// A peer's values between two looks at the clock.
const CHUNK: u32 = 1000;

fn main() {
    let mut table = Table::new([
        "satisfying a second (distinct)",
        "sizes",
        "uniform",
        "backtracking 10k",
        "quickcheck",
        "nodes, atoms",
        "proptest",
        "nodes, atoms",
        "everycase : peers",
        "distinct",
    ]);
    compare(&mut table, "search trees", &BST);
    compare(&mut table, "typed terms", &STLC);
    compare(&mut table, "programs 1, 2, 3, 4, 5", &PROGRAM);
    compare(&mut table, "sorted lists", &SORTED);
    compare(&mut table, "red-black trees", &RED_BLACK);
    table.print();
}

/// Satisfying inputs a second, all and those that differ.
#[derive(Clone, Copy)]
struct Rates {
    all: f64,
    distinct: f64,
}

fn compare<T>(table: &mut Table, name: &str, subject: &Subject<T>)
where
    T: Enumerable + Inspect + Peer + Eq + Hash,
{
    let (time, short) = if measuring() {
        (Duration::from_millis(option("millis", 2000)), Duration::from_millis(20))
    } else {
        (Duration::from_millis(5), Duration::from_micros(50))
    };
    for size in if measuring() { vec![10, 20, 30] } else { vec![10] } {
        let uniform = sampled(subject, Generator::Uniform, size, time);
        let bounded = sampled(subject, Generator::BOUNDED, size, time);
        let (quickcheck, quickcheck_budget) = kindest(short, time, |budget, time| {
            let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, 1);
            filtered(subject, size, time, || T::grow(&mut source, budget))
        });
        let (proptest, proptest_budget) = kindest(short, time, |budget, time| {
            let (strategy, mut runner) = (T::strategy(budget), proptest_runner(1));
            filtered(subject, size, time, || draw(&strategy, &mut runner))
        });
        let ratio = |of: fn(Rates) -> f64| {
            let (ours, theirs) = (of(uniform).max(of(bounded)), of(quickcheck).max(of(proptest)));
            if theirs > 0.0 { format!("{:.2}", ours / theirs) } else { "peers: none".to_owned() }
        };
        let cell = |rates: Rates| format!("{} ({})", rate(rates.all), rate(rates.distinct));
        let budget = |rates: Rates, Budget { nodes, atoms }: Budget| {
            if rates.all > 0.0 { format!("{nodes}, {atoms}") } else { "none found".to_owned() }
        };
        table.row([
            name.to_owned(),
            format!("{} to {}", size - BAND, size + BAND),
            cell(uniform),
            cell(bounded),
            cell(quickcheck),
            budget(quickcheck, quickcheck_budget),
            cell(proptest),
            budget(proptest, proptest_budget),
            ratio(|rates| rates.all),
            ratio(|rates| rates.distinct),
        ]);
    }
}

/// Each size of the band has the same time.
fn sampled<T>(subject: &Subject<T>, generator: Generator, size: u32, time: Duration) -> Rates
where
    T: Enumerable + Inspect + Eq + Hash,
{
    let (mut values, mut spent) = (Vec::new(), Duration::ZERO);
    for size in size - BAND..=size + BAND {
        let limits = Limits { values: u32::MAX, time: time / (2 * BAND + 1), memory: 1 << 30 };
        spent += subject.draw(generator, size, &limits, |value| values.push(value)).time;
    }
    rates(values, spent)
}

/// What a peer generates, as long as it satisfies the predicate and has a size of the band.
fn filtered<T>(subject: &Subject<T>, size: u32, time: Duration, mut next: impl FnMut() -> T) -> Rates
where
    T: Enumerable + Eq + Hash,
{
    let clock = Clock::start();
    let mut values = Vec::new();
    while clock.busy() < time {
        values.extend((0..if measuring() { CHUNK } else { 1 }).map(|_| next()).filter(subject.plain));
    }
    let spent = clock.busy();
    let space = T::space();
    values.retain(|value| space.size_of(value).is_ok_and(|it| it.abs_diff(size) <= BAND));
    rates(values, spent)
}

fn rates<T: Eq + Hash>(values: Vec<T>, time: Duration) -> Rates {
    let all = rate_of(values.len() as u64, time);
    let distinct: HashSet<T> = values.into_iter().collect();
    Rates { all, distinct: rate_of(distinct.len() as u64, time) }
}

/// Returns the budget with which a peer finds the most distinct inputs in a short time, and what it finds with it.
fn kindest(
    short: Duration,
    time: Duration,
    mut measure: impl FnMut(Budget, Duration) -> Rates,
) -> (Rates, Budget) {
    let tried = Budget::all().map(|budget| (measure(budget, short).distinct, budget));
    let (_, budget) = tried.max_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there are budgets to try");
    (measure(budget, time), budget)
}
