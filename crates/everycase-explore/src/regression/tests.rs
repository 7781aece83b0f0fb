//! Comparisons against the reference interpreter: programs and their mutants, by all expressions up
//! to a size, each written out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use everycase_check::control::stop::Stop;
use everycase_check::settings::Settings as Bounds;
use everycase_kernel::{BigUint, Derivations};
use pun::core::Program;
use pun::fault::FaultKind;
use pun::load::{expression, load};
use pun::reference::{Interpreter, Limits};
use pun::show::show;

use super::compare::{Pair, ReadSuite, pairs};
use super::term::Term;
use super::{Comparison, Suite, compare, inputs};
use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::module::{Module, Pool, Settings, mutants};
use crate::subject::TestLibrary;

fn program(path: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path);
    load(&path).program.expect("the program is right")
}

fn module(program: &Program, settings: &Settings) -> Arc<Module> {
    Arc::new(Module::with(program.clone(), settings).expect("the program is small"))
}

fn few() -> Settings {
    let integers = Pool::These(vec![0.into(), 1.into()]);
    Settings { integers, characters: Pool::These(vec!['a']), ..Settings::default() }
}

/// Returns the suite of all expressions up to a size, or to a smaller one that has at most `most`.
fn suite(module: &Arc<Module>, program: &Program, size: u32, most: usize) -> Suite {
    let functions: Vec<u32> = module.tested().collect();
    let bounds = Bounds { size: Some(size), tests: Some(u64::MAX), seed: Some(1), ..Bounds::default() };
    let found = inputs(module, &functions, &bounds.fill("suite"), most).expect("they can be counted");
    // A search whose classes are all that there are ends earlier.
    assert!(most < MOST || found.through.is_some(), "{:?}", module.engine().program().main);
    Suite::of((module, program), &functions, &found, &Stop::default())
}

/// The most expressions of a suite, as in the command.
const MOST: usize = 20_000;

/// Returns the suites of two programs as the command compares them, with all expressions up to a
/// size, or with at most this many.
fn suites(programs: [&Program; 2], settings: &Settings, size: u32, most: [usize; 2]) -> [Suite; 2] {
    let modules = programs.map(|program| module(program, settings));
    let mut suites = [0, 1].map(|own| suite(&modules[own], programs[own], size, most[own]));
    let before = suites.clone();
    for own in [0, 1] {
        let lacking = before[own].lacks(&before[1 - own]);
        let limits = modules[own].engine().limits();
        let outcomes = super::outcomes(programs[own], limits, &lacking, &Stop::default());
        suites[own].add(outcomes);
    }
    suites
}

fn compared(programs: [&Program; 2], settings: &Settings, size: u32) -> Comparison {
    let [old, new] = suites(programs, settings, size, [MOST; 2]);
    compare(&old, &new)
}

/// Returns what an expression evaluates to by the reference interpreter, with at most `forced` lazy
/// fields evaluated; `None` at a limit, or if
/// it takes a part of a result that is not there.
fn reference(program: &mut Program, text: &str, forced: usize) -> Option<Result<String, String>> {
    let (term, scheme) = expression(program, text).ok()?;
    let limits = Limits { forced, steps: 20_000, depth: 5_000, ..Limits::default() };
    match Interpreter::new(program).with(limits).expression(&term) {
        Ok(value) => Some(Ok(show(program, &value, Some(&scheme.ty)))),
        Err(fault) if fault.kind.is_limit() => None,
        Err(fault) if fault.span.file == term.span.file && matches!(fault.kind, FaultKind::NoBranch(_)) => {
            None
        }
        Err(fault) => Some(Err(fault.to_string())),
    }
}

/// What was held against the reference interpreter.
#[derive(Debug, Default)]
struct Tally {
    versions: u32,
    differing: u32,
    expressions: u32,
    pairs: u32,
}

