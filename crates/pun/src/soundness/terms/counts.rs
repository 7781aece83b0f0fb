//! The number of terms, and that they are different.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use everycase_kernel::{BigUint, Derivation, Derivations, Random, SeedableRng};

use super::naive::Naive;
use crate::core::{Abstract, DataId, Expr, Kind, Program, Type};
use crate::reference::Interpreter;
use crate::soundness::inputs::program::{built_in, data, declare};
use crate::source::{FileId, Span};
use crate::terms::{self, Mode};
use crate::value::Value;

fn boolean() -> Type {
    data(DataId::BOOLEAN, [])
}

fn list(ty: Type) -> Type {
    data(DataId::LIST, [ty])
}

fn pair(a: Type, b: Type) -> Type {
    data(DataId::PAIR, [a, b])
}

fn arrow(argument: Type, result: Type) -> Type {
    Type::Arrow((argument, result).into())
}

/// A type, the types that terms of it go through, and up to which size they are counted.
type Case = (Type, Vec<Type>, u32);

fn cases() -> (Arc<Program>, Vec<Case>) {
    let mut program = built_in();
    let own = data(DataId(4), []);
    let tree =
        declare(&mut program, "tree", 0, &[("tip", &[]), ("fork", &[own.clone(), Type::Integer, own])]);
    let tree = data(tree, []);
    let function = arrow(Type::Integer, Type::Integer);
    let atom = Type::Variable(0);
    let cases = vec![
        (Type::Integer, vec![Type::Integer], 9),
        (boolean(), vec![boolean()], 8),
        (atom.clone(), vec![], 8),
        (function.clone(), vec![Type::Integer, function.clone()], 8),
        (pair(Type::Integer, boolean()), vec![Type::Integer, boolean(), pair(Type::Integer, boolean())], 7),
        (list(boolean()), vec![boolean(), list(boolean())], 8),
        (
            arrow(list(Type::Integer), Type::Integer),
            vec![Type::Integer, list(Type::Integer), arrow(list(Type::Integer), Type::Integer)],
            8,
        ),
        (
            arrow(tree.clone(), Type::Integer),
            vec![Type::Integer, tree.clone(), arrow(tree, Type::Integer)],
            8,
        ),
        (arrow(atom.clone(), atom), vec![], 8),
        (
            arrow(function.clone(), Type::Integer),
            vec![Type::Integer, function.clone(), arrow(function, Type::Integer)],
            8,
        ),
    ];
    (Arc::new(program), cases)
}

fn derivations(program: &Arc<Program>, ty: &Type, mode: Mode) -> Derivations {
    Derivations::new(terms::shape(program, ty, mode).unwrap())
}

fn all(derivations: &Derivations, size: u32) -> Vec<Derivation> {
    let mut walk = derivations.of_size(size).unwrap();
    let mut all = Vec::new();
    while let Some(derivation) = walk.next() {
        all.push(derivation.clone());
    }
    all
}

#[test]
fn there_are_as_many_terms_as_a_naive_count_finds() {
    let (program, cases) = cases();
    for mode in [Mode::Used, Mode::All] {
        for (ty, types, largest) in &cases {
            let found = derivations(&program, ty, mode);
            let mut naive = Naive::new(&program, types, mode);
            for size in 0..=*largest {
                let expected = BigUint::from(naive.count(ty, size));
                assert_eq!(found.count(size).unwrap(), expected, "{mode:?} {ty:?}, size {size}");
            }
        }
    }
}

#[test]
fn no_term_is_there_twice() {
    let (program, cases) = cases();
    for mode in [Mode::Used, Mode::All] {
        for (ty, ..) in &cases {
            let found = derivations(&program, ty, mode);
            let mut seen = BTreeSet::new();
            for size in (0..).take_while(|size| found.count_up_to(*size).unwrap() < BigUint::from(2_000u32)) {
                for term in all(&found, size) {
                    let source = terms::source(term.root()).unwrap();
                    assert!(seen.insert(source.clone()), "{source}");
                }
            }
            assert!(seen.len() > 100);
        }
    }
}

/// The value of a term, after it was applied to something if it is a function.
fn evaluated(program: &Program, ty: &Type, term: Expr) {
    let mut term = term;
    let mut ty = ty;
    while let Type::Arrow(arrow) = ty {
        let argument = sample(&arrow.0);
        term = expr(Kind::Apply(term.into(), vec![argument]));
        ty = &arrow.1;
    }
    if let Err(fault) = Interpreter::new(program).expression(&term) {
        panic!("{fault} in {}", crate::show::terms::source(program, &term));
    }
}

fn expr(kind: Kind) -> Expr {
    Expr { kind, span: Span::new(FileId(0), 0, 0) }
}

