//! Where a run is: the current operation, and the active calls as an error names them.

use super::stack::{FIRST, Stack};
use crate::compile::bytecode::Code;
use crate::fault::{Call, Fault, FaultKind};

impl Stack {
    /// Returns an error at the current operation.
    pub(super) fn fault(&self, code: &Code, kind: FaultKind) -> Fault {
        Fault { kind, span: code.spans[self.pc.saturating_sub(1)], calls: self.calls(code) }
    }

    /// Returns the active calls as a [fault](Fault::calls) has them.
    fn calls(&self, code: &Code) -> Vec<Call> {
        let is_own = |base| code.is_own(self.function_at(base));
        let mut calls = Vec::new();
        let mut base = self.base;
        while base > FIRST && calls.len() < Fault::CALLS {
            let (caller, pc) = self.link(base);
            // Neither evaluating a delayed value nor calling the machine's own functions is a call
            // of the program. A call among the arguments has no place in the program.
            let by = self.function_at(caller);
            let is_given = code.given.contains(&by);
            let is_call = !is_own(base) && (is_given || !code.is_update(by));
            let is_within = is_call && !is_given && caller > FIRST && is_own(caller);
            let pc = if is_within { self.link(caller).1 } else { pc };
            if is_call && caller > FIRST {
                let name = code.functions[self.function_at(base) as usize].name.clone();
                calls.push(Call { name, span: code.spans[pc.saturating_sub(1)] });
            }
            base = caller;
        }
        calls
    }
}
