//! What an exploration up to a size finds does not depend on the number of threads, on the order of the expressions or on how it is
//! divided into parts, and one that is ended early finds no other errors.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use everycase_check::check::Minimal;
use everycase_check::claims::stream::Stream;
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{Plan, Settings as Bounds};
use everycase_explore::explore::{Exploration, Options, explore};
use everycase_explore::fault::Kind;
use everycase_explore::library::Library;
use everycase_explore::module::{Module, Settings};
use everycase_explore::progress::Receiver;
use everycase_explore::strategy::Strategy;
use everycase_explore::subject::{Footprint, TestLibrary};
use everycase_explore::suite::suite;
use pun::terms::Mode;

use crate::common::{file, module, text};
use pun::Limits;

/// An error: its kind and place, or its message if it has none; a loop's place is a name.
type Error = (Kind, String);

const PROGRAMS: [(&str, u32); 5] = [
    ("examples/explore/nofib/expert.pun", 5),
    ("examples/explore/nofib/minimax.pun", 4),
    ("examples/explore/catalogue/huffman.pun", 5),
    ("examples/explore/chapter-3/int-tree-sort.pun", 6),
    (LAMBDAS, 5),
];

/// It is tested with lambda terms.
const LAMBDAS: &str = "crates/everycase-explore/tests/modules/lambdas.pun";

fn of(path: &str) -> Arc<Module> {
    let terms = (path == LAMBDAS).then_some(Mode::Used);
    module(file(path), &Settings { terms, ..Settings::default() })
}

fn bounds(size: u32) -> Bounds {
    Bounds { size: Some(size), tests: Some(u64::MAX), jobs: Some(1), seed: Some(1), ..Bounds::default() }
}

fn found(module: &Arc<Module>, plan: &Plan, options: Options) -> Exploration {
    let functions: Vec<u32> = module.tested().collect();
    explore(module, &functions, plan, options).expect("they can be counted")
}

/// Returns the errors with the sizes of their expressions.
fn sizes(found: &Exploration) -> BTreeMap<Error, u32> {
    assert!(found.unsteady.is_empty(), "{:?}", found.unsteady);
    let error = |finding: &everycase_explore::explore::Finding| {
        let fault = &finding.fault;
        let definition = fault.definition.as_deref().unwrap_or_default().to_owned();
        ((fault.kind, fault.place.clone().unwrap_or(definition)), finding.size)
    };
    found.findings.iter().map(error).collect()
}

fn lines(found: &Exploration) -> Vec<String> {
    found.findings.iter().map(|own| format!("{} ==> {}", own.expression, own.fault.message)).collect()
}

#[test]
fn threads_orders_and_parts_find_the_same() {
    for (path, size) in PROGRAMS {
        let module = of(path);
        let whole = found(&module, &bounds(size).fill("explore"), Options::default());
        assert!(!whole.findings.is_empty(), "{path}");
        let threads = Bounds { jobs: Some(3), ..bounds(size) };
        let several = found(&module, &threads.fill("explore"), Options::default());
        assert_eq!(lines(&several), lines(&whole), "{path}: threads");
        let options = Options { strategy: Strategy::Split, ..Options::default() };
        let split = found(&module, &bounds(size).fill("explore"), options);
        assert_eq!(sizes(&split), sizes(&whole), "{path}: one function after the other");
        let mut at_once = bounds(size).fill("explore");
        at_once.budget.first = size;
        let at_once = found(&module, &at_once, Options::default());
        assert_eq!(sizes(&at_once), sizes(&whole), "{path}: all sizes at once");
        let mut together: BTreeMap<Error, u32> = BTreeMap::new();
        for part in 0..3 {
            let part = Bounds { shard: Shard::new(part, 3), ..bounds(size) };
            for (error, size) in sizes(&found(&module, &part.fill("explore"), Options::default())) {
                let least = together.entry(error).or_insert(size);
                *least = size.min(*least);
            }
        }
        assert_eq!(together, sizes(&whole), "{path}: parts");
    }
}

