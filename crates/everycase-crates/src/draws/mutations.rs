//! Changes of expressions that have reached something new: each keeps most of one.

use std::sync::Arc;

use rand_core::Rng;

use super::{Draws, MOST};
use crate::constants::{TEXTS, masked};
use crate::expression::{Expression, WIDTHS};
use crate::pool::Pool;
use crate::worker::{Kind, Parameter};

/// The most expressions that are kept, and the most bytes of the code of one.
const KEPT: usize = 2_000;
const LONG: usize = 500;

/// The most calls of an expression that is changed.
const CALLS: u64 = 40;

impl Draws<'_> {
    /// Keeps an expression that has reached something new, and draws its call more often.
    pub(crate) fn keep(&mut self, own: &Arc<Expression>) {
        if let Some(root) = own.root() {
            // More than for a value that looks new.
            self.reward(root);
            self.reward(root);
        }
        let own = if let Expression::Armed(_, inner) = &**own { inner } else { own };
        // Calls that only make arguments, and calls of functions that are not wanted, are left out.
        let is_told = own.root().is_some_and(|root| self.weights.iter().any(|own| own.0 == root));
        if self.corpus.len() < KEPT && is_told && own.calls() <= CALLS && own.code().len() <= LONG {
            self.corpus.push(Arc::clone(own));
        }
    }

    /// Draws a kept expression with one to four changes.
    pub(super) fn mutation(&mut self, pool: &Pool) -> Option<Expression> {
        const LAST: usize = 30;
        let count = self.corpus.len();
        let at = if self.one_in(2) { self.below(count) } else { count - 1 - self.below(count.min(LAST)) };
        let mut own = Arc::clone(&self.corpus[at]);
        let changes = [1, 1, 1, 2, 2, 4][self.below(6)];
        for _ in 0..changes {
            own = self.changed(&own, pool)?;
        }
        if self.one_in(8)
            && let Some(next) = self.continued(&own, pool)
        {
            own = next;
        }
        (own.calls() <= CALLS).then(|| (*own).clone())
    }

    /// Changes one part of an expression.
    fn changed(&mut self, own: &Arc<Expression>, pool: &Pool) -> Option<Arc<Expression>> {
        match &**own {
            Expression::Number(kind, bits) => {
                Some(Arc::new(Expression::Number(*kind, self.changed_number(*kind, *bits))))
            }
            Expression::Text(text) => Some(Arc::new(Expression::Text(self.changed_text(text).into()))),
            Expression::Bytes(bytes) => Some(Arc::new(Expression::Bytes(self.changed_bytes(bytes).into()))),
            // The type of its elements is known where it is an argument.
            Expression::List(..) | Expression::Same => Some(Arc::clone(own)),
            Expression::Armed(at, inner) => {
                Some(Arc::new(Expression::Armed(*at, self.changed(inner, pool)?)))
            }
            Expression::Call(call, parts) | Expression::After(call, parts, _) => {
                if parts.is_empty() {
                    return Some(Arc::clone(own));
                }
                let place = self.weighted(parts);
                let parameter = *self.signature.calls[usize::from(*call)].get(place)?;
                let part = if self.one_in(6) {
                    self.argument(parameter, pool, 1)?
                } else {
                    self.changed_argument(&parts[place], parameter, pool)?
                };
                Some(Arc::new(own.with_part(place, part)))
            }
        }
    }

    /// Chooses a part: the longer, the more often.
    fn weighted(&mut self, parts: &[Arc<Expression>]) -> usize {
        let weight = |own: &Arc<Expression>| own.size() as usize + own.bulk().min(40) as usize / 8;
        let mut at = self.below(parts.iter().map(weight).sum());
        for (place, own) in parts.iter().enumerate() {
            match at.checked_sub(weight(own)) {
                Some(rest) => at = rest,
                None => return place,
            }
        }
        0
    }

    fn changed_argument(
        &mut self,
        own: &Arc<Expression>,
        parameter: Parameter,
        pool: &Pool,
    ) -> Option<Arc<Expression>> {
        let changes = self.changes[usize::from(parameter.ty)].len();
        let is_value = matches!(parameter.kind, Kind::Value | Kind::Shared | Kind::Exclusive);
        let is_value = is_value && **own != Expression::Same;
        if is_value && changes > 0 && self.one_in(3) {
            // Another call that changes the value.
            let at = self.below(changes);
            let (call, place) = self.changes[usize::from(parameter.ty)][at];
            let arguments = self.arguments(call, pool, 2, Some((place, own)))?;
            return Some(Arc::new(Expression::After(call, arguments, place)));
        }
        match &**own {
            Expression::List(elements, hint) => self.changed_list(elements, *hint, parameter, pool),
            _ => self.changed(own, pool),
        }
    }

    /// Goes on with the value of an expression that ends with a call that changes it.
    fn continued(&mut self, own: &Arc<Expression>, pool: &Pool) -> Option<Arc<Expression>> {
        let Expression::After(call, _, place) = &**own else { return None };
        let ty = self.signature.calls[usize::from(*call)].get(usize::from(*place))?.ty;
        let changes = self.changes[usize::from(ty)].len();
        if changes == 0 {
            return None;
        }
        let at = self.below(changes);
        let (call, place) = self.changes[usize::from(ty)][at];
        let arguments = self.arguments(call, pool, 2, Some((place, own)))?;
        Some(Arc::new(Expression::After(call, arguments, place)))
    }

    fn changed_number(&mut self, kind: u8, bits: u128) -> u128 {
        let Some(width) = WIDTHS.get(usize::from(kind)) else { return self.number(kind) };
        match self.below(4) {
            0 => masked(bits.wrapping_add(1), kind),
            1 => masked(bits.wrapping_sub(1), kind),
            2 => masked(bits ^ 1 << self.below(*width as usize), kind),
            _ => self.number(kind),
        }
    }

    /// Changes an element of a list, or the number of its elements unless that is fixed.
    fn changed_list(
        &mut self,
        elements: &[Arc<Expression>],
        hint: u8,
        of: Parameter,
        pool: &Pool,
    ) -> Option<Arc<Expression>> {
        let mut elements = elements.to_vec();
        if of.len.is_none() && (elements.is_empty() || self.one_in(2)) {
            let piece = vec![self.value(of.ty, pool, 1)?];
            splice(self, &mut elements, piece);
            elements.truncate(255);
        } else if !elements.is_empty() {
            let at = self.below(elements.len());
            elements[at] = self.changed(&elements[at].clone(), pool)?;
        }
        Some(Arc::new(Expression::List(elements, hint)))
    }

    fn changed_text(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let piece: Vec<char> = match self.below(5) {
            0 => {
                let own = self.text_of_crate();
                if own.is_empty() { vec!['a'] } else { own.chars().collect() }
            }
            1 => TEXTS[self.below(TEXTS.len())].chars().collect(),
            2 => self.kept_text().chars().collect(),
            _ => vec![char::from(32 + self.below(95) as u8)],
        };
        splice(self, &mut letters, piece);
        let mut text: String = letters.into_iter().collect();
        let mut end = text.len().min(MOST);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text
    }

    fn changed_bytes(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if !bytes.is_empty() && self.one_in(3) {
            let at = self.below(bytes.len());
            bytes[at] = match self.below(3) {
                0 => bytes[at] ^ 1 << self.below(8),
                1 => bytes[at].wrapping_add(1),
                _ => bytes[at].wrapping_sub(1),
            };
            return bytes;
        }
        let piece = match self.below(5) {
            0 => self.text_of_crate().into_bytes(),
            1 if !self.constants.bytes.is_empty() => {
                let at = self.below(self.constants.bytes.len());
                self.constants.bytes[at].clone()
            }
            2 => vec![0xff; 1 + self.below(8)],
            _ => vec![self.random.next_u64() as u8],
        };
        splice(self, &mut bytes, piece);
        bytes.truncate(MOST);
        bytes
    }

    /// Returns a text of another kept expression.
    fn kept_text(&mut self) -> String {
        let at = self.below(self.corpus.len());
        let mut own: &Arc<Expression> = &self.corpus[at].clone();
        loop {
            if let Expression::Text(text) = &**own {
                return text.to_string();
            }
            match own.parts() {
                [] => return "1".to_owned(),
                parts => own = &parts[self.random.next_u64() as usize % parts.len()],
            }
        }
    }
}

/// Inserts a piece, or puts it at the place of something; leaves something out, or doubles it.
fn splice<T: Clone>(draws: &mut Draws<'_>, all: &mut Vec<T>, piece: Vec<T>) {
    let at = draws.below(all.len() + 1);
    let most = if draws.one_in(2) { 1 } else { all.len() - at };
    let length = draws.below(most.min(all.len() - at) + 1);
    match draws.below(6) {
        0..=2 => _ = all.splice(at..at, piece),
        3 => {
            let end = all.len().min(at + piece.len());
            _ = all.splice(at..end, piece);
        }
        4 => _ = all.drain(at..at + length),
        _ => {
            let doubled = all[at..at + length].to_vec();
            let to = draws.below(all.len() + 1);
            _ = all.splice(to..to, doubled);
        }
    }
}
