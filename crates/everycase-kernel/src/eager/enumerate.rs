//! Enumerates all values of one size in place, each from its neighbour.
//!
//! This is an odometer. The trail holds every decision with several options. A step goes back to
//! the last one that has a further option, takes it, and decides everything after it again. Earlier
//! positions stay, so decoders can update a value in place. The cost of a step is the number of
//! positions decided again: constant on average if the number of values grows with the size.

use super::automaton::{Automaton, Choice, Mode, Pick, Place, Split};
use super::index;
use crate::derivation::Derivation;
use crate::grammar::{Kind, Leaf, NodeId};

/// Options in the order of the index.
#[derive(Clone, Default)]
struct InOrder;

impl Mode for InOrder {
    type Note = ();

    fn arrange<T>(options: Vec<T>, _: impl Fn(&T) -> Vec<u64>) -> impl Iterator<Item = (T, ())> {
        options.into_iter().map(|option| (option, ()))
    }
}

/// A decision with several options.
#[derive(Clone, Copy)]
struct Turn {
    place: Place,
    taken: OptionTaken,
}

/// The option taken, and the number of options.
#[derive(Clone, Copy)]
enum OptionTaken {
    Option(u32, u32),
    /// One of all derivations of a node.
    Derivation(u32, u32),
    /// A value of a leaf. The leaf knows how many there are.
    Value(u128),
}

impl OptionTaken {
    /// Returns the neighbouring option.
    #[inline]
    fn neighbour(self, derivation: &Derivation, pos: u32, backwards: bool) -> Option<Self> {
        let step =
            |i: u32, of: u32| if backwards { i.checked_sub(1) } else { Some(i + 1).filter(|&i| i < of) };
        Some(match self {
            Self::Option(i, of) => Self::Option(step(i, of)?, of),
            Self::Derivation(i, of) => Self::Derivation(step(i, of)?, of),
            Self::Value(_) => Self::Value(next_of_leaf(derivation, pos, backwards)?),
        })
    }
}

/// Walks the values of one size in either direction.
#[derive(Clone)]
pub(crate) struct Odometer {
    pub(crate) derivation: Derivation,
    automaton: Automaton<InOrder>,
    trail: Vec<Turn>,
}

impl Odometer {
    pub(crate) fn new(derivation: Derivation) -> Self {
        Self { derivation, automaton: Automaton::default(), trail: Vec::new() }
    }

    /// Goes to the value with this index, which must be below the number of values of this size.
    pub(crate) fn seek(&mut self, size: u32, index: Vec<u64>) {
        let Self { derivation, automaton, trail } = self;
        let target = index::unrank(&derivation.tables, size, index);
        let sizes = target.sizes();
        trail.clear();
        let place = automaton.start(derivation, size);
        automaton.fill(derivation, place, &mut Follow { trail, target, sizes });
    }

    /// Goes to the neighbour. If there is none, changes nothing and returns false.
    #[inline]
    pub(crate) fn step(&mut self, backwards: bool) -> bool {
        while let Some(turn) = self.trail.last_mut() {
            let mut place = turn.place;
            let Some(taken) = turn.taken.neighbour(&self.derivation, place.pos, backwards) else {
                self.trail.pop();
                continue;
            };
            turn.taken = taken;
            let Self { derivation, automaton, trail } = self;
            let mut given = Some(taken);
            match taken {
                OptionTaken::Derivation(i, _) if !backwards => {
                    place = automaton.advance(derivation, &place, i as usize);
                    given = None;
                }
                _ => automaton.rewind(derivation, &place),
            }
            automaton.fill(derivation, place, &mut Walk { trail, backwards, given });
            return true;
        }
        false
    }
}

/// Returns the next or previous value of a leaf.
fn next_of_leaf(derivation: &Derivation, pos: u32, backwards: bool) -> Option<u128> {
    let node = NodeId(derivation.cells[pos as usize].node);
    let Kind::Leaf(leaf) = &derivation.tables.grammar.node(node).kind else { return None };
    let (size, i) = leaf.position(derivation.leaf_value(pos))?;
    leaf.nth(size, if backwards { i.checked_sub(1)? } else { i + 1 })
}

