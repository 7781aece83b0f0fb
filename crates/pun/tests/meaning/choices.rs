//! What a term that chooses draws for a property is what it can choose: every such value, and no other.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_kernel::Derivations;
use everycase_kernel::lazy::{Probe, Run, Search};
use num_bigint::BigInt;

use pun::Limits;
use pun::check::Checks;
use pun::core::{ConId, Expr, GlobalId, Program};
use pun::engine::{Argument, Build, Engine, Entry, Machine, Options, Outcome, Term, choices};
use pun::fault::FaultKind;
use pun::load::{expression, load_text};
use pun::reference::{Decision, Interpreter};
use pun::value::Value;

use crate::closed_terms::{DEFINITIONS, Type, terms};

/// What a term can come to.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Ends {
    pub(crate) values: BTreeSet<BigInt>,
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

/// Terms that choose, a program that defines each, and how each can end.
pub(crate) fn all() -> (Vec<String>, Program, Vec<Option<Ends>>) {
    let space = terms(Type::Integer, true);
    let some = (3..10).flat_map(|size| space.bounded(size, 60).expect("it pays"));
    let chooses = |term: &String| term.contains("<+>") || term.contains("int-range");
    let terms: Vec<String> = some.filter(chooses).collect();
    let mut text = DEFINITIONS.to_string();
    for (number, term) in terms.iter().enumerate() {
        // A large factor decides the integer, which may be open otherwise.
        let _ = writeln!(text, "term{number} = {term} . whole{number} = 1000 * term{number} div 1000 .");
    }
    let program = load_text("terms.pun", &text).program.expect("it loads");
    let ends = (0..terms.len())
        .map(|number| ends(&program, &program.globals[global(&program, "term", number).index()].body));
    let ends = ends.collect();
    (terms, program, ends)
}

/// Returns the definition of the term with this number, or of its whole value.
pub(crate) fn global(program: &Program, kind: &str, number: usize) -> GlobalId {
    let name = format!("{kind}{number}");
    let place = program.globals.iter().position(|global| *global.name == *name);
    GlobalId(place.expect("it is there") as u32)
}

