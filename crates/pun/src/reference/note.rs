//! Records the calls of a run.
//!
//! Calls that the prelude makes internally are omitted, and so are calls of functions generated for
//! inputs; calls made within them are attributed to the caller. Beyond a readable number, calls are
//! only counted.

use super::frame::Frame;
use super::heap::{Node, Ref};
use super::run::Run;
use super::trace::{Call, Entry, What};
use crate::core::{Expr, Global};
use crate::source::FileId;
use crate::value::Value;

/// The maximal depth of recorded calls within the calls of the term itself.
const DEPTH: usize = 5;
/// The maximal number of recorded calls directly within another one.
const WIDTH: usize = 8;
/// The maximal number of recorded calls within one of the term itself.
const MOST: usize = 24;
/// The maximal number of parts read of a value.
const PARTS: usize = 2_000;

impl<'r> Run<'r, '_> {
    /// Records the beginning of a call.
    pub(super) fn note_call(&mut self, term: &'r Expr, function: Ref, arguments: &[Ref]) {
        if self.trace.is_some() && (is_shown(term.span.file) || self.is_own(function)) {
            self.begin(What::Call(function), term, arguments);
        }
    }

    /// Records an operation, if it is one of the term itself.
    pub(super) fn note_operation(&mut self, term: &'r Expr, operands: &[Ref]) {
        if self.trace.as_ref().is_some_and(|trace| trace.open.is_empty()) && is_shown(term.span.file) {
            self.begin(What::Operation, term, operands);
        }
    }

    /// Records the first evaluation of a definition.
    pub(super) fn note_definition(&mut self, definition: &'r Global) {
        if self.trace.is_some() && is_shown(definition.span.file) {
            self.begin(What::Definition(definition.name.clone()), &definition.body, &[]);
        }
    }

    /// Returns a function without the arguments it already has, and these arguments.
    fn callee(&self, mut function: Ref) -> (Ref, Vec<Ref>) {
        let mut arguments = Vec::new();
        while let Node::Partial(whole, own) = self.heap.get(function) {
            arguments.splice(..0, own.iter().copied());
            function = *whole;
        }
        (function, arguments)
    }

    /// Returns whether a function belongs to the program, not to the prelude.
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

    /// Records the value of the innermost recorded call.
    pub(super) fn note_value(&mut self, value: Ref) {
        if let Some(trace) = &mut self.trace
            && let Some(call) = trace.open.pop()
        {
            trace.calls[call].value = Some(value);
        }
    }

    /// Returns the recorded calls at the end of the run.
    pub(super) fn noted(&mut self) -> Vec<Call<'r>> {
        self.frames.clear();
        let entries = self.trace.take().unwrap_or_default().calls;
        let outer: Vec<Option<usize>> = entries.iter().map(|entry| entry.outer).collect();
        let mut calls: Vec<Call<'r>> = entries.into_iter().map(|entry| self.called(entry)).collect();
        let mut roots = Vec::new();
        // Calls come before the calls within them.
        for outer in outer.into_iter().rev() {
            let Some(mut call) = calls.pop() else { break };
            call.calls.reverse();
            outer.map_or(&mut roots, |outer| &mut calls[outer].calls).push(call);
        }
        roots.reverse();
        roots
    }

    fn called(&mut self, entry: Entry<'r>) -> Call<'r> {
        let (function, mut arguments) = match entry.what {
            What::Call(function) => {
                let (callee, arguments) = self.callee(function);
                let name = match self.heap.get(callee) {
                    Node::Closure(closure) => closure.origin.name(),
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
        Call {
            term: entry.term,
            function,
            arguments: arguments.into_iter().map(&mut read).collect(),
            value: entry.value.map(&mut read),
            calls: Vec::new(),
            more: entry.more,
        }
    }
}

/// Returns whether a file belongs to the program, not to the prelude.
fn is_shown(file: FileId) -> bool {
    file != FileId(0)
}
