//! The state of a run.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::frame::{Definition, Frame, Now};
use super::heap::Heap;
use super::limits::{Decision, Limits};
use super::trace::Trace;
use crate::core::{Expr, Program};
use crate::coverage::Coverage;
use crate::fault::{Fault, FaultKind};
use crate::source::Span;

/// A run.
pub(super) struct Run<'r, 'd> {
    pub(super) program: &'r Program,
    pub(super) limits: Limits,
    pub(super) heap: Heap<'r>,
    pub(super) frames: Vec<Frame<'r>>,
    pub(super) definitions: Vec<Option<Definition>>,
    pub(super) decisions: &'d mut dyn Iterator<Item = Decision>,
    pub(super) choices: u64,
    /// The trace of calls, if one is wanted.
    pub(super) trace: Option<Trace<'r>>,
    /// The expressions evaluated so far, if they are recorded.
    pub(super) coverage: Option<&'r RefCell<Coverage>>,
    /// The conditions whose values are recorded.
    pub(super) conditions: Option<&'r FxHashSet<Span>>,
    pub(super) steps: u64,
    /// The span of the outermost call, which no term of the program makes.
    pub(super) root: Option<Span>,
}

impl<'r, 'd> Run<'r, 'd> {
    pub(super) fn new(
        program: &'r Program,
        limits: Limits,
        decisions: &'d mut dyn Iterator<Item = Decision>,
    ) -> Self {
        Self {
            program,
            limits,
            heap: Heap::default(),
            frames: Vec::new(),
            definitions: vec![None; program.globals.len()],
            decisions,
            choices: 0,
            trace: None,
            coverage: None,
            conditions: None,
            steps: 0,
            root: None,
        }
    }

    /// Returns a fault at a span, with the active calls.
    pub(super) fn fault(&self, kind: FaultKind, span: Span) -> Fault {
        let calls = self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::Call(call) if self.root != Some(call.span) => Some(call.clone()),
            _ => None,
        });
        Fault::new(kind, span, calls)
    }

    /// Counts a step.
    pub(super) fn step(&mut self, span: Span) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(self.fault(FaultKind::OutOfFuel, span));
        }
        if self.frames.len() > self.limits.depth {
            return Err(self.fault(FaultKind::TooDeep, span));
        }
        Ok(())
    }

    /// Resets the count of steps, with the limit `steps`.
    pub(super) fn restart(&mut self, steps: u64) {
        (self.steps, self.limits.steps) = (0, steps);
    }

    /// Records that the evaluation of an expression begins.
    pub(super) fn note_begin(&self, expr: &Expr) {
        if let Some(coverage) = self.coverage {
            coverage.borrow_mut().add(expr.span);
        }
    }

    /// Waits for the value of an expression whose evaluation begins, if it is a condition.
    pub(super) fn note_condition(&mut self, expr: &Expr) {
        if self.conditions.is_some_and(|conditions| conditions.contains(&expr.span)) {
            self.frames.push(Frame::Condition(expr.span));
        }
    }

    /// Records the value of a condition.
    pub(super) fn note_outcome(&self, condition: Span, outcome: bool) {
        if let Some(coverage) = self.coverage {
            coverage.borrow_mut().add_outcome(condition, outcome);
        }
    }

    /// Pushes a frame.
    pub(super) fn wait(&mut self, frame: Frame<'r>, now: Now<'r>) -> Now<'r> {
        self.frames.push(frame);
        now
    }

    /// Returns the next decision.
    pub(super) fn decide(&mut self) -> Option<Decision> {
        self.choices += 1;
        self.decisions.next()
    }
}
