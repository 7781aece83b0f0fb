//! Smaller derivations of the same shape, structural and numeric.
//!
//! A candidate replaces one part of a derivation: by the smallest of its kind, by a part of itself of the same kind
//! (which removes list elements and lifts subtrees), by another alternative that keeps what fields it can, or by a
//! smaller number; equal numbers are also made smaller together, and neighbours joined to their sum. Every candidate is smaller in a well-founded
//! order, first by size and then by its decisions, so shrinking ends; where it ends, no candidate fails.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::count::Tables;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Kind, Leaf, NodeId};
use crate::index::unrank_node;

impl Derivations {
    /// Replaces a failing derivation by smaller failing ones until none of the candidates fails. `fails` may end the
    /// search early with [`ControlFlow::Break`]; the smallest failing derivation so far is returned all the same.
    ///
    /// # Errors
    /// When the derivation is of another shape.
    pub fn shrink(
        &self,
        start: &Derivation,
        mut fails: impl FnMut(&Derivation) -> ControlFlow<(), bool>,
    ) -> Result<Derivation, SpaceError> {
        let mut best = self.parse(&start.words())?;
        loop {
            let mut smaller = None;
            for candidate in self.smaller(&best)? {
                match fails(&candidate) {
                    ControlFlow::Break(()) => return Ok(best),
                    ControlFlow::Continue(false) => {}
                    ControlFlow::Continue(true) => {
                        smaller = Some(candidate);
                        break;
                    }
                }
            }
            match smaller {
                Some(smaller) => best = smaller,
                None => return Ok(best),
            }
        }
    }

    /// The candidates that one step of shrinking tries, the most promising first. There are about
    /// `n log n` for a derivation of `n` positions.
    ///
    /// # Errors
    /// When the derivation is of another shape.
    pub fn smaller(
        &self,
        derivation: &Derivation,
    ) -> Result<impl Iterator<Item = Derivation> + use<>, SpaceError> {
        let parts = Parts::new(self, derivation)?;
        let order = parts.order.clone();
        let source = self.clone();
        let together = [parts.equal_numbers(), parts.joined_numbers()].concat();
        let words = (0..parts.all.len()).map(Some).chain([None]).flat_map(move |part| match part {
            Some(part) => parts.of_part(part),
            None => together.clone(),
        });
        Ok(words.filter_map(move |words| {
            let candidate = source.parse(&words).ok()?;
            (measure(&candidate) < order).then_some(candidate)
        }))
    }
}

/// The order in which candidates descend: by size, then by the decisions in pre-order.
type Measure = (u32, Vec<(u32, u128)>);

fn measure(derivation: &Derivation) -> Measure {
    let grammar = &derivation.tables.grammar;
    let decisions = preorder(derivation).into_iter().map(|(pos, _)| {
        let cell = derivation.cells[pos as usize];
        match &grammar.node(NodeId(cell.node)).kind {
            Kind::Leaf(leaf) => leaf.position(derivation.leaf_value(pos)).unwrap_or_default(),
            _ => (0, u128::from(cell.word)),
        }
    });
    (derivation.size(), decisions.collect())
}

/// The positions in pre-order, each with the place of its parent in this list.
fn preorder(derivation: &Derivation) -> Vec<(u32, Option<usize>)> {
    let grammar = &derivation.tables.grammar;
    let mut order = Vec::new();
    let mut stack = vec![(0u32, None)];
    while let Some((pos, parent)) = stack.pop() {
        let cell = derivation.cells[pos as usize];
        let own = order.len();
        order.push((pos, parent));
        if let Kind::Sum { alternatives, .. } = &grammar.node(NodeId(cell.node)).kind {
            let arity = alternatives[cell.word as usize].arity;
            stack.extend((cell.kids..cell.kids + arity).rev().map(|kid| (kid, Some(own))));
        }
    }
    order
}

/// A derivation cut into its parts, in pre-order.
struct Parts {
    tables: Arc<Tables>,
    derivation: Derivation,
    words: Vec<u64>,
    all: Vec<Part>,
    order: Measure,
}

