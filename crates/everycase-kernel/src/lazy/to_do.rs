//! What a predicate has still to do, named so that draws with the same to do can share what they learn.
//!
//! A name is a hash of 128 bits of what is listed: numbers, and positions, each with what is decided below it and with
//! what is open, by its node and by the order in which it is met.

use super::partial::{NONE, OPEN, Partial, Slot};

/// The name at hand, and what is known of positions by it.
pub(super) struct ToDo {
    is_on: bool,
    hash: [u64; 2],
    /// How many open positions have been met.
    met: u32,
    /// For each position when it was met: in the how manyth name, and the how manyth of it.
    marks: Vec<(u32, u32)>,
    names: u32,
    /// Positions before this one were there when the name was given.
    border: u32,
    /// Was a position looked at that was open then, and not listed?
    is_broken: bool,
    stack: Vec<u32>,
}

impl ToDo {
    pub(super) const fn new() -> Self {
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

    fn word(&mut self, word: u64) {
        let [a, b] = &mut self.hash;
        *a = (*a ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        *b = (b.rotate_left(23) ^ word).wrapping_mul(0xC2B2_AE3D_27D4_EB4F).wrapping_add(*a);
    }

    /// The how manyth open position this is.
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

    /// A position that was open is decided.
    #[inline]
    pub(super) fn decided(&mut self, pos: u32) {
        if pos < self.border {
            let listed = self.marks.get(pos as usize).is_some_and(|(name, _)| *name == self.names);
            self.is_broken |= !listed;
        }
    }

    /// A draw begins.
    pub(super) fn begin(&mut self) {
        self.border = 0;
    }
}

impl Partial {
    /// Draws share what they learn by the names they are given, from now on, or no longer.
    pub fn set_sharing(&mut self, on: bool) {
        self.to_do.is_on = on;
    }

    /// Is a name of any use?
    #[inline]
    pub fn shares(&self) -> bool {
        self.to_do.is_on && self.chooser.is_some()
    }

    /// Begins the name of what is to be done from now on.
    pub fn begin_name(&mut self) {
        let to_do = &mut self.to_do;
        (to_do.hash, to_do.met) = ([1, 2], 0);
        to_do.names = to_do.names.wrapping_add(1).max(1);
    }

    /// A number on which it depends.
    #[inline]
    pub fn name_word(&mut self, word: u64) {
        self.to_do.word(word);
    }

    /// An alternative on which it depends, as if it were decided at a position.
    pub fn name_alternative(&mut self, alternative: u32) {
        self.to_do.word(u64::from(alternative) << 2 | 3);
    }

    /// A position on which it depends.
    pub fn name_position(&mut self, pos: u32) {
        let mut stack = std::mem::take(&mut self.to_do.stack);
        stack.push(pos);
        while let Some(pos) = stack.pop() {
            let Slot { word, node, kids } = self.slots[pos as usize];
            if word == OPEN {
                let number = self.to_do.meet(pos);
                self.to_do.word(u64::from(node) << 32 | u64::from(number));
                self.to_do.word(1);
            } else if kids == NONE {
                let interval = self.numbers.interval(word as usize);
                // The same places mean other numbers in other ranges, and other ways to go on.
                let of = if interval.single().is_none() {
                    u64::from(node) << 32 | u64::from(self.to_do.meet(pos))
                } else {
                    self.numbers.get(word as usize).leaf.is_far().into()
                };
                for word in [interval.lo, interval.hi] {
                    self.to_do.word(word as u64);
                    self.to_do.word((word >> 64) as u64);
                }
                self.to_do.word(of);
                self.to_do.word(2);
            } else {
                self.name_alternative(word);
                stack.extend(self.fields(pos).rev());
            }
        }
        self.to_do.stack = stack;
    }

    /// Ends the name. What the predicate does from now on must depend on what was listed alone.
    pub fn end_name(&mut self) {
        let [a, b] = self.to_do.hash;
        self.to_do.border = self.slots.len() as u32;
        if let Some(chooser) = &mut self.chooser {
            chooser.has_to_do(u128::from(a) << 64 | u128::from(b));
        }
    }

    /// After a draw: does it count for nothing? It is made anew then.
    pub fn is_void(&mut self) -> bool {
        self.chooser.as_mut().is_some_and(|chooser| chooser.is_void())
    }

    /// Was something looked at that was open and not listed when its name was given?
    pub fn has_broken_name(&self) -> bool {
        self.to_do.is_broken
    }
}
