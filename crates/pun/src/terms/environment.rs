//! What is in scope of a term, as far as the number of terms depends on it: how many things of each kind there are, and how
//! many of them must still be mentioned.
//!
//! A thing that must be mentioned is passed to the first subterm that mentions it, where it still must, and to those after
//! it, where it may. Those before it do not have it. So every term with all of its mentions is there once.

use crate::inputs::instances::Instance;

/// A kind of thing that can be mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A variable of a type.
    Variable(Instance),
    /// A recursive call with a smaller integer, with its result's type.
    Smaller(Instance),
    /// A recursive call with one of the parts of a value, with its result's type.
    Part(Instance, u32),
}

impl Kind {
    /// Returns the type of the term that mentions it.
    pub(super) fn ty(self) -> Instance {
        match self {
            Self::Variable(ty) | Self::Smaller(ty) | Self::Part(ty, _) => ty,
        }
    }
}

/// How many things there are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// To be mentioned at least once.
    pub(super) must: u32,
    /// To be mentioned or not.
    pub(super) may: u32,
}

/// What is in scope, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Environment(Vec<Entry>);

impl Environment {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Returns how many things must be mentioned.
    pub(super) fn must(&self) -> u32 {
        self.0.iter().map(|entry| entry.must).sum()
    }

    /// With one more thing.
    pub(super) fn add(&mut self, kind: Kind, must: bool) {
        let at = match self.0.binary_search_by_key(&kind, |entry| entry.kind) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, Entry { kind, must: 0, may: 0 });
                at
            }
        };
        let entry = &mut self.0[at];
        *if must { &mut entry.must } else { &mut entry.may } += 1;
    }

    /// In how many ways numbers of things that must be mentioned can be passed to the first of several subterms.
    pub(super) fn splits(&self) -> usize {
        self.0.iter().map(|entry| entry.must as usize + 1).product()
    }

    /// Returns the `i`-th way: how many of each kind.
    pub(super) fn split(&self, mut i: usize) -> Vec<u32> {
        let digit = |entry: &Entry| {
            let base = entry.must as usize + 1;
            let digit = i % base;
            i /= base;
            digit as u32
        };
        self.0.iter().map(digit).collect()
    }

    /// What the first subterm has, and what those after it have, when these numbers are passed to it.
    pub(super) fn parts(&self, passed: &[u32]) -> (Self, Self) {
        let keep = |entries: Vec<Entry>| {
            Self(entries.into_iter().filter(|entry| entry.must + entry.may > 0).collect())
        };
        let both = || self.0.iter().zip(passed);
        let first = both().map(|(entry, passed)| Entry { must: *passed, ..*entry }).collect();
        let after = both().map(|(entry, passed)| Entry {
            must: entry.must - passed,
            may: entry.may + passed,
            ..*entry
        });
        (keep(first), keep(after.collect()))
    }
}
