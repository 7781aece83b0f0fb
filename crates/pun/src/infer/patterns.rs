//! The types of patterns, and of the variables that they bind.

use super::goal::{Goal, Why};
use super::mismatch::Misfit;
use super::{Inference, Local, too_large};
use crate::core::LocalId;
use crate::resolve::term::{Pattern, PatternKind, Term};
use crate::source::Span;
use crate::unify::store::Store;

impl Inference<'_> {
    /// Checks that a pattern has the expected type.
    pub(super) fn pattern(&mut self, pattern: &Pattern, goal: Goal<'_>) {
        let found = match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Wrong => return,
            PatternKind::Bind(local) => return self.set_local(*local, goal.ty),
            PatternKind::Integer(_) => Store::INTEGER,
            PatternKind::Character(_) => Store::CHARACTER,
            PatternKind::Construct(constructor, parts) => {
                let (fields, data) = self.constructor(*constructor, Some(goal.ty));
                let misfit = Misfit { span: pattern.span, goal, found: data, term: None };
                let why = if self.expect(&misfit) { goal.why } else { Why::Free };
                for (part, field) in parts.iter().zip(fields) {
                    self.pattern(part, Goal::new(field, why));
                }
                return;
            }
        };
        self.expect(&Misfit { span: pattern.span, goal, found, term: None });
    }

    /// Binds the variables of a pattern to the parts of a value, with types as general as possible.
    pub(super) fn bind_value(&mut self, pattern: &Pattern, value: &Term) {
        self.store.level += 1;
        let ty = self.infer(value);
        self.pattern(pattern, Goal::new(ty, Why::Matched(value.span)));
        self.store.level -= 1;
        let mut open = vec![pattern];
        while let Some(pattern) = open.pop() {
            match &pattern.kind {
                PatternKind::Bind(local) => self.generalise(*local, pattern.span),
                PatternKind::Construct(_, parts) => open.extend(parts),
                _ => {}
            }
        }
    }

    fn generalise(&mut self, local: LocalId, span: Span) {
        let Some(Local { ty, .. }) = self.locals.get(local.index()).copied() else { return };
        if self.store.is_too_large(ty) {
            self.report(too_large(span));
            self.set_local(local, Store::WRONG);
            return;
        }
        let is_generic = self.store.generalise(ty);
        if let Some(known) = self.locals.get_mut(local.index()) {
            known.is_generic = is_generic;
        }
    }
}
