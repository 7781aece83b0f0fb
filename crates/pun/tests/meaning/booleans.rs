//! Small terms over boolean inputs: what a check says of each is what the reference interpreter says of all its inputs.

use std::fmt::Write as _;
use std::sync::Arc;

use everycase_check::check::{CheckResult, Finding, Vacuity};
use everycase_check::settings::Settings;
use everycase_kernel::{At, BigUint, Derivation, Derivations, Shape};

use pun::Limits;
use pun::check::Checks;
use pun::core::{ConId, Expr, Kind, Program, Property};
use pun::diagnostic::Severity;
use pun::inputs::Inputs;
use pun::load::load_text;
use pun::reference::Interpreter;
use pun::value::Value;

/// Functions that return an argument, a part of one, or what they compute from several.
const DEFINITIONS: &str = "
data two = two ~boolean ~boolean .
data later = later ~boolean .

identity x = x .
left t = case t of ; [two l _] -> l .
right t = case t of ; [two _ r] -> r .
now l = case l of ; [later x] -> x .
first-true xs = case xs of ; [] -> false ; [x] -> x ; x :: rest -> if x then first-true rest else x .
last-of x xs = case xs of ; [] -> x ; y :: rest -> last-of y rest .
largest x xs = case xs of ; [] -> x ; y :: rest -> largest (if x < y then y else x) rest .
repeated n x = if n <= 0 then x else repeated (n - 1) x .
";

/// A term, and whether the property that it is the body of says anything of an input, also as a term.
#[derive(Clone)]
struct Term {
    body: String,
    says: String,
}

impl Term {
    fn leaf(text: &str) -> Self {
        Self { body: text.to_owned(), says: "true".to_owned() }
    }
}

fn unary(x: &Term) -> Vec<Term> {
    let x = &x.body;
    [
        "not X",
        "identity X",
        "now [later X]",
        "fst (X, true)",
        "left [two X (error \"never\")]",
        "repeated 2 X",
    ]
    .map(|text| Term::leaf(&format!("({})", text.replace('X', x))))
    .into()
}

fn binary(x: &Term, y: &Term) -> Vec<Term> {
    let filled = |text: &str| format!("({})", text.replace('X', &x.body).replace('Y', &y.body));
    let plain = [
        "X && Y",
        "X == Y",
        "X /= Y",
        "X < Y",
        "X >= Y",
        "(X, Y) == (Y, X)",
        "X :: Y :: [] < Y :: []",
        "first-true (X :: Y :: [])",
        "last-of X (Y :: [])",
        "largest X (Y :: [])",
        "case (X, Y) of ; (true, q) -> q ; (p, _) -> p",
        "case X :: Y :: [] of ; p :: q :: _ | p < q -> p ; p :: _ -> p ; _ -> false",
        "case [two X Y] of ; [two p q] -> if p then q else p",
        "let p = X in if p then Y else p",
        "(\\p -> if Y then p else identity p) X",
    ];
    let mut terms: Vec<Term> = plain.map(|text| Term::leaf(&filled(text))).into();
    terms.push(Term { body: filled("X ==> Y"), says: format!("({} && {})", x.body, y.says) });
    terms.push(Term { body: filled("X || Y"), says: format!("({} || {})", x.body, y.says) });
    terms.push(Term { body: filled("if X then Y else true"), says: format!("({} && {})", x.body, y.says) });
    terms
}

fn ternary(x: &Term, y: &Term, z: &Term) -> Vec<Term> {
    let filled = |text: &str| text.replace('X', &x.body).replace('Y', &y.body).replace('Z', &z.body);
    let says = format!("(if {} then {} else {})", x.body, y.says, z.says);
    ["(if X then Y else Z)", "(case X of ; true -> Y ; false -> Z)"]
        .map(|text| Term { body: filled(text), says: says.clone() })
        .into()
}

