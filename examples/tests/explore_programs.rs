//! The programs under `explore` load without errors, and have the layout of `everycase fmt`. Functions that miss a case are
//! meant, so this is the only kind of warning they may have.

use std::fs;
use std::path::{Path, PathBuf};

use pun::diagnostic::Severity;
use pun::format::format;
use pun::load::load;

/// Returns every `*.pun` file in a directory and below it, sorted.
fn programs(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory that can be read") {
        let path = entry.expect("an entry that can be read").path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|extension| extension == "pun") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn all_programs() -> Vec<PathBuf> {
    let found = programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("explore"));
    assert!(!found.is_empty(), "there are no programs");
    found
}

#[test]
fn programs_load_without_errors_and_miss_cases_at_most() {
    for path in all_programs() {
        let loaded = load(&path);
        for diagnostic in &loaded.diagnostics {
            let is_missing_case = diagnostic.severity == Severity::Warning
                && ["no branch fits", "no branch is sure to fit"]
                    .iter()
                    .any(|message| diagnostic.message.starts_with(message));
            assert!(is_missing_case, "{}: {}", path.display(), diagnostic.message);
        }
        assert!(loaded.program.is_some(), "{} does not load", path.display());
    }
}

#[test]
fn programs_are_formatted() {
    for path in all_programs() {
        let text = fs::read_to_string(&path).expect("a program that can be read");
        let formatted = format(&text).expect("a program with correct syntax");
        assert_eq!(formatted, text, "{} is not formatted", path.display());
    }
}
