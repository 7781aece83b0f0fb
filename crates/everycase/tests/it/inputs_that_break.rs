//! The user's code that makes, prints, clones or drops an input breaks: it is reported as a failure of the property, by the
//! property's name and with the input as far as it can be shown.
//!
//! The property is a subject, run in processes of its own.

// Elsewhere processes end in other words.
#![cfg(unix)]

use std::thread;

use crate::support::process::{Crate, Ran};

/// Where the code breaks.
const PLACES: [&str; 6] = ["map", "from", "into", "debug", "drop", "clone"];

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
