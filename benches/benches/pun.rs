//! pun: tests a second, sampling under a premise, closed terms, and how the front end grows with the program.
//!
//! `cargo bench --bench pun`

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use everycase_benches::clock::{Clock, measuring, per_second, process_time};
use everycase_benches::memory;
use everycase_benches::suites::{example, hughes};
use everycase_benches::table::Table;
use everycase_check::settings::Settings;
use everycase_check::text::duration;
use everycase_check::text::number::small;
use everycase_kernel::{Derivations, Random, SeedableRng, Shape};
use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;
use pun::terms::{self, Mode};

fn main() {
    tests_a_second();
    checks();
    premises();
    closed_terms();
    drawn_terms();
    front_end();
}

/// Checks of the default second with one thread: search, structures, draws and boundary values together.
fn checks() {
    let heads = [
        "checks, one thread",
        "properties",
        "tests",
        "discarded",
        "processor time",
        "tests a second",
        "peak",
    ];
    let mut table = Table::new(heads);
    let time = Duration::from_millis(if measuring() { 1_000 } else { 5 });
    for (name, program) in [("bst.pun", example("bst.pun")), ("hughes/found.pun", hughes("found", None))] {
        memory::forget_peak();
        let (mut tests, mut discarded, mut held) = (0, 0, 0);
        let start = process_time();
        for (number, property) in program.properties().iter().enumerate() {
            let settings = Settings { time: Some(time), jobs: Some(1), ..Settings::default() };
            let mut plan = settings.fill(&property.name);
            plan.budget.structures = true;
            let report = program.check(number, &plan, &[]).expect("it can be checked");
            if report.counterexample.is_none() {
                held += 1;
                tests += report.checked.coverage.inputs();
                discarded += report.checked.coverage.discards();
            }
        }
        let spent = process_time().saturating_sub(start);
        table.row([
            name.to_owned(),
            format!("{held} of {}", program.properties().len()),
            small(tests),
            small(discarded),
            duration::show(spent),
            per_second(tests, spent),
            memory::peak().map_or_else(String::new, memory::bytes),
        ]);
    }
    table.print();
}

/// A search by size on one core, nothing else.
fn tests_a_second() {
    let heads =
        ["search, one core", "size", "inputs", "runs", "processor time", "runs a second", "inputs a second"];
    let mut table = Table::new(heads);
    let properties = [
        ("hughes/found.pun", "insert-valid", 17),
        ("hughes/found.pun", "insert-valid", 30),
        ("hughes/found.pun", "find-post-present", 30),
        ("paper/insert.pun", "find-post-present", 28),
        ("paper/validify.pun", "insert-valid", 14),
    ];
    for (file, name, size) in properties {
        let checks = example(file);
        let all = checks.properties().iter();
        let number = all.map(|property| &*property.name).position(|own| own == name).expect("it is there");
        let size = if measuring() { size } else { 5 };
        let start = Clock::start();
        let runs = checks.search(number, size).expect("it can be searched").runs;
        let time = start.busy();
        let derivations = checks.derivations(&checks.properties()[number]);
        let inputs = derivations.count_up_to(size).expect("they can be counted");
        let inputs = inputs.to_string().parse::<f64>().unwrap_or(0.0);
        table.row([
            format!("{name} of {file}"),
            size.to_string(),
            format!("{inputs:.2e}"),
            small(runs),
            duration::show(time),
            per_second(runs, time),
            format!("{:.1e}", inputs / time.as_secs_f64().max(1e-9)),
        ]);
    }
    table.print();
    println!();
}

/// Terms that a checker of types accepts, drawn uniformly: 2,000 of a size.
fn premises() {
    let checks = example("stlc.pun");
    let mut table = Table::new(["2,000 well-typed terms, in pun", "size", "processor time"]);
    for size in if measuring() { &[18, 23, 28, 30, 60][..] } else { &[8][..] } {
        let start = Clock::start();
        let drawn = checks.draw(0, *size, (2_000, u64::MAX), 1).expect("they can be drawn");
        table.row([
            format!("{} drawn in {} runs", small(drawn.values), small(drawn.runs)),
            size.to_string(),
            duration::show(start.busy()),
        ]);
    }
    table.print();
    println!();
}

/// What closed terms are inputs of.
const TERMS: &str = "
append xs ys = case xs of ; [] -> ys ; x :: rest -> x :: append rest ys .

size xs = case xs of ; [] -> 0 ; _ :: rest -> size rest + 1 .

property add-commutes (x : integer) (y : integer) . x + y == y + x .

property squares-grow (x : integer) (y : integer) . 0 <= x && x < y ==> x * x < y * y .

