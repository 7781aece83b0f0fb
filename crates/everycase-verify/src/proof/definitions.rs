//! The definitions of recursive functions, as facts about the values at hand.
//!
//! The definition of `len xs n` by a case on `xs` says, of the list `v` and of any `n`, that
//! `len v n` is what the branches say of the parts of `v`. It is stated for the value of a query,
//! then for its parts, up to a depth. So a solver need not guess for which values it needs the
//! definition.
//!
//! The equation is a fact only if the function has a value for all arguments
//! ([`total`](super::total)).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use pun::core::Kind;

use super::logic::{Sort, Symbol, Term, Variable};
use super::pure::{Functions, UnsupportedTerm, fresh, unsupported};
use super::total::falls;

/// The definition of a function.
struct Definition {
    parameters: Vec<Variable>,
    body: Term,
    /// The parameter that each call passes a part of.
    falls: usize,
}

/// The definitions of functions, translated when they are needed.
pub(crate) struct Definitions<'p> {
    functions: &'p Functions<'p>,
    known: RefCell<HashMap<Arc<Symbol>, Rc<Definition>>>,
}

impl<'p> Definitions<'p> {
    pub(crate) fn new(functions: &'p Functions<'p>) -> Self {
        Self { functions, known: RefCell::new(HashMap::new()) }
    }

    /// Returns the definitions of the functions in some formulas, at the values in them, and then
    /// at the values in these definitions, `depth` times.
    ///
    /// # Errors
    /// If a definition is not a fact, because the function may have no value.
    pub(crate) fn unfolded<'t>(
        &self,
        formulas: impl IntoIterator<Item = &'t Term>,
        depth: u32,
    ) -> Result<Vec<Term>, UnsupportedTerm> {
        let mut seen = HashSet::new();
        let mut facts = Vec::new();
        let mut last: Vec<Term> = formulas.into_iter().cloned().collect();
        for _ in 0..depth {
            let mut next = Vec::new();
            for formula in &last {
                for (symbol, value) in self.calls(formula)? {
                    if seen.insert((Arc::clone(&symbol), value.clone())) {
                        next.extend(self.facts(&symbol, &value)?);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            facts.extend(next.iter().cloned());
            last = next;
        }
        Ok(facts)
    }

    /// Returns the functions of a formula, each with the value that it takes apart, unless that
    /// depends on a bound variable.
    pub(crate) fn calls(&self, formula: &Term) -> Result<Vec<(Arc<Symbol>, Term)>, UnsupportedTerm> {
        let mut found = Vec::new();
        formula.visit(&mut Vec::new(), &mut |term, bound| {
            if let Term::Apply(symbol, arguments) = term {
                found.push((
                    Arc::clone(symbol),
                    arguments.clone(),
                    bound.iter().map(|&own| own.clone()).collect(),
                ));
            }
        });
        let found: Vec<(Arc<Symbol>, Vec<Term>, Vec<Variable>)> = found;
        let mut calls = Vec::new();
        for (symbol, mut arguments, bound) in found {
            let falls = self.of(&symbol)?.falls;
            let value = arguments.swap_remove(falls);
            if !bound.iter().any(|variable| value.mentions(variable)) {
                calls.push((symbol, value));
            }
        }
        Ok(calls)
    }

    /// Returns whether each call of a function in its own definition passes on the first parameter
    /// that is a number, if there is one, as `mem rest u` does `u`.
    pub(crate) fn keeps_number(&self, symbol: &Arc<Symbol>) -> bool {
        let Ok(definition) = self.of(symbol) else { return false };
        let place = symbol.parameters.iter().position(|sort| *sort == Sort::Integer);
        let Some(place) = place else { return true };
        let own = Term::Variable(definition.parameters[place].clone());
        let mut keeps = true;
        definition.body.visit(&mut Vec::new(), &mut |term, _| {
            if let Term::Apply(called, arguments) = term
                && called == symbol
            {
                keeps &= arguments[place] == own;
            }
        });
        keeps
    }

    /// Returns the definition of a function at a value that it takes apart: for any other
    /// arguments, and for those with which the definition compares them. From `mem [node l x r] u`,
    /// which compares `u` with `x`, follows `mem [node l x r] x`: a solver does not find that
    /// instance by itself.
    fn facts(&self, symbol: &Arc<Symbol>, value: &Term) -> Result<Vec<Term>, UnsupportedTerm> {
        let definition = self.of(symbol)?;
        let program = self.functions.program;
        let mut others = Vec::new();
        let mut arguments = Vec::new();
        let mut body = definition.body.clone();
        for (i, parameter) in definition.parameters.iter().enumerate() {
            let argument = if i == definition.falls {
                value.clone()
            } else {
                let other = fresh("a", parameter.sort.clone());
                others.push(other.clone());
                Term::Variable(other)
            };
            body = body.substitute(parameter, &argument, program);
            arguments.push(argument);
        }
        let mut facts = Vec::new();
        for other in &others {
            for with in compared(&body, other, &others) {
                let arguments = arguments.iter().map(|argument| argument.substitute(other, &with, program));
                let rest = others.iter().filter(|own| *own != other).cloned().collect();
                let body = body.substitute(other, &with, program);
                facts.push(Term::definition(symbol, arguments.collect(), body, rest));
            }
        }
        facts.push(Term::definition(symbol, arguments, body, others));
        Ok(facts)
    }

    fn of(&self, symbol: &Arc<Symbol>) -> Result<Rc<Definition>, UnsupportedTerm> {
        if let Some(cached) = self.known.borrow().get(symbol) {
            return Ok(Rc::clone(cached));
        }
        let global = &self.functions.program.globals[symbol.global.index()];
        let Kind::Lambda(binders, body) = &global.body.kind else {
            return unsupported(format!("`{}`, which depends on itself,", global.name), &global.body);
        };
        let falls = falls(self.functions, symbol.global)?;
        let sorts = binders.iter().zip(&symbol.parameters);
        let parameters: Vec<Variable> =
            sorts.map(|(binder, sort)| fresh(&binder.name, sort.clone())).collect();
        let scope = binders.iter().zip(&parameters);
        let scope = scope.map(|(binder, own)| (binder.local, Term::Variable(own.clone()))).collect();
        let body = self.functions.pure(body, &scope)?.of_sort(&symbol.result, self.functions.program);
        let definition = Rc::new(Definition { parameters, body, falls });
        self.known.borrow_mut().insert(Arc::clone(symbol), Rc::clone(&definition));
        Ok(definition)
    }
}

/// Returns the terms without variables with which a formula compares a variable.
fn compared(formula: &Term, variable: &Variable, variables: &[Variable]) -> Vec<Term> {
    let mut found = Vec::new();
    formula.visit(&mut Vec::new(), &mut |term, bound| {
        let Term::Equal(a, b) = term else { return };
        for (one, other) in [(a, b), (b, a)] {
            let is_closed = |own: &Variable| !other.mentions(own);
            if matches!(&**one, Term::Variable(own) if own == variable)
                && variables.iter().all(is_closed)
                && bound.iter().all(|own| is_closed(own))
                && !found.contains(&**other)
            {
                found.push((**other).clone());
            }
        }
    });
    found
}
