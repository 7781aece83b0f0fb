//! Properties as tests: their output, failures and saved inputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use everycase::__private::{self as private, Inputs, Parameter, Parameters, Site};
use everycase::prelude::*;
use everycase::{IntoOutcome, Settings, check_with};

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

impl Tree {
    fn depth(&self) -> u32 {
        match self {
            Tree::Leaf => 0,
            Tree::Node(l, _, r) => 1 + l.depth().max(r.depth()),
        }
    }

    fn labels(&self) -> Vec<u8> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(l, label, r) => [l.labels(), vec![*label], r.labels()].concat(),
        }
    }
}

#[derive(Debug, Enumerable)]
enum Never {}

mod inner {
    use everycase::Enumerable;

    #[derive(Debug, Enumerable)]
    pub(crate) struct Outer(pub(crate) u8, pub(super) Deep);

    #[derive(Debug, Enumerable)]
    pub(crate) struct Deep;
}

/// A directory that stands for a crate with a test file, for what properties save beside it.
struct Crate(PathBuf);

impl Crate {
    fn new() -> Crate {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("everycase-runner-{}-{unique}", std::process::id()));
        fs::create_dir_all(dir.join("tests")).unwrap();
        fs::write(dir.join("tests/trees.rs"), "").unwrap();
        Crate(dir)
    }

    fn regressions(&self) -> PathBuf {
        self.0.join("tests/everycase-regressions")
    }

    /// Runs a property of trees and numbers as if it stood in the crate; the report if it fails.
    fn run<O: IntoOutcome>(
        &self,
        settings: Settings,
        property: impl Fn(Tree, u8) -> O + Send + Sync + 'static,
    ) -> Option<String> {
        self.run_inputs(settings, inputs((parameter("t", "Tree"), parameter("k", "u8"))), move |(t, k)| {
            property(t, k)
        })
    }

    fn run_inputs<T: 'static, O: IntoOutcome>(
        &self,
        settings: Settings,
        inputs: Inputs<T>,
        property: impl Fn(T) -> O + Send + Sync + 'static,
    ) -> Option<String> {
        let dir = self.0.to_str().unwrap();
        let site = Site {
            name: "holds",
            module: "trees::tests",
            test: "trees::tests::holds",
            should_panic: false,
            file: "tests/trees.rs",
            line: 7,
            manifest_dir: dir,
            package: Some("everycase"),
            binary: None,
            tmpdir: Some("/tmp"),
        };
        report(|| {
            private::Property::new(site, settings).run(inputs, move |input| property(input).into_outcome());
        })
        .map(|report| report.replace(dir, "CRATE"))
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn parameter<T: Enumerable>(name: &'static str, ty: &'static str) -> Parameter<T> {
    Parameter {
        name,
        pattern: name,
        lent: None,
        ty: Some(ty),
        space: T::space(),
        own: None,
        uses: private::Uses::NONE,
    }
}

fn inputs<P: Parameters>(parameters: P) -> Inputs<P::Values> {
    private::inputs(parameters, module_path!())
}

/// What a test unwinds with, its times left out.
fn report(test: impl FnOnce()) -> Option<String> {
    let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test)).err()?;
    Some(timeless(&payload.downcast::<String>().expect("a report is text")))
}

fn timeless(report: &str) -> String {
    report.lines().map(timeless_line).collect::<Vec<_>>().join("\n")
}

/// The words of a report, however its lines are broken.
fn words(report: &str) -> Vec<&str> {
    report.split_whitespace().collect()
}

fn timeless_line(line: &str) -> String {
    if let Some((start, rest)) = line.split_once("(in ") {
        return format!("{start}(in TIME{}", &rest[rest.find([',', ')']).unwrap_or(0)..]);
    }
    let Some((start, rest)) = line.split_once(" in ").filter(|(start, _)| start.contains(" test")) else {
        return line.to_owned();
    };
    let rest = rest.find(';').map_or("", |end| &rest[end..]);
    format!("{start} in TIME{}", rest.split("; shrunk in ").next().unwrap_or_default())
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), seed: Some(7), ..Settings::default() }
}

