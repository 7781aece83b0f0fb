//! Failures of generic properties: saved and replayed, in processes of their own.
//!
//! The property is a subject.

use crate::support::process::Crate;

#[test]
fn a_failure_is_saved_and_run_first_and_replayed() {
    let dir = Crate::new();
    let shown = "    // K = i64, V = i64\n    let pairs: Vec<(i64, i64)> = vec![(0, 0), (0, 0)];    // looked at: vec![(0, _), \
                 (0, _)]\n    let k: i64 = 1;\n";
    let first = dir.run("child_fails", &[]);
    assert!(first.stderr.contains(shown), "{}", first.stderr);
    assert!(first.stderr.contains("; no smaller input fails"), "{}", first.stderr);
    let second = dir.run("child_fails", &[]);
    assert!(second.stderr.contains(shown), "{}", second.stderr);
    assert!(second.stderr.contains("; an input that failed before,"), "{}", second.stderr);
    let replayed = dir.run("child_fails", &[("EVERYCASE_REPLAY", first.token())]);
    assert!(replayed.stderr.contains(shown), "{}", replayed.stderr);
    assert!(replayed.stderr.contains("; the input replayed\n"), "{}", replayed.stderr);
    let isolated = Crate::new().run("child_fails", &[("EVERYCASE_ISOLATE", "1")]);
    assert!(isolated.stderr.contains("    let k: i64 = 1;\n"), "{}", isolated.stderr);
}
