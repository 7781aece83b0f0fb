//! The reading of Rust, compared with the compiler.

#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    reason = "they use what is to be read, however it is best written"
)]
mod functions;

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use everycase_verify::bounds::Bounds;
use everycase_verify::rust::{RustProgram, read};
use everycase_verify::verdict::Verdict;
use everycase_verify::verifier::Verifier;
use pun::core::{GlobalId, Program};
use pun::reference::Interpreter;
use pun::value::Value;

use crate::solver::solver;

/// A file that needs the functions: in its formula, or in its code.
fn program(text: &str, names: &[&str], is_code: bool) -> Program {
    let calls: Vec<String> = names.iter().map(|name| format!("let _ = {name}(v, v); ")).collect();
    let calls = calls.concat();
    let (formula, code) = if is_code { ("", &*calls) } else { (&*calls, "") };
    let own = format!(
        "#[generator(covers = |v: &i64| {{ {formula} true }})]
         fn own(g: &mut Gen) -> i64 {{ let v = 0; {code} v }}"
    );
    let read = read("functions.rs", &format!("{text}{own}")).expect("a thread starts");
    let problems: Vec<String> = read
        .loaded
        .diagnostics
        .iter()
        .map(|one| format!("{}: {}", read.loaded.sources.place(one.labels[0].0), one.message))
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    read.loaded.program.expect("it has no problems")
}

/// A function of two numbers.
type Function = fn(i64, i64) -> Option<i64>;

macro_rules! functions {
    ($($name:ident)*) => { [$((stringify!($name), {
        fn call(a: i64, b: i64) -> Option<i64> {
            IS_EXPECTED.set(true);
            let result = catch_unwind(AssertUnwindSafe(|| i64::from(functions::$name(a, b)))).ok();
            IS_EXPECTED.set(false);
            result
        }
        call as Function
    })),*] };
}

fn all() -> Vec<(&'static str, Function)> {
    functions!(
        arithmetic quotient remainder negated nearest guarded early shadowed logical compared ordered
        matched in_macro ends of_trees of_points wrapped bounded asserted modules
    )
    .to_vec()
}

/// Calls a function of the program; `None` if it ends with an error.
fn called(program: &Program, name: &str, arguments: [i64; 2]) -> Option<i64> {
    let place = program.globals.iter().position(|global| *global.name == *name).expect("it was read");
    let global = GlobalId(place as u32);
    let arguments = arguments.map(|argument| Value::Integer(argument.into()));
    let result = Interpreter::new(program).global(global, &arguments).ok()?;
    Some(match &result {
        Value::Integer(value) => i64::try_from(value).expect("it is an i64"),
        Value::Construct(con, _) => i64::from(&*program.constructors[con.index()].name == "true"),
        other => panic!("{name} gives {other:?}"),
    })
}

thread_local! {
    /// Whether a panic of this thread is no failure.
    static IS_EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Shows no panics that are expected.
fn quiet() {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_EXPECTED.get() {
            others(info);
        }
    }));
}

#[test]
fn functions_that_are_read_mean_what_the_compiler_makes_of_them() {
    quiet();
    let text = include_str!("rust/functions.rs");
    let names: Vec<&str> = all().iter().map(|(name, _)| *name).collect();
    let (formula, code) = (program(text, &names, false), program(text, &names, true));
    let ends = [i64::MIN, i64::MIN + 1, -4_000_000_000, 4_000_000_000, i64::MAX - 1, i64::MAX];
    for (name, function) in all() {
        let is_checked = code.globals.iter().any(|global| *global.name == *format!("{name}-within-i64"));
        let in_code = if is_checked { format!("{name}-within-i64") } else { name.to_owned() };
        for a in (-6..=6).chain(ends) {
            for b in (-6..=6).chain(ends) {
                let expected = function(a, b);
                assert_eq!(called(&code, &in_code, [a, b]), expected, "{name}({a}, {b}) in code");
                // In formulas numbers have no bounds.
                if expected.is_some() || a.abs_diff(b) < 20 && a.unsigned_abs() < 20 {
                    assert_eq!(called(&formula, name, [a, b]), expected, "{name}({a}, {b}) in a formula");
                }
            }
        }
    }
}

/// Returns what is said of a file, with the text at each place.
fn problems(text: &str) -> Vec<(String, String)> {
    let read = read("file.rs", text).expect("a thread starts");
    let sources = &read.loaded.sources;
    let told = read.loaded.diagnostics.iter();
    told.map(|one| (sources.text(one.labels[0].0).to_owned(), one.message.clone())).collect()
}