#[test]
fn a_failure_is_reported_with_its_input_as_rust_source_and_a_replay_line() {
    let report = Crate::new().run(tests(1000), |t, k| {
        assert!(!t.labels().contains(&2), "found {k}");
    });
    let expected = "\
testing holds: failed with counterexample:
    let t: Tree = Tree::Node(Box::new(Tree::Leaf), 2, Box::new(Tree::Leaf));
    let k: u8 = 0;    // fails with each of the 32 smallest values
  panicked at HERE: found 0
  after 5 tests in TIME; drawn by structure, no smaller input fails
  replay: EVERYCASE_REPLAY=TOKEN cargo test -p everycase --test trees -- --exact tests::holds
  saved, to be run first next time: CRATE/tests/everycase-regressions";
    let report = report.unwrap();
    // It is there where `RUST_BACKTRACE` is set, as it is on many CI machines.
    let (report, _) = report.split_once("\n\nstack backtrace:").unwrap_or((&report, ""));
    let line = report.lines().find(|line| line.contains("panicked")).unwrap();
    assert!(line.contains("tests/runner.rs:"), "{line}");
    let token = report.split("EVERYCASE_REPLAY=").nth(1).unwrap().split(' ').next().unwrap();
    let report = report.replace(line, "  panicked at HERE: found 0").replace(token, "TOKEN");
    assert_eq!(report, expected);
}

#[test]
fn what_a_property_returns_is_reported() {
    let report = Crate::new().run(tests(100), |_, k| k < 3).unwrap();
    assert!(report.contains("\n    let k: u8 = 3;\n  returned false\n"), "{report}");
    let report = Crate::new().run(tests(100), |_, k| if k < 3 { Ok(()) } else { Err("three") }).unwrap();
    assert!(report.contains("\n  returned Err(\"three\")\n"), "{report}");
}

#[test]
fn large_counterexamples_are_sampled_and_shrunk() {
    let report = Crate::new().run(tests(20_000), |t, _| assert!(t.depth() < 9)).unwrap();
    assert!(
        words(&report).join(" ").contains("; drawn by structure, not shrunk further: none of "),
        "{report}"
    );
    assert_eq!(report.matches("Tree::Node").count(), 9, "{report}");
}

#[test]
fn a_failing_input_is_saved_once_and_run_first_next_time() {
    let dir = Crate::new();
    let first = dir.run(tests(1000), |_, k| k < 200).unwrap();
    let saved = fs::read_to_string(dir.regressions()).unwrap();
    assert_eq!(saved.lines().filter(|line| line.starts_with("trees::tests::holds ")).count(), 1, "{saved}");
    assert!(saved.contains("# let t: Tree = Tree::Leaf; let k: u8 = 200;"), "{saved}");
    assert!(first.contains("let k: u8 = 200;"), "{first}");

    let again = dir.run(tests(1000), |_, k| k < 200).unwrap();
    assert!(
        words(&again).join(" ").contains(
            "after 1 test in TIME; an input that failed before, not shrunk further: none of 9 inputs of smaller \
             structure next to it fails in this way"
        ),
        "{again}"
    );
    assert!(again.contains("\n  saved already: CRATE/tests/everycase-regressions"), "{again}");
    assert_eq!(fs::read_to_string(dir.regressions()).unwrap(), saved);
    assert_eq!(dir.run(tests(1000), |_, _| true), None);
    assert_eq!(fs::read_to_string(dir.regressions()).unwrap(), saved);
}

#[test]
fn a_saved_input_that_no_longer_fails_is_named_in_the_report() {
    let dir = Crate::new();
    dir.run(tests(1000), |_, k| k < 200).unwrap();
    let lines = fs::read_to_string(dir.regressions()).unwrap().lines().count();
    let report = dir.run(tests(1000), |_, k| k != 3).unwrap();
    let note =
        format!("note: CRATE/tests/everycase-regressions:{lines}: no longer fails; you may delete the line");
    assert!(report.contains(&note), "{report}");
}

#[test]
fn failures_are_neither_kept_nor_replayed_where_that_is_switched_off() {
    let dir = Crate::new();
    let off = || Settings { regressions: Some(false), ..tests(1000) };
    let report = dir.run(off(), |_, k| k < 200).unwrap();
    assert!(!report.contains("saved"), "{report}");
    assert!(!dir.regressions().exists());
    dir.run(tests(1000), |_, k| k < 200).unwrap();
    let report = dir.run(off(), |_, k| k < 200).unwrap();
    assert!(!report.contains("failed before"), "{report}");
}

