//! One module: resolved, checked and added to a program.

use std::sync::Arc;

use super::unused;
use crate::core::Program;
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::{Around, ResolvedModule};
use crate::tree::Module;
use crate::{infer, lower, resolve};

/// Checks a module and adds it to a program, even if it has errors, as long as its names are
/// resolved.
pub(super) fn check(
    program: &mut Program,
    name: &Arc<str>,
    module: &Module,
    around: Around<'_>,
    is_main: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> ResolvedModule {
    let first = program.datas.len();
    let resolved = resolve::module(name, module, around, program, diagnostics);
    let inferred = infer::module(program, &resolved.module, diagnostics);
    let is_wrong = has_errors(diagnostics);
    if around.gaps.are_none() && !is_wrong {
        diagnostics.extend(unused::types(program, first, module, &resolved, &inferred));
    }
    let mut found = Vec::new();
    lower::module(program, &resolved.module, &inferred, is_main, &mut found);
    // An error may be the reason why patterns are not exhaustive.
    diagnostics.extend(found.into_iter().filter(|one| !is_wrong || one.severity == Severity::Error));
    resolved
}

/// Returns whether one of some diagnostics is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|one| one.severity == Severity::Error)
}
