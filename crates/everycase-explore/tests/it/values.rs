//! Arguments whose value a smaller expression has are left out, and no error is missed by that: with and without them the same errors are
//! found, with the same least sizes.

mod random;

use std::collections::BTreeMap;
use std::sync::Arc;

use everycase_check::settings::Settings as Bounds;
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::fault::Kind;
use everycase_explore::grammar::Grammar;
use everycase_explore::module::{Module, Pool, Settings};
use everycase_kernel::{BigUint, Derivations};
use pun::core::Program;

use crate::common::{file, module, programs, text};

/// Returns the largest size up to which a module has at most `most` tests.
fn largest(module: &Arc<Module>, most: u64) -> u32 {
    let tests = Derivations::new(Grammar::new(Arc::clone(module)).tests(module.tested()));
    let fits = |size: &u32| tests.count_up_to(*size).is_ok_and(|count| count <= BigUint::from(most));
    (1..24).take_while(fits).last().unwrap_or(1)
}

fn explored(module: &Arc<Module>, size: u32, jobs: u64) -> Exploration {
    explored_with(module, Bounds { jobs: Some(jobs), ..up_to(size) }, Options::default())
}

fn up_to(size: u32) -> Bounds {
    Bounds { size: Some(size), tests: Some(u64::MAX), jobs: Some(1), seed: Some(1), ..Bounds::default() }
}

fn explored_with(module: &Arc<Module>, bounds: Bounds, options: Options) -> Exploration {
    let functions: Vec<u32> = module.tested().collect();
    let found = explore(module, &functions, &bounds.fill("explore"), options);
    let found = found.expect("they can be counted");
    assert!(found.unsteady.is_empty(), "{:?}", found.unsteady);
    found
}

/// Returns the kind and the place of each error, with the size of its expression.
fn errors(found: &Exploration) -> BTreeMap<(Kind, String), u32> {
    let place = |fault: &everycase_explore::fault::Fault| {
        fault.place.clone().unwrap_or_else(|| fault.definition.as_deref().unwrap_or_default().to_owned())
    };
    found.findings.iter().map(|own| ((own.fault.kind, place(&own.fault)), own.size)).collect()
}

fn runs(found: &Exploration) -> u64 {
    found.runs.iter().map(|run| run.checked.coverage.inputs()).sum()
}

/// Explores a program with and without repeated values, up to the size that has at most `most` tests. Returns the size, the number of
/// errors, and the numbers of runs without and with them.
fn compare(name: &str, program: &Program, settings: &Settings, most: u64) -> (u32, usize, [u64; 2]) {
    let all = module(program.clone(), &Settings { repeats: true, ..settings.clone() });
    let size = largest(&all, most);
    let wanted = explored(&all, size, 1);
    let each_once = module(program.clone(), settings);
    let found = explored(&each_once, size, 1);
    assert_eq!(errors(&found), errors(&wanted), "{name}, up to size {size}");
    let several = explored(&each_once, size, 3);
    assert_eq!(lines(&several), lines(&found), "{name}, up to size {size}, several threads");
    assert_eq!(runs(&several), runs(&found), "{name}, up to size {size}, several threads");
    (size, wanted.findings.len(), [runs(&found), runs(&wanted)])
}

fn lines(found: &Exploration) -> Vec<String> {
    found.findings.iter().map(|own| format!("{} ==> {}", own.expression, own.fault.message)).collect()
}

fn few() -> Settings {
    let integers = Pool::These(vec![0.into(), 1.into()]);
    Settings { integers, characters: Pool::These(vec!['a']), ..Settings::default() }
}

fn compare_all(most: u64) {
    for settings in [few(), Settings::default()] {
        let mut total = [0, 0];
        for path in programs() {
            let (size, errors, runs) = compare(&path, &file(&path), &settings, most);
            println!("{path}: size {size}, {errors} errors, {runs:?} runs");
            total = [total[0] + runs[0], total[1] + runs[1]];
        }
        println!("{total:?} runs");
        assert!(total[0] < total[1]);
    }
}

