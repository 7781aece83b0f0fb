//! Files that are run, each with the expected transcript beside it: what its definitions without parameters are, or how they
//! fail.
//!
//! `UPDATE=1 cargo test -p everycase-pun --test meaning run` writes the transcripts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pun::core::Kind;
use pun::diagnostic::render;
use pun::load::load_text;
use pun::reference::{Interpreter, Limits};
use pun::show::show;
use pun::source::FileId;

fn transcript(name: &str, text: &str) -> String {
    let loaded = load_text(name, text);
    let mut out = String::new();
    for diagnostic in &loaded.diagnostics {
        out += &render(&loaded.sources, diagnostic, false);
    }
    let Some(program) = &loaded.program else { return out };
    let interpreter = Interpreter::new(program).with(Limits { forced: 4, ..Limits::default() });
    for global in &program.globals {
        if global.span.file != FileId(1) || matches!(global.body.kind, Kind::Lambda(..)) {
            continue;
        }
        match interpreter.expression(&global.body) {
            Ok(value) => {
                let shown = show(program, &value, Some(&global.scheme.ty));
                let _ = writeln!(out, "{} = {shown}\n", global.name);
            }
            Err(fault) => {
                let shown = render(&loaded.sources, &fault.diagnostic(program), false);
                let _ = writeln!(out, "{} =\n{shown}", global.name);
            }
        }
    }
    out
}

#[test]
fn every_file_gives_its_transcript() {
    let mut wrong = Vec::new();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    for name in ["faults", "lazy", "values"] {
        let path = directory.join(name).with_extension("pun");
        let found = transcript(&format!("{name}.pun"), &fs::read_to_string(&path).unwrap());
        let beside = path.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &found).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
