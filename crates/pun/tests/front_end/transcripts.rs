//! Files that are parsed, each with the expected transcript beside it: what is wrong with it, its tree, and its
//! canonical layout.
//!
//! `UPDATE=1 cargo test -p everycase-pun --test front_end` writes the transcripts anew.

use std::fs;
use std::path::Path;

use pun::diagnostic;
use pun::format::format;
use pun::source::Sources;
use pun::syntax;

use crate::tree;

fn transcript(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("input.pun", text);
    let parse = syntax::parse(file, text);
    let mut out = String::new();
    for diagnostic in &parse.diagnostics {
        out += &diagnostic::render(&sources, diagnostic, false);
    }
    out += &tree::module(&parse.module);
    if let Ok(formatted) = format(text) {
        out += "\nFormatted:\n";
        out += &formatted;
    }
    out
}

#[test]
fn every_file_gives_its_transcript() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pun") {
            continue;
        }
        count += 1;
        let found = transcript(&fs::read_to_string(&path).unwrap());
        let beside = path.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &found).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(count > 1, "no files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
