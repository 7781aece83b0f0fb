//! A property of closed terms as a subject of the check engine: the terms are compiled after the
//! program's code and run.

use std::sync::Arc;

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Event, Subject, ToolLimit, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use super::subject::{said, undecided};
use crate::core::{Binder, Expr, Kind, LocalId, Program, Property};
use crate::engine::{Engine, Ladder};
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::terms;
use crate::value::Value;

#[cfg(test)]
mod tests;

/// The maximal number of lazy fields that are evaluated to show an input.
const SHOWN: usize = 100;

/// A property of closed terms.
pub(super) struct ClosedSubject {
    engine: Arc<Engine>,
    number: usize,
    ladder: Ladder,
}

impl ClosedSubject {
    pub(super) fn new(engine: Arc<Engine>, number: usize) -> Self {
        let ladder = Ladder::new(engine.limits());
        Self { engine, number, ladder }
    }

    fn program(&self) -> &Arc<Program> {
        self.engine.program()
    }

    pub(super) fn property(&self) -> &Property {
        &self.program().properties[self.number]
    }

    /// Returns the terms of an input. A function gets the name of its parameter.
    pub(super) fn terms(&self, input: &Derivation) -> Vec<Expr> {
        let mut locals = 0;
        let parameters = self.property().parameters.iter().enumerate();
        let terms = parameters.filter_map(|(i, parameter)| {
            let term = terms::expr(input.root().field(i), &mut locals)?;
            Some(if let Kind::Lambda(..) = term.kind {
                named(&parameter.binder, term, &mut locals)
            } else {
                term
            })
        });
        terms.collect()
    }

    /// Runs the property on terms; returns `None` if the terms themselves meet a limit. Every term
    /// terminates, but some take very long, so terms get small limits and the property all of its
    /// own.
    fn outcome(&self, machine: &mut Machine, terms: &[Expr], steps: &[Limits]) -> Option<Outcome> {
        self.ladder.climb(steps, machine, |machine| {
            let outcome = self.run_once(machine, terms)?;
            (!outcome.is_limit() || !machine.is_within_terms()).then_some(outcome)
        })
    }

    /// Runs the property once; returns `None` if a term is too large for the machine.
    fn run_once(&self, machine: &mut Machine, terms: &[Expr]) -> Option<Outcome> {
        let functions = machine.begin(self.program(), terms)?;
        let property = self.engine.compiled().properties[self.number];
        Some(machine.without_input(|machine, input| {
            let mut values = Vec::with_capacity(terms.len());
            // Evaluate the inputs in order.
            for function in functions {
                match machine.start_next(input, function, &[]) {
                    Outcome::Value(value) => values.push(value),
                    outcome => return outcome,
                }
            }
            machine.start_next(input, property, &values)
        }))
    }

    /// Returns the error with which the property fails on an input; a met limit counts if
    /// `by_limit` is set.
    pub(super) fn fault(&self, input: &Derivation, by_limit: bool) -> Option<Fault> {
        let own = self.ladder.own();
        let limits = if by_limit { own } else { own.ample() };
        self.outcome(&mut self.engine.machine(), &self.terms(input), &[limits])?.fault()
    }

    /// Returns the value of a term, unless it meets a limit.
    pub(super) fn value(&self, term: &Expr) -> Option<Value> {
        let mut machine = self.engine.machine();
        machine.limit(self.ladder.own());
        let function = machine.begin(self.program(), std::slice::from_ref(term))?.start;
        match machine.without_input(|machine, input| machine.start_next(input, function, &[])) {
            Outcome::Value(word) => machine.evaluated(word, SHOWN).ok(),
            _ => None,
        }
    }
}

/// Returns a function bound to a name.
fn named(called: &Binder, function: Expr, locals: &mut u32) -> Expr {
    let (local, span) = (LocalId(*locals), function.span);
    *locals += 1;
    let mention = Box::new(Expr { kind: Kind::Local(local), span });
    Expr { kind: Kind::Let(Binder { local, ..called.clone() }, Box::new(function), mention), span }
}

impl Subject for ClosedSubject {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let Some(input) = input.whole() else { return Verdict::Discarded };
        let terms = self.terms(input);
        let may_fail = self.ladder.may_fail(|| Ladder::is_small(input));
        let own = self.ladder.own();
        let steps = [own.brief(), own, own.ample()];
        let steps = if may_fail { &steps } else { &steps[..1] };
        match self.engine.with_machine(|machine| self.outcome(machine, &terms, steps)) {
            None => Verdict::Undecided(Box::new(ToolLimit {
                message: "its terms take too many steps or too much memory".to_owned(),
                location: None,
                may_fail: false,
            })),
            Some(Outcome::Limit(fault)) => undecided(&fault, may_fail, &self.program().sources),
            Some(outcome) => said(outcome, &self.program().sources),
        }
    }

    fn notice(&self, event: Event) {
        self.ladder.notice(event);
    }
}
