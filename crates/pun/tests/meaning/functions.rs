//! What functions that programs make are shown as is a term of the same function.

use everycase_kernel::{Derivations, Random, SeedableRng};
use pun::Limits;
use pun::core::{Expr, Kind, Program};
use pun::fault::FaultKind;
use pun::load::{expression, load_text, ty};
use pun::reference::Interpreter;
use pun::run::run;
use pun::show::show;
use pun::terms::{self, Mode};
use pun::value::Value;

const PROGRAM: &str = "
    data tree = leaf | two integer tree .
    data held = hold (integer -> integer) .
    data lazy a = later ~a .
    add x y = x + y .
    add1 = add 1 .
    twice f = let g = f in \\x -> g (g x) .
    nest n f = if n == 0 then f else nest (n - 1) (twice f) .
    plus x = let add = x in \\y -> add + y .
    under f = let g = f in \\add -> g (add * 2) .
    under-twice f = let g = f in \\add add2 -> g (add + add2) .
    hidden f = let g = f in \\leaf1 -> case g leaf1 of ; leaf -> 0 ; [two n _] -> n .
    only x = let y = x in \\n -> if n == 0 then [y] else [(leaf)] .
    only-function f = let g = f in \\n -> [g, add n] .
    count s = let step = s in rec go . \\n m -> if n <= 0 then m else go (n - step) (m + 1) .
    pairs p = let q = p in \\(a, b) _ -> (b, a, q) .
    strings s = let t = s in \\n -> if n > 0 then append t \"'\\\"\\n\" else t .
    wrap n = let m = n in [hold (\\x -> x - m)] .
    late x = case [later (x + 1)] of ; [later y] -> let z = y in \\n -> z + n + (case [later y] of ; [later w] -> w) .
    never x = case [later (x div 0)] of ; [later y] -> \\n -> if n == 0 then y else n .
    many = let add = 3 in let twice = \\x -> add + x in \\f x -> f (twice x) .
    own x = rec f . \\n -> let k = n + x in \\m -> if k <= 0 then m else f (n - 1) (m + k) .
    negative n = let m = 0 - n in \\x -> x - m * m div m .
    cased n = let m = n in \\b -> if b then (case m of ; 0 -> 1 ; k -> k) else (\\x -> case x of ; 1 -> 2 ; _ -> m) 1 .
    branches f = let g = f in \\n -> case n of ; 0 -> g ; _ -> \\x -> x .
    choose n = let m = n in \\x -> x == m || x > 3 && not (x < m) ==> x /= 2 * (m + 1) .
    text c = let d = c in \\s -> d :: s == \"ab\" .
    recursive = rec ones . [later (\\n -> case ones of ; [later g] -> if n == 0 then 7 else g (n - 1))] .
";

/// Functions, and what they are applied to.
const FUNCTIONS: &[(&str, &[&str])] = &[
    ("add", &["1", "2"]),
    ("add 1", &["2"]),
    ("add1", &["2"]),
    ("map (add 3)", &["[1, 2]"]),
    ("two 1", &["leaf"]),
    ("two", &["1", "leaf"]),
    ("hold", &["add1"]),
    ("twice add1", &["5"]),
    ("twice (twice (plus 2))", &["5"]),
    ("nest 3 add1", &["5"]),
    ("plus 3", &["4"]),
    ("under (add 3)", &["4"]),
    ("under-twice (add 3)", &["4", "5"]),
    ("under-twice (add 3) 4", &["5"]),
    ("hidden (two 1)", &["leaf"]),
    ("only leaf", &["0"]),
    ("only [two 1 leaf]", &["0"]),
    ("count 2", &["7", "0"]),
    ("count 2 7", &["0"]),
    ("pairs (leaf, \"\")", &["(1, 2)", "3"]),
    ("strings \"a\\n\"", &["1"]),
    ("strings \"\"", &["0"]),
    ("late 3", &["4"]),
    ("many", &["(\\x -> x * 2)", "3"]),
    ("own 2 3", &["1"]),
    ("own 2", &["3", "1"]),
    ("negative 3", &["4"]),
    ("cased 5", &["true"]),
    ("cased 5", &["false"]),
    ("branches (\\y -> case y of ; 3 -> 4 ; _ -> 5)", &["0", "3"]),
    ("branches (\\y -> case y of ; 3 -> 4 ; _ -> 5)", &["1", "3"]),
    ("choose 2", &["6"]),
    ("choose 1", &["4"]),
    ("text 'a'", &["\"b\""]),
    ("foldr compose (\\x -> x) [add 1, plus 2]", &["3"]),
    ("\\x -> error x", &["\"wrong\""]),
    ("error", &["\"wrong\""]),
    ("let x1 = add in \\(a, b) x -> x1 a (b + x)", &["(1, 2)", "3"]),
];

