//! Required tokens, and the error if one is missing.

use super::habits;
use super::kind::TokenKind;
use super::parser::Parser;
use crate::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Skips a required token; returns whether it is there.
    pub(super) fn expect(&mut self, kind: TokenKind) -> bool {
        let is_next = self.eat(kind);
        if !is_next {
            self.fail_expecting(|error| error);
        }
        is_next
    }

    /// Skips a closing bracket, or reports the open one.
    pub(super) fn close(&mut self, kind: TokenKind, opened: usize) {
        if self.eat(kind) || self.failed {
            return;
        }
        let opener = self.span_at(opened);
        self.fail_expecting(|error| error.and(opener, "opened here"));
    }

    /// Fails with an error about what was expected here.
    pub(super) fn fail_expecting(&mut self, detail: impl FnOnce(Diagnostic) -> Diagnostic) {
        let diagnostic = detail(self.unexpected());
        self.fail(habits::explain(self, diagnostic));
    }
}
