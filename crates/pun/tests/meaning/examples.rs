//! The programs in `examples` and in the documentation.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use pun::core::ConId;
use pun::diagnostic::{Diagnostic, Severity, render};
use pun::fault::FaultKind;
use pun::format::format;
use pun::load::load;
use pun::reference::Interpreter;
use pun::value::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All examples.
pub(crate) fn files() -> Vec<PathBuf> {
    files_in("examples")
}

/// All programs in a directory of the repository.
pub(crate) fn files_in(directory: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![root().join(directory)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("examples") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pun") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// Returns whether a program must not have this diagnostic. The paper's programs stay as they are
/// printed, with their warnings, and the programs to explore miss cases as their authors would.
fn is_wanted(path: &Path, diagnostic: &Diagnostic) -> bool {
    let misses_a_case = ["no branch fits", "no branch is sure to fit"]
        .iter()
        .any(|message| diagnostic.message.starts_with(message));
    let accepts = |directory: &Path| {
        directory.ends_with("examples/paper") || misses_a_case && directory.ends_with("examples/explore")
    };
    is_error(diagnostic) || !path.ancestors().any(accepts)
}

#[test]
fn every_example_loads_without_a_warning() {
    let mut wrong = String::new();
    for path in files().iter().filter(|path| !path.ends_with("insert-as-printed.pun")) {
        let loaded = load(path);
        for diagnostic in loaded.diagnostics.iter().filter(|diagnostic| is_wanted(path, diagnostic)) {
            wrong.push_str(&render(&loaded.sources, diagnostic, false));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_example_has_the_canonical_layout_but_for_the_papers_programs() {
    let is_papers = |path: &PathBuf| path.parent().is_some_and(|directory| directory.ends_with("paper"));
    for path in files().into_iter().filter(|path| !is_papers(path)) {
        let text = fs::read_to_string(&path).expect("an example");
        assert_eq!(format(&text).as_ref(), Ok(&text), "{}", path.display());
    }
}

#[test]
fn insert_valid_as_printed_is_ill_typed() {
    let loaded = load(&root().join("examples/paper/insert-as-printed.pun"));
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|diagnostic| is_error(diagnostic)).collect();
    assert!(!errors.is_empty());
    for error in errors {
        let (line, _) = loaded.sources.line_and_column(error.labels[0].0);
        let text = loaded.sources.get(error.labels[0].0.file).text.lines().nth(line as usize - 1);
        assert_eq!(text, Some("  then valid (insert k t)"), "{}", error.message);
    }
}

#[test]
fn properties_without_inputs_hold() {
    let mut count = 0;
    let mut wrong = String::new();
    for path in files() {
        let Some(program) = load(&path).program else { continue };
        let interpreter = Interpreter::new(&program);
        for property in program.properties.iter().filter(|property| property.parameters.is_empty()) {
            count += 1;
            let is_wanted = match interpreter.expression(&property.body) {
                Ok(value) => value == Value::Construct(ConId::TRUE, Vec::new()),
                Err(fault) => {
                    &*property.name == "rec-without-an-end" && matches!(fault.kind, FaultKind::NeedsItself(_))
                }
            };
            if !is_wanted {
                let _ = writeln!(wrong, "{}: {}", path.display(), property.name);
            }
        }
    }
    assert!(count > 10 && wrong.is_empty(), "{count}: {wrong}");
}
