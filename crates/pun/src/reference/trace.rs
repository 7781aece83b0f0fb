//! The calls of a run, on request: each with its arguments, its value and the calls within it.
//!
//! What the prelude calls of its own is left out, and so is what is made for functions among the inputs; calls of others within
//! that count as calls of whoever called it. Beyond what is worth reading, calls are counted only.

use std::rc::Rc;
use std::sync::Arc;

use super::evaluate::{Frame, Run};
use super::heap::{Node, Ref};
use crate::core::{Expr, Global};
use crate::source::FileId;
use crate::value::Value;

/// So deep are calls kept within those of the term itself.
const DEPTH: usize = 5;
/// So many calls are kept directly within another one.
const WIDTH: usize = 8;
/// So many are kept within one of the term itself.
const MOST: usize = 24;
/// So many parts of a value are read.
const PARTS: usize = 2_000;

/// A call, an operation of the term itself, or the evaluation of a definition without parameters.
#[derive(Clone, Debug)]
pub struct Called<'r> {
    /// The term.
    pub term: &'r Expr,
    /// What is called, or the definition; nothing if this is an operation.
    pub function: Option<Value>,
    /// Its arguments, as far as they are known.
    pub arguments: Vec<Value>,
    /// Its value, if it came to one.
    pub value: Option<Value>,
    /// The calls within it.
    pub calls: Vec<Called<'r>>,
    /// How many more there were.
    pub more: u64,
}

/// The calls so far.
#[derive(Default)]
pub(super) struct Trace<'r> {
    calls: Vec<Entry<'r>>,
    /// Those that have not returned, innermost last.
    open: Vec<usize>,
    /// How many are kept within that of the term itself.
    within: usize,
}

/// What is noted.
enum What {
    Call(Ref),
    Definition(Arc<str>),
    Operation,
}

struct Entry<'r> {
    what: What,
    term: &'r Expr,
    arguments: Rc<[Ref]>,
    value: Option<Ref>,
    /// The call it is in.
    outer: Option<usize>,
    /// How many calls within it are kept, and how many are not.
    kept: usize,
    more: u64,
}

impl<'r> Run<'r, '_> {
    /// Notes a call that begins.
    pub(super) fn note_call(&mut self, term: &'r Expr, function: Ref, arguments: &[Ref]) {
        if self.trace.is_some() && (is_shown(term.span.file) || self.is_own(function)) {
            self.begin(What::Call(function), term, arguments);
        }
    }

    /// Notes an operation, if it is one of the term itself.
    pub(super) fn note_operation(&mut self, term: &'r Expr, operands: &[Ref]) {
        if self.trace.as_ref().is_some_and(|trace| trace.open.is_empty()) && is_shown(term.span.file) {
            self.begin(What::Operation, term, operands);
        }
    }

    /// Notes a definition whose value is looked for the first time.
    pub(super) fn note_definition(&mut self, definition: &'r Global) {
        if self.trace.is_some() && is_shown(definition.span.file) {
            self.begin(What::Definition(definition.name.clone()), &definition.body, &[]);
        }
    }

    /// Returns a function without the arguments that it has so far, and these.
    fn callee(&self, mut function: Ref) -> (Ref, Vec<Ref>) {
        let mut arguments = Vec::new();
        while let Node::Partial(whole, own) = self.heap.get(function) {
            arguments.splice(..0, own.iter().copied());
            function = *whole;
        }
        (function, arguments)
    }

    /// Is a function the program's own, and not the prelude's?
    fn is_own(&self, function: Ref) -> bool {
        let Node::Closure(closure) = self.heap.get(self.callee(function).0) else { return false };
        closure.parameters.first().is_some_and(|parameter| is_shown(parameter.span.file))
    }

    fn begin(&mut self, what: What, term: &'r Expr, arguments: &[Ref]) {
        let Some(trace) = &mut self.trace else { return };
        let outer = trace.open.last().copied();
        if let Some(outer) = outer {
            let is_kept = trace.open.len() <= DEPTH && trace.calls[outer].kept < WIDTH && trace.within < MOST;
            if !is_kept {
                trace.calls[outer].more += 1;
                return;
            }
            trace.calls[outer].kept += 1;
            trace.within += 1;
        } else {
            trace.within = 0;
        }
        let arguments = arguments.into();
        trace.open.push(trace.calls.len());
        trace.calls.push(Entry { what, term, arguments, value: None, outer, kept: 0, more: 0 });
        self.frames.push(Frame::Noted);
    }

    /// The innermost call that was noted has this value.
    pub(super) fn note_value(&mut self, value: Ref) {
        if let Some(trace) = &mut self.trace
            && let Some(call) = trace.open.pop()
        {
            trace.calls[call].value = Some(value);
        }
    }

    /// All that was noted, when the run has ended.
    pub(super) fn noted(&mut self) -> Vec<Called<'r>> {
        self.frames.clear();
        let entries = self.trace.take().unwrap_or_default().calls;
        let outer: Vec<Option<usize>> = entries.iter().map(|entry| entry.outer).collect();
        let mut calls: Vec<Called<'r>> = entries.into_iter().map(|entry| self.called(entry)).collect();
        let mut roots = Vec::new();
        // Calls come before those within them.
        for outer in outer.into_iter().rev() {
            let Some(mut call) = calls.pop() else { break };
            call.calls.reverse();
            outer.map_or(&mut roots, |outer| &mut calls[outer].calls).push(call);
        }
        roots.reverse();
        roots
    }

    fn called(&mut self, entry: Entry<'r>) -> Called<'r> {
        let (function, mut arguments) = match entry.what {
            What::Call(function) => {
                let (callee, arguments) = self.callee(function);
                let name = match self.heap.get(callee) {
                    Node::Closure(closure) => closure.named.name(),
                    _ => None,
                };
                let name = name.map(|name| Value::Function(name.to_string()));
                (Some(name.unwrap_or_else(|| self.known(callee, PARTS))), arguments)
            }
            What::Definition(name) => (Some(Value::Function(name.to_string())), Vec::new()),
            What::Operation => (None, Vec::new()),
        };
        arguments.extend(entry.arguments.iter());
        let mut read = |value: Ref| self.known(value, PARTS);
        Called {
            term: entry.term,
            function,
            arguments: arguments.into_iter().map(&mut read).collect(),
            value: entry.value.map(&mut read),
            calls: Vec::new(),
            more: entry.more,
        }
    }
}

/// Does a file belong to the program, and not to the prelude?
fn is_shown(file: FileId) -> bool {
    file != FileId(0)
}
