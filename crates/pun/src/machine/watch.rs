//! Watched calls: a run stops at each, and continues with its result, with another one, or with that on other arguments.
//!
//! Where a run has stopped, the machine can do something else [aside](Machine::aside) and go back: evaluate delayed parts of a
//! result, or call the function on other arguments.

use everycase_kernel::lazy::Run;

use super::state::{Mark, Snapshot};
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
    /// The base of the frame that has called the function.
    frame: usize,
}

impl Watched {
    /// Returns whether this is the end of a call that was [made again](Machine::call_again) after another stop.
    pub fn is_again(&self, former: &Self) -> bool {
        self.frame == former.frame
    }
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
        let (number, frame) = (self.demands, self.base);
        let watched = Watched { mention, arguments, result: self.get(src), number, frame };
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
    /// Calls the function of a watched call once more, with some of its arguments replaced, and continues from there. The run stops
    /// again when the call has a result. Returns `None` if the machine has continued or begun another run since.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn call_again(
        &mut self,
        input: &mut Run,
        watched: &Watched,
        arguments: &[Option<Argument>],
    ) -> Option<Outcome> {
        if self.watched != Some(watched.number) {
            return None;
        }
        self.watched = None;
        for (register, argument) in (0..).zip(arguments) {
            if let Some(argument) = argument {
                let word = self.word(argument);
                self.set(register, word);
            }
        }
        self.pc = self.code.functions[self.function_at(self.base) as usize].start as usize;
        Some(self.go(input))
    }

    /// Does the same aside: calls `read` with the result of the call, then goes back to the stop. Watched calls within the call have
    /// their own results. Returns `None` if the call has no result.
    pub(crate) fn result_again<T>(
        &mut self,
        input: &mut Run,
        watched: &Watched,
        arguments: &[Option<Argument>],
        read: impl FnOnce(&mut Self, &mut Run, Word) -> T,
    ) -> Option<T> {
        self.aside(|machine| {
            let mut outcome = machine.call_again(input, watched, arguments)?;
            while let Outcome::Watched(stopped) = &outcome {
                if stopped.is_again(watched) {
                    return Some(read(machine, input, stopped.result));
                }
                outcome = machine.reply(input, &stopped.clone(), None)?;
            }
            None
        })
    }

    /// Continues without the caller's answers to watched calls.
    pub(super) fn go_unwatched(&mut self, input: &mut Run, mut outcome: Outcome) -> Outcome {
        while let Outcome::Watched(watched) = &outcome {
            match self.reply(input, &watched.clone(), None) {
                Some(next) => outcome = next,
                None => break,
            }
        }
        outcome
    }

    /// Does something else where a run has stopped at a watched call, and goes back to the stop. What `work` puts on the heap and
    /// uses of the limits is discarded; decisions that it makes about the input stay.
    pub(super) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (base, top, watched, protected) = (self.base, self.top, self.watched, self.protected);
        let frame = self.stack[base..top].to_vec();
        let before = self.snapshots.len();
        let decisions = self.snapshots.last().map_or(0, |last| last.decisions);
        let mark = Mark { pc: self.pc, ..self.mark() };
        self.protected = protected.max(top);
        self.snapshots.push(Snapshot { mark, decisions, protected });
        self.asides += 1;
        let done = work(self);
        self.asides -= 1;
        self.snapshots.truncate(before + 1);
        self.restore(usize::MAX);
        self.snapshots.truncate(before);
        self.stack[base..top].copy_from_slice(&frame);
        (self.watched, self.chosen) = (watched, None);
        done
    }
}
