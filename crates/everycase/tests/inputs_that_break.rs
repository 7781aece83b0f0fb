//! The user's code that makes, prints, clones or drops an input breaks: it is reported as a failure of the property, by the
//! property's name and with the input as far as it can be shown.
//!
//! The test that is ignored is the one run by the others, in processes of its own.

// Elsewhere processes end in other words.
#![cfg(unix)]

mod support;

use std::fmt;
use std::process::abort;
use std::thread;
use std::time::Duration;

use everycase::__private::{self as private, Site};
use everycase::{Enumerable, IntoOutcome, Settings, Space};
use support::process::{Crate, Ran};

/// Where the code breaks.
const PLACES: [&str; 6] = ["map", "from", "into", "debug", "drop", "clone"];

/// The input at which it does.
const AT: u8 = 5;

/// Breaks as the environment says, if this is the place.
fn pass(place: &str, n: u8) {
    let variable = |name| std::env::var(name).unwrap_or_default();
    if n != AT || variable("RUNNER_PLACE") != place {
        return;
    }
    match &*variable("RUNNER_HOW") {
        "panic" => panic!("broken in {place}"),
        "hang" => thread::sleep(Duration::from_secs(60 * 60)),
        "abort" => abort(),
        _ => drop(overflow(0)),
    }
}

/// Recurses without end.
#[expect(unconditional_recursion)]
fn overflow(n: u64) -> u64 {
    std::hint::black_box(overflow(std::hint::black_box(n + 1))) + 1
}

#[derive(PartialEq)]
struct Thing(u8);

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pass("debug", self.0);
        write!(f, "Thing({})", self.0)
    }
}

impl Drop for Thing {
    fn drop(&mut self) {
        // A second panic while one unwinds would end the process.
        if !thread::panicking() {
            pass("drop", self.0);
        }
    }
}

impl Clone for Thing {
    fn clone(&self) -> Self {
        pass("clone", self.0);
        Thing(self.0)
    }
}

fn things() -> Space<Thing> {
    let thing = |n| {
        pass("from", n);
        Thing(n)
    };
    match &*std::env::var("RUNNER_PLACE").unwrap() {
        "map" => u8::space().map(|n| {
            pass("map", n);
            Thing(n)
        }),
        "clone" => Space::one_of((0..10).map(Thing)),
        _ => u8::space().bijection(thing, |thing| {
            pass("into", thing.0);
            thing.0
        }),
    }
}

#[test]
#[ignore = "run by the tests of this file: cargo test -p everycase --test inputs_that_break"]
fn breaks() {
    let dir = std::env::var("RUNNER_CRATE").expect("this test is run by the others");
    let site = Site {
        name: "breaks",
        module: "inputs_that_break",
        test: "inputs_that_break::breaks",
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let case_time = Some(Duration::from_millis(300));
    let settings = Settings { tests: Some(1000), seed: Some(7), case_time, ..Settings::default() };
    let other = private::Parameter {
        name: "other",
        pattern: "other",
        lent: None,
        ty: Some("bool"),
        space: bool::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let thing = private::Parameter {
        name: "thing",
        pattern: "thing",
        lent: None,
        ty: Some("Thing"),
        space: things(),
        own: None,
        uses: private::Uses::NONE,
    };
    let inputs = private::inputs((other, thing), module_path!());
    // What is printed has to be a counterexample.
    let is_printed = std::env::var("RUNNER_PLACE").unwrap() == "debug";
    private::Property::new(site, settings)
        .run(inputs, move |(_, thing)| (!is_printed || thing.0 != AT).into_outcome());
}

fn run(place: &str, how: &str, isolate: &str) -> Ran {
    let vars = [("RUNNER_PLACE", place), ("RUNNER_HOW", how), ("EVERYCASE_ISOLATE", isolate)];
    Crate::new().run("breaks", &vars)
}

/// A report names the property, the input as far as it can be shown, and what happened at it.
fn assert_reported(ran: &Ran, place: &str, happened: &str) {
    let report = &ran.stderr;
    assert!(!ran.passed, "{place}: {report}");
    assert!(report.contains("testing breaks: failed with counterexample:\n"), "{place}: {report}");
    assert!(report.contains("\n  replay: EVERYCASE_REPLAY="), "{place}: {report}");
    assert!(!report.contains("thread 'breaks' panicked"), "{place}: {report}");
    let not_printed = "cannot be printed: the code that makes or prints it ";
    match place {
        // The value itself is a good one, and printed as it is.
        "into" | "clone" => assert!(report.contains("    let thing: Thing = Thing(5);\n"), "{report}"),
        _ => assert!(report.contains(not_printed), "{place}: {report}"),
    }
    let lines: Vec<&str> = report.lines().filter(|line| line.contains(happened)).collect();
    let expected = match place {
        // It is printed as the property fails, which is reported besides.
        "debug" => {
            assert!(report.contains("  returned false\n"), "{report}");
            not_printed
        }
        _ => happened,
    };
    assert!(lines.iter().any(|line| line.contains(expected)), "{place}: {report}");
}

#[test]
fn a_panic_is_reported() {
    for isolate in ["0", "1"] {
        for place in PLACES {
            let ran = run(place, "panic", isolate);
            assert_reported(&ran, place, &format!("broken in {place}"));
            assert!(ran.stderr.contains("    let other: bool = false;"), "{}", ran.stderr);
        }
    }
}

#[test]
fn a_hang_is_reported() {
    for isolate in ["0", "1"] {
        // They wait, so they run at once.
        thread::scope(|scope| {
            let runs = PLACES.map(|place| (place, scope.spawn(move || run(place, "hang", isolate))));
            for (place, ran) in runs {
                assert_reported(&ran.join().expect("it ends"), place, "did not return within 300ms");
            }
        });
    }
}

#[test]
fn an_abort_is_reported_where_the_property_is_isolated() {
    for place in PLACES {
        assert_reported(&run(place, "abort", "1"), place, "ended its process with signal 6 (SIGABRT)");
    }
}

#[test]
fn a_stack_overflow_is_reported_where_the_property_is_isolated() {
    for place in PLACES {
        let overflowed = "ended its process with signal 6 (SIGABRT): fatal runtime error: stack overflow";
        assert_reported(&run(place, "overflow", "1"), place, overflowed);
    }
}

#[test]
fn what_breaks_before_the_first_test_is_said_to() {
    let ran = run("into", "panic", "0");
    let how = "; found when inputs were decoded and encoded back, no smaller input fails\n";
    assert!(ran.stderr.contains(how), "{}", ran.stderr);
}
