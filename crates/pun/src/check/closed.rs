//! A property of closed terms as the check loop sees it: the terms are compiled behind the code of the program, and run.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

use everycase_check::phase::Phase;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Subject, Undecided, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Partial;

use super::subject::{AMPLE, Longest, is_small, said, undecided};
use crate::compile::Extent;
use crate::compile::bytecode::{Code, FunctionId};
use crate::core::{Binder, Expr, Kind, LocalId, Program, Property};
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::terms;
use crate::value::Value;

#[cfg(test)]
mod tests;

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
    /// Are runs to end soon, because their inputs are some of many?
    is_brief: AtomicBool,
    longest: Longest,
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
        let is_brief = AtomicBool::new(false);
        let longest = Longest::default();
        Self { id, program, number, code, base, function, values, limits, is_brief, longest }
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

    /// How the property ends on terms; nothing if they do not come to an end themselves. Terms come to an end, but not all of
    /// them soon: they are given little, and the property all that there is.
    fn outcome(&self, runner: &mut Runner, terms: &[Expr], limits: &[Limits]) -> Option<Outcome> {
        let first = self.base.functions as FunctionId;
        let mut last = None;
        for &limits in limits {
            let is_ample = limits.heap > self.limits.heap;
            let _alone = is_ample.then(|| AMPLE.lock().unwrap_or_else(PoisonError::into_inner));
            let outcome = self.under(limits, runner, terms)?;
            let is_limit = outcome.is_limit();
            let is_of_terms = is_limit && runner.machine.is_within(first);
            if !is_limit {
                self.longest.note(runner.machine.calls_made());
            }
            if is_ample {
                runner.machine.release(self.limits);
            }
            if is_of_terms {
                return None;
            }
            last = Some(outcome);
            if !is_limit {
                break;
            }
        }
        last
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

    /// How the property fails on an input, if with an error; by meeting a limit if that is how.
    pub(super) fn fault(&self, input: &Derivation, by_limit: bool) -> Option<Fault> {
        let limits = if by_limit { self.limits } else { self.limits.ample() };
        match self.outcome(&mut self.runner(), &self.terms(input), &[limits])? {
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

impl Subject for ClosedSubject {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let terms = self.terms(input);
        let is_searched = !self.is_brief.load(Ordering::Relaxed) && !self.longest.is_long(self.limits);
        let may_fail = is_searched && is_small(input);
        let all = [self.limits.brief(), self.limits, self.limits.ample()];
        let limits = if may_fail { &all } else { &all[..1] };
        match self.with(|runner| self.outcome(runner, &terms, limits)) {
            None => Verdict::Undecided(Box::new(Undecided {
                message: "its terms take too many steps or too much memory".to_owned(),
                location: None,
                may_fail: false,
            })),
            Some(Outcome::Fault(fault)) if fault.kind.is_limit() => {
                undecided(&fault, may_fail, &self.program.sources)
            }
            Some(outcome) => said(outcome, &self.program.sources),
        }
    }

    fn enter(&self, phase: Phase) {
        let is_brief = matches!(phase, Phase::Sampling | Phase::Edges);
        self.is_brief.store(is_brief, Ordering::Relaxed);
    }
}
