//! The continuation of a predicate, named so that draws with the same continuation can share what
//! they learn.
//!
//! A name is a hash of 128 bits of a list of numbers and positions. A position adds all decisions
//! below it. An open position adds its node, and its number in the order of visits.

use crate::lazy::arena::Arena;
use crate::lazy::slot::{NONE, OPEN, Slot};

/// The current name, and the open positions visited for it.
pub(crate) struct Continuation {
    /// Whether draws with equal names share what they learn.
    pub(crate) is_on: bool,
    hash: [u64; 2],
    /// The number of open positions visited for this name.
    met: u32,
    /// For each position the number of the name that visited it last, and its number in that name.
    marks: Vec<(u32, u32)>,
    names: u32,
    /// The number of positions when the last name ended.
    border: u32,
    /// Whether a position was decided that was open then and not listed.
    pub(crate) is_broken: bool,
    stack: Vec<u32>,
}

impl Continuation {
    pub(crate) fn new() -> Self {
        Self {
            is_on: false,
            hash: [0; 2],
            met: 0,
            marks: Vec::new(),
            names: 0,
            border: 0,
            is_broken: false,
            stack: Vec::new(),
        }
    }

    /// Adds a number on which the continuation depends.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        let [a, b] = &mut self.hash;
        *a = (*a ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        *b = (b.rotate_left(23) ^ word).wrapping_mul(0xC2B2_AE3D_27D4_EB4F).wrapping_add(*a);
    }

    /// Returns the number of an open position, in the order of visits.
    #[inline]
    fn meet(&mut self, pos: u32) -> u32 {
        let at = pos as usize;
        if self.marks.len() <= at {
            self.marks.resize(at + 1, (0, 0));
        }
        let (name, number) = self.marks[at];
        if name == self.names {
            return number;
        }
        self.marks[at] = (self.names, self.met);
        self.met += 1;
        self.met - 1
    }

    /// Records that an open position is decided.
    #[inline]
    pub(crate) fn decided(&mut self, pos: u32) {
        if pos < self.border {
            let listed = self.marks.get(pos as usize).is_some_and(|(name, _)| *name == self.names);
            self.is_broken |= !listed;
        }
    }

    /// Begins a draw, without a name.
    pub(crate) fn restart(&mut self) {
        self.border = 0;
    }

    /// Begins a name.
    #[inline]
    pub(crate) fn begin(&mut self) {
        (self.hash, self.met) = ([1, 2], 0);
        self.names = self.names.wrapping_add(1).max(1);
    }

    /// Adds an alternative, as if it were decided at a position.
    pub(crate) fn alternative(&mut self, alternative: u32) {
        self.word(u64::from(alternative) << 2 | 3);
    }

    /// Adds a position.
    #[inline]
    pub(crate) fn position(&mut self, arena: &Arena, pos: u32) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(pos);
        while let Some(pos) = stack.pop() {
            let Slot { word, node, kids } = arena.slots[pos as usize];
            if word == OPEN {
                let number = self.meet(pos);
                self.word(u64::from(node) << 32 | u64::from(number));
                self.word(1);
            } else if kids == NONE {
                let interval = arena.numbers.interval(word as usize);
                // In other ranges, equal places mean other numbers and other completions.
                let of = if interval.single().is_none() {
                    u64::from(node) << 32 | u64::from(self.meet(pos))
                } else {
                    arena.numbers.get(word as usize).leaf.is_far().into()
                };
                for word in [interval.lo, interval.hi] {
                    self.word(word as u64);
                    self.word((word >> 64) as u64);
                }
                self.word(of);
                self.word(2);
            } else {
                self.alternative(word);
                stack.extend(arena.fields(pos).rev());
            }
        }
        self.stack = stack;
    }

    /// Ends the name and returns it. `slots` is the number of positions.
    pub(crate) fn end(&mut self, slots: u32) -> u128 {
        let [a, b] = self.hash;
        self.border = slots;
        u128::from(a) << 64 | u128::from(b)
    }
}