struct Part {
    pos: u32,
    node: NodeId,
    /// Where its words stand.
    words: Range<usize>,
    /// The parts below it, itself included.
    last: usize,
    /// How many of the parts around it are of the same node.
    nesting: u32,
}

impl Parts {
    fn new(source: &Derivations, derivation: &Derivation) -> Result<Self, SpaceError> {
        let derivation = source.parse(&derivation.words())?;
        // The smallest derivation of any part is no larger than the whole.
        let tables = source.covering(derivation.size())?;
        let order = preorder(&derivation);
        let mut parts: Vec<Part> = Vec::with_capacity(order.len());
        let mut word = 0;
        let mut open: HashMap<NodeId, u32> = HashMap::new();
        let mut around: Vec<(usize, NodeId)> = Vec::new();
        for (i, &(pos, parent)) in order.iter().enumerate() {
            while around.last().is_some_and(|&(part, _)| Some(part) != parent) {
                if let Some((part, node)) = around.pop() {
                    parts[part].words.end = word;
                    parts[part].last = i;
                    *open.entry(node).or_default() -= 1;
                }
            }
            let node = NodeId(derivation.cells[pos as usize].node);
            let nesting = open.entry(node).or_default();
            parts.push(Part { pos, node, words: word..word, last: i, nesting: *nesting });
            *nesting += 1;
            around.push((i, node));
            word += match &tables.grammar.node(node).kind {
                Kind::Leaf(leaf) if leaf.is_wide() => 2,
                Kind::Sum { alternatives, .. } if alternatives.len() == 1 => 0,
                _ => 1,
            };
        }
        for (part, _) in around {
            parts[part].words.end = word;
            parts[part].last = order.len();
        }
        Ok(Self { order: measure(&derivation), words: derivation.words(), tables, derivation, all: parts })
    }

    /// The words with those of a part replaced.
    fn with(&self, part: &Part, replacement: &[u64]) -> Vec<u64> {
        [&self.words[..part.words.start], replacement, &self.words[part.words.end..]].concat()
    }

    fn of_part(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        let mut candidates = Vec::new();
        match &self.tables.grammar.node(part.node).kind {
            Kind::Unexpanded => {}
            Kind::Leaf(leaf) => {
                let value = self.derivation.leaf_value(part.pos);
                candidates
                    .extend(numbers(leaf, value).map(|value| self.with(part, &leaf_words(leaf, value))));
            }
            Kind::Sum { alternatives, .. } => {
                if alternatives.len() > 1 || part.last - i > 1 {
                    candidates.extend(self.smallest(part.node).map(|words| self.with(part, &words)));
                }
                candidates.extend(self.lifted(i));
                candidates.extend(self.switched(i));
            }
        }
        candidates.retain(|words| *words != self.words);
        candidates
    }

    /// The part replaced by a part of itself of the same node: one, two, four, ... such parts are cut out at once,
    /// the most first.
    fn lifted(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        let mut inner: Vec<&Part> = self.all[i + 1..part.last]
            .iter()
            .filter(|inner| inner.node == part.node && (inner.nesting - part.nesting).is_power_of_two())
            .collect();
        inner.sort_by_key(|inner| std::cmp::Reverse(inner.nesting));
        inner.into_iter().map(|inner| self.with(part, &self.words[inner.words.clone()])).collect()
    }

    /// The part under each other alternative, with those of its fields kept that fit one of the same node, and the
    /// smallest elsewhere.
    fn switched(&self, i: usize) -> Vec<Vec<u64>> {
        let part = &self.all[i];
        let Kind::Sum { alternatives, .. } = &self.tables.grammar.node(part.node).kind else {
            return Vec::new();
        };
        let current = self.derivation.cells[part.pos as usize].word;
        let mut children = Vec::new();
        let mut next = i + 1;
        while next < part.last {
            children.push(&self.all[next]);
            next = self.all[next].last;
        }
        let mut candidates = Vec::new();
        for (number, alternative) in (0u64..).zip(&**alternatives) {
            if number == current {
                continue;
            }
            let mut spare = children.clone();
            let mut words = vec![number];
            let fits = self.tables.grammar.fields(alternative.fields).all(|(_, field)| {
                if let Some(kept) = spare.iter().position(|child| child.node == field) {
                    words.extend_from_slice(&self.words[spare.remove(kept).words.clone()]);
                    return true;
                }
                let smallest = self.smallest(field);
                words.extend(smallest.iter().flatten());
                smallest.is_some()
            });
            if fits {
                candidates.push(self.with(part, &words));
            }
        }
        candidates
    }