/// Holds the comparison of two programs against all closed expressions up to the largest size of
/// which there are at most `most`: each that differs, or a part of it, is an instance of a pair
/// that differs; and each such pair has an instance that differs, if it has any among them. The
/// functions that differ are the same where arguments are left out whose value a smaller expression
/// has.
fn hold(name: &str, programs: [&Program; 2], settings: &Settings, most: u64, tally: &mut Tally) {
    let own = module(programs[0], settings);
    let tests = Derivations::new(Grammar::new(Arc::clone(&own)).tests(own.tested()));
    let fits = |size: &u32| tests.count_up_to(*size).expect("they can be counted") <= BigUint::from(most);
    let size = (1..=7).take_while(fits).last().unwrap_or(1);
    let all = Settings { repeats: true, ..settings.clone() };
    let each_once = suites(programs, settings, size, [MOST; 2]);
    // As if the time of one version had ended earlier.
    let fewer = [suites(programs, settings, size, [10, MOST]), suites(programs, settings, size, [MOST, 15])];
    let suites = suites(programs, &all, size, [MOST; 2]);
    let functions = |[old, new]: &[Suite; 2]| -> BTreeSet<String> {
        let Comparison { differences, renamed, .. } = compare(old, new);
        let differing = differences.into_iter().map(|own| own.function);
        differing.chain(renamed.into_iter().map(|own| own.new)).collect()
    };
    assert_eq!(functions(&each_once), functions(&suites), "{name}");
    for fewer in &fewer {
        assert!(functions(fewer).is_subset(&functions(&suites)), "{name}");
    }
    let is_function = |name: &str| suites.iter().any(|own| own.is_function(name));
    let read = [0, 1].map(|own| ReadSuite::new(&suites[own], &is_function, &|term| term));
    let pairs = pairs(&read[0], &read[1], &is_function);
    let differing: Vec<&Pair> = pairs.iter().filter(|pair| pair.differs()).collect();
    let meets = |pair: &Pair, term: &Term| {
        let [old, new] = pair.inputs(&read);
        old.meet(term).is_some() && new.meet(term).is_some()
    };
    let mut scopes = programs.map(Program::clone);
    // For each differing pair, whether an instance has the same outcome, and whether one differs.
    let mut seen = vec![[false, false]; differing.len()];
    for size in 0..=size {
        let mut walk = tests.of_size(size).expect("a size that fits");
        while let Some(test) = walk.next() {
            let text = own.text(&Expression::read(&*own, test.root()));
            let mut outcomes = |forced| scopes.each_mut().map(|program| reference(program, &text, forced));
            let Some(term) = Term::read(&text, &is_function) else { panic!("{text} is not a term") };
            let value = |text: &str| Term::read(text, &is_function).expect("a value");
            let differ = |outcomes: &[Option<Result<String, String>>; 2]| match outcomes {
                [Some(Ok(old)), Some(Ok(new))] => {
                    Some(!value(old).agrees(&value(new), &Default::default(), &is_function))
                }
                [Some(old), Some(new)] => Some(old != new),
                _ => None,
            };
            // Lazy fields of the result are looked at by larger expressions.
            let evaluated = outcomes(0);
            let Some(differs) = differ(&evaluated) else { continue };
            let is_different = differs || differ(&outcomes(100)) == Some(true);
            tally.expressions += u32::from(differs);
            for (pair, [same, different]) in differing.iter().zip(&mut seen) {
                if meets(pair, &term) {
                    *(if is_different { different } else { same }) = true;
                }
            }
            let mut parts = term.all_parts();
            parts.push(&term);
            // An open number that is compared stands for all in the same order.
            let is_told = if settings.integers == Pool::Open {
                !differing.is_empty()
            } else {
                parts.iter().any(|part| differing.iter().any(|pair| meets(pair, part)))
            };
            assert!(!differs || is_told, "{name}: {text} ==> {evaluated:?}");
        }
    }
    for (pair, [same, different]) in differing.iter().zip(seen) {
        let [old, new] = pair.inputs(&read);
        assert!(different || !same, "{name}: {old:?} and {new:?} agree");
    }
    tally.versions += 1;
    tally.differing += u32::from(!differing.is_empty());
    tally.pairs += differing.len() as u32;
}

