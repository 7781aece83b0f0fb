//! Smaller scopes for existential quantifiers.
//!
//! `exists h . lo <= h && forall u . mem t u ==> lo < u && u < h` has no value where an element is
//! not above `lo`: a search over `h` does not end. Here it becomes
//! `(forall u . mem t u ==> lo < u) && exists h . lo <= h && forall u . mem t u ==> u < h`, whose
//! first part is false.
//!
//! Terms are taken apart only where that changes no error: between comparisons of variables and
//! literals, which have none.

use pun::core::{Binder, Connective, Expr, Formula, Kind, LocalId, Primitive};

use crate::terms;

/// Moves conjuncts that do not mention an existentially quantified variable out of its scope.
pub(crate) fn narrowed(formula: &Formula) -> Formula {
    match formula {
        Formula::Term(_) => formula.clone(),
        Formula::Not(inner) => Formula::Not(Box::new(narrowed(inner))),
        Formula::Connective(connective, a, b) => {
            Formula::Connective(*connective, Box::new(narrowed(a)), Box::new(narrowed(b)))
        }
        Formula::Quantified { exists, binder, body } => {
            let body = narrowed(body);
            if *exists && let Some(split) = split(&body, binder) {
                return split;
            }
            Formula::Quantified { exists: *exists, binder: binder.clone(), body: Box::new(body) }
        }
    }
}

/// Returns `exists binder . body` with a smaller scope; `None` if all conjuncts mention the
/// variable, or none does.
fn split(body: &Formula, binder: &Binder) -> Option<Formula> {
    let mut all = Vec::new();
    conjuncts(body, binder.local, &mut all);
    let (inner, outer): (Vec<_>, Vec<_>) = all.into_iter().partition(|part| mentions(part, binder.local));
    let inner = Formula::Quantified { exists: true, binder: binder.clone(), body: Box::new(and(inner)?) };
    Some(Formula::Connective(Connective::And, Box::new(and(outer)?), Box::new(inner)))
}

fn and(parts: Vec<Formula>) -> Option<Formula> {
    let both = |a, b| Formula::Connective(Connective::And, Box::new(a), Box::new(b));
    parts.into_iter().reduce(both)
}

/// Adds conjuncts that together mean the same. As far as possible each of them either mentions a
/// variable everywhere or nowhere.
fn conjuncts(formula: &Formula, of: LocalId, all: &mut Vec<Formula>) {
    match formula {
        Formula::Connective(Connective::And, a, b) => {
            conjuncts(a, of, all);
            conjuncts(b, of, all);
        }
        Formula::Term(term) => all.extend(separated(term, of).into_iter().map(Formula::Term)),
        Formula::Quantified { exists: false, binder, body } => {
            let Formula::Term(term) = &**body else { return all.push(formula.clone()) };
            let bodies = separated(term, of).into_iter().map(|term| Box::new(Formula::Term(term)));
            all.extend(bodies.map(|body| Formula::Quantified {
                exists: false,
                binder: binder.clone(),
                body,
            }));
        }
        _ => all.push(formula.clone()),
    }
}

/// Returns one or two terms whose conjunction has the same value: one that does not mention a
/// variable, and the rest.
fn separated(term: &Expr, of: LocalId) -> Vec<Expr> {
    let (premise, conclusion) = match &term.kind {
        Kind::Connective(Connective::Implies, a, b) => (Some(&**a), &**b),
        _ => (None, term),
    };
    let mut parts = Vec::new();
    comparisons(conclusion, &mut parts);
    let is_free =
        premise.is_none_or(|premise| !term_mentions(premise, of)) && parts.iter().all(|part| is_plain(part));
    let (inner, outer): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| term_mentions(part, of));
    if !is_free || inner.is_empty() || outer.is_empty() {
        return vec![term.clone()];
    }
    let whole = |parts: Vec<&Expr>| {
        let conclusion = terms::all(parts.into_iter().cloned());
        match premise {
            Some(premise) => {
                let both = (Box::new(premise.clone()), Box::new(conclusion));
                terms::expr(Kind::Connective(Connective::Implies, both.0, both.1))
            }
            None => conclusion,
        }
    };
    vec![whole(outer), whole(inner)]
}

fn comparisons<'e>(term: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &term.kind {
        Kind::Connective(Connective::And, a, b) => {
            comparisons(a, parts);
            comparisons(b, parts);
        }
        _ => parts.push(term),
    }
}

/// Returns whether a term ends with a value, whatever its variables are.
fn is_plain(term: &Expr) -> bool {
    match &term.kind {
        Kind::Local(_) | Kind::Integer(_) => true,
        Kind::Primitive(Primitive::Divide | Primitive::Modulo, ..) => false,
        Kind::Primitive(_, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

fn mentions(formula: &Formula, of: LocalId) -> bool {
    match formula {
        Formula::Term(term) => term_mentions(term, of),
        Formula::Quantified { body, .. } => mentions(body, of),
        Formula::Connective(_, a, b) => mentions(a, of) || mentions(b, of),
        Formula::Not(inner) => mentions(inner, of),
    }
}

fn term_mentions(term: &Expr, of: LocalId) -> bool {
    let is_it = matches!(&term.kind, Kind::Local(local) | Kind::Force(local) if *local == of);
    is_it || term.parts().into_iter().any(|part| term_mentions(part, of))
}
