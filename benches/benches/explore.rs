//! Explorations of the programs in `examples/explore`: coverage, errors, properties, values met
//! before, orders and speed, as in chapters 4 and 5 of Allwood's thesis on Irulan.
//!
//! `cargo bench --bench explore [-- PART.. [--long]]`, where a part is one of
//! `coverage`, `errors`, `properties`, `values`, `orders`, `progress`, `speed`.

#![expect(clippy::cast_precision_loss, reason = "figures for readers")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_benches::clock::measuring;
use everycase_check::settings::{Plan, Settings as Bounds};
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::fault::Kind;
use everycase_explore::library::Library;
use everycase_explore::module::{Module, PROPERTY, Pool, Settings};
use everycase_explore::strategy::Strategy;
use pun::load::load;

fn main() {
    let parts: [(&str, Part); 7] = [
        ("coverage", coverage),
        ("errors", errors),
        ("properties", properties),
        ("values", values),
        ("orders", orders),
        ("progress", progress),
        ("speed", speed),
    ];
    let is_given = |name: &str| std::env::args().any(|argument| argument == name);
    let times = match (measuring(), is_given("--long")) {
        (false, _) => Times(vec![Duration::from_millis(20)]),
        (true, false) => Times([1, 2, 5, 10].map(Duration::from_secs).to_vec()),
        (true, true) => Times([1, 2, 5, 10, 60].map(Duration::from_secs).to_vec()),
    };
    let is_all = !measuring() || !parts.iter().any(|(name, _)| is_given(name));
    for (name, tables) in parts {
        if is_all || is_given(name) {
            tables(&times);
        }
    }
}

/// A part of the measurements.
type Part = fn(&Times);

/// The times of explorations, in ascending order.
struct Times(Vec<Duration>);

impl Times {
    /// Returns the time of explorations that are compared with each other.
    fn one(&self) -> Duration {
        self.0.get(3).or(self.0.last()).copied().unwrap_or_default()
    }

    fn heads(&self) -> String {
        cells(self.0.iter().map(|time| show(*time)))
    }

    fn rule(&self) -> String {
        "---:|".repeat(self.0.len())
    }
}

/// Returns the cells of a row.
fn cells(cells: impl Iterator<Item = String>) -> String {
    cells.fold(String::new(), |row, cell| row + " " + &cell + " |")
}

fn show(time: Duration) -> String {
    everycase_check::text::duration::show(time)
}

fn root(directory: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/explore").join(directory)
}

fn path(directory: &str, program: &str) -> PathBuf {
    root(directory).join(program).with_extension("pun")
}

