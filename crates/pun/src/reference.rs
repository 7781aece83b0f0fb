//! A plain interpreter: the semantics of programs, as simple as possible. The machine is tested
//! against it.
//!
//! It runs the core directly: patterns are matched in order, variables are looked up in a list, all
//! integers are big. Continuations are a list of frames, not Rust's stack, so a program is bounded
//! only by its [`Limits`].

mod compare;
mod evaluate;
mod frame;
mod heap;
mod limits;
mod matching;
mod note;
mod operate;
mod outside;
mod run;
mod trace;

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use crate::compile::conditions;
use crate::core::{Expr, GlobalId, Kind, LocalId, Program};
use crate::coverage::Coverage;
use crate::fault::Fault;
use crate::source::Span;
use crate::value::Value;

use self::run::Run;
use self::trace::Trace;

pub use self::limits::{Decision, Limits};
pub use self::trace::Call;

/// Runs terms of a program.
pub struct Interpreter<'p> {
    program: &'p Program,
    limits: Limits,
    coverage: Option<&'p RefCell<Coverage>>,
    /// The conditions whose values are recorded.
    conditions: FxHashSet<Span>,
}

impl<'p> Interpreter<'p> {
    /// Returns an interpreter with the default limits.
    pub fn new(program: &'p Program) -> Self {
        Self { program, limits: Limits::default(), coverage: None, conditions: FxHashSet::default() }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Records the expressions that runs evaluate, and the values of conditions.
    #[must_use]
    pub fn covering(mut self, coverage: &'p RefCell<Coverage>) -> Self {
        self.coverage = Some(coverage);
        self.conditions = conditions(self.program, |_| true);
        self
    }

    fn run<'r, 'd>(&'r self, decisions: &'d mut dyn Iterator<Item = Decision>) -> Run<'r, 'd> {
        let conditions = Some(&self.conditions);
        Run { coverage: self.coverage, conditions, ..Run::new(self.program, self.limits, decisions) }
    }

    /// Returns a definition applied to values. Open values and functions may be passed on but not
    /// inspected.
    ///
    /// # Errors
    ///
    /// If the program ends with a fault.
    pub fn global(&self, global: GlobalId, arguments: &[Value]) -> Result<Value, Fault> {
        let span = self.program.globals.get(global.index()).map_or(Span::NOWHERE, |global| global.span);
        let expr = Expr { kind: Kind::Global(global), span };
        let mut decisions = std::iter::empty();
        let mut run = self.run(&mut decisions);
        let arguments = arguments.iter().map(|argument| run.heap.value(argument)).collect();
        run.applied(&expr, arguments)
    }

    /// Returns the value of a closed term.
    ///
    /// # Errors
    ///
    /// If the term ends with a fault.
    pub fn expression(&self, expr: &Expr) -> Result<Value, Fault> {
        self.under(&[], expr, &mut std::iter::empty())
    }

    /// Returns the value of a term, given the values of its variables: the body of a property, for
    /// instance, or the term that draws an input. Each choice takes a decision.
    ///
    /// # Errors
    ///
    /// If the term ends with a fault. A missing or impossible decision is a fault.
    pub fn under(
        &self,
        variables: &[(LocalId, Value)],
        expr: &Expr,
        decisions: &mut dyn Iterator<Item = Decision>,
    ) -> Result<Value, Fault> {
        let mut run = self.run(decisions);
        let env = run.bound(variables);
        run.evaluated(expr, env)
    }

    /// Returns the value of a term, given the values of its variables, and the calls it makes.
    pub(crate) fn traced<'r>(
        &'r self,
        variables: &[(LocalId, Value)],
        expr: &'r Expr,
    ) -> (Result<Value, Fault>, Vec<Call<'r>>) {
        let mut decisions = std::iter::empty();
        let mut run = self.run(&mut decisions);
        run.trace = Some(Trace::default());
        let env = run.bound(variables);
        let value = run.evaluated(expr, env);
        (value, run.noted())
    }
}