/// Programs whose mutants are compared with them.
const PROGRAMS: [&str; 8] = [
    "explore/chapter-3/int-tree-2.pun",
    "explore/chapter-3/int-tree-4.pun",
    "explore/chapter-3/board.pun",
    "explore/catalogue/ordered-set.pun",
    "explore/queue.pun",
    "diff/heap/old.pun",
    "diff/presburger/old.pun",
    "diff/list-diff/old.pun",
];

/// Each sixth mutant, or all with `EVERYCASE_EXPLORE_CASES`.
#[test]
fn what_differs_by_the_reference_interpreter_is_told_and_nothing_else() {
    let mut tally = Tally::default();
    let step = if std::env::var_os("EVERYCASE_EXPLORE_CASES").is_some() { 1 } else { 6 };
    for path in PROGRAMS {
        let old = program(path);
        for mutant in mutants(&old).into_iter().step_by(step) {
            let name = format!("{}: {}", mutant.place, mutant.change);
            for settings in [few(), Settings::default()] {
                hold(&name, [&old, &mutant.program], &settings, 80, &mut tally);
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.versions > 80 && tally.differing > 40 && tally.expressions > 200, "{tally:?}");
}

#[test]
fn a_program_and_itself_agree_in_all_expressions() {
    for path in PROGRAMS {
        let own = program(path);
        let comparison = compared([&own, &own], &Settings::default(), 6);
        assert!(!comparison.has_changes() && comparison.strictness.is_empty(), "{path}: {comparison:?}");
        assert_eq!((comparison.explained, &comparison.unmatched), (0, &[Vec::new(), Vec::new()]), "{path}");
        assert!(comparison.agreeing > 10, "{path}");
    }
}

/// Returns the first difference of each function of two versions of an example.
fn first_differences(example: &str, size: u32) -> Vec<String> {
    let [old, new] = ["old", "new"].map(|own| program(&format!("diff/{example}/{own}.pun")));
    let comparison = compared([&old, &new], &Settings::default(), size);
    let mut first = BTreeMap::new();
    for own in &comparison.differences {
        first.entry(own.function.clone()).or_insert_with(|| [own.old.clone(), own.new.clone()].concat());
    }
    let renamed = comparison.renamed.iter().map(super::Rename::text);
    first.into_values().flatten().chain(renamed).collect()
}

#[test]
fn the_versions_of_section_5_5_differ_as_the_thesis_says() {
    // The thesis has `fromAscList [0,0,0,1,0]`, and `getDiff [0,1] [1,3]`.
    assert_eq!(
        first_differences("int-set", 7),
        ["from-ascending [1, 0] ==> [elements [0, 1]]", "from-ascending [1, 0] ==> [elements [1, 0]]"]
    );
    assert_eq!(
        first_differences("list-diff", 7),
        ["get-diff [0] [0] ==> [(second, 0), (first, 0)]", "get-diff [0] [0] ==> [(both, 0)]"]
    );
    assert_eq!(
        first_differences("heap", 8),
        [
            "from-list [0, 0, 0] ==> [node 0 [node 0 empty empty] [node 0 empty empty]]",
            "from-list [0, 0, 0] ==> [node 0 [node 0 [node 0 empty empty] empty] empty]",
            "parameters exchanged: insert, now in the order 2, 1 (8 of 8 compared pairs agree)",
        ]
    );
    assert_eq!(
        first_differences("presburger", 5),
        ["holds [divides 0 0] ==> true", "holds [divides 0 0] ==> ! division by zero"]
    );
}

fn text(text: &str) -> Program {
    pun::load::load_text("queue.pun", text).program.expect("the program is right")
}

#[test]
fn a_function_under_another_name_is_recognised_by_its_type_and_by_what_it_does() {
    let program = |push: &str, drop: &str, order: &str| {
        text(&format!(
            "module queue (queue, empty, {push}, {drop}, front, last) .
            data queue = made (list integer) .
            empty : queue .
            empty = [made []] .
            {push} : {order} -> queue .
            {push} {} = case q of ; [made xs] -> [made (append xs [x])] .
            {drop} : queue -> queue .
            {drop} q = case q of ; [made (_ :: xs)] -> [made xs] ; [made []] -> q .
            front : queue -> integer .
            front q = case q of ; [made (x :: _)] -> x ; [made []] -> 0 .
            last : queue -> integer .
            last q = case q of ; [made [x]] -> x ; [made (_ :: xs)] -> last [made xs] ; [made []] -> 0 .",
            if order.starts_with("queue") { "q x" } else { "x q" }
        ))
    };
    let old = program("push", "pop", "integer -> queue");
    let new = program("enqueue", "rest", "queue -> integer");
    let comparison = compared([&old, &new], &Settings::default(), 7);
    let renamed: Vec<String> = comparison.renamed.iter().map(super::Rename::text).collect();
    assert_eq!(
        renamed,
        [
            "renamed: push is enqueue, with its parameters in the order 2, 1 (6 of 6 compared pairs agree)",
            "renamed: pop is rest (6 of 6 compared pairs agree)",
        ]
    );
    assert_eq!((comparison.differences, comparison.removed, comparison.added), Default::default());
    assert_eq!(comparison.unmatched, [Vec::<String>::new(), Vec::new()]);

    // `front` and `last` have one type. What `last` does is not what `front` has done.
    let other = program("push", "pop", "integer -> queue");
    let without = |name: &str, program: &Program| {
        let [suite, _] = suites([program, program], &Settings::default(), 7, [MOST; 2]);
        let names = suite.names.iter().filter(|own| own.name != name).cloned().collect();
        let is_other = |case: &&super::Case| !case.expression.contains(name);
        Suite { names, cases: suite.cases.iter().filter(is_other).cloned().collect(), ..suite }
    };
    let comparison = compare(&without("last", &old), &without("front", &other));
    assert_eq!(comparison.renamed, []);
    assert_eq!((comparison.removed, comparison.added), (vec!["front".to_owned()], vec!["last".to_owned()]));
}

/// Returns the paths of all programs below a directory of the examples.
fn programs(directory: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries = std::fs::read_dir(root.join(directory)).expect("it is there");
    let mut paths: Vec<String> = entries
        .map(|entry| entry.expect("it is there").path())
        .filter(|path| path.extension().is_some_and(|own| own == "pun"))
        .map(|path| format!("{directory}/{}", path.file_name().expect("a name").to_string_lossy()))
        .collect();
    paths.sort();
    paths
}

/// At most 150 expressions of each program, or 600 with `EVERYCASE_EXPLORE_CASES`.
#[test]
fn each_expression_of_a_suite_has_an_outcome_for_some_instance() {
    let most = if std::env::var_os("EVERYCASE_EXPLORE_CASES").is_some() { 600 } else { 150 };
    let mut paths = PROGRAMS.map(str::to_owned).to_vec();
    paths.extend(
        ["explore/chapter-3", "explore/catalogue", "explore/nofib"].iter().flat_map(|own| programs(own)),
    );
    let (mut all, mut sampled) = (0, 0);
    for path in paths {
        let own = program(&path);
        for settings in [few(), Settings::default()] {
            let module = module(&own, &settings);
            let functions: Vec<u32> = module.tested().collect();
            if functions.is_empty() {
                continue;
            }
            let bounds = Bounds { size: Some(7), tests: Some(20_000), seed: Some(1), ..Bounds::default() };
            let found =
                inputs(&module, &functions, &bounds.fill("suite"), most).expect("they can be counted");
            let suite = Suite::of((&module, &own), &functions, &found, &Stop::default());
            let is_function = |name: &str| suite.is_function(name);
            let read = ReadSuite::new(&suite, &is_function, &|term| term);
            assert_eq!((suite.not_run, read.cases.len()), (0, suite.cases.len()), "{path}");
            assert!(suite.cases.len() + suite.sampled as usize >= found.expressions.len(), "{path}");
            all += found.expressions.len();
            sampled += suite.sampled;
        }
    }
    println!("{all} expressions, {sampled} by instances");
    assert!(all > 35 * most && sampled > 100, "{all} {sampled}");
}

/// Compares two texts, by all expressions up to size 6.
fn of_texts(old: &str, new: &str) -> Comparison {
    compared([&text(old), &text(new)], &Settings::default(), 6)
}

#[test]
fn what_computes_with_many_open_numbers_is_compared_and_counted_as_run_with_a_few() {
    let sum = |last: &str| {
        format!(
            "module main (sum) .
            sum : integer -> integer -> integer -> integer -> list integer -> integer .
            sum a b c d _ = a * 2 + b * 3 + c * 5 + d * {last} ."
        )
    };
    // 16 instances, with one value for the third number and for the fourth.
    let comparison = of_texts(&sum("7"), &sum("8"));
    let differences = comparison.differences.iter().map(|own| own.alike).sum::<u64>();
    assert_eq!((differences, comparison.agreeing, comparison.sampled, comparison.not_run), (16, 0, 2, 0));
    let comparison = of_texts(&sum("7"), &sum("7"));
    assert_eq!((comparison.agreeing, comparison.sampled, comparison.not_run), (32, 2, 0));
    assert!(!comparison.has_changes());
}

#[test]
fn a_constructor_that_is_gone_or_has_other_fields_is_a_change_and_a_function_that_nothing_can_call_is_not() {
    let shapes = |data: &str| {
        format!(
            "module main (shape, circle, square, twice) .
            data shape = {data} .
            twice : list integer -> integer .
            twice ns = length ns + length ns ."
        )
    };
    let old = shapes("circle | square integer");
    let comparison = of_texts(&old, &shapes("circle | square integer integer"));
    let retyped: Vec<_> = comparison.retyped.iter().map(|own| (&*own.name, own.types.each_ref())).collect();
    let types = ["integer -> shape", "integer -> integer -> shape"].map(str::to_owned);
    assert_eq!(retyped, [("square", types.each_ref())]);
    let comparison = of_texts(&old, &shapes("circle | square integer").replace("circle", "disc"));
    assert_eq!((comparison.removed, comparison.added), (vec!["circle".to_owned()], vec!["disc".to_owned()]));

    let queue = |exports: &str| {
        format!(
            "module main (queue, {exports}, front, twice) .
            data queue = made (list integer) .
            empty : queue .
            empty = [made []] .
            front : queue -> integer .
            front q = case q of ; [made (x :: _)] -> x ; [made []] -> 0 .
            twice : list integer -> integer .
            twice ns = length ns + length ns ."
        )
    };
    let comparison = of_texts(&queue("empty"), &queue("twice").replace("queue, twice,", "queue,"));
    assert_eq!((comparison.removed, comparison.added), (vec!["empty".to_owned()], Vec::<String>::new()));
}

#[test]
fn what_an_open_argument_stands_for_is_not_guessed_if_it_has_to_be_evaluated() {
    let suite = |expression: &str, value: &str| {
        let names = ["wrap", "last"].map(|name| super::Name {
            name: name.to_owned(),
            ty: "integer -> box".to_owned(),
            role: super::Role::Tested,
        });
        let outcome = super::Outcome { end: super::End::Value, text: value.to_owned() };
        Suite {
            name: String::new(),
            names: names.into(),
            through: None,
            options: String::new(),
            sampled: 0,
            not_run: 0,
            cases: vec![super::Case { expression: expression.to_owned(), outcome }],
        }
    };
    let counts = |value: &str| {
        let comparison = compare(&suite("wrap ?", "[box ?]"), &suite("wrap (last 1)", value));
        (comparison.differences.len(), comparison.agreeing, comparison.not_compared)
    };
    assert_eq!(counts("[box 3]"), (0, 0, 2));
    assert_eq!(counts("[bag 3]"), (1, 0, 0));
}
