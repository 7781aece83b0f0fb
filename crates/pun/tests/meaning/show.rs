//! The text of a value is a term of that value.

use everycase::space::{Key, Product, Space};
use num_bigint::BigInt;

use pun::core::{ConId, Item, Program, Type};
use pun::load::{expression, load_text, ty};
use pun::reference::Interpreter;
use pun::show::show;
use pun::value::Value;

const DEFINITIONS: &str = "
data odd a = one | two integer (odd a) | three (list a) string (odd a, ()) ~(odd boolean) .
";

const CHARACTERS: [char; 6] = ['a', '\'', '"', '\\', '\n', '\u{301}'];

fn constructor(program: &Program, wanted: &str) -> ConId {
    let found = program.scope.iter().find_map(|(name, item)| match item {
        Item::Constructor(constructor) if &**name == wanted => Some(*constructor),
        _ => None,
    });
    found.expect("a constructor")
}

fn cons(first: Value, rest: Value) -> Value {
    Value::Construct(ConId::CONS, vec![first, rest])
}

fn nil() -> Value {
    Value::Construct(ConId::NIL, Vec::new())
}

fn construct(constructor: ConId, fields: Vec<Space<Value>>) -> Space<Value> {
    let empty = Space::just(Vec::new());
    let fields = fields.into_iter().fold(empty, |all, field| {
        (all, field).product().map(|(mut all, field)| {
            all.push(field);
            all
        })
    });
    fields.map(move |fields| Value::Construct(constructor, fields))
}

/// The values of a type. Here, integers and characters are as large as a constructor.
fn values(program: &'static Program, of: &Type) -> Space<Value> {
    match of {
        Type::Integer => {
            Space::one_of([-12, 0, 3]).map(|integer| Value::Integer(BigInt::from(integer))).pay(1)
        }
        Type::Character => Space::one_of(CHARACTERS).map(Value::Character).pay(1),
        Type::Data(data, arguments) => {
            let (data, arguments) = (*data, arguments.clone());
            Space::named(Key::of::<Value>().with(hash(of)), move || {
                let constructors = &program.datas[data.index()].constructors;
                constructors.iter().fold(Space::empty(), |all, constructor| {
                    let fields = &program.constructors[constructor.index()].fields;
                    let fields = fields.iter().map(|field| values(program, &instance(&field.ty, &arguments)));
                    all.union(construct(*constructor, fields.collect()))
                })
            })
            .pay(1)
        }
        Type::Arrow(_) | Type::Variable(_) => Space::empty(),
    }
}

fn hash(ty: &Type) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    ty.hash(&mut hasher);
    hasher.finish()
}

fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Variable(variable) => arguments[*variable as usize].clone(),
        Type::Data(data, others) => {
            Type::Data(*data, others.iter().map(|other| instance(other, arguments)).collect())
        }
        _ => ty.clone(),
    }
}

fn evaluated(program: &mut Program, text: &str) -> Value {
    match expression(program, text) {
        Ok((expr, _)) => {
            Interpreter::new(program).expression(&expr).unwrap_or_else(|fault| panic!("{text}: {fault}"))
        }
        Err(diagnostics) => panic!("{text}: {diagnostics:?}"),
    }
}

#[test]
fn what_is_shown_is_a_term_of_the_value() {
    let mut program = load_text("definitions.pun", DEFINITIONS).program.expect("it loads");
    let types = [
        "odd (list boolean)",
        "list (odd character)",
        "list string",
        "maybe (list unit)",
        "(string, boolean)",
    ];
    let mut count = 0;
    for text in types {
        let of = ty(&mut program, text).expect("a type");
        let space = values(Box::leak(Box::new(program.clone())), &of);
        for value in (1..14).flat_map(|size| space.bounded(size, 150).expect("it pays")) {
            count += 1;
            for known in [None, Some(&of)] {
                let shown = show(&program, &value, known);
                assert_eq!(evaluated(&mut program, &format!("({shown} : {text})")), value, "{shown}");
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn what_is_open_or_a_function_is_shown_where_it_stands() {
    let program = load_text("definitions.pun", DEFINITIONS).program.expect("it loads");
    let [two, just] = ["two", "just"].map(|name| constructor(&program, name));
    let function = || Value::Function("\\x -> x".into());
    let shown = |value| show(&program, &value, None);
    assert_eq!(
        shown(Value::Construct(two, vec![Value::Integer(BigInt::from(-1)), Value::Open])),
        "[two -1 _]"
    );
    assert_eq!(shown(Value::Construct(just, vec![function()])), "[just (\\x -> x)]");
    assert_eq!(shown(Value::Construct(just, vec![Value::Function("map".into())])), "[just map]");
    assert_eq!(shown(cons(function(), nil())), "[\\x -> x]");
    assert_eq!(shown(cons(Value::Character('a'), Value::Open)), "'a' :: _");
    assert_eq!(shown(cons(Value::Character('a'), cons(Value::Open, nil()))), "['a', _]");
    assert_eq!(
        shown(Value::Construct(just, vec![cons(function(), Value::Open)])),
        "[just ((\\x -> x) :: _)]"
    );
    assert_eq!(
        shown(Value::Construct(ConId::PAIR, vec![cons(Value::Open, Value::Open), function()])),
        "(_ :: _, \\x -> x)"
    );
}

#[test]
fn values_may_be_nested_deeply() {
    type Make<'m> = &'m dyn Fn(Value) -> Value;
    const DEPTH: usize = 100_000;
    let program = load_text("definitions.pun", DEFINITIONS).program.expect("it loads");
    let just = constructor(&program, "just");
    let nested = |make: &dyn Fn(Value) -> Value, last: Value| (0..DEPTH).fold(last, |value, _| make(value));
    let shown = |value: Value| show(&program, &value, None);
    let cases: [(Make<'_>, Value, &str, &str, &str); 5] = [
        (&|value| Value::Construct(just, vec![value]), Value::Open, "[just ", "_", "]"),
        (&|value| cons(value, nil()), Value::Open, "[", "_", "]"),
        (&|value| cons(Value::Open, value), Value::Open, "_ :: ", "_", ""),
        (&|value| cons(value, Value::Open), nil(), "(", "[]", " :: _)"),
        (&|value| Value::Construct(ConId::PAIR, vec![value, Value::Open]), Value::Open, "(", "_", ", _)"),
    ];
    for (make, last, open, middle, close) in cases {
        let text = format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
        // The outermost of what is open at its end needs no brackets.
        let text = if close == " :: _)" { text[1..text.len() - 1].to_owned() } else { text };
        assert!(shown(nested(make, last)) == text, "{open} {middle} {close}");
    }
    let list = nested(&|rest| cons(Value::Integer(BigInt::from(7)), rest), nil());
    assert!(shown(list) == format!("[{}7]", "7, ".repeat(DEPTH - 1)));
}
