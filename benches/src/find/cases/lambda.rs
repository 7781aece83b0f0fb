//! Simply typed lambda terms with numbered variables: reduction, eta, type checking, free variables.

use bolero_generator::TypeGenerator;
use everycase::{Enumerable, Lazy};

use super::{Case, Verdict, case, lazy_case};
use crate::find::input::recursive;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    NoShiftUnderBinder,
    EtaOfUsed,
    AnyArgument,
    RightIsClosed,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Type {
    Base,
    Fun(Box<Type>, Box<Type>),
}

recursive! { Type;
    leaf Base;
    node Fun(argument: Self, result: Self);
}

/// A term. A variable is the number of binders between it and its own.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Term {
    Star,
    Var(u8),
    Lam(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
}

recursive! { Term;
    leaf Star;
    leaf Var(number: u8);
    node Lam(argument: Type, body: Self);
    node App(function: Self, argument: Self);
}

pub(super) fn cases() -> Vec<Case> {
    use Term::{Star, Var};
    vec![
        lazy_case(
            "no-shift-under-a-binder",
            Mistake::NoShiftUnderBinder,
            step_keeps_the_type,
            step_keeps_the_type_lazily,
            || {
                let base = || Type::Base;
                let function = Type::Fun(Box::new(base()), Box::new(base()));
                lam(base(), app(lam(base(), lam(function, Var(1))), Var(0)))
            },
        ),
        lazy_case(
            "eta-of-a-used-variable",
            Mistake::EtaOfUsed,
            eta_keeps_the_type,
            eta_keeps_the_type_lazily,
            || {
                let second = lam(Type::Base, lam(Type::Base, Var(0)));
                lam(Type::Base, app(app(second, Var(0)), Var(0)))
            },
        ),
        case("any-argument-is-accepted", Mistake::AnyArgument, typed_terms_do_not_get_stuck, || {
            app(lam(Type::Fun(Box::new(Type::Base), Box::new(Type::Base)), app(Var(0), Star)), Star)
        }),
        case("right-part-is-closed", Mistake::RightIsClosed, closed_terms_have_no_free_variables, || {
            app(Star, Var(0))
        }),
    ]
}

fn lam(argument: Type, body: Term) -> Term {
    Term::Lam(argument, Box::new(body))
}

fn app(function: Term, argument: Term) -> Term {
    Term::App(Box::new(function), Box::new(argument))
}

/// Returns the type of a term, with the types of its free variables, the innermost last.
fn type_of(m: Mistake, free: &mut Vec<Type>, term: &Term) -> Option<Type> {
    match term {
        Term::Star => Some(Type::Base),
        Term::Var(number) => free.iter().rev().nth(usize::from(*number)).cloned(),
        Term::Lam(argument, body) => {
            free.push(argument.clone());
            let result = type_of(m, free, body);
            free.pop();
            Some(Type::Fun(Box::new(argument.clone()), Box::new(result?)))
        }
        Term::App(function, argument) => {
            let Type::Fun(expected, result) = type_of(m, free, function)? else { return None };
            let given = type_of(m, free, argument)?;
            (given == *expected || m == Mistake::AnyArgument).then_some(*result)
        }
    }
}

/// Returns a term with `by` added to the variables from `from` on.
fn shifted(term: &Term, from: u8, by: i8) -> Term {
    match term {
        Term::Star => Term::Star,
        Term::Var(number) if *number >= from => Term::Var(number.saturating_add_signed(by)),
        Term::Var(number) => Term::Var(*number),
        Term::Lam(argument, body) => lam(argument.clone(), shifted(body, from.saturating_add(1), by)),
        Term::App(function, argument) => app(shifted(function, from, by), shifted(argument, from, by)),
    }
}

/// Returns a term with another in place of a variable, which is no longer bound.
fn substituted(m: Mistake, term: &Term, variable: u8, new: &Term) -> Term {
    match term {
        Term::Star => Term::Star,
        Term::Var(number) if *number == variable => new.clone(),
        Term::Var(number) if *number > variable => Term::Var(number - 1),
        Term::Var(number) => Term::Var(*number),
        Term::Lam(argument, body) => {
            let new = if m == Mistake::NoShiftUnderBinder { new.clone() } else { shifted(new, 0, 1) };
            lam(argument.clone(), substituted(m, body, variable.saturating_add(1), &new))
        }
        Term::App(function, argument) => {
            app(substituted(m, function, variable, new), substituted(m, argument, variable, new))
        }
    }
}

