//! Generators that miss values, or never end, of which there must be no proof: each was written against a mistake that a proof could
//! make. Running them is left out, so nothing else prevents a wrong verdict.

use std::time::Duration;

use everycase_verify::proof::{ProofFailure, Proofs};
use pun::load::load_text;

use crate::solver::solver;

/// Returns for each generator of a program why there is no proof, `None` if there is one; nothing if there is to be no solver.
pub(crate) fn unproved(text: &str) -> Option<Vec<(String, Option<ProofFailure>)>> {
    let loaded = load_text("text.pun", text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let solver = solver(Duration::from_millis(500))?;
    let mut proofs = Proofs::new(&program, &solver);
    let declared = program.generators.iter().filter(|generator| !generator.is_assumed);
    let results = declared.map(|generator| {
        let name = program.globals[generator.global.index()].name.to_string();
        (name, proofs.of(generator).result.err())
    });
    Some(results.collect())
}

/// Checks which generators of a program are proved.
#[track_caller]
pub(crate) fn check(text: &str, expected: &[(&str, bool)]) {
    let Some(found) = unproved(text) else { return };
    let proved: Vec<(&str, bool)> = found.iter().map(|(name, why)| (name.as_str(), why.is_none())).collect();
    assert_eq!(proved, expected, "{found:?}");
}

/// Checks that there is no proof of `g`, since something has no meaning in the logic.
#[track_caller]
fn check_unsupported(text: &str, expected: &str) {
    let Some(found) = unproved(text) else { return };
    let own = found.iter().find(|(name, _)| name == "g");
    match own {
        Some((_, Some(ProofFailure::Unsupported { what, .. }))) => assert!(what.contains(expected), "{what}"),
        _ => panic!("{found:?}"),
    }
}

#[test]
fn a_term_that_nothing_uses_has_to_have_a_value() {
    let looping = "loop : integer -> boolean . loop n = loop n .";
    for body in [
        "let _x = loop 3 in 0",
        "case loop 3 of ; _ -> 0",
        "if loop 3 || true then 0 else 0",
        "if loop 3 then 0 else 0",
        "const 0 (loop 3)",
    ] {
        let text = format!(
            "generator g : [v : integer | v == 0] . g = {body} . {looping}
            const : integer -> boolean -> integer . const x _ = x ."
        );
        check_unsupported(&text, "`loop`, whose recursive calls");
    }
}

#[test]
fn functions_that_call_each_other_for_ever_have_no_definition() {
    let text = "
        generator g : (xs : list integer) -> [v : integer | true] .
        g xs = if p xs then 0 else 1 .
        p : list integer -> boolean . p xs = not (q xs) .
        q : list integer -> boolean . q xs = p xs .";
    check_unsupported(text, "`p`, whose recursive calls");
}

#[test]
fn functions_that_call_each_other_on_parts_have_definitions() {
    let text = "
        generator g : (xs : list integer) -> [v : integer | 0 <= v && v <= (if even xs then 0 else 1)] .
        g xs = if even xs then 0 else int-range 0 1 .
        even : list integer -> boolean . even xs = case xs of ; [] -> true ; _ :: rest -> odd 0 rest .
        odd : integer -> list integer -> boolean . odd _ xs = case xs of ; [] -> false ; _ :: rest -> even rest .";
    check(text, &[("g", true)]);
}

#[test]
fn a_function_whose_callee_has_no_value_has_none_each_time_that_it_is_asked() {
    let text = "
        generator g : (xs : list integer) -> [v : integer | v == 0] .
        g xs = if p xs then 0 else 0 .
        p : list integer -> boolean . p xs = case xs of ; [] -> q 3 ; _ :: rest -> p rest .
        q : integer -> boolean . q n = not (q n) .
        property p-is-p xs . p xs ==> p xs .";
    check_unsupported(text, "`q`, whose recursive calls");
}

#[test]
fn what_a_pattern_takes_apart_is_a_part_in_its_own_branch_only() {
    let text = "
        generator g : (xs : list integer) -> [v : integer | true] .
        g xs = if f xs || f [] then 0 else 1 .
        f : list integer -> boolean .
        f xs = case xs of ; _ :: [] -> true ; [] -> not (f []) ; _ -> true .";
    check_unsupported(text, "`f`, whose recursive calls");
}

#[test]
fn the_parts_of_a_choice_between_values_are_compared() {
    let text = "
        generator g : (n : integer) -> (ys : list integer) -> [v : integer | v == 5] .
        g n ys = case (if n == 0 then [] else ys) of ; 1 :: _ -> 5 ; [] -> 5 ; _ :: _ -> 6 .";
    check(text, &[("g", false)]);
    check(&text.replace("_ :: _ -> 6", "_ :: _ -> 5"), &[("g", true)]);
}

#[test]
fn a_quantifier_is_over_the_values_that_there_are() {
    let of = |data: &str, formula: &str| {
        let text = format!("{data} generator g : [v : integer | {formula} || v == 0] . g = 0 .");
        check_unsupported(&text, "a quantifier over");
    };
    of("", "forall (c : character) . c <= '\\u{10ffff}'");
    of("", "forall (s : string) . s /= \"a\"");
    of("data void = more void .", "forall (x : void) . x /= x");
    of("data void = more void . data option = none | some void .", "forall (x : option) . x == none");
    let stated =
        "generator g : [v : integer | forall (x : list boolean) . x == [] || v == v] . g = int-gen () .";
    check(stated, &[("g", true)]);
}

#[test]
fn a_choice_is_of_the_values_that_there_are() {
    let character = "
        generator lib : [c : character | true] .
        generator g : [v : integer | 0 <= v && v <= 1] .
        g = let c = lib in if c > '\\u{10ffff}' then 1 else 0 .";
    check_unsupported(character, "`c`, whose type");
    check_unsupported(&character.replace("let c = lib in if c", "if lib"), "a term whose type");
    let void = "
        data void = more void .
        generator lib : [x : void | true] .
        generator g : [v : integer | v == 0] .
        g = case lib of ; _ -> 0 .";
    check_unsupported(void, "a term whose type");
    check_unsupported(&void.replace("case lib of ; _ ->", "let _x = lib in"), "a choice of `_x`");
}

#[test]
fn a_generator_covers_nothing_by_calling_itself_for_ever() {
    check(
        "
generator c : (n : integer | 0 <= n) -> [v : integer | v == 3] . decreases (n) .
c n = d n .
generator d : (n : integer | 0 <= n) -> [v : integer | v == 3] . decreases (n) .
d n = c n .
generator same : (n : integer | 0 <= n) -> [v : integer | v == 3] .
same n = same n .
generator larger : (n : integer | 0 <= n) -> [v : integer | v == 3] .
larger n = larger (n + 1) .
generator down : (n : integer) -> [v : integer | v <= n] .
down n = n <+> down (n - 1) .
generator to-zero : (n : integer | 0 <= n) -> [v : integer | 0 <= v && v <= n] .
to-zero n = if n == 0 then 0 else n <+> to-zero (n - 1) .
",
        &[("c", false), ("d", false), ("same", false), ("larger", false), ("down", false), ("to-zero", true)],
    );
}

#[test]
fn an_error_and_an_empty_range_cover_nothing() {
    check(
        "
generator fails : [v : integer | v == 3] .
fails = error \"nothing\" .
generator unused : [xs : list integer | xs == []] .
unused = let _n = int-range 5 3 in [] .
generator used : [xs : list integer | xs == []] .
used = let _n = int-range 3 5 in [] .
generator even : () -> [n : integer | n mod 2 == 0] .
even () = let n = int-gen () in if n mod 2 == 0 then n else error \"odd\" .
generator quadruple : () -> [n : integer | n mod 2 == 0] .
quadruple () = int-gen () * 4 .
",
        &[("fails", false), ("unused", false), ("used", true), ("even", true), ("quadruple", false)],
    );
}

/// Algorithm 1 of the paper, read literally, quantifies parameters on each side of an implication apart.
#[test]
fn a_parameter_is_the_same_in_what_is_promised_and_in_what_is_produced() {
    check(
        "
generator other : (x : integer) -> [v : integer | v == x] .
other _ = 0 .
generator same : (x : integer) -> [v : integer | v == x] .
same x = x .
generator next : (x : integer | x == 1) -> [v : integer | v == x + 1 || v == x + x] .
next x = x + 1 .
generator own : (x : integer | x == 1) -> [v : integer | v == x + 1 || v == x + x] .
own x = x .
",
        &[("other", false), ("same", true), ("next", true), ("own", false)],
    );
}

#[test]
fn a_choice_is_made_once_where_a_variable_is_mentioned_twice() {
    check(
        "
generator twice : [p : (integer, integer) | fst p == snd p] .
twice = let x = int-gen () in (x, x) .
generator both : [p : (integer, integer) | 0 <= fst p] .
both = let x = nat-gen () in (x, x) .
",
        &[("twice", true), ("both", false)],
    );
}

#[test]
fn a_false_property_is_no_lemma() {
    check(
        "
len : list integer -> integer -> boolean .
len xs n = case xs of ; [] -> n == 0 ; _ :: rest -> len rest (n - 1) .
property negative xs n . len xs n ==> n < 0 .
property short xs n . len xs n ==> n <= 1 .
generator g : (n : integer | 0 <= n) -> [xs : list integer | len xs n] .
g n = if n == 0 then [] else if n == 1 then [(int-gen ())] else error \"too long\" .
",
        &[("g", false)],
    );
}

#[test]
fn a_function_as_an_argument_has_to_cover_the_type_of_the_parameter() {
    check(
        "
generator pick : (g : (n : integer | 0 <= n) -> [x : integer | 0 <= x && x <= n]) -> [p : integer | 0 <= p && p <= 9] .
pick g = g 9 .
generator well : () -> [p : integer | 0 <= p && p <= 9] .
well () = pick (\\n -> int-range 0 n) .
generator badly : () -> [p : integer | 0 <= p && p <= 9] .
badly () = pick (\\n -> int-range 1 n) .
generator outside : (g : (n : integer | 0 <= n) -> [x : integer | 0 <= x && x <= n]) -> [p : integer | p == 0] .
outside g = g -1 .
",
        &[("pick", true), ("well", true), ("badly", false), ("outside", false)],
    );
}

#[test]
fn choices_of_booleans_and_pairs_are_proved() {
    check(
        "
generator go : [r : integer | r == 1 || r == 2] .
go = if (case int-range 0 3 of ; x | x > 1 -> true ; _ -> false) then 1 else 2 .
generator both : [r : integer | 1 <= r && r <= 3] .
both = case (bool-gen (), bool-gen ()) of ; (true, true) -> 1 ; (true, false) -> 2 ; _ -> 3 .
generator fewer : [r : integer | 1 <= r && r <= 3] .
fewer = case (bool-gen (), true) of ; (true, true) -> 1 ; (true, false) -> 2 ; _ -> 3 .
",
        &[("go", true), ("both", true), ("fewer", false)],
    );
}
