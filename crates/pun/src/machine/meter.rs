//! The meter: how many calls a run has left, when it next looks at the clock, and which counters of
//! the code runs reach.

use std::sync::Arc;

use everycase_check::control::steps;
use everycase_check::control::stop::is_cancelled;
use num_bigint::BigInt;

use super::coverage::{Flags, ReachedCounters};
use crate::compile::bytecode::{Code, FunctionId};
use crate::core::Primitive;
use crate::fault::{FaultKind, MOST_BITS};

/// The number of calls between two checks of the clock.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// Arithmetic on operands with at least this number of words in total checks the clock.
const LONG: u64 = 1 << 6;

/// The number of word multiplications, or of characters of a text, that cost as much as a call.
const PER_CALL: u64 = 1 << 6;

/// The calls of a run, and the counters that it reaches.
pub(super) struct Meter {
    /// The number of calls that a run may make.
    pub(super) limit: u64,
    /// The number of calls left.
    pub(super) fuel: u64,
    /// The clock is checked once at most this number of calls is left.
    next_look: u64,
    /// The counters of the code that are reached by runs, shared by all machines of an engine.
    reached: Arc<ReachedCounters>,
    /// Those reached now.
    flags: Flags,
}

impl Meter {
    pub(super) fn new(reached: Arc<ReachedCounters>) -> Self {
        Self { limit: 0, fuel: 0, next_look: 0, flags: reached.flags(), reached }
    }

    /// Sets the number of calls left. The next check of the clock depends on the calls left, not on
    /// those made, as large integers spend several at a time.
    pub(super) fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
        self.next_look = fuel.saturating_sub(BETWEEN_LOOKS);
    }

    /// Returns the number of calls made.
    pub(super) fn spent(&self) -> u64 {
        self.limit.saturating_sub(self.fuel)
    }

    /// Spends a call. If time is up it ends the run; the error is then irrelevant.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), FaultKind> {
        if self.fuel <= self.next_look {
            if self.fuel == 0 || is_cancelled() {
                return Err(FaultKind::OutOfFuel);
            }
            steps::add(BETWEEN_LOOKS);
            self.refuel(self.fuel);
        }
        self.fuel -= 1;
        Ok(())
    }

    /// Spends as many calls as an operation on large integers takes time.
    pub(super) fn spend_on(&mut self, with: Primitive, a: &BigInt, b: &BigInt) -> Result<(), FaultKind> {
        let (a, b) = (a.bits(), b.bits());
        if with == Primitive::Multiply && a + b > MOST_BITS {
            return Err(FaultKind::OutOfMemory);
        }
        let (less, more) = (a.min(b) / 64, a.max(b) / 64);
        let steps = match with {
            Primitive::Add | Primitive::Subtract => more,
            // Long factors are multiplied in parts.
            Primitive::Multiply => more * less.min(32 + less / 8),
            // Each word of the quotient takes a multiplication of the divisor.
            _ => (a.saturating_sub(b) / 64 + 1) * (b / 64),
        };
        self.fuel = self.fuel.saturating_sub((more + steps) / PER_CALL);
        if self.fuel == 0 || less + more >= LONG && is_cancelled() {
            return Err(FaultKind::OutOfFuel);
        }
        Ok(())
    }

    /// Spends as many calls as the list of a text takes time.
    pub(super) fn spend_on_text(&mut self, characters: usize) -> Result<(), FaultKind> {
        self.fuel = self.fuel.saturating_sub(characters as u64 / PER_CALL);
        if self.fuel == 0 || is_cancelled() { Err(FaultKind::OutOfFuel) } else { Ok(()) }
    }

    /// Records that a counter of the code is reached.
    #[inline]
    pub(super) fn reach(&self, counter: u32) {
        self.flags.reach(counter);
    }

    /// Records that a run uses the value of a definition without parameters.
    pub(super) fn reach_value(&self, code: &Code, definition: FunctionId) {
        if let Some(counter) = code.value_counters.get(&definition) {
            self.flags.reach(*counter);
        }
    }

    /// Counts what is reached from now on for the values of definitions, not for runs.
    pub(super) fn begin_values(&mut self) {
        self.flags = self.reached.fresh();
    }

    /// Records what was reached since the last definition for the value of this one, if it
    /// `has_value`.
    pub(super) fn end_value(&mut self, code: &Code, definition: FunctionId, has_value: bool) {
        let reached = self.flags.take();
        if has_value {
            self.reached.record(code, definition, reached);
        }
    }

    /// Counts what is reached from now on for runs.
    pub(super) fn end_values(&mut self) {
        self.flags = self.reached.flags();
    }
}