/// Returns the programs of a directory, by name. Outside of a measurement, only the first.
fn programs(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root(directory)).expect("the directory is there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "pun"));
    programs.sort();
    programs.truncate(if measuring() { usize::MAX } else { 1 });
    programs
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn module(path: &Path, settings: &Settings) -> Arc<Module> {
    let program = load(path).program.expect("the program is right");
    Arc::new(Module::with(program, settings).expect("the program is small"))
}

/// Returns the plan of an exploration on one thread.
fn plan(bounds: Bounds) -> Plan {
    Bounds { seed: Some(1), jobs: Some(1), ..bounds }.fill("explore")
}

/// Explores some functions of a module on one thread.
fn explored(module: &Arc<Module>, functions: &[u32], bounds: Bounds, options: Options) -> Exploration {
    explore(module, functions, &plan(bounds), options).expect("the expressions can be counted")
}

fn within(time: Duration) -> Bounds {
    Bounds { time: Some(time), ..Bounds::default() }
}

/// Explores a program as planned. Returns the evaluated share of its source, in percent, and the
/// places of its errors.
fn covered(path: &Path, plan: &Plan, options: Options) -> (f64, BTreeSet<String>) {
    let module = module(path, &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let found = explore(&module, &functions, plan, options).expect("the expressions can be counted");
    let places = found.findings.iter().filter(|finding| finding.fault.kind != Kind::Loop);
    (share(&found), places.filter_map(|finding| finding.fault.place.clone()).collect())
}

fn share(found: &Exploration) -> f64 {
    let covered = found.covered.as_ref().expect("modules know it");
    100.0 * covered.evaluated.len() as f64 / covered.all.max(1) as f64
}

fn average(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

/// The evaluated share of each program after each time, with and without case selectors (figures 5.1 and 5.2).
fn coverage(times: &Times) {
    for directory in ["catalogue", "nofib"] {
        println!("\nEvaluated share of the source in percent: {directory}\n");
        println!(
            "| program |{} {} without selectors |\n|---|{}---:|",
            times.heads(),
            show(times.one()),
            times.rule()
        );
        let mut columns = vec![Vec::new(); times.0.len() + 1];
        for path in programs(directory) {
            let options = |selects| Options { selects, ..Options::default() };
            let mut shares: Vec<f64> =
                times.0.iter().map(|time| covered(&path, &plan(within(*time)), options(true)).0).collect();
            shares.push(covered(&path, &plan(within(times.one())), options(false)).0);
            let row = cells(shares.iter().map(|share| format!("{share:.1}")));
            println!("| {} |{row}", name(&path));
            for (column, share) in columns.iter_mut().zip(shares) {
                column.push(share);
            }
        }
        let row = cells(columns.iter().map(|column| format!("{:.1}", average(column))));
        println!("| average |{row}");
    }
}

/// The places of errors, and how many are reached through case selectors only (section 5.1.2).
fn errors(times: &Times) {
    println!("\nPlaces of errors after {}\n", show(times.one()));
    println!("| program | places | without selectors | through selectors only |\n|---|---:|---:|---:|");
    let mut totals = [0; 3];
    for path in programs("catalogue").into_iter().chain(programs("nofib")) {
        let plan = plan(within(times.one()));
        let [with, without] =
            [true, false].map(|selects| covered(&path, &plan, Options { selects, ..Options::default() }).1);
        let only = with.difference(&without).count();
        println!("| {} | {} | {} | {only} |", name(&path), with.len(), without.len());
        for (total, own) in totals.iter_mut().zip([with.len(), without.len(), only]) {
            *total += own;
        }
    }
    println!("| all | {} | {} | {} |", totals[0], totals[1], totals[2]);
}

/// The properties of the catalogue, each alone: the evaluated share after each time, and when it was found not to hold (figure 5.3).
fn properties(times: &Times) {
    println!("\nEach property alone: evaluated share in percent, and when a counterexample was found\n");
    println!("| property |{} counterexample |\n|---|{}---|", times.heads(), times.rule());
    for path in programs("catalogue") {
        let settings = Settings::default();
        let first = module(&path, &settings);
        for property in first.tested().filter(|function| first.is_property(*function)) {
            let own = &first.signature().functions[property as usize].name;
            let after = |time: &Duration| {
                let found =
                    explored(&module(&path, &settings), &[property], within(*time), Options::default());
                format!("{:.1}", share(&found))
            };
            let row = cells(times.0.iter().map(after));
            let longest = times.0.iter().copied().max().unwrap_or_default();
            let when = falsified(&module(&path, &settings), property, longest);
            let own = own.strip_prefix(PROPERTY).unwrap_or(own);
            println!("| {} {own} |{row} {} |", name(&path), when.unwrap_or_default());
        }
    }
}

/// Returns when a property is found not to hold, and on what.
fn falsified(module: &Arc<Module>, property: u32, longest: Duration) -> Option<String> {
    let mut time = Duration::from_millis(100);
    while time <= longest {
        let start = Instant::now();
        let found = explored(module, &[property], within(time), Options::default());
        if let Some(finding) = found.findings.iter().find(|finding| finding.fault.kind == Kind::False) {
            return Some(format!("within {}: `{}`", show(start.elapsed()), finding.expression));
        }
        time *= 2;
    }
    None
}

/// Runs of the last size, and the time of all, where each value is tried once and where all
/// arguments are (section 4.5).
fn values(_: &Times) {
    println!("\nArguments with a value met before: runs of the last size, and the time of all\n");
    println!("| program | size | each value once | all arguments |\n|---|---:|---:|---:|");
    let programs: [(&str, &str, Option<&str>, u32); 5] = [
        ("chapter-3", "int-tree-4", None, 11),
        ("chapter-3", "tree", None, 10),
        ("chapter-3", "board", None, 16),
        ("catalogue", "ordered-set", None, 9),
        ("catalogue", "red-black", Some("insert-keeps-valid"), 8),
    ];
    for (directory, program, property, size) in programs {
        let size = if measuring() { size } else { 4 };
        let runs = [false, true].map(|repeats| {
            let module = module(&path(directory, program), &Settings { repeats, ..Settings::default() });
            let name = |function: u32| &*module.signature().functions[function as usize].name;
            let is_wanted = |function: &u32| {
                property.is_none_or(|own| name(*function).strip_prefix(PROPERTY) == Some(own))
            };
            let functions: Vec<u32> = module.tested().filter(is_wanted).collect();
            let bounds = Bounds { size: Some(size), tests: Some(u64::MAX), ..Bounds::default() };
            let start = Instant::now();
            let found = explored(&module, &functions, bounds, Options::default());
            let all = found.runs[0].checked.coverage.exhausted();
            format!("{} runs, {}", all.map_or(0, |all| all.done), show(start.elapsed()))
        });
        let property = property.map_or_else(String::new, |own| format!(" {own}"));
        println!("| {program}{property} | {size} | {} | {} |", runs[0], runs[1]);
    }
}

/// An order of expressions.
#[derive(Clone, Copy)]
struct Order {
    name: &'static str,
    strategy: Strategy,
    search: Search,
}

/// What is searched of a plan.
#[derive(Clone, Copy)]
enum Search {
    /// All sizes, one after the other, and then draws of larger ones.
    Sizes,
    /// All up to this size at once, depth-first. Depth is size here: the cost of the smallest
    /// expression that a run stands for. The thesis counts the steps and choices on the way to an
    /// expression instead. Each decides one position, which costs 1 or more except for pairs and
    /// `()`; but positions that are never looked at count here, with their least size.
    Depth(u32),
    /// Nothing: uniform draws, of sizes up to 20. Each expression of a size is equally likely; in
    /// the thesis, each alternative of a choice is.
    Nothing,
}

/// The orders that need no bound.
const UNBOUNDED: [Order; 3] = [
    Order { name: "by size", strategy: Strategy::Size, search: Search::Sizes },
    Order { name: "one function after the other", strategy: Strategy::Split, search: Search::Sizes },
    Order { name: "random", strategy: Strategy::Size, search: Search::Nothing },
];

/// Depth-first searches.
const DEPTH_FIRST: [Order; 3] = [
    Order { name: "depth-first to 6", strategy: Strategy::Size, search: Search::Depth(6) },
    Order { name: "depth-first to 9", strategy: Strategy::Size, search: Search::Depth(9) },
    Order { name: "depth-first to 12", strategy: Strategy::Size, search: Search::Depth(12) },
];

/// Explores a program in an order.
fn ordered(path: &Path, time: Duration, order: Order) -> (f64, BTreeSet<String>) {
    let Order { strategy, search, .. } = order;
    let mut plan = plan(within(time));
    match search {
        Search::Sizes => {}
        Search::Depth(size) => (plan.budget.size, plan.budget.first) = (Some(size), size),
        Search::Nothing => plan.budget.draws_only = true,
    }
    covered(path, &plan, Options { strategy, ..Options::default() })
}

/// The orders of expressions: evaluated shares, and places of errors (figure 5.5).
fn orders(times: &Times) {
    let first = times.0.first().copied().unwrap_or_default();
    let with_depths = UNBOUNDED.into_iter().chain(DEPTH_FIRST).collect::<Vec<_>>();
    for (time, orders) in [(first, with_depths), (times.one(), UNBOUNDED.to_vec())] {
        println!("\nOrders: evaluated share in percent, and places of errors, after {}\n", show(time));
        let heads = cells(orders.iter().map(|order| order.name.to_owned()));
        println!("| program |{heads}\n|---|{}", "---:|".repeat(orders.len()));
        for directory in ["catalogue", "nofib"] {
            let mut columns = vec![(Vec::new(), 0); orders.len()];
            for path in programs(directory) {
                let found: Vec<_> = orders.iter().map(|order| ordered(&path, time, *order)).collect();
                let row = cells(found.iter().map(|(share, places)| format!("{share:.1}, {}", places.len())));
                println!("| {} |{row}", name(&path));
                for ((shares, all), (share, places)) in columns.iter_mut().zip(found) {
                    shares.push(share);
                    *all += places.len();
                }
            }
            let row = cells(columns.iter().map(|(shares, all)| format!("{:.1}, {all}", average(shares))));
            println!("| {directory} |{row}");
        }
    }
}

/// The evaluated share of one program over time, by order (figure 5.6).
fn progress(times: &Times) {
    let Some(path) = programs("nofib").into_iter().find(|path| name(path) == "lisp-like") else { return };
    println!("\nThe evaluated share of lisp-like in percent, by order\n");
    println!("| order |{}\n|---|{}", times.heads(), times.rule());
    for order in UNBOUNDED.into_iter().chain(DEPTH_FIRST) {
        let shares = times.0.iter().map(|time| format!("{:.1}", ordered(&path, *time, order).0));
        println!("| {} |{}", order.name, cells(shares));
    }
}

/// Runs and expressions on the ordered-list set (section 5.2.1).
fn speed(times: &Times) {
    println!("\nThe set as an ordered list: `insert-keeps-order` for {}\n", show(times.one()));
    println!(
        "| characters | runs a second | size | expressions covered | classes |\n|---|---:|---:|---:|---:|"
    );
    let path = programs("catalogue").into_iter().find(|path| name(path) == "ordered-set");
    let Some(path) = path else { return };
    for (pool, characters) in [("any", Pool::Open), ("three", Pool::These(vec!['a', 'b', 'c']))] {
        let settings = Settings { characters, ..Settings::default() };
        let module = module(&path, &settings);
        let property = |function: &u32| {
            &*module.signature().functions[*function as usize].name == "property insert-keeps-order"
        };
        let functions: Vec<u32> = module.tested().filter(property).collect();
        let start = Instant::now();
        let found = explored(&module, &functions, within(times.one()), Options::default());
        let seconds = start.elapsed().as_secs_f64();
        for run in &found.runs {
            let coverage = &run.checked.coverage;
            let all = coverage.exhausted();
            let all = all.as_ref();
            println!(
                "| {pool} | {:.0} | {} | {} | {} |",
                coverage.inputs() as f64 / seconds,
                all.map_or(0, |all| all.through),
                all.map_or_else(String::new, |all| everycase_check::text::number::number(&all.count)),
                all.map_or(0, |all| all.done),
            );
        }
    }
}
