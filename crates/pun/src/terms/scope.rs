//! The scope of a term, entry by entry, in the order of its environment.

use everycase_kernel::At;

use crate::core::LocalId;

use super::environment::Kind;
use super::grammar::Count;

/// An entry in scope: the variables that its use mentions.
pub(super) type Thing = Vec<LocalId>;

/// The entries of an environment, by kind in its order.
#[derive(Clone, Default)]
pub(super) struct Scope(Vec<Things>);

#[derive(Clone)]
struct Things {
    kind: Kind,
    must: Vec<Thing>,
    may: Vec<Thing>,
}

impl Scope {
    /// Adds an entry.
    pub(super) fn add(&mut self, kind: Kind, must: bool, thing: Thing) {
        let at = match self.0.binary_search_by_key(&kind, |things| things.kind) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, Things { kind, must: Vec::new(), may: Vec::new() });
                at
            }
        };
        let things = &mut self.0[at];
        if must { &mut things.must } else { &mut things.may }.push(thing);
    }

    /// Returns the `i`-th entry of a kind, among those that must be used or those that may be.
    pub(super) fn thing(&self, kind: Kind, count: Count, i: usize) -> Option<&Thing> {
        let things = self.0.iter().find(|things| things.kind == kind)?;
        if count == Count::Must { &things.must } else { &things.may }.get(i)
    }

    /// Returns the number of entries that must be used.
    pub(super) fn must(&self) -> usize {
        self.0.iter().map(|things| things.must.len()).sum()
    }

    /// Returns the `i`-th way of [`Environment::split`](super::environment::Environment::split):
    /// for each kind, the number of entries that must be used, and how many of them go to the first
    /// subterm.
    pub(super) fn split(&self, mut i: usize) -> Vec<(u32, u32)> {
        let digit = |things: &Things| {
            let base = things.must.len() + 1;
            let digit = i % base;
            i /= base;
            (base as u32 - 1, digit as u32)
        };
        self.0.iter().map(digit).collect()
    }

    /// Returns the scopes of the first subterm and of the later ones, when these entries go to the
    /// first.
    pub(super) fn parts(self, passed: &[Vec<bool>]) -> (Self, Self) {
        let (mut first, mut after) = (Self::default(), Self::default());
        for (Things { kind, must, may }, passed) in self.0.into_iter().zip(passed) {
            let (mut here, mut rest, mut known) = (Vec::new(), Vec::new(), may.clone());
            for (thing, is_passed) in must.into_iter().zip(passed) {
                if *is_passed {
                    here.push(thing.clone());
                    known.push(thing);
                } else {
                    rest.push(thing);
                }
            }
            let keep = |to: &mut Self, things: Things| {
                if !things.must.is_empty() || !things.may.is_empty() {
                    to.0.push(things);
                }
            };
            keep(&mut first, Things { kind, must: here, may });
            keep(&mut after, Things { kind, must: rest, may: known });
        }
        (first, after)
    }
}

/// Returns which of `from` entries were chosen, and whether a position says so: there is none if
/// only one choice exists.
pub(super) fn members(from: u32, mut things: u32, mut at: At<'_>) -> (Vec<bool>, bool) {
    let is_chosen = things > 0 && things < from;
    let mut members = Vec::new();
    for left in (1..=from).rev() {
        let is_member = if things == 0 || things == left {
            things > 0
        } else {
            let alternative = at.alternative();
            at = at.field(0);
            alternative == 0
        };
        things -= u32::from(is_member);
        members.push(is_member);
    }
    (members, is_chosen)
}