/// Takes first or last options after a given decision, which is on the trail already.
struct Walk<'t> {
    trail: &'t mut Vec<Turn>,
    backwards: bool,
    given: Option<OptionTaken>,
}

impl Walk<'_> {
    #[inline]
    fn take(
        &mut self,
        place: impl FnOnce() -> Place,
        options: usize,
        taken: impl FnOnce(u32, u32) -> OptionTaken,
    ) -> usize {
        let option = if self.backwards { options - 1 } else { 0 };
        if options > 1 {
            self.trail.push(Turn { place: place(), taken: taken(option as u32, options as u32) });
        }
        option
    }
}

impl Pick<()> for Walk<'_> {
    #[inline]
    fn derivation(&mut self, place: impl FnOnce() -> Place, count: usize) -> Option<usize> {
        match self.given {
            None => Some(self.take(place, count, OptionTaken::Derivation)),
            Some(OptionTaken::Derivation(i, _)) => {
                self.given = None;
                Some(i as usize)
            }
            // Decided before the derivations were expanded.
            Some(_) => None,
        }
    }

    #[inline]
    fn choice(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Choice<()>],
        _: impl Fn(&Choice<()>) -> Vec<u64>,
    ) -> usize {
        match self.given.take() {
            Some(OptionTaken::Option(i, _)) => i as usize,
            _ => self.take(place, options.len(), OptionTaken::Option),
        }
    }

    #[inline]
    fn split(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Split<()>],
        _: impl Fn(&Split<()>) -> Vec<u64>,
    ) -> usize {
        match self.given.take() {
            Some(OptionTaken::Option(i, _)) => i as usize,
            _ => self.take(place, options.len(), OptionTaken::Option),
        }
    }

    #[inline]
    fn leaf(&mut self, place: impl FnOnce() -> Place, leaf: &Leaf, size: u32) -> u128 {
        if let Some(OptionTaken::Value(value)) = self.given.take() {
            return value;
        }
        let count = leaf.count(size);
        let value = leaf.nth(size, if self.backwards { count - 1 } else { 0 }).unwrap_or(0);
        if count > 1 {
            self.trail.push(Turn { place: place(), taken: OptionTaken::Value(value) });
        }
        value
    }
}

/// Makes the decisions of another derivation, and leaves the trail as if all values before it had
/// been visited. Arenas are in the order of decisions, so both derivations have the same positions.
struct Follow<'t> {
    trail: &'t mut Vec<Turn>,
    target: Derivation,
    sizes: Vec<u32>,
}

impl Follow<'_> {
    fn pass(&mut self, place: Place, option: Option<usize>, options: usize) -> usize {
        let option = option.unwrap_or(0);
        if options > 1 {
            self.trail.push(Turn { place, taken: OptionTaken::Option(option as u32, options as u32) });
        }
        option
    }
}

impl Pick<()> for Follow<'_> {
    fn derivation(&mut self, _: impl FnOnce() -> Place, _: usize) -> Option<usize> {
        None
    }

    fn choice(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Choice<()>],
        _: impl Fn(&Choice<()>) -> Vec<u64>,
    ) -> usize {
        let place = place();
        let word = self.target.cells[place.pos as usize].word;
        let option = options.iter().position(|choice| u64::from(choice.number) == word);
        self.pass(place, option, options.len())
    }

    fn split(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Split<()>],
        _: impl Fn(&Split<()>) -> Vec<u64>,
    ) -> usize {
        let place = place();
        let size = self.sizes[place.pos as usize];
        let option = options.iter().position(|split| split.own == size);
        self.pass(place, option, options.len())
    }

    fn leaf(&mut self, place: impl FnOnce() -> Place, leaf: &Leaf, size: u32) -> u128 {
        let place = place();
        let value = self.target.leaf_value(place.pos);
        if leaf.count(size) > 1 {
            self.trail.push(Turn { place, taken: OptionTaken::Value(value) });
        }
        value
    }
}
