//! `verify --fix` inserts a choice into a file, which is then proved.

use std::fs;

use everycase_verify::proof::NoSolver;
use tempfile::TempDir;

use crate::support::{everycase, text};

#[test]
fn the_choice_that_is_missing_in_figure_1_is_inserted_and_the_file_is_proved() {
    if NoSolver::is_wanted() {
        return;
    }
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("bst-gen.pun");
    let wrong = include_str!("../../../../examples/verify/wrong/bst-gen-1.pun");
    fs::write(&path, wrong).expect("a program");
    let program = path.to_string_lossy();
    let run = |options: &[&str]| {
        let arguments: Vec<&str> =
            ["verify", &program, "--solver-time", "2s"].into_iter().chain(options.to_vec()).collect();
        let output = everycase(&arguments).output().expect("it runs");
        (output.status.code(), text(&output.stdout))
    };
    let (code, out) = run(&["--fix"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("it then covers all values"), "{out}");
    let fixed = fs::read_to_string(&path).expect("it is there");
    assert_eq!(fixed, wrong.replace("  else (let x", "  else (leaf <+> let x"), "{out}");
    let (code, out) = run(&[]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("bst-gen covers all values"), "{out}");
}
