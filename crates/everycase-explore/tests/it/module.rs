//! Tests of modules from beginning to end: what the check engine finds in programs.

use std::fmt::Write;

use everycase_explore::library::{Library, Values};
use everycase_explore::module::{Pool, Settings};

use crate::common::{collected, errors, errors_in, errors_of, file, left_out, module, text, texts};
use pun::load::expression;

#[test]
fn an_argument_that_breaks_the_invariant_of_a_visible_type_is_found() {
    let program = file("examples/explore/chapter-3/int-tree-1.pun");
    let found = errors(program, &Settings::default(), 6);
    assert_eq!(found, ["insert 0 (branch ? 0 ?1) ==> no branch fits"]);
}

#[test]
fn an_abstract_type_is_built_through_its_module_only() {
    let program = file("examples/explore/chapter-3/int-tree-3.pun");
    assert!(errors(program, &Settings::default(), 7).is_empty());
}

#[test]
fn a_constructor_with_fewer_fields_than_it_has_is_a_function() {
    let found = errors_in(
        "module main (apply, both, a, b, c) .
        data pair-of = both integer boolean .
        data abc = a | b | c .
        apply : (integer -> boolean -> pair-of) -> abc -> boolean .
        apply f x = 
          case x of ; a -> true ; b -> false ; c -> (case f 3 true of ; [both n t] -> if n == 3 && t then error \"both\" else t) .",
        8,
    );
    assert_eq!(found, ["apply both c ==> both"]);
}

#[test]
fn a_constructor_is_an_argument_for_a_function_whose_types_are_open() {
    let found = errors_in(
        "module main (apply, one, lists, integers) .
        data one a = one (list a) .
        data key a = key-of integer .
        lists : key (list integer) .
        lists = [key-of 0] .
        integers : key integer .
        integers = [key-of 1] .
        apply : (a -> one b) -> key a -> key b -> integer .
        apply f x y = case (x, y) of ; ([key-of 0], [key-of 1]) -> error \"one\" ; _ -> 0 .",
        7,
    );
    assert_eq!(found, ["apply ? lists integers ==> one"]);
}

#[test]
fn a_definition_whose_term_has_fewer_parameters_than_its_type_is_called_with_all_arguments() {
    let found = errors_in(
        "module main (total, alias, staged) .
        fold : (a -> b -> b) -> b -> list a -> b .
        fold f e xs = case xs of ; [] -> e ; x :: rest -> f x (fold f e rest) .
        total : list integer -> integer .
        total = fold (\\x sum -> if x == 0 then error \"zero\" else x + sum) 0 .
        head : list a -> a .
        head xs = case xs of ; x :: _ -> x .
        alias : list a -> a .
        alias = head .
        staged : integer -> boolean -> boolean -> integer .
        staged n = if n == 1 then error \"one\" else \\a -> if a then error \"a\" else \\b -> if b then 1 else error \"b\" .",
        8,
    );
    assert_eq!(
        found,
        [
            "alias [] ==> no branch fits",
            "staged 0 false false ==> b",
            "staged 0 true ? ==> a",
            "total (:: 0 []) ==> zero",
            "staged 1 ? ?1 ==> one",
        ]
    );
}

#[test]
fn functions_of_many_arguments_are_called() {
    let names: Vec<String> = (0..20).map(|i| format!("x{i}")).collect();
    let types = "boolean -> ".repeat(20);
    let program = format!(
        "module main (many) .\nmany : {types} integer .\nmany {} = if x19 then error \"last\" else 0 .",
        names.join(" ")
    );
    let found = errors_in(&program, 21);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("many ? ?1 ?2") && found[0].ends_with("?18 true ==> last"), "{found:?}");
}

#[test]
fn each_of_500_functions_is_tested() {
    let mut program = String::new();
    for i in 0..500 {
        writeln!(program, "f{i} : list integer -> integer .").expect("a string");
        writeln!(program, "f{i} xs = case xs of ; [] -> {i} ; _ :: _ -> error \"{i}\" .").expect("a string");
    }
    assert_eq!(errors_in(&program, 3).len(), 500);
}

#[test]
fn modules_without_functions_to_test_have_no_errors() {
    for program in
        ["module main () . f x = error \"f\" .", "", "data t = again t .", "module main () . data t = a ."]
    {
        let module = module(text(program), &Settings::default());
        assert_eq!(module.tested().count(), 0);
        let collected = collected(&module, 5, 1_000);
        assert_eq!(errors_of(&module, &collected), [""; 0]);
    }
}

#[test]
fn functions_of_types_without_values_are_left_out() {
    let program = "
        data endless = more endless .
        data either = one endless | two integer .
        never : endless -> integer .
        never _ = 1 .
        sometimes : either -> integer .
        sometimes e = case e of ; [two n] -> 1 div n ; _ -> 0 .";
    let module = module(text(program), &Settings::default());
    assert_eq!(left_out(&module), ["never: no expression makes a value of `endless`"]);
    let collected = collected(&module, 5, 1_000);
    assert_eq!(errors_of(&module, &collected), ["sometimes (two 0) ==> division by zero"]);
}

#[test]
fn generators_and_functions_that_call_them_are_left_out() {
    let program = "
        digit : integer -> integer .
        digit n = int-range 0 n .
        twice : integer -> integer .
        twice n = digit n + digit n .
        fine : integer -> integer .
        fine n = 1 div n .
        property drawn (n from digit 9) . n < 10 .";
    let module = module(text(program), &Settings::default());
    assert_eq!(
        left_out(&module),
        [
            "digit: it makes choices, which only generators may",
            "twice: it makes choices, which only generators may",
            "property drawn: it draws inputs from generators",
        ]
    );
    let collected = collected(&module, 5, 1_000);
    assert_eq!(errors_of(&module, &collected), ["fine 0 ==> division by zero"]);
}

#[test]
fn polymorphic_functions_are_tested_on_atoms() {
    let found = errors_in(
        "module main (same, third) .
        same : a -> a -> boolean .
        same x y = if x < y then error \"less\" else x == y .
        third : list a -> a .
        third xs = case xs of ; _ :: _ :: x :: _ -> x ; [] -> error \"none\" .",
        6,
    );
    assert_eq!(found, ["same 0 1 ==> less", "third [] ==> none", "third (:: ? []) ==> no branch fits"]);
}

#[test]
fn a_false_property_is_an_error_and_an_input_without_its_premise_is_discarded() {
    let found = errors_in(
        "half n = if n == 7 then error \"seven\" else n div 2 .
        property small (n : integer) . n > 3 ==> half (n + 1) < n .
        property never (n : integer) . n > 4 && n < 5 ==> false .
        property large (n : integer) . n > 4 ==> n > 5 .
        property same (x : a) (y : a) . x == y .
        property constant . 1 == 2 .",
        8,
    );
    assert_eq!(
        found,
        [
            "property constant ==> property constant is false",
            "property same 0 1 ==> property same is false",
            "half 7 ==> seven",
            "property large 5 ==> property large is false",
        ]
    );
}

#[test]
fn discarded_inputs_of_properties_are_counted() {
    let module = module(text("module main () . property p (b : boolean) . b ==> b ."), &Settings::default());
    let collected = collected(&module, 5, 100);
    assert_eq!((collected.checked.coverage.discards(), collected.groups.len()), (1, 0));
}

#[test]
fn a_function_that_returns_false_or_the_unit_passes() {
    assert_eq!(
        errors_in("f : integer -> boolean . f n = n == 1 . g : integer -> () . g _ = () .", 5),
        [""; 0]
    );
}

#[test]
fn open_integers_are_put_in_orders_and_a_pool_is_tried_constant_by_constant() {
    let program = "
        f : integer -> character -> integer .
        f n c = if n == 12345 && c == 'q' then error \"f -1 'x'\" else case n of ; -77 -> 1 div 0 ; _ -> 1 .
        property unused . 4 == 4 .";
    let found = |integers, characters, size| {
        let settings = Settings { integers, characters, ..Settings::default() };
        errors(text(program), &settings, size)
    };
    let [zero, both] = ["f -77 ? ==> division by zero", "f 12345 'q' ==> f -1 'x'"];
    assert_eq!(found(Pool::Literals, Pool::Literals, 3), [both, zero]);
    assert_eq!(found(Pool::Default, Pool::Open, 8), [""; 0]);
    let these = Pool::These(vec![(-77).into(), 5.into(), 5.into()]);
    assert_eq!(found(these, Pool::These(vec![]), 8), [""; 0]);
    let these = Pool::These(vec![(-77).into()]);
    assert_eq!(found(these, Pool::Default, 8), [zero]);
}

#[test]
fn the_literals_of_a_program_are_constants_once() {
    let program = "
        f n = n + 3 + 3 + 1 .
        g c = if c == 'x' then \"xy\" else error \"pq\" .
        property p . f 0 == 7 .";
    let settings = Settings { integers: Pool::Literals, characters: Pool::Literals, ..Settings::default() };
    let module = module(text(program), &settings);
    let constants = |name: &str| {
        let data = module.signature().datas.iter().find(|data| &*data.name == name).expect("it exists");
        let Values::Constants(constants) = &data.values else { panic!("{:?}", data.values) };
        constants.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(constants("integer"), ["0", "1", "3", "7"]);
    assert_eq!(constants("character"), ["'a'", "'x'", "'y'"]);
}

#[test]
fn no_expression_compares_functions() {
    let program = "module main (f, g, smaller, shape, same) .
        data shape = square integer | by (integer -> integer) .
        smaller : a -> a -> a .
        smaller x y = if x <= y then x else y .
        same : list a -> a -> boolean .
        same xs y = xs == [y] .
        f : (integer -> integer) -> integer .
        f g = g 1 .
        g : shape -> integer .
        g s = case s of ; [square n] -> n ; [by f] -> f 0 .";
    let module = module(text(program), &Settings::default());
    let mut expressions = 0;
    for text in texts(&module, 5) {
        let checked = expression(&mut (**module.engine().program()).clone(), &text);
        assert!(checked.is_ok(), "{text}: {checked:?}");
        expressions += 1;
    }
    assert!(expressions > 50, "{expressions}");
}

#[test]
fn functions_of_imported_modules_are_called_under_clear_names() {
    let program = "module main (use, take, both, value) .
        import left .
        import right .
        use : left -> integer .
        use l = if value l == 2 then error \"two\" else 1 .
        take : right -> right .
        take r = case shown r of ; 3 -> error \"three\" ; _ -> r .
        shown : right -> integer .
        shown r = case r of ; [only n] -> n ; _ -> 1 div 0 .
        both : open -> list open -> string -> boolean .
        both o os s = if os == [red, o] && s == \"b\" then error \"both\" else true .";
    let module = module(text(program), &Settings::default());
    let names: Vec<&str> =
        module.signature().functions.iter().filter(|own| own.is_provider).map(|own| &*own.name).collect();
    let mut names = names;
    names.sort_unstable();
    assert_eq!(names, ["both", "left.shared", "only", "right.shared", "start", "take", "up", "use", "value"]);
}

#[test]
fn further_modules_provide_arguments_when_they_are_named() {
    let program = "module main (f) . f : (integer -> integer) -> integer . f g = if g 3 == -3 && g 0 == 0 && g 1 == -1 then error \"f\" else 0 .";
    let with = |further: &str| {
        let settings = Settings { further: vec![further.to_owned()], ..Settings::default() };
        everycase_explore::module::Module::with(text(program), &settings)
    };
    let with_prelude = std::sync::Arc::new(with("prelude").expect("there is a prelude"));
    let found = collected(&with_prelude, 2, 10_000);
    assert_eq!(errors_of(&with_prelude, &found), ["f negate ==> f"]);
    assert_eq!(with("other").err().expect("it is unknown")[0].message, "the program has no module `other`");
}

#[test]
fn functions_make_streams_because_their_constructors_alone_make_none() {
    let program = "module main (stream, next, from-on, drop, rise, fall) .
        data stream a = next a ~(stream a) .
        from-on : integer -> stream integer .
        from-on n = [next n (from-on (n + 1))] .
        drop : integer -> stream a -> stream a .
        drop n s = if n <= 0 then s else case s of ; [next _ rest] -> drop (n - 1) rest .
        rise : stream integer -> boolean .
        rise s = case s of ; [next x [next y _]] -> if x == 3 && y == 4 then error \"rise\" else true .
        fall : stream integer -> boolean .
        fall s = case s of ; [next x [next y _]] -> if x > y then error \"fall\" else true .";
    let module = module(text(program), &Settings::default());
    assert_eq!(left_out(&module), [""; 0]);
    assert_eq!(
        errors_of(&module, &collected(&module, 7, 100_000)),
        ["fall (next 1 (from-on 0)) ==> fall", "rise (from-on 3) ==> rise"]
    );
}

#[test]
fn from_inside_all_constructors_of_the_module_are_visible() {
    let program = "module main (set, empty, add, least) .
        data set = tip | node set integer set .
        empty = tip .
        add : integer -> set -> set .
        add n s = case s of
          ; tip -> [node tip n tip]
          ; [node l m r] -> if n < m then [node (add n l) m r] else if n > m then [node l m (add n r)] else s .
        least : set -> integer .
        least s = case s of
          ; [node tip n _] -> n
          ; [node l n _] -> if least l > n then error \"out of order\" else least l .";
    let outside = errors(text(program), &Settings::default(), 7);
    assert_eq!(outside, ["least empty ==> no branch fits"]);
    let inside = errors(text(program), &Settings { inside: true, ..Settings::default() }, 7);
    assert_eq!(inside, ["least tip ==> no branch fits", "least (node (node tip 1 ?) 0 ?1) ==> out of order"]);
}

#[test]
fn types_inside_a_type_that_holds_larger_instances_of_itself_are_bounded() {
    let program = "module main (perfect, zero, succ, size, two, part, apply) .
        data perfect a = zero a | succ (perfect (a, a)) .
        size : perfect a -> integer .
        size t = case t of ; [zero _] -> 1 ; [succ u] -> 2 * size u .
        two : perfect a -> integer .
        two t = case t of ; [succ [succ [zero _]]] -> error \"two\" ; _ -> 0 .
        part : perfect (integer, integer) -> integer .
        part t = case t of ; [zero (a, b)] -> a div b ; [succ [zero (_, (3, _))]] -> error \"three\" ; _ -> 1 .
        apply : (perfect integer -> integer) -> integer .
        apply f = 1 div f [zero 0] .";
    assert_eq!(
        errors_in(program, 6),
        [
            "apply two ==> division by zero",
            "part (zero ((,) 0 0)) ==> division by zero",
            "two (succ (succ (zero ?))) ==> two",
            "part (succ (zero ((,) ? ((,) 3 ?1)))) ==> three",
        ]
    );
}