#[test]
fn the_examples_have_the_same_errors_without_repeated_values() {
    compare_all(300);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p everycase-explore --test it values -- --ignored --nocapture"]
fn the_examples_have_the_same_errors_without_repeated_values_in_the_long_run() {
    compare_all(1_000_000);
}

/// Modules in which values depend on numbers in different ways. Each has an error that only values made by several calls show.
const MODULES: [(&str, &str); 10] = [
    (
        "sorted lists",
        "module main (bag, none, add, drop, third) .
         data bag = made (list integer) .
         none : bag . none = [made []] .
         add : integer -> bag -> bag .
         add x b = case b of ; [made xs] -> [made (put x xs)] .
         put : integer -> list integer -> list integer .
         put x xs = case xs of ; [] -> [x] ; y :: ys -> if x <= y then x :: xs else y :: put x ys .
         drop : integer -> bag -> bag .
         drop x b = case b of ; [made xs] -> [made (filter (\\y -> y /= x) xs)] .
         third : bag -> integer .
         third b = case b of ; [made (x :: y :: z :: _)] -> if x < y && y < z then error \"three\" else x ; _ -> 0 .",
    ),
    (
        "numbers that are compared with constants",
        "module main (mark, low, set, both, large, is) .
         data mark = small integer | wide integer integer .
         low : mark . low = [small 0] .
         set : integer -> mark -> mark .
         set x m = if x < 6 then [small x] else (case m of ; [small y] -> [wide x y] ; [wide y z] -> [wide y x]) .
         both : mark -> mark -> mark .
         both m n = case m of ; [small x] -> if x == 3 then n else m ; [wide x y] -> if x > y then m else n .
         large : mark -> integer .
         large m = case m of ; [small x] -> if x > 4 then error \"five\" else x ; [wide x y] -> if x > 8 then error \"nine\" else y .
         is : mark -> mark -> boolean .
         is m n = case (m, n) of ; ([wide x y], [wide z u]) -> if x == u then error \"same\" else y == z ; _ -> false .",
    ),
    (
        "a small expression for small numbers, and a large one for all",
        "module main (pair, some, all, few, any, large) .
         data pair = none | one integer | two integer integer .
         some : integer -> pair . some x = if x < 6 then [one x] else none .
         all : integer -> boolean -> boolean -> pair . all x a b = if a && b then none else [one x] .
         both : integer -> integer -> pair . both x y = if y <= x then [two x y] else [two y x] .
         few : integer -> integer -> pair . few x y = if x < 6 then (if y < 6 then both x y else none) else none .
         any : integer -> integer -> boolean -> pair . any x y a = if a then none else both x y .
         large : pair -> integer .
         large p = case p of ; none -> 0 ; [one x] -> if x > 8 then error \"one\" else x
           ; [two x y] -> if x > 6 then (if y > 0 then error \"two\" else x) else y .",
    ),
    (
        "the same number twice",
        "module main (row, nothing, put, copy, both, is) .
         data row = end | more integer row .
         nothing : row . nothing = end .
         put : integer -> row -> row . put x r = [more x r] .
         copy : row -> row . copy r = case r of ; end -> end ; [more x s] -> [more x [more x s]] .
         both : row -> row -> row . both r s = case r of ; end -> s ; [more x t] -> [more x (both t s)] .
         is : row -> integer .
         is r = case r of
           ; [more x [more y [more z end]]] ->
             if x == z && x < y then error \"first and last\" else if y == z && x < y then error \"last\" else 0
           ; _ -> 1 .",
    ),
    (
        "arithmetic",
        "module main (counter, zero, up, by, join, value) .
         data counter = at integer .
         zero : counter . zero = [at 0] .
         up : counter -> counter . up c = case c of ; [at n] -> [at (n + 1)] .
         by : integer -> counter -> counter . by k c = case c of ; [at n] -> [at (n * k)] .
         join : counter -> counter -> counter . join c d = case (c, d) of ; ([at m], [at n]) -> [at (m + n)] .
         value : counter -> integer . value c = case c of ; [at n] -> if n == 6 then error \"six\" else 12 div (n - 4) .",
    ),
    (
        "open parts",
        "module main (box, hold, swap, same, peek) .
         data box = made (list integer) (maybe boolean) .
         hold : list integer -> maybe boolean -> box . hold xs m = [made xs m] .
         swap : box -> box . swap b = case b of ; [made xs m] -> [made (case xs of ; [] -> [] ; x :: ys -> append ys [x]) m] .
         same : box -> box . same b = b .
         peek : box -> integer .
         peek b = case b of ; [made (x :: y :: _) [just true]] -> if x > y then error \"falls\" else 0 ; _ -> 1 .",
    ),
    (
        "errors within arguments",
        "module main (stack, empty, push, pop, top, rank) .
         data stack = made (list integer) .
         empty : stack . empty = [made []] .
         push : integer -> stack -> stack . push x s = case s of ; [made xs] -> [made (x :: xs)] .
         pop : stack -> stack . pop s = case s of ; [made (_ :: xs)] -> [made xs] ; [made []] -> error \"pop\" .
         top : stack -> integer . top s = case s of ; [made (x :: _)] -> x .
         rank : stack -> stack -> integer .
         rank s t = if top s < top t then 1 div (top t - top s - 2) else 0 .",
    ),
    (
        "functions and values on demand",
        "module main (plan, none, wrap, later, run) .
         data plan = stop | apply (integer -> integer) plan | delayed ~plan .
         none : plan . none = stop .
         wrap : (integer -> integer) -> plan -> plan . wrap f p = [apply f p] .
         later : plan -> plan . later p = [delayed p] .
         run : plan -> integer -> integer .
         run p n = case p of ; stop -> if n == 3 then error \"three\" else n ; [apply f q] -> run q (f n) ; [delayed q] -> run q (n + 1) .",
    ),
    (
        "polymorphic values",
        "module main (ring, solo, join, turn, heads) .
         data ring a = ring a (list a) .
         solo : a -> ring a . solo x = [ring x []] .
         join : ring a -> ring a -> ring a . join r s = case (r, s) of ; ([ring x xs], [ring y ys]) -> [ring x (append xs (y :: ys))] .
         turn : ring a -> ring a . turn r = case r of ; [ring x []] -> r ; [ring x (y :: ys)] -> [ring y (append ys [x])] .
         heads : ring a -> a -> boolean .
         heads r x = case r of ; [ring y (z :: u :: _)] -> if y == x && u < z then error \"falls\" else y == z ; _ -> true .",
    ),
    (
        "numbers and what is one more",
        "module main (pair, twin, up, is) .
         data pair = two integer integer .
         twin : integer -> pair . twin x = [two x x] .
         up : pair -> pair . up p = case p of ; [two x y] -> [two x (y + 1)] .
         is : pair -> integer . is p = case p of ; [two x y] -> if x < y then error \"rising\" else x .",
    ),
];

#[test]
fn values_of_numbers_in_any_order_and_with_any_bounds_have_the_same_errors() {
    for (name, program) in MODULES {
        let program = text(program);
        for settings in [few(), Settings::default(), Settings { inside: true, ..Settings::default() }] {
            let (size, errors, runs) = compare(name, &program, &settings, 5_000);
            println!("{name}: size {size}, {errors} errors, {runs:?} runs");
        }
    }
}

fn compare_random(seeds: std::ops::Range<u64>, most: u64) {
    let (mut errors, mut total) = (0, [0, 0]);
    for seed in seeds {
        let program = text(&random::module(seed));
        for settings in [few(), Settings::default()] {
            let (_, own, runs) = compare(&format!("seed {seed}"), &program, &settings, most);
            errors += own;
            total = [total[0] + runs[0], total[1] + runs[1]];
        }
    }
    println!("{errors} errors, {total:?} runs");
    assert!(errors > 0 && total[0] < total[1], "{errors} errors, {total:?} runs");
}

#[test]
fn random_modules_have_the_same_errors_without_repeated_values() {
    compare_random(0..50, 1_000);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p everycase-explore --test it values -- --ignored --nocapture"]
fn random_modules_have_the_same_errors_without_repeated_values_in_the_long_run() {
    compare_random(1_000..4_000, 20_000);
}

#[test]
fn permutations_of_the_same_elements_are_one_value() {
    let program = text(MODULES[0].1);
    let each_once = module(program.clone(), &Settings::default());
    let all = module(program, &Settings { repeats: true, ..Settings::default() });
    let [few, many] = [&each_once, &all].map(|module| runs(&explored(module, 11, 1)));
    assert!(few * 3 < many, "{few} of {many} runs");
}

#[test]
fn a_traced_exploration_leaves_out_repeated_values() {
    let program = text(MODULES[3].1);
    let all = module(program.clone(), &Settings { repeats: true, ..Settings::default() });
    let each_once = module(program, &Settings::default());
    let options = Options { trace: Some(Box::new(|_| ())), ..Options::default() };
    let traced = explored_with(&each_once, up_to(8), options);
    let [plain, repeated] = [&each_once, &all].map(|module| explored(module, 8, 1));
    assert_eq!(lines(&traced), lines(&plain));
    assert!(runs(&traced) < runs(&repeated), "{} of {} runs", runs(&traced), runs(&repeated));
}
