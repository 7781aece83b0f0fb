//! Lambda and Typecheck.

use everycase_benches::programs::lambda::{Exp, TO_SIZE_16_AND_17, Type, Val, result_differs, well_typed};
use everycase_benches::programs::nat::Nat;

use crate::{agree, first, runs, values_to};

fn let_zero(ty: Type, literal: Val, body: Exp) -> Exp {
    Exp::Let(vec![(ty, Nat::Zero, Exp::Lit(literal))], Box::new(body))
}

/// `Let [(TUnit,0,Lit VUnit)] (Let [(TBool,0,Lit (VBool False))] (Var 0))`
fn published() -> Exp {
    let inner = let_zero(Type::Bool, Val::Bool(false), Exp::Var(Nat::Zero));
    let_zero(Type::Unit, Val::Unit, inner)
}

#[test]
fn there_are_as_many_terms_as_published() {
    assert_eq!(values_to::<Exp>(3), 5u32.into());
    assert_eq!([16, 17].map(values_to::<Exp>), TO_SIZE_16_AND_17.map(Into::into));
    assert_eq!(
        [26, 27, 28].map(|size| values_to::<Exp>(size) / 1000u32).map(|k| k.to_string()),
        ["17154564", "48511651", "138824320"]
    );
}

#[test]
fn the_first_counterexample_is_the_published_one() {
    let fails = |program| well_typed(program) && result_differs::<true>(program);
    assert_eq!(first(16, fails), None);
    assert_eq!(first(17, fails), Some(published()));
    assert_eq!(first(20, |program| well_typed(program) && result_differs::<false>(program)), None);
}

#[test]
fn well_typed_terms_take_these_many_runs() {
    // The reference takes 5,037 thousand at 26, we take 2,804.
    assert_eq!(runs(16, well_typed), (3_502, 879));
    assert_eq!(runs(20, well_typed), (49_976, 11_772));
    assert_eq!(runs(23, well_typed), (332_675, 79_847));
}

#[test]
fn results_take_these_many_runs() {
    // The reference takes 5,852 at 16.
    let fails = |program| well_typed(program) && result_differs::<true>(program);
    assert_eq!(runs(16, fails), (3_979, 0));
    assert_eq!(runs(20, fails), (56_272, 32));
}

#[test]
fn lazy_predicates_agree_with_plain_ones() {
    agree(14, well_typed, plain::well_typed);
    agree(
        13,
        |program| well_typed(program) && result_differs::<true>(program),
        |program| plain::well_typed(program) && plain::result_differs(program),
    );
    assert!(plain::well_typed(&published()) && plain::result_differs(&published()));
}

/// The same with environments as lists, and with terms that are copied for every substitution.
mod plain {
    use everycase_benches::programs::lambda::{Exp, Type, Val};
    use everycase_benches::programs::nat::Nat;

    type Definitions = [(Type, Nat, Exp)];
    type Scope = Vec<(Nat, Type)>;

    pub(super) fn well_typed(program: &Exp) -> bool {
        infers(&Vec::new(), program, &[])
    }

    /// Returns whether a term has some type when it is applied to arguments of these types, the last one first.
    fn infers(scope: &Scope, term: &Exp, arguments: &[Type]) -> bool {
        match (term, arguments) {
            (Exp::Var(name), _) => {
                let mut ty = scope.iter().rfind(|(other, _)| other == name).map(|(_, ty)| ty.clone());
                for argument in arguments.iter().rev() {
                    ty = match ty {
                        Some(Type::Fun(from, to)) if *from == *argument => Some(*to),
                        _ => None,
                    };
                }
                ty.is_some()
            }
            (Exp::Lit(_), _) => arguments.is_empty(),
            (Exp::Lam(name, body), [rest @ .., ty]) => infers(&with(scope, name, ty), body, rest),
            (Exp::Lam(..), []) => false,
            (Exp::App(function, argument, ty), _) => {
                let arguments = [arguments, std::slice::from_ref(ty)].concat();
                infers(scope, function, &arguments) && has_type(scope, argument, ty)
            }
            (Exp::Let(definitions, body), _) => {
                define(scope, definitions).is_some_and(|scope| infers(&scope, body, arguments))
            }
        }
    }

