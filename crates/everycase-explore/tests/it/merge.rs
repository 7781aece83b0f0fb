//! The parts of an exploration together are the whole, and state no more than all of them have run.

use std::collections::BTreeMap;
use std::sync::Arc;

use everycase_check::check::Minimal;
use everycase_check::report::Detail;
use everycase_check::report::merge::MergeError;
use everycase_check::settings::Settings as Bounds;
use everycase_check::settings::shard::Shard;
use everycase_explore::explore::{Options, explore};
use everycase_explore::fault::Kind;
use everycase_explore::library::Library;
use everycase_explore::merge::merge;
use everycase_explore::module::{Module, Settings};
use everycase_explore::report::{Report, Run, RunReport};
use everycase_explore::strategy::Strategy;

use crate::common::{file, module, text};

fn bounds() -> Bounds {
    Bounds { jobs: Some(1), seed: Some(1), ..Bounds::default() }
}

fn up_to(size: u32) -> Bounds {
    Bounds { size: Some(size), tests: Some(1 << 40), ..bounds() }
}

/// A program with more expressions than every part runs alone.
const DEEP: &str = "module main (walk) .
    walk : list boolean -> integer .
    walk xs = case xs of ; [] -> 0 ; x :: rest -> if x then 1 + walk rest else other rest 3 .
    other : list boolean -> integer -> integer .
    other xs n =
      case xs of
        ; [] -> if n == 0 then error \"three\" else n
        ; x :: rest -> other rest (if x then n - 1 else n) .";

