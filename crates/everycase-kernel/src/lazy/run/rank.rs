//! Ranks: the numbers of structures, each decided only when it is demanded.
//!
//! Numbers of one range that are demanded together form a weak order: each is compared with the
//! earlier ones, with three results. Then each gets a place, the lowest first. If nothing else is
//! open, these places are 0, 1, 2, ..; otherwise there is room in between for numbers that are
//! demanded later. For example, a tree with two keys is demanded while the key to insert is open.
//! The tree's keys become 1 and 3, or both become 1. The key to insert is any number from 0 to 4,
//! or from 0 to 2.

use super::{OPEN, Owner, Run, Search, Slot};
use crate::grammar::{Kind, Leaf};
use crate::lazy::deciding::Deciding;
use crate::lazy::numbers::Bounds;
use crate::lazy::slot::PLAIN;

/// The number of further numbers for which room is kept.
const FURTHER: u32 = 4;

impl Run {
    /// Decides the numbers at some positions of slots. If numbers are [sorted](Search::sort), the
    /// last `parameters` ones may be displaced.
    pub(crate) fn rank(&mut self, positions: &[u32], parameters: usize) {
        let deciding = self.deciding.clone();
        let _decision = Deciding::begin(deciding.as_ref());
        if let Owner::Search(search) = &mut self.owner {
            search.begin_orders();
        }
        let (mut rest, parameters) = (positions.to_vec(), &positions[positions.len() - parameters..]);
        while let Some(&first) = rest.first() {
            let leaf = self.arena.planned_leaf(first);
            let is_like = |pos: &u32| match self.arena.kind(*pos) {
                Some(Kind::Leaf(own)) => own.range() == leaf.range(),
                _ => *pos == first,
            };
            let (like, others): (Vec<u32>, Vec<u32>) = rest.into_iter().partition(is_like);
            self.rank_of_range(&like, &leaf, parameters);
            rest = others;
        }
    }

    /// Decides numbers of one range.
    fn rank_of_range(&mut self, positions: &[u32], leaf: &Leaf, parameters: &[u32]) {
        let mut known: Vec<u128> = self.arena.numbers.demanded(leaf).collect();
        known.sort_unstable();
        // Those that are equal to a known one; then the others in ascending order, equal ones
        // together.
        let mut order: Vec<Vec<u32>> = vec![Vec::new()];
        let mut displaced = self.as_search().and_then(Search::displaced);
        for &pos in positions {
            let at = self.look(pos);
            let equal =
                if known.binary_search_by(|&place| self.compare_with(pos, at, place).reverse()).is_ok() {
                    0
                } else if let Some(displaced) = &mut displaced
                    && let [_, .., highest] = &order[..]
                    && self.is_sorted((highest[0], pos), parameters.contains(&pos), displaced)
                {
                    order.push(Vec::new());
                    order.len() - 1
                } else {
                    match order[1..].binary_search_by(|others| self.compare_both(others[0], pos)) {
                        Ok(place) => place + 1,
                        Err(place) => {
                            order.insert(place + 1, Vec::new());
                            place + 1
                        }
                    }
                };
            order[equal].push(pos);
        }
        let apart = 1 << self.further(positions, leaf);
        for pos in order.into_iter().flatten() {
            let at = self.look(pos);
            let Bounds { interval, is_demanded, .. } = self.arena.numbers.get(at).known.bounds;
            if !is_demanded {
                let place = interval.single().unwrap_or_else(|| self.arena.numbers.place_among(at, apart));
                self.put(pos, place);
            }
        }
    }

    /// Decides whether a number is above the highest one. `displaced` is how many more may not be.
    fn is_sorted(&mut self, (highest, pos): (u32, u32), is_free: bool, displaced: &mut usize) -> bool {
        if !(is_free && *displaced > 0) && self.put_below(highest, pos) {
            return true;
        }
        let is_above = self.compare_both(highest, pos).is_lt();
        *displaced = displaced.saturating_sub(usize::from(!is_above));
        is_above
    }

    /// Returns how many numbers of a range may be demanded later, apart from those at some
    /// positions; at most [`FURTHER`].
    fn further(&self, positions: &[u32], leaf: &Leaf) -> u32 {
        let mut further = 0;
        for (pos, slot) in (0..).zip(&self.arena.slots) {
            let Slot { word, node, .. } = *slot;
            // Of a lifted value nothing is open, and not all of its cells are positions.
            if node == PLAIN {
                continue;
            }
            further += match self.arena.kind(pos) {
                Some(Kind::Leaf(own)) if !own.is_slot_like(leaf) => 0,
                Some(Kind::Leaf(_)) if word == OPEN => 1,
                Some(Kind::Leaf(_)) => {
                    let is_open = self.arena.numbers.interval(word as usize).single().is_none();
                    u32::from(is_open && !positions.contains(&pos))
                }
                _ if word == OPEN => FURTHER,
                _ => 0,
            };
            if further >= FURTHER {
                return FURTHER;
            }
        }
        further
    }
}
