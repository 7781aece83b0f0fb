//! Functions as inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations};

use super::naive;
use super::program::{built_in, data, declare};
use super::trees::trees;
use crate::core::{Binder, ConId, DataId, Expr, Field, Kind, LocalId, Program, Type};
use crate::inputs::Inputs;
use crate::reference::Interpreter;
use crate::source::{FileId, Span};
use crate::value::Value;

pub(super) fn term(kind: Kind) -> Expr {
    Expr { kind, span: Span::new(FileId(0), 0, 0) }
}

pub(super) fn arrow(arguments: &[Type], result: &Type) -> Type {
    let add = |result, argument: &Type| Type::Arrow((argument.clone(), result).into());
    arguments.iter().rev().fold(result.clone(), add)
}

pub(super) fn boolean() -> Type {
    data(DataId::BOOLEAN, [])
}

fn list(ty: Type) -> Type {
    data(DataId::LIST, [ty])
}

pub(super) fn pair(a: Type, b: Type) -> Type {
    data(DataId::PAIR, [a, b])
}

/// Returns the derivations of a size.
pub(super) fn derivations(inputs: &Inputs, ty: &Type, size: u32) -> Vec<Derivation> {
    let mut walk = Derivations::new(inputs.shape(ty)).of_size(size).unwrap();
    let mut all = Vec::new();
    while let Some(derivation) = walk.next() {
        all.push(derivation.clone());
    }
    all
}

/// Returns a function of the kernel's applied to values.
fn applied(inputs: &Inputs, ty: &Type, function: &Derivation, arguments: &[(Type, Value)]) -> Value {
    let function = inputs.expr(ty, function.root()).unwrap();
    let (mut binders, mut values) = (Vec::new(), Vec::new());
    for (i, (ty, value)) in (0..).zip(arguments) {
        let (local, span) = (LocalId(i), function.span);
        binders.push(Binder { local, name: "x".into(), ty: ty.clone(), span });
        values.push((local, value.clone()));
    }
    let arguments = binders.iter().map(|binder| term(Kind::Local(binder.local))).collect();
    let call = term(Kind::Apply(Box::new(function), arguments));
    let program = inputs.program();
    Interpreter::new(program).under(&values, &call, &mut std::iter::empty()).unwrap()
}

/// Returns all values of some types up to a size each.
fn tuples(program: &Program, types: &[Type], size: u32) -> Vec<Vec<Value>> {
    let Some((first, rest)) = types.split_first() else { return vec![vec![]] };
    let heads: Vec<_> = (0..=size).flat_map(|size| naive::values(program, first, size)).collect();
    let tails = tuples(program, rest, size);
    let with = |head: &Value| {
        tails.iter().map(|tail| [std::slice::from_ref(head), &tail[..]].concat()).collect::<Vec<_>>()
    };
    heads.iter().flat_map(with).collect()
}

#[test]
fn the_functions_of_a_size_are_those_of_a_naive_enumeration() {
    let mut program = built_in();
    let (a, own) = (Type::Variable(0), data(DataId(4), [Type::Variable(0)]));
    let fields = [own.clone(), a.clone(), own];
    let tree = declare(&mut program, "tree", 1, &[("tip", &[]), ("fork", &fields)]);
    let point = declare(&mut program, "point", 1, &[("point", &[a.clone(), data(DataId::UNIT, []), a])]);
    let unit_like = declare(&mut program, "only", 0, &[("only", &[])]);
    let colour = declare(&mut program, "colour", 0, &[("red", &[]), ("green", &[]), ("blue", &[])]);
    let program = Arc::new(program);
    let cases = [
        (vec![boolean()], boolean(), 6),
        (vec![boolean()], Type::Integer, 5),
        (vec![Type::Integer], boolean(), 5),
        (vec![Type::Character], data(DataId::UNIT, []), 5),
        (vec![Type::Variable(0), Type::Variable(1)], Type::Variable(0), 5),
        (vec![boolean(), boolean()], boolean(), 6),
        (vec![pair(boolean(), Type::Integer), boolean()], boolean(), 5),
        (vec![pair(data(DataId::UNIT, []), pair(boolean(), boolean()))], boolean(), 6),
        (vec![data(DataId::UNIT, [])], boolean(), 4),
        (vec![data(unit_like, []), boolean()], boolean(), 5),
        (vec![list(boolean())], boolean(), 8),
        (vec![list(Type::Integer)], list(Type::Integer), 5),
        (vec![data(tree, [boolean()])], boolean(), 7),
        (vec![data(tree, [pair(boolean(), boolean())])], data(DataId::UNIT, []), 6),
        (vec![data(point, [boolean()]), boolean()], boolean(), 7),
        (vec![data(point, [data(unit_like, [])])], boolean(), 5),
        (vec![data(point, [data(point, [Type::Integer])])], boolean(), 7),
        (vec![data(colour, []), data(colour, [])], boolean(), 7),
    ];
    for (types, result, largest) in cases {
        let ty = arrow(&types, &result);
        let inputs = Inputs::new(Arc::clone(&program), std::slice::from_ref(&ty)).unwrap();
        let arguments = tuples(&program, &types, 3);
        for size in 0..=largest {
            // How often each table of results occurs.
            let (mut expected, mut found) = (BTreeMap::new(), BTreeMap::new());
            for tree in trees(&program, &types, &result, size) {
                let table: Vec<_> = arguments.iter().map(|arguments| tree.apply(arguments)).collect();
                *expected.entry(format!("{table:?}")).or_insert(0) += 1;
            }
            let mut shown = BTreeSet::new();
            for function in derivations(&inputs, &ty, size) {
                let results = arguments.iter().map(|values| {
                    let arguments: Vec<_> = types.iter().cloned().zip(values.iter().cloned()).collect();
                    applied(&inputs, &ty, &function, &arguments)
                });
                let table: Vec<_> = results.collect();
                *found.entry(format!("{table:?}")).or_insert(0) += 1;
                let text = inputs.value(&ty, function.root());
                assert!(shown.insert(format!("{text:?}")), "{text:?} is shown twice");
            }
            assert_eq!(found, expected, "{types:?} -> {result:?}, size {size}");
        }
    }
}

