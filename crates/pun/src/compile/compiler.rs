//! The code under compilation, and the functions that are still to be compiled.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bytecode::{Code, Constant, Function, FunctionId, ListId, Op, Reg};
use super::{Watch, inline};
use crate::core::{Binder, Expr, GlobalId, LocalId, Program, Property};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    pub(super) inlined: &'p inline::Inlining<'p>,
    pub(super) code: Code,
    pub(super) constants: FxHashMap<Constant, u32>,
    /// The files whose evaluated expressions are recorded.
    pub(super) covers: &'p [FileId],
    /// The conditions in these files.
    pub(super) conditions: FxHashSet<Span>,
    /// Whether values are passed on unevaluated.
    pub(super) on_demand: bool,
    pub(super) waiting: Vec<Waiting<'p>>,
    /// The properties with a premise.
    pub(super) assuming: FxHashSet<FunctionId>,
    /// The number of places where an input is discarded.
    pub(super) discards: u32,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A function to be compiled: the variables in its first registers, and its body.
pub(super) struct Waiting<'p> {
    pub(super) id: FunctionId,
    pub(super) locals: Vec<LocalId>,
    pub(super) body: &'p Expr,
    pub(super) kind: What<'p>,
    /// The mentions in the body whose calls are watched.
    pub(super) watch: Option<&'p Watch<'p>>,
}

pub(super) enum What<'p> {
    /// The term.
    Term,
    /// A term at which a run begins, after the inputs of its property, if any, have been drawn.
    First(Option<&'p Property>),
    /// The body of a property.
    Property(&'p Property),
    /// A definition whose calls from a mention are watched. The body is the mention.
    Watched { global: GlobalId, mention: u32 },
}

impl<'p> Compiler<'p> {
    /// Returns a compiler that appends to existing code.
    pub(super) fn new(program: &'p Program, inlined: &'p inline::Inlining<'p>, code: Code) -> Self {
        Self {
            program,
            inlined,
            code,
            constants: FxHashMap::default(),
            covers: &[],
            conditions: FxHashSet::default(),
            on_demand: false,
            waiting: Vec::new(),
            assuming: FxHashSet::default(),
            discards: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Reserves a function whose code follows later.
    pub(super) fn reserve(&mut self, name: Option<&Arc<str>>, span: Span, arity: usize) -> FunctionId {
        let arity = u16::try_from(arity).unwrap_or_else(|_| {
            self.diagnostics.push(Diagnostic::error(span, "this function uses too many variables"));
            0
        });
        self.code.functions.push(Function {
            start: 0,
            arity: arity.into(),
            registers: arity.into(),
            name: name.cloned(),
            span,
            lambda: None,
        });
        self.code.functions.len() as FunctionId - 1
    }

    /// Returns a function for a part of another one; it takes its captured variables, then its
    /// parameters.
    pub(super) fn lift(
        &mut self,
        watch: Option<&'p Watch<'p>>,
        (name, span): (Option<&Arc<str>>, Span),
        captured: &[LocalId],
        parameters: &[Binder],
        body: &'p Expr,
    ) -> FunctionId {
        let id = self.reserve(name, span, captured.len() + parameters.len());
        let locals = captured.iter().copied().chain(parameters.iter().map(|binder| binder.local)).collect();
        self.waiting.push(Waiting { id, locals, body, kind: What::Term, watch });
        id
    }

    pub(super) fn constant(&mut self, constant: Constant) -> u32 {
        let next = self.code.constants.len() as u32;
        *self.constants.entry(constant).or_insert_with_key(|constant| {
            self.code.constants.push(constant.clone());
            next
        })
    }

    /// Returns a new counter, of the expressions with these spans.
    pub(super) fn counter(&mut self, spans: Vec<Span>) -> u32 {
        self.code.counters.push(spans);
        self.code.counters.len() as u32 - 1
    }

    pub(super) fn list(&mut self, registers: &[Reg]) -> ListId {
        let at = self.code.registers.len() as ListId;
        self.code.registers.extend_from_slice(registers);
        at
    }

    pub(super) fn arity(&self, global: GlobalId) -> usize {
        self.code.functions[global.index()].arity as usize
    }

    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    /// Removes the last operation.
    pub(super) fn take_back(&mut self) {
        self.code.ops.pop();
        self.code.spans.pop();
    }
}
