//! The decisions about one part of an input, compared with the decisions about parts elsewhere.
//!
//! A predicate may compute a value from a part: of an expression, say, its value. Two parts with
//! the same value serve the same purpose, so a search may skip the inputs with one of them. Which
//! one can be skipped is decided here: one pattern *replaces* another if to each input with the
//! other part there is a smaller input with this part, and this part has the same value there.
//!
//! Smaller is: of a smaller size, or of the same size and before it by alternatives and numbers,
//! compared from left to right. This order is preserved when parts are put into a larger input, so
//! some least input with the same values is never skipped. That holds whatever else has been
//! skipped.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arena::Arena;
use super::numbers::{Interval, Number, Relation};
use super::run::Run;
use super::slot::{OPEN, PLAIN, Slot};
use crate::grammar::{Kind, Leaf, NodeId};

/// What is decided of a part of an input, and which of its open positions its value mentions.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The least size of the part, without the numbers that its value mentions.
    size: u32,
    parts: Box<[Part]>,
    /// The positions that the value mentions, in the order of their numbers in `parts`.
    mentioned: Box<[Mention]>,
    /// For each pair of mentioned numbers their order, if it is known.
    orders: Box<[u8]>,
    /// Whether numbers that are compared, but that the value does not mention, restrict it.
    is_restricted: bool,
}

/// A position, in order from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A decided alternative.
    Alternative(u32),
    /// A decided number, by its place.
    Number(u128),
    /// A position that the value mentions.
    Mentioned(u32),
    /// An open position that it does not mention.
    Free,
}

/// A position that the value mentions.
#[derive(Clone, Debug)]
enum Mention {
    /// A number, with the bounds that have been used and those that are known now.
    Number { leaf: Arc<Leaf>, used: [Option<u128>; 2], known: Interval },
    /// An open position of another kind.
    Open,
}

impl Run {
    /// Returns what is decided at a position and below. `mentioned` are the positions below it that
    /// the value of this part depends on, each of them once. `None` if this run is not a search up
    /// to a size, one of these positions is decided and no number, or a remainder of a number was
    /// looked at.
    ///
    /// Time: linear in the number of positions, quadratic in the number of mentioned positions.
    #[inline]
    pub fn pattern(&self, pos: u32, mentioned: &[u32]) -> Option<Pattern> {
        if !self.as_search()?.is_up_to() {
            return None;
        }
        self.arena.pattern(pos, mentioned)
    }
}

impl Arena {
    #[inline]
    fn pattern(&self, pos: u32, mentioned: &[u32]) -> Option<Pattern> {
        let tables = self.tables.as_ref()?;
        let (mut parts, mut size, mut is_restricted) = (Vec::new(), 0u32, false);
        let mut waiting = vec![pos];
        while let Some(pos) = waiting.pop() {
            let Slot { word, kids, node } = self.slots[pos as usize];
            if node == PLAIN {
                return None;
            }
            let own = tables.grammar.node(NodeId(node));
            let number = mentioned.iter().position(|known| *known == pos).map(|i| Part::Mentioned(i as u32));
            let (part, more) = match &own.kind {
                Kind::Leaf(_) if word != OPEN => {
                    let Number { known, .. } = self.numbers.get(word as usize);
                    if !known.bounds.class.is_all() {
                        return None;
                    }
                    let is_known = known.bounds.low_is_known && known.bounds.high_is_known;
                    match (number, known.bounds.interval.single()) {
                        (Some(number), _) => (number, own.cost),
                        (None, Some(place)) if is_known => {
                            (Part::Number(place), own.cost + known.bounds.least)
                        }
                        (None, _) => {
                            is_restricted = true;
                            (Part::Free, own.cost)
                        }
                    }
                }
                Kind::Sum { alternatives, .. } if word != OPEN => {
                    if number.is_some() {
                        return None;
                    }
                    let taken = &alternatives[word as usize];
                    let paid: u32 = tables.grammar.fields(taken.fields).map(|(pay, _)| pay).sum();
                    waiting.extend((kids..kids + taken.arity).rev());
                    (Part::Alternative(word), own.cost + taken.cost + paid)
                }
                // The numbers that the value mentions have the same sizes in each part with this
                // value.
                Kind::Leaf(_) if number.is_some() => (number?, own.cost),
                _ => (number.unwrap_or(Part::Free), tables.smallest().node(NodeId(node))?),
            };
            parts.push(part);
            size = size.saturating_add(more);
        }
        let kinds: Option<Vec<Mention>> = mentioned.iter().map(|pos| self.mentioned(*pos)).collect();
        let orders = mentioned.iter().enumerate().flat_map(|(i, one)| {
            mentioned[..i].iter().map(|other| self.relation(*one, *other).map_or(0, |order| order as u8 + 1))
        });
        Some(Pattern {
            size,
            parts: parts.into(),
            mentioned: kinds?.into(),
            orders: orders.collect(),
            is_restricted,
        })
    }

