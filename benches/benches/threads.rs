//! The gain of a second thread and the cost of parts: runs with a number of tests, on one and on two threads, and in eight parts.
//!
//! `cargo bench --bench threads`

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase::__private::{IntoOutcome, Parameter, Property, Uses, with_structures};
use everycase::space::Derivation;
use everycase::{Enumerable, Settings, assume};
use everycase_benches::clock::{measuring, option, process_time};
use everycase_benches::find::tools::everycase::site;
use everycase_benches::programs::search_tree::{Tree, is_ordered};
use everycase_benches::suites::example;
use everycase_benches::table::Table;
use everycase_check::check::check;
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::shard::Shard;
use everycase_check::text::duration;

/// The number of times that a run is repeated; the median counts.
const TIMES: usize = 3;
const PARTS: u64 = 8;

fn main() {
    let heads = [
        "property that holds",
        "one thread",
        "two threads",
        "ratio",
        "processor time",
        "of two threads",
        "of eight parts together",
    ];
    let mut table = Table::new(heads);
    add(&mut table, "plain: `Vec<i32>`, sorted", |settings| {
        plainly(settings, |mut list: Vec<i32>| {
            list.sort_unstable();
            list.is_sorted()
        });
    });
    add(&mut table, "plain: `String`, split and joined", |settings| {
        plainly(settings, |text: String| text.split(',').collect::<Vec<_>>().join(",") == text);
    });
    add(&mut table, "lazy: search trees, heights", lazily);
    add(&mut table, "pun: `insert-keeps-order` of bst.pun", |settings| {
        let program = example("bst.pun");
        let mut properties = program.properties().iter();
        let number = properties.position(|own| &*own.name == "insert-keeps-order").expect("it is there");
        let mut plan = settings.fill("insert-keeps-order");
        plan.budget.structures = true;
        program.check(number, &plan, &[]).expect("it can be checked");
    });
    table.print();
}

/// Adds the row of a run.
fn add(table: &mut Table, name: &str, run: impl Fn(Settings)) {
    let tests = if measuring() { option("tests", 200_000) } else { 200 };
    let of = |jobs: u64, shard: Option<Shard>| {
        let settings = Settings {
            tests: Some(tests),
            seed: Some(7),
            jobs: Some(jobs),
            shard,
            regressions: Some(false),
            ..Settings::default()
        };
        let (start, spent) = (Instant::now(), process_time());
        run(settings);
        (start.elapsed(), process_time().saturating_sub(spent))
    };
    let mut times: [Vec<(Duration, Duration)>; 2] = Default::default();
    for _ in 0..TIMES {
        times[0].push(of(1, None));
        times[1].push(of(2, None));
    }
    let [one, two] = times.map(|mut times| {
        times.sort_unstable();
        times[TIMES / 2]
    });
    let parts: Duration = (0..PARTS).map(|index| of(1, Shard::new(index, PARTS)).1).sum();
    let ratio = |one: Duration, other: Duration| format!("{:.1}", one.as_secs_f64() / other.as_secs_f64());
    table.row([
        name.to_owned(),
        duration::show(one.0),
        duration::show(two.0),
        ratio(one.0, two.0),
        duration::show(one.1),
        ratio(two.1, one.1),
        ratio(parts, one.1),
    ]);
}

fn plainly<T: Enumerable + 'static>(
    settings: Settings,
    property: impl Fn(T) -> bool + Send + Sync + 'static,
) {
    let space = T::space();
    let codec = Arc::clone(space.codec());
    let subject: Arc<dyn Subject> = Arc::new(move |input: &Derivation, _: &mut Labels| {
        assert!(property(codec.decode(input.root())), "it holds");
        Verdict::Passed
    });
    let mut plan = settings.fill("property");
    with_structures(&mut plan, Path::new(env!("CARGO_MANIFEST_DIR")));
    check("property", space.derivations(), &subject, &plan, &[]).expect("the types are right");
}

/// Runs a property of search trees, as the code does that `#[property]` generates.
fn lazily(settings: Settings) {
    fn height(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(_, left, right) => 1 + height(left).max(height(right)),
        }
    }
    let parameter = Parameter {
        name: "tree",
        pattern: "tree",
        ty: None,
        lent: None,
        space: Tree::space(),
        own: None,
        uses: Uses::NONE,
    };
    Property::new(site(), settings).run_in_parts((parameter,), module_path!(), |(tree,)| {
        let tree = tree.lazy();
        assume(is_ordered(tree));
        (height(&tree.value()) < 1_000_000).into_outcome()
    });
}
