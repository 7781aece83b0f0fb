//! Atoms: integers that stand for values of a type parameter, and that are only compared.
//!
//! A front end marks them in the shape: an atom is a position with the payload [`Atom`] and one
//! field, a range of at most 64 bits. A value around atoms can be decided and read while they stay
//! open. For example, let a run read a list of two atoms. [`Run::force_structure`] decides that
//! there are two elements, and [`Run::read_structure`] returns a derivation that holds, in place of
//! each number, the position of that number, say 4 and 7. The value that is decoded from it
//! compares its elements by `run.compare_both(4, 7)`.

use crate::grammar::Kind;
use crate::grammar::shape::Payload;

use super::deciding::Deciding;
use super::run::Run;
use super::slot::PLAIN;
use super::whole::{Atoms, Reading};

/// The payload of an atom, see [`Shape::with_payload`](crate::Shape::with_payload).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom;

/// Returns whether a payload belongs to an atom.
pub(super) fn is_atom(payload: Option<&Payload>) -> bool {
    payload.is_some_and(|payload| payload.is::<Atom>())
}

impl Run {
    /// Decides all open parts at a position and below, except for the numbers of atoms.
    pub fn force_structure(&mut self, pos: u32) {
        self.force_below(pos, Atoms::AsPositions);
    }

    /// Returns the derivation at a position, like [`read`](Self::read), with atoms left open: each
    /// number is marked ([`At::is_open`](crate::At::is_open)), and its [bits](crate::At::bits) are
    /// its position in this run.
    #[inline]
    pub fn read_structure(&self, pos: u32) -> Option<Reading> {
        let _decision = Deciding::begin(self.deciding.as_ref());
        self.arena.reading_with(pos, Atoms::AsPositions, |open| self.smallest(open))
    }

    /// Decides all open parts at a position and below; atoms that are read as positions stay open.
    pub(super) fn force_below(&mut self, pos: u32, atoms: Atoms) {
        let ranks = self.as_search().is_some_and(|search| search.ranks);
        let sorts = self.as_search().is_some_and(|search| search.displaced().is_some());
        let (mut numbers, mut parameters) = (Vec::new(), Vec::new());
        // The positions, and whether one of those around them is a choice.
        let mut stack = vec![(pos, false)];
        while let Some((pos, is_chosen)) = stack.pop() {
            if self.arena.slots[pos as usize].node == PLAIN {
                continue;
            }
            match self.arena.kind(pos) {
                Some(Kind::Sum { payload, alternatives }) => {
                    let is_chosen = is_chosen || alternatives.len() > 1;
                    let is_read = atoms == Atoms::AsNumbers || !is_atom(payload.as_ref());
                    self.force(pos);
                    if is_read && sorts {
                        stack.extend(self.in_order(pos).rev().map(|field| (field, is_chosen)));
                    } else if is_read {
                        stack.extend(self.arena.fields(pos).rev().map(|field| (field, is_chosen)));
                    }
                }
                // The numbers of a structure are ranked together.
                Some(Kind::Leaf(_)) if sorts && !is_chosen => parameters.push(pos),
                Some(Kind::Leaf(_)) if ranks => numbers.push(pos),
                Some(Kind::Leaf(_)) => {
                    self.number(pos);
                }
                Some(Kind::Unexpanded) | None => {}
            }
        }
        let free = parameters.len();
        numbers.append(&mut parameters);
        self.rank(&numbers, free);
    }

