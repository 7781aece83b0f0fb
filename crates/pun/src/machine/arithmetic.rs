//! Arithmetic: on small integers in words, on large integers, and on integers of inputs.
//!
//! An open integer of an input stays open when a known one is added or subtracted. In a search so
//! does what is [linear](super::store). All other arithmetic decides it.

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

use super::Machine;
use super::snapshot::Mark;
use super::stop::Progress;
use super::word::{Look, Tag, Word};
use crate::core::Primitive;
use crate::fault::FaultKind;

/// The farthest from 0 that an offset of an open integer gets by arithmetic; then the integer is
/// decided. A function that counts down from an open integer without an end would otherwise take
/// much longer for the same number of calls.
pub(super) const FARTHEST: u64 = 1 << 8;

impl Machine {
    /// Returns the integer of a word; decides it if it is an open position.
    pub(super) fn whole(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<BigInt> {
        let word = self.decided_integer(input, mark, word)?;
        Ok(self.store.integer_of(word))
    }

    /// Returns the integer of a word for an error. In a search an open integer is the one in the
    /// smallest input of the class, and stays open; otherwise it is decided.
    pub(super) fn smallest(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<BigInt> {
        if let Look::Open(position) = self.look(input, mark, word)?
            && input.as_search().is_some()
            && self.store.known(word).tag() == Tag::Hole
            && let Some(number) = input.read(position).and_then(|read| read.at().number())
        {
            return Ok(self.store.known(word).offset() + BigInt::from(number));
        }
        self.whole(input, mark, word)
    }

    /// Returns the word as an integer; decides it if it is an open position, or the open positions
    /// that it is computed from.
    pub(super) fn decided_integer(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<Word> {
        if self.store.known(word).tag() == Tag::Linear {
            let word = self.store.known(word);
            self.decide_linear(input, mark, word);
            let value = self.store.integer_of(word);
            return Ok(self.store.big(value));
        }
        let position = match self.look(input, mark, word)? {
            Look::Known(word) => return Ok(word),
            Look::Open(position) => position,
        };
        self.name_state(input);
        self.decide_number(input, mark, position);
        Ok(self.store.known(word))
    }

    /// Decides the open positions that a linear word is computed from.
    pub(super) fn decide_linear(&mut self, input: &mut Run, mark: &Mark, word: Word) {
        while let Some(position) = self.store.open_of(word) {
            self.decide_number(input, mark, position);
        }
    }

    /// Decides and binds the number or character at an open position.
    pub(super) fn decide_number(&mut self, input: &mut Run, mark: &Mark, position: u32) {
        let value = self.decide(input, mark, |input| input.number(position));
        self.store.bind_number(input, position, value);
    }

    #[inline]
    pub(super) fn arithmetic(
        &mut self,
        input: &mut Run,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Progress<Word> {
        if Word::are_integers(a, b)
            && let Some(word) = small(with, a.as_integer(), b.as_integer())
        {
            return Ok(word);
        }
        self.arithmetic_slowly(input, with, a, b)
    }

    #[cold]
    fn arithmetic_slowly(&mut self, input: &mut Run, with: Primitive, a: Word, b: Word) -> Progress<Word> {
        let mark = self.mark(input.depth());
        self.arithmetic_in(input, &mark, with, a, b)
    }

    /// Returns the result of arithmetic, in the operation that began at `mark`.
    pub(super) fn arithmetic_in(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Progress<Word> {
        if let Some(sum) = self.open_sum(input, mark, with, a, b)? {
            return Ok(sum);
        }
        if !self.decisions.caller_decides && input.as_search().is_some() {
            let result = self.linear_result(input, mark, with, a, b);
            self.decided(input, mark);
            if let Some(result) = result? {
                return Ok(result);
            }
        }
        let (a, b) = (self.decided_integer(input, mark, a)?, self.decided_integer(input, mark, b)?);
        if Word::are_integers(a, b)
            && let Some(word) = small(with, a.as_integer(), b.as_integer())
        {
            return Ok(word);
        }
        let (a, b) = (self.store.integer_of(a), self.store.integer_of(b));
        self.meter.spend_on(with, &a, &b)?;
        let value = match with {
            Primitive::Add => a + b,
            Primitive::Subtract => a - b,
            Primitive::Multiply => a * b,
            _ if b == BigInt::ZERO => return Err(FaultKind::DivisionByZero.into()),
            Primitive::Divide => div_floor(&a, &b),
            _ => &a - div_floor(&a, &b) * &b,
        };
        let value = self.store.big(value);
        self.store.check_integers()?;
        Ok(value)
    }

    /// Returns the result of arithmetic on integers, some of them open, if it is linear. Decides
    /// remainders, and one of two open factors.
    fn linear_result(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Progress<Option<Word>> {
        let mut is_open = [false; 2];
        for (word, is_open) in [a, b].into_iter().zip(&mut is_open) {
            *is_open = match self.look(input, mark, word)? {
                Look::Open(position) => input.is_range(position) && !input.is_character(position),
                Look::Known(word) if word.tag() == Tag::Integer => false,
                Look::Known(_) => return Ok(None),
            };
        }
        if with == Primitive::Multiply && is_open == [true; 2] {
            self.decided_integer(input, mark, a)?;
        } else if is_open == [false; 2] || matches!(with, Primitive::Divide | Primitive::Modulo) && is_open[1]
        {
            return Ok(None);
        }
        Ok(self.store.linear_result(input, with, a, b))
    }

    /// Returns the sum or the difference of an open integer and a known one as a position with an
    /// offset, unless that is too far. A draw decides the integer instead: it names its states by
    /// whole numbers, and equal states share what they learn.
    fn open_sum(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Progress<Option<Word>> {
        if self.decisions.caller_decides
            || input.is_drawn()
            || !matches!(with, Primitive::Add | Primitive::Subtract)
        {
            return Ok(None);
        }
        let (open, position, more) = match (self.look(input, mark, a)?, self.look(input, mark, b)?, with) {
            (Look::Open(x), Look::Known(more), _) => (a, x, more),
            (Look::Known(more), Look::Open(y), Primitive::Add) => (b, y, more),
            _ => return Ok(None),
        };
        if more.tag() != Tag::Integer || input.is_character(position) || input.is_known(position) {
            return Ok(None);
        }
        if self.store.known(open).tag() == Tag::Linear {
            return Ok(None);
        }
        let more = if with == Primitive::Add { more.as_integer() } else { -more.as_integer() };
        let sum = self.store.known(open).plus(more);
        Ok(sum.filter(|sum| sum.offset().unsigned_abs() <= FARTHEST))
    }
}

fn small(with: Primitive, a: i64, b: i64) -> Option<Word> {
    let value = match with {
        Primitive::Add => a + b,
        Primitive::Subtract => a - b,
        Primitive::Multiply => a.checked_mul(b)?,
        // Rounds down, so the remainder has the sign of the divisor.
        Primitive::Divide if b != 0 => a.checked_div(b)? - i64::from(a % b != 0 && (a < 0) != (b < 0)),
        Primitive::Modulo if b != 0 => {
            let rest = a.checked_rem(b)?;
            if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
        }
        _ => return None,
    };
    Word::integer(value)
}

pub(super) fn div_floor(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, rest) = (a / b, a % b);
    if rest != BigInt::ZERO && (rest.sign() != b.sign()) { quotient - 1 } else { quotient }
}