#[test]
fn stale_and_corrupt_regressions_are_reported_and_kept() {
    let dir = Crate::new();
    let before = "trees::tests::holds 0123456789abcdef 1.2 # let t: Old = Old;\n<<<<<<< ours\n";
    fs::write(dir.regressions(), before).unwrap();
    let report = dir.run(tests(100), |_, k| k < 3).unwrap();
    assert!(report.contains("note: CRATE/tests/everycase-regressions:1: stale: "), "{report}");
    assert!(
        report.contains("note: CRATE/tests/everycase-regressions:2: cannot be parsed, skipped: "),
        "{report}"
    );
    let after = fs::read_to_string(dir.regressions()).unwrap();
    assert!(after.starts_with(before) && after.lines().count() == 3, "{after}");
}

#[test]
fn an_entry_that_does_not_fit_its_shape_is_reported_and_kept() {
    let dir = Crate::new();
    dir.run(tests(100), |_, k| k < 3).unwrap();
    let saved = fs::read_to_string(dir.regressions()).unwrap();
    let damaged = saved.replace(" # let", ".ff.ff # let");
    fs::write(dir.regressions(), &damaged).unwrap();
    let report = dir.run(tests(100), |_, k| k < 3).unwrap();
    let note = "note: CRATE/tests/everycase-regressions:6: skipped: the derivation does not fit the shape at word 2; the line is left in place";
    assert!(report.contains(note), "{report}");
    assert!(fs::read_to_string(dir.regressions()).unwrap().starts_with(&damaged));
}

#[test]
fn a_regressions_file_that_cannot_be_written_hides_no_failure() {
    let dir = Crate::new();
    // A directory in the file's place: neither readable nor replaceable, for the superuser either.
    fs::create_dir(dir.regressions()).unwrap();
    let report = dir.run(tests(100), |_, k| k < 3).unwrap();
    assert!(report.contains("let k: u8 = 3;"), "{report}");
    assert!(
        report.contains(
            "note: CRATE/tests/everycase-regressions: cannot be read, so nothing saved is replayed"
        ),
        "{report}"
    );
    assert!(report.contains("cannot be written: "), "{report}");
    assert!(report.contains("to keep the input, add this line: trees::tests::holds "), "{report}");
}

#[test]
fn a_malformed_settings_file_is_an_error_with_its_place() {
    let dir = Crate::new();
    for (text, message) in [
        ("time = 3", "everycase.toml:1:8: found `3`, expected a time in quotes, such as `\"10s\"`"),
        ("\ntime == 3", "everycase.toml:2:7: not TOML: "),
        ("tets = 3", "everycase.toml:1:1: unknown setting `tets`; did you mean `tests`?"),
    ] {
        fs::write(dir.0.join("everycase.toml"), text).unwrap();
        let report = dir.run(Settings::default(), |_, _| true).unwrap();
        assert!(
            report.starts_with(&format!("testing holds: cannot be checked: CRATE/{message}")),
            "{report}"
        );
    }
    fs::write(dir.0.join("everycase.toml"), "tests = 50\nseed = 7\n").unwrap();
    assert_eq!(dir.run(Settings::default(), |_, _| true), None);
}

#[test]
fn settings_that_make_no_sense_are_errors() {
    let report = Crate::new().run(tests(0), |_, _| true).unwrap();
    let expected = "testing holds: cannot be checked: the attribute `#[property(..)]`: found `0 tests`, expected at least 1 test";
    assert_eq!(report, expected);
}

#[test]
fn a_bound_that_no_input_meets_is_a_failure() {
    let report = Crate::new().run(Settings { size: Some(0), ..Settings::default() }, |_, _| true).unwrap();
    assert_eq!(
        report,
        "testing holds: not tested: no input is of size 0 or less; the smallest is of size 1: raise the bound\n    \
         on sizes\n  no inputs (in TIME, up to the given size)"
    );
}

/// Every value of it would be infinite.
#[derive(Debug, Enumerable)]
struct Endless(u8, Box<Endless>);