property append-adds (xs : list integer) (ys : list integer) . size (append xs ys) == size xs + size ys .

property function-of-equals (f : integer -> integer) . f 3 == f (1 + 2) .

property list-function (f : list integer -> list integer) . size (f [1]) >= 0 .
";

/// Every closed term up to a size, compiled and run on one core.
fn closed_terms() {
    let loaded = load_text("terms.pun", TERMS);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    let mut table =
        Table::new(["closed terms", "size", "inputs", "cut", "processor time", "inputs a second"]);
    for (number, size) in [11, 11, 11, 10, 11].into_iter().enumerate() {
        let size = if measuring() { size } else { 6 };
        let start = Clock::start();
        let searched = checks.search_terms(number, size, Mode::Used).expect("terms of its types");
        let searched = searched.expect("they can be counted");
        let time = start.busy();
        table.row([
            checks.properties()[number].name.to_string(),
            size.to_string(),
            small(searched.inputs),
            small(searched.undecided),
            duration::show(time),
            per_second(searched.inputs, time),
        ]);
    }
    table.print();
    println!();
}

/// Closed terms of a size, each equally likely.
fn drawn_terms() {
    let mut table = Table::new(["closed terms drawn", "size", "counted", "1,000 drawn and decoded"]);
    let types = [
        (
            "property p (f : list integer -> list integer) . f [] == f [] .",
            "list integer -> list integer",
            &[10, 20, 25, 30],
        ),
        ("property p (x : integer) (y : integer) . x == y .", "integer and integer", &[10, 20, 30, 40]),
    ];
    for (text, name, sizes) in types {
        for size in if measuring() { &sizes[..] } else { &[10][..] } {
            let program = Arc::new(load_text("terms.pun", text).program.expect("it is well-typed"));
            let parameters = &program.properties[0].parameters;
            let shapes = parameters.iter().map(|parameter| {
                terms::shape(&program, &parameter.binder.ty, Mode::Used).expect("there are terms")
            });
            let derivations = Derivations::new(Shape::product(shapes));
            let start = Clock::start();
            // Some grammars are too large to be counted so far.
            let is_counted = derivations.count(*size).is_ok();
            let counted = start.busy();
            let mut uniform = derivations.uniform().expect("it is recursive as it should be");
            let mut rng = Random::seed_from_u64(1);
            for _ in 0..if is_counted { 1_000 } else { 0 } {
                let term = uniform.of_size(*size, &mut rng).expect("there are terms of the size");
                let mut locals = 0;
                for input in 0..parameters.len() {
                    black_box(terms::expr(term.root().field(input), &mut locals));
                }
            }
            let drawn = start.busy().saturating_sub(counted);
            table.row([
                name.to_owned(),
                size.to_string(),
                duration::show(counted),
                if is_counted { duration::show(drawn) } else { "too large".to_owned() },
            ]);
        }
    }
    table.print();
    println!();
}

/// Programs of many definitions: parsed, checked and compiled.
fn front_end() {
    let mut table = Table::new(["lines of pun", "bytes", "parsed, resolved, inferred", "compiled"]);
    for lines in if measuring() { &[100, 1_000, 10_000, 100_000][..] } else { &[100][..] } {
        let text = program(*lines);
        let start = Clock::start();
        let loaded = load_text("long.pun", &text);
        let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics.first()));
        let checked = start.busy();
        Checks::new(program, Limits::default()).expect("it compiles");
        let compiled = start.busy().saturating_sub(checked);
        let lines = text.lines().count() as u64;
        table.row([
            small(lines),
            small(text.len() as u64),
            duration::show(checked),
            duration::show(compiled),
        ]);
    }
    table.print();
}

/// About this many lines: the functions of a search tree, over and over under other names.
fn program(lines: usize) -> String {
    const DEFINITIONS: &str = "
insert-N : integer -> a -> bst integer a -> bst integer a .
insert-N key new t =
  case t of
    ; leaf -> [node leaf key new leaf]
    ; [node l k v r] ->
      if key < k then [node (insert-N key new l) k v r]
      else if k < key then [node l k v (insert-N key new r)]
      else [node l k new r] .

size-N : bst k v -> integer .
size-N t = case t of ; leaf -> 0 ; [node l _ _ r] -> size-N l + 1 + size-N r .

total-N xs = case xs of ; [] -> 0 ; x :: rest -> let double = \\y -> y + y in double x + total-N rest .
";
    let copies = lines.div_ceil(DEFINITIONS.lines().count());
    let mut text = String::new();
    for copy in 0..copies {
        let _ = write!(text, "{}", DEFINITIONS.replace("-N", &format!("-{copy}")));
    }
    text
}
