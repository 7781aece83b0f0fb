//! Functions over types with few values: each is there once.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::functions::{arrow, boolean, derivations, pair, term};
use super::naive::fields;
use super::program::{built_in, data, declare};
use crate::core::{Binder, Branch, ConId, Connective, DataId, Expr, Kind, LocalId, Pattern, Primitive};
use crate::core::{Program, Type};
use crate::inputs::Inputs;
use crate::reference::Interpreter;
use crate::source::{FileId, Span};
use crate::value::Value;

/// A value of a type that has few.
#[derive(Clone)]
enum Member {
    Data(ConId, Vec<Member>),
    /// A function: its result for each tuple of arguments.
    Table(Vec<(Vec<Member>, Member)>),
}

fn uncurried(mut ty: &Type) -> (Vec<Type>, Type) {
    let mut arguments = Vec::new();
    while let Type::Arrow(arrow) = ty {
        arguments.push(arrow.0.clone());
        ty = &arrow.1;
    }
    (arguments, ty.clone())
}

fn members(program: &Program, ty: &Type) -> Vec<Member> {
    match ty {
        Type::Data(id, arguments) => {
            let constructors = program.datas[id.index()].constructors.iter();
            let all = constructors.flat_map(|con| {
                let fields = tuples(program, &fields(program, *con, arguments));
                fields.into_iter().map(|fields| Member::Data(*con, fields))
            });
            all.collect()
        }
        Type::Arrow(_) => {
            let (arguments, result) = uncurried(ty);
            let arguments = tuples(program, &arguments);
            let tables = tuples(program, &vec![result; arguments.len()]);
            let table = |results: Vec<Member>| arguments.iter().cloned().zip(results).collect();
            tables.into_iter().map(|results| Member::Table(table(results))).collect()
        }
        _ => panic!("there are many"),
    }
}

