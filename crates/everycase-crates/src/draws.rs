//! Drawn expressions: longer sequences of calls, and numbers and texts beyond the constants.

mod mutations;

use std::sync::Arc;

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::constants::{Constants, TEXTS, masked};
use crate::expression::{Expression, kind};
use crate::levels::may_be_same;
use crate::pool::{Pool, kind_of, literal};
use crate::worker::{Kind, Parameter, Signature};

/// The weight of a call that has shown nothing new.
const PLAIN: u64 = 1_000;

/// One text in so many is nested deeply, to this depth.
const DEEP: usize = 60;
const DEPTH: usize = 6_000;
/// The most bytes of other texts, and of all.
const LONG: usize = 300;
const MOST: usize = 40_000;

/// Draws expressions.
pub(crate) struct Draws<'s> {
    signature: &'s Signature,
    constants: &'s Constants,
    /// The calls that make functions, which can panic when they are called.
    functions: &'s FxHashSet<u16>,
    /// The calls to begin with, each with a weight.
    weights: Vec<(u16, u64)>,
    /// For each type, the calls that change a value of it, and the place of the argument.
    changes: Vec<Vec<(u16, u8)>>,
    /// For each type, the calls of the standard library that make it.
    makers: Vec<Vec<u16>>,
    random: Xoshiro256PlusPlus,
    /// Expressions that have reached something new.
    corpus: Vec<Arc<Expression>>,
}

