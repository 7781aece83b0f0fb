//! Closed terms in the machine against the reference interpreter, term by term.

use everycase_check::check::{Finding, Minimal};
use everycase_check::run::verdict::replay;
use everycase_check::settings::Settings;

use super::*;
use crate::check::{Checks, SearchedTerms};
use crate::core::{ConId, Connective, Kind, Pattern};
use crate::load::load_text;
use crate::reference::Interpreter;
use crate::show::show;
use crate::terms::Mode;

/// Properties that hold, fail, fail with an error, or have a premise that few inputs satisfy.
const PROGRAM: &str = "
data stream = done | next integer ~stream .

ones = rec s . [next 1 s] .

take-from n s = if n <= 0 then [] else case s of ; done -> [] ; [next x rest] -> x :: take-from (n - 1) rest .

invert x = 10 div x .

no-three xs = case xs of ; [] -> [] ; 3 :: _ -> error \"three\" ; x :: rest -> x :: no-three rest .

grow f x n = if n <= 0 then x else grow f (f x) (n - 1) .

property sums x y . x + y == y + x .
property squares x y . x < y ==> x * x < y * y .
property unequal (xs : list integer) (ys : list integer) . xs < ys && xs /= [] ==> no-three ys > xs .
property inverts (f : integer -> integer) . invert (f 3) >= -9 .
property passes (f : (integer -> integer) -> integer) . f (\\x -> invert x) == f (\\x -> x) .
property matches (xs : list integer) . case xs of ; [] -> true ; x :: _ | x < 2 -> true .
property branches (x : integer) . if x == 4 then 1 div (x - 4) == 0 else true .
property lists (f : list integer -> list integer) . f (f [1]) == f [1] .
property pairs (p : (integer, integer -> integer)) . (snd p) (fst p) == fst p .
property streams (s : stream) . take-from 2 s == take-from 2 ones ==> take-from 3 s == take-from 3 ones .
property grows (f : integer -> integer) . grow f 1 2 < 5 .
property same (xs : list integer) (ys : list integer) . xs == ys ==> ys == xs .
";

/// The number of the property of equal lists.
const SAME: usize = 11;

fn checks() -> Checks {
    let loaded = load_text("terms.pun", PROGRAM);
    Checks::new(loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)), Limits::default())
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the result of the reference interpreter for terms and a body of their property.
fn by_reference(subject: &ClosedSubject, terms: &[Expr], body: &Expr) -> Result<Value, Fault> {
    let inputs = subject.property().parameters.iter().zip(terms).rev();
    let whole = inputs.fold(body.clone(), |body, (parameter, term)| {
        let span = body.span;
        Expr { kind: Kind::Let(parameter.binder.clone(), term.clone().into(), body.into()), span }
    });
    Interpreter::new(subject.program()).expression(&whole)
}

/// Returns the verdict of the reference interpreter; the premise is evaluated separately.
fn expected(subject: &ClosedSubject, terms: &[Expr]) -> Result<&'static str, Fault> {
    let body = &subject.property().body;
    let is_true = |value| value == Value::Construct(ConId::TRUE, vec![]);
    if let Kind::Connective(Connective::Implies, premise, _) = &body.kind
        && !is_true(by_reference(subject, terms, premise)?)
    {
        return Ok("discarded");
    }
    if let Kind::Case(condition, branches) = &body.kind
        && let [then, otherwise] = &branches[..]
        && matches!(then.pattern, Pattern::Construct(ConId::TRUE, _))
        && matches!(otherwise.body.kind, Kind::Construct(ConId::TRUE, _))
        && !is_true(by_reference(subject, terms, condition)?)
    {
        return Ok("discarded");
    }
    Ok(if is_true(by_reference(subject, terms, body)?) { "passed" } else { "failed" })
}

fn found(subject: &ClosedSubject, terms: &[Expr]) -> Result<&'static str, Fault> {
    let steps = [Limits::default().brief(), Limits::default()];
    match subject.engine.with_machine(|machine| subject.outcome(machine, terms, &steps)) {
        Some(Outcome::Fault(fault) | Outcome::Limit(fault)) => Err(*fault),
        Some(outcome) => Ok(match said(outcome, &subject.program().sources) {
            Verdict::Passed => "passed",
            Verdict::Discarded => "discarded",
            Verdict::Undecided(_) => "undecided",
            Verdict::Failed(_) => "failed",
        }),
        None => Ok("cut"),
    }
}

/// The number of inputs of each property that are compared.
const INPUTS: u64 = 1_500;

/// Visits all inputs of the first sizes; returns the last size and the number of inputs.
fn all(checks: &Checks, number: usize, mut look: impl FnMut(&Derivation, &[Expr])) -> (u32, u64) {
    let derivations = checks.closed_terms(number, Mode::Used).unwrap();
    let subject = checks.closed_subject(number);
    let (mut size, mut inputs) = (0, 0);
    loop {
        let mut walk = derivations.of_size(size).unwrap();
        while let Some(input) = walk.next() {
            look(input, &subject.terms(input));
            inputs += 1;
        }
        if inputs > INPUTS {
            return (size, inputs);
        }
        size += 1;
    }
}

#[test]
fn the_machine_and_the_reference_interpreter_say_the_same_of_every_term() {
    let checks = checks();
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..checks.properties().len() {
        let subject = checks.closed_subject(number);
        let name = subject.property().name.to_string();
        all(&checks, number, |input, terms| {
            let (found, expected) = (found(&subject, terms), expected(&subject, terms));
            let source = || terms::source(input.root().field(0));
            assert_eq!(found, expected, "{name} {:?}", source());
            seen.insert((name.clone(), expected.unwrap_or("error")));
        });
    }
    let count = |verdict: &str| seen.iter().filter(|(_, own)| *own == verdict).count();
    assert_eq!([count("passed"), count("failed"), count("error"), count("discarded")], [10, 7, 5, 5]);
}

