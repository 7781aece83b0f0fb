//! Which arguments are tried: definitions that are not left out as equal to others, functions made for a type, and no properties.

use everycase_explore::module::{Pool, Settings};

use crate::common::{errors, module, text, texts};

/// The only integer in expressions is 0.
fn zero() -> Settings {
    Settings { integers: Pool::These(vec![0.into()]), ..Settings::default() }
}

#[test]
fn a_definition_is_an_argument_if_its_value_has_parts() {
    let program = "module main (made, large, use) .
        data box = made integer .
        large : box .
        large = [made 77] .
        use : box -> integer .
        use b = case b of ; [made n] -> if n == 77 then error \"large\" else n .";
    assert_eq!(errors(text(program), &zero(), 4), ["use large ==> large"]);
}

#[test]
fn of_definitions_with_the_same_value_one_is_an_argument() {
    let program = "module main (made, large, also, use) .
        data box = made integer .
        large : box .
        large = [made 77] .
        also : box .
        also = [made (70 + 7)] .
        use : box -> integer .
        use b = case b of ; [made n] -> n .";
    let mentions = |settings: &Settings| -> [bool; 2] {
        let texts = texts(&module(text(program), settings), 4);
        ["use large", "use also"].map(|expression| texts.iter().any(|text| text == expression))
    };
    assert_eq!(mentions(&zero()), [false, true]);
    assert_eq!(mentions(&Settings { repeats: true, ..zero() }), [true, true]);
}

#[test]
fn definitions_that_hold_functions_are_not_compared() {
    let program = "module main (op, double, triple, use) .
        data op = op (integer -> integer) .
        double : op .
        double = [op (\\x -> 2 * x)] .
        triple : op .
        triple = [op (\\x -> 3 * x)] .
        use : op -> integer .
        use o = case o of ; [op f] -> if f 5 == 15 then error \"triple\" else if f 5 == 10 then error \"double\" else 0 .";
    assert_eq!(errors(text(program), &zero(), 4), ["use triple ==> triple", "use double ==> double"]);
}

#[test]
fn functions_are_made_for_types_within_the_types_of_parameters() {
    let within_data = "module main (use) .
        use : list (integer -> integer) -> integer .
        use fs = case fs of ; f :: _ -> if f 3 == 5 then error \"five\" else 0 ; [] -> 0 .";
    assert_eq!(errors(text(within_data), &Settings::default(), 6), ["use (:: (\\_ -> 5) ?) ==> five"]);
}

#[test]
fn functions_are_made_for_the_parameters_of_functions_that_results_hold() {
    let program = "module main (held) .
        held : ((integer -> integer) -> integer) -> maybe ((integer -> integer) -> integer) .
        held _ = [just (\\g -> if g 3 == 5 then error \"five\" else 1)] .";
    assert_eq!(
        errors(text(program), &Settings::default(), 6),
        ["(case held ? of just x -> x) (\\_ -> 5) ==> five"]
    );
}

#[test]
fn definitions_with_parts_that_wait_on_demand_are_not_compared() {
    let program = "module main (stream, next, level, rise, use) .
        data stream = next integer ~stream .
        level : stream .
        level = [next 0 level] .
        rise : stream .
        rise = from-on 0 .
        from-on : integer -> stream .
        from-on n = [next n (from-on (n + 1))] .
        use : stream -> integer .
        use s = case s of ; [next x [next y _]] -> if x < y then error \"rise\" else x .";
    assert_eq!(errors(text(program), &zero(), 4), ["use rise ==> rise"]);
}

#[test]
fn a_property_is_no_argument() {
    let program = "module main (use) .
        use : (integer -> boolean) -> integer .
        use f = if f 1 then 1 else 2 .
        property wrong (n : integer) . n == n .";
    let texts = texts(&module(text(program), &zero()), 5);
    assert!(texts.iter().any(|text| text.starts_with("use ")), "{texts:?}");
    assert!(!texts.iter().any(|text| text.starts_with("use") && text.contains("wrong")), "{texts:?}");
}

#[test]
fn types_of_other_modules_stay_abstract_from_inside() {
    let program = "module main (take) .
        import left .
        take : left -> integer .
        take l = if value l < 0 then error \"negative\" else 1 .";
    let inside = Settings { inside: true, ..Settings::default() };
    assert_eq!(errors(text(program), &inside, 6), [""; 0]);
}

#[test]
fn functions_are_made_for_the_parameters_of_functions_that_are_only_called() {
    let program = "module main (use) .
        import held .
        use : held -> integer .
        use h = if look h then error \"held\" else 0 .";
    let found = errors(text(program), &Settings::default(), 10);
    assert_eq!(found, ["use (hold (\\x -> if x == 0 then 1 else 0)) ==> held"]);
}

#[test]
fn functions_are_made_for_types_within_the_result_of_an_abstract_function() {
    let program = "module main (token, start, only, use) .
        data token = first .
        start : token .
        start = first .
        only : a -> token -> maybe a .
        only x _ = [just x] .
        use : (token -> maybe (integer -> integer)) -> integer .
        use f = case f start of ; [just g] -> if g 0 == 1 && g 1 == 0 then error \"made\" else 1 ; _ -> 0 .";
    let found = errors(text(program), &Settings::default(), 10);
    assert_eq!(found, ["use (only (\\x -> if x == 0 then 1 else 0)) ==> made"]);
}
