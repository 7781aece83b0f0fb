//! Instances of formulas that a solver does not find by itself.
//!
//! A solver instantiates `forall x . ..` where a pattern of function symbols with `x` occurs in the
//! query. In `forall x . x <= root h ==> x <= u` there is none. Here such variables are replaced by
//! the numbers that the query mentions: its constants and the integers that are parts of its
//! values. The formula stays, too. To have the constants, existential quantifiers that are in the
//! scope of no other are replaced by new ones.

use pun::core::{Program, Type};

use super::logic::{Sort, Term, Variable};
use super::pure::fresh;

/// The maximal number of values for a variable.
const MOST: usize = 12;

/// The maximal number of values without parts for a variable.
const MOST_ENDS: usize = 4;

/// Returns formulas equivalent to some given ones, with constants for existential variables, and
/// with instances.
pub(crate) fn with_instances(formulas: &[Term], program: &Program) -> Vec<Term> {
    let formulas: Vec<Term> = formulas.iter().map(|formula| skolem(formula, true, program)).collect();
    let numbers = numbers(&formulas);
    formulas.iter().map(|formula| instantiated(formula, &numbers, program)).collect()
}

/// Returns formulas equivalent to some given ones, with constants for existential variables, and
/// with instances for the values without parts: a solver does not try `[]` for `xs` where
/// `all-zero xs` is to be true of some list. Definitions are unfolded at these.
pub(crate) fn with_ends(formulas: &[Term], program: &Program) -> Vec<Term> {
    formulas.iter().map(|formula| ended(&skolem(formula, true, program), program)).collect()
}

fn ended(formula: &Term, program: &Program) -> Term {
    match formula {
        Term::And(parts) => Term::and(parts.iter().map(|part| ended(part, program))),
        Term::Or(parts) => Term::or(parts.iter().map(|part| ended(part, program))),
        Term::Quantified { exists: false, variables, patterns, body } if patterns.is_empty() => {
            let mut all = vec![formula.clone()];
            if let Some(first) = variables.iter().find(|variable| matches!(variable.sort, Sort::Data(_))) {
                let others: Vec<Variable> = variables.iter().filter(|own| *own != first).cloned().collect();
                let of_end = |end: &Term| {
                    let body = body.substitute(first, end, program);
                    ended(&skolem(&Term::quantified(false, others.clone(), body), true, program), program)
                };
                all.extend(ends(&first.sort, program).iter().map(of_end));
            }
            Term::and(all)
        }
        other => other.clone(),
    }
}

/// Returns the values of a sort that have no parts.
fn ends(sort: &Sort, program: &Program) -> Vec<Term> {
    let Sort::Data(Type::Data(data, _)) = sort else { return Vec::new() };
    let constructors = program.datas[data.index()].constructors.iter();
    let ends = constructors.filter(|con| program.constructors[con.index()].fields.is_empty());
    ends.take(MOST_ENDS).map(|con| Term::Make(*con, sort.clone(), Vec::new())).collect()
}

/// Returns a formula, or its negation, with negations at its atoms, and with constants for
/// existential variables.
fn skolem(formula: &Term, is_positive: bool, program: &Program) -> Term {
    match formula {
        Term::Not(inner) => skolem(inner, !is_positive, program),
        Term::And(parts) | Term::Or(parts) => {
            let parts = parts.iter().map(|part| skolem(part, is_positive, program));
            if matches!(formula, Term::And(_)) == is_positive { Term::and(parts) } else { Term::or(parts) }
        }
        Term::Quantified { exists, variables, patterns, body } if patterns.is_empty() => {
            if *exists != is_positive {
                // Existential variables within depend on these: they stay.
                let body = if is_positive { (**body).clone() } else { (**body).clone().not() };
                return Term::quantified(false, variables.clone(), body);
            }
            let mut body = (**body).clone();
            for variable in variables {
                let name = variable.name.split('.').next().unwrap_or("c");
                let constant = Term::Variable(fresh(name, variable.sort.clone()));
                body = body.substitute(variable, &constant, program);
            }
            skolem(&body, is_positive, program)
        }
        other if is_positive => other.clone(),
        other => other.clone().not(),
    }
}

/// Returns the integers that formulas mention outside of quantifiers, the simplest ones first.
fn numbers(formulas: &[Term]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for formula in formulas {
        formula.visit(&mut Vec::new(), &mut |term, bound| {
            let is_number = match term {
                Term::Variable(variable) => variable.sort == Sort::Integer && !bound.contains(&variable),
                Term::Part(_, _, sort, _) => {
                    *sort == Sort::Integer && !bound.iter().any(|variable| term.mentions(variable))
                }
                _ => false,
            };
            if is_number && !found.contains(term) {
                found.push(term.clone());
            }
        });
    }
    found.sort_by_key(Term::size);
    found.truncate(MOST);
    found
}

/// Returns a formula together with instances of its universal parts.
fn instantiated(formula: &Term, numbers: &[Term], program: &Program) -> Term {
    match formula {
        Term::And(parts) => Term::and(parts.iter().map(|part| instantiated(part, numbers, program))),
        Term::Or(parts) => Term::or(parts.iter().map(|part| instantiated(part, numbers, program))),
        Term::Quantified { exists: false, variables, patterns, body } if patterns.is_empty() => {
            let Some(hidden) = variables.iter().find(|variable| is_hidden(variable, body)) else {
                return formula.clone();
            };
            let others: Vec<Variable> = variables.iter().filter(|own| *own != hidden).cloned().collect();
            let instance = |number: &Term| {
                let body = body.substitute(hidden, number, program);
                instantiated(&Term::quantified(false, others.clone(), body), numbers, program)
            };
            Term::and(numbers.iter().map(instance).chain([formula.clone()]))
        }
        other => other.clone(),
    }
}

/// Returns whether an integer variable is an argument of no function, so that no pattern finds
/// values for it.
fn is_hidden(variable: &Variable, body: &Term) -> bool {
    let mut is_argument = false;
    body.visit(&mut Vec::new(), &mut |term, _| {
        if let Term::Apply(_, arguments) = term {
            is_argument |= arguments.contains(&Term::Variable(variable.clone()));
        }
    });
    variable.sort == Sort::Integer && !is_argument
}
