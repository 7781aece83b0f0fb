//! Measures that decrease at each recursive call, so that a generator ends.
//!
//! A proof of `sized n` may use that `sized (n - 1)` covers its type, since `n` is a natural that
//! is smaller there. Without a measure `loop n = loop n` would cover everything.

use num_bigint::BigInt;
use pun::core::GlobalId;

use super::logic::{Operation, Sort, Term, Variable};
use super::prove::{ALL, Goal, How, ProofFailure, Proving, terms};
use super::pure::fresh;

impl Proving<'_> {
    /// Finds a measure that decreases at each recursive call that is needed to produce all values.
    /// `how` has shown that they are produced if nothing need decrease.
    pub(super) fn measure(&mut self, goal: &Goal<'_>, how: How) -> Result<String, ProofFailure> {
        let measures = self.measures(goal)?;
        for ways in [&[how][..], &ALL] {
            for (measures, shown) in &measures {
                let falls = |called, arguments: &[Term]| Some(self.falls(goal, measures, called, arguments));
                let reach = self.reach(goal, &falls)?;
                match self.covers(goal, &reach, &format!("{shown} decreases"), ways) {
                    Ok(_) => return Ok(shown.clone()),
                    Err(why @ (ProofFailure::Solver(_) | ProofFailure::Interrupted)) => return Err(why),
                    Err(_) => {}
                }
            }
        }
        Err(ProofFailure::Measure)
    }

    /// Returns the measures to try: the declared one, or each parameter and each difference of
    /// integers.
    fn measures(&self, goal: &Goal<'_>) -> Result<Vec<(Vec<Term>, String)>, ProofFailure> {
        let program = self.functions.program;
        if let Some(declared) = &self.generator.decreases {
            let scope = Self::arguments(self.generator, terms(&goal.parameters));
            let measures = declared.iter().map(|term| self.functions.pure(term, &scope));
            let shown: Vec<&str> = declared.iter().map(|term| program.sources.text(term.span)).collect();
            return Ok(vec![(measures.collect::<Result<_, _>>()?, shown.join(", "))]);
        }
        let parameters = &self.generator.coverage.parameters;
        let names = goal.places.iter().map(|place| &parameters[*place].binder().name);
        let named: Vec<_> = names.zip(&goal.parameters).collect();
        let mut all: Vec<(Vec<Term>, String)> = named
            .iter()
            .filter(|(_, variable)| variable.sort != Sort::Boolean)
            .map(|(name, variable)| (vec![Term::Variable((*variable).clone())], name.to_string()))
            .collect();
        let integers = || named.iter().filter(|(_, variable)| variable.sort == Sort::Integer);
        for (one, a) in integers() {
            for (other, b) in integers().filter(|(_, b)| b != a) {
                let [a, b] = [a, b].map(|variable| Term::Variable((*variable).clone()));
                let difference = Term::operate(Operation::Subtract, a, b);
                all.push((vec![difference], format!("{one} - {other}")));
            }
        }
        Ok(all)
    }

    /// Returns what has to hold so that a call decreases some measures, compared from left to
    /// right. Calls of generators that do not call this one need not.
    fn falls(&self, goal: &Goal<'_>, measures: &[Term], called: GlobalId, arguments: &[Term]) -> Term {
        let program = self.functions.program;
        let own = self.generator.global;
        let of_called: Vec<Term> = if called == own {
            let substituted = |measure: &Term| {
                // At once: an argument may mention parameters.
                let between: Vec<Variable> =
                    goal.parameters.iter().map(|own| fresh("p", own.sort.clone())).collect();
                let mut measure = measure.clone();
                for (parameter, between) in goal.parameters.iter().zip(&between) {
                    measure = measure.substitute(parameter, &Term::Variable(between.clone()), program);
                }
                for (between, argument) in between.iter().zip(arguments) {
                    measure = measure.substitute(between, argument, program);
                }
                measure
            };
            measures.iter().map(substituted).collect()
        } else if self.functions.reached(called).contains(&own) {
            // Generators that call each other have comparable measures only if these are declared.
            let declared = program.generators.iter().find(|generator| generator.global == called);
            let declared = declared.and_then(|generator| Some((generator, generator.decreases.as_ref()?)));
            let Some((generator, declared)) = declared.filter(|_| self.generator.decreases.is_some()) else {
                return Term::FALSE;
            };
            let scope = Self::arguments(generator, arguments.iter().cloned());
            match declared.iter().map(|term| self.functions.pure(term, &scope)).collect() {
                Ok(measures) => measures,
                Err(_) => return Term::FALSE,
            }
        } else {
            return Term::TRUE;
        };
        if of_called.len() != measures.len() {
            return Term::FALSE;
        }
        let mut same = Vec::new();
        let mut ways = Vec::new();
        for (now, next) in measures.iter().zip(of_called) {
            ways.push(Term::and(same.iter().cloned().chain([Self::is_less(&next, now)])));
            same.push(Term::equal(next, now.clone(), program));
        }
        Term::or(ways)
    }

    /// Returns what has to hold so that a measure is less than another one: a smaller integer,
    /// where the larger one is not negative; a proper part of a value.
    fn is_less(next: &Term, now: &Term) -> Term {
        if now.sort() == Sort::Integer {
            let is_bounded = Term::less_equal(Term::Integer(BigInt::ZERO), now.clone());
            return Term::and([is_bounded, Term::less(next.clone(), now.clone())]);
        }
        let mut part = next;
        let mut has = Vec::new();
        while let Term::Part(con, _, _, whole) = part {
            has.push(Term::is(*con, (**whole).clone()));
            if **whole == *now {
                return Term::and(has);
            }
            part = whole;
        }
        Term::FALSE
    }
}
