//! Compares first-order values, deciding no more of an input than the result needs.

use std::cmp::Ordering;

use everycase_kernel::lazy::Run;

use super::Machine;
use super::snapshot::Mark;
use super::stop::{Progress, Wait};
use super::store::integers::Place;
use super::word::{Tag, Word};
use crate::core::Primitive;

/// The number of pairs of fields whose comparison costs a call.
const PAIRS: u32 = 64;

impl Machine {
    /// Returns whether a comparison holds.
    #[inline]
    pub(super) fn holds(&mut self, input: &mut Run, with: Primitive, a: Word, b: Word) -> Progress<bool> {
        if Word::are_integers(a, b) {
            return Ok(is(with, a.as_integer().cmp(&b.as_integer())));
        }
        if Word::are_level(a, b)
            && !self.decisions.caller_decides
            && let Some(holds) = is_known(input, with, a.payload(), b.payload())
        {
            return Ok(holds);
        }
        self.holds_slowly(input, with, a, b)
    }

    fn holds_slowly(&mut self, input: &mut Run, with: Primitive, a: Word, b: Word) -> Progress<bool> {
        let mark = self.mark(input.depth());
        self.holds_in(input, &mark, with, a, b)
    }

    /// Returns whether a comparison holds, in the operation that began at `mark`.
    pub(super) fn holds_in(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        with: Primitive,
        a: Word,
        b: Word,
    ) -> Progress<bool> {
        if a.tag() == Tag::Hole || b.tag() == Tag::Hole {
            self.name_state(input);
        }
        let answer = self.holds_at(input, mark, with, (a, b));
        self.decided(input, mark);
        answer
    }

    fn holds_at(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        with: Primitive,
        (a, b): (Word, Word),
    ) -> Progress<bool> {
        let (a, b) = (self.store.known(a), self.store.known(b));
        match (self.number(a, input), self.number(b, input)) {
            (Number::Open(x), Number::Open(y)) => {
                if let Some(holds) = holds_for_both(input, with, x, y) {
                    return Ok(holds);
                }
                self.decide_shifted(input, x, y);
                self.holds_at(input, mark, with, (a, b))
            }
            (Number::Open(x), Number::Known) => {
                Ok(holds_for(input, with, x.position, self.store.place(b, x.offset)))
            }
            (Number::Known, Number::Open(y)) => {
                Ok(holds_for(input, mirrored(with), y.position, self.store.place(a, y.offset)))
            }
            (Number::Linear, other) | (other, Number::Linear) if other.is_some() => {
                Ok(self.store.holds_linear(input, with, a, b))
            }
            _ if self.provide_both(input, mark, a, b)? => self.holds_at(input, mark, with, (a, b)),
            _ => self.order(input, mark, a, b).map(|order| is(with, order)),
        }
    }

    fn number(&self, word: Word, input: &Run) -> Number {
        let (position, offset) = (word.payload(), word.offset());
        match word.tag() {
            Tag::Hole if self.decisions.caller_decides || !input.is_range(position) => Number::None,
            Tag::Hole if self.store.bound_to(position) == Word::NONE => {
                Number::Open(OffsetNumber { position, offset })
            }
            Tag::Linear if self.store.open_of(word).is_some() => Number::Linear,
            Tag::Integer | Tag::Character | Tag::Big | Tag::Hole | Tag::Linear => Number::Known,
            _ => Number::None,
        }
    }

    /// Decides one of two open numbers, the first one that has an offset.
    fn decide_shifted(&mut self, input: &mut Run, x: OffsetNumber, y: OffsetNumber) {
        let position = if x.offset == 0 { y.position } else { x.position };
        let value = input.number(position);
        self.store.bind_number(input, position, value);
    }

    /// Compares two values: by constructor, then by fields from left to right. Comparing many
    /// fields costs calls, because values that share parts can have far more fields than memory.
    fn order(&mut self, input: &mut Run, mark: &Mark, a: Word, b: Word) -> Progress<Ordering> {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        pairs.push((a, b));
        let mut answer = Ok(Ordering::Equal);
        for compared in 1_u32.. {
            let Some((a, b)) = pairs.pop() else { break };
            if compared.is_multiple_of(PAIRS)
                && let Err(kind) = self.spend()
            {
                answer = Err(kind.into());
                break;
            }
            answer = self.order_heads(input, mark, a, b, &mut pairs);
            if !matches!(answer, Ok(Ordering::Equal)) {
                break;
            }
        }
        self.pairs = pairs;
        answer
    }

