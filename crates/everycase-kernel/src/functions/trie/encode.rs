//! From entries to the derivation of their trie.

use std::ops::Range;
use std::sync::Arc;

use super::{AGREE, BOTH, LEFT, PART, Places, RIGHT, Trie, bits, split_sizes, split_sum};
use crate::Encoder;
use crate::error::EncodeError;
use crate::functions::domain::{Field, Stack, classes, decisions, push};
use crate::grammar::Tables;
use crate::grammar::{Kind, NodeId};

/// Encodes a part of the `i`-th entry.
pub(crate) type Write<'w> = &'w dyn Fn(usize, &mut Encoder) -> Result<(), EncodeError>;

/// What happens to entries with the key of an earlier one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuplicateKeys {
    /// They are an error.
    Refused,
    /// They are left out.
    Dropped,
}

/// Encodes `len` entries of a map or of [`entries`](super::entries).
pub(crate) fn write(
    len: usize,
    key: Write<'_>,
    value: Write<'_>,
    repeated: DuplicateKeys,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    let trie = to.payload::<Arc<Trie>>();
    // A node that is not expanded has no payload; this reports it.
    to.alternative(0)?;
    let trie = trie.ok_or(EncodeError::NotInShape)?;
    if len == 0 {
        // The empty map. No caller writes zero entries elsewhere.
        return to.alternative(0);
    }
    // The second alternative of a map, otherwise the only one.
    to.alternative(1).or_else(|error| match error {
        EncodeError::NotInShape => to.alternative(0),
        error => Err(error),
    })?;
    let mut entries = Vec::with_capacity(len);
    for i in 0..len {
        entries.push((decisions(&trie.domain.encode(|to| key(i, to))?), i));
    }
    entries.sort_unstable();
    if repeated == DuplicateKeys::Dropped {
        entries.dedup_by(|(later, _), (first, _)| later == first);
    }
    Writer { trie: &trie, entries, value }.run(to)
}

/// A decided key: its decisions in pre-order, and the index of its entry.
type Entry = (Vec<(u32, u128)>, usize);

struct Writer<'w> {
    trie: &'w Trie,
    entries: Vec<Entry>,
    value: Write<'w>,
}

/// The place in the trie of the next key position.
#[derive(Clone, Copy)]
enum Spot {
    Start,
    Sum { lo: usize, hi: usize },
    Sizes { lo: u32, hi: u32 },
    Places { base: u128, places: Places },
}

/// The entries of a part of a trie. Their keys agree in the first `depth` decisions.
#[derive(Clone)]
struct Part {
    entries: Range<usize>,
    depth: usize,
    spot: Spot,
    open: Stack,
}

impl Writer<'_> {
    fn run(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        let root = self.trie.domain.root().map_err(|_| EncodeError::NotInShape)?;
        let mut parts =
            vec![Part { entries: 0..self.entries.len(), depth: 0, spot: Spot::Start, open: vec![root] }];
        while let Some(mut part) = parts.pop() {
            loop {
                let Some(&Field { node: id, .. }) = part.open.last() else {
                    // Keys that differ by `Eq` but have the same derivation are not keys of this
                    // shape.
                    if part.entries.len() != 1 {
                        return Err(EncodeError::NotInShape);
                    }
                    (self.value)(self.entries[part.entries.start].1, to)?;
                    break;
                };
                let tables = self.trie.domain.expanded(id).map_err(|_| EncodeError::NotInShape)?;
                match self.sides(&part, part.spot, &tables, id) {
                    Some((middle, left, right)) => {
                        let side = |spot, entries| Part { entries, spot, ..part.clone() };
                        let Range { start, end } = part.entries;
                        if middle == end {
                            to.alternative(LEFT)?;
                            part.spot = left;
                        } else if middle == start {
                            to.alternative(RIGHT)?;
                            part.spot = right;
                        } else {
                            to.alternative(BOTH)?;
                            parts.push(side(right, middle..end));
                            part = side(left, start..middle);
                        }
                    }
                    None => self.decide(&mut part, &tables, id, to)?,
                }
            }
        }
        Ok(())
    }

    fn decision(&self, part: &Part, entry: usize) -> (u32, u128) {
        self.entries[entry].0.get(part.depth).copied().unwrap_or_default()
    }

    /// Returns the two sides of a spot that is a fork, and the first entry on the right.
    fn sides(&self, part: &Part, spot: Spot, tables: &Tables, id: NodeId) -> Option<(usize, Spot, Spot)> {
        let middle = |first: (u32, u128)| {
            let Range { start, end } = part.entries;
            start + self.entries[start..end].partition_point(|entry| entry.0[part.depth] < first)
        };
        match spot {
            Spot::Sum { lo, hi } if hi - lo > 1 => {
                let split = split_sum(lo, hi);
                let right = Spot::Sum { lo: split, hi };
                Some((middle((0, split as u128)), Spot::Sum { lo, hi: split }, right))
            }
            Spot::Sizes { lo, hi } if lo < hi => {
                let split = split_sizes(lo, hi);
                Some((middle((split, 0)), Spot::Sizes { lo, hi: split - 1 }, Spot::Sizes { lo: split, hi }))
            }
            Spot::Sizes { lo, .. } => {
                let Kind::Leaf(leaf) = &tables.grammar.node(id).kind else {
                    return None;
                };
                let count = leaf.count(lo);
                let places = Places { depth: bits(count), count, each: 0 };
                self.sides(part, Spot::Places { base: 0, places }, tables, id)
            }
            Spot::Places { base, places } if places.depth > 0 => {
                let low = places.low();
                let (size, _) = self.decision(part, part.entries.start);
                let split = base + low.count;
                let right = Spot::Places { base: split, places: places.high() };
                Some((middle((size, split)), Spot::Places { base, places: low }, right))
            }
            _ => None,
        }
    }

    /// Encodes a key position at which the entries agree, or records that they differ.
    fn decide(
        &self,
        part: &mut Part,
        tables: &Tables,
        id: NodeId,
        to: &mut Encoder,
    ) -> Result<(), EncodeError> {
        let (first, last) =
            (self.decision(part, part.entries.start), self.decision(part, part.entries.end - 1));
        let at_start = matches!(part.spot, Spot::Start);
        match &tables.grammar.node(id).kind {
            Kind::Sum { alternatives, .. } if first == last => {
                let i = first.1 as usize;
                if at_start {
                    to.alternative(i)?;
                }
                part.open.pop();
                push(&mut part.open, &tables.grammar, alternatives.get(i).ok_or(EncodeError::NotInShape)?);
            }
            Kind::Leaf(leaf) if first == last => {
                if at_start {
                    to.alternative(AGREE)?;
                    let value = leaf.nth(first.0, first.1).ok_or(EncodeError::NotInShape)?;
                    if leaf.is_wide() { to.wide(value)? } else { to.bits(value as u64)? }
                }
                part.open.pop();
            }
            Kind::Sum { alternatives, .. } => {
                to.alternative(alternatives.len())?;
                part.spot = Spot::Sum { lo: 0, hi: alternatives.len() };
                return Ok(());
            }
            Kind::Leaf(leaf) => {
                to.alternative(PART)?;
                let (lo, hi) = classes(leaf).ok_or(EncodeError::NotInShape)?;
                part.spot = Spot::Sizes { lo, hi };
                return Ok(());
            }
            Kind::Unexpanded => return Err(EncodeError::NotInShape),
        }
        part.spot = Spot::Start;
        part.depth += 1;
        Ok(())
    }
}