#[test]
fn an_exploration_that_is_ended_early_finds_errors_that_fail_again() {
    for (path, size) in PROGRAMS {
        let module = of(path);
        let whole = sizes(&found(&module, &bounds(size).fill("explore"), Options::default()));
        for tests in [1, 10, 100] {
            let some = Bounds { tests: Some(tests), ..bounds(size) };
            for (error, _) in sizes(&found(&module, &some.fill("explore"), Options::default())) {
                assert!(whole.contains_key(&error), "{path}, {tests} tests: {error:?}");
            }
        }
        let short = Bounds { time: Some(Duration::from_millis(20)), tests: None, ..bounds(size) };
        for (error, _) in sizes(&found(&module, &short.fill("explore"), Options::default())) {
            assert!(whole.contains_key(&error), "{path}: {error:?}");
        }
        let options = Options { limit: NonZeroUsize::MIN, ..Options::default() };
        let one = found(&module, &bounds(size).fill("explore"), options);
        assert_eq!(one.findings.len(), 1, "{path}");
    }
}

#[test]
fn draws_alone_find_no_other_errors_and_claim_no_size() {
    for (path, size) in PROGRAMS {
        let module = module(file(path), &Settings::default());
        let whole = sizes(&found(&module, &bounds(size).fill("explore"), Options::default()));
        let mut draws = Bounds { tests: Some(6000), ..bounds(size) }.fill("explore");
        draws.budget.draws_only = true;
        let drawn = found(&module, &draws, Options::default());
        let [run] = &drawn.runs[..] else { panic!("one run") };
        let coverage = &run.checked.coverage;
        assert!(
            coverage.exhausted().is_none() && coverage.one(Stream::Structures).is_none(),
            "{path}: {coverage}"
        );
        assert!((1..=6000).contains(&coverage.inputs()), "{path}: {coverage}");
        assert!(!drawn.findings.is_empty(), "{path}");
        for finding in &drawn.findings {
            assert_ne!(finding.minimal, Minimal::Size, "{path}: {}", finding.expression);
        }
        for (error, size) in sizes(&drawn) {
            assert!(whole[&error] <= size, "{path}: {error:?}");
        }
    }
}

#[test]
fn functions_share_the_time_that_is_left() {
    // The first three are done at once.
    let program = "module main (a, b, c, d) .
        a : boolean -> boolean . a x = x .
        b : boolean -> boolean . b x = x .
        c : boolean -> boolean . c x = x .
        d : list boolean -> boolean . d xs = case xs of ; [] -> true ; x :: ys -> if x then d ys else d ys .";
    let module = module(text(program), &Settings::default());
    let time = Duration::from_millis(200);
    let own = Bounds { time: Some(time), jobs: Some(1), seed: Some(1), ..Bounds::default() };
    let options = Options { strategy: Strategy::Split, ..Options::default() };
    let found = found(&module, &own.fill("explore"), options);
    let last = found.runs.last().expect("four runs");
    assert!(found.runs.len() == 4 && last.checked.time > time / 2, "{:?}", last.checked.time);
}

