//! Patterns, and warnings about missing and redundant ones.

use super::Lowering;
use crate::core::{Branch, ConId, Expr, Kind, Pattern};
use crate::diagnostic::Diagnostic;
use crate::exhaustive::{Findings, check};
use crate::resolve::term::{self, PatternKind, TermKind};

impl Lowering<'_> {
    /// Returns a pattern. A variable at a lazy field stands for a delayed value.
    pub(super) fn pattern(&mut self, pattern: &term::Pattern, is_lazy: bool) -> Pattern {
        match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Wrong => Pattern::Wildcard,
            PatternKind::Bind(local) => {
                if let Some(is_delayed) = self.is_delayed.get_mut(local.index()) {
                    *is_delayed = is_lazy;
                }
                Pattern::Bind(self.binder(*local, pattern.span))
            }
            PatternKind::Integer(number) => Pattern::Integer(number.clone()),
            PatternKind::Character(character) => Pattern::Character(*character),
            PatternKind::Construct(constructor, parts) => {
                let program = self.program;
                let fields =
                    program.constructors.get(constructor.index()).map_or(&[][..], |known| &known.fields);
                let parts =
                    parts.iter().zip(fields).map(|(part, field)| self.pattern(part, field.is_lazy)).collect();
                Pattern::Construct(*constructor, parts)
            }
        }
    }

    pub(super) fn case(&mut self, scrutinee: &term::Term, branches: &[term::Branch]) -> Kind {
        let at = scrutinee.span;
        let scrutinee = Box::new(self.term(scrutinee));
        let mut lowered = Vec::with_capacity(branches.len());
        for branch in branches {
            let pattern = self.pattern(&branch.pattern, false);
            let guard = branch.guard.as_ref().map(|guard| self.term(guard));
            lowered.push(Branch { pattern, guard, body: self.term(&branch.body) });
        }
        let rows: Vec<(&Pattern, bool)> = branches
            .iter()
            .zip(&lowered)
            .map(|(branch, lowered)| {
                (&lowered.pattern, branch.guard.as_ref().is_some_and(|guard| !is_true(guard)))
            })
            .collect();
        let Findings { missing, redundant } = check(&self.program.datas, &self.program.constructors, &rows);
        for place in redundant {
            self.diagnostics.push(
                Diagnostic::warning(branches[place].pattern.span, "this branch is never taken")
                    .labelled("every value that fits is an earlier branch's"),
            );
        }
        if let Some(missing) = missing {
            let is_guarded = branches.iter().any(|branch| branch.guard.is_some());
            let message = if is_guarded {
                format!("no branch is sure to fit `{missing}`: guards may fail")
            } else {
                format!("no branch fits `{missing}`")
            };
            self.diagnostics.push(
                Diagnostic::warning(at, message).labelled("such a value is an error when the program runs"),
            );
        }
        Kind::Case(scrutinee, lowered)
    }

    /// Returns a case with one branch, for the pattern of a parameter or of a `let`.
    pub(super) fn destructured(
        &mut self,
        value: Expr,
        pattern: &term::Pattern,
        body: impl FnOnce(&mut Self) -> Expr,
    ) -> Kind {
        let lowered = self.pattern(pattern, false);
        let findings = check(&self.program.datas, &self.program.constructors, &[(&lowered, false)]);
        if let Some(missing) = findings.missing {
            self.diagnostics.push(
                Diagnostic::warning(pattern.span, format!("this pattern does not fit `{missing}`"))
                    .labelled("such a value is an error when the program runs"),
            );
        }
        let body = body(self);
        Kind::Case(Box::new(value), vec![Branch { pattern: lowered, guard: None, body }])
    }
}

/// Returns whether a guard is the constant `true`.
fn is_true(guard: &term::Term) -> bool {
    matches!(guard.kind, TermKind::Construct(ConId::TRUE, _))
}

/// Returns a case whose only pattern matches everything.
pub(super) fn anything(value: Expr, body: Expr) -> Kind {
    Kind::Case(Box::new(value), vec![Branch { pattern: Pattern::Wildcard, guard: None, body }])
}

/// Returns an `if`: a case on a boolean.
pub(super) fn conditional(condition: Expr, yes: Expr, no: Expr) -> Kind {
    let branch = |constructor, body| Branch {
        pattern: Pattern::Construct(constructor, Vec::new()),
        guard: None,
        body,
    };
    let branches = vec![branch(ConId::TRUE, yes), branch(ConId::FALSE, no)];
    Kind::Case(Box::new(condition), branches)
}
