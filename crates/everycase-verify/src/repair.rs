//! Repairs of incomplete generators: one more choice that makes them complete.
//!
//! Many generators miss values because they cannot stop: Figure 1 of the paper makes a node
//! wherever one fits. So the constructors without fields are tried as one more choice, before each
//! term that may be the result, and so are a recursive call with a smaller number and the missing
//! value itself. An edit is text, inserted in the program; the edited program is then verified like
//! any other. One that is proved is preferred.

use std::sync::Arc;
use std::time::{Duration, Instant};

use everycase_check::control::stop::Stop;
use pun::core::{ConId, CoverageParameter, Expr, Kind, Program, Type};
use pun::load::load_text;

use crate::bounds::{Bounds, Missing};
use crate::proof::Solver;
use crate::verdict::Verdict;
use crate::verifier::{Generator, Verifier};

/// An edit that makes a generator complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The text to be inserted, such as `leaf <+> `.
    pub insert: String,
    /// The place, as file, line and column.
    pub place: String,
    /// Whether the result was proved; otherwise all values up to some size are produced.
    pub is_proved: bool,
    /// The whole program with the edit.
    pub text: String,
}

/// The time to run each edited generator.
const EACH: Duration = Duration::from_millis(200);

/// The time to look for a repair.
const ALL: Duration = Duration::from_secs(5);

/// The numbers of sizes beyond the missing value's size at which a repaired generator has to
/// produce all values: the least number, and the number if time allows.
const BEYOND: [u32; 2] = [2, 6];

/// The length of the longest missing value that is tried as a choice.
const LONGEST: usize = 30;

/// Looks for an edit that makes an incomplete generator complete, which misses a value.
///
/// Programs with imports are not edited, nor those in another language.
pub fn repair(
    generator: &Generator,
    missing: &Missing,
    solver: Option<&Solver>,
    stop: &Stop,
) -> Option<Repair> {
    let program = generator.program();
    if !program.modules.is_empty() || !generator.notation().is_pun() {
        return None;
    }
    let start = Instant::now();
    let body = &program.globals[generator.declared().global.index()].body;
    let source = program.sources.get(body.span.file);
    let mut places = Vec::new();
    results(body, &mut places);
    errors(body, &mut places);
    let mut choices = ends(generator);
    let value = generator.result(&missing.values);
    if value.len() <= LONGEST && !choices.contains(&value) {
        choices.push(value);
    }
    // Of a recursive call only a proof says that it ends.
    let calls = calls(generator);
    let mut unproved = None;
    for choice in choices.iter().chain(&calls) {
        for place in &places {
            if start.elapsed() > ALL || stop.is_wanted() {
                return unproved;
            }
            let at = place.span.start as usize;
            let (before, after) = (source.text.get(..at)?, source.text.get(at..)?);
            let insert = format!("{choice} <+> ");
            let text = format!("{before}{insert}{after}");
            let sizes = BEYOND.map(|beyond| missing.size + beyond);
            if let Some(is_proved) = is_complete(generator, &source.name, &text, sizes, solver, stop) {
                let found = Repair { insert, place: program.sources.place(place.span), is_proved, text };
                if is_proved || solver.is_none() {
                    return Some(found);
                }
                if !calls.contains(choice) {
                    unproved.get_or_insert(found);
                }
            }
        }
    }
    unproved
}

/// Returns whether a program in which the generator is edited is proved to be complete; `None` if
/// it is not, or is not even complete up to a size.
fn is_complete(
    generator: &Generator,
    name: &Arc<str>,
    text: &str,
    [least, most]: [u32; 2],
    solver: Option<&Solver>,
    stop: &Stop,
) -> Option<bool> {
    let verifier = Verifier::new(load_text(name, text).program?).ok()?;
    let edited = verifier.generators().iter().find(|own| own.name() == generator.name())?;
    let bounds = Bounds { time: Some(EACH), stop: stop.clone(), ..Bounds::to_size(most) };
    let mut proofs = solver.and_then(|solver| verifier.proofs(solver));
    let bounded = edited.bounded_briefly(&bounds).ok()?;
    if !matches!(bounded.coverage(), Verdict::Covers | Verdict::Proved) {
        return None;
    }
    let is_proved = proofs.as_mut().is_some_and(|proofs| proofs.of(edited.declared()).result.is_ok());
    let is_tried = bounded.through >= Some(least)
        && (bounded.outputs_are_whole || bounded.outputs_through >= Some(least));
    (is_proved || is_tried).then_some(is_proved)
}

