//! Integers: small ones in words, large ones in a list, and the values of open ones that are
//! decided.

use std::cmp::Ordering;

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

use super::Store;
use crate::machine::word::{Tag, Word};

impl Store {
    /// Returns an integer as a word.
    pub(in crate::machine) fn big(&mut self, value: BigInt) -> Word {
        if let Some(word) = i64::try_from(&value).ok().and_then(Word::integer) {
            return word;
        }
        self.big_words += value.bits() / 64;
        self.bigs.push(value);
        Word::big(self.bigs.len() as u32 - 1)
    }

    /// Returns the integer of a known word.
    pub(in crate::machine) fn integer_of(&self, word: Word) -> BigInt {
        match word.tag() {
            Tag::Big => self.bigs[word.payload() as usize].clone(),
            Tag::Hole => self.integer_of(self.bound_to(word.payload())) + word.offset(),
            Tag::Linear => self.linear_value(&self.linears[word.payload() as usize]),
            _ => BigInt::from(word.as_integer()),
        }
    }

    /// Returns whether a word, as [`known`](Self::known) returns it, is an integer that needs more
    /// than a word.
    pub(in crate::machine) fn is_large(&self, word: Word) -> bool {
        match word.tag() {
            Tag::Big => true,
            Tag::Hole => self.bound_to(word.payload()) != Word::NONE,
            Tag::Linear => self.open_of(word).is_none(),
            _ => false,
        }
    }

    /// Binds a position to its number or character, in two's complement.
    pub(in crate::machine) fn bind_number(&mut self, input: &Run, position: u32, value: u128) {
        let value = value.cast_signed();
        let word = match i64::try_from(value).ok().and_then(Word::integer) {
            // Case trees subtract characters.
            _ if input.is_character(position) => Word::character(value.cast_unsigned() as u32),
            Some(word) => word,
            None => self.big(BigInt::from(value)),
        };
        self.bind(position, word);
    }

    /// Returns the place of a known number minus an offset.
    pub(in crate::machine) fn place(&self, word: Word, offset: i64) -> Place {
        if matches!(word.tag(), Tag::Integer | Tag::Character) {
            return Place::Within((i128::from(word.as_integer()) - i128::from(offset)).cast_unsigned());
        }
        place_of(&(self.integer_of(word) - offset))
    }
}

/// A known number: within 128 bits, or beyond.
#[derive(Clone, Copy)]
pub(in crate::machine) enum Place {
    Within(u128),
    Beyond(Ordering),
}

/// Returns the place of a number.
pub(in crate::machine) fn place_of(value: &BigInt) -> Place {
    match i128::try_from(value) {
        Ok(value) => Place::Within(value.cast_unsigned()),
        Err(_) if *value > BigInt::ZERO => Place::Beyond(Ordering::Greater),
        Err(_) => Place::Beyond(Ordering::Less),
    }
}
