//! Opportunistic conjunction while values are drawn (Paper III, section 5.2).
//!
//! A conjunction whose left operand waits for a decision is false all the same if its right operand is false by what is
//! decided already. To find that out in time, a draw is executed in passes, each with leave to make some decisions. Where
//! a pass has none left, an operand goes on by guesses, which are taken back, until it ends; then the other operand is
//! run. What is decided, and in which order, follows from what has been decided before, as a draw demands.

use super::call::{Connective, Side};
use super::partial::Partial;

/// How far a pass may go.
pub(super) struct Guess {
    is_on: bool,
    /// How many decisions the pass may still make.
    leave: u32,
    /// How many decisions all passes of the draw have made.
    made: u32,
    /// Has the operand at hand gone on by guesses? Its value means nothing then.
    is_open: bool,
}

impl Guess {
    pub(super) const fn new() -> Self {
        Self { is_on: false, leave: 0, made: 0, is_open: false }
    }

    /// A new draw begins.
    pub(super) fn forget(&mut self) {
        (self.leave, self.made, self.is_open) = (0, 0, false);
    }

    /// Is the next decision drawn? It is made, then.
    #[inline]
    pub(super) fn draws(&mut self, has_chooser: bool) -> bool {
        if !has_chooser || !self.is_on {
            return has_chooser;
        }
        if self.leave == 0 || self.is_open {
            self.is_open = true;
            return false;
        }
        self.leave -= 1;
        self.made += 1;
        true
    }
}

impl Partial {
    /// Draws run parallel connectives opportunistically from now on, or no longer.
    pub fn set_opportunistic(&mut self, on: bool) {
        self.guess.is_on = on;
    }

    /// Before an execution of the predicate on a draw.
    pub fn begin_pass(&mut self) {
        // All executions together take a few times as long as the last one.
        self.guess.leave = 1 + self.guess.made / 2;
        self.guess.is_open = false;
    }

    /// After an execution of the predicate on a draw: does its result count? If not, it is to be executed again.
    pub fn ends_pass(&mut self) -> bool {
        self.take_back(0);
        !std::mem::take(&mut self.guess.is_open)
    }

    /// Is a connective to be run operand by operand, with [`guessed`](Self::guessed) in between?
    pub fn is_opportunistic(&self, connective: Connective) -> bool {
        self.guess.is_on && self.chooser.is_some() && !connective.sequential && !self.guess.is_open
    }

    /// After an operand of such a connective: does its value count? What it has guessed is taken back.
    pub fn guessed(&mut self, side: Side) -> bool {
        let open = self.guess.is_open;
        if open && side == Side::Left {
            self.take_back(0);
            // The left operand's turn is first: the right one may use what is decided, but decides nothing.
            (self.guess.leave, self.guess.is_open) = (0, false);
        }
        open
    }

    /// The operand at hand has no value that counts.
    pub fn leave_open(&mut self) {
        self.guess.is_open = true;
    }
}