    /// Compares two values without their fields, which are pushed for later.
    fn order_heads(
        &mut self,
        input: &mut Run,
        mark: &Mark,
        a: Word,
        b: Word,
        pairs: &mut Vec<(Word, Word)>,
    ) -> Progress<Ordering> {
        let (a, b) = (self.store.known(a), self.store.known(b));
        if let Some(delayed) = [a, b].into_iter().find(|word| word.tag() == Tag::Delayed) {
            return Err(Wait::Delayed(delayed.at()));
        }
        match (self.number(a, input), self.number(b, input)) {
            (Number::Open(x), Number::Open(y)) => {
                if let Some(order) = order_for_both(input, x, y) {
                    return Ok(order);
                }
                self.decide_shifted(input, x, y);
                return self.order_heads(input, mark, a, b, pairs);
            }
            (Number::Open(x), Number::Known) => {
                return Ok(order_for(input, x.position, self.store.place(b, x.offset)));
            }
            (Number::Known, Number::Open(y)) => {
                return Ok(order_for(input, y.position, self.store.place(a, y.offset)).reverse());
            }
            (Number::Linear, other) | (other, Number::Linear) if other.is_some() => {
                return Ok(self.store.order_linear(input, a, b));
            }
            (Number::Known, Number::Known) => {
                if self.store.is_large(a) || self.store.is_large(b) {
                    return Ok(self.store.integer_of(a).cmp(&self.store.integer_of(b)));
                }
                return Ok(a.as_integer().cmp(&b.as_integer()));
            }
            _ => {}
        }
        if a.tag() == Tag::Hole && a == b {
            return Ok(Ordering::Equal);
        }
        if self.provide_both(input, mark, a, b)? {
            return self.order_heads(input, mark, a, b, pairs);
        }
        let a = self.constructor_of(input, mark, a)?;
        let b = self.constructor_of(input, mark, b)?;
        let order = a.constructor().cmp(&b.constructor());
        if order == Ordering::Equal && a.tag() == Tag::Construct && b.tag() == Tag::Construct {
            let [x, y] = [a, b].map(|word| self.store.fields(&self.program.code, word));
            pairs.extend(x.iter().copied().zip(y.iter().copied()).rev());
        }
        Ok(order)
    }
}

/// A number that may be unknown.
enum Number {
    Known,
    Open(OffsetNumber),
    /// Computed from open positions.
    Linear,
    None,
}

impl Number {
    fn is_some(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// An open number: the number of a position plus an offset.
#[derive(Clone, Copy)]
struct OffsetNumber {
    position: u32,
    offset: i64,
}

/// Returns the result of a comparison of two positions whose order is already known.
fn is_known(input: &mut Run, with: Primitive, x: u32, y: u32) -> Option<bool> {
    match with {
        Primitive::Less => input.is_known_below(x, y),
        Primitive::GreaterEqual => input.is_known_below(x, y).map(|is_below| !is_below),
        Primitive::Greater => input.is_known_below(y, x),
        Primitive::LessEqual => input.is_known_below(y, x).map(|is_below| !is_below),
        _ => None,
    }
}

/// Returns the result of a comparison of two open numbers, and decides no more than an order of
/// their positions; `None` if an order does not tell it.
///
/// An order without offsets tells `x + 1 <= y`, which is `x < y`, and its opposite, but not
/// `x + 1 == y` if `x < y`.
fn holds_for_both(input: &mut Run, with: Primitive, x: OffsetNumber, y: OffsetNumber) -> Option<bool> {
    let offset = x.offset - y.offset;
    let (one, other) = (x.position, y.position);
    if one == other {
        return Some(is(with, offset.cmp(&0)));
    }
    match (offset, with) {
        (0, Primitive::Less) => Some(input.is_below_both(one, other)),
        (0, Primitive::GreaterEqual) => Some(!input.is_below_both(one, other)),
        (0, Primitive::Greater) => Some(input.is_below_both(other, one)),
        (0, Primitive::LessEqual) => Some(!input.is_below_both(other, one)),
        (0, _) => Some(is(with, input.compare_both(one, other))),
        (..0, _) => holds_for_both(input, mirrored(with), y, x),
        (1.., _) if !input.is_below_both(one, other) => Some(is(with, Ordering::Greater)),
        (1, Primitive::LessEqual) => Some(true),
        (1, Primitive::Greater) => Some(false),
        (1.., _) => None,
    }
}

/// Compares two open numbers in the same way.
fn order_for_both(input: &mut Run, x: OffsetNumber, y: OffsetNumber) -> Option<Ordering> {
    let offset = x.offset - y.offset;
    if x.position == y.position {
        return Some(offset.cmp(&0));
    }
    match offset {
        0 => Some(input.compare_both(x.position, y.position)),
        ..0 => order_for_both(input, y, x).map(Ordering::reverse),
        1.. => (!input.is_below_both(x.position, y.position)).then_some(Ordering::Greater),
    }
}

pub(super) fn holds_for(input: &mut Run, with: Primitive, position: u32, place: Place) -> bool {
    let Place::Within(value) = place else { return is(with, order_for(input, position, place)) };
    match with {
        Primitive::Less => input.is_below(position, value, true),
        Primitive::GreaterEqual => !input.is_below(position, value, true),
        Primitive::Greater => input.is_above(position, value, true),
        Primitive::LessEqual => !input.is_above(position, value, true),
        _ => is(with, input.compare(position, value, true)),
    }
}

fn order_for(input: &mut Run, position: u32, place: Place) -> Ordering {
    match place {
        Place::Within(value) => input.compare(position, value, true),
        Place::Beyond(side) => side.reverse(),
    }
}

/// Returns the comparison with its operands swapped.
fn mirrored(with: Primitive) -> Primitive {
    match with {
        Primitive::Less => Primitive::Greater,
        Primitive::LessEqual => Primitive::GreaterEqual,
        Primitive::Greater => Primitive::Less,
        Primitive::GreaterEqual => Primitive::LessEqual,
        same => same,
    }
}

pub(super) fn is(with: Primitive, order: Ordering) -> bool {
    match with {
        Primitive::Equal => order.is_eq(),
        Primitive::NotEqual => order.is_ne(),
        Primitive::Less => order.is_lt(),
        Primitive::LessEqual => order.is_le(),
        Primitive::Greater => order.is_gt(),
        _ => order.is_ge(),
    }
}