/// All terms of up to four parts over some leaves but `true`, and every `step`th of five parts.
fn terms(leaves: &[&str], step: usize) -> Vec<Term> {
    let mut of_size: Vec<Vec<Term>> = vec![Vec::new(), leaves.iter().map(|leaf| Term::leaf(leaf)).collect()];
    for size in 2..=5usize {
        let mut terms = Vec::new();
        terms.extend(of_size[size - 1].iter().flat_map(unary));
        for left in 1..size - 1 {
            for x in &of_size[left] {
                terms.extend(of_size[size - 1 - left].iter().flat_map(|y| binary(x, y)));
            }
            for middle in 1..(size - 1 - left) {
                for x in &of_size[left] {
                    for y in &of_size[middle] {
                        let right = &of_size[size - 1 - left - middle];
                        terms.extend(right.iter().flat_map(|z| ternary(x, y, z)));
                    }
                }
            }
        }
        let step = if size == 5 {
            step
        } else if size == 4 {
            step.div_ceil(8)
        } else {
            1
        };
        of_size.push(terms.into_iter().step_by(step).collect());
    }
    of_size.into_iter().flatten().collect()
}

/// The body of a property under its inputs.
fn applied(property: &Property, inputs: &Inputs, at: At<'_>) -> Expr {
    let mut expr = property.body.clone();
    for (place, parameter) in property.parameters.iter().enumerate().rev() {
        let value = inputs.expr(&parameter.binder.ty, at.field(place)).expect("it is a value");
        let span = expr.span;
        expr = Expr { kind: Kind::Let(parameter.binder.clone(), Box::new(value), Box::new(expr)), span };
    }
    expr
}

fn is_true(program: &Program, inputs: &Inputs, property: &Property, input: &Derivation) -> bool {
    let value = Interpreter::new(program).expression(&applied(property, inputs, input.root()));
    match value.unwrap_or_else(|fault| panic!("{}: {fault}", property.name)) {
        Value::Construct(ConId::TRUE, _) => true,
        Value::Construct(ConId::FALSE, _) => false,
        other => panic!("{}: {other:?}", property.name),
    }
}

/// What trying all inputs says.
struct Tried {
    /// How many inputs there are.
    inputs: BigUint,
    /// The size of the smallest that the property is false for.
    least: Option<u32>,
    /// Does the property say anything of any of them?
    is_reached: bool,
}

