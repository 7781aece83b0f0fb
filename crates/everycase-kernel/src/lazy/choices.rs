//! The choices of a generator: positions of an input.
//!
//! What a generator produces depends on a finite sequence of choices whose length is unknown. So
//! there are three streams of positions: choices between two alternatives, integers and naturals. A
//! stream is empty, or a choice followed by a stream. A run that needs a choice from an empty
//! stream is void. In a draw the streams have to end where the run ends, so that there is one input
//! for each sequence of choices; a search decides only what it needs and leaves the rest open.
//!
//! For example, the input with the sides `second, first`, the integer 5 and no naturals lets a
//! generator choose between two alternatives twice, and an integer once, in any order. One that
//! asks for a second integer is void on it.

use std::sync::Arc;

use super::run::Run;
use super::slot::SumDecision;
use crate::grammar::range::Range;
use crate::grammar::shape::{Alternative, Key, Shape};

/// A stream of choices, in the order of the fields of [`Choices::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Choices between two alternatives.
    Sides,
    /// Integers.
    Integers,
    /// Naturals.
    Naturals,
}

/// The positions of the next choices of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    first: u32,
    at: [u32; 3],
}

/// A choice that a stream has: its alternative, and its position if it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamChoice {
    stream: Stream,
    taken: SumDecision,
}

impl StreamChoice {
    /// Returns whether a choice between two alternatives is the second.
    pub fn is_second(self) -> bool {
        self.taken.alternative == 2
    }

    /// Returns the position of a number.
    pub fn number(self) -> u32 {
        self.taken.fields
    }

    /// Returns the position of the rest of the stream.
    fn rest(self) -> u32 {
        match self.stream {
            Stream::Sides => self.taken.fields,
            Stream::Integers | Stream::Naturals => self.taken.fields + 1,
        }
    }
}

impl Choices {
    /// Returns the shape of all choices, with integers and naturals of these many bits. Each choice
    /// costs 1 and its value.
    #[inline]
    pub fn shape(integer_bits: u32, natural_bits: u32) -> Shape {
        Shape::product([
            stream(Stream::Sides, 0, Arc::new(|| vec![vec![], vec![]])),
            stream(Stream::Integers, integer_bits, of_numbers(Range::signed(integer_bits))),
            stream(Stream::Naturals, natural_bits, of_numbers(Range::unsigned(natural_bits))),
        ])
    }

    /// Returns the first choices of a decided product of streams, whose first field is at a
    /// position.
    #[inline]
    pub fn from(first: u32) -> Self {
        Self { first, at: [first, first + 1, first + 2] }
    }

    /// Goes back to the first choices.
    pub fn begin(&mut self) {
        *self = Self::from(self.first);
    }

    /// Returns the positions of the next choices, which determine what the streams still have.
    pub fn positions(&self) -> [u32; 3] {
        self.at
    }

    /// Goes back to positions returned by [`positions`](Self::positions).
    pub fn set_positions(&mut self, at: [u32; 3]) {
        self.at = at;
    }

    /// Returns the position that decides whether a stream has a choice.
    pub fn position(&self, stream: Stream) -> u32 {
        self.at[stream as usize]
    }

    /// Returns the choice that was taken at [`position`](Self::position), or `None` if the stream
    /// is empty there.
    pub fn chosen(stream: Stream, taken: SumDecision) -> Option<StreamChoice> {
        (taken.alternative != 0).then_some(StreamChoice { stream, taken })
    }

    /// Goes on to the choice after this one.
    #[inline]
    pub fn pass(&mut self, chosen: StreamChoice) {
        self.at[chosen.stream as usize] = chosen.rest();
    }

    /// Takes the next choice of a stream; `None` if the stream is empty.
    #[inline]
    pub fn next(&mut self, run: &mut Run, stream: Stream) -> Option<StreamChoice> {
        let chosen = Self::chosen(stream, run.force(self.position(stream)))?;
        self.pass(chosen);
        Some(chosen)
    }

    /// Returns whether no choices are left over; decides that.
    #[inline]
    pub fn end(&self, run: &mut Run) -> bool {
        self.at.iter().all(|&at| run.force(at).alternative == 0)
    }
}

/// Returns the choices of a stream, each with its fields.
type Heads = Arc<dyn Fn() -> Vec<Vec<Shape>> + Send + Sync>;

#[inline]
fn of_numbers(range: Range) -> Heads {
    Arc::new(move || vec![vec![Shape::range(range.clone())]])
}

#[inline]
fn stream(stream: Stream, bits: u32, heads: Heads) -> Shape {
    #[inline]
    fn build(key: Key, heads: Heads) -> Shape {
        Shape::named(key.clone(), move || {
            let end = Alternative::new("end", []);
            let choices = heads().into_iter().map(|mut fields| {
                fields.push(build(key.clone(), Arc::clone(&heads)));
                Alternative::new("choice", fields).pay(1)
            });
            Shape::choice(std::iter::once(end).chain(choices))
        })
    }
    build(Key::of::<Stream>().with(stream as u64).with(bits.into()), heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Derivations;
    use crate::lazy::{Probe, Search};

    /// Returns how many runs a search makes of a generator, and how many of them have the choices
    /// that it needs.
    fn runs(size: u32, generate: impl Fn(&mut Run, &mut Choices) -> Option<u128>) -> (u32, Vec<u128>) {
        let mut run = Run::new();
        assert!(run.begin_search(&Derivations::new(Choices::shape(64, 64)), size).unwrap());
        let (mut all, mut values) = (0, Vec::new());
        while Search::next(&mut run).is_some() {
            all += 1;
            let mut value = None;
            let execute = |run: &mut Run| {
                let root = run.root();
                let mut choices = Choices::from(run.force(root).fields);
                value = generate(run, &mut choices);
                Some(value.is_some())
            };
            Search::execute(&mut run, Probe::Never, execute).unwrap();
            values.extend(value);
        }
        (all, values)
    }

    #[test]
    fn a_run_that_needs_more_choices_than_there_are_is_void() {
        let two = |run: &mut Run, choices: &mut Choices| {
            let one = choices.next(run, Stream::Sides)?;
            let other = choices.next(run, Stream::Sides)?;
            Some(u128::from(one.is_second()) * 2 + u128::from(other.is_second()))
        };
        assert_eq!(runs(1, two).1, [0u128; 0]);
        assert_eq!(runs(2, two), (7, vec![0, 1, 2, 3]));
    }

    #[test]
    fn numbers_cost_one_and_their_bits() {
        let number = |run: &mut Run, choices: &mut Choices| {
            let chosen = choices.next(run, Stream::Naturals)?;
            Some(run.number(chosen.number()))
        };
        assert_eq!(runs(3, number).1, [0, 1, 2, 3]);
    }

    #[test]
    fn choices_end_where_none_is_left_over() {
        let derivations = Derivations::new(Choices::shape(64, 64));
        let ends = |words: &[u64]| {
            let mut run = Run::new();
            run.begin_replay(&derivations.parse(words).unwrap());
            let root = run.root();
            let mut choices = Choices::from(run.force(root).fields);
            choices.next(&mut run, Stream::Sides).is_some_and(StreamChoice::is_second)
                && choices.end(&mut run)
        };
        assert!(ends(&[2, 0, 0, 0]));
        assert!(!ends(&[1, 0, 0, 0]));
        assert!(!ends(&[2, 1, 0, 0, 0]));
        assert!(!ends(&[2, 0, 0, 1, 7, 0]));
    }
}
