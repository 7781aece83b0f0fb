//! Watched calls: a run stops at each, and continues with its result or with another one.

use everycase_kernel::lazy::Run;

use super::stop::Stop;
use super::word::Word;
use super::{Argument, Machine, Outcome};
use crate::compile::bytecode::Reg;

/// A call of a watched function at which a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The number of the mention among those that are [watched](crate::engine::Watch::mentions).
    pub mention: u32,
    /// The arguments.
    pub arguments: Vec<Word>,
    /// The result.
    pub result: Word,
    /// The number of the stop.
    number: usize,
}

impl Machine {
    /// Returns the caller's answer to a watched call. Stops the run if there is none yet.
    pub(super) fn replied(&mut self, src: Reg, arity: u16, mention: u32) -> Result<Word, Stop> {
        if let Some(word) = self.chosen.take() {
            return Ok(word);
        }
        self.demands += 1;
        self.watched = Some(self.demands);
        let arguments = (0..arity).map(|register| self.get(register)).collect();
        let watched = Watched { mention, arguments, result: self.get(src), number: self.demands };
        Err(Stop::Watched(Box::new(watched)))
    }

    /// Continues after a watched call, with its result or with another one. `input` is that of the run; a run whose positions the
    /// caller decides has none, so that any will do. Returns `None` if the machine has continued or begun another run since.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn reply(&mut self, input: &mut Run, watched: &Watched, with: Option<&Argument>) -> Option<Outcome> {
        if self.watched != Some(watched.number) {
            return None;
        }
        self.watched = None;
        self.chosen = Some(match with {
            Some(argument) => self.word(argument),
            None => watched.result,
        });
        // The operation is repeated.
        self.pc -= 1;
        Some(self.go(input))
    }
}
