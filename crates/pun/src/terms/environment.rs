//! The part of a term's scope that the number of terms depends on: the number of entries of each
//! kind, and how many of them must still be used.
//!
//! An entry that must be used is passed to the first subterm that uses it, as one that must be used
//! there, and to later subterms as one that may be used. Earlier subterms do not get it. So each
//! term occurs exactly once.

use crate::inputs::instances::Instance;

/// A kind of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A variable of this type.
    Variable(Instance),
    /// A recursive call with a smaller integer, whose result has this type.
    Smaller(Instance),
    /// A recursive call with one of this many parts of a value, whose result has this type.
    Part(Instance, u32),
}

impl Kind {
    /// Returns the type of the terms that use it.
    pub(super) fn ty(self) -> Instance {
        match self {
            Self::Variable(ty) | Self::Smaller(ty) | Self::Part(ty, _) => ty,
        }
    }
}

/// How many entries of one kind there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// Must be used at least once.
    pub(super) must: u32,
    /// May be used.
    pub(super) may: u32,
}

/// What is in scope, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Environment(Vec<Entry>);

impl Environment {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Returns the number of entries that must be used.
    pub(super) fn must(&self) -> u32 {
        self.0.iter().map(|entry| entry.must).sum()
    }

    /// Adds an entry.
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

    /// Returns the number of ways to choose, for each kind, how many of the entries that must be
    /// used go to the first of several subterms.
    pub(super) fn splits(&self) -> usize {
        self.0.iter().map(|entry| entry.must as usize + 1).product()
    }

    /// Returns the `i`-th way: the number of entries of each kind.
    pub(super) fn split(&self, mut i: usize) -> Vec<u32> {
        let digit = |entry: &Entry| {
            let base = entry.must as usize + 1;
            let digit = i % base;
            i /= base;
            digit as u32
        };
        self.0.iter().map(digit).collect()
    }

    /// Returns the environments of the first subterm and of the later ones, when these numbers of
    /// entries go to the first.
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
