//! The machine against the reference interpreter, which says what programs mean.

use pun::core::{ConId, Expr, GlobalId, Kind, Program};
use pun::fault::FaultKind;
use pun::load::{expression, load, load_text};
use pun::reference::Interpreter;
use pun::run::Terms;
use pun::value::Value;
use pun::{Limits, reference};

use crate::closed_terms::{DEFINITIONS, TYPES, terms};
use crate::examples;

#[test]
fn machine_and_reference_agree_on_all_small_terms_and_some_larger_ones() {
    let mut program = load_text("definitions.pun", DEFINITIONS).program.expect("the definitions load");
    for ty in TYPES {
        let space = terms(ty, false);
        let larger = (5..11).flat_map(|size| space.bounded(size, 300).expect("it pays"));
        let sources: Vec<String> = space.up_to(4).expect("it pays").chain(larger).collect();
        let exprs: Vec<Expr> = sources
            .iter()
            .map(|source| expression(&mut program, source).unwrap_or_else(|_| panic!("{source}")).0)
            .collect();
        agree(&program, &exprs, |number| sources[number].clone());
    }
}

/// Compares the outcomes of terms; the name of one says which it is.
fn agree(program: &Program, terms: &[Expr], name: impl Fn(usize) -> String) {
    let limits = Limits { fuel: 5_000, heap: 1 << 16, ..Limits::default() };
    let mut machine = Terms::new(program, terms, limits).expect("it compiles");
    let limits = reference::Limits { steps: 100_000, ..reference::Limits::default() };
    let interpreter = Interpreter::new(program).with(limits);
    for (number, term) in terms.iter().enumerate() {
        let (own, meant) = (machine.value(number, 100), interpreter.expression(term));
        if [&own, &meant].iter().any(|end| matches!(end, Err(fault) if fault.kind.is_limit())) {
            // Limits are counted in other units.
            continue;
        }
        if own == meant {
            continue;
        }
        // The interpreter counts lazy fields that need no evaluation, too: of a large value it shows less.
        let limits = reference::Limits { forced: 10_000, ..reference::Limits::default() };
        let meant = Interpreter::new(program).with(limits).expression(term);
        assert_eq!(machine.value(number, 10_000), meant, "{}", name(number));
    }
}

#[test]
fn a_text_is_the_list_of_its_characters_however_long_it_is() {
    let mut program = load_text("texts.pun", "size xs = case xs of ; [] -> 0 ; _ :: rest -> 1 + size rest .")
        .program
        .expect("a program");
    for length in [0, 1, 31, 32, 33, 64, 100, 1_000] {
        let text: String = "a\u{e9}\u{1f600}z".chars().cycle().take(length).collect();
        let characters: Vec<String> = text.chars().map(|one| format!("'{one}'")).collect();
        let list = format!("[{}]", characters.join(", "));
        let terms = [
            format!("\"{text}\" == {list}"),
            format!("size \"{text}\" == {length}"),
            format!("append \"{text}\" \"{text}\" == append {list} {list}"),
            format!("(let t = \"{text}\" in \\u -> (t, u)) \"{text}\" == ({list}, {list})"),
            format!("\"{text}b\" > \"{text}\""),
        ];
        for source in terms {
            let (term, _) = expression(&mut program, &source).unwrap_or_else(|_| panic!("{source}"));
            let all = [term];
            let mut machine = Terms::new(&program, &all, Limits::default()).expect("it compiles");
            let value = machine.value(0, 100).expect("a value");
            assert_eq!(value, Value::Construct(ConId::TRUE, Vec::new()), "{source}");
            agree(&program, &all, |_| source.clone());
        }
        let (failing, _) = expression(&mut program, &format!("error \"{text}\"")).expect("a term");
        let mut machine = Terms::new(&program, &[failing], Limits::default()).expect("it compiles");
        assert_eq!(machine.value(0, 100).expect_err("it fails").kind, FaultKind::Error(text));
    }
}

#[test]
fn a_text_that_does_not_fit_the_memory_of_a_run_ends_it() {
    let mut program = load_text("texts.pun", "").program.expect("a program");
    let (term, _) = expression(&mut program, &format!("\"{}\"", "a".repeat(1_000))).expect("a term");
    let terms = [term];
    let end = |heap| {
        let limits = Limits { heap, ..Limits::default() };
        Terms::new(&program, &terms, limits).expect("it compiles").value(0, 2_000).map(drop)
    };
    assert_eq!(end(1_999).expect_err("there is no room").kind, FaultKind::OutOfMemory);
    // Some words are for what is there before the run.
    assert!(end(4_000).is_ok());
}

#[test]
fn machine_and_reference_agree_on_definitions_and_properties_without_parameters() {
    let files = examples::files().into_iter().chain(examples::files_in("crates/pun/tests/transcripts"));
    for path in files {
        let Some(program) = load(&path).program else { continue };
        let values = program.globals.iter().enumerate();
        let values = values.filter(|(_, global)| !matches!(global.body.kind, Kind::Lambda(..)));
        let definitions = values.flat_map(|(place, global)| {
            let mention = Expr { kind: Kind::Global(GlobalId(place as u32)), span: global.span };
            [mention, global.body.clone()]
        });
        let properties = program.properties.iter().filter(|property| property.parameters.is_empty());
        let terms: Vec<Expr> = definitions.chain(properties.map(|property| property.body.clone())).collect();
        let name =
            |number: usize| format!("{}: {}", path.display(), program.sources.text(terms[number].span));
        agree(&program, &terms, name);
    }
}