    fn has_type(scope: &Scope, term: &Exp, ty: &Type) -> bool {
        match term {
            Exp::Var(name) => scope.iter().rfind(|(other, _)| other == name).is_some_and(|(_, of)| of == ty),
            Exp::Lit(Val::Unit) => *ty == Type::Unit,
            Exp::Lit(Val::Bool(_)) => *ty == Type::Bool,
            Exp::Lam(name, body) => match ty {
                Type::Fun(from, to) => has_type(&with(scope, name, from), body, to),
                _ => false,
            },
            Exp::App(function, argument, from) => {
                let function_type = Type::Fun(Box::new(from.clone()), Box::new(ty.clone()));
                has_type(scope, argument, from) && has_type(scope, function, &function_type)
            }
            Exp::Let(definitions, body) => {
                define(scope, definitions).is_some_and(|scope| has_type(&scope, body, ty))
            }
        }
    }

    fn with(scope: &Scope, name: &Nat, ty: &Type) -> Scope {
        let mut scope = scope.clone();
        scope.push((name.clone(), ty.clone()));
        scope
    }

    fn define(scope: &Scope, definitions: &Definitions) -> Option<Scope> {
        definitions.iter().try_fold(scope.clone(), |scope, (ty, name, term)| {
            has_type(&scope, term, ty).then(|| with(&scope, name, ty))
        })
    }

    pub(super) fn result_differs(program: &Exp) -> bool {
        match (result(program.clone()), result(without_lets(program))) {
            (Exp::Lit(a), Exp::Lit(b)) => a != b,
            (Exp::Lam(..), Exp::Lam(..)) => false,
            _ => true,
        }
    }

    fn result(term: Exp) -> Exp {
        match term {
            Exp::App(function, argument, ty) => match result(*function) {
                Exp::Lam(name, body) => result(substitute(&name, &argument, &body, false)),
                function => Exp::App(Box::new(function), argument, ty),
            },
            Exp::Let(definitions, body) => match definitions.split_first() {
                None => result(*body),
                Some(((_, name, term), rest)) => {
                    let (rest, body) = substitute_in_let(name, term, rest, &body, false);
                    result(Exp::Let(rest, Box::new(body)))
                }
            },
            term => term,
        }
    }

    fn without_lets(term: &Exp) -> Exp {
        match term {
            Exp::Var(_) | Exp::Lit(_) => term.clone(),
            Exp::Lam(name, body) => Exp::Lam(name.clone(), Box::new(without_lets(body))),
            Exp::App(function, argument, ty) => {
                Exp::App(Box::new(without_lets(function)), Box::new(without_lets(argument)), ty.clone())
            }
            Exp::Let(definitions, body) => match definitions.split_first() {
                None => without_lets(body),
                Some(((_, name, term), rest)) => {
                    let (rest, body) = substitute_in_let(name, &without_lets(term), rest, body, true);
                    without_lets(&Exp::Let(rest, Box::new(body)))
                }
            },
        }
    }

    /// Returns the term for the name; with the bug also below lets that have a definition of the name. Terms with a variable
    /// that is captured are larger than those compared here.
    fn substitute(name: &Nat, by: &Exp, term: &Exp, bug: bool) -> Exp {
        let go = |term: &Exp| substitute(name, by, term, bug);
        match term {
            Exp::Var(other) if other == name => by.clone(),
            Exp::Var(_) | Exp::Lit(_) => term.clone(),
            Exp::Lam(other, _) if other == name => term.clone(),
            Exp::Lam(other, body) => Exp::Lam(other.clone(), Box::new(go(body))),
            Exp::App(function, argument, ty) => {
                Exp::App(Box::new(go(function)), Box::new(go(argument)), ty.clone())
            }
            Exp::Let(definitions, body) if bug => {
                let definitions =
                    definitions.iter().map(|(ty, name, term)| (ty.clone(), name.clone(), go(term)));
                Exp::Let(definitions.collect(), Box::new(go(body)))
            }
            Exp::Let(definitions, body) => {
                let (definitions, body) = substitute_in_let(name, by, definitions, body, bug);
                Exp::Let(definitions, Box::new(body))
            }
        }
    }

    /// In the definitions up to the first of the same name, that one included, and behind them if there is none.
    fn substitute_in_let(
        name: &Nat,
        by: &Exp,
        definitions: &Definitions,
        body: &Exp,
        bug: bool,
    ) -> (Vec<(Type, Nat, Exp)>, Exp) {
        let mut seen = false;
        let mut go = |term: &Exp, ends: bool| {
            let term = if seen { term.clone() } else { substitute(name, by, term, bug) };
            seen |= ends;
            term
        };
        let definitions =
            definitions.iter().map(|(ty, other, term)| (ty.clone(), other.clone(), go(term, other == name)));
        let definitions = definitions.collect();
        (definitions, go(body, false))
    }
}
