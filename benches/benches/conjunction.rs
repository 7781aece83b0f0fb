//! Strategies of parallel conjunction: how many runs each takes, as tables 2.6 and 2.7 of Paper II.
//!
//! `cargo bench --bench conjunction [-- --seconds 30]`

use std::time::Duration;

use everycase::lazy::Strategy;
use everycase::{BigUint, Enumerable, Lazy};
use everycase_benches::clock::{measuring, option};
use everycase_benches::deepening::{Completed, deepen};
use everycase_benches::programs::{imperative, lambda};
use everycase_benches::table::Table;

/// Thousands of runs of the published tables, at the sizes they have.
type Published = [(&'static str, [Option<u64>; 5]); 6];

const IMPERATIVE: Published = [
    ("D", [Some(4381), None, None, None, None]),
    ("O", [Some(2094), Some(5892), None, None, None]),
    ("F", [Some(952), Some(2103), Some(4587), None, None]),
    ("OS", [Some(398), Some(857), Some(1829), Some(3906), None]),
    ("OF", [Some(436), Some(949), Some(2050), Some(4418), None]),
    ("OSF", [Some(644), Some(1521), Some(3226), None, None]),
];

const TYPECHECK: Published = [
    ("D", [Some(4978), None, None, None, None]),
    ("O", [Some(2730), Some(5272), None, None, None]),
    ("F", [Some(4534), None, None, None, None]),
    ("OS", [Some(2615), None, None, None, None]),
    ("OF", [Some(2490), Some(4835), None, None, None]),
    ("OSF", [Some(2289), None, None, None, None]),
];

fn main() {
    table("Imperative", 20, &IMPERATIVE, imperative::normal_in_order);
    table("Typecheck", 26, &TYPECHECK, lambda::well_typed);
}

/// The runs of each strategy at five sizes, in thousands, and of the one that is chosen.
fn table<T: Enumerable>(name: &str, first: u32, published: &Published, predicate: impl Fn(Lazy<T>) -> bool) {
    let most =
        if measuring() { Duration::from_secs(option("seconds", 30)) } else { Duration::from_millis(20) };
    let sizes: Vec<u32> = (first..first + 5).collect();
    let mut table = Table::new([
        &format!("{name}, thousands of runs at size"),
        &sizes[0].to_string(),
        &sizes[1].to_string(),
        &sizes[2].to_string(),
        &sizes[3].to_string(),
        &sizes[4].to_string(),
        "largest size",
        "seconds for it",
        "published, other machine",
    ]);
    let values = sizes.iter().map(|&size| match T::space().count_up_to(size) {
        Ok(values) => (values / BigUint::from(1000_u32)).to_string(),
        Err(error) => error.to_string(),
    });
    table.row(["all values".to_owned()].into_iter().chain(values));
    for strategy in Strategy::ALL.map(Some).into_iter().chain([None]) {
        let completed = deepen(most, strategy, &predicate);
        let label = strategy.map(|strategy| format!("{strategy:?}"));
        let reference = published.iter().find(|(of, _)| Some(*of) == label.as_deref());
        let reference = reference.map_or_else(String::new, |(_, thousands)| {
            thousands.iter().map_while(|runs| runs.map(|runs| runs.to_string())).collect::<Vec<_>>().join(" ")
        });
        let last = completed.last();
        let chosen = || match last.and_then(|last| last.strategy) {
            Some(strategy) => format!("chosen: {strategy:?}"),
            None => "none chosen".to_owned(),
        };
        let runs = |size: &u32| match completed.iter().find(|completed| completed.size == *size) {
            Some(Completed { runs, .. }) => (runs / 1000).to_string(),
            None => "X".to_owned(),
        };
        let ends = [
            last.map_or_else(String::new, |last| last.size.to_string()),
            last.map_or_else(String::new, |last| format!("{:.1}", last.time.as_secs_f64())),
            reference,
        ];
        table.row([label.unwrap_or_else(chosen)].into_iter().chain(sizes.iter().map(runs)).chain(ends));
    }
    table.print();
}