#[test]
fn a_trace_has_each_expression_and_changes_nothing() {
    for (path, size) in PROGRAMS {
        let module = of(path);
        let plain = found(&module, &bounds(size).fill("explore"), Options::default());
        let (ends, own) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (counted, needs) = (Arc::clone(&ends), Arc::clone(&own));
        let trace = Box::new(move |line: &str| {
            let (_, result) = line.split_once(" ==> ").expect("an expression and its result");
            let counter = if result.starts_with('?') { &needs } else { &counted };
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let options = Options { trace: Some(trace), ..Options::default() };
        let traced = found(&module, &bounds(size).fill("explore"), options);
        assert_eq!(lines(&traced), lines(&plain), "{path}");
        let runs =
            |found: &Exploration| -> u64 { found.runs.iter().map(|run| run.checked.coverage.inputs()).sum() };
        let run = runs(&plain);
        assert_eq!(runs(&traced), run, "{path}");
        assert!(ends.load(Ordering::Relaxed) as u64 <= run && own.load(Ordering::Relaxed) > 0, "{path}");
    }
}

#[test]
fn each_error_but_a_loop_is_announced_once_and_that_changes_nothing() {
    for (path, size) in PROGRAMS {
        let module = of(path);
        let plain = found(&module, &bounds(size).fill("explore"), Options::default());
        for jobs in [1, 2] {
            let announced = Arc::<Mutex<Vec<(Error, String)>>>::default();
            let told = Arc::clone(&announced);
            let receiver: Receiver = Box::new(move |fault, expression| {
                let place = fault.place.clone().expect("a place");
                told.lock().expect("no panic").push(((fault.kind, place), expression.to_owned()));
            });
            let options = Options { announces: Some(receiver), ..Options::default() };
            let own = Bounds { jobs: Some(jobs), ..bounds(size) };
            assert_eq!(lines(&found(&module, &own.fill("explore"), options)), lines(&plain), "{path}");
            let mut announced = announced.lock().expect("no panic").clone();
            let shown = |own: &everycase_explore::explore::Finding| {
                let place = own.fault.place.clone()?;
                Some(((own.fault.kind, place), own.expression.clone()))
            };
            let mut wanted: Vec<_> = plain.findings.iter().filter_map(shown).collect();
            // Several threads may find a larger expression first.
            if jobs > 1 {
                for (_, expression) in announced.iter_mut().chain(&mut wanted) {
                    expression.clear();
                }
            }
            announced.sort();
            wanted.sort();
            assert_eq!(announced, wanted, "{path} on {jobs}");
        }
    }
}

#[test]
fn a_loop_is_told_once_with_its_smallest_expression_and_slow_expressions_are_no_loops() {
    let program = "module main (spin, use, count) .
        spin : integer -> integer .
        spin n = if n == 0 then 0 else spin (n + 1) .
        use : integer -> integer .
        use n = n .
        count : integer -> integer .
        count n = if n <= 0 then 0 else if n == 3 then down 40000 else 0 .
        down : integer -> integer .
        down n = if n == 0 then 0 else down (n - 1) .";
    let module = module(text(program), &Settings::default());
    let found = found(&module, &bounds(4).fill("explore"), Options::default());
    let told: Vec<(Kind, &str)> =
        found.findings.iter().map(|own| (own.fault.kind, &*own.expression)).collect();
    assert_eq!(told, [(Kind::Loop, "spin 1")]);
    let slow: Vec<&str> = found.slow.iter().map(|own| &*own.expression).collect();
    assert_eq!(slow, ["count 3"]);
}

#[test]
fn a_loop_that_calls_a_function_again_and_again_has_the_name_of_the_call_that_the_test_makes() {
    let program = "module main (again, deep) .
        again : (list integer -> boolean) -> boolean .
        again f = if f [1, 2, 3] then again f else again f .
        deep : (list integer -> boolean) -> integer .
        deep f = if f [1, 2, 3] then 1 + deep f else 2 + deep f .";
    for fuel in 20_000..20_004 {
        let limits = Limits { fuel, ..Settings::default().limits };
        let module = module(text(program), &Settings { limits, ..Settings::default() });
        let found = found(&module, &bounds(3).fill("explore"), Options::default());
        let names = found.findings.iter().map(|own| (own.fault.kind, own.fault.definition.as_deref()));
        let loops = [(Kind::Loop, Some("again")), (Kind::Loop, Some("deep"))];
        assert_eq!(names.collect::<Vec<_>>(), loops, "{fuel}");
    }
}

/// The functions call loops in their last step, have loops of the same local name, or have them in fields that are evaluated on demand.
#[test]
fn no_loop_hides_that_of_another_function() {
    let program = "module main (box, b, one, two, until, first, last, lazy, late, half) .
        data box = b integer ~integer .
        one x = (rec go . \\y -> if y == 2 then go y else y) x .
        two x = (rec go . \\y -> if y == 1 then go y else y) x .
        until x = if x == 5 then until x else x .
        first x = until (x + 2) .
        last x = if x == 4 then 1 + until 5 else 3 .
        lazy x = [b x (one x)] .
        late x = [b x (two x + 1)] .
        half x = until x == 2 * x .
        property half (x : integer) . last x == 3 .";
    let module = module(text(program), &Settings::default());
    let names = |functions: &[u32]| {
        let plan = bounds(5).fill("explore");
        let found = explore(&module, functions, &plan, Options::default()).expect("they can be counted");
        let mut names: Vec<String> = found
            .findings
            .iter()
            .filter(|own| own.fault.kind == Kind::Loop)
            .map(|own| own.fault.definition.as_deref().expect("it has a name").to_owned())
            .collect();
        names.sort_unstable();
        names
    };
    let tested: Vec<u32> = module.tested().collect();
    let all = names(&tested);
    assert_eq!(all, ["first", "half", "last", "late", "lazy", "one", "property half", "two", "until"]);
    let alone = |function: &u32| names(std::slice::from_ref(function));
    let mut each: Vec<String> = tested.iter().flat_map(alone).collect();
    each.sort_unstable();
    assert_eq!(each, all);
}

#[test]
fn loops_in_parts_of_results_that_wait_on_demand_have_the_names_of_the_functions_that_are_tested() {
    let program = "module main (stream, next, keep, hold, ask, use, made, over) .
        data stream = next integer ~stream .
        keep : integer -> stream .
        keep n = [next 0 (up n)] .
        up : integer -> stream .
        up n = up (n + 1) .
        hold : boolean -> stream .
        hold b = [next 0 (turn b)] .
        turn : boolean -> stream .
        turn b = case turn (if b then false else true) of ; [next n s] -> [next n s] .
        ask : (list integer -> boolean) -> stream .
        ask f = [next 0 (again f)] .
        again : (list integer -> boolean) -> stream .
        again f = if f [1, 2, 3] then again f else again f .
        use : boolean -> integer .
        use b = case hold b of ; [next _ [next n _]] -> n .
        made : stream .
        made = [next 0 (up 1)] .
        over : boolean -> maybe (integer -> integer) .
        over b = [just (\\n -> case up n of ; [next m _] -> m)] .";
    // The limit is met in different functions.
    for fuel in 20_000..20_003 {
        let limits = Limits { fuel, ..Settings::default().limits };
        let module = module(text(program), &Settings { limits, ..Settings::default() });
        let found = found(&module, &bounds(4).fill("explore"), Options::default());
        let names = found.findings.iter().map(|own| (own.fault.kind, own.fault.definition.as_deref()));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        let loops = ["ask", "hold", "keep", "made", "over", "use"].map(|name| (Kind::Loop, Some(name)));
        assert_eq!(names, loops, "{fuel}: {:?}", lines(&found));
    }
}

#[test]
fn a_suite_evaluates_what_all_expressions_do_and_needs_each_of_its_own() {
    for (path, size) in PROGRAMS {
        let module = of(path);
        let functions: Vec<u32> = module.tested().collect();
        // A suite is found by one thread, whatever is asked for.
        let plan = Bounds { jobs: Some(3), ..bounds(size) }.fill("explore");
        found(&module, &plan, Options::default());
        let all = module.coverage().share.evaluated;
        let members = suite(&module, &functions, &plan).expect("they can be counted");
        assert!(!members.is_empty() && members.len() < 100, "{path}: {}", members.len());
        let footprints: Vec<Footprint> =
            members.iter().map(|own| module.footprint(&own.test).expect("it ends")).collect();
        let together = |without: Option<usize>| {
            let others = footprints.iter().enumerate().filter(|(number, _)| Some(*number) != without);
            others.flat_map(|(_, own)| own).copied().collect::<Footprint>()
        };
        assert!(all <= together(None).len(), "{path}");
        for (number, member) in members.iter().enumerate() {
            assert_ne!(together(Some(number)), together(None), "{path}: {}", member.expression);
        }
    }
}

#[test]
fn an_argument_that_fails_before_its_part_is_taken_is_shown() {
    let program = "module main (token, find, use) .
        data token = made integer .
        find : integer -> maybe token .
        find n = if n > 2 then error \"far\" else [just [made n]] .
        use : boolean -> token -> integer .
        use b t = case t of ; [made n] -> if b then n else 0 .";
    let module = module(text(program), &Settings::default());
    let tested = |name: &str| {
        let named = |number: &u32| &*module.signature().functions[*number as usize].name == name;
        module.tested().find(named).expect("it is exported")
    };
    let found = explore(&module, &[tested("use")], &bounds(8).fill("explore"), Options::default());
    let found = found.expect("they can be counted");
    assert_eq!(lines(&found), ["use ? (case find 3 of ; [just x] -> x) ==> far"]);
}