fn tuples(program: &Program, types: &[Type]) -> Vec<Vec<Member>> {
    let mut all = vec![vec![]];
    for ty in types {
        let members = members(program, ty);
        let with = |tuple: &Vec<Member>| {
            members
                .iter()
                .map(|member| [&tuple[..], std::slice::from_ref(member)].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Returns a member as a term; `locals` is the next local variable.
fn expr(member: &Member, locals: &mut u32) -> Expr {
    match member {
        Member::Data(con, fields) => {
            term(Kind::Construct(*con, fields.iter().map(|field| expr(field, locals)).collect()))
        }
        Member::Table(table) => {
            let binders: Vec<Binder> = table[0].0.iter().map(|_| binder(locals)).collect();
            let mut body = expr(&table[0].1, locals);
            for (arguments, result) in table {
                let conditions = binders.iter().zip(arguments);
                let conditions: Vec<_> = conditions
                    .map(|(binder, argument)| is(&term(Kind::Local(binder.local)), argument, locals))
                    .collect();
                let result = expr(result, locals);
                body = if_then_else(all_of(conditions), result, body);
            }
            term(Kind::Lambda(binders, body.into()))
        }
    }
}

fn binder(locals: &mut u32) -> Binder {
    *locals += 1;
    let span = Span::new(FileId(0), 0, 0);
    Binder { local: LocalId(*locals - 1), name: "x".into(), ty: boolean(), span }
}

/// Returns a term that tells whether another one is a member.
fn is(of: &Expr, member: &Member, locals: &mut u32) -> Expr {
    match member {
        Member::Data(..) => {
            let member = expr(member, locals);
            term(Kind::Primitive(Primitive::Equal, of.clone().into(), member.into()))
        }
        Member::Table(table) => {
            let mut conditions = Vec::new();
            for (arguments, result) in table {
                let arguments = arguments.iter().map(|argument| expr(argument, locals)).collect();
                let call = term(Kind::Apply(of.clone().into(), arguments));
                conditions.push(is(&call, result, locals));
            }
            all_of(conditions)
        }
    }
}

fn all_of(conditions: Vec<Expr>) -> Expr {
    let all = conditions
        .into_iter()
        .reduce(|one, other| term(Kind::Connective(Connective::And, one.into(), other.into())));
    all.unwrap_or_else(|| term(Kind::Construct(ConId::TRUE, vec![])))
}

fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let branch = |con, body| Branch { pattern: Pattern::Construct(con, vec![]), guard: None, body };
    let branches = vec![branch(ConId::TRUE, then), branch(ConId::FALSE, otherwise)];
    term(Kind::Case(condition.into(), branches))
}

/// Returns the derivations of a function type, with the results for all arguments, by size.
fn tables(program: &Arc<Program>, ty: &Type, largest: u32) -> Vec<(u32, Vec<Value>, String)> {
    let inputs = Inputs::new(Arc::clone(program), std::slice::from_ref(ty)).unwrap();
    let (arguments, _) = uncurried(ty);
    let arguments = tuples(program, &arguments);
    let mut all = Vec::new();
    for size in 0..=largest {
        for function in derivations(&inputs, ty, size) {
            let term_of = inputs.expr(ty, function.root()).unwrap();
            let results = arguments.iter().map(|arguments| {
                let mut locals = 0;
                let arguments = arguments.iter().map(|argument| expr(argument, &mut locals)).collect();
                let call = term(Kind::Apply(Box::new(term_of.clone()), arguments));
                Interpreter::new(inputs.program()).expression(&call).unwrap()
            });
            let results = results.collect();
            let Value::Function(shown) = &inputs.value(ty, function.root()) else { panic!("no function") };
            all.push((size, results, shown.clone()));
        }
    }
    all
}

#[test]
fn every_function_over_a_type_with_few_values_is_there_once() {
    let mut program = built_in();
    let colour = declare(&mut program, "colour", 0, &[("red", &[]), ("green", &[]), ("blue", &[])]);
    let option = declare(&mut program, "option", 1, &[("none", &[]), ("some", &[Type::Variable(0)])]);
    let point = declare(&mut program, "point", 1, &[("point", &[Type::Variable(0), Type::Variable(0)])]);
    let program = Arc::new(program);
    let (unit, colour) = (data(DataId::UNIT, []), data(colour, []));
    let function = arrow(&[boolean()], &boolean());
    let types = [
        unit.clone(),
        boolean(),
        colour.clone(),
        pair(boolean(), boolean()),
        pair(unit.clone(), boolean()),
        data(option, [boolean()]),
        data(option, [unit.clone()]),
        data(point, [boolean()]),
        function.clone(),
        arrow(&[data(option, [unit])], &boolean()),
    ];
    let mut cases = Vec::new();
    for argument in &types {
        for result in &types {
            cases.push((vec![argument.clone()], result.clone()));
        }
    }
    cases.push((vec![arrow(std::slice::from_ref(&function), &boolean())], boolean()));
    cases.push((vec![boolean(), boolean(), boolean()], boolean()));
    cases.push((vec![function, boolean()], boolean()));
    cases.push((vec![boolean(), colour.clone()], colour));
    for (arguments, result) in cases {
        let ty = arrow(&arguments, &result);
        let (arguments, result) = uncurried(&ty);
        let arguments = tuples(&program, &arguments).len() as u32;
        let expected = (members(&program, &result).len() as u64).saturating_pow(arguments);
        if expected > 800 {
            continue;
        }
        let largest = 2 + 4 * arguments;
        let all = tables(&program, &ty, largest);
        assert_eq!(all.len() as u64, expected, "{ty:?}");
        let different: BTreeSet<String> = all.iter().map(|(_, results, _)| format!("{results:?}")).collect();
        assert_eq!(different.len() as u64, expected, "{ty:?}");
        let shown: BTreeSet<&String> = all.iter().map(|(.., shown)| shown).collect();
        assert_eq!(shown.len() as u64, expected, "{ty:?}");
    }
}

#[test]
fn a_table_costs_what_its_results_cost_and_what_they_all_begin_with_once() {
    let program = Arc::new(built_in());
    let sizes = |arguments: &[Type], result: &Type, largest| {
        let all = tables(&program, &arrow(arguments, result), largest);
        let sizes = 0..=largest;
        sizes.map(|size| all.iter().filter(|(of, ..)| *of == size).count()).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&[boolean()], &boolean(), 2), [0, 4, 0]);
    assert_eq!(sizes(&[boolean()], &pair(boolean(), boolean()), 3), [0, 0, 16, 0]);
    // 0 and 0; one of -1 and 1; two of them, or one of two bits.
    assert_eq!(sizes(&[boolean()], &Type::Integer, 2), [1, 4, 12]);
    // [] and []; [false] or [true] beside [].
    assert_eq!(sizes(&[boolean()], &data(DataId::LIST, [boolean()]), 3), [0, 1, 0, 4]);
}

#[test]
fn what_is_as_large_as_a_table_may_be_is_one_and_what_is_larger_is_not() {
    let mut program = built_in();
    let names: Vec<String> = (0..33).map(|i| format!("c{i}")).collect();
    let constructors: Vec<(&str, &[Type])> = names.iter().map(|name| (name.as_str(), &[][..])).collect();
    let most = data(declare(&mut program, "most", 0, &constructors[..32]), []);
    let more = data(declare(&mut program, "more", 0, &constructors), []);
    let program = Arc::new(program);
    let is_exact = |argument: &Type| {
        let ty = arrow(std::slice::from_ref(argument), &boolean());
        let inputs = Inputs::new(Arc::clone(&program), std::slice::from_ref(&ty)).unwrap();
        !inputs.has_case_trees(&ty)
    };
    assert!(is_exact(&most));
    assert!(!is_exact(&more));
    assert!(!is_exact(&Type::Integer));
    assert!(!is_exact(&data(DataId::LIST, [boolean()])));
    assert!(!is_exact(&arrow(&[Type::Integer], &boolean())));
}
