//! Watched calls: a property is compiled once more, and each of some mentions of definitions is one
//! of a function that calls the definition and then stops the run, so that the caller of the
//! machine sees the call and may replace its result.
//!
//! A definition with a type of three arguments is watched once it has three: a partial application
//! does not count as a call.

use std::ptr;

use super::body::Body;
use super::bytecode::{FunctionId, Op, Reg};
use super::compiler::{Waiting, What};
use crate::core::{Expr, GlobalId, Kind, Property, Type};
use crate::source::Span;

/// A property with the mentions whose calls are watched.
#[derive(Clone, Debug)]
pub struct Watch<'p> {
    /// The property. It belongs to the program that is compiled.
    pub property: &'p Property,
    /// Mentions of definitions in its body; their numbers are the numbers in
    /// [calls](crate::engine::WatchedCall::mention).
    pub mentions: Vec<&'p Expr>,
}

impl<'p> Body<'_, 'p> {
    /// Returns the function that stands for a mention whose calls are watched.
    pub(super) fn watched_at(&mut self, mention: &'p Expr) -> Option<FunctionId> {
        let watch = self.watch?;
        let Kind::Global(global) = mention.kind else { return None };
        let number = watch.mentions.iter().position(|own| ptr::eq(*own, mention))?;
        self.begin(mention);
        if self.compiler.arity(global) == 0 {
            // The definition fails here if it fails, as it does without the watch.
            let dst = self.register();
            self.value(dst, global.0, mention.span);
        }
        let definition = &self.compiler.program.globals[global.index()];
        let arity = arity(&definition.scheme.ty);
        let id = self.compiler.reserve(Some(&definition.name), mention.span, arity);
        let kind = What::Watched { global, mention: number as u32 };
        self.compiler.waiting.push(Waiting { id, locals: Vec::new(), body: mention, kind, watch: None });
        Some(id)
    }

    /// Compiles the function that stands for a mention: it calls the definition and stops.
    pub(super) fn watched(&mut self, global: GlobalId, mention: u32, span: Span) {
        let arity = self.compiler.code.functions[self.id as usize].arity as Reg;
        let arguments: Vec<Reg> = (0..arity).map(|_| self.register()).collect();
        let own = self.compiler.arity(global);
        let (src, dst, function) = (self.register(), self.register(), global.0);
        let (first, rest) = arguments.split_at(own);
        let callee = if rest.is_empty() { src } else { self.register() };
        if own == 0 {
            self.value(callee, function, span);
        } else {
            let arguments = self.compiler.list(first);
            self.emit(Op::Call { dst: callee, function, arguments }, span);
        }
        if !rest.is_empty() {
            let (n, arguments) = (rest.len() as u16, self.compiler.list(rest));
            self.emit(Op::Apply { dst: src, callee, n, arguments }, span);
        }
        self.emit(Op::Watch { dst, src, arity, mention }, span);
        self.emit(Op::Return { src: dst }, span);
    }
}

/// Returns the number of arguments that a type takes.
fn arity(mut ty: &Type) -> usize {
    let mut arity = 0;
    while let Type::Arrow(sides) = ty {
        (arity, ty) = (arity + 1, &sides.1);
    }
    arity
}
