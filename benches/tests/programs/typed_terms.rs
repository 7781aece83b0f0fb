//! STLC.

use everycase::{Enumerable, Space};
use everycase_benches::programs::typed_terms::{Term, Type, by_distance, well_typed};
use everycase_benches::suites::example;

use crate::{agree, runs};

#[test]
fn typed_terms_take_these_many_runs() {
    assert_eq!(runs(14, well_typed), (92_937, 8_716));
}

#[test]
fn by_distance_there_are_as_many_terms_as_in_pun() {
    let checks = example("stlc.pun");
    let in_pun = checks.derivations(&checks.properties()[0]);
    for size in 0..30 {
        assert_eq!(by_distance().count(size), in_pun.count(size), "{size}");
    }
}

#[test]
fn terms_are_encoded_and_written_as_they_are_decoded() {
    let space: Space<Term> = Term::space();
    for term in (1..=7).flat_map(|size| space.of_size(size).expect("rightly recursive")) {
        let derivation = space.encode(&term).expect("a term of the space");
        assert_eq!(space.decode(&derivation), term);
    }
}

#[test]
fn the_lazy_predicate_agrees_with_a_plain_one() {
    fn to(from: Type, to: Type) -> Type {
        Type::Fun(Box::new(from), Box::new(to))
    }
    /// The innermost variable comes last.
    fn has_type(term: &Term, scope: &[Type], ty: &Type) -> bool {
        match term {
            Term::Var(variable) => scope.iter().rev().nth(*variable as usize) == Some(ty),
            Term::Lam(body) => match ty {
                Type::Fun(from, to) => has_type(body, &[scope, &[(**from).clone()]].concat(), to),
                _ => false,
            },
            Term::App(function, argument, from) => {
                has_type(function, scope, &to(from.clone(), ty.clone())) && has_type(argument, scope, from)
            }
        }
    }
    use Type::{A, B};
    let constants = [to(A, to(A, A)), to(B, A), to(A, B), to(A, A), B, A];
    agree(10, well_typed, |term| has_type(term, &constants, &to(A, A)));
}