#[test]
fn what_is_not_read_is_an_error_at_its_place() {
    let list = "#[derive(Clone, PartialEq)] enum List { Nil, Cons(i64, Box<List>) } fn len(xs: &List) -> i64 { match xs { List::Nil => 0, List::Cons(_, r) => 1 + len(r) } }";
    let body = |body: &str| {
        format!(
            "{list} #[generator(covers = |xs: &List| len(xs) <= 2)] fn own(n: i64, g: &mut Gen) -> List {{ {body} }}"
        )
    };
    let covers = |formula: &str| {
        format!(
            "{list} #[generator(covers = |xs: &List| {formula})] fn own(n: i64, g: &mut Gen) -> List {{ List::Nil }}"
        )
    };
    let cases = [
        (body("let mut n = n; List::Nil"), "mut n", "this pattern is not supported"),
        (body("for _ in 0..n { } List::Nil"), "for _ in 0..n { }", "this statement is not supported"),
        (body("loop { return List::Nil; }"), "loop { return List::Nil; }", "a loop or an assignment is not supported"),
        (body("other(n, g)"), "other", "this file has no function `other`, or several"),
        (body("List::Cons(n as i64, Box::new(List::Nil))"), "n as i64", "this expression is not supported"),
        (body("List::Cons(n)"), "List::Cons(n)", "a constructor with another number of fields is not supported"),
        (body("List::Many"), "List::Many", "this file has no variable or constant `Many`, or several"),
        (body("if n == 0 { List::Nil } else { vec![1] }"), "vec![1]", "the macro `vec!` is not supported"),
        (body("match g.choose(n) { 0 => List::Nil, _ => List::Nil }"), "g.choose(n)", "`choose`, unless it is `match g.choose(3) { 0 => .., 1 => .., _ => .. }`, is not supported"),
        (body("let x = g.choose(3); List::Nil"), "g.choose(3)", "`choose`, unless it is `match g.choose(3) { 0 => .., 1 => .., _ => .. }`, is not supported"),
        (body("let f = |x: i64| x; List::Nil"), "|x: i64| x", "a closure outside of `forall`, `exists` and `implies` is not supported"),
        (body("let x = { if n == 0 { return List::Nil; } 2 }; List::Nil"), "if n == 0 { return List::Nil; }", "this statement is not supported"),
        (body("List::Cons(n / g.int(), Box::new(List::Nil))"), "g.int()", "a divisor that is not a positive literal is not supported"),
        (body("List::Cons(n / 0, Box::new(List::Nil))"), "0", "a divisor that is not a positive literal is not supported"),
        (body("match n { LIMIT => List::Nil, _ => List::Nil }"), "LIMIT", "this pattern is not supported"),
        (body("List::Cons(n.pow(2), Box::new(List::Nil))"), "n.pow(2)", "the method `pow`, which this file does not have once, is not supported"),
        (body("List::Cons(99999999999999999999, Box::new(List::Nil))"), "99999999999999999999", "a number beyond `i64` is not supported"),
        (covers("len(xs) <= own(n, xs)"), "own(n, xs)", "a call that makes choices in a formula, or passes on other ones, is not supported"),
        (covers("forall(|(a, b)| a == b)"), "forall(|(a, b)| a == b)", "a quantifier over a pattern is not supported"),
        (covers("forall(|u: u8| len(xs) <= u)"), "u8", "`u8` is not supported: numbers of a generator are `i64`"),
        ("#[generator] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "own", "a generator without a coverage type is not supported"),
        ("#[generator(given = 0 <= 1)] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "own", "a generator without a coverage type is not supported"),
        ("#[generator(covers = |v| true, given = 0 <= 1)] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "own", "a generator without parameters has no condition on them"),
        ("#[generator(covers = |v, w| true)] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "|v, w| true", "`covers` must be a closure with one parameter"),
        ("#[generator(covers = |v| true)] fn own(n: Vec<i64>, g: &mut Gen) -> i64 { 1 }".to_owned(), "Vec<i64>", "`Vec` with parameters is not supported"),
        ("#[generator(covers = |v| true)] fn own(n: Other, g: &mut Gen) -> i64 { 1 }".to_owned(), "Other", "`Other`, which is not a type of this file, is not supported"),
        ("struct P<T>(T); #[generator(covers = |v| true)] fn own(n: P, g: &mut Gen) -> i64 { 1 }".to_owned(), "<T>", "types with parameters are not supported"),
        ("enum P { A } impl PartialEq for P { } #[generator(covers = |v| true)] fn own(n: P, g: &mut Gen) -> i64 { 1 }".to_owned(), "P", "a type whose comparison is not derived is not supported"),
        ("#[derive(PartialEq)] enum N {} #[generator(covers = |v| true)] fn own(n: N, g: &mut Gen) -> i64 { 1 }".to_owned(), "N", "a type without values is not supported"),
        ("fn f() -> i64 { 1 } mod a { use other::f; #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f() } }".to_owned(), "f", "this file has no function `f`, or several"),
        ("fn f() -> i64 { 1 } mod a { #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f() } }".to_owned(), "f", "this file has no function `f`, or several"),
        ("mod b { fn f() -> i64 { 1 } } #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f() }".to_owned(), "f", "this file has no function `f`, or several"),
        ("fn f<T>(x: i64) -> i64 { 1 } #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f(2) }".to_owned(), "<T>", "functions with type parameters are not supported"),
        ("fn f(x: i64) { } #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f(2) }".to_owned(), "f", "a function without a result is not supported"),
        // What may mean something else in Rust.
        (body("let x: u32 = if n == 0 { 0 } else { 1 }; List::Nil"), "u32", "`u32` is not supported: numbers of a generator are `i64`"),
        (body("let y: (i64, u8) = (1, 255); List::Nil"), "u8", "`u8` is not supported: numbers of a generator are `i64`"),
        (body("let x = 0u8; List::Nil"), "0u8", "a number that is not an `i64` is not supported"),
        (body("let x = -1i32; List::Nil"), "-1i32", "a number that is not an `i64` is not supported"),
        (body("match n { 0u64 => List::Nil, _ => List::Nil }"), "0u64", "this pattern is not supported"),
        (body("let x = 2000000000; let y = if n == 0 { x } else { 1 }; if y > 5 && y + x > 0 { List::Nil } else { List::Nil }"), "y + x", "arithmetic whose numbers may be `i32` is not supported"),
        (body("match 7 { y => if -y > 0 { List::Nil } else { List::Nil } }"), "-y", "arithmetic whose numbers may be `i32` is not supported"),
        (body("let (x, y) = (1, n); if x * x > 0 { List::Nil } else { List::Nil }"), "x * x", "arithmetic whose numbers may be `i32` is not supported"),
        (body("if let x = { 5 } { if x + 1 > 2 { return List::Nil; } return List::Nil; } List::Nil"), "x + 1", "arithmetic whose numbers may be `i32` is not supported"),
        (body("if 2000000000 + 2000000000 > 0 { List::Nil } else { List::Nil }"), "2000000000 + 2000000000", "arithmetic whose numbers may be `i32` is not supported"),
        (body("#[cfg(any())] let n = 2; List::Nil"), "#[cfg(any())]", "conditional compilation is not supported"),
        (body("match n { #[cfg(any())] 0 => List::Nil, _ => List::Nil }"), "#[cfg(any())]", "conditional compilation is not supported"),
        (body("let g = 3; List::Nil"), "g", "`g` hides the source of choices, which is not supported"),
        (body("match n { g => List::Nil }"), "g", "`g` hides the source of choices, which is not supported"),
        (covers("forall(|u| len(xs) <= u)"), "u", "a quantifier without the type of its variable is not supported"),
        (covers("*xs < List::Nil"), "xs", "expected `integer`, found `List`"),
        ("const k: i64 = 4; #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { match n { k => 1, _ => 2 } }".to_owned(), "k", "this pattern is not supported"),
        ("use other::k; #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { match n { k => 1, _ => 2 } }".to_owned(), "k", "this pattern is not supported"),
        ("#[derive(Clone, PartialEq)] enum P { A, #[cfg(any())] B } #[generator(covers = |v| true)] fn own(g: &mut Gen) -> P { P::A }".to_owned(), "#[cfg(any())]", "conditional compilation is not supported"),
        ("#[cfg(any())] fn f() -> i64 { 1 } #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f() }".to_owned(), "f", "this file has no function `f`, or several"),
        ("#[cfg(any())] mod m { pub fn f() -> i64 { 1 } } use m::f; #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { f() }".to_owned(), "f", "this file has no function `f`, or several"),
        ("#[derive(PartialEq)] struct P(i64); impl Clone for P { fn clone(&self) -> P { P(0) } } #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> P { P(n).clone() }".to_owned(), "P(n).clone()", "`clone` is not supported: `P` does not derive it"),
        ("#[derive(Clone, PartialEq)] struct P(i64); impl P { fn max(&self) -> P { P(0) } } #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> P { P(n).max() }".to_owned(), "P(n).max()", "the method `max`, which traits have, too, is not supported"),
        ("#[derive(Clone, PartialEq)] struct P(i64); impl AsRef<P> for P { fn as_ref(&self) -> &P { self } } #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> P { P(n).as_ref() }".to_owned(), "P(n).as_ref()", "the method `as_ref`, which this file does not have once, is not supported"),
        ("macro_rules! matches { () => { false } } #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> bool { matches!(n, 1) }".to_owned(), "matches!(n, 1)", "the macro `matches!`, which has another meaning in this file, is not supported"),
        ("use other::assert; #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { assert!(n > 1); n }".to_owned(), "assert!(n > 1);", "the macro `assert!`, which has another meaning in this file, is not supported"),
        ("struct Arc(i64); #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { Arc::new(n) }".to_owned(), "Arc::new", "this file has no function `new`, or several"),
        ("type i64 = i32; #[generator(covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { n }".to_owned(), "i64", "`i64`, which has another meaning in this file, is not supported"),
        ("#[generator(covers = |v| implies(true, true))] fn own(n: i64, g: &mut Gen) -> i64 { n }".to_owned(), "implies(true, true)", "`implies` of anything but two closures `|| ..` is not supported"),
        ("#[generator(covers = |v| implies(|| true, |x| true))] fn own(n: i64, g: &mut Gen) -> i64 { n }".to_owned(), "implies(|| true, |x| true)", "`implies` of closures with parameters is not supported"),
        ("use other::implies; #[generator(covers = |v| implies(|| true, || true))] fn own(n: i64, g: &mut Gen) -> i64 { n }".to_owned(), "implies", "this file has no function `implies`, or several"),
        // Generators that would be passed over.
        ("struct S; impl S { #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { 1 } }".to_owned(), "generator", "this generator is not supported"),
        ("fn f() { #[everycase::generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { 1 } }".to_owned(), "generator", "this generator is not supported"),
        ("#[cfg_attr(test, generator(covers = |v| true))] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "generator", "this generator is not supported"),
        ("#[cfg(unix)] #[generator(covers = |v| true)] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "generator", "this generator is not supported"),
        ("use everycase::generator as made; #[made(covers = |v| true)] fn own(g: &mut Gen) -> i64 { 1 }".to_owned(), "generator", "this generator is not supported"),
        ("#[generator(covers = |v| true)] fn own() -> i64 { 1 }".to_owned(), "own", "a generator without a source of choices is not supported"),
        ("#[generator(givn = n > 0, covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { 1 }".to_owned(), "givn", "an unknown `givn`"),
        ("#[generator(given = n > 0, given = n > 1, covers = |v| true)] fn own(n: i64, g: &mut Gen) -> i64 { 1 }".to_owned(), "given", "a second `given`"),
        ("fn own() { let x }".to_owned(), "}", "expected `;`"),
        ("fn own( {".to_owned(), "", "these are not tokens of Rust, or a bracket has no other"),
    ];
    for (text, place, message) in cases {
        let first = problems(&text).into_iter().next();
        let (at, said) = first.unwrap_or_else(|| panic!("nothing is said of {text}"));
        assert_eq!((&*said, &*at), (message, place), "{text}");
    }
}

#[test]
fn generators_may_call_later_ones_and_have_one_name_in_several_modules() {
    let text = "
        #[generator(covers = |r: &i64| *r == 1)] fn first(g: &mut Gen) -> i64 { second(g) }
        #[generator(covers = |r: &i64| *r == 1)] fn second(g: &mut Gen) -> i64 { let _ = g.bool(); 1 }
        mod inner { #[generator(covers = |r: &i64| *r == 1)] fn second(g: &mut Gen) -> i64 { 2 } }";
    let RustProgram { loaded, notation } = read("file.rs", text).expect("a thread starts");
    assert_eq!(loaded.diagnostics, []);
    let verifier = Verifier::written(loaded.program.expect("it has no problems"), notation);
    let verifier = verifier.expect("it is small");
    let found = verifier.generators().iter().map(|generator| {
        let bounds = Bounds::to_size(3);
        (generator.name(), verifier.verify(generator, &bounds, None).verdict())
    });
    let expected =
        [("first", Verdict::Covers), ("second", Verdict::Covers), ("inner::second", Verdict::Incomplete)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn text_that_is_nested_too_deeply_is_an_error_and_long_text_is_none() {
    let deep = [
        format!("fn f() -> i64 {{ {}1{} }}", "(".repeat(3_000), ")".repeat(3_000)),
        format!("fn f() -> i64 {{ 1{} }}", " + 1".repeat(50_000)),
        format!("fn f() -> i64 {{ {} {{ 2 }} }}", "if a { 1 } else ".repeat(2_000)),
        format!("fn f(x: {}i64) -> i64 {{ 1 }}", "&".repeat(50_000)),
        format!("{}{}", "mod m {".repeat(3_000), "}".repeat(3_000)),
    ];
    for text in deep {
        let told: Vec<String> = problems(&text).into_iter().map(|(_, message)| message).collect();
        assert_eq!(told, ["this is nested too deeply"], "{} ..", &text[..40]);
    }
    let generator = "#[generator(covers = |v: &i64| *v == 1)] fn own(n: i64, g: &mut Gen) -> i64";
    let wide = [
        "fn f() -> i64 { if true { 1 } else { 2 } }\n".repeat(3_000),
        format!("{generator} {{ {} 1 }}", "let x = n; ".repeat(100)),
        format!("{generator} {{ match n {{ {} _ => 1 }} }}", "0 => { 1 } ".repeat(200)),
        format!("{generator} {{ {}1{} }}", "(".repeat(900), ")".repeat(900)),
        format!("{generator} {{ n{} }}", " + 1".repeat(100)),
    ];
    for text in wide {
        assert_eq!(problems(&text), [], "{} ..", &text[..40]);
    }
}

/// What a file of examples says of its generators: the name, the verdict, and the first missing value or the one outside.
const VERDICTS: &[(&str, &str, Verdict, &str)] = &[
    ("lists.rs", "sized", Verdict::Proved, ""),
    ("lists.rs", "sorted", Verdict::Proved, ""),
    ("lists.rs", "unique", Verdict::Proved, ""),
    ("heaps.rs", "heap", Verdict::Proved, ""),
    ("search_trees.rs", "between", Verdict::Proved, ""),
    ("red_black_trees.rs", "red_black", Verdict::Proved, ""),
    ("wrong.rs", "full", Verdict::Incomplete, "full(1, g): List::Nil"),
    (
        "wrong.rs",
        "strict",
        Verdict::Incomplete,
        "strict(2, 0, g): List::Cons(0, Box::new(List::Cons(0, Box::new(List::Nil))))",
    ),
    (
        "wrong.rs",
        "unsorted",
        Verdict::Unsound,
        "unsorted(2, g): List::Cons(1, Box::new(List::Cons(0, Box::new(List::Nil))))",
    ),
    ("wrong.rs", "full_tree", Verdict::Incomplete, "full_tree(0, 2, g): Tree::Leaf"),
    ("wrong.rs", "overflowing", Verdict::Unproved, ""),
    (
        "wrong.rs",
        "only_search_trees",
        Verdict::Incomplete,
        "only_search_trees(-1, 1, g): Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Node(Box::new(Tree::Leaf), 0, \
         Box::new(Tree::Leaf))))",
    ),
];

#[test]
fn generators_of_the_examples_in_rust_have_their_verdicts() {
    let Some(solver) = solver(Duration::from_secs(2)) else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generators");
    let mut files: Vec<&str> = VERDICTS.iter().map(|row| row.0).collect();
    files.dedup();
    for file in files {
        let text = std::fs::read_to_string(directory.join(file)).expect("it is an example");
        let RustProgram { loaded, notation } = read(file, &text).expect("a thread starts");
        assert_eq!(loaded.diagnostics, [], "{file}");
        let verifier = Verifier::written(loaded.program.expect("it has no problems"), notation);
        let verifier = verifier.expect("it is small");
        let mut proofs = verifier.proofs(&solver);
        let rows: Vec<_> = VERDICTS.iter().filter(|row| row.0 == file).collect();
        assert_eq!(verifier.generators().len(), rows.len(), "{file}");
        for (generator, (_, name, verdict, value)) in verifier.generators().iter().zip(rows) {
            assert_eq!(generator.name(), *name);
            let bounds = Bounds::to_size(8);
            let verified = verifier.verify(generator, &bounds, proofs.as_mut());
            let bounded = verified.bounded.as_ref().expect("it can be run");
            let missing = bounded.missing.first().map(|missing| &missing.values);
            let shown = missing.or(bounded.outside.as_ref().map(|outside| &outside.values));
            let shown =
                shown.map(|values| format!("{}: {}", generator.call(values), generator.result(values)));
            assert_eq!(
                (verified.verdict(), shown.as_deref()),
                (*verdict, Some(*value).filter(|value| !value.is_empty())),
                "{name}"
            );
        }
    }
}