#[test]
fn terms_evaluate_to_what_the_reference_interpreter_says() {
    let checks = checks();
    for number in 0..checks.properties().len() {
        let subject = checks.closed_subject(number);
        let mut looked = 0;
        all(&checks, number, |input, terms| {
            looked += 1;
            if looked % 10 > 0 {
                return;
            }
            for term in terms {
                let shown = |value: &Value| show(subject.program(), value, None);
                let expected = Interpreter::new(subject.program()).expression(term).ok();
                let found = subject.value(term);
                let source = terms::source(input.root().field(0));
                assert_eq!(found.as_ref().map(shown), expected.as_ref().map(shown), "{source:?}");
            }
        });
    }
}

#[test]
fn the_counterexample_is_the_first_that_a_plain_enumeration_finds() {
    let checks = checks();
    let mut failing = 0;
    for number in 0..checks.properties().len() {
        let subject = checks.closed_subject(number);
        let mut first = None;
        let (size, inputs) = all(&checks, number, |input, terms| {
            if first.is_none() && !matches!(expected(&subject, terms), Ok("passed" | "discarded")) {
                let fields = 0..terms.len();
                let sources: Vec<_> = fields.map(|i| terms::source(input.root().field(i)).unwrap()).collect();
                first = Some((sources, expected(&subject, terms).err()));
            }
        });
        let (size, tests) = (Some(size), Some(inputs));
        let plan = Settings { size, tests, seed: Some(1), ..Settings::default() }.fill("terms");
        let report = checks.check_terms(number, &plan, Mode::Used).unwrap().unwrap();
        let Some((sources, fault)) = first else {
            // Any failing input is larger: a boundary value.
            assert_eq!(report.checked.coverage.exhausted().unwrap().done, inputs);
            continue;
        };
        failing += 1;
        let shown = report.counterexample.unwrap();
        let inputs: Vec<_> = shown.inputs.iter().map(|input| input.value.clone()).collect();
        assert_eq!((inputs, shown.fault), (sources, fault));
        let Finding::Counterexample(found) = report.checked.finding else { panic!("it was shown") };
        assert_eq!(found.minimal, Minimal::Size);
    }
    assert_eq!(failing, 10);
}

#[test]
fn the_report_says_how_many_terms_do_not_meet_the_premise() {
    let checks = checks();
    let subject = checks.closed_subject(SAME);
    let mut discarded = 0;
    let (size, inputs) = all(&checks, SAME, |_, terms| {
        discarded += u64::from(expected(&subject, terms) == Ok("discarded"));
    });
    assert!(discarded > inputs / 2);
    let (size, tests) = (Some(size), Some(inputs));
    let plan = Settings { size, tests, seed: Some(1), ..Settings::default() }.fill("same");
    let report = checks.check_terms(SAME, &plan, Mode::Used).unwrap().unwrap();
    assert_eq!(
        report.checked.coverage.stats().tests() + report.checked.coverage.discards(),
        report.checked.coverage.inputs()
    );
    assert_eq!(
        (report.checked.coverage.exhausted().unwrap().done, report.checked.coverage.undecided()),
        (inputs, 0)
    );
    let searched = checks.search_terms(SAME, size.unwrap(), Mode::Used).unwrap().unwrap();
    assert_eq!((searched.inputs, searched.discarded, searched.failures), (inputs, discarded, 0));
}

/// Terms with a million recursive calls, and functions that would make them.
#[test]
fn terms_that_take_too_long_are_undecided_and_a_property_that_loops_fails() {
    let program = "
count : integer -> integer .
count n = if n <= 0 then 0 else count (n - 1) .
property terms (x : integer) . x == x .
property functions (f : integer -> integer) . f 1000000000000 == f 1000000000000 .
property itself (x : integer) . count x == count (x + 1000000000000) .
property long (x : integer) . count 1000000 == 0 .
";
    let loaded = load_text("long.pun", program);
    let limits = Limits { fuel: 2_000_000, ..Limits::default() };
    let checks = Checks::new(loaded.program.unwrap(), limits).unwrap();
    let searched = |number, size| checks.search_terms(number, size, Mode::Used).unwrap().unwrap();
    let functions = searched(1, 5);
    assert!(functions.undecided > 0 && functions.discarded == 0, "{functions:?}");
    assert_eq!(functions.failures, 0);
    let itself = searched(2, 1);
    assert_eq!(itself, SearchedTerms { inputs: 1, discarded: 0, undecided: 1, failures: 0 });
    // In a search it is the first input, and no smaller one has met a limit.
    let plan = Settings { tests: Some(1), ..Settings::default() }.fill("itself");
    let report = checks.check_terms(2, &plan, Mode::Used).unwrap().unwrap();
    let Finding::Counterexample(found) = report.checked.finding else { panic!("{:?}", report.checked) };
    assert!(found.failure.is_limit() && found.minimal == Minimal::Size, "{found:?}");
    assert_eq!(searched(3, 1), SearchedTerms { inputs: 1, discarded: 0, undecided: 0, failures: 0 });
    // `(rec f . \x -> if x <= 0 then 0 else f (x - 1)) 1048576` has a size too large to be
    // searched.
    let derivations = checks.closed_terms(0, Mode::Used).unwrap();
    let subject = checks.closed_subject(0);
    let mut uniform = derivations.uniform().unwrap();
    let mut rng = everycase_kernel::SeedableRng::seed_from_u64(5);
    let rng: &mut everycase_kernel::Random = &mut rng;
    for _ in 0..100 {
        let verdict = replay(&subject, uniform.of_size(26, rng).unwrap(), &mut Labels::default());
        assert!(!matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    }
}
