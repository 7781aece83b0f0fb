//! A property of closed terms as the check loop sees it: the terms are compiled behind the code of the program, and run.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_check::stats::Labels;
use everycase_check::stop::ends_now;
use everycase_check::verdict::{Subject, Verdict};
use everycase_space::Derivation;
use everycase_space::lazy::Partial;

use super::subject::said;
use crate::compile::Extent;
use crate::compile::bytecode::{Code, FunctionId};
use crate::core::{Binder, Expr, Kind, LocalId, Program, Property};
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::terms;
use crate::value::Value;

#[cfg(test)]
mod tests;

/// What terms and the property of them may use at first. Terms come to an end, but not all of them soon: where one of them
/// is at work when this is used up, the input is cut. A property that takes more is run again, with all that it is allowed.
const BRIEF: Limits = Limits { fuel: 100_000, stack: 2 << 20, heap: 1 << 20 };

/// How many lazy fields of an input are evaluated to be shown.
const SHOWN: usize = 100;

/// A property of closed terms.
pub(super) struct ClosedSubject {
    id: u64,
    program: Arc<Program>,
    number: usize,
    code: Arc<Code>,
    /// Where the program's own code ends.
    base: Extent,
    function: FunctionId,
    /// Definitions to be computed beforehand.
    values: Arc<[FunctionId]>,
    limits: Limits,
    cut: AtomicU64,
}

/// A machine of a thread.
struct Runner {
    subject: u64,
    machine: Machine,
    /// Nothing in a term is open.
    input: Partial,
}

thread_local! {
    /// The machine of the property that this thread ran last.
    static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl ClosedSubject {
    pub(super) fn new(
        program: Arc<Program>,
        number: usize,
        (code, function): (Arc<Code>, FunctionId),
        values: Arc<[FunctionId]>,
        limits: Limits,
    ) -> Self {
        let (id, base) = (NEXT_ID.fetch_add(1, Ordering::Relaxed), code.extent());
        Self { id, program, number, code, base, function, values, limits, cut: AtomicU64::new(0) }
    }

    /// How many inputs have been cut: their terms did not come to an end in time.
    pub(super) fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    pub(super) fn property(&self) -> &Property {
        &self.program.properties[self.number]
    }

    /// The inputs. A function is called what the input is called.
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

    fn runner(&self) -> Runner {
        let mut machine = Machine::new(Arc::clone(&self.code), self.limits);
        machine.compute(self.values.iter().copied());
        Runner { subject: self.id, machine, input: Partial::new() }
    }

    /// Does something with this thread's machine.
    fn with<T>(&self, work: impl FnOnce(&mut Runner) -> T) -> T {
        RUNNER.with_borrow_mut(|runner| {
            let is_own = runner.as_ref().is_some_and(|runner| runner.subject == self.id);
            if !is_own {
                *runner = Some(self.runner());
            }
            work(runner.get_or_insert_with(|| self.runner()))
        })
    }

    /// How the property ends on terms; nothing when they are cut.
    fn outcome(&self, runner: &mut Runner, terms: &[Expr]) -> Option<Outcome> {
        let Limits { fuel, stack, heap } = self.limits;
        let brief =
            Limits { fuel: fuel.min(BRIEF.fuel), stack: stack.min(BRIEF.stack), heap: heap.min(BRIEF.heap) };
        let first = self.base.functions as FunctionId;
        let outcome = self.under(brief, runner, terms)?;
        if !is_limit(&outcome) {
            return Some(outcome);
        }
        if runner.machine.is_within(first) {
            return None;
        }
        let outcome = self.under(self.limits, runner, terms)?;
        (!is_limit(&outcome) || !runner.machine.is_within(first)).then_some(outcome)
    }

    /// The same within limits; nothing when a term is too large for the machine.
    fn under(
        &self,
        limits: Limits,
        Runner { machine, input, .. }: &mut Runner,
        terms: &[Expr],
    ) -> Option<Outcome> {
        let functions = machine.begin(&self.program, self.base, terms, limits)?;
        let mut values = Vec::with_capacity(terms.len());
        // The first input is evaluated first.
        for function in functions {
            match machine.start_next(input, function, &[]) {
                Outcome::Value(value) => values.push(value),
                outcome => return Some(outcome),
            }
        }
        Some(machine.start_next(input, self.function, &values))
    }

    /// How the property fails on an input, if with an error.
    pub(super) fn fault(&self, input: &Derivation) -> Option<Fault> {
        match self.outcome(&mut self.runner(), &self.terms(input))? {
            Outcome::Fault(fault) => Some(*fault),
            Outcome::Value(_) | Outcome::Void => None,
        }
    }

    /// The value of a term, if it has one within the limits.
    pub(super) fn value(&self, term: &Expr) -> Option<Value> {
        let Runner { mut machine, mut input, .. } = self.runner();
        let terms = std::slice::from_ref(term);
        let function = machine.begin(&self.program, self.base, terms, self.limits)?.start;
        match machine.start_next(&mut input, function, &[]) {
            Outcome::Value(word) => machine.evaluated(word, SHOWN).ok(),
            Outcome::Fault(_) | Outcome::Void => None,
        }
    }
}

/// A function under a name.
fn named(called: &Binder, function: Expr, locals: &mut u32) -> Expr {
    let (local, span) = (LocalId(*locals), function.span);
    *locals += 1;
    let mention = Box::new(Expr { kind: Kind::Local(local), span });
    Expr { kind: Kind::Let(Binder { local, ..called.clone() }, Box::new(function), mention), span }
}

fn is_limit(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Fault(fault) if fault.kind.is_limit())
}

impl Subject for ClosedSubject {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let terms = self.terms(input);
        let outcome = self.with(|runner| self.outcome(runner, &terms));
        outcome.map_or_else(
            || {
                // A run that ended because time is up is not counted.
                self.cut.fetch_add(u64::from(!ends_now()), Ordering::Relaxed);
                Verdict::Discarded
            },
            |outcome| said(outcome, &self.program.sources),
        )
    }
}
