//! Files that import others, each with the expected transcript beside it; and terms and types in the scope of a program.
//!
//! `UPDATE=1 cargo test -p pun --test checked` writes the transcripts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pun::core::{DataId, Item, Program, Type};
use pun::diagnostic::render;
use pun::load::{Loaded, expression, load, load_text, ty};
use pun::types::{show, show_scheme};

/// What is wrong, or else what can be named that is not the prelude's.
fn transcript(path: &Path) -> String {
    let Loaded { sources, program, diagnostics } = load(path);
    let mut out: String = diagnostics.iter().map(|diagnostic| render(&sources, diagnostic, false)).collect();
    let Some(program) = program else { return out };
    for (name, item) in &program.scope {
        match item {
            Item::Global(global) if program.globals[global.index()].span.file.0 > 0 => {
                let scheme = &program.globals[global.index()].scheme;
                let _ = writeln!(out, "{name} : {}", show_scheme(&program, scheme));
            }
            Item::Data(data) if program.datas[data.index()].span.is_some_and(|span| span.file.0 > 0) => {
                let _ = writeln!(out, "data {name}");
            }
            _ => {}
        }
    }
    for property in &program.properties {
        let _ = writeln!(out, "property {}", property.name);
    }
    out
}

#[test]
fn every_file_gives_its_transcript() {
    let directory = Path::new("tests/load");
    let names = [
        "main",
        "abstract",
        "cycle",
        "itself",
        "missing",
        "ambiguous",
        "unused",
        "unused-types",
        "importing",
        "wrong-import",
        "broken-import",
        "shadows",
        "latin",
        "directory",
        "absent",
    ];
    let mut wrong = Vec::new();
    for name in names {
        let found = transcript(&directory.join(format!("{name}.pun")));
        let beside = directory.join(format!("{name}.expected"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &found).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn program() -> Program {
    load_text(
        "tests/load/text.pun",
        "import numbers .\ndata tree a = tip | fork (tree a) a (tree a) .\ntwo = one + 1 .",
    )
    .program
    .expect("a program")
}

#[test]
fn a_text_finds_its_imports_beside_its_name() {
    assert!(load_text("tests/text.pun", "import numbers .").program.is_none());
    let program = program();
    assert!(program.scope.iter().any(|(name, _)| &**name == "one"));
}

#[test]
fn terms_have_the_scope_of_the_program() {
    let mut program = program();
    let before = (program.globals.len(), program.datas.len(), program.scope.len());
    for (text, expected) in [
        ("two", "integer"),
        ("fork tip one", "tree integer -> tree integer"),
        ("\\x -> [x] == []", "a -> boolean // a is compared"),
        ("map", "(a -> b) -> list a -> list b"),
        ("(error, int-range 1)", "(string -> a, integer -> integer)"),
    ] {
        let (_, scheme) = expression(&mut program, text).expect(text);
        assert_eq!(show_scheme(&program, &scheme), expected);
    }
    for wrong in ["three", "two +", "one + true", "[fork tip]", "two . x = 1 .", "", "exists x . x == 1"] {
        let diagnostics = expression(&mut program, wrong).expect_err(wrong);
        assert!(diagnostics.iter().all(|one| !render(&program.sources, one, false).is_empty()), "{wrong}");
    }
    assert_eq!((program.globals.len(), program.datas.len(), program.scope.len()), before);
}

#[test]
fn types_have_the_scope_of_the_program() {
    let mut program = program();
    for text in ["tree integer", "list (tree a) -> (a, b, unit)", "string", "bst integer (maybe boolean)"] {
        let ty = ty(&mut program, text).expect(text);
        assert_eq!(show(&program, &ty), text);
    }
    assert_eq!(ty(&mut program, "()"), Ok(Type::Data(DataId::UNIT, [].into())));
    for wrong in ["tree", "integer integer", "trees integer", "tree (", ""] {
        assert!(ty(&mut program, wrong).is_err(), "{wrong}");
    }
}
