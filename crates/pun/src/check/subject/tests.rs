use std::path::{Path, PathBuf};

use everycase_check::check::{CheckResult, Finding, Minimal, Vacuity};
use everycase_check::claims::stream::Stream;
use everycase_check::run::verdict::replay;
use everycase_check::settings::Settings;

use everycase_kernel::lazy::Search;

use super::*;
use crate::Limits;
use crate::check::{Checks, Report};
use crate::load::{load, load_text};

const PROGRAM: &str = "
data stream = stop | next integer ~stream .

big n = if n <= 0 then 1 else 1000000000000000000000 * big (n - 1) .
fact n = if n <= 0 then 1 else n * fact (n - 1) .
count k n = if k >= n then k else count (k + 1) n .
sum-of total xs = case xs of ; [] -> total ; x :: rest -> sum-of (total + x) rest .
squares x = [next (x * x) (squares (x + 1))] .
nth n s = case s of ; stop -> 0 ; [next x rest] -> if n <= 0 then x else nth (n - 1) rest .
numbers n = if n <= 0 then [] else [] <+> (int-gen () :: numbers (n - 1)) .

property same n . n >= 0 ==> big n == big n .
property positive n . fact n > 0 .
property counted n m . count n m >= n .
property summed (xs : list integer) (ys : list integer) . sum-of 0 (append xs ys) == sum-of (sum-of 0 xs) ys .
property lazily n (s : stream) . nth n (squares n) >= nth n s || n > 3 .
property called (f : integer -> integer) n . f (count 0 n) == f (f n) .
property drawn (xs from numbers 3) . sum-of 0 xs * big (length xs) == 0 .
";

fn programs() -> Vec<Checks> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = ["bst", "functions", "streams", "stlc", "sorting", "paper/minus"];
    let files = files.map(|name| -> PathBuf { examples.join(name).with_extension("pun") });
    let loaded = files.iter().map(|file| load(file)).chain([load_text("limits.pun", PROGRAM)]);
    let checks = loaded.map(|loaded| {
        let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        Checks::new(program, Limits::default()).expect("it compiles")
    });
    checks.collect()
}

/// Runs a property on every equivalence class of inputs up to a size, each from its last changed
/// decision, then on the smallest input of each class from the beginning. Returns how many of them
/// met a limit.
fn compare(checks: &Checks, number: usize, size: u32, limits: Limits) -> usize {
    let property = &checks.properties()[number];
    let subject = PropertySubject { ladder: Ladder::new(limits), ..checks.subject(number) };
    let mut run = Run::new();
    let mut ends = Vec::new();
    run.begin_search(&checks.derivations(property), size).expect("they can be counted");
    while ends.len() < 2_000 && Search::next(&mut run).is_some() {
        let verdict = subject.run(&mut run, &mut Labels::default());
        ends.extend(run.derivation(run.root()).map(|input| (input, verdict)));
    }
    let mut limited = 0;
    for (input, resumed) in ends {
        let anew = replay(&subject, &input, &mut Labels::default());
        assert_eq!(resumed, anew, "{} {:?} {limits:?}", property.name, input.words());
        limited += usize::from(subject.fault(&input, true).is_some_and(|fault| fault.kind.is_limit()));
    }
    limited
}

/// Resources are released with the decisions that used them: what other runs used, and the frames
/// kept for them, do not count.
#[test]
fn a_run_that_goes_on_ends_as_one_that_begins_anew() {
    let all = Limits::default();
    let limits = [
        all,
        Limits { fuel: 20, ..all },
        Limits { fuel: 60, ..all },
        Limits { stack: 60, ..all },
        Limits { stack: 400, ..all },
        Limits { heap: 150, ..all },
        Limits { heap: 700, ..all },
    ];
    let mut limited = [0; 7];
    for checks in programs() {
        for number in 0..checks.properties().len() {
            for (limits, limited) in limits.into_iter().zip(&mut limited) {
                *limited += compare(&checks, number, 6, limits);
            }
        }
    }
    assert!(limited[0] == 0 && limited[1..].iter().all(|limited| *limited > 30), "{limited:?}");
}

/// All searches together take far more than the limit of a run, but no single run does.
#[test]
fn what_other_runs_have_used_fails_no_property() {
    let program = load_text("limits.pun", PROGRAM).program.expect("it loads");
    let checks = Checks::new(program, Limits { heap: 1 << 17, ..Limits::default() }).expect("it compiles");
    for number in 0..2 {
        let name = &checks.properties()[number].name;
        let plan = Settings { size: Some(8), tests: Some(10_000), ..Settings::default() }.fill(name);
        let report = checks.check(number, &plan, &[]).expect("it is checked");
        let exhausted = report.checked.coverage.exhausted().expect("sizes are searched");
        assert_eq!((exhausted.through, report.checked.coverage.stopped_at()), (8, None), "{name}");
    }
}

