//! The depth of inputs, and the stack on which they run.
//!
//! The properties are subjects, each run in a process of its own.

// Elsewhere processes end in other words.
#![cfg(unix)]

use std::process::Output;

use crate::support::process::Crate;

fn run(name: &str, vars: &[(&str, &str)]) -> Output {
    Crate::new().command(name).envs(vars.iter().copied()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_property_that_only_clones_compares_and_prints_its_input_never_ends_the_process() {
    let names = ["uses_nests", "uses_unary_numbers", "uses_lists", "uses_wide_nodes", "uses_terms"];
    std::thread::scope(|scope| {
        for names in [&names[..3], &names[3..]] {
            scope.spawn(move || {
                for name in names {
                    let ran = run(name, &[]);
                    assert!(ran.status.success(), "{name}: {}", text(&ran));
                }
            });
        }
    });
}

/// The number of levels of the deepest chain that survives what its type derives.
fn borne() -> usize {
    let survives = |levels: usize| run("uses_a_chain", &[("LEVELS", &levels.to_string())]).status.success();
    let (mut good, mut bad) = (64, 1 << 20);
    while bad - good > good / 16 {
        let middle = if bad > 2 * good { 2 * good } else { usize::midpoint(good, bad) };
        *(if survives(middle) { &mut good } else { &mut bad }) = middle;
    }
    good
}

#[test]
fn inputs_nest_a_fourth_as_deeply_as_their_type_bears_and_three_fourths_if_isolated() {
    let borne = borne();
    let deepest = |isolate: &str| {
        let directory = Crate::new();
        let notes = directory.path().join("notes");
        let vars = [("NOTES", notes.to_str().unwrap()), ("EVERYCASE_ISOLATE", isolate)];
        let ran = run("notes_depths", &vars);
        assert!(ran.status.success(), "{}", text(&ran));
        let notes = std::fs::read_to_string(&notes).unwrap();
        notes.lines().map(|depth| depth.parse::<usize>().unwrap()).max().unwrap()
    };
    let (plain, isolated) = (deepest("0"), deepest("1"));
    // Each limit that is tried is twice the one before, and a chain may end before it.
    assert!((borne / 12..=borne / 4).contains(&plain), "{plain} of {borne}");
    assert!((borne * 3 / 12..=borne * 3 / 4).contains(&isolated), "{isolated} of {borne}");
}
