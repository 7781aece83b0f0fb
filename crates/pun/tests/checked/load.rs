//! Files that import others, each with the expected transcript beside it; and terms and types in the scope of a program.
//!
//! `UPDATE=1 cargo test -p everycase-pun --test checked` writes the transcripts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pun::Limits;
use pun::core::{DataId, Item, Module, Program, Type};
use pun::diagnostic::render;
use pun::engine::{Build, Engine, Outcome, Term};
use pun::load::{LoadResult, expression, extend, load, load_stream, load_text, load_with, ty};
use pun::reference::Interpreter;
use pun::types::{show, show_scheme};

/// What is wrong, or else what can be named that is not the prelude's.
fn transcript(path: &Path) -> String {
    let LoadResult { sources, program, diagnostics } = load(path);
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
        "qualified",
        "wrong-qualified",
        "mixed",
        "compared",
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
    for wrong in ["tree", "integer integer", "trees integer", "nosuch", "Int", "tree (", ""] {
        assert!(ty(&mut program, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn terms_and_types_that_stand_alone_may_mention_hidden_names_with_their_module() {
    let text = "import numbers . data bst = leaf | node integer . map x = x . one = true .";
    let mut program = load_text("tests/load/text.pun", text).program.expect("a program");
    for (text, expected) in [
        ("map", "a -> a"),
        ("prelude.map", "(a -> b) -> list a -> list b"),
        ("(one, numbers.one)", "(boolean, integer)"),
        ("[node 1]", "bst"),
        ("[prelude.node prelude.leaf 1 'a' prelude.leaf]", "bst integer character"),
        ("[prelude.leaf]", "bst a b"),
        ("[(prelude.leaf), prelude.leaf]", "list (bst a b)"),
        ("\\[prelude.node _ k _ _].k", "bst a b -> a"),
        ("\\x.x", "a -> a"),
        ("\\prelude.map", "a -> b -> b"),
        ("\\x y.prelude.map x y", "(a -> b) -> list a -> list b"),
        ("rec f.\\x -> f x", "a -> b"),
        ("let x = prelude.leaf in case x of ; prelude.leaf -> 1 ; [prelude.node _ k _ _] -> k", "integer"),
        ("\\t -> (t : prelude.bst unit integer)", "bst unit integer -> bst unit integer"),
    ] {
        let (_, scheme) =
            expression(&mut program, text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(show_scheme(&program, &scheme), expected, "{text}");
    }
    for wrong in ["prelude.mp", "prelude .map", "prelude. map", "numbers.two.one", "nosuch.one", "prelude."] {
        assert!(expression(&mut program, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn in_a_file_a_dot_directly_between_two_names_qualifies_unless_it_opens_a_body() {
    let shown = |text: &str| {
        let mut program = load_text("tests/load/text.pun", text).program.unwrap_or_else(|| panic!("{text}"));
        let (_, scheme) = expression(&mut program, "x").expect(text);
        show_scheme(&program, &scheme)
    };
    for (text, expected) in [
        ("map = 1 . x = prelude.map .", "(a -> b) -> list a -> list b"),
        ("map = 1 . x = prelude.map.", "(a -> b) -> list a -> list b"),
        ("map = 1 . x = text.map .", "integer"),
        ("module other (x) . map = 1 . x = other.map .", "integer"),
        ("x = \\x.x .", "a -> a"),
        ("map = 1 . x = \\prelude.map .", "a -> integer"),
        ("x = rec f.\\n.f n .", "a -> b"),
        ("import numbers . one = 'a' . x = (one, numbers.one) .", "(character, integer)"),
        ("import numbers . one = 'a' . x prelude.leaf = numbers.one .", "bst a b -> integer"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    for wrong in ["x = prelude .map .", "x = prelude. map .", "x = numbers.one .", "x = y.z = 1 ."] {
        assert!(load_text("tests/load/text.pun", wrong).program.is_none(), "{wrong}");
    }
}

#[test]
fn declarations_that_are_added_may_qualify_names_of_all_modules() {
    let text = "import numbers . one = 'a' . map = 7 .";
    let program = load_text("tests/load/text.pun", text).program.expect("a program");
    let mut program = added(&program, "both = (one, numbers.one, prelude.map (\\x.x) [1]) .");
    assert_eq!(value(&mut program, "both"), "('a', (1, [1]))");
}

#[test]
fn definitions_that_are_values_have_the_names_that_mean_them() {
    let text = "import numbers . import other-numbers . map = 7 . keep = prelude.map . own x = x .";
    let mut program = load_text("tests/load/text.pun", text).program.expect("a program");
    for (term, expected) in [
        ("keep", "prelude.map"),
        ("(own, filter not)", "(own, filter not)"),
        ("prelude.map own", "prelude.map own"),
        ("[prelude.map]", "[prelude.map]"),
        ("(\\x y -> prelude.map x y) own", "\\y -> prelude.map own y"),
    ] {
        assert_eq!(value(&mut program, term), expected);
        let (expr, scheme) = expression(&mut program, term).expect(term);
        let terms = [Term::closed(&expr)];
        let build = Build { terms: &terms, ..Build::default() };
        let engine = Engine::new(program.clone(), &build, Limits::default()).expect("it compiles");
        let mut machine = engine.machine();
        let Outcome::Value(word) = machine.run(engine.term(0), &[]) else { panic!("{term}") };
        let found = machine.value(word);
        assert_eq!(pun::show::show(&program, &found, Some(&scheme.ty)), expected);
    }
}

#[test]
fn a_module_of_the_same_name_hides_the_prelude() {
    let mut program = load_text("tests/load/text.pun", "map x = x .").program.expect("a program");
    let exports = program.main.as_ref().expect("a module").exports.clone();
    let map = exports.iter().find(|(name, _)| &**name == "map").expect("it is exported").1;
    assert_eq!(program.name(map).map(|name| &**name), Some("map"));
    let hidden: Vec<&str> = program.qualified.values().map(|name| &**name).collect();
    assert_eq!(hidden, ["prelude.map"]);
    program.modules.push(Module { name: "prelude".into(), ..program.main.clone().expect("a module") });
    let again = extend(&program, "tests/load/text.pun", "").program.expect("a program");
    assert!(again.qualified.is_empty());
}

fn added(program: &Program, text: &str) -> Program {
    let LoadResult { sources, program, diagnostics } = extend(program, "tests/load/text.pun", text);
    program.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics[0], false)))
}

fn value(program: &mut Program, text: &str) -> String {
    let (term, scheme) = expression(program, text).expect(text);
    let value = Interpreter::new(program).expression(&term).expect(text);
    pun::show::show(program, &value, Some(&scheme.ty))
}

#[test]
fn declarations_that_are_added_change_nothing_that_was_there() {
    let text = "double n = length [n, n] * n . four = double 2 . property p . four == 4 .";
    let mut program = load_text("base.pun", text).program.expect("it loads");
    program = added(&program, "length xs = 0 . double n = 7 . data maybe = perhaps .");
    for (term, expected) in [
        ("four", "4"),
        ("double 2", "7"),
        ("length [1]", "0"),
        ("perhaps", "perhaps"),
        ("head [1]", "[just 1]"),
    ] {
        assert_eq!(value(&mut program, term), expected, "{term}");
    }
    program = added(&program, "eight = double 1 + 1 . property q . true . property p . four == 5 .");
    assert_eq!(value(&mut program, "eight"), "8");
    let names: Vec<&str> = program.properties.iter().map(|property| &*property.name).collect();
    assert_eq!(names, ["q", "p"]);
    assert!(extend(&program, "more.pun", "wrong = nowhere .").program.is_none());
}

#[test]
fn a_module_that_is_there_is_not_loaded_again() {
    let before = program();
    let program = added(&before, "import numbers .\nthree = one + two .");
    assert_eq!(program.globals.len(), before.globals.len() + 1);
    assert_eq!(program.modules.len(), 1);
}

#[test]
fn modules_keep_their_declarations_and_exports() {
    let text = "module text (two, tree) . import numbers . data tree = tip | fork tree tree . two = one + 1 . three = 3 .";
    let program = load_text("tests/load/text.pun", text).program.expect("a program");
    let main = program.main.as_ref().expect("it is a file");
    let names = |module: &Module| -> Vec<String> {
        module.exports.iter().map(|(name, _)| name.to_string()).collect()
    };
    let mut exported = names(main);
    exported.sort();
    assert_eq!((&*main.name, exported), ("text", vec!["tree".to_owned(), "two".to_owned()]));
    let owner = |name: &str| {
        let item = program.scope.iter().find(|(own, _)| &**own == name).expect("it is in scope").1;
        program.owner(item).map(|module| module.name.to_string())
    };
    let owners = ["three", "fork", "one", "append", "true"].map(owner);
    let expected = [Some("text"), Some("text"), Some("numbers"), None, None];
    assert_eq!(owners, expected.map(|name| name.map(str::to_owned)));
}

#[test]
fn further_modules_are_read_from_beside_the_file_which_does_not_see_them() {
    let loaded = |further: &[&str]| {
        let further: Vec<String> = further.iter().map(|name| (*name).to_owned()).collect();
        load_with(Path::new("tests/load/sorted-sets.pun"), &further)
    };
    let further = ["set-of-numbers", "numbers", "sorted-sets", "prelude", "numbers"];
    let mut program = loaded(&further).program.expect("a program");
    let names: Vec<&str> = program.modules.iter().map(|module| &*module.name).collect();
    assert_eq!(names, ["numbers", "set-of-numbers"]);
    assert!(program.scope.iter().all(|(name, _)| &**name != "one"));
    assert_eq!(value(&mut program, "member numbers.one set-of-numbers.small"), "true");
    let LoadResult { program, diagnostics, .. } = loaded(&["nosuch"]);
    assert!(program.is_none());
    assert_eq!(diagnostics[0].message, "there is no file `tests/load/nosuch.pun`");
    let LoadResult { program, diagnostics, .. } = loaded(&["broken", "numbers"]);
    assert!(program.is_none() && !diagnostics.is_empty());
}

#[test]
fn a_stream_is_read_like_a_file() {
    let bytes = |bytes: &'static [u8]| load_stream("tests/load/<stdin>", bytes, &[]);
    assert!(bytes(b"import numbers .\ntwo = one + 1 .").program.is_some());
    let LoadResult { program, diagnostics, .. } = bytes(b"two = \xff .");
    assert!(program.is_none());
    assert_eq!(diagnostics[0].message, "`tests/load/<stdin>` is not UTF-8");
}