/// Adds the errors in a term, beside which there may be a value.
fn errors<'e>(expr: &'e Expr, places: &mut Vec<&'e Expr>) {
    if matches!(expr.kind, Kind::Error(_)) && !expr.span.is_nowhere() {
        places.push(expr);
    }
    for part in expr.parts() {
        errors(part, places);
    }
}

/// Adds the terms whose values may be the result of a term: a branch before the whole case, a `let`
/// before its body.
fn results<'e>(expr: &'e Expr, places: &mut Vec<&'e Expr>) {
    let is_case = matches!(expr.kind, Kind::Case(..));
    let is_place = !matches!(expr.kind, Kind::Lambda(..) | Kind::Error(_)) && !expr.span.is_nowhere();
    if is_place && !is_case {
        places.push(expr);
    }
    match &expr.kind {
        Kind::Lambda(_, body) => results(body, places),
        Kind::Let(_, _, body) => results(body, places),
        Kind::Choice(a, b) => {
            results(a, places);
            results(b, places);
        }
        Kind::Case(_, branches) => {
            for branch in branches {
                results(&branch.body, places);
            }
        }
        _ => {}
    }
    if is_place && is_case {
        places.push(expr);
    }
}

/// Returns the constructors without fields of the result's type.
fn ends(generator: &Generator) -> Vec<String> {
    let program: &Program = generator.program();
    let Type::Data(data, _) = &generator.declared().coverage.result.binder.ty else { return Vec::new() };
    let constructors = program.datas[data.index()].constructors.iter();
    let ends = constructors.filter(|con| program.constructors[con.index()].fields.is_empty());
    ends.map(|con| match *con {
        ConId::NIL => "[]".to_owned(),
        con => program.constructors[con.index()].name.to_string(),
    })
    .collect()
}

/// Returns the recursive calls with a smaller number.
fn calls(generator: &Generator) -> Vec<String> {
    let program: &Program = generator.program();
    let coverage = &generator.declared().coverage;
    let body = &program.globals[generator.declared().global.index()].body;
    let Kind::Lambda(binders, _) = &body.kind else { return Vec::new() };
    let mut all = Vec::new();
    for (smaller, parameter) in coverage.parameters.iter().enumerate() {
        if matches!(parameter, CoverageParameter::Value(own) if own.binder.ty == Type::Integer) {
            let arguments = binders.iter().enumerate().map(|(i, binder)| {
                if i == smaller { format!("({} - 1)", binder.name) } else { binder.name.to_string() }
            });
            let call: Vec<String> = std::iter::once(generator.name().to_owned()).chain(arguments).collect();
            all.push(call.join(" "));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = "
generator lists : (n : integer | 0 <= n) -> [xs : list boolean | at-most xs n] .
lists n = if n == 0 then [] else bool-gen () :: lists (n - 1) .

at-most : list boolean -> integer -> boolean .
at-most xs n = case xs of ; [] -> 0 <= n ; _ :: rest -> at-most rest (n - 1) .
";

    fn repaired(text: &str, size: u32) -> Option<(String, String)> {
        let program = load_text("lists.pun", text).program.expect("it is right");
        let verifier = Verifier::new(program).expect("it is small");
        let generator = &verifier.generators()[0];
        let bounds = Bounds::to_size(size);
        let bounded = generator.bounded(&bounds).expect("it can be run");
        assert_eq!(bounded.verdict(), Verdict::Incomplete, "{text}");
        let repair = repair(generator, &bounded.missing[0], None, &Stop::default())?;
        assert!(!repair.is_proved);
        Some((repair.insert, repair.place))
    }

    #[test]
    fn a_generator_that_cannot_stop_gets_the_choice_to_stop() {
        let found = repaired(LISTS, 4);
        assert_eq!(found, Some(("[] <+> ".to_owned(), "lists.pun:3:34".to_owned())));
        // No further choice mends a wrong element.
        assert_eq!(repaired(&LISTS.replace("bool-gen () :: lists", "[] <+> true :: lists"), 4), None);
    }

    #[test]
    fn a_generator_that_only_makes_the_largest_gets_a_recursive_call() {
        let text = LISTS.replace("if n == 0 then []", "if n <= 0 then []");
        let text = text.replace("[xs : list boolean | at-most xs n]", "[n' : integer | 0 <= n' && n' <= n]");
        let text = text.replace(
            "lists n = if n <= 0 then [] else bool-gen () :: lists (n - 1)",
            "lists n = if n == 0 then 0 else n",
        );
        let found = repaired(&text, 4);
        assert_eq!(found, Some(("lists (n - 1) <+> ".to_owned(), "lists.pun:3:33".to_owned())));
    }
}
