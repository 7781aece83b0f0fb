//! Opportunistic conjunction while values are drawn (Paper III, section 5.2).
//!
//! A conjunction whose left operand waits for a decision is false all the same if its right operand is false by what is
//! decided already. To find that out in time, a draw is executed in passes, each with leave to make some decisions. Where
//! a pass has none left, an operand goes on by guesses, which are taken back, until it ends; then the other operand is
//! run. What is decided, and in which order, follows from what has been decided before, as a draw demands.

use super::call::{Connective, Side};

/// How far a pass may go.
pub(crate) struct Passes {
    is_on: bool,
    /// How many decisions the pass may still make.
    leave: u32,
    /// How many decisions all passes of the draw have made.
    made: u32,
    /// Has the operand at hand gone on by guesses? Its value means nothing then.
    is_open: bool,
}

impl Passes {
    pub(crate) fn new() -> Self {
        Self { is_on: false, leave: 0, made: 0, is_open: false }
    }

    /// Draws run parallel connectives opportunistically from now on, or no longer.
    pub(crate) fn set_opportunistic(&mut self, on: bool) {
        self.is_on = on;
    }

    /// A new draw begins.
    pub(crate) fn restart(&mut self) {
        (self.leave, self.made, self.is_open) = (0, 0, false);
    }

    /// Returns whether the next decision is drawn, and not guessed. It is made, then.
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

    /// Before an execution of the predicate on a draw.
    pub(crate) fn begin(&mut self) {
        // All executions together take a few times as long as the last one.
        self.leave = 1 + self.made / 2;
        self.is_open = false;
    }

    /// After an execution of the predicate on a draw, whose guesses have been taken back: does its result count?
    pub(crate) fn end(&mut self) -> bool {
        !std::mem::take(&mut self.is_open)
    }

    /// Returns whether a connective is run operand by operand, with [`guessed`](Self::guessed) in between.
    pub(crate) fn is_opportunistic(&self, connective: Connective) -> bool {
        self.is_on && !connective.sequential && !self.is_open
    }

    /// After an operand of such a connective: returns whether its value was guessed, and so means nothing. The guesses of the left
    /// one are to be taken back.
    pub(crate) fn guessed(&mut self, side: Side) -> bool {
        let open = self.is_open;
        if open && side == Side::Left {
            // The left operand's turn is first: the right one may use what is decided, but decides nothing.
            (self.leave, self.is_open) = (0, false);
        }
        open
    }

    /// The operand at hand has no value that counts.
    pub(crate) fn leave_open(&mut self) {
        self.is_open = true;
    }
}
