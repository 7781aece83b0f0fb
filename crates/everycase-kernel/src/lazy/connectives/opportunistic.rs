//! Opportunistic conjunction while values are drawn (Paper III, section 5.2).
//!
//! A conjunction whose left operand needs a decision is false anyway if its right operand is false
//! given the decisions so far. To find that out early, a draw is executed in passes, each of which
//! may make a limited number of decisions. When a pass has made them all, an operand continues with
//! guesses, which are undone afterwards; then the other operand is run. Each decision, and its
//! place in the order, depends only on earlier decisions, as draws require.

use super::call::{Connective, Side};

/// The state of the passes.
pub(crate) struct Passes {
    is_on: bool,
    /// The number of decisions that the pass may still make.
    leave: u32,
    /// The number of decisions of all passes of the draw.
    made: u32,
    /// Whether the current operand has used guesses, so that its value means nothing.
    is_open: bool,
}

impl Passes {
    pub(crate) fn new() -> Self {
        Self { is_on: false, leave: 0, made: 0, is_open: false }
    }

    /// Sets whether draws run parallel connectives opportunistically.
    pub(crate) fn set_opportunistic(&mut self, on: bool) {
        self.is_on = on;
    }

    /// Begins a new draw.
    pub(crate) fn restart(&mut self) {
        (self.leave, self.made, self.is_open) = (0, 0, false);
    }

    /// Returns whether the next decision is drawn, not guessed, and counts it.
    #[inline]
    pub(crate) fn draws(&mut self) -> bool {
        if !self.is_on {
            return true;
        }
        if self.leave == 0 || self.is_open {
            self.is_open = true;
            return false;
        }
        self.leave -= 1;
        self.made += 1;
        true
    }

    /// Begins an execution of the predicate on a draw.
    pub(crate) fn begin(&mut self) {
        // All executions together take a few times as long as the last one.
        self.leave = 1 + self.made / 2;
        self.is_open = false;
    }

    /// Ends an execution of the predicate on a draw, after its guesses were undone. Returns whether
    /// its result counts.
    pub(crate) fn end(&mut self) -> bool {
        !std::mem::take(&mut self.is_open)
    }

    /// Returns whether a connective is run one operand at a time, with [`guessed`](Self::guessed)
    /// in between.
    pub(crate) fn is_opportunistic(&self, connective: Connective) -> bool {
        self.is_on && !connective.sequential && !self.is_open
    }

    /// Ends an operand of such a connective. Returns whether its value was guessed, and so means
    /// nothing. The guesses of the left operand must then be undone.
    pub(crate) fn guessed(&mut self, side: Side) -> bool {
        let open = self.is_open;
        if open && side == Side::Left {
            // After the left operand the right one may use the decisions, but make none.
            (self.leave, self.is_open) = (0, false);
        }
        open
    }

    /// Records that the current operand has no valid value.
    pub(crate) fn leave_open(&mut self) {
        self.is_open = true;
    }
}
