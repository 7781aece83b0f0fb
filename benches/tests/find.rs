//! The planted bugs, the published ones and ETNA's: the right code has none, the wrong code fails on the known
//! input, and the tools are run rightly.

use std::collections::BTreeSet;
use std::time::Duration;

use everycase_benches::find::case::Version;
use everycase_benches::find::cases;
use everycase_benches::find::tools::Tool;
use everycase_benches::find::trial::Budget;

#[test]
fn there_are_enough_cases_and_a_part_of_each_set_but_etna_is_held_aside() {
    let cases = cases::all();
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases.len(), "names are unique");
    let (planted, published, etna) = (cases::planted(), cases::published(), cases::etna());
    assert_eq!(planted.len() + published.len() + etna.len(), cases.len());
    assert!(planted.len() >= 66, "{}", planted.len());
    assert!(planted.iter().enumerate().all(|(position, case)| case.held == (position % 3 == 2)));
    assert!(published.len() >= 40, "{}", published.len());
    assert!(published.iter().enumerate().all(|(position, case)| case.held == (position % 2 == 1)));
    assert_eq!(etna.len(), 58, "pairs of a mistake and a property in the list of ETNA");
    assert!(etna.iter().all(|case| !case.held));
}

#[test]
fn the_known_input_fails_on_the_wrong_code_alone() {
    for case in cases::all() {
        // The right code may discard it, if what is wrong is the precondition.
        assert_ne!(case.subject.judge_witness(Version::Right), Some(false), "{}, right", case.name);
        assert_eq!(case.subject.judge_witness(Version::Wrong), Some(false), "{}, wrong", case.name);
    }
}

/// Runs all tools of a list on the right version of all cases.
fn nothing_is_found(tools: &[Tool], tests: u64) {
    let budget = Budget { time: Duration::from_secs(60), tests };
    for case in cases::all() {
        for tool in tools {
            if let Some(trial) = case.subject.attempt(*tool, Version::Right, 7, budget) {
                assert_eq!(trial.shown, None, "{} by {}", case.name, tool.name());
                assert!(trial.tests > 0, "{} by {}", case.name, tool.name());
            }
        }
    }
}

#[test]
fn the_right_code_holds_of_inputs_of_quickcheck_and_everycase() {
    nothing_is_found(&[Tool::Quickcheck, Tool::Everycase], 400);
}

#[test]
fn the_right_code_holds_of_inputs_of_the_other_tools() {
    let others: Vec<Tool> = Tool::ALL
        .iter()
        .copied()
        .filter(|tool| !matches!(tool, Tool::Quickcheck | Tool::Everycase))
        .collect();
    nothing_is_found(&others, 200);
}

#[test]
fn every_tool_finds_an_easy_bug_and_shows_it() {
    let cases = cases::all();
    let easy = cases.iter().find(|case| case.name == "hex-without-zero").expect("there is such a case");
    let budget = Budget { time: Duration::from_secs(10), tests: 10_000 };
    for tool in Tool::ALL.iter().filter(|tool| !matches!(tool, Tool::Lazy | Tool::Generic)) {
        let trial =
            easy.subject.attempt(*tool, Version::Wrong, 1, budget).expect("it takes plain properties");
        assert!(trial.shown.is_some_and(|shown| shown >= 3), "{}: {trial:?}", tool.name());
    }
}

#[test]
fn lazy_forms_judge_the_known_input_as_the_plain_ones_do() {
    let lazily = |version| -> Vec<_> {
        cases::all()
            .iter()
            .filter_map(|case| Some((case.name, case.subject.judge_lazily(version)?)))
            .collect()
    };
    let (right, wrong) = (lazily(Version::Right), lazily(Version::Wrong));
    assert!(right.len() >= 5 && right.iter().all(|(_, verdict)| *verdict == Some(true)), "{right:?}");
    assert!(wrong.iter().all(|(_, verdict)| *verdict == Some(false)), "{wrong:?}");
}

#[test]
fn forms_on_atoms_judge_the_known_input_as_the_plain_ones_do() {
    let on_atoms = |version| -> Vec<_> {
        cases::all()
            .iter()
            .filter_map(|case| Some((case.name, case.subject.judge_on_atoms(version)?)))
            .collect()
    };
    let (right, wrong) = (on_atoms(Version::Right), on_atoms(Version::Wrong));
    assert!(right.len() >= 20 && right.iter().all(|(_, verdict)| *verdict == Some(true)), "{right:?}");
    assert!(wrong.iter().all(|(_, verdict)| *verdict == Some(false)), "{wrong:?}");
}

#[test]
fn a_bug_that_is_found_on_atoms_is_shown_with_integers() {
    let cases = cases::all();
    let merge = cases.iter().find(|case| case.name == "merge-drops-equal").expect("there is such a case");
    let budget = Budget { time: Duration::from_secs(10), tests: 10_000 };
    let trial = merge.subject.attempt(Tool::Generic, Version::Wrong, 1, budget).expect("it is generic");
    assert_eq!(trial.shown, Some("[0, 0]".len()));
}