#[test]
fn a_type_without_values_is_a_failure_that_names_it() {
    let expected = |name, parameter| {
        let expected = format!(
            "testing {name}: not tested: there are no inputs, because `{parameter}` has no finite values \
             no inputs (in TIME)"
        );
        expected.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let of_never = inputs((parameter::<u8>("k", "u8"), parameter::<Never>("never", "Never")));
    let report = Crate::new().run_inputs(tests(10), of_never, |_| true).unwrap();
    assert_eq!(words(&report), expected("holds", "never: Never"));
    let of_both = inputs((parameter::<Endless>("endless", "Endless"), parameter::<Never>("never", "Never")));
    let report = Crate::new().run_inputs(tests(10), of_both, |_| true).unwrap();
    assert_eq!(words(&report), expected("holds", "endless: Endless"));
    let report = self::report(|| check_with(tests(10), <(u8, Endless)>::space(), |_| true)).unwrap();
    assert_eq!(
        words(&report),
        expected("a_type_without_values_is_a_failure_that_names_it", "input: (u8, Endless)")
    );
}

#[test]
fn assumptions_that_nothing_meets_are_a_failure() {
    let report = Crate::new().run(tests(100), |_, _| assume(false)).unwrap();
    assert!(
        report.starts_with(
            "testing holds: not tested: its assumption discarded every input that was tried\n  "
        ),
        "{report}"
    );
}

#[test]
fn demanded_shares_that_are_missed_are_a_failure() {
    let inputs = inputs((parameter::<u8>("k", "u8"),));
    let report = Crate::new()
        .run_inputs(tests(1000), inputs, |(k,)| {
            classify(k % 2 == 0, "even");
            cover(k < 16, 10.0, "small");
        })
        .unwrap();
    assert_eq!(
        report,
        "testing holds: failed: a required share is missed\n  \
         `small` covers 6.2% of the inputs (16 of 256), at least 10% is required\n  \
         draw from a generator that makes more such inputs, or require less\n  \
         all 256 inputs there are (in TIME)\n   50% even\n  6.2% small (at least 10% required: missed)"
    );
}

#[test]
fn tables_have_the_values_of_the_inputs_that_pass() {
    let inputs = inputs((parameter::<u8>("k", "u8"),));
    let report = Crate::new()
        .run_inputs(tests(1000), inputs, |(k,)| {
            tabulate("k", k);
            tabulate("parity", if k % 2 == 0 { "even" } else { "odd" });
            (0..5).for_each(|bit| tabulate("bits", k >> bit & 1 == 1));
            assume(k < 4);
            cover(k < 2, 90.0, "tiny");
        })
        .unwrap();
    let tables = report.split_once("required: missed)\n  `").expect("tables").1;
    assert_eq!(
        tables,
        "bits`: 20 texts, 2 different\n     80% false\n     20% true\n  \
         `k`: 4 numbers from 0 to 3, median 1\n     25% 0\n     25% 1\n     25% 2\n     25% 3\n  \
         `parity`: 4 texts, 2 different\n     50% even\n     50% odd"
    );
}

#[test]
fn an_input_that_hangs_is_reported() {
    let settings = Settings { case_time: Some(std::time::Duration::from_millis(500)), ..tests(1000) };
    let report = Crate::new()
        .run(settings, |_, k| {
            if k == 5 {
                loop {
                    std::thread::sleep(std::time::Duration::from_secs(1));
                }
            }
        })
        .unwrap();
    assert!(report.contains("\n    let k: u8 = 5;\n  did not return within 500ms\n"), "{report}");
    assert!(report.contains("saved, to be run first next time"), "{report}");
}

#[test]
fn an_input_that_is_slow_once_does_not_fail() {
    let calls = AtomicU32::new(0);
    let settings = Settings { case_time: Some(std::time::Duration::from_millis(500)), ..tests(1000) };
    let report = Crate::new().run(settings, move |_, k| {
        let is_first = k == 5 && calls.fetch_add(1, Ordering::Relaxed) == 0;
        while is_first && calls.load(Ordering::Relaxed) < 2 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    });
    assert_eq!(report, None);
}

#[test]
fn a_property_that_depends_on_more_than_its_inputs_is_told_so() {
    let calls = AtomicU32::new(0);
    let report =
        Crate::new().run(tests(100), move |_, _| calls.fetch_add(1, Ordering::Relaxed) != 9).unwrap();
    assert!(report.contains("\n  flaky: it passed when it was run on this input once more"), "{report}");
}

#[test]
fn a_plain_function_checks_a_space() {
    check_with(tests(100), u8::space(), |n: u8| n.count_ones() <= 8);
    let report = report(|| check_with(tests(1000), u8::space(), |n: u8| n < 77)).unwrap();
    assert!(report.contains("    let input: u8 = 77;\n"), "{report}");
    assert!(report.contains(" cargo test") || report.contains(", running this test only"), "{report}");
    assert!(!report.contains("saved"), "{report}");
    assert!(!Path::new(file!()).with_file_name("everycase-regressions").exists());
}

#[test]
fn names_of_other_modules_are_imported_in_front_of_the_input() {
    let expected = ":\n    use crate::inner::{Deep, Outer};\n    let input: Outer = Outer(3, Deep);\n";
    let report = report(|| check_with(tests(100), inner::Outer::space(), |outer| outer.0 < 3)).unwrap();
    assert!(report.contains(expected), "{report}");

    let dir = Crate::new();
    let outer = inputs((parameter::<inner::Outer>("outer", "inner::Outer"),));
    let report = dir.run_inputs(tests(100), outer, |(outer,)| outer.0 < 3).unwrap();
    let expected = ":\n    use crate::inner::Deep;\n    use inner::Outer;\n    let outer: inner::Outer = Outer(3, Deep);\n";
    assert!(report.contains(expected), "{report}");
    let saved = fs::read_to_string(dir.regressions()).unwrap();
    assert!(saved.contains("# let outer: inner::Outer = Outer(3, Deep);\n"), "{saved}");
}

#[property(tests = 500)]
fn parameters_come_by_value_or_reference(t: &Tree, text: &str, list: &[bool], mut k: u8, m: &mut Vec<u8>) {
    k = k.wrapping_add(1);
    m.push(k);
    assert!(t.depth() as usize <= t.labels().len() && text.len() < 100_000 && list.len() < 100_000);
}

#[property(tests = 200, jobs = 3)]
fn threads_share_the_work(t: Tree) -> Result<(), String> {
    assume(t.depth() > 0);
    label(format!("depth {}", t.depth()));
    if t.labels().is_empty() { Err(format!("{t:?}")) } else { Ok(()) }
}

#[property]
fn a_property_without_parameters_is_run_once() {
    assert_eq!(1 + 1, 2);
}

#[property(tests = 1000, should_fail)]
fn a_counterexample_may_be_what_is_expected(list: Vec<u8>) {
    assert!(list.len() < 3);
}

// It returns before anything is saved: the harness sees the report as the panic's message.
#[property(tests = 1000, should_fail)]
#[should_panic(expected = "(`should_fail`), and none was found\n  all 256 inputs there are")]
fn a_counterexample_expected_and_not_found_is_a_failure(k: u8) {
    assert!(k.count_ones() <= 8);
}

#[cfg(feature = "async")]
#[property(tests = 100)]
async fn a_property_may_be_async(k: u8) -> bool {
    std::future::ready(k).await == k
}

#[test]
fn a_bijection_that_is_none_is_found_before_the_property_is_run() {
    #[derive(Debug, PartialEq, Enumerable)]
    #[enumerable(via = u8, from = Half::new, into = Half::doubled)]
    struct Half(u8);

    impl Half {
        fn new(n: u8) -> Half {
            Half(n / 2)
        }

        fn doubled(&self) -> u8 {
            self.0.wrapping_mul(2)
        }
    }

    let report = report(|| check_with(tests(10), Half::space(), |half| half.0 < 200)).unwrap();
    assert!(report.contains("the mapping is not a bijection: at index 1, "), "{report}");
    assert!(report.contains("is also the value at index 0"), "{report}");
}

#[test]
fn a_nan_with_a_payload_is_printed_by_its_bits_and_saved_and_run_first() {
    let dir = Crate::new();
    let fails = || {
        dir.run_inputs(tests(10_000), inputs((parameter("x", "f64"),)), |(x,): (f64,)| {
            // The sign, the kind and the payload all count.
            x.to_bits() != 0xFFF0_0000_0000_0001
        })
    };
    let first = fails().unwrap();
    assert!(first.contains("    let x: f64 = f64::from_bits(0xfff0000000000001);\n"), "{first}");
    let second = fails().unwrap();
    assert!(second.contains("    let x: f64 = f64::from_bits(0xfff0000000000001);\n"), "{second}");
    assert!(second.contains("; an input that failed before, "), "{second}");
}
