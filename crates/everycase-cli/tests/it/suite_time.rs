//! `suite_time`: a time for all properties of a program.

use std::fs;

use crate::support::{everycase, text};

/// The first property is done at once; the second has a number of tests of its own.
const PROGRAM: &str = "
property done (b : boolean) . b || not b .
property bounded (n : integer) with tests 40 . n == n .
property one (xs : list integer) . is-list xs .
property two (xs : list integer) . is-list xs .
is-list xs = case xs of ; [] -> true ; _ :: rest -> is-list rest .
";

#[test]
fn the_time_of_a_suite_is_divided_among_the_properties_of_a_program() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("four.pun");
    fs::write(&program, PROGRAM).expect("a file");
    for isolate in [&[][..], &["--isolate"]] {
        let mut command = everycase(&["check"]);
        command.arg(&program).args(isolate).env("EVERYCASE_SUITE_TIME", "600ms");
        let printed = text(&command.output().expect("it runs").stdout);
        let notes: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("  note: ")).collect();
        let of = " of the 600ms of a suite of 3 properties";
        let shares: Vec<u32> =
            notes.iter().filter_map(|note| note.strip_suffix(of)?.strip_suffix("ms")?.parse().ok()).collect();
        let &[done, one, two] = &shares[..] else { panic!("{printed}") };
        // What the first leaves is divided among the others.
        assert_eq!(done, 200, "{printed}");
        // The last one also has what the one before does not begin a batch for.
        assert!((201..=300).contains(&one) && (201..=350).contains(&two), "{printed}");
        assert_eq!(printed.matches("time is up").count(), 2, "{printed}");
    }
    let mut part = everycase(&["check"]);
    part.arg(&program).args(["--shard", "0/2"]).env("EVERYCASE_SUITE_TIME", "600ms");
    let refused = part.output().expect("it runs");
    let errors = text(&refused.stderr);
    assert!(errors.contains("part") && errors.contains("tests"), "{errors}");
    assert_eq!(refused.status.code(), Some(2), "{errors}");
}
