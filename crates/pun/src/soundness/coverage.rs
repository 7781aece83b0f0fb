//! Every expression that counts can be recorded.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::Limits;
use crate::coverage::expressions;
use crate::engine::{Build, Engine};
use crate::load::load;
use crate::source::Span;

#[test]
fn every_expression_of_the_examples_has_a_counter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let (mut directories, mut files): (Vec<PathBuf>, Vec<PathBuf>) = (vec![root], Vec::new());
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    let mut checked = 0;
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "pun")) {
        let Some(program) = load(path).program else { continue };
        let Some(file) = program.main.as_ref().map(|main| main.file) else { continue };
        let build = Build { covers: &[file], ..Build::default() };
        let engine = Engine::new(program, &build, Limits::default()).expect("it compiles");
        let counted: HashSet<Span> = engine.compiled().code.counters.iter().flatten().copied().collect();
        for span in expressions(engine.program(), file) {
            assert!(counted.contains(&span), "{}", engine.program().sources.place(span));
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}
