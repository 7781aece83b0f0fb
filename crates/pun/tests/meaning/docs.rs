//! The code in `docs/pun.md`: programs load (or do not, where it says so), and terms have the values beside them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pun::core::{ConId, Program};
use pun::diagnostic::render;
use pun::load::{expression, load_text};
use pun::reference::Interpreter;
use pun::show::show;
use pun::value::Value;

/// What stands between fences with this after the first one, with the number of its first line.
fn blocks(wanted: &str) -> Vec<(usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pun.md");
    let text = fs::read_to_string(path).expect("the documentation");
    let mut blocks = Vec::new();
    let mut inside: Option<(bool, usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut inside) {
            (Some(language), None) => inside = Some((language == wanted, number + 2, String::new())),
            (Some(_), Some(_)) => {
                blocks.extend(
                    inside.take().filter(|(is_wanted, ..)| *is_wanted).map(|(_, line, text)| (line, text)),
                );
            }
            (None, Some((_, _, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(inside.is_none(), "a block without an end");
    blocks
}

fn value(program: &mut Program, term: &str) -> Value {
    match expression(program, term) {
        Ok((expr, _)) => {
            Interpreter::new(program).expression(&expr).unwrap_or_else(|fault| panic!("{term}: {fault}"))
        }
        Err(diagnostics) => panic!("{term}: {diagnostics:?}"),
    }
}

#[test]
fn programs_load_and_properties_without_inputs_hold() {
    let mut wrong = String::new();
    let blocks = blocks("pun");
    assert!(blocks.len() > 10);
    for (line, text) in blocks {
        let loaded = load_text(&format!("line {line}"), &text);
        for diagnostic in &loaded.diagnostics {
            wrong.push_str(&render(&loaded.sources, diagnostic, false));
        }
        let Some(program) = loaded.program else { continue };
        for property in program.properties.iter().filter(|property| property.parameters.is_empty()) {
            let holds = Interpreter::new(&program).expression(&property.body);
            if holds != Ok(Value::Construct(ConId::TRUE, Vec::new())) {
                let _ = writeln!(wrong, "line {line}: {} gives {holds:?}", property.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn programs_with_an_error_have_one() {
    let blocks = blocks("pun error");
    assert!(!blocks.is_empty());
    for (line, text) in blocks {
        assert!(load_text("block", &text).program.is_none(), "line {line}");
    }
}

#[test]
fn terms_have_the_values_beside_them() {
    let mut program = load_text("none", "").program.expect("nothing loads");
    let blocks = blocks("terms");
    assert!(!blocks.is_empty());
    for line in blocks.iter().flat_map(|(_, text)| text.lines()) {
        let (term, wanted) = line.split_once("//").expect("a value beside a term");
        let found = value(&mut program, term);
        assert_eq!(found, value(&mut program, wanted), "{line}");
        assert_eq!(show(&program, &found, None), wanted.trim(), "{line}");
    }
}
