//! Values of data types.

use std::collections::HashSet;
use std::sync::Arc;

use everycase_kernel::{BigUint, Derivations, Random, SeedableRng};

use super::naive;
use super::program::{built_in, data, declare, examples};
use crate::core::{DataId, Type};
use crate::inputs::Inputs;

#[test]
fn the_values_of_a_size_are_those_of_a_naive_enumeration() {
    let (program, types) = examples();
    let program = Arc::new(program);
    for (name, ty) in types {
        let inputs = Inputs::new(Arc::clone(&program), std::slice::from_ref(&ty)).unwrap();
        let all = inputs.enumeration(&ty);
        for size in 0..=7 {
            let expected: HashSet<String> =
                naive::values(&program, &ty, size).iter().map(|value| format!("{value:?}")).collect();
            let mut found = Vec::new();
            all.of_size(size, |value| {
                found.push(format!("{value:?}"));
                true
            })
            .unwrap();
            assert_eq!(all.count(size).unwrap(), BigUint::from(expected.len()), "{name}, size {size}");
            assert_eq!(found.len(), expected.len(), "{name}, size {size}");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{name}, size {size}");
        }
    }
}

#[test]
fn an_index_and_a_draw_give_values_of_their_size() {
    let (program, types) = examples();
    let program = Arc::new(program);
    let mut rng = Random::seed_from_u64(1);
    for (name, ty) in types {
        let inputs = Inputs::new(Arc::clone(&program), std::slice::from_ref(&ty)).unwrap();
        let all = inputs.enumeration(&ty);
        let mut sampler = all.sampler().unwrap();
        let mut below = BigUint::ZERO;
        for size in 0..=5 {
            let count = all.count(size).unwrap();
            if count > BigUint::ZERO {
                let expected = naive::values(&program, &ty, size);
                assert!(expected.contains(&all.index(&below).unwrap()), "{name}, size {size}");
                assert!(expected.contains(&sampler.of_size(size, &mut rng).unwrap()), "{name}, size {size}");
            }
            below += count;
        }
    }
}

#[test]
fn a_type_without_finite_values_is_named() {
    let mut program = built_in();
    let own = data(DataId(4), []);
    declare(&mut program, "chain", 0, &[("link", std::slice::from_ref(&own))]);
    let grown = data(DataId(5), [data(DataId::PAIR, [Type::Variable(0), Type::Variable(0)])]);
    declare(&mut program, "grown", 1, &[("grow", &[grown])]);
    declare(&mut program, "holder", 1, &[("hold", &[Type::Variable(0)])]);
    let program = Arc::new(program);
    let check = |ty| Inputs::new(Arc::clone(&program), &[ty]).map(|_| ()).map_err(|error| error.message);
    let names = |ty, name: &str| {
        let message = check(ty).unwrap_err();
        assert!(message.contains(&format!("`{name}` has no finite values")), "{message}");
    };
    names(own.clone(), "chain");
    names(data(DataId(5), [Type::Integer]), "grown");
    names(data(DataId::PAIR, [Type::Integer, own.clone()]), "chain");
    names(data(DataId(6), [own.clone()]), "chain");
    names(Type::Arrow(Arc::new((Type::Integer, own.clone()))), "chain");
    assert_eq!(check(data(DataId::LIST, [own.clone()])), Ok(()));
    assert_eq!(check(Type::Arrow(Arc::new((own, Type::Integer)))), Ok(()));
}

#[test]
fn the_fingerprint_knows_the_order_of_constructors_and_their_names() {
    let fingerprint = |names: [&str; 2]| {
        let mut program = built_in();
        let ty = declare(&mut program, "t", 0, &[(names[0], &[]), (names[1], &[])]);
        let ty = data(ty, []);
        let inputs = Inputs::new(program, std::slice::from_ref(&ty)).unwrap();
        Derivations::new(inputs.shape(&ty)).fingerprint().unwrap()
    };
    assert_eq!(fingerprint(["red", "black"]), fingerprint(["red", "black"]));
    assert_ne!(fingerprint(["red", "black"]), fingerprint(["black", "red"]));
    assert_ne!(fingerprint(["red", "black"]), fingerprint(["red", "blue"]));
}

#[test]
fn shapes_of_two_programs_are_not_taken_for_each_other() {
    let shape = |constructors: &[(&str, &[Type])]| {
        let mut program = built_in();
        let ty = declare(&mut program, "t", 0, constructors);
        let ty = data(ty, []);
        Inputs::new(program, std::slice::from_ref(&ty)).unwrap().shape(&ty)
    };
    assert_ne!(shape(&[("one", &[])]), shape(&[("one", &[]), ("two", &[])]));
}
