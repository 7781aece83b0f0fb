//! What a term that chooses draws for a property is what it can choose: every such value, and no other.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use num_bigint::BigInt;

use pun::Limits;
use pun::check::Checks;
use pun::core::{Expr, Program};
use pun::fault::FaultKind;
use pun::load::load_text;
use pun::reference::{Decision, Interpreter};
use pun::value::Value;

use crate::closed_terms::{DEFINITIONS, Type, terms};

/// What a term can come to.
#[derive(Debug, Default)]
struct Ends {
    values: BTreeSet<BigInt>,
    /// Can it fail?
    fails: bool,
}

/// Tries all decisions; `None` if there are too many.
fn ends(program: &Program, term: &Expr) -> Option<Ends> {
    let numbers = (-12..=12).map(|number| Decision::Integer(number.into()));
    let all: Vec<_> = [false, true].map(Decision::Right).into_iter().chain(numbers).collect();
    let mut ends = Ends::default();
    let mut left = vec![Vec::new()];
    for _ in 0..20_000 {
        let Some(decided) = left.pop() else { return Some(ends) };
        let asked_for_more = Cell::new(false);
        let mut decisions = decided.iter().cloned().chain(std::iter::from_fn(|| {
            asked_for_more.set(true);
            None
        }));
        let end = Interpreter::new(program).under(&[], term, &mut decisions);
        match &end.map_err(|fault| fault.kind) {
            Ok(Value::Integer(value)) => {
                ends.values.insert(value.clone());
            }
            Err(FaultKind::Undecided) if asked_for_more.get() => {
                left.extend(all.iter().map(|next| [&decided[..], std::slice::from_ref(next)].concat()));
            }
            // The last decision was none that may be taken.
            Err(FaultKind::Undecided) => {}
            Ok(_) => return None,
            Err(kind) if kind.is_limit() => return None,
            Err(_) => ends.fails = true,
        }
    }
    None
}

#[test]
fn a_property_gets_every_value_that_can_be_chosen_and_no_other() {
    let space = terms(Type::Integer, true);
    let some = (3..10).flat_map(|size| space.bounded(size, 60).expect("it pays"));
    let chooses = |term: &String| term.contains("<+>") || term.contains("int-range");
    let terms: Vec<String> = some.filter(chooses).collect();

    let mut text = DEFINITIONS.to_string();
    for (number, term) in terms.iter().enumerate() {
        let _ = writeln!(text, "term{number} = {term} .");
    }
    let program = load_text("terms.pun", &text).program.expect("it loads");
    let ends: Vec<_> = (0..terms.len())
        .map(|number| {
            let name = format!("term{number}");
            let global = program.globals.iter().find(|global| *global.name == *name).expect("it is there");
            ends(&program, &global.body)
        })
        .collect();

    // For each term: others are never drawn; each of its values is.
    let mut wanted = Vec::new();
    for (number, (term, ends)) in terms.iter().zip(&ends).enumerate() {
        let Some(ends) = ends else { continue };
        let values: Vec<_> = ends.values.iter().map(BigInt::to_string).collect();
        let list = values.join(", ");
        let _ = writeln!(text, "property others{number} (x from {term}) . elem x [{list}] .");
        wanted.push(ends.fails);
        for (place, value) in values.iter().enumerate().filter(|_| !ends.fails) {
            let _ = writeln!(text, "property each{number}-{place} (x from {term}) . x /= {value} .");
            wanted.push(true);
        }
    }
    let program = load_text("terms.pun", &text).program.expect("it loads");
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    assert!(wanted.len() > 300, "{}", wanted.len());
    let mut wrong = String::new();
    for (number, (property, wanted)) in checks.properties().iter().zip(wanted).enumerate() {
        let plan = Settings { size: Some(24), tests: Some(3_000), ..Settings::default() };
        let report = checks.check(number, &plan.fill(&property.name), &[]).expect("it is checked");
        let found = matches!(report.checked.finding, Finding::Counterexample(_));
        if found != wanted {
            let source = checks.program().sources.text(property.body.span);
            let from =
                property.parameters[0].from.as_ref().map(|from| checks.program().sources.text(from.span));
            let _ = writeln!(wrong, "{from:?} {source}: {wanted}, but {:?}", report.checked.finding);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