fn program() -> Program {
    let loaded = load_text("functions.pun", PROGRAM);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn read(program: &mut Program, text: &str) -> Expr {
    let read = expression(program, text);
    let (term, _) = read.unwrap_or_else(|errors| panic!("{text}: {:?}", errors[0].message));
    term
}

/// The value of a term as it is shown, the same by the machine and the reference interpreter, or what goes wrong.
fn shown(program: &Program, term: &Expr) -> Result<String, FaultKind> {
    let by = |value: Value| show(program, &value, None);
    let found = run(program, term, Limits::default()).expect("it is small").map(by);
    let meant = Interpreter::new(program).expression(term).map(by);
    assert_eq!(found, meant);
    found.map_err(|fault| fault.kind)
}

/// A term applied to arguments.
fn applied(program: &mut Program, term: &str, arguments: &[&str]) -> Result<String, FaultKind> {
    let term = read(program, &format!("({term}) {}", arguments.join(" ")));
    shown(program, &term)
}

#[test]
fn what_a_function_is_shown_as_is_a_term_of_the_same_function() {
    let mut program = program();
    for (function, arguments) in FUNCTIONS {
        let term = read(&mut program, function);
        let text = shown(&program, &term).expect("a value");
        let wanted = applied(&mut program, function, arguments);
        assert_eq!(applied(&mut program, &text, arguments), wanted, "{function} is shown as {text}");
        // As an element, and in a pair.
        for whole in [format!("[({function})]"), format!("({function}, ())")] {
            let term = read(&mut program, &whole);
            let text = shown(&program, &term).expect("a value");
            read(&mut program, &text);
        }
        // As an argument.
        let term = read(&mut program, &format!("(\\a b -> a) ({function})"));
        let text = shown(&program, &term).expect("a value");
        assert_eq!(applied(&mut program, &format!("({text}) 0"), arguments), wanted, "{text}");
    }
}

#[test]
fn captured_values_stand_in_the_place_of_variables() {
    let mut program = program();
    for (function, text) in [
        ("add 1", "add 1"),
        ("add (0 - 1)", "add -1"),
        ("add1", "add 1"),
        ("two 1", "two 1"),
        ("[(two 1)]", "[(two 1)]"),
        ("[(two)]", "[(two)]"),
        ("(two 1, [add 2])", "(two 1, [add 2])"),
        ("map (\\x -> x + 1)", "map (\\x -> x + 1)"),
        ("map (map (add 1))", "map (map (add 1))"),
        ("plus 3", "\\y -> 3 + y"),
        ("wrap 3", "[hold (\\x -> x - 3)]"),
        // The parameter has another name than the definition that is mentioned within its scope.
        ("under (add 3)", "\\add1 -> add 3 (add1 * 2)"),
        ("under-twice (add 3)", "\\add1 add2 -> add 3 (add1 + add2)"),
        ("under-twice (add 3) 4", "\\add2 -> add 3 (4 + add2)"),
        ("hidden (two 1)", "\\leaf1 -> case two 1 leaf1 of ; leaf -> 0 ; [two n _] -> n"),
        ("only leaf", "\\n -> if n == 0 then [(leaf)] else [(leaf)]"),
        ("only-function add1", "\\n -> [add 1, add n]"),
        ("twice (plus 2)", "\\x -> (\\y -> 2 + y) ((\\y -> 2 + y) x)"),
        ("count 2", "rec go . \\n m -> if n <= 0 then m else go (n - 2) (m + 1)"),
        ("count 2 7", "(rec go . \\n m -> if n <= 0 then m else go (n - 2) (m + 1)) 7"),
        ("pairs leaf", "\\x1 _ -> case x1 of ; (a, b) -> (b, (a, leaf))"),
        ("late 3", "\\n -> 4 + n + (case [later 4] of ; [later w] -> w)"),
        ("never 3", "\\n -> if n == 0 then _ else n"),
    ] {
        let term = read(&mut program, function);
        assert_eq!(shown(&program, &term).as_deref(), Ok(text), "{function}");
    }
}

#[test]
fn functions_that_hold_one_another_are_shown_to_a_depth() {
    let mut program = program();
    for (function, most) in [("nest 60 add1", 2_000), ("recursive", 1_000), ("nest 3000 add1", 2_000)] {
        let term = read(&mut program, function);
        let text = shown(&program, &term).expect("a value");
        assert!(text.contains("..") && text.len() < most, "{function}: {} {text}", text.len());
    }
}

#[test]
fn random_closed_terms_are_shown_as_the_functions_they_evaluate_to() {
    let mut program = program();
    let mut rng = Random::seed_from_u64(11);
    let (mut count, mut held) = (0, 0);
    for (text, first, second) in [
        ("integer -> integer -> integer", "2", "-3"),
        ("boolean -> integer -> boolean", "true", "1"),
        ("list integer -> integer -> list integer", "[3, 4]", "1"),
        ("(integer -> integer) -> integer -> integer", "(\\add -> add * 3)", "2"),
        ("tree -> (integer, tree) -> tree", "[two 1 leaf]", "(4, leaf)"),
        ("list character -> character -> boolean", "\"ab\"", "'a'"),
    ] {
        let of = ty(&mut program, text).unwrap_or_else(|_| panic!("{text}"));
        let derivations =
            Derivations::new(terms::shape(&program.clone().into(), &of, Mode::All).expect("terms"));
        let mut sources = Vec::new();
        for size in [6, 8] {
            derivations.count(size).expect("it pays");
        }
        let mut uniform = derivations.uniform().expect("it pays");
        for size in [6, 8] {
            for _ in 0..40 {
                sources
                    .extend(uniform.of_size(size, &mut rng).ok().and_then(|term| terms::source(term.root())));
            }
        }
        for source in sources {
            let term = read(&mut program, &format!("({source}) {first}"));
            let text = shown(&program, &term).expect("terms do not fail");
            if text.contains("..") || text.contains(" _ ") {
                continue;
            }
            count += 1;
            held += usize::from(matches!(&term.kind, Kind::Apply(..)) && text.contains('\\'));
            let wanted = applied(&mut program, &source, &[first, second]);
            assert_eq!(applied(&mut program, &text, &[second]), wanted, "{source} is shown as {text}");
        }
    }
    assert!(count > 200 && held > 150, "{count} {held}");
}

#[test]
fn a_value_without_a_branch_is_shown_with_its_functions() {
    let mut program = program();
    let term = read(&mut program, "case wrap 3 of ; [hold f] | f 0 == 0 -> 0");
    let fault = run(&program, &term, Limits::default()).expect("it is small").expect_err("no branch fits");
    assert_eq!(fault.diagnostic(&program).message, "no branch fits `[hold (\\x -> x - 3)]`");
}

#[test]
fn a_value_of_shared_parts_is_shown_to_a_length() {
    let mut program = load_text(
        "shared.pun",
        "data tree = none | pair tree tree .
        shared n = if n == 0 then none else let x = shared (n - 1) in [pair x x] .
        lists n = if n == 0 then [] else let x = lists (n - 1) in none :: x .
        functions n = if n == 0 then (\\x -> x + 1) else let f = functions (n - 1) in \\x -> f (f x) .",
    );
    let program = program.program.as_mut().expect("it loads");
    for (term, ends) in [
        ("shared 60", " ..] ..] ..]"),
        ("(shared 60, shared 60)", " ..], ..)"),
        ("shared 60 :: lists 2", "..] :: .."),
        ("lists 9000", " :: none :: .."),
        ("functions 60", "x)"),
        ("replicate 100 (shared 60)", " :: .."),
    ] {
        let term = read(program, term);
        let text = shown(program, &term).expect("a value");
        assert!(text.len() < 100_000 && text.ends_with(ends), "{} {}", text.len(), &text[text.len() - 40..]);
    }
}