    #[inline]
    fn mentioned(&self, pos: u32) -> Option<Mention> {
        let Kind::Leaf(leaf) = self.kind(pos)? else { return Some(Mention::Open) };
        let leaf = Arc::clone(leaf);
        let word = self.slots[pos as usize].word;
        if word == OPEN {
            return Some(Mention::Number { leaf, used: [None; 2], known: Interval::ALL });
        }
        let Number { known, used, .. } = self.numbers.get(word as usize);
        let bounds = &known.bounds;
        if !bounds.class.is_all() {
            return None;
        }
        let Interval { lo, hi } = bounds.interval;
        let used =
            [(bounds.low_is_known || used[0]).then_some(lo), (bounds.high_is_known || used[1]).then_some(hi)];
        Some(Mention::Number { leaf, used, known: bounds.interval })
    }

    #[inline]
    fn relation(&self, one: u32, other: u32) -> Option<Relation> {
        let number = |pos: u32| match self.kind(pos) {
            Some(Kind::Leaf(_)) => Some(self.slots[pos as usize].word).filter(|word| *word != OPEN),
            _ => None,
        };
        self.numbers.relation(number(one)? as usize, number(other)? as usize)
    }
}

impl Pattern {
    /// Returns the known orders of the mentioned numbers. Only patterns with the same orders
    /// replace each other.
    pub fn orders(&self) -> &[u8] {
        &self.orders
    }

    /// Returns the memory that it takes, in bytes.
    #[inline]
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.parts)
            + size_of_val(&*self.mentioned)
            + size_of_val(&*self.orders)
    }

    /// Returns whether this can replace another part that has the same value. The positions that
    /// the values mention are in the same order in both, and they are of the same kinds.
    #[inline]
    pub fn replaces(&self, other: &Self) -> bool {
        !self.is_restricted
            && self.orders == other.orders
            && self.is_before(other)
            && self.mentioned.len() == other.mentioned.len()
            && self.mentioned.iter().zip(&other.mentioned).all(|(own, others)| own.admits(others))
    }

    /// Returns whether it can replace whatever another part can replace.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        let is_same = || self.size == other.size && self.parts == other.parts;
        !self.is_restricted
            && self.orders == other.orders
            && (self.is_before(other) || is_same())
            && self.mentioned.len() == other.mentioned.len()
            && self.mentioned.iter().zip(&other.mentioned).all(|(own, others)| own.covers(others))
    }

    /// Returns whether it can replace other parts: no number restricts it that its value does not
    /// mention.
    pub fn can_replace(&self) -> bool {
        !self.is_restricted
    }

    /// Returns whether each input with the other part has a smaller one with this part.
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        match self.size.cmp(&other.size) {
            Ordering::Less => return true,
            Ordering::Greater => return false,
            Ordering::Equal => {}
        }
        // Open positions up to the first difference are filled in the same way.
        let different = self.parts.iter().zip(&other.parts).find(|(own, others)| own != others);
        match different {
            Some((Part::Alternative(own), Part::Alternative(others))) => own < others,
            Some((Part::Number(own), Part::Number(others))) => own < others,
            Some((Part::Mentioned(own), Part::Mentioned(others))) => self.is_below(*own, *others),
            _ => false,
        }
    }

    /// Returns whether one of the mentioned positions is known to be a number below another.
    #[inline]
    fn is_below(&self, one: u32, other: u32) -> bool {
        let (first, second) = (one.max(other) as usize, one.min(other) as usize);
        let is = if one > other { Relation::Below } else { Relation::Above };
        let before = first * first.saturating_sub(1) / 2;
        self.orders.get(before + second) == Some(&(is as u8 + 1))
    }
}

impl Mention {
    /// Returns whether another position is of the same kind, and all that it may be is within the
    /// bounds that were used.
    #[inline]
    fn admits(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Open, Self::Open) => true,
            (Self::Number { leaf, used: [low, high], .. }, Self::Number { leaf: others, known, .. }) => {
                let is_same = Arc::ptr_eq(leaf, others) || leaf.range() == others.range();
                is_same && low.is_none_or(|low| low <= known.lo) && high.is_none_or(|high| known.hi <= high)
            }
            _ => false,
        }
    }

    /// Returns whether it admits all that another position of the same kind admits.
    #[inline]
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Open, Self::Open) => true,
            (Self::Number { leaf, used, .. }, Self::Number { leaf: others, used: their, .. }) => {
                let [low, high] = [0, 1].map(|bound| (used[bound], their[bound]));
                leaf.range() == others.range()
                    && low.0.is_none_or(|own| low.1.is_some_and(|their| own <= their))
                    && high.0.is_none_or(|own| high.1.is_some_and(|their| own >= their))
            }
            _ => false,
        }
    }
}