/// Explores a program, given by its path or its text, with new coverage.
fn report(path: &str, bounds: Bounds, strategy: Strategy) -> Report {
    let program = if path == DEEP { text(path) } else { file(path) };
    let module: Arc<Module> = module(program, &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    let plan = bounds.fill("explore");
    let run = Run {
        seed: plan.seed,
        budget: plan.budget,
        program: module.fingerprint(),
        options: String::new(),
        functions: module.signature().names(&functions),
    };
    let options = Options { strategy, ..Options::default() };
    let found = explore(&module, &functions, &plan, options).expect("they can be counted");
    Report::new(path.to_owned(), run, found, module.signature())
}

fn parts(path: &str, of: u64, bounds: &Bounds, strategy: Strategy) -> Vec<(Shard, Report)> {
    let shards = (0..of).map(|part| Shard::new(part, of).expect("a part"));
    shards
        .map(|shard| (shard, report(path, Bounds { shard: Some(shard), ..bounds.clone() }, strategy)))
        .collect()
}

/// An error: its kind, its place or definition, and its message.
type Error = (Kind, String, String);

fn errors(report: &Report) -> BTreeMap<Error, (u32, Minimal)> {
    let error = |finding: &everycase_explore::explore::Finding| {
        let fault = &finding.fault;
        let definition = fault.definition.as_deref().unwrap_or_default().to_owned();
        let error = (fault.kind, fault.place.clone().unwrap_or(definition), fault.message.clone());
        (error, (finding.size, finding.minimal))
    };
    report.findings.iter().map(error).collect()
}

/// What was run, for each set of functions.
fn statements(report: &Report) -> Vec<String> {
    let statement = |run: &RunReport| {
        format!("{:?}: {}, {}", run.functions, run.covered.coverage, run.covered.ended.name())
    };
    report.runs.iter().map(statement).collect()
}

fn assert_whole(path: &str, of: u64, bounds: &Bounds, strategy: Strategy) {
    let whole = report(path, bounds.clone(), strategy);
    let merged = merge(parts(path, of, bounds, strategy)).expect("they belong together");
    let about = format!("{path}, {of} parts, {bounds:?}, {strategy:?}");
    assert_eq!(errors(&merged), errors(&whole), "{about}");
    assert_eq!(statements(&merged), statements(&whole), "{about}");
    if bounds.size.is_some() {
        assert_eq!(merged.covered, whole.covered, "{about}");
    } else {
        // Each part shrinks the failures of its own draws, so together they may evaluate more.
        let evaluated = |report: &Report| report.covered.clone().expect("it is counted").evaluated;
        let mut both = evaluated(&merged);
        both.merge(&evaluated(&whole));
        assert_eq!(both, evaluated(&merged), "{about}");
    }
    assert!(merged.unsteady.is_empty() && whole.unsteady.is_empty(), "{about}");
}

#[test]
fn parts_bounded_by_size_are_the_whole() {
    for (path, size) in [
        ("examples/explore/nofib/expert.pun", 5),
        ("examples/explore/catalogue/huffman.pun", 5),
        ("examples/explore/chapter-3/int-tree-2.pun", 8),
        (DEEP, 30),
    ] {
        for of in [2, 3] {
            assert_whole(path, of, &up_to(size), Strategy::Size);
        }
    }
    assert_whole("examples/explore/catalogue/huffman.pun", 2, &up_to(5), Strategy::Split);
}

#[test]
fn parts_bounded_by_tests_are_the_whole() {
    for path in ["examples/explore/nofib/expert.pun", "examples/explore/chapter-3/int-tree-sort.pun"] {
        for tests in [1, 30, 1000] {
            for of in [2, 3] {
                assert_whole(path, of, &Bounds { tests: Some(tests), ..bounds() }, Strategy::Size);
            }
        }
        assert_whole(path, 2, &Bounds { tests: Some(500), ..bounds() }, Strategy::Split);
    }
}

#[test]
fn the_last_line_states_the_size_that_all_functions_have_in_common() {
    let path = "examples/explore/catalogue/huffman.pun";
    for tests in [40, 400, 4000] {
        let whole = report(path, Bounds { tests: Some(tests), ..bounds() }, Strategy::Split);
        let least = whole.runs.iter().map(|run| {
            run.covered
                .coverage
                .exhausted()
                .map_or(Some(0), |all| (!all.finite && !all.of_any_size).then_some(all.through))
        });
        let least = least.flatten().min().expect("some are not complete");
        let text = whole.text(Detail::Brief);
        let claim = format!("all expressions up to size {least} among them");
        assert!(text.contains(&claim), "{tests} tests: {text}");
    }
    let mut one_missing = report(path, up_to(3), Strategy::Split);
    one_missing.runs.pop();
    assert!(!one_missing.text(Detail::Brief).contains("all expressions"));
}

#[test]
fn a_smallest_expression_is_claimed_only_if_no_function_has_a_smaller_one() {
    // `wide` fails with the smallest expression, but its time is up before that is run.
    let program = "module main (f, g) .
        bad : integer -> integer .
        bad n = error \"bad\" .
        f : boolean -> boolean -> boolean -> integer .
        f a b c = if a && b && c then bad 1 else 0 .
        g : list integer -> integer .
        g xs = case xs of ; [] -> 0 ; _ :: ys -> case ys of ; [] -> 0 ; _ -> bad 2 .";
    let module = module(text(program), &Settings::default());
    let functions: Vec<u32> = module.tested().collect();
    for tests in 1..200 {
        let plan = Bounds { tests: Some(tests), ..bounds() }.fill("explore");
        let options = Options { strategy: Strategy::Split, ..Options::default() };
        let found = explore(&module, &functions, &plan, options).expect("they can be counted");
        for finding in found.findings.iter().filter(|own| own.minimal == Minimal::Size) {
            let below = found.runs.iter().all(|run| run.checked.coverage.has_below(finding.size));
            assert!(below, "{tests} tests: {}, size {}", finding.expression, finding.size);
        }
    }
}

#[test]
fn parts_of_different_explorations_are_refused() {
    let path = "examples/explore/queue.pun";
    let part = |bounds: Bounds, index| {
        let shard = Shard::new(index, 2).expect("a part");
        (shard, report(path, Bounds { shard: Some(shard), ..bounds }, Strategy::Size))
    };
    let first = || part(up_to(3), 0);
    let refused = |second: (Shard, Report)| match merge(vec![first(), second]) {
        Err(MergeError::Differs { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(part(up_to(4), 1)), "budget");
    assert_eq!(refused(part(Bounds { seed: Some(2), ..up_to(3) }, 1)), "seed");
    let mut changed = part(up_to(3), 1);
    changed.1.run.program.0 += 1;
    assert_eq!(refused(changed), "program");
    let mut other = part(up_to(3), 1);
    other.1.run.options = "chars ab".to_owned();
    assert_eq!(refused(other), "set of options");
    let mut fewer = part(up_to(3), 1);
    fewer.1.run.functions.pop();
    assert_eq!(refused(fewer), "set of functions");
    assert!(matches!(merge(vec![first()]), Err(MergeError::Missing { .. })));
    let whole = merge(vec![first(), part(up_to(3), 1)]).expect("they belong together");
    assert!(
        whole.text(Detail::Full).contains("all 12 expressions up to size 3"),
        "{}",
        whole.text(Detail::Full)
    );
}
