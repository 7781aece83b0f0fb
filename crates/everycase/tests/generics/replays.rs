//! Failures of generic properties: saved and replayed, in processes of their own.
//!
//! The test that is ignored is the one run by the other.

use crate::support::process::Crate;
use everycase::__private::{self as private, IntoOutcome, Site};
use everycase::lazy::Atom;
use everycase::prelude::*;

type K = Atom<0>;
type V = Atom<1>;

/// What `#[property]` makes of a property whose crate is the directory that the environment names.
#[test]
#[ignore = "run by the test of this file: cargo test -p everycase --test generics replays"]
fn child_fails() {
    fn few_are_less<K: Ord, V>(pairs: &[(K, V)], k: &K) -> bool {
        pairs.iter().filter(|(key, _)| key < k).count() < 2
    }
    let dir = std::env::var("RUNNER_CRATE").expect("this test is run by the other");
    let site = Site {
        name: "child_fails",
        module: module_path!(),
        test: concat!(module_path!(), "::child_fails"),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let space = Vec::<(K, V)>::space();
    let pairs = private::Parameter {
        name: "pairs",
        pattern: "pairs",
        lent: None,
        ty: Some("Vec<(i64, i64)>"),
        space,
        own: None,
        uses: private::Uses::NONE,
    };
    let k = private::Parameter {
        name: "k",
        pattern: "k",
        lent: None,
        ty: Some("i64"),
        space: K::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let settings = everycase::Settings { size: Some(8), seed: Some(7), ..everycase::Settings::default() };
    private::Property::new(site, settings).on_atoms(&["K = i64", "V = i64"]).run_in_parts(
        (pairs, k),
        module_path!(),
        |(pairs, k): (private::Undecided<'_, Vec<(K, V)>>, private::Undecided<'_, K>)| {
            few_are_less(&pairs.value(), &k.value()).into_outcome()
        },
    );
}

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