#[test]
fn a_lazy_field_is_not_evaluated_before_it_is_looked_at() {
    let mut program = built_in();
    let field = pair(boolean(), boolean());
    let lazy = declare(&mut program, "lazy", 0, &[("lazy", &[field]), ("other", &[])]);
    let con = program.datas[lazy.index()].constructors[0];
    for field in &mut program.constructors[con.index()].fields {
        *field = Field { is_lazy: true, ..field.clone() };
    }
    let ty = arrow(&[data(lazy, [])], &boolean());
    let inputs = Inputs::new(program, std::slice::from_ref(&ty)).unwrap();
    let nil = term(Kind::Construct(ConId::NIL, vec![]));
    let argument = term(Kind::Construct(con, vec![term(Kind::Error(Box::new(nil)))]));
    let (mut fine, mut failed) = (0, 0);
    for function in (0..=7).flat_map(|size| derivations(&inputs, &ty, size)) {
        let value = inputs.value(&ty, function.root());
        let Value::Function(shown) = &value else { panic!("no function") };
        let function = inputs.expr(&ty, function.root()).unwrap();
        let call = term(Kind::Apply(Box::new(function), vec![argument.clone()]));
        let result = Interpreter::new(inputs.program()).expression(&call);
        // Fields and the parameter are bound to different letters.
        let looks = shown.contains("[lazy (");
        assert_eq!(result.is_err(), looks, "{shown}");
        *if looks { &mut failed } else { &mut fine } += 1;
    }
    assert!(fine > 0 && failed > 0);
}

#[test]
fn the_constructors_of_a_type_are_made_in_a_row() {
    let mut program = built_in();
    let own = data(DataId(4), []);
    let lazy = declare(&mut program, "lazy", 0, &[("none", &[]), ("more", &[boolean(), own])]);
    for constructor in &mut program.constructors {
        if constructor.data == lazy {
            constructor.fields.iter_mut().for_each(|field| field.is_lazy = true);
        }
    }
    let ty = arrow(&[data(lazy, []), list(pair(boolean(), Type::Integer))], &boolean());
    let inputs = Inputs::new(program, std::slice::from_ref(&arrow(&[ty], &boolean()))).unwrap();
    let program = inputs.program();
    assert!(program.datas.len() > 6);
    for data in &program.datas {
        let first = data.constructors.first().map_or(0, |con| con.0);
        for (tag, con) in (0..).zip(&data.constructors) {
            assert_eq!((con.0, program.constructors[con.index()].tag), (first + tag, tag), "{data:?}");
        }
    }
}

