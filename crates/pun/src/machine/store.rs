//! The store: the values that a run has made, and the values of the positions of its input that are
//! decided.
//!
//! It knows what each word stands for. Nothing in it is overwritten, except for delayed values that
//! are evaluated, whose former contents it records. So going back to a decision truncates lists and
//! undoes updates.

pub(super) mod integers;
mod linear;
mod objects;
mod pending_strict;
mod read;

use num_bigint::BigInt;

use self::linear::Linear;
use self::pending_strict::PendingStrict;
use super::word::{Tag, Word};
use crate::fault::FaultKind;

/// The heap, the integers beside it and the values of positions.
#[derive(Default)]
pub(super) struct Store {
    /// Fields of constructors, functions with their arguments, and delayed values.
    pub(super) heap: Vec<Word>,
    bigs: Vec<BigInt>,
    /// The number of words in the digits of the large integers made by the run so far.
    big_words: u64,
    /// Integers that are computed from open ones.
    linears: Vec<Linear>,
    /// The value of each decided position of the input.
    holes: Vec<Word>,
    /// These positions, in the order of decisions.
    pub(super) bound: Vec<u32>,
    /// The former contents of delayed values that were evaluated.
    updates: Vec<(u32, Word, Word)>,
    /// What the strict program would have evaluated.
    pending_strict: PendingStrict,
    /// The state before any run.
    pub(super) base: Mark,
    /// What the arguments of the run have on the heap: words, large integers and the number of
    /// words in their digits.
    arguments: (Vec<Word>, Vec<BigInt>, u64),
    /// The maximal number of words.
    limit: usize,
}

/// A state of the store to go back to: what it then had of everything that grows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) heap: usize,
    bigs: usize,
    big_words: u64,
    linears: usize,
    bound: usize,
    updates: usize,
    pending_strict: pending_strict::Mark,
}

impl Mark {
    /// Returns whether a run reaches this state, and later the other one.
    pub(super) fn precedes(&self, other: &Self) -> bool {
        self.heap <= other.heap
            && self.bigs <= other.bigs
            && self.linears <= other.linears
            && self.bound <= other.bound
            && self.updates <= other.updates
    }
}

impl Store {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            heap: self.heap.len(),
            bigs: self.bigs.len(),
            big_words: self.big_words,
            linears: self.linears.len(),
            bound: self.bound.len(),
            updates: self.updates.len(),
            pending_strict: self.pending_strict.mark(),
        }
    }

    pub(super) fn restore(&mut self, mark: &Mark) {
        while self.updates.len() > mark.updates
            && let Some((at, header, first)) = self.updates.pop()
        {
            (self.heap[at as usize], self.heap[at as usize + 1]) = (header, first);
        }
        for position in self.bound.drain(mark.bound..) {
            self.holes[position as usize] = Word::NONE;
        }
        self.heap.truncate(mark.heap);
        self.bigs.truncate(mark.bigs);
        self.linears.truncate(mark.linears);
        self.pending_strict.back_to(mark.pending_strict);
        self.big_words = mark.big_words;
    }

    /// Keeps the current objects and large integers for all runs.
    pub(super) fn keep(&mut self) {
        self.base = Mark { heap: self.heap.len(), bigs: self.bigs.len(), ..Mark::default() };
    }

    /// Discards the run.
    pub(super) fn reset(&mut self) {
        self.restore(&self.base.clone());
    }

    /// Keeps what the arguments of the run that is about to begin have on the heap.
    pub(super) fn keep_arguments(&mut self) {
        let (words, bigs, big_words) = &mut self.arguments;
        words.clear();
        words.extend_from_slice(&self.heap[self.base.heap..]);
        bigs.clear();
        bigs.extend_from_slice(&self.bigs[self.base.bigs..]);
        *big_words = self.big_words;
    }

    /// Puts the arguments of the discarded run on the heap again.
    pub(super) fn make_arguments(&mut self) {
        let (words, bigs, big_words) = &self.arguments;
        self.heap.extend_from_slice(words);
        self.bigs.extend_from_slice(bigs);
        self.big_words = *big_words;
    }

    /// Limits the number of words of further runs. What is there before any run does not count.
    pub(super) fn limit(&mut self, words: usize) {
        self.limit = words.saturating_add(self.base.heap);
    }

    /// Frees memory beyond the limit.
    pub(super) fn shrink(&mut self) {
        self.heap.shrink_to(self.limit);
    }

    /// Returns the number of words that the run has used.
    pub(super) fn used(&self) -> usize {
        self.heap.len() - self.base.heap + self.big_words as usize
    }

    /// Checks the size of the heap against the limit.
    #[inline]
    pub(super) fn check(&self) -> Result<(), FaultKind> {
        if self.heap.len() > self.limit { Err(FaultKind::OutOfMemory) } else { Ok(()) }
    }

    /// Checks the size of the heap and of all integers beside it against the limit.
    pub(super) fn check_integers(&self) -> Result<(), FaultKind> {
        let integers = self.big_words + 4 * (self.bigs.len() + self.linears.len()) as u64;
        let words = integers + self.heap.len() as u64;
        if words > self.limit as u64 { Err(FaultKind::OutOfMemory) } else { Ok(()) }
    }

    /// Sets the value of a decided position.
    pub(super) fn bind(&mut self, position: u32, value: Word) {
        let at = position as usize;
        if at >= self.holes.len() {
            self.holes.resize(at + 1, Word::NONE);
        }
        self.holes[at] = value;
        self.bound.push(position);
    }

    /// Returns the value of a position, if it is decided.
    #[inline]
    pub(super) fn bound_to(&self, position: u32) -> Word {
        self.holes.get(position as usize).copied().unwrap_or(Word::NONE)
    }

    /// Returns the position whose value is this word.
    pub(super) fn position_of(&self, value: Word) -> Option<u32> {
        self.bound.iter().copied().find(|position| self.bound_to(*position) == value)
    }

    /// Returns the value of a word. An undecided position or an unevaluated object is returned
    /// unchanged, and so is a decided position with an offset if it is [an
    /// integer](Self::integer_of) that needs more than a word.
    #[inline]
    pub(super) fn known(&self, word: Word) -> Word {
        if word.is_open() { self.followed(word) } else { word }
    }

    fn followed(&self, mut word: Word) -> Word {
        loop {
            let value = match word.tag() {
                Tag::Delayed => self.value_of(word.at()),
                Tag::Hole => match self.bound_to(word.payload()) {
                    Word::NONE => None,
                    bound if word.offset() == 0 => Some(bound),
                    bound if bound.tag() == Tag::Integer => Word::integer(bound.as_integer() + word.offset()),
                    _ => None,
                },
                Tag::Linear => self.small_value(word),
                _ => None,
            };
            let Some(value) = value else { return word };
            word = value;
        }
    }
}