fn sample(ty: &Type) -> Expr {
    let con = |con, fields| expr(Kind::Construct(crate::core::ConId(con), fields));
    match ty {
        Type::Integer | Type::Variable(_) => expr(Kind::Integer(3.into())),
        Type::Data(DataId::LIST, _) => con(5, vec![expr(Kind::Integer(1.into())), con(4, vec![])]),
        Type::Data(..) => con(7, vec![con(6, vec![]), expr(Kind::Integer(2.into())), con(6, vec![])]),
        Type::Character => panic!("no characters here"),
        Type::Arrow(_) => {
            let span = Span::new(FileId(0), 0, 0);
            let local = crate::core::LocalId(1_000_000);
            let x = crate::core::Binder { local, name: "x".into(), ty: Type::Integer, span };
            expr(Kind::Lambda(vec![x], expr(Kind::Local(local)).into()))
        }
    }
}

#[test]
fn every_term_has_a_value() {
    let (program, cases) = cases();
    let mut rng = Random::seed_from_u64(3);
    for mode in [Mode::Used, Mode::All] {
        for (ty, ..) in &cases {
            let found = derivations(&program, ty, mode);
            for size in 0..=5 {
                for term in all(&found, size).into_iter().take(500) {
                    evaluated(&program, ty, terms::expr(term.root(), &mut 0).unwrap());
                }
            }
            let mut uniform = found.uniform().unwrap();
            for size in [7, 9, 11] {
                for _ in 0..20 {
                    let term = uniform.of_size(size, &mut rng).unwrap();
                    evaluated(&program, ty, terms::expr(term.root(), &mut 0).unwrap());
                }
            }
        }
    }
}

#[test]
fn the_factorial_is_among_the_terms() {
    let program = Arc::new(built_in());
    let found = derivations(&program, &arrow(Type::Integer, Type::Integer), Mode::Used);
    let factorial = "rec f . \\x -> if x <= 0 then 1 else x * f (x - 1)";
    let terms = all(&found, 7);
    let term = terms.iter().find(|term| terms::source(term.root()).unwrap() == factorial).unwrap();
    let term = terms::expr(term.root(), &mut 0).unwrap();
    let call = expr(Kind::Apply(term.into(), vec![expr(Kind::Integer(5.into()))]));
    let value = Interpreter::new(&program).expression(&call).unwrap();
    assert_eq!(value, Value::Integer(120.into()));
}

#[test]
fn draws_are_uniform() {
    let program = Arc::new(built_in());
    let found = derivations(&program, &arrow(Type::Integer, Type::Integer), Mode::Used);
    let mut rng = Random::seed_from_u64(4);
    let mut uniform = found.uniform().unwrap();
    let size = 6;
    let terms = all(&found, size).len();
    let draws = 40 * terms;
    let mut counts: HashMap<String, u32> = HashMap::new();
    for _ in 0..draws {
        let term = uniform.of_size(size, &mut rng).unwrap();
        *counts.entry(terms::source(term.root()).unwrap()).or_default() += 1;
    }
    let expected = 40.0;
    let missing = f64::from(terms as u32 - counts.len() as u32) * expected;
    let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let statistic = counts.values().map(square).sum::<f64>() + missing;
    // About normal, with a deviation of the root of twice the degrees of freedom.
    let degrees = f64::from(terms as u32 - 1);
    assert!((statistic - degrees).abs() < 4.0 * (2.0 * degrees).sqrt(), "{statistic} of {degrees}");
}

#[test]
fn terms_pass_values_of_abstract_types_on() {
    let mut program = built_in();
    let secret = declare(&mut program, "secret", 0, &[("hide", &[Type::Integer])]);
    let secret_type = data(secret, []);
    let fields = [secret_type.clone(), Type::Integer];
    let holder = data(declare(&mut program, "holder", 0, &[("hold", &fields)]), []);
    let seen = Arc::new(program.clone());
    program.abstracts.push(Abstract { data: secret, module: "other".into(), exports: Arc::from([]) });
    let program = Arc::new(program);
    let made = |argument: &Type| arrow(argument.clone(), secret_type.clone());
    let of_made = made(&made(&Type::Integer));
    let listed = arrow(secret_type.clone(), list(secret_type.clone()));
    for (ty, has_terms) in [
        (made(&secret_type), true),
        (made(&holder), true),
        (of_made, true),
        (listed, true),
        (made(&Type::Integer), false),
    ] {
        for mode in [Mode::Used, Mode::All] {
            assert_eq!(terms::shape(&program, &ty, mode).is_ok(), has_terms, "{ty:?}");
            let mut count = 0;
            for size in 0..9 {
                let sources = |program| -> Vec<String> {
                    let Ok(shape) = terms::shape(program, &ty, mode) else { return Vec::new() };
                    let terms = all(&Derivations::new(shape), size);
                    terms.iter().map(|term| terms::source(term.root()).unwrap()).collect()
                };
                let mut wanted = sources(&seen);
                wanted.retain(|source| !source.contains("hide"));
                assert_eq!(sources(&program), wanted, "{ty:?}, size {size}");
                count += wanted.len();
            }
            assert_eq!(count > 10, has_terms, "{ty:?}: {count}");
        }
    }
}