/// Checks properties over inputs, as a header says which, up to a size.
fn compare(parameters: &str, size: Option<u32>, terms: &[Term]) {
    let mut wrong = String::new();
    for (part, terms) in terms.chunks(500).enumerate() {
        let mut text = DEFINITIONS.to_owned();
        for (number, Term { body, says }) in terms.iter().enumerate() {
            let _ = writeln!(text, "property body-{number} {parameters} . {body} .");
            let _ = writeln!(text, "property says-{number} {parameters} . {says} .");
        }
        let loaded = load_text(&format!("part-{part}.pun"), &text);
        let errors = loaded.diagnostics.iter().filter(|each| each.severity == Severity::Error);
        let first = errors.map(|error| &error.message).next();
        let program: Arc<Program> = loaded.program.unwrap_or_else(|| panic!("{first:?}")).into();
        let types: Vec<_> =
            program.properties[0].parameters.iter().map(|each| each.binder.ty.clone()).collect();
        let inputs = Inputs::new(Arc::clone(&program), &types).expect("there are inputs");
        let checks = Checks::new(Arc::clone(&program), Limits::default()).expect("it compiles");
        let program = inputs.program();
        let derivations = Derivations::new(Shape::product(types.iter().map(|ty| inputs.shape(ty))));
        let mut all = Vec::new();
        for size in 0..=size.unwrap_or(12) {
            let mut walk = derivations.of_size(size).expect("it pays");
            while let Some(input) = walk.next() {
                all.push(input.clone());
            }
        }
        for (number, term) in terms.iter().enumerate() {
            let (body, says) = (&program.properties[2 * number], &program.properties[2 * number + 1]);
            let false_of = |input: &&Derivation| !is_true(program, &inputs, body, input);
            let tried = Tried {
                inputs: all.len().into(),
                least: all.iter().find(false_of).map(Derivation::size),
                is_reached: all.iter().any(|input| is_true(program, &inputs, says, input)),
            };
            let settings = Settings { size, tests: Some(10_000), ..Settings::default() };
            let plan = settings.fill(&body.name);
            let report = checks.check(2 * number, &plan, &[]).expect("it is checked");
            if let Some(why) = tried.differs(&report.checked, |input| !is_true(program, &inputs, body, input))
            {
                let _ = writeln!(wrong, "{}: {why}", term.body);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

impl Tried {
    /// How what a check says differs from this.
    fn differs(&self, checked: &CheckResult, is_false: impl Fn(&Derivation) -> bool) -> Option<String> {
        let found = match (&checked.finding, self.least) {
            (Finding::Counterexample(found), Some(least)) => {
                let is_right = found.size() == least && is_false(&found.input) && !found.flaky;
                return (!is_right)
                    .then(|| format!("{:?}, but the least is of size {least}", found.input.words()));
            }
            (Finding::Nothing, None) if self.is_reached => true,
            (Finding::Unreached(Vacuity::AllDiscarded), None) if !self.is_reached => true,
            _ => false,
        };
        if !found {
            return Some(format!(
                "{:?}, but {:?} (reached: {})",
                checked.finding, self.least, self.is_reached
            ));
        }
        let count = checked.coverage.exhausted().map(|all| all.count.clone());
        (count.as_ref() != Some(&self.inputs)).then(|| format!("{count:?} of {} inputs", self.inputs))
    }
}

#[test]
fn terms_over_boolean_inputs_are_checked_exactly() {
    compare("(a : boolean)", None, &terms(&["a", "true", "false"], 200));
    compare("(a : boolean) (b : boolean)", None, &terms(&["a", "b", "false"], 97));
    compare("(a : boolean) (b : boolean) (c : boolean)", None, &terms(&["a", "b", "c"], 89));
}

#[test]
fn terms_over_parts_of_inputs_are_checked_exactly() {
    compare("(pair : (boolean, boolean))", None, &terms(&["(fst pair)", "(snd pair)"], 61));
    compare("(t : two)", None, &terms(&["(left t)", "(right t)"], 61));
    compare("(xs : list boolean) (a : boolean)", Some(5), &terms(&["(first-true xs)", "(largest a xs)"], 59));
}

/// Properties whose result is an input that has been decided before the end.
#[test]
fn a_result_that_was_decided_before_is_a_result() {
    let program = load_text(
        "decided.pun",
        "first-true xs = case xs of ; [] -> true ; x :: rest -> if x then first-true rest else x .
        property or-itself (c : boolean) . c || c .
        property if-itself (c : boolean) . if c then true else c .
        property case-itself (c : boolean) . case c of ; true -> true ; false -> c .
        property first-of (xs : list boolean) . first-true xs .
        property called-twice (f : integer -> boolean) . f 0 || f 0 .
        property premise-itself (c : boolean) . (c ==> false) ==> c .
        property not-premise (a : boolean) . not a ==> a .
        property drawn-itself (c from bool-gen ()) . c || c .
        property larger (a : boolean) (b : boolean) . max a b .",
    );
    let checks = Checks::new(program.program.expect("it loads"), Limits::default()).expect("it compiles");
    for (number, property) in checks.properties().iter().enumerate() {
        let plan = Settings { size: Some(3), tests: Some(1000), ..Settings::default() }.fill(&property.name);
        let report = checks.check(number, &plan, &[]).expect("it is checked");
        let Finding::Counterexample(found) = &report.checked.finding else {
            panic!("{}: {:?}", property.name, report.checked.finding);
        };
        assert!(!found.flaky, "{}", property.name);
    }
}

/// A function that returns `true` is no premise of the property that calls it.
#[test]
fn only_the_property_itself_discards() {
    let program = load_text("calls.pun", "property negated (n : integer) . not (n < n) .");
    let checks = Checks::new(program.program.expect("it loads"), Limits::default()).expect("it compiles");
    let plan = Settings { size: Some(3), tests: Some(1000), ..Settings::default() }.fill("calls");
    let report = checks.check(0, &plan, &[]).expect("it is checked");
    assert!(matches!(report.checked.finding, Finding::Nothing), "{:?}", report.checked.finding);
    assert_eq!(report.checked.coverage.discards(), 0);
}