#[test]
fn a_property_gets_every_value_that_can_be_chosen_and_no_other() {
    let (terms, _, ends) = all();
    let mut text = DEFINITIONS.to_string();
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

impl Ends {
    /// Notes the end of a run.
    fn note(&mut self, machine: &Machine, outcome: Outcome) {
        match outcome {
            Outcome::Value(word) => match &machine.value(word) {
                Value::Integer(value) => _ = self.values.insert(value.clone()),
                other => panic!("{other:?}"),
            },
            Outcome::Fault(_) => self.fails = true,
            Outcome::Void => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Makes every choice of a run.
fn answered(machine: &mut Machine, outcome: Outcome, ends: &mut Ends) {
    let Outcome::Choice(choice) = outcome else { return ends.note(machine, outcome) };
    let booleans = [ConId::FALSE, ConId::TRUE].map(|con| Argument::Construct(con, vec![]));
    let integers = (-12..=12).map(BigInt::from).filter(|integer| choice.options.include(integer));
    let integers = integers.map(|integer| Argument::Value(Value::Integer(integer)));
    let is_side = choice.options == Options::Booleans;
    for argument in booleans.into_iter().filter(|_| is_side).chain(integers) {
        let outcome = machine.choose(&choice, &argument).expect("it is a choice of this run");
        answered(machine, outcome, ends);
    }
}

/// Has the kernel make the choices of a function, in every way up to a size.
fn searched(machine: &mut Machine, entry: Entry, size: u32) -> Ends {
    let mut ends = Ends::default();
    let mut run = Run::new();
    run.begin_search(&Derivations::new(choices()), size).expect("it can be enumerated");
    while Search::next(&mut run).is_some() {
        let executed = Search::execute(&mut run, Probe::Never, |run| {
            let outcome = machine.resume(run);
            let outcome = outcome.unwrap_or_else(|| machine.run_choosing(run, run.root(), entry, &[]));
            ends.note(machine, outcome);
            Some(true)
        });
        assert_eq!(executed, Ok(Some(true)));
    }
    ends
}

#[test]
fn the_engine_makes_every_choice_that_its_caller_or_the_kernel_can_make() {
    let (terms, program, ends) = all();
    let engine = Engine::new(program, &Build::default(), Limits::default()).expect("it compiles");
    let mut machine = engine.machine();
    let mut checked = 0;
    for (number, (term, wanted)) in terms.iter().zip(&ends).enumerate() {
        let Some(wanted) = wanted else { continue };
        let [entry, whole] =
            ["term", "whole"].map(|kind| engine.definition(global(engine.program(), kind, number)));
        let mut found = Ends::default();
        let outcome = machine.run(entry, &[]);
        answered(&mut machine, outcome, &mut found);
        assert_eq!(&found, wanted, "{term}, by the caller");
        assert_eq!(&searched(&mut machine, whole, 24), wanted, "{term}, by the kernel");
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_choice_is_made_again_with_another_answer_and_may_be_left_open() {
    let text = "roll u = if bool-gen () then int-gen () else int-range 1 6 + nat-gen () .";
    let mut program = load_text("roll.pun", text).program.expect("it is right");
    let (call, _) = expression(&mut program, r"\n -> let a = roll () in if n > 0 then a + n else a")
        .expect("it is right");
    let build = Build { terms: &[Term::function(&call)], ..Build::default() };
    let engine = Engine::new(program, &build, Limits::default()).expect("it compiles");
    let mut machine = engine.machine();
    let value = |n: i32| Argument::Value(Value::Integer(n.into()));
    let choice = |outcome: Option<Outcome>, options: Options| match outcome {
        Some(Outcome::Choice(choice)) if choice.options == options => choice,
        other => panic!("{other:?}"),
    };
    let demanded = |outcome: Option<Outcome>| match outcome {
        Some(Outcome::Demand(demand)) => demand,
        other => panic!("{other:?}"),
    };
    let [no, yes] = [ConId::FALSE, ConId::TRUE].map(|con| Argument::Construct(con, vec![]));
    let side = choice(Some(machine.run(engine.term(0), &[Argument::Hole(0)])), Options::Booleans);
    let die = choice(machine.choose(&side, &no), Options::Between(1.into(), 6.into()));
    let natural = choice(machine.choose(&die, &value(4)), Options::Naturals);
    let n = demanded(machine.choose(&natural, &value(10)));
    let Some(Outcome::Value(sum)) = machine.answer(n, &value(100)) else { panic!() };
    assert_eq!(machine.value(sum), Value::Integer(114.into()));
    // An earlier choice takes back the later ones, whose answers are no longer taken.
    let integer = choice(machine.choose(&side, &yes), Options::Integers);
    assert!(machine.choose(&die, &value(4)).is_none() && machine.answer(n, &value(1)).is_none());
    // A position as the answer is demanded where the run needs it.
    let n = demanded(machine.choose(&integer, &Argument::Hole(1)));
    assert_eq!(n.position, 0);
    let a = demanded(machine.answer(n, &value(2)));
    assert_eq!(a.position, 1);
    let Some(Outcome::Value(sum)) = machine.answer(a, &value(-7)) else { panic!() };
    assert_eq!(machine.value(sum), Value::Integer((-5).into()));
}

#[test]
#[should_panic(expected = "is not among Between(1, 6)")]
fn an_answer_that_is_no_option_is_refused() {
    let program = load_text("die.pun", "die = int-range 1 6 .").program.expect("it is right");
    let engine = Engine::new(program, &Build::default(), Limits::default()).expect("it compiles");
    let mut machine = engine.machine();
    let place = engine.program().globals.len() as u32 - 1;
    let Outcome::Choice(choice) = machine.run(engine.definition(GlobalId(place)), &[]) else { panic!() };
    machine.choose(&choice, &Argument::Value(Value::Integer(7.into())));
}

/// Terms with the number of classes of their choices, which does not depend on the size.
const OPEN: [(&str, u64); 7] = [
    ("let lo = int-gen () in let hi = int-gen () in if lo <= hi then int-range lo hi else 0", 7),
    ("int-range 0 9", 3),
    ("let hi = nat-gen () in int-range 0 hi", 4),
    ("let lo = nat-gen () in if lo <= 9 then int-range lo 9 else lo", 6),
    (
        "let lo = int-gen () in let hi = int-gen () in if lo + 1 <= hi then int-range (lo + 1) hi + 3 else hi",
        7,
    ),
    ("let hi = int-gen () in if hi >= 5 then int-range 1 (hi + 1) else hi - 7", 5),
    ("let lo = nat-gen () in if lo < 9 then int-range (lo + 1) 9 else 0", 6),
];

#[test]
fn integers_between_open_bounds_stay_open() {
    let properties = OPEN
        .iter()
        .zip(0..)
        .map(|((term, _), number)| format!("property p{number} (x from {term}) . x == x .\n"));
    let program = load_text("open.pun", &properties.collect::<String>()).program.expect("it loads");
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    for (number, (term, runs)) in OPEN.into_iter().enumerate() {
        for size in [20, 400] {
            let searched = checks.search(number, size).expect("they can be enumerated");
            assert_eq!((searched.runs, searched.failures), (runs, 0), "{term} up to size {size}");
        }
    }
}

#[test]
fn an_empty_range_is_an_error_with_its_smallest_bounds() {
    let text = "property p (x from let lo = int-gen () in int-range (lo + 3) (lo - 1)) . x == x .
        property q (lo : integer) (x from int-range lo 9) . x <= 9 .";
    let program = load_text("empty.pun", text).program.expect("it loads");
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    for (number, message) in
        [(0, "there is no integer from 3 to -1"), (1, "there is no integer from 10 to 9")]
    {
        let plan = Settings { size: Some(9), ..Settings::default() }.fill("empty");
        let report = checks.check(number, &plan, &[]).expect("it is checked");
        let Finding::Counterexample(found) = report.checked.finding else { panic!("{message}") };
        assert!(format!("{:?}", found.failure.cause).contains(message), "{:?}", found.failure.cause);
        let searched = checks.search(number, 400).expect("they can be enumerated");
        assert_eq!(searched.failures, 1, "one class for all empty ranges");
    }
}
