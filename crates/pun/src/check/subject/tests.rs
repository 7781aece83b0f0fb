use std::path::{Path, PathBuf};

use everycase_check::settings::Settings;

use super::*;
use crate::Limits;
use crate::check::Checks;
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

/// Runs a property on every class of inputs up to a size, each from the last decision that has changed, then on the smallest
/// input of each class anew: how many of them have ended by a limit.
fn compare(checks: &Checks, number: usize, size: u32, limits: Limits) -> usize {
    let property = &checks.properties()[number];
    let subject = PropertySubject { limits, ..checks.subject(&checks.compiled, number) };
    let mut run = Partial::new();
    let mut ends = Vec::new();
    let mut more = run.begin(&checks.derivations(property), size).expect("they can be counted");
    while more && ends.len() < 2_000 {
        run.begin_run();
        let verdict = subject.run_lazily(&mut run, &mut Labels::default());
        ends.extend(run.derivation(run.root()).map(|input| (input, verdict)));
        more = run.next_class();
    }
    let mut limited = 0;
    for (input, resumed) in ends {
        let anew = subject.run(&input, &mut Labels::default());
        assert_eq!(resumed, anew, "{} {:?} {limits:?}", property.name, input.words());
        limited += usize::from(subject.fault(&input).is_some_and(|fault| fault.kind.is_limit()));
    }
    limited
}

/// What a run has used is taken back with the decisions that led there: neither what other runs have used nor the frames that
/// are kept for them count.
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

/// All searches together take far more than one run may; no run of them does.
#[test]
fn what_other_runs_have_used_fails_no_property() {
    let program = load_text("limits.pun", PROGRAM).program.expect("it loads");
    let checks = Checks::new(program, Limits { heap: 1 << 17, ..Limits::default() }).expect("it compiles");
    for number in 0..2 {
        let name = &checks.properties()[number].name;
        let plan = Settings { size: Some(8), tests: Some(10_000), ..Settings::default() }.fill(name);
        let report = checks.check(number, &plan, &[]).expect("it is checked");
        let exhausted = report.checked.coverage.exhausted.expect("sizes are searched");
        assert_eq!((exhausted.through, report.checked.coverage.partial), (8, None), "{name}");
    }
}
