//! Comparisons of an integer or a character with constants.
//!
//! A tree compares with some of the constants, in ascending order. So its comparisons are data with
//! a type for each constant: from a constant on, the comparisons are over, compare with it and go
//! on after it, or leave it out. There is a second type for those that are not over, so that
//! constants are left out in one way. With the constants 0 and 1, a tree compares with 0, with both
//! or with 1.

use super::trees::strict;
use super::walks::Locals;
use super::{Functions, Tree, WALK};
use crate::core::build::{branch, call, case, expr, if_then_else, local, primitive};
use crate::core::{Kind, Pattern, Primitive, Type};
use crate::inputs::instances::Instance;

/// The comparisons from a constant on.
#[derive(Clone, Copy)]
struct Rest {
    maybe: Tree,
    surely: Tree,
}

impl Functions {
    /// Returns whether a type has constants.
    pub(super) fn has_constants(&self, of: Instance) -> bool {
        self.constants.are_of(self.instances.form(of))
    }

    /// Returns the comparisons of values of a type with at least one of its constants, if there are
    /// some.
    pub(super) fn comparisons(&mut self, of: Instance) -> Option<Tree> {
        if let Some(cached) = self.compared.get(&of) {
            return Some(*cached);
        }
        let mut rest = None;
        for constant in self.constants.sorted(self.instances.form(of))?.into_iter().rev() {
            let [maybe, surely] =
                [true, false].map(|may_end| self.comparison(of, constant.clone(), rest, may_end));
            rest = Some(Rest { maybe, surely });
        }
        let first = rest?.surely;
        self.compared.insert(of, first);
        Some(first)
    }

    /// Declares and defines the comparisons from a constant on: the definition takes the
    /// comparisons, the result if none of them holds, and the value.
    fn comparison(&mut self, of: Instance, constant: Kind, rest: Option<Rest>, may_end: bool) -> Tree {
        let data = self.declare("comparisons", self.atoms + 1);
        let (end, of) = (self.end(), self.instances.ty(of));
        let own = self.applied(data, end.clone());
        let walk = self.global(WALK, [own.clone(), end.clone(), of.clone(), end.clone()]);
        let mut locals = Locals::default();
        let comparisons = locals.binder("comparisons", own);
        let default = locals.binder("default", end.clone());
        let x = locals.binder("x", of);
        let later = |tree: Tree, locals: &mut Locals, functions: &Self| {
            let binder = locals.binder("rest", functions.applied(tree.data, functions.end()));
            let body = call(tree.walk, [local(&binder), local(&default), local(&x)]);
            (binder, body)
        };
        let mut branches = Vec::new();
        if may_end {
            let done = self.constructor(data, "done", Vec::new(), 0);
            branches.push(branch(done, Vec::new(), local(&default)));
        }
        let then = locals.binder("then", end);
        let (mut fields, mut otherwise) = (vec![then.clone()], local(&default));
        if let Some(rest) = rest {
            let (binder, body) = later(rest.maybe, &mut locals, self);
            fields.push(binder);
            otherwise = body;
        }
        let types: Vec<Type> = fields.iter().map(|field| field.ty.clone()).collect();
        let next = self.constructor(data, "next", strict(types), 1);
        let is_equal = primitive(Primitive::Equal, local(&x), expr(constant));
        let body = if_then_else(is_equal, local(&then), otherwise);
        branches.push(branch(next, fields.into_iter().map(Pattern::Bind).collect(), body));
        if let Some(rest) = rest {
            let (binder, body) = later(rest.surely, &mut locals, self);
            let without = self.constructor(data, "without", strict([binder.ty.clone()]), 0);
            branches.push(branch(without, vec![Pattern::Bind(binder)], body));
        }
        let body = case(local(&comparisons), branches);
        self.finish(walk, &locals, vec![comparisons, default, x], body);
        Tree { data, walk }
    }
}
