//! Values into derivations: the inverse of derivations into values.

use everycase_kernel::{BigUint, Derivation, Derivations, Random, SeedableRng, Shape};
use num_bigint::BigInt;
use pun::core::{ConId, Program, Type};
use pun::inputs::{Cause, Constants, EncodeFailure, Inputs, Place};
use pun::load;
use pun::reference::Interpreter;
use pun::value::Value;

const PROGRAM: &str = "
    data tree a = tip | fork (tree a) a (tree a) .
    data colour = red | green | blue .
    data point a = point a () a .
    data stream a = stop | more a ~(stream a) .
    data nest a = none | deeper a (nest (a, a)) .
    // The prelude has constructors of these names.
    data hiding = just | leaf .
    up-from n = [more n (up-from (n + 1))] .
    size t = case t of ; tip -> 0 ; [fork l x r] -> size l + 1 + size r .
    build n = if n <= 0 then tip else [fork (build (n - 1)) n tip] .
";

fn program() -> Program {
    let loaded = load::load_text("program.pun", PROGRAM);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn ty(program: &mut Program, text: &str) -> Type {
    load::ty(program, text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The inputs of a type, and the derivations of one input of it.
fn inputs(text: &str) -> (Inputs, Type, Derivations) {
    inputs_with(text, Constants::default())
}

fn inputs_with(text: &str, constants: Constants) -> (Inputs, Type, Derivations) {
    let mut program = program();
    let ty = ty(&mut program, text);
    let inputs = Inputs::with_constants(program, std::slice::from_ref(&ty), constants).unwrap();
    let derivations = Derivations::new(Shape::product([inputs.shape(&ty)]));
    (inputs, ty, derivations)
}

fn decoded(inputs: &Inputs, ty: &Type, derivation: &Derivation) -> Value {
    inputs.value(ty, derivation.root().field(0))
}

/// A value that the program computes.
fn computed(text: &str, ty: &str) -> Value {
    let mut program = program();
    let text = format!("({text} : {ty})");
    let (expr, _) =
        load::expression(&mut program, &text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    Interpreter::new(&program).expression(&expr).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn not_encoded(value: &Value, text: &str) -> EncodeFailure {
    let (inputs, ty, derivations) = inputs(text);
    inputs.derivation(&derivations, &[(&ty, value)]).expect_err(text)
}

const DATA: [&str; 14] = [
    "integer",
    "character",
    "boolean",
    "()",
    "(integer, (boolean, character))",
    "string",
    "list (list boolean)",
    "list ()",
    "tree integer",
    "tree (tree boolean)",
    "point (point colour)",
    "stream boolean",
    "nest boolean",
    "nest (list integer)",
];

const FUNCTIONS: [&str; 27] = [
    "boolean -> boolean",
    "colour -> colour -> integer",
    "((), (boolean, colour)) -> colour",
    "point boolean -> boolean -> point integer",
    "() -> boolean",
    "(boolean -> boolean) -> boolean",
    "(boolean -> colour) -> maybe boolean",
    "boolean -> list (boolean -> boolean)",
    "bst boolean () -> maybe boolean",
    "maybe boolean -> bst boolean ()",
    "boolean -> string",
    "integer -> (integer, boolean)",
    "character -> string",
    "(boolean, integer) -> boolean -> integer",
    "list boolean -> integer",
    "list (boolean, ()) -> list boolean -> boolean",
    "tree integer -> list integer",
    "tree (tree boolean) -> boolean",
    "(integer, (integer, integer)) -> boolean",
    "point integer -> boolean",
    "point (integer, colour) -> boolean",
    "stream boolean -> stream boolean",
    "(boolean -> (integer, boolean)) -> integer -> boolean",
    "(integer -> boolean -> boolean) -> boolean",
    "(integer -> point integer) -> colour",
    "list (integer -> boolean)",
    "integer -> list (integer -> boolean)",
];

#[test]
fn the_value_of_a_derivation_is_encoded_as_the_derivation() {
    let count = encoded(&Constants::default());
    assert!(count > 5_000, "{count}");
}

#[test]
fn the_value_of_a_derivation_with_constants_is_encoded_as_the_derivation() {
    let integers = [7, -1, 0, 20].map(BigInt::from).to_vec();
    let count = encoded(&Constants::new(0, Some(integers), Some(vec!['z', 'a'])));
    assert!(count > 5_000, "{count}");
    let one = Constants::new(0, Some(vec![3.into()]), None);
    assert!(encoded(&one) > 2_000);
    // Two functions of the same type of which one is compared with a number that is no constant.
    let (inputs, ty, derivations) = inputs_with("integer -> boolean", one);
    for (number, is_encoded) in [(3, true), (4, false)] {
        let function = Value::Function(format!("\\x -> if x == {number} then true else false"));
        assert_eq!(inputs.derivation(&derivations, &[(&ty, &function)]).is_ok(), is_encoded);
    }
}

/// Encodes values of all types; returns their number.
fn encoded(constants: &Constants) -> usize {
    let mut rng = Random::seed_from_u64(7);
    let mut count = 0;
    for text in DATA.into_iter().chain(FUNCTIONS) {
        let (inputs, ty, derivations) = inputs_with(text, constants.clone());
        let mut some = Vec::new();
        for size in 0..12 {
            some.extend(derivations.bounded(size, 50).unwrap());
        }
        derivations.count(22).unwrap();
        let mut uniform = derivations.uniform().unwrap();
        for size in [8, 14, 22] {
            if derivations.count(size).unwrap() > BigUint::ZERO {
                some.extend((0..40).map(|_| uniform.of_size(size, &mut rng).unwrap().clone()));
            }
        }
        for derivation in some {
            let value = decoded(&inputs, &ty, &derivation);
            let encoded = inputs.derivation(&derivations, &[(&ty, &value)]);
            assert_eq!(encoded.as_ref(), Ok(&derivation), "{text}: {value:?}");
            count += 1;
        }
    }
    count
}

#[test]
fn the_derivation_of_a_value_that_a_program_computes_has_that_value() {
    for (text, of) in [
        ("2 * (3 - 10)", "integer"),
        ("build 5", "tree integer"),
        ("map (\\x -> (x, x == 2)) [1, 2, 3]", "list (integer, boolean)"),
        ("append \"ab\" ['\\n', '\"']", "string"),
        ("[deeper 1 [deeper (2, 3) none]]", "nest integer"),
        ("[more 1 [more 2 stop]]", "stream integer"),
        ("[point red () blue]", "point colour"),
        ("((), [(red), green])", "((), list colour)"),
    ] {
        let value = computed(text, of);
        let (inputs, ty, derivations) = inputs(of);
        let derivation = inputs.derivation(&derivations, &[(&ty, &value)]).unwrap();
        assert_eq!(decoded(&inputs, &ty, &derivation), value, "{text}");
        let read = derivations.parse(&derivation.words()).unwrap();
        assert_eq!(decoded(&inputs, &ty, &read), value, "{text}");
    }
}

#[test]
fn several_values_are_encoded_as_the_inputs_of_a_property() {
    let mut program = program();
    let types = [ty(&mut program, "integer"), ty(&mut program, "integer -> colour")];
    let inputs = Inputs::new(program, &types).unwrap();
    let derivations = Derivations::new(Shape::product(types.iter().map(|ty| inputs.shape(ty))));
    let values =
        [Value::Integer(BigInt::from(5)), Value::Function("\\n -> if n == 5 then red else blue".into())];
    let derivation =
        inputs.derivation(&derivations, &[(&types[0], &values[0]), (&types[1], &values[1])]).unwrap();
    for (i, value) in values.iter().enumerate() {
        let decoded = inputs.value(&types[i], derivation.root().field(i));
        match value {
            Value::Function(_) => {
                assert_eq!(decoded, Value::Function("\\x -> if x == 5 then red else blue".into()));
            }
            _ => assert_eq!(decoded, *value),
        }
    }
}

#[test]
fn what_has_no_derivation_is_named_with_its_place() {
    let field = |name: &str, number| Place::Field(name.into(), number);
    let integer = |integer: i64| Value::Integer(BigInt::from(integer));
    let list = |elements: Vec<Value>| {
        let cons = |rest, first| Value::Construct(ConId::CONS, vec![first, rest]);
        elements.into_iter().rev().fold(Value::Construct(ConId::NIL, Vec::new()), cons)
    };
    let cases = [
        (
            computed("[\\x -> x, \\x -> x + 1]", "list (integer -> integer)"),
            "list (integer -> integer)",
            vec![Place::Element(1)],
            Cause::Closure,
        ),
        (
            computed("[(\\x -> x)]", "list (boolean -> boolean)"),
            "list (boolean -> boolean)",
            vec![Place::Element(1)],
            Cause::Closure,
        ),
        (computed("size", "tree integer -> integer"), "tree integer -> integer", vec![], Cause::Closure),
        (
            list(vec![integer(1), integer(2), Value::Open]),
            "list integer",
            vec![Place::Element(3)],
            Cause::Open,
        ),
        (
            Value::Construct(ConId::CONS, vec![integer(1), Value::Elided]),
            "list integer",
            vec![Place::Rest(1)],
            Cause::Elided,
        ),
        (
            list(vec![list(vec![]), list(vec![integer(1), Value::Character('a')])]),
            "list (list integer)",
            vec![Place::Element(2), Place::Element(2)],
            Cause::WrongType,
        ),
        (
            Value::Construct(ConId::PAIR, vec![integer(1), Value::Integer(BigInt::from(1) << 127)]),
            "(integer, integer)",
            vec![field("(,)", 2)],
            Cause::TooLarge,
        ),
        (Value::Function("\\x -> x".into()), "integer -> integer", vec![Place::Function], Cause::NotByCases),
        (
            Value::Function("\\x -> if x == 3 then 1 else if x == 2 then 2 else 3".into()),
            "integer -> integer",
            vec![Place::Function],
            Cause::NotByCases,
        ),
        (
            Value::Function("\\x -> if x then _ else 1".into()),
            "boolean -> integer",
            vec![],
            Cause::NotByCases,
        ),
        (integer(-1), "a", vec![], Cause::NotAnAtom),
    ];
    for (value, text, path, cause) in cases {
        let path = [vec![Place::Input(1)], path].concat();
        assert_eq!(not_encoded(&value, text), EncodeFailure { path, cause }, "{value:?}");
    }
    let endless = not_encoded(&computed("up-from 1", "stream integer"), "stream integer");
    assert_eq!(endless.cause, Cause::Open);
    assert_eq!(endless.path.last(), Some(&field("more", 2)));
    let text = not_encoded(&list(vec![integer(1), Value::Open]), "list integer").to_string();
    assert_eq!(text, "input 1: element 2 of the list: not evaluated");
}

#[test]
fn values_of_any_depth_are_encoded() {
    const DEPTH: usize = 100_000;
    let (inputs, ty, derivations) = inputs("list boolean");
    let cons = |rest| Value::Construct(ConId::CONS, vec![Value::Construct(ConId::TRUE, Vec::new()), rest]);
    let list = (0..DEPTH).fold(Value::Construct(ConId::NIL, Vec::new()), |rest, _| cons(rest));
    let derivation = inputs.derivation(&derivations, &[(&ty, &list)]).unwrap();
    assert_eq!(derivation.size() as usize, 2 * DEPTH + 1);
}
