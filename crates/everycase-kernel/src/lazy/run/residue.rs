//! Inspecting open integers for arithmetic: remainders, and what bounds are known.

use super::{NONE, OPEN, Owner, Run, Slot};
use crate::lazy::numbers::{Bounds, Number};

/// The largest modulus by which a search tells remainders apart; for a larger one it decides the number.
const LARGEST: u32 = 32;

/// The largest modulus of all remainders of a number together.
const TOGETHER: u128 = 1 << 10;

impl Run {
    /// Returns the number of a range modulo `modulus`, from 0 to `modulus - 1`. A search up to a size decides no more if the modulus is
    /// small; otherwise the number is decided.
    pub fn residue(&mut self, pos: u32, modulus: u32) -> u32 {
        let modulus = modulus.max(1);
        let at = self.look(pos);
        let Number { known, leaf, .. } = self.arena.numbers.get(at);
        let Bounds { class, interval, .. } = known.bounds;
        let is_small = modulus <= LARGEST && class.common_modulus(modulus.into()) <= TOGETHER;
        let is_open = interval.single().is_none() && leaf.is_ordered();
        if !class.is_within(modulus.into()) || interval.single().is_some() {
            match &mut self.owner {
                Owner::Search(search) if search.is_up_to() && is_small && is_open => {
                    search.decisions.residue(&mut self.arena, pos, modulus);
                }
                _ => _ = self.number(pos),
            }
        }
        let Number { known, leaf, .. } = self.arena.numbers.get(at);
        // All numbers that are left have the same remainder.
        let number = leaf.at_place(known.bounds.interval.lo);
        let rest = match number.cast_signed() {
            value if leaf.is_far() || value >= 0 => number % u128::from(modulus),
            value => value.rem_euclid(modulus.into()).cast_unsigned(),
        };
        rest as u32
    }

    /// Returns the least and the greatest number of a range, in two's complement, as far as each is known regardless of the size budget of a
    /// search. Decides nothing.
    pub fn known_bounds(&self, pos: u32) -> [Option<u128>; 2] {
        let Slot { word, kids, .. } = self.arena.slots[pos as usize];
        if kids == NONE && word != OPEN {
            let Number { known, leaf, .. } = self.arena.numbers.get(word as usize);
            let Bounds { interval, low_is_known, high_is_known, .. } = known.bounds;
            return [
                low_is_known.then(|| leaf.at_place(interval.lo)),
                high_is_known.then(|| leaf.at_place(interval.hi)),
            ];
        }
        let leaf = self.arena.leaf(pos);
        leaf.without_gaps().map_or([None; 2], |(least, greatest)| [Some(least), Some(greatest)])
    }
}
