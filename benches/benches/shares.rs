//! The cost of structures for the exhaustive search: the inputs that it runs in a second, alone and with structures beside it.
//!
//! `cargo bench --bench shares`

#![expect(clippy::cast_precision_loss, reason = "a ratio of two decimals")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use everycase::__private::with_structures;
use everycase::Enumerable;
use everycase::space::Derivation;
use everycase_benches::clock::{measuring, option};
use everycase_benches::table::Table;
use everycase_check::check::check;
use everycase_check::claims::Coverage;
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::Settings;
use everycase_check::text::number::small;

fn main() {
    let mut table = Table::new([
        "inputs of a property that holds",
        "searched alone",
        "with structures",
        "ratio",
        "up to size",
        "alone",
    ]);
    add(&mut table, "`Vec<i32>`, sorted", |list: Vec<i32>| {
        let mut sorted = list;
        sorted.sort_unstable();
        sorted.is_sorted()
    });
    add(&mut table, "`String`, split and joined", |text: String| {
        text.split(',').collect::<Vec<_>>().join(",") == text
    });
    add(&mut table, "`(u32, u32)`, swapped", |(a, b): (u32, u32)| a.min(b) == b.min(a));
    add(&mut table, "`Vec<Vec<u8>>`, flattened", |lists: Vec<Vec<u8>>| {
        lists.iter().map(Vec::len).sum::<usize>() == lists.concat().len()
    });
    table.print();
}

/// Adds the row of a property.
fn add<T: Enumerable + 'static>(
    table: &mut Table,
    name: &str,
    property: impl Fn(T) -> bool + Send + Sync + Copy + 'static,
) {
    let [alone, beside] = [false, true].map(|structures| searched(property, structures));
    let through = |coverage: &Coverage| coverage.exhausted().map_or(0, |all| all.through).to_string();
    let inputs = |coverage: &Coverage| {
        coverage.exhausted().map_or(0, |all| all.done) + coverage.stopped_at().map_or(0, |some| some.done)
    };
    table.row([
        name.to_owned(),
        small(inputs(&alone)),
        small(inputs(&beside)),
        format!("{:.2}", inputs(&beside) as f64 / inputs(&alone).max(1) as f64),
        through(&beside),
        through(&alone),
    ]);
}

/// Returns what a run of a second covers, of which the exhaustive search has half.
fn searched<T: Enumerable + 'static>(
    property: impl Fn(T) -> bool + Send + Sync + 'static,
    structures: bool,
) -> Coverage {
    let space = T::space();
    let codec = Arc::clone(space.codec());
    let subject: Arc<dyn Subject> = Arc::new(move |input: &Derivation, _: &mut Labels| {
        assert!(property(codec.decode(input.root())), "it holds");
        Verdict::Passed
    });
    let millis = if measuring() { option("millis", 1000) } else { 20 };
    let settings =
        Settings { time: Some(Duration::from_millis(millis)), seed: Some(1), ..Settings::default() };
    let mut plan = settings.fill("property");
    if structures {
        with_structures(&mut plan, Path::new(env!("CARGO_MANIFEST_DIR")));
    }
    check("property", space.derivations(), &subject, &plan, &[]).expect("the types are right").coverage
}