impl<'s> Draws<'s> {
    /// Returns a source of expressions that begin with these calls.
    pub(crate) fn new(
        signature: &'s Signature,
        constants: &'s Constants,
        functions: &'s FxHashSet<u16>,
        calls: &[u16],
        usable: &[bool],
        random: Xoshiro256PlusPlus,
    ) -> Draws<'s> {
        let mut changes = vec![Vec::new(); signature.types.len()];
        for (call, parameters) in signature.calls.iter().enumerate() {
            for (place, own) in parameters.iter().enumerate() {
                if own.kind == Kind::Exclusive && usable[call] {
                    changes[usize::from(own.ty)].push((call as u16, place as u8));
                }
            }
        }
        let makers = vec![Vec::new(); signature.types.len()];
        let weights = calls.iter().map(|call| (*call, PLAIN)).collect();
        Draws { signature, constants, functions, weights, changes, makers, random, corpus: Vec::new() }
    }

    /// A call that has shown something new is drawn more often, for a while.
    pub(crate) fn reward(&mut self, call: u16) {
        if let Some(own) = self.weights.iter_mut().find(|own| own.0 == call) {
            own.1 = (own.1 + PLAIN / 2).min(8 * PLAIN);
        }
    }

    /// A call of the standard library has made a value of a type. Returns whether that is new.
    pub(crate) fn makes(&mut self, ty: u16, call: u16) -> bool {
        let own = &mut self.makers[usize::from(ty)];
        let is_new = !own.contains(&call);
        if is_new {
            own.push(call);
        }
        is_new
    }

    /// Leaves out a call.
    pub(crate) fn leave_out(&mut self, call: u16) {
        self.weights.retain(|own| own.0 != call);
        for own in &mut self.changes {
            own.retain(|own| own.0 != call);
        }
    }

    fn below(&mut self, most: usize) -> usize {
        (self.random.next_u64() % most.max(1) as u64) as usize
    }

    /// Draws a whole number below `most`.
    fn whole(&mut self, most: u32) -> f64 {
        f64::from(self.below(most as usize) as u32)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Draws an expression, if the calls have arguments.
    pub(crate) fn draw(&mut self, pool: &Pool) -> Option<Expression> {
        if !self.corpus.is_empty()
            && self.one_in(2)
            && let Some(own) = self.mutation(pool)
        {
            return Some(own);
        }
        let total: u64 = self.weights.iter().map(|own| own.1).sum();
        let mut at = self.random.next_u64() % total.max(1);
        let mut chosen = None;
        for (call, weight) in &mut self.weights {
            chosen = Some(*call);
            if at < *weight {
                *weight = (*weight - *weight / 1_000).max(PLAIN);
                break;
            }
            at -= *weight;
        }
        let call = chosen?;
        let arguments = self.arguments(call, pool, 0, None)?;
        let changed =
            self.signature.calls[usize::from(call)].iter().position(|own| own.kind == Kind::Exclusive);
        let own = match changed {
            Some(place) if self.one_in(3) => Expression::After(call, arguments, place as u8),
            _ => Expression::Call(call, arguments),
        };
        let has_functions = || own.any_call(&mut |call| self.functions.contains(&call));
        Some(if (own.has_atoms() || has_functions()) && self.one_in(5) {
            Expression::Armed(1 + self.below(6) as u8, Arc::new(own))
        } else {
            own
        })
    }

    fn arguments(
        &mut self,
        call: u16,
        pool: &Pool,
        depth: u32,
        given: Option<(u8, &Arc<Expression>)>,
    ) -> Option<Vec<Arc<Expression>>> {
        let signature = self.signature;
        let mut all = Vec::new();
        for (place, own) in signature.calls[usize::from(call)].iter().enumerate() {
            match given {
                Some((at, given)) if usize::from(at) == place => all.push(Arc::clone(given)),
                _ if may_be_same(&signature.calls[usize::from(call)], place) && self.one_in(8) => {
                    all.push(Arc::new(Expression::Same));
                }
                _ => all.push(self.argument(*own, pool, depth)?),
            }
        }
        Some(all)
    }

    fn argument(&mut self, own: Parameter, pool: &Pool, depth: u32) -> Option<Arc<Expression>> {
        match own.kind {
            Kind::Value | Kind::Shared | Kind::Exclusive => self.value(own.ty, pool, depth),
            Kind::Elements | Kind::Iterator => {
                if own.len.is_none()
                    && let Some(vector) = pool.vector_of(own.ty)
                    && self.one_in(3)
                    && let Some(own) = self.pooled(vector, pool)
                {
                    return Some(own);
                }
                if own.ty == 0 && own.len.is_none() && self.one_in(2) {
                    let text = self.text();
                    let mut bytes = text.into_bytes();
                    if self.one_in(3) && !bytes.is_empty() {
                        let at = self.below(bytes.len());
                        bytes[at] = self.below(256) as u8;
                    }
                    if self.one_in(4) && !self.constants.bytes.is_empty() {
                        let at = self.below(self.constants.bytes.len());
                        bytes.extend(&self.constants.bytes[at]);
                    }
                    if self.one_in(DEEP) {
                        let opening = [self.below(256) as u8, self.below(256) as u8];
                        let length = 1 + self.below(2);
                        let count = if self.one_in(4) { MOST / length } else { DEPTH };
                        bytes = opening[..length].repeat(count);
                    }
                    bytes.truncate(MOST);
                    return Some(Arc::new(Expression::Bytes(bytes.into())));
                }
                let count = match own.len {
                    Some(len) => len.min(255),
                    None => match self.below(10) {
                        0..6 => self.below(5),
                        6..9 => self.below(12),
                        _ => self.below(60),
                    },
                };
                let mut all = Vec::new();
                for _ in 0..count {
                    all.push(self.value(own.ty, pool, depth + 1)?);
                }
                let hint =
                    if own.kind == Kind::Iterator && self.one_in(4) { 1 + self.below(3) as u8 } else { 0 };
                Some(Arc::new(Expression::List(all, hint)))
            }
        }
    }

    /// Draws a known expression: a small one, or a late one.
    fn pooled(&mut self, ty: u16, pool: &Pool) -> Option<Arc<Expression>> {
        let (sizes, drawn) = pool.all(ty);
        if !drawn.is_empty() && self.one_in(2) {
            let at = if self.one_in(2) {
                self.below(drawn.len())
            } else {
                drawn.len() - 1 - self.below(drawn.len().min(20))
            };
            return Some(Arc::clone(&drawn[at]));
        }
        let known: Vec<&Vec<Arc<Expression>>> = sizes.iter().filter(|own| !own.is_empty()).collect();
        if known.is_empty() {
            return drawn.first().cloned();
        }
        let size = self.below(known.len());
        let at = self.below(known[size].len());
        Some(Arc::clone(&known[size][at]))
    }

    fn value(&mut self, ty: u16, pool: &Pool, depth: u32) -> Option<Arc<Expression>> {
        if ty == literal::STRING && !self.one_in(3) {
            return Some(Arc::new(Expression::Text(self.text().into())));
        }
        if let Some(kind) = kind_of(ty)
            && !self.one_in(2)
        {
            return Some(Arc::new(Expression::Number(kind, self.number(kind))));
        }
        let makers = self.makers[usize::from(ty)].len();
        if makers > 0 && depth < 3 && self.one_in(3) {
            let at = self.below(makers);
            let call = self.makers[usize::from(ty)][at];
            if let Some(arguments) = self.arguments(call, pool, depth + 1, None) {
                return Some(Arc::new(Expression::Call(call, arguments)));
            }
        }
        let mut own = self.pooled(ty, pool)?;
        let changes = self.changes[usize::from(ty)].len();
        if changes > 0 && depth < 2 && self.one_in(2) {
            let most = if self.one_in(4) { 12 } else { 4 };
            let count = 1 + self.below(most);
            for _ in 0..count {
                let at = self.below(changes);
                let (call, place) = self.changes[usize::from(ty)][at];
                if let Some(arguments) = self.arguments(call, pool, depth + 2, Some((place, &own))) {
                    own = Arc::new(Expression::After(call, arguments, place));
                }
            }
        }
        (own.calls() < 60).then_some(own)
    }

    fn number(&mut self, of: u8) -> u128 {
        match of {
            0..=11 => {
                if self.one_in(4) {
                    let own = self.constants.integers(of);
                    if !own.is_empty() {
                        let at = self.below(own.len());
                        let by = self.below(3) as u128;
                        return masked(own[at].wrapping_add(by).wrapping_sub(1), of);
                    }
                }
                let width = crate::expression::WIDTHS[usize::from(of)];
                // Half of them are small: large ones are often lengths.
                let most = if self.one_in(2) { width.min(10) } else { width };
                let bits = self.below(most as usize + 1) as u32;
                let own = u128::from(self.random.next_u64()) << 64 | u128::from(self.random.next_u64());
                let own = if bits == 0 { 0 } else { own >> (128 - bits) };
                let own = if self.one_in(4) { own.wrapping_neg() } else { own };
                masked(own, of)
            }
            kind::F64 | kind::F32 => {
                let own = match self.below(4) {
                    0 => f64::from_bits(self.random.next_u64()),
                    1 => self.whole(1 << 20) / 1024.0,
                    2 => (self.whole(2000) - 1000.0) / 10.0,
                    _ => (self.whole(200) - 100.0) * 10f64.powf(self.whole(40) - 20.0),
                };
                if of == kind::F64 { u128::from(own.to_bits()) } else { u128::from((own as f32).to_bits()) }
            }
            kind::BOOL => self.below(2) as u128,
            kind::CHAR => {
                let top = [0x7f, 0x7ff, 0xffff, 0x11_0000][self.below(4)];
                let own = char::from_u32(self.below(top) as u32).unwrap_or('a');
                u128::from(u32::from(own))
            }
            kind::UNIT => 0,
            kind::ATOM => self.below(5) as u128,
            _ => self.below(256) as u128,
        }
    }

    /// Draws a text of a few pieces: characters of a small alphabet, texts of the crate, digits.
    /// Some are nested deeply.
    fn text(&mut self) -> String {
        if self.one_in(DEEP) {
            return self.nested();
        }
        let mut text = String::new();
        let alphabet: Vec<&str> = (0..=self.below(4)).map(|_| TEXTS[self.below(TEXTS.len())]).collect();
        let count = match self.below(8) {
            0..5 => 1 + self.below(4),
            5..7 => self.below(9),
            _ => self.below(30),
        };
        let style = self.below(4);
        for _ in 0..count {
            match (style + self.below(2)) % 4 {
                1 if !self.constants.texts.is_empty() => {
                    let at = self.below(self.constants.texts.len());
                    text += &self.constants.texts[at];
                }
                2 => {
                    let digits = [self.below(10), self.below(100), self.below(10_000)];
                    match self.below(4) {
                        // More than a number of 32 or 64 bits holds.
                        3 => text += ["4294967296", "18446744073709551616"][self.below(2)],
                        at => text += &digits[at].to_string(),
                    }
                }
                3 => {
                    let top = [0x7f, 0x7f, 0x7ff, 0xffff][self.below(4)];
                    text.extend(char::from_u32(self.below(top) as u32));
                }
                _ => text += alphabet[self.below(alphabet.len())],
            }
        }
        let mut end = text.len().min(LONG);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text
    }

    /// Draws a text that begins with many equal pieces, and may end with as many others.
    fn nested(&mut self) -> String {
        const OPENING: [(&str, &str); 14] = [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("<a>", "</a>"),
            ("-", ""),
            ("!", ""),
            ("{\"a\":", "}"),
            ("[[", "]]"),
            ("> ", ""),
            ("*", "*"),
            ("- ", ""),
            ("{a:", "}"),
            ("/*", "*/"),
            ("((", "))"),
        ];
        let (opening, closing) = if self.one_in(2) || self.constants.texts.is_empty() {
            let at = self.below(OPENING.len());
            (OPENING[at].0.to_owned(), OPENING[at].1)
        } else {
            let short = self.constants.texts.iter().take_while(|own| own.len() <= 4).count();
            let at = self.below(short.max(1).min(self.constants.texts.len()));
            let mut text = self.constants.texts[at].to_string();
            text.truncate(if text.is_char_boundary(4) { 4 } else { text.len() });
            (text, "")
        };
        let before = if self.one_in(3) { self.text_of_crate() } else { String::new() };
        let most = MOST / 2 / opening.len().max(closing.len()).max(1);
        let count = if self.one_in(4) { most } else { DEPTH.min(most) };
        let middle = ["", "1", "a"][self.below(3)];
        let closing = if self.one_in(2) { closing.repeat(count) } else { String::new() };
        before + &opening.repeat(count) + middle + &closing
    }

    fn text_of_crate(&mut self) -> String {
        let count = self.constants.texts.len();
        let at = self.below(count);
        self.constants.texts.get(at).map_or_else(String::new, |own| own.chars().take(20).collect())
    }
}