/// Properties that hold, of functions that recurse on their inputs, and two that do not terminate.
const RECURSIVE: &str = "
sum-to n = if n <= 0 then 0 else n + sum-to (n - 1) .
count k n = if k >= n then k else count (k + 1) n .
repeat n x = if n <= 0 then [] else x :: repeat (n - 1) x .
down n = if n == 0 then 0 else down (n - 1) .
up n = 1 + up (n + 1) .

property gauss n . n >= 0 ==> 2 * sum-to n == n * (n + 1) .
property repeated n (x : boolean) . length (repeat n x) == max 0 n .
property counted n m . count n m == max n m .
property far n . n > 1000000000000 ==> sum-to n > 0 .
property ends n . down n == 0 .
property grows n . up n > 0 .
fib n = if n <= 1 then n else fib (n - 1) + fib (n - 2) .
tribonacci n = if n <= 1 then n else tribonacci (n - 1) + tribonacci (n - 2) + tribonacci (n - 3) .
subsets xs = case xs of ; [] -> [[]] ; x :: rest -> append (subsets rest) (map (\\ys -> x :: ys) (subsets rest)) .
property large n . n < 1000000 || sum-to n > 0 .
property slow n . fib n == fib n .
property slower n . tribonacci n >= 0 || n < 0 .
property slow-lists (xs : list ()) . length (subsets xs) > 0 .
";

fn checked(number: usize, settings: Settings) -> Report {
    let program = load_text("recursive.pun", RECURSIVE).program.expect("it loads");
    let limits = Limits { fuel: 300_000, stack: 1 << 19, heap: 1 << 19 };
    let checks = Checks::new(program, limits).expect("it compiles");
    let name = Arc::clone(&checks.properties()[number].name);
    let mut plan = settings.fill(&name);
    plan.budget.structures = true;
    checks.check(number, &plan, &[]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Draws are too large to count up to: they are undecided, and the property holds.
#[test]
fn limits_fail_no_property_that_holds() {
    for number in 0..4 {
        let report = checked(number, Settings { tests: Some(800), ..Settings::default() });
        let CheckResult { coverage, finding, .. } = &report.checked;
        assert!(!matches!(finding, Finding::Counterexample(_)), "{number} {finding:?}");
        assert!(coverage.undecided() > 0, "{number} {coverage}");
        let undecided = report.undecided.expect("the smallest is shown");
        assert!(!undecided.inputs.is_empty() && !undecided.limit.is_empty(), "{undecided:?}");
        let words = report.checked.coverage.to_string();
        assert!(words.contains(" undecided"), "{words}");
    }
}

/// It fails by a limit that no smaller input meets.
#[test]
fn a_property_that_does_not_end_fails() {
    for (number, size) in [(4, 1), (5, 0)] {
        let report = checked(number, Settings { tests: Some(800), ..Settings::default() });
        let Finding::Counterexample(found) = &report.checked.finding else { panic!("{:?}", report.checked) };
        assert!(found.failure.is_limit() && !found.flaky, "{:?}", found.failure);
        assert_eq!((found.stream, found.minimal, found.input.size()), (Stream::Search, Minimal::Size, size));
        assert!(report.counterexample.expect("it is shown").fault.is_some_and(|fault| fault.kind.is_limit()));
    }
}

/// The running time grows with the input, so inputs shortly before the first that meets a limit
/// take long, too.
#[test]
fn a_slow_property_is_undecided_and_does_not_fail() {
    for number in 7..10 {
        let report = checked(number, Settings { tests: Some(200), ..Settings::default() });
        let CheckResult { coverage, finding, .. } = &report.checked;
        assert!(matches!(finding, Finding::Nothing), "{number} {finding:?}");
        assert!(coverage.undecided() > 0, "{number} {coverage}");
    }
}

/// A large number is not evidence that a property does not terminate, even if no earlier input has
/// reached its body.
#[test]
fn a_large_number_is_undecided_in_a_search_too() {
    let report = checked(3, Settings { tests: Some(60), ..Settings::default() });
    assert!(
        matches!(report.checked.finding, Finding::Unreached(Vacuity::NoneDecided)),
        "{:?}",
        report.checked
    );
    let report = checked(6, Settings { tests: Some(100), size: Some(24), ..Settings::default() });
    assert!(matches!(report.checked.finding, Finding::Nothing), "{:?}", report.checked);
    let coverage = &report.checked.coverage;
    assert!(coverage.undecided() > 0 && !coverage.is_complete(), "{coverage}");
}