    /// The words of the first derivation of a node.
    fn smallest(&self, node: NodeId) -> Option<Vec<u64>> {
        let size = self.tables.smallest(node)?;
        Some(unrank_node(&self.tables, node, size, Vec::new()).words())
    }

    /// Two numbers of the same kind made one: their sum in the place of either, and zero in that of the other. Only
    /// numbers next to each other are tried, lest the candidates be too many.
    fn joined_numbers(&self) -> Vec<Vec<u64>> {
        let mut last: HashMap<NodeId, &Part> = HashMap::new();
        let mut candidates = Vec::new();
        for part in &self.all {
            let Kind::Leaf(leaf) = &self.tables.grammar.node(part.node).kind else { continue };
            let Some(before) = last.insert(part.node, part) else { continue };
            let value = |part: &Part| self.derivation.leaf_value(part.pos);
            let sum = value(before).wrapping_add(value(part));
            if leaf.position(sum).is_none() || leaf.position(0).is_none() {
                continue;
            }
            for (first, second) in [(0, sum), (sum, 0)] {
                let mut words = self.words.clone();
                words[before.words.clone()].copy_from_slice(&leaf_words(leaf, first));
                words[part.words.clone()].copy_from_slice(&leaf_words(leaf, second));
                candidates.push(words);
            }
        }
        candidates
    }

    /// Numbers that occur more than once made smaller everywhere at once.
    fn equal_numbers(&self) -> Vec<Vec<u64>> {
        let mut groups: HashMap<(NodeId, u128), Vec<&Part>> = HashMap::new();
        let mut keys = Vec::new();
        for part in &self.all {
            if let Kind::Leaf(_) = self.tables.grammar.node(part.node).kind {
                let key = (part.node, self.derivation.leaf_value(part.pos));
                let group = groups.entry(key).or_default();
                group.push(part);
                if group.len() == 2 {
                    keys.push(key);
                }
            }
        }
        let mut candidates = Vec::new();
        for key in keys {
            let Kind::Leaf(leaf) = &self.tables.grammar.node(key.0).kind else { continue };
            for value in numbers(leaf, key.1) {
                let mut words = self.words.clone();
                for part in &groups[&key] {
                    words[part.words.clone()].copy_from_slice(&leaf_words(leaf, value));
                }
                candidates.push(words);
            }
        }
        candidates
    }
}

fn leaf_words(leaf: &Leaf, value: u128) -> Vec<u64> {
    if leaf.is_wide() { vec![value as u64, (value >> 64) as u64] } else { vec![value as u64] }
}

/// Smaller numbers to try: with either sign the halves from zero up, then ever smaller steps down.
fn numbers(leaf: &Leaf, value: u128) -> impl Iterator<Item = u128> + '_ {
    let negative = leaf.is_signed() && value >> 127 == 1;
    let magnitude = if negative { value.wrapping_neg() } else { value };
    let bits = 128 - magnitude.leading_zeros();
    let halves = (1..=bits).rev().map(move |k| magnitude.checked_shr(k).unwrap_or(0));
    let steps = (1..bits).map(move |k| magnitude - (magnitude >> k));
    let down = (1..=2).filter_map(move |step| magnitude.checked_sub(step));
    let magnitudes = halves.chain(steps).chain(down).chain([magnitude]);
    let own = leaf.position(value);
    magnitudes
        .flat_map(move |magnitude| [magnitude, if negative { magnitude.wrapping_neg() } else { magnitude }])
        .filter(move |&candidate| leaf.position(candidate).is_some_and(|place| Some(place) < own))
}
