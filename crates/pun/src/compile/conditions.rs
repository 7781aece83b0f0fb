//! The conditions of definitions: terms that are tested wherever they are evaluated. These are the
//! conditions of `if`, guards, and the left operands of connectives; both operands of a connective
//! that is tested take its place.

use rustc_hash::FxHashSet;

use super::terms::if_branches;
use crate::core::{ConId, Expr, Kind, Program};
use crate::source::{FileId, Span};

/// Returns the spans of the conditions in the files that are covered.
pub(crate) fn conditions(program: &Program, is_covered: impl Fn(FileId) -> bool) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    for global in program.globals.iter().filter(|global| is_covered(global.span.file)) {
        of_term(&global.body, &mut found);
    }
    found
}

fn of_term(term: &Expr, found: &mut FxHashSet<Span>) {
    match &term.kind {
        Kind::Case(of, branches) => {
            if if_branches(branches).is_some() {
                tested(of, found);
            }
            branches.iter().filter_map(|branch| branch.guard.as_ref()).for_each(|guard| tested(guard, found));
        }
        Kind::Connective(_, left, _) => tested(left, found),
        _ => {}
    }
    term.parts().into_iter().for_each(|part| of_term(part, found));
}

fn tested(term: &Expr, found: &mut FxHashSet<Span>) {
    match &term.kind {
        Kind::Connective(_, left, right) => {
            tested(left, found);
            tested(right, found);
        }
        Kind::Construct(ConId::TRUE | ConId::FALSE, _) => {}
        _ if term.span.is_nowhere() => {}
        _ => _ = found.insert(term.span),
    }
}
