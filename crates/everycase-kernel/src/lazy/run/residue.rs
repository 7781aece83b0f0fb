//! Inspecting open integers for arithmetic: remainders and bounds.

use super::{Owner, Run};
use crate::lazy::deciding::Deciding;
use crate::lazy::numbers::{Bounds, Number};

/// The largest modulus by which a search tells remainders apart; for a larger one it decides the
/// number.
const LARGEST: u32 = 32;

/// The largest modulus of all remainders of a number together.
const TOGETHER: u128 = 1 << 10;

impl Run {
    /// Returns the number of a range modulo `modulus`, from 0 to `modulus - 1`. A search up to a
    /// size decides no more if the modulus is small; otherwise the number is decided.
    #[inline]
    pub fn residue(&mut self, pos: u32, modulus: u32) -> u32 {
        let modulus = modulus.max(1);
        let at = self.look(pos);
        let Bounds { class, interval, .. } = self.arena.numbers.get(at).known.bounds;
        let is_small = modulus <= LARGEST && class.common_modulus(modulus.into()) <= TOGETHER;
        let is_open = interval.single().is_none();
        if !class.is_within(modulus.into()) || !is_open {
            match &mut self.owner {
                Owner::Search(search) if search.is_up_to() && is_small && is_open => {
                    let _decision = Deciding::begin(self.deciding.as_ref());
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

    /// Returns the least and the greatest number that a range may have now, in two's complement. A
    /// search up to a size decides no more.
    #[inline]
    pub fn bounds(&mut self, pos: u32) -> [u128; 2] {
        let at = self.look(pos);
        let Number { known, leaf, .. } = self.arena.numbers.get(at);
        let interval = known.bounds.interval;
        let bounds = [leaf.at_place(interval.lo), leaf.at_place(interval.hi)];
        self.uses(at, [true; 2]);
        bounds
    }
}
