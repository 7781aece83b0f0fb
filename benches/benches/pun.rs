//! pun: tests a second, sampling under a premise, and how the front end grows with the program.
//!
//! `cargo bench -p everycase-benches --bench pun`

use std::fmt::Write;
use std::path::Path;

use everycase_benches::clock::{Clock, measuring, per_second};
use everycase_benches::table::Table;
use everycase_check::duration;
use everycase_check::number::small;
use pun::Limits;
use pun::check::Checks;
use pun::core::Program;
use pun::load::{load, load_text};

fn main() {
    tests_a_second();
    premises();
    front_end();
}

/// A program among the examples.
fn example(name: &str) -> Checks {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    let loaded = load(&path);
    let program: Program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).expect("it compiles")
}

/// A search by size on one core, nothing else.
fn tests_a_second() {
    let heads =
        ["search, one core", "size", "inputs", "runs", "processor time", "runs a second", "inputs a second"];
    let mut table = Table::new(heads);
    let properties = [
        ("hughes/found.pun", "insert-valid", 17),
        ("hughes/found.pun", "find-post-present", 16),
        ("paper/insert.pun", "find-post-present", 20),
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
            format!("{:.1} M", inputs / time.as_secs_f64().max(1e-9) / 1e6),
        ]);
    }
    table.print();
    println!();
}

/// Terms that a checker of types accepts, drawn uniformly: 2,000 of a size.
fn premises() {
    let checks = example("stlc.pun");
    let mut table = Table::new(["2,000 well-typed terms, in pun", "size", "processor time"]);
    for size in if measuring() { &[18, 23, 28, 30][..] } else { &[8][..] } {
        let start = Clock::start();
        let drawn = checks.draw(0, *size, 2_000, 1).expect("they can be drawn");
        table.row([
            format!("{} drawn in {} runs", small(drawn.values), small(drawn.runs)),
            size.to_string(),
            duration::show(start.busy()),
        ]);
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
        let compiled = start.busy() - checked;
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

/// About so many lines: the functions of a search tree, over and over under other names.
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
