//! Closed terms appended to the code of their program: compiled for one run, then removed.

use std::ops::Range;

use super::bytecode::{Code, FunctionId};
use super::compiler::{Compiler, Waiting, What};
use super::inline;
use crate::core::{Expr, LocalId, Program};

/// The lengths of the parts of a program's code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    ops: usize,
    registers: usize,
    targets: usize,
    pub(crate) constants: usize,
    pub(crate) functions: usize,
}

impl Extent {
    /// Returns whether there are at least this number of operations, functions or constants more
    /// than in `other`.
    pub(crate) fn is_longer(self, other: Self, by: usize) -> bool {
        let more = [self.ops - other.ops, self.functions - other.functions, self.constants - other.constants];
        more.into_iter().any(|more| more >= by)
    }
}

impl Code {
    pub(crate) fn extent(&self) -> Extent {
        Extent {
            ops: self.ops.len(),
            registers: self.registers.len(),
            targets: self.targets.len(),
            constants: self.constants.len(),
            functions: self.functions.len(),
        }
    }

    /// Removes everything appended after `to`.
    pub(crate) fn cut(&mut self, to: Extent) {
        self.ops.truncate(to.ops);
        self.spans.truncate(to.ops);
        self.registers.truncate(to.registers);
        self.targets.truncate(to.targets);
        self.constants.truncate(to.constants);
        self.functions.truncate(to.functions);
    }
}

/// Appends terms that mention no definitions, and no variables but these parameters. Returns their
/// functions, one for each, or `None` if one is too large.
pub(crate) fn append<'t>(
    program: &'t Program,
    code: &mut Code,
    terms: impl IntoIterator<Item = (Vec<LocalId>, &'t Expr)>,
) -> Option<Range<FunctionId>> {
    let inlined = inline::Inlining::none();
    let first = code.functions.len() as FunctionId;
    let mut compiler = Compiler::new(program, &inlined, std::mem::take(code));
    for (locals, body) in terms {
        let id = compiler.reserve(None, body.span, locals.len());
        compiler.waiting.push(Waiting { id, locals, body, kind: What::Term, watch: None });
    }
    let last = compiler.code.functions.len() as FunctionId;
    compiler.compile_waiting();
    let Compiler { code: appended, diagnostics, .. } = compiler;
    *code = appended;
    diagnostics.is_empty().then_some(first..last)
}
