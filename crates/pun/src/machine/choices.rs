//! The source of choices: positions of the input, in the three [streams](Choices) of the kernel.
//!
//! A number between two bounds is the next integer, and the run is void unless it is between them.
//! So it costs 1 and its own value, and all three numbers can stay open. If the lower bound is a
//! literal, the number is the next natural plus the bound, which costs 1 and the distance. Which of
//! the two holds does not depend on what is known of the bounds, because searches, draws and
//! replays of an input have to read the same numbers from it.

use everycase_kernel::Shape;
use everycase_kernel::lazy::{Choices, Run, Stream, StreamChoice};

use super::Machine;
use super::decisions::Decisions;
use super::snapshot::Mark;
use super::stop::{Options, Progress, Stop};
use super::word::{Look, Tag, Word};
use crate::core::Primitive;
use crate::fault::FaultKind;

/// Returns the shape of all choices: integers of 127 bits and naturals of 126, so that a distance
/// can be added to a bound.
pub fn shape() -> Shape {
    Choices::shape(127, 126)
}

impl Decisions {
    /// Returns the caller's answer to a choice. Stops the run if there is none yet.
    fn answered(&mut self, stream: Stream, options: impl FnOnce() -> Options) -> Result<Word, Stop> {
        self.answer.take().ok_or_else(|| Stop::Choice(Box::new((options(), stream))))
    }

    fn pass(&mut self, chosen: StreamChoice) {
        if let Some(choices) = &mut self.choices {
            choices.pass(chosen);
        }
    }
}

impl Machine {
    /// Returns the next choice of a stream.
    fn next_choice(&mut self, input: &mut Run, mark: &Mark, stream: Stream) -> Result<StreamChoice, Stop> {
        let Some(choices) = &self.decisions.choices else { return Err(FaultKind::Undecided.into()) };
        let at = choices.position(stream);
        self.name_state(input);
        let taken = self.decide(input, mark, |input| input.force(at));
        Choices::chosen(stream, taken).ok_or(Stop::Void)
    }

    /// Chooses between two alternatives; returns whether it is the second.
    pub(super) fn choose_side(&mut self, input: &mut Run) -> Result<bool, Stop> {
        if self.decisions.caller_decides {
            return Ok(self.decisions.answered(Stream::Sides, || Options::Booleans)?.is_true());
        }
        let mark = self.mark(input.depth());
        let chosen = self.next_choice(input, &mark, Stream::Sides)?;
        self.decisions.pass(chosen);
        Ok(chosen.is_second())
    }

    pub(super) fn choose_integer(&mut self, input: &mut Run, natural: bool) -> Result<Word, Stop> {
        let stream = if natural { Stream::Naturals } else { Stream::Integers };
        if self.decisions.caller_decides {
            return self
                .decisions
                .answered(stream, || if natural { Options::Naturals } else { Options::Integers });
        }
        let mark = self.mark(input.depth());
        let chosen = self.next_choice(input, &mark, stream)?;
        self.decisions.pass(chosen);
        Ok(Word::hole(chosen.number()))
    }

    /// Chooses between two bounds. `from_low` tells which stream has the number: the naturals, as
    /// the distance from a lower bound that is a literal, or the integers.
    pub(super) fn choose_between(
        &mut self,
        input: &mut Run,
        (lo, hi): (Word, Word),
        from_low: bool,
    ) -> Progress<Word> {
        let mark = &self.mark(input.depth());
        let stream = if from_low { Stream::Naturals } else { Stream::Integers };
        if self.decisions.caller_decides {
            let (lo, hi) = (self.whole(input, mark, lo)?, self.whole(input, mark, hi)?);
            if lo > hi {
                return Err(FaultKind::EmptyRange(lo, hi).into());
            }
            return Ok(self.decisions.answered(stream, || Options::Between(lo, hi))?);
        }
        // The bounds and the number stay open while comparisons can tell that the number is between
        // the bounds.
        if self.holds_in(input, mark, Primitive::Greater, lo, hi)? {
            let (lo, hi) = (self.smallest(input, mark, lo)?, self.smallest(input, mark, hi)?);
            return Err(FaultKind::EmptyRange(lo, hi).into());
        }
        let chosen = self.next_choice(input, mark, stream)?;
        let number = Word::hole(chosen.number());
        let value = if from_low {
            self.at_distance(input, mark, number, (lo, hi))?
        } else {
            let is_between = self.holds_in(input, mark, Primitive::LessEqual, lo, number)?
                && self.holds_in(input, mark, Primitive::LessEqual, number, hi)?;
            if is_between { Some(number) } else { None }
        };
        self.decisions.pass(chosen);
        value.ok_or_else(|| Stop::Void.into())
    }

    /// Returns the number at a distance from the lower bound, if it is not above the upper bound.
    fn at_distance(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        distance: Word,
        (lo, hi): (Word, Word),
    ) -> Progress<Option<Word>> {
        let is_small = lo.tag() == Tag::Integer && !input.is_drawn();
        let chosen = distance.plus(lo.as_integer()).filter(|_| is_small);
        if let (Look::Open(_), Some(chosen)) = (self.look(input, mark, hi)?, chosen) {
            return Ok(self.holds_in(input, mark, Primitive::LessEqual, chosen, hi)?.then_some(chosen));
        }
        let most = u128::try_from(self.whole(input, mark, hi)? - self.store.integer_of(lo));
        let is_above = |input: &mut Run, most| input.is_above(distance.payload(), most, false);
        if most.is_ok_and(|most| self.decide(input, mark, |input| is_above(input, most))) {
            return Ok(None);
        }
        match chosen {
            Some(chosen) => Ok(Some(chosen)),
            None => self.arithmetic_in(input, mark, Primitive::Add, lo, distance).map(Some),
        }
    }

    /// Returns whether no choices of the input are left over. An input that is drawn counts only
    /// then: otherwise inputs that differ in choices which nothing takes would count as several.
    pub fn choices_end(&mut self, input: &mut Run) -> bool {
        let Some(choices) = &self.decisions.choices else { return true };
        choices.end(input)
    }
}
