//! Files that are checked, each with the expected transcript beside it: what is wrong with it, or else the types of its
//! definitions and of its properties' inputs.
//!
//! `UPDATE=1 cargo test -p everycase-pun --test checked` writes the transcripts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use pun::core::Program;
use pun::load::{LoadResult, load_text};
use pun::source::FileId;
use pun::{diagnostic, types};

fn types_of(program: &Program) -> String {
    let mut out = String::new();
    for global in program.globals.iter().filter(|global| global.span.file == FileId(1)) {
        let _ = writeln!(out, "{} : {}", global.name, types::show_scheme(program, &global.scheme));
    }
    for property in &program.properties {
        let _ = write!(out, "property {}", property.name);
        for parameter in &property.parameters {
            let _ =
                write!(out, " ({} : {})", parameter.binder.name, types::show(program, &parameter.binder.ty));
        }
        out.push('\n');
    }
    out
}

fn transcript(name: &str, text: &str) -> String {
    let LoadResult { sources, program, diagnostics } = load_text(name, text);
    let mut out = String::new();
    for diagnostic in &diagnostics {
        out += &diagnostic::render(&sources, diagnostic, false);
    }
    out + &program.as_ref().map(types_of).unwrap_or_default()
}

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types");
    let paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "pun")).collect();
    files.sort();
    files
}

#[test]
fn every_file_gives_its_transcript() {
    let mut wrong = Vec::new();
    let files = files();
    assert!(files.len() > 1, "no files");
    for path in files {
        // Imports are sought in a folder beside, and messages should not hold the path of this one.
        let name = format!("{}.pun", path.file_stem().unwrap().to_string_lossy());
        let found = transcript(&name, &fs::read_to_string(&path).unwrap());
        let beside = path.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &found).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