    /// Returns the fields of a position in the order in which sorted numbers ascend: as declared,
    /// but the first of two that are the same choice, such as the left subtree of a search tree,
    /// comes before all others.
    fn in_order(&self, pos: u32) -> impl DoubleEndedIterator<Item = u32> + use<> {
        let fields = self.arena.fields(pos);
        let node = |field: u32| self.arena.slots[field as usize].node;
        let is_first_of_two = |field: &u32| {
            matches!(self.arena.kind(*field), Some(Kind::Sum { alternatives, .. }) if alternatives.len() > 1)
                && (field + 1..fields.end).any(|later| node(later) == node(*field))
                && (fields.start..*field).all(|earlier| node(earlier) != node(*field))
        };
        let (first, others): (Vec<u32>, Vec<u32>) = fields.clone().partition(is_first_of_two);
        first.into_iter().chain(others)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering::{Equal, Greater, Less};

    use super::Atom;
    use crate::lazy::{Holder, Probe, Run, Search};
    use crate::{Alternative, At, Derivations, Key, Range, Shape};

    struct Lists;

    /// Lists of atoms, each with a bit.
    fn lists() -> Shape {
        Shape::named(Key::of::<Lists>(), || {
            let atom = Shape::range(Range::unsigned(8)).with_payload(Atom);
            let bit = Shape::range(Range::unsigned(1));
            let longer = Alternative::new("longer", [atom, bit, lists()]);
            Shape::choice([Alternative::new("end", []), longer]).pay(1)
        })
    }

    /// The numbers of the atoms, or their positions, each with whether it is open, and the bits.
    fn elements(mut at: At<'_>) -> Vec<(u64, bool, u64)> {
        let mut all = Vec::new();
        while at.alternative() == 1 {
            let number = at.field(0).field(0);
            all.push((number.bits(), number.is_open(), at.field(1).bits()));
            at = at.field(2);
        }
        all
    }

    /// Calls `run` with each class of lists up to a size, and returns the results.
    fn classes<R>(size: u32, mut run: impl FnMut(&mut Run) -> R) -> Vec<R> {
        let mut search = Run::new();
        assert!(search.begin_search(&Derivations::new(lists()), size).unwrap());
        let mut all = Vec::new();
        while Search::next(&mut search).is_some() {
            let answer = Search::execute(&mut search, Probe::Never, |search| {
                all.push(run(search));
                Some(true)
            });
            assert_eq!(answer, Ok(Some(true)));
        }
        all
    }

    #[test]
    fn the_structure_is_decided_around_open_numbers() {
        let all = classes(4, |run| {
            run.force_structure(run.root());
            elements(run.read_structure(run.root()).unwrap().at())
        });
        // Lists of up to three bits, without a decision about the numbers.
        let bits: Vec<Vec<u64>> =
            all.iter().map(|list| list.iter().map(|(_, _, bit)| *bit).collect()).collect();
        let mut expected: Vec<Vec<u64>> = vec![vec![]];
        expected.extend([vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 0], vec![0, 0, 0]]);
        let sorted = |mut lists: Vec<Vec<u64>>| {
            lists.sort();
            lists
        };
        assert_eq!(sorted(bits), sorted(expected));
        assert!(all.iter().flatten().all(|(_, is_open, _)| *is_open));
    }

    #[test]
    fn positions_are_compared_and_lifted_and_become_the_smallest_numbers() {
        let found = classes(4, |run| {
            run.force_structure(run.root());
            let list = elements(run.read_structure(run.root()).unwrap().at());
            let [(a, ..), (b, ..)] = list[..] else { return None };
            let order = run.compare_both(a as u32, b as u32);
            // A copy of the list that is made of the same positions.
            let copy = Derivations::new(lists()).encode_for_run(|to| {
                for (position, _, bit) in &list {
                    to.alternative(1)?;
                    to.alternative(0)?;
                    assert!(to.open(*position as u32)?);
                    to.bits(*bit)?;
                }
                to.alternative(0)
            });
            let lifted = run.lift(&copy.unwrap());
            assert_eq!(elements(run.read_structure(lifted).unwrap().at()), list);
            Some((order, elements(run.derivation(run.root()).unwrap().root())))
        });
        let found: Vec<_> =
            found.into_iter().flatten().filter(|(_, list)| list[0].2 + list[1].2 == 0).collect();
        let numbers: Vec<_> = found.iter().map(|(order, list)| (*order, list[0].0, list[1].0)).collect();
        assert_eq!(numbers, [(Equal, 0, 0), (Less, 0, 1), (Greater, 1, 0)]);
        assert!(found.iter().all(|(_, list)| list.iter().all(|(_, is_open, _)| !is_open)));
    }

    #[test]
    fn only_the_encoder_of_a_lifted_value_takes_positions() {
        let encoded = Derivations::new(lists()).encode(|to| {
            to.alternative(1)?;
            to.alternative(0)?;
            assert!(!to.open(3)?);
            to.bits(7)?;
            to.bits(0)?;
            to.alternative(0)
        });
        assert_eq!(elements(encoded.unwrap().root()), [(7, false, 0)]);
    }

    #[test]
    fn a_replay_reads_the_given_numbers() {
        let list = Derivations::new(lists()).parse(&[1, 5, 0, 1, 2, 1, 0]).unwrap();
        let mut run = Run::new();
        run.begin_replay(&list);
        assert!(run.is_replay());
        run.force_structure(run.root());
        let atoms = elements(run.read_structure(run.root()).unwrap().at());
        assert!(run.compare_both(atoms[0].0 as u32, atoms[1].0 as u32).is_gt());
        assert_eq!(run.number(atoms[0].0 as u32), 5);
        let found: Option<()> = run.with(|_: &mut Search, _| ());
        assert!(found.is_none());
    }
}