#[test]
fn functions_are_shown_as_source() {
    let mut program = built_in();
    let own = data(DataId(4), []);
    let fields = [own.clone(), Type::Integer, own];
    let tree = declare(&mut program, "tree", 0, &[("tip", &[]), ("fork", &fields)]);
    let program = Arc::new(program);
    let shown = |ty: &Type, sizes: std::ops::RangeInclusive<u32>| {
        let inputs = Inputs::new(Arc::clone(&program), std::slice::from_ref(ty)).unwrap();
        let mut all = Vec::new();
        for function in sizes.flat_map(|size| derivations(&inputs, ty, size)) {
            let value = inputs.value(ty, function.root());
            let Value::Function(text) = &value else { panic!("no function") };
            all.push(text.clone());
        }
        all
    };
    assert_eq!(
        shown(&arrow(&[boolean(), Type::Integer], &boolean()), 1..=1),
        ["\\_ _ -> false", "\\_ _ -> true"]
    );
    let mut booleans = shown(&arrow(&[boolean()], &boolean()), 0..=3);
    booleans.sort();
    assert_eq!(
        booleans,
        [
            "\\_ -> false",
            "\\_ -> true",
            "\\x -> if x then false else true",
            "\\x -> if x then true else false"
        ]
    );
    for (ty, some) in [
        (arrow(&[data(tree, [])], &Type::Integer), "\\x -> case x of ; tip -> 0 ; [fork _ _ _] -> 1"),
        (
            arrow(&[data(tree, [])], &Type::Integer),
            "\\x -> case x of ; tip -> 0 ; [fork _ b _] -> if b == -1 then 0 else 0",
        ),
        (arrow(&[pair(Type::Integer, boolean())], &Type::Integer), "\\(_, y) -> if y then 0 else 1"),
        (arrow(&[Type::Character], &boolean()), "\\x -> if x == '\\u{1}' then true else false"),
        (
            arrow(&[list(boolean()), list(boolean())], &data(DataId::UNIT, [])),
            "\\x y -> case x of ; [] -> (case y of ; [] -> () ; _ :: _ -> ()) ; _ :: _ -> ()",
        ),
        (
            arrow(&[arrow(&[Type::Integer], &boolean())], &boolean()),
            "\\f -> let x = f -1 in if x then true else false",
        ),
        (
            arrow(&[boolean()], &list(arrow(&[boolean()], &boolean()))),
            "\\x -> if x then [] else [\\_ -> true]",
        ),
        (
            arrow(&[Type::Integer], &boolean()),
            "\\x -> if x == -1 then true else if x == 0 then false else false",
        ),
        (
            arrow(&[boolean(), boolean()], &boolean()),
            "\\x y -> if x then if y then true else false else false",
        ),
        (
            arrow(&[arrow(&[boolean()], &boolean())], &boolean()),
            "\\f -> let y = f true in if y then false else true",
        ),
        (
            arrow(&[arrow(&[boolean()], &boolean())], &boolean()),
            "\\f -> let x = f false in let y = f true in if x then if y then true else false else false",
        ),
    ] {
        let all = shown(&ty, 0..=6);
        assert!(all.iter().any(|text| text == some), "{some} is not among {all:#?}");
    }
}

#[test]
fn functions_may_be_anywhere_in_data() {
    let mut program = built_in();
    let function = arrow(&[boolean()], &Type::Variable(0));
    let holder = declare(&mut program, "holder", 1, &[("hold", &[function])]);
    let ty = list(data(holder, [boolean()]));
    let inputs = Inputs::new(program, std::slice::from_ref(&ty)).unwrap();
    // One list with one function: nil, cons, the holder, and a function.
    let functions = arrow(&[boolean()], &boolean());
    for size in 0..=3 {
        let expected = derivations(&inputs, &functions, size).len();
        assert_eq!(derivations(&inputs, &ty, size + 3).len(), expected, "size {size}");
    }
    assert_eq!(derivations(&inputs, &functions, 1).len(), 4);
}

#[test]
fn a_function_over_endlessly_many_types_is_an_error_and_one_beside_them_is_not() {
    let mut program = built_in();
    let a = Type::Variable(0);
    let grown = data(DataId(4), [pair(a.clone(), a.clone())]);
    let nest = declare(&mut program, "nest", 1, &[("none", &[]), ("more", &[a, grown])]);
    let program = Arc::new(program);
    let check = |ty| Inputs::new(Arc::clone(&program), &[ty]).map(|_| ()).map_err(|error| error.message);
    let over = |argument: Type| arrow(&[argument], &boolean());
    let message = check(over(data(nest, [boolean()]))).unwrap_err();
    assert!(message.contains("functions over `nest`"), "{message}");
    assert_eq!(check(data(nest, [over(boolean())])), Ok(()));
    assert_eq!(check(arrow(&[boolean()], &data(nest, [boolean()]))), Ok(()));
}
