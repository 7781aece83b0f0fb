//! pun programs among the examples, and Hughes' suite with each of its bugs.

use std::path::Path;

use pun::Limits;
use pun::check::Checks;
use pun::load::{load, load_text};

/// What is imported in place of what is right in Hughes' suite, by bug.
pub const BUGS: [(&str, &str); 8] = [
    ("insert", "insert-1"),
    ("insert", "insert-2"),
    ("insert", "insert-3"),
    ("delete", "delete-4"),
    ("delete", "delete-5"),
    ("union", "union-6"),
    ("union", "union-7"),
    ("union", "union-8"),
];

/// Returns the program of a file among the examples.
pub fn example(name: &str) -> Checks {
    let loaded = load(&Path::new(EXAMPLES).join(name));
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).expect("it compiles")
}

/// Returns the program of the closed terms with a simple type, by natural size.
pub fn natural_terms() -> Checks {
    let loaded = load_text("natural-terms.pun", include_str!("../data/natural-terms.pun"));
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).expect("it compiles")
}

/// Returns Hughes' suite, `built` or `found`, with one bug or none.
pub fn hughes(suite: &str, bug: Option<(&str, &str)>) -> Checks {
    let path = Path::new(EXAMPLES).join("hughes").join(format!("{suite}.pun"));
    let text = std::fs::read_to_string(&path).expect("the suite is there");
    let text = match bug {
        Some((right, wrong)) => text.replace(&format!("import {right} ."), &format!("import {wrong} .")),
        None => text,
    };
    let loaded = load_text(&path.to_string_lossy(), &text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).expect("the suite compiles")
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
