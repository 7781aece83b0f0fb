//! The source of choices: positions of the input.
//!
//! What a term draws depends on a finite sequence of choices whose length is unknown. So there are three streams of positions:
//! choices between two alternatives, integers and naturals. A stream is empty, or a choice followed by a stream. A run that
//! needs a choice from an empty stream is void. In a draw the streams have to end where the run ends, so that there is one
//! input for each sequence of choices; a search decides only what it needs and leaves the rest open.
//!
//! A number between two bounds is the next integer, and the run is void unless it is between them. So it costs 1 and its own
//! value, and all three numbers can stay open. If the lower bound is a literal, the number is the next natural plus the bound,
//! which costs 1 and the distance. Which of the two holds does not depend on what is known of the bounds, because searches, draws
//! and replays of an input have to read the same numbers from it.

use std::sync::Arc;

use everycase_kernel::lazy::Run;
use everycase_kernel::{Alternative, Key, Range, Shape};

use super::Machine;
use super::state::Choices;
use super::stop::{Options, Progress, Stop};
use super::word::{Look, Tag, Word};
use crate::core::Primitive;
use crate::fault::FaultKind;

/// The streams, in order.
#[derive(Clone, Copy)]
enum Stream {
    Sides,
    Integers,
    Naturals,
}

/// Returns the shape of all choices. Each costs 1 and its value.
pub fn shape() -> Shape {
    struct Streams;
    let stream = |number: u64, heads: Arc<dyn Fn() -> Vec<Vec<Shape>> + Send + Sync>| {
        fn build(number: u64, heads: Arc<dyn Fn() -> Vec<Vec<Shape>> + Send + Sync>) -> Shape {
            Shape::named(Key::of::<Streams>().with(number), move || {
                let end = Alternative::new("end", []);
                let choices = heads().into_iter().map(|mut fields| {
                    fields.push(build(number, Arc::clone(&heads)));
                    Alternative::new("choice", fields).pay(1)
                });
                Shape::choice(std::iter::once(end).chain(choices))
            })
        }
        build(number, heads)
    };
    Shape::product([
        stream(0, Arc::new(|| vec![vec![], vec![]])),
        stream(1, Arc::new(|| vec![vec![Shape::range(Range::signed(127))]])),
        stream(2, Arc::new(|| vec![vec![Shape::range(Range::unsigned(126))]])),
    ])
}

impl Machine {
    /// Takes choices from the three fields from `first` on, if there are any.
    pub(super) fn choose_from(&mut self, first: Option<u32>) {
        self.choices = first.map(|first| Choices { first, at: [first, first + 1, first + 2] });
    }

    /// Returns the next choice of a stream: its alternative and its first field.
    fn next_choice(&mut self, input: &mut Run, stream: Stream) -> Result<(u32, u32), Stop> {
        let Some(choices) = &self.choices else { return Err(FaultKind::Undecided.into()) };
        let at = choices.at[stream as usize];
        self.name_state(input);
        let taken = self.decide(input, |input| input.force(at));
        if taken.alternative == 0 { Err(Stop::Void) } else { Ok((taken.alternative, taken.fields)) }
    }

    /// Returns the caller's answer to a choice. Stops the run if there is none yet.
    fn answered(&mut self, options: impl FnOnce() -> Options) -> Result<Word, Stop> {
        self.chosen.take().ok_or_else(|| Stop::Choice(Box::new(options())))
    }

    fn next_from(&mut self, stream: Stream, next: u32) {
        if let Some(choices) = &mut self.choices {
            choices.at[stream as usize] = next;
        }
    }

    /// Chooses between two alternatives; returns whether it is the second.
    pub(super) fn choose_side(&mut self, input: &mut Run) -> Result<bool, Stop> {
        if self.asks {
            return Ok(self.answered(|| Options::Booleans)?.is_true());
        }
        let (alternative, fields) = self.next_choice(input, Stream::Sides)?;
        self.next_from(Stream::Sides, fields);
        Ok(alternative == 2)
    }

    pub(super) fn choose_integer(&mut self, input: &mut Run, natural: bool) -> Result<Word, Stop> {
        if self.asks {
            return self.answered(|| if natural { Options::Naturals } else { Options::Integers });
        }
        let stream = if natural { Stream::Naturals } else { Stream::Integers };
        let (_, fields) = self.next_choice(input, stream)?;
        self.next_from(stream, fields + 1);
        Ok(Word::hole(fields))
    }

    /// Chooses between two bounds. `from_low` tells which stream has the number: the naturals, as the distance from a lower bound
    /// that is a literal, or the integers.
    pub(super) fn choose_between(
        &mut self,
        input: &mut Run,
        (lo, hi): (Word, Word),
        from_low: bool,
    ) -> Progress<Word> {
        if self.asks {
            let (lo, hi) = (self.whole(input, lo)?, self.whole(input, hi)?);
            if lo > hi {
                return Err(FaultKind::EmptyRange(lo, hi).into());
            }
            return Ok(self.answered(|| Options::Between(lo, hi))?);
        }
        // The bounds and the number stay open as far as comparisons can tell that the number is between the bounds.
        if self.holds(input, Primitive::Greater, lo, hi)? {
            let (lo, hi) = (self.smallest(input, lo)?, self.smallest(input, hi)?);
            return Err(FaultKind::EmptyRange(lo, hi).into());
        }
        let stream = if from_low { Stream::Naturals } else { Stream::Integers };
        let (_, position) = self.next_choice(input, stream)?;
        let number = Word::hole(position);
        let chosen = if from_low {
            self.at_distance(input, number, lo, hi)?
        } else {
            let is_between = self.holds(input, Primitive::LessEqual, lo, number)?
                && self.holds(input, Primitive::LessEqual, number, hi)?;
            if is_between { Some(number) } else { None }
        };
        self.next_from(stream, position + 1);
        chosen.ok_or_else(|| Stop::Void.into())
    }

    /// Returns the number at a distance from the lower bound, if it is not above the upper bound.
    fn at_distance(&mut self, input: &mut Run, distance: Word, lo: Word, hi: Word) -> Progress<Option<Word>> {
        let is_small = lo.tag() == Tag::Integer && !input.is_drawn();
        let chosen = distance.plus(lo.as_integer()).filter(|_| is_small);
        if let (Look::Open(_), Some(chosen)) = (self.look(input, hi)?, chosen) {
            return Ok(self.holds(input, Primitive::LessEqual, chosen, hi)?.then_some(chosen));
        }
        let most = u128::try_from(self.whole(input, hi)? - self.integer_of(lo));
        if most.is_ok_and(|most| self.decide(input, |input| input.is_above(distance.payload(), most, false)))
        {
            return Ok(None);
        }
        match chosen {
            Some(chosen) => Ok(Some(chosen)),
            None => self.arithmetic(input, Primitive::Add, lo, distance).map(Some),
        }
    }

    /// Returns whether no choices of the input are left over. An input that is drawn counts only then: otherwise inputs that differ
    /// in choices which nothing takes would count as several.
    pub fn choices_end(&mut self, input: &mut Run) -> bool {
        let Some(choices) = &self.choices else { return true };
        choices.at.iter().all(|&at| input.force(at).alternative == 0)
    }
}
