//! All values of one size, one neighbour after the other, in place.
//!
//! An odometer: the trail holds every decision that had a choice; a step goes back to the last one that has another
//! option, takes it, and decides what follows it anew. Positions before it stay as they are, which decoders use to
//! update a value where it stands. A step's cost is the number of positions decided anew: constant on average
//! wherever the number of values grows with the size.

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

/// A decision that had more than one option.
#[derive(Clone, Copy)]
struct Turn {
    place: Place,
    taken: Taken,
}

/// Which option was taken, and how many there were.
#[derive(Clone, Copy)]
enum Taken {
    Option(u32, u32),
    /// Of all derivations of a node.
    Derivation(u32, u32),
    /// One of the values of a leaf: which one stands there, and how many there are is known to the leaf.
    Value(u128),
}

impl Taken {
    /// Returns the neighbour of what was taken.
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

    /// Goes to a value by its index, which must be below the number of values of this size.
    pub(crate) fn seek(&mut self, size: u32, index: Vec<u64>) {
        let Self { derivation, automaton, trail } = self;
        let target = index::unrank(&derivation.tables, size, index);
        let sizes = target.sizes();
        trail.clear();
        let place = automaton.start(derivation, size);
        automaton.fill(derivation, place, &mut Follow { trail, target, sizes });
    }

    /// Goes to the neighbour; false, and nothing changes, when there is none.
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
                Taken::Derivation(i, _) if !backwards => {
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

/// Returns the value of a leaf after, or before, the one it has.
fn next_of_leaf(derivation: &Derivation, pos: u32, backwards: bool) -> Option<u128> {
    let node = NodeId(derivation.cells[pos as usize].node);
    let Kind::Leaf(leaf) = &derivation.tables.grammar.node(node).kind else { return None };
    let (size, i) = leaf.position(derivation.leaf_value(pos))?;
    leaf.nth(size, if backwards { i.checked_sub(1)? } else { i + 1 })
}

/// Takes the first options, or the last ones, after a decision that is given and on the trail already.
struct Walk<'t> {
    trail: &'t mut Vec<Turn>,
    backwards: bool,
    given: Option<Taken>,
}

impl Walk<'_> {
    #[inline]
    fn take(
        &mut self,
        place: impl FnOnce() -> Place,
        options: usize,
        taken: impl FnOnce(u32, u32) -> Taken,
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
            None => Some(self.take(place, count, Taken::Derivation)),
            Some(Taken::Derivation(i, _)) => {
                self.given = None;
                Some(i as usize)
            }
            // It was decided before the derivations were expanded.
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
            Some(Taken::Option(i, _)) => i as usize,
            _ => self.take(place, options.len(), Taken::Option),
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
            Some(Taken::Option(i, _)) => i as usize,
            _ => self.take(place, options.len(), Taken::Option),
        }
    }

    #[inline]
    fn leaf(&mut self, place: impl FnOnce() -> Place, leaf: &Leaf, size: u32) -> u128 {
        if let Some(Taken::Value(value)) = self.given.take() {
            return value;
        }
        let count = leaf.count(size);
        let value = leaf.nth(size, if self.backwards { count - 1 } else { 0 }).unwrap_or(0);
        if count > 1 {
            self.trail.push(Turn { place: place(), taken: Taken::Value(value) });
        }
        value
    }
}

/// Makes the decisions of another derivation and leaves the trail as if every value before it had been visited.
/// Arenas are laid out in the order of the decisions, so the two have the same positions.
struct Follow<'t> {
    trail: &'t mut Vec<Turn>,
    target: Derivation,
    sizes: Vec<u32>,
}

impl Follow<'_> {
    fn pass(&mut self, place: Place, option: Option<usize>, options: usize) -> usize {
        let option = option.unwrap_or(0);
        if options > 1 {
            self.trail.push(Turn { place, taken: Taken::Option(option as u32, options as u32) });
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
            self.trail.push(Turn { place, taken: Taken::Value(value) });
        }
        value
    }
}
