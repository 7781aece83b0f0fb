//! Watched calls: a run stops at each, and continues with its result, with another one, or with
//! that on other arguments.
//!
//! Where a run has stopped, the machine can do something else [aside](Machine::aside) and go back:
//! evaluate delayed parts of a result, or call the function on other arguments.

use everycase_kernel::lazy::Run;

use super::snapshot::Snapshot;
use super::stop::Stop;
use super::word::Word;
use super::{Argument, Machine, Outcome};
use crate::compile::bytecode::Reg;
use crate::value::Value;

/// A call of a watched function at which a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedCall {
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

/// How a run goes on after a watched call.
pub(crate) enum Reply {
    /// With its result.
    AsBefore,
    /// With another one.
    Value(Value),
    /// With the function's own result, with these arguments replaced.
    On(Vec<Option<Argument>>),
    /// Not at all.
    Stop,
}

/// Replies to watched calls.
pub(crate) type Replies<'r> = dyn FnMut(&mut Machine, &mut Run, &WatchedCall) -> Reply + 'r;

impl WatchedCall {
    /// Returns whether this is the end of a call that was [made again](Machine::call_again) after
    /// another stop.
    pub fn is_again(&self, former: &Self) -> bool {
        self.frame == former.frame
    }
}

impl Machine {
    /// Returns the caller's answer to a watched call. Stops the run if there is none yet.
    pub(super) fn replied(&mut self, src: Reg, arity: u16, mention: u32) -> Result<Word, Stop> {
        if let Some(word) = self.decisions.answer.take() {
            return Ok(word);
        }
        let number = self.decisions.stop();
        self.decisions.watched = Some(number);
        let arguments = (0..arity).map(|register| self.stack.get(register)).collect();
        let watched =
            WatchedCall { mention, arguments, result: self.stack.get(src), number, frame: self.stack.base };
        Err(Stop::Watched(Box::new(watched)))
    }

    /// Continues after a watched call, with its result or with another one. `input` is the input of
    /// the run; a run whose positions the caller decides has none, so any input will do. Returns
    /// `None` if the machine has continued or begun another run since.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn reply(
        &mut self,
        input: &mut Run,
        watched: &WatchedCall,
        with: Option<&Argument>,
    ) -> Option<Outcome> {
        if self.decisions.watched != Some(watched.number) {
            return None;
        }
        self.decisions.watched = None;
        self.decisions.answer = Some(match with {
            Some(argument) => self.word(argument),
            None => watched.result,
        });
        // The operation is repeated.
        self.stack.pc -= 1;
        Some(self.go(input))
    }
    /// Calls the function of a watched call once more, with some of its arguments replaced, and
    /// continues from there. The run stops again when the call has a result. Returns `None` if the
    /// machine has continued or begun another run since.
    ///
    /// # Panics
    /// As [`run`](Self::run) does.
    pub fn call_again(
        &mut self,
        input: &mut Run,
        watched: &WatchedCall,
        arguments: &[Option<Argument>],
    ) -> Option<Outcome> {
        if self.decisions.watched != Some(watched.number) {
            return None;
        }
        self.decisions.watched = None;
        for (register, argument) in (0..).zip(arguments) {
            if let Some(argument) = argument {
                let word = self.word(argument);
                self.stack.set(register, word);
            }
        }
        self.stack.call_again(&self.program.code);
        Some(self.go(input))
    }

    /// Continues a run after its watched calls, until it ends or the call of a former stop has a
    /// result again. Returns `None` if a reply stops the run.
    pub(crate) fn go_through(
        &mut self,
        input: &mut Run,
        mut outcome: Outcome,
        until: Option<&WatchedCall>,
        reply: &mut Replies<'_>,
    ) -> Option<Outcome> {
        let mut again: Vec<WatchedCall> = Vec::new();
        while let Outcome::Watched(watched) = &outcome {
            if until.is_some_and(|former| watched.is_again(former)) {
                break;
            }
            let with = if again.pop_if(|former| watched.is_again(former)).is_some() {
                Reply::AsBefore
            } else {
                reply(self, input, watched)
            };
            outcome = match with {
                Reply::AsBefore => self.reply(input, watched, None)?,
                Reply::Value(value) => self.reply(input, watched, Some(&Argument::Value(value)))?,
                Reply::On(arguments) => {
                    again.push((**watched).clone());
                    self.call_again(input, watched, &arguments)?
                }
                Reply::Stop => return None,
            };
        }
        Some(outcome)
    }

    /// Calls the function of a watched call once more aside, with some of its arguments replaced,
    /// and calls `read` with the result. Returns `None` if the call has no result.
    pub(crate) fn result_again<T>(
        &mut self,
        input: &mut Run,
        watched: &WatchedCall,
        arguments: &[Option<Argument>],
        reply: &mut Replies<'_>,
        read: impl FnOnce(&mut Self, &mut Run, Word) -> T,
    ) -> Option<T> {
        self.aside(u64::MAX, |machine| {
            let outcome = machine.call_again(input, watched, arguments)?;
            match machine.go_through(input, outcome, Some(watched), reply)? {
                Outcome::Watched(again) => Some(read(machine, input, again.result)),
                _ => None,
            }
        })
    }

    /// Does something else where a run has stopped at a watched call, with at most `fuel` calls,
    /// and goes back to the stop. The calls are spent; what `work` puts on the heap is discarded;
    /// decisions that it makes about the input stay.
    pub(super) fn aside<T>(&mut self, fuel: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let (watched, protected) = (self.decisions.watched, self.stack.protected);
        let before = self.decisions.snapshots.len();
        let mut mark = self.mark(self.decisions.depth());
        mark.stack.pc = self.stack.pc;
        let frame = self.stack.frame();
        self.stack.protect(&mark.stack);
        self.decisions.snapshots.push(Snapshot { mark, protected });
        self.decisions.nested_evaluations += 1;
        let kept = self.meter.fuel.saturating_sub(fuel);
        self.meter.refuel(self.meter.fuel - kept);
        let done = work(self);
        let fuel = kept + self.meter.fuel;
        self.decisions.nested_evaluations -= 1;
        self.decisions.snapshots.truncate(before + 1);
        self.restore(usize::MAX);
        self.decisions.snapshots.truncate(before);
        self.meter.refuel(fuel);
        self.stack.set_frame(&frame);
        (self.decisions.watched, self.decisions.answer) = (watched, None);
        done
    }
}
