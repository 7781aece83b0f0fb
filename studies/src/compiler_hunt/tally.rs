//! The figures of a hunt.

use std::collections::BTreeMap;
use std::time::Duration;

use super::compiler::Behaviour;
use super::difference::{Batch, differ};

/// What was done.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// By size.
    pub sizes: BTreeMap<u32, Tally>,
    /// Time to draw terms.
    pub drawing: Duration,
    /// The compiler's processor time, by side.
    pub compiling: [Duration; 2],
    /// The terms' own, both sides together.
    pub running: Duration,
    /// From the beginning to the end, all jobs at once, differences made small included.
    pub time: Duration,
    /// Did the user end it?
    pub interrupted: bool,
}

/// Terms by what they do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub terms: u64,
    /// That panic on every list.
    pub always_trap: u64,
    /// That panic on some.
    pub sometimes_trap: u64,
    /// That do the same on every list.
    pub constant: u64,
    /// That end the process.
    pub died: u64,
    /// That took too long.
    pub cut_off: u64,
    /// That were not compiled.
    pub not_compiled: u64,
    /// That behave differently; all others are counted by what they do both ways.
    pub different: u64,
}

impl Figures {
    /// Adds a batch.
    pub(super) fn add(&mut self, batch: &Batch) {
        for (sum, time) in self.compiling.iter_mut().zip(batch.compiling) {
            *sum += time;
        }
        self.running += batch.running;
        for (derivation, [plain, optimised]) in &batch.terms {
            self.sizes.entry(derivation.size()).or_default().add(plain, optimised);
        }
    }

    /// Returns all sizes together.
    pub fn total(&self) -> Tally {
        self.sizes.values().fold(Tally::default(), Tally::and)
    }
}

impl Tally {
    fn add(&mut self, plain: &Behaviour, optimised: &Behaviour) {
        self.terms += 1;
        match (plain, optimised) {
            _ if differ(plain, optimised) => self.different += 1,
            (Behaviour::CutOff, _) | (_, Behaviour::CutOff) => self.cut_off += 1,
            (Behaviour::Died(_), _) => self.died += 1,
            (Behaviour::NotCompiled(_), _) => self.not_compiled += 1,
            (Behaviour::Ran(lines), _) => {
                let traps = lines.iter().filter(|line| line.starts_with("panic")).count();
                self.always_trap += u64::from(traps == lines.len());
                self.sometimes_trap += u64::from(traps > 0 && traps < lines.len());
                self.constant += u64::from(lines.windows(2).all(|pair| pair[0] == pair[1]));
            }
        }
    }

    fn and(self, other: &Self) -> Self {
        Self {
            terms: self.terms + other.terms,
            always_trap: self.always_trap + other.always_trap,
            sometimes_trap: self.sometimes_trap + other.sometimes_trap,
            constant: self.constant + other.constant,
            died: self.died + other.died,
            cut_off: self.cut_off + other.cut_off,
            not_compiled: self.not_compiled + other.not_compiled,
            different: self.different + other.different,
        }
    }
}
