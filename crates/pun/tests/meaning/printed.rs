//! What inputs and terms are shown as is pun source that means the same.

use std::sync::Arc;

use everycase_kernel::{BigUint, Derivation, Derivations, Random, SeedableRng};
use pun::core::{Expr, Kind, Program, Type};
use pun::inputs::Inputs;
use pun::reference::Interpreter;
use pun::terms::{self, Mode};
use pun::value::Value;
use pun::{format, load, show, types};

const PROGRAM: &str = "
    data tree a = tip | fork (tree a) a (tree a) .
    data colour = red | green | blue .
    data point a = point a () a .
    data stream a = stop | more a ~(stream a) .
    data holder a = hold (boolean -> a) .
    property types (a : tree integer) (b : (integer, boolean)) (c : list integer) (d : stream integer)
      (e : integer -> integer) . true .
";

fn program() -> Program {
    let loaded = load::load_text("program.pun", PROGRAM);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn ty(program: &mut Program, text: &str) -> Type {
    load::ty(program, text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// A term of a type. Its blanks are where `everycase fmt` puts them.
fn read(program: &mut Program, text: &str, ty: &str) -> Expr {
    let definition = format!("x = {text} .\n");
    let formatted = format::format(&definition).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!(one_line(&formatted), definition.trim_end());
    let text = format!("({text} : {ty})");
    let (expr, _) = load::expression(program, &text).unwrap_or_else(|errors| {
        panic!("{text}: {:?}", errors.iter().map(|it| &it.message).collect::<Vec<_>>())
    });
    expr
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most this many derivations, the smallest first and then some of the sizes after them.
fn some(derivations: &Derivations, most: usize) -> Vec<Derivation> {
    let mut all = Vec::new();
    for size in 0..14 {
        all.extend(derivations.bounded(size, 1 + (most / 5) as u64).unwrap());
        if all.len() >= most {
            break;
        }
    }
    all
}

fn apply(function: Expr, arguments: Vec<Expr>) -> Expr {
    let span = function.span;
    Expr { kind: Kind::Apply(function.into(), arguments), span }
}

/// The value or what goes wrong, as text.
fn outcome(program: &Program, expr: &Expr, ty: &Type) -> String {
    match Interpreter::new(program).expression(expr) {
        Ok(value) => show::show(program, &value, Some(ty)),
        Err(fault) => format!("{fault}"),
    }
}

#[test]
fn a_printed_function_does_what_its_case_tree_does() {
    let mut base = program();
    for (arguments, result) in [
        (vec!["boolean"], "boolean"),
        (vec!["integer"], "(integer, boolean)"),
        (vec!["character"], "list character"),
        (vec!["colour", "colour"], "integer"),
        (vec!["(boolean, integer)", "boolean"], "integer"),
        (vec!["((), (boolean, colour))"], "colour"),
        (vec!["list boolean"], "integer"),
        (vec!["list (boolean, ())", "list boolean"], "boolean"),
        (vec!["tree integer"], "list integer"),
        (vec!["tree (tree boolean)"], "boolean"),
        (vec!["point boolean", "boolean"], "point integer"),
        (vec!["stream boolean"], "stream boolean"),
        (vec!["boolean -> boolean"], "boolean"),
        (vec!["boolean -> (integer, boolean)", "integer"], "boolean"),
        (vec!["integer -> boolean -> boolean"], "boolean"),
        (vec!["holder boolean"], "holder boolean"),
        (vec!["boolean"], "list (boolean -> boolean)"),
    ] {
        let mut named = base.clone();
        let text = arguments.iter().map(|argument| format!("({argument})")).collect::<Vec<_>>().join(" -> ");
        let text = format!("{text} -> {result}");
        let function_type = ty(&mut named, &text);
        let result_type = ty(&mut named, result);
        let argument_types: Vec<_> = arguments.iter().map(|argument| ty(&mut named, argument)).collect();
        let types: Vec<_> = argument_types.iter().chain([&function_type]).cloned().collect();
        let inputs = Inputs::new(named, &types).unwrap();
        // All combinations of some arguments.
        let mut tuples: Vec<Vec<Expr>> = vec![vec![]];
        for ty in &argument_types {
            let values = some(&Derivations::new(inputs.shape(ty)), 9);
            let values: Vec<_> = values.iter().map(|value| inputs.expr(ty, value.root()).unwrap()).collect();
            let with = |tuple: Vec<Expr>| {
                let longer = |value: &Expr| [&tuple[..], std::slice::from_ref(value)].concat();
                values.iter().map(longer).collect::<Vec<_>>()
            };
            tuples = tuples.into_iter().flat_map(with).collect();
        }
        for function in some(&Derivations::new(inputs.shape(&function_type)), 60) {
            let value = inputs.value(&function_type, function.root());
            let Value::Function(source) = &value else { panic!("no function") };
            let printed = read(&mut base, source, &text);
            let function = inputs.expr(&function_type, function.root()).unwrap();
            // Functions in a result have other names.
            let tuples = if result.contains("->") || result.contains("holder") { &[] } else { &tuples[..] };
            for tuple in tuples {
                let program = inputs.program();
                let one = outcome(program, &apply(function.clone(), tuple.clone()), &result_type);
                let other = outcome(program, &apply(printed.clone(), tuple.clone()), &result_type);
                assert_eq!(one, other, "{source} : {text}");
            }
        }
    }
}

#[test]
fn a_printed_term_is_of_its_type_and_has_the_value_of_the_term() {
    let program = Arc::new(program());
    let mut reader = (*program).clone();
    let mut rng = Random::seed_from_u64(5);
    for (text, argument) in [
        ("integer", ""),
        ("boolean", ""),
        ("(integer, list boolean)", ""),
        ("list integer", ""),
        ("list character", ""),
        ("point colour", ""),
        ("integer -> integer", "5"),
        ("list integer -> integer", "[3, -1, 4]"),
        ("tree integer -> list integer", "[fork [fork tip 1 tip] 2 [fork tip 3 tip]]"),
        ("stream integer -> integer", "[more 1 [more 2 stop]]"),
        ("(integer -> integer) -> integer", "(\\x -> x * 2)"),
    ] {
        let ty = ty(&mut reader, text);
        let result = if let Type::Arrow(arrow) = &ty { arrow.1.clone() } else { ty.clone() };
        for mode in [Mode::Used, Mode::All] {
            let derivations = Derivations::new(terms::shape(&program, &ty, mode).unwrap());
            let mut terms = some(&derivations, 100);
            // Counted before there is a sampler, which would need counts of its own.
            derivations.count(9).unwrap();
            let mut uniform = derivations.uniform().unwrap();
            for size in [8, 9] {
                if derivations.count(size).unwrap() > BigUint::ZERO {
                    terms.extend((0..30).map(|_| uniform.of_size(size, &mut rng).unwrap().clone()));
                }
            }
            for term in terms {
                let source = terms::source(term.root()).unwrap();
                let mut term = terms::expr(term.root(), &mut 0).unwrap();
                let mut printed = read(&mut reader, &source, text);
                if !argument.is_empty() {
                    let Type::Arrow(_) = &ty else { panic!("no function") };
                    let (of, _) = text.rsplit_once(" -> ").unwrap();
                    let argument = read(&mut reader, argument, of);
                    term = apply(term, vec![argument.clone()]);
                    printed = apply(printed, vec![argument]);
                }
                let value = outcome(&program, &term, &result);
                assert_eq!(value, outcome(&program, &printed, &result), "{source}");
            }
        }
    }
}

#[test]
fn a_printed_value_has_no_more_brackets_than_it_needs() {
    let mut program = program();
    for text in [
        "[(tip)]",
        "[[just [(red)]], nothing]",
        "(1, (-2, \"\\\"'\\n\"))",
        "['a', '\\'', '\"']",
        "[fork tip ([], [[]]) tip]",
        "[hold (\\x -> if x then [1] else [])]",
        "\\x y -> case x of ; [] -> (case y of ; 0 -> 1 ; n -> n - (1 - n)) ; a :: b :: c -> (a + 1) * 2",
        "\\x -> (x == 1) == (x <= 2 || x > 3 && x /= 4 ==> x >= 5)",
        "(let (x, y) = (1, 2) in \\z -> z x y) (\\x y -> x :: y :: [])",
        "if true then (case 1 of ; _ -> 2) else case 3 of ; x | (if x == 3 then true else false) -> 4",
        "rec f . \\x -> if x <= 0 then 0 else f (x - 1) + 1",
    ] {
        let (tree, errors) = pun::syntax::parse_term(pun::source::FileId(0), text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        assert_eq!(format::one_line(tree), text);
        let definition = format!("x = {text} .\n");
        assert_eq!(one_line(&format::format(&definition).unwrap()), definition.trim_end());
    }
    let typed = load::expression(&mut program, "[(red)]");
    assert!(typed.is_ok(), "a list of one colour");
}

#[test]
fn a_printed_type_is_read_as_the_type() {
    let mut program = program();
    let mut types = vec!["integer".to_owned(), "colour".into(), "string".into(), "unit".into()];
    for _ in 0..2 {
        let known = types.clone();
        for (i, one) in known.iter().enumerate() {
            types.extend([format!("tree ({one})"), format!("list (({one}) -> boolean)")]);
            let other = &known[(i * 7 + 3) % known.len()];
            types.extend([format!("({one}) -> ({other})"), format!("(({one}), ({other}))")]);
        }
    }
    assert!(types.len() > 90, "{}", types.len());
    for text in types {
        let meant = ty(&mut program, &text);
        let shown = types::show(&program, &meant);
        assert_eq!(ty(&mut program, &shown), meant, "{shown}");
        let signature = format!("x : {shown} .\n");
        assert_eq!(one_line(&format::format(&signature).unwrap()), signature.trim_end());
    }
}