/// Reduces the leftmost function that is applied, below binders, too.
fn step(m: Mistake, term: &Term) -> Option<Term> {
    match term {
        Term::Star | Term::Var(_) => None,
        Term::Lam(argument, body) => step(m, body).map(|body| lam(argument.clone(), body)),
        Term::App(function, argument) => match &**function {
            Term::Lam(_, body) => Some(substituted(m, body, 0, argument)),
            other => match step(m, other) {
                Some(function) => Some(Term::App(Box::new(function), argument.clone())),
                None => step(m, argument).map(|argument| app(other.clone(), argument)),
            },
        },
    }
}

fn step_keeps(m: Mistake, term: &Term, own: &Type) -> bool {
    step(m, term).is_none_or(|next| type_of(Mistake::None, &mut Vec::new(), &next).as_ref() == Some(own))
}

fn step_keeps_the_type(m: Mistake, term: &Term) -> Verdict {
    Some(step_keeps(m, term, &type_of(Mistake::None, &mut Vec::new(), term)?))
}

fn uses(term: &Term, variable: u8) -> bool {
    match term {
        Term::Star => false,
        Term::Var(number) => *number == variable,
        Term::Lam(_, body) => uses(body, variable.saturating_add(1)),
        Term::App(function, argument) => uses(function, variable) || uses(argument, variable),
    }
}

/// Replaces functions that only pass on their argument by what they pass it to.
fn eta(m: Mistake, term: &Term) -> Term {
    match term {
        Term::Star | Term::Var(_) => term.clone(),
        Term::Lam(argument, body) => match &**body {
            Term::App(function, passed)
                if **passed == Term::Var(0) && (!uses(function, 0) || m == Mistake::EtaOfUsed) =>
            {
                eta(m, &shifted(function, 0, -1))
            }
            body => lam(argument.clone(), eta(m, body)),
        },
        Term::App(function, argument) => app(eta(m, function), eta(m, argument)),
    }
}

fn eta_keeps(m: Mistake, term: &Term, own: &Type) -> bool {
    type_of(Mistake::None, &mut Vec::new(), &eta(m, term)).as_ref() == Some(own)
}

fn eta_keeps_the_type(m: Mistake, term: &Term) -> Verdict {
    Some(eta_keeps(m, term, &type_of(Mistake::None, &mut Vec::new(), term)?))
}

/// Returns the type of a closed term of which only what the type depends on is decided.
fn type_lazily(free: &mut Vec<Lazy<Type>>, term: Lazy<Term>) -> Option<Type> {
    match term.force() {
        TermView::Star => Some(Type::Base),
        TermView::Var(number) => {
            let bound = free.iter().rev().enumerate().find(|(i, _)| number.eq(*i as u8))?;
            Some(bound.1.value())
        }
        TermView::Lam(argument, body) => {
            free.push(argument);
            let result = type_lazily(free, body);
            free.pop();
            let result = result?;
            Some(Type::Fun(Box::new(argument.value()), Box::new(result)))
        }
        TermView::App(function, argument) => {
            let Type::Fun(expected, result) = type_lazily(free, function)? else { return None };
            (type_lazily(free, argument)? == *expected).then_some(*result)
        }
    }
}

fn step_keeps_the_type_lazily(m: Mistake, term: Lazy<Term>) -> Verdict {
    let own = type_lazily(&mut Vec::new(), term)?;
    Some(step_keeps(m, &term.value(), &own))
}

fn eta_keeps_the_type_lazily(m: Mistake, term: Lazy<Term>) -> Verdict {
    let own = type_lazily(&mut Vec::new(), term)?;
    Some(eta_keeps(m, &term.value(), &own))
}

/// A term with the checker's type reduces to a star or a function, if it ends soon.
fn typed_terms_do_not_get_stuck(m: Mistake, term: &Term) -> Verdict {
    type_of(m, &mut Vec::new(), term)?;
    let mut term = term.clone();
    for _ in 0..50 {
        match step(Mistake::None, &term) {
            Some(next) => term = next,
            None => return Some(matches!(term, Term::Star | Term::Lam(..))),
        }
    }
    None
}

/// Returns whether a term has no free variables but the innermost `bound`.
fn is_closed(m: Mistake, term: &Term, bound: u8) -> bool {
    match term {
        Term::Star => true,
        Term::Var(number) => *number < bound,
        Term::Lam(_, body) => is_closed(m, body, bound.saturating_add(1)),
        Term::App(function, argument) => {
            is_closed(m, function, bound) && (m == Mistake::RightIsClosed || is_closed(m, argument, bound))
        }
    }
}

fn closed_terms_have_no_free_variables(m: Mistake, term: &Term) -> bool {
    !is_closed(m, term, 0) || (0..=u8::MAX).all(|variable| !uses(term, variable))
}
