//! Smaller derivations of the same shape, structural and numeric.
//!
//! A derivation is cut into its [parts](super::parts), and each candidate replaces some of them.
//! The passes, in order: all parts of a kind become the smallest; parts are [cut out](structure),
//! long stretches first; a part, first together with all equal ones and then alone, becomes the
//! smallest of its kind, takes another alternative, or a smaller number; a part becomes equal to a
//! smaller one elsewhere; parts are [reordered](order); a level is cut out while numbers that may
//! refer to levels are adjusted, or while its numbers are added to the next ones; and
//! [amounts](numbers) are subtracted from several numbers or moved between them.
//!
//! Every candidate is smaller in a well-founded order, first by size and then by its decisions, so
//! shrinking terminates. After a success it continues at the same place. If there is one number
//! only and it was lowered by a small amount, it is lowered by multiples of this amount next: a
//! property may fail on every seventh number. Shrinking ends after a round of all passes without
//! success, so no candidate fails.

mod candidates;
mod numbers;
mod order;
mod structure;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::parts::Edit;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use candidates::{Candidates, Measure, measure};

impl Derivations {
    /// Replaces a failing derivation by smaller failing ones until none of the
    /// [candidates](Self::smaller) fails. No candidate is tried twice. `fails` may stop with
    /// [`ControlFlow::Break`]; the smallest failing derivation so far is returned then.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn shrink(
        &self,
        start: &Derivation,
        mut fails: impl FnMut(&Derivation) -> ControlFlow<(), bool>,
    ) -> Result<Derivation, SpaceError> {
        let (tables, mut best) = self.located(start, 0)?;
        let mut tried = HashSet::new();
        let mut from = Place::FIRST;
        let mut stride = None;
        loop {
            let candidates = Arc::new(Candidates { stride, ..Candidates::new(&tables, &best) });
            let mut found = None;
            for (place, edit) in Arc::clone(&candidates).edits(from) {
                let words = candidates.parts.edited(&edit);
                let mut hasher = DefaultHasher::new();
                words.hash(&mut hasher);
                if !tried.insert(hasher.finish()) {
                    continue;
                }
                let Some(candidate) = self.below(&words, &candidates.order) else { continue };
                match fails(&candidate) {
                    ControlFlow::Break(()) => return Ok(best),
                    ControlFlow::Continue(false) => {}
                    ControlFlow::Continue(true) => {
                        found = Some((place.after(&edit), candidate));
                        break;
                    }
                }
            }
            match found {
                Some((place, candidate)) => {
                    let own = candidates.stride_after(&candidate);
                    // The multiples of a new stride come first.
                    from = if own == stride { place } else { Place { skip: 0, ..place } };
                    (stride, best) = (own, candidate);
                }
                None if from == Place::FIRST => return Ok(best),
                None => from = Place::FIRST,
            }
        }
    }

    /// Returns the candidates of shrinking, the most promising first: about `n log n` for a
    /// derivation with `n` positions.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn smaller(
        &self,
        derivation: &Derivation,
    ) -> Result<impl Iterator<Item = Derivation> + use<>, SpaceError> {
        let (tables, derivation) = self.located(derivation, 0)?;
        let candidates = Arc::new(Candidates::new(&tables, &derivation));
        let source = self.clone();
        let edits = Arc::clone(&candidates).edits(Place::FIRST);
        Ok(edits
            .filter_map(move |(_, edit)| source.below(&candidates.parts.edited(&edit), &candidates.order)))
    }

    /// Returns the derivation with these words, if it is earlier in the order of candidates.
    fn below(&self, words: &[u64], order: &Measure) -> Option<Derivation> {
        self.parse(words).ok().filter(|candidate| measure(candidate) < *order)
    }
}

/// A pass: a kind of candidates, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pass {
    /// Replaces all parts of a node by the smallest one.
    Smallest,
    /// Cuts out this many levels of a part.
    Cut(Reverse<u32>),
    /// Replaces all equal parts by the same words.
    Together,
    /// Replaces one part.
    Alone,
    Cousins,
    Order,
    Renumber,
    /// Cuts out one level, and adds its numbers to the next ones.
    Merge,
    /// Lowers a number, the `first` of a pair or the other one, while the other one gains or loses
    /// the same amount. There are `distance` nonzero numbers between them.
    Pair {
        distance: usize,
        gains: bool,
        first: bool,
    },
    /// Lowers all numbers of a kind by the same amount.
    AllNumbers,
}

impl Pass {
    /// The maximal number of nonzero numbers between the two numbers of a pair. A larger maximum
    /// would find more, with far more candidates.
    const BETWEEN: usize = 1;

    fn all(deepest: u32) -> impl Iterator<Item = Self> {
        let cuts = (0..u32::BITS).rev().map(|k| 1 << k).filter(move |&cut| cut <= deepest);
        let pairs = (0..=Self::BETWEEN).flat_map(|distance| {
            let kinds = [(false, true), (false, false), (true, true), (true, false)];
            kinds.map(|(gains, first)| Self::Pair { distance, gains, first })
        });
        let single = [Self::Together, Self::Alone, Self::Cousins, Self::Order, Self::Renumber, Self::Merge];
        [Self::Smallest]
            .into_iter()
            .chain(cuts.map(|cut| Self::Cut(Reverse(cut))))
            .chain(single)
            .chain(pairs)
            .chain([Self::AllNumbers])
    }
}

/// A place in the list of candidates: a pass, a part, and the number of earlier candidates of the
/// part.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    pass: Pass,
    part: usize,
    skip: usize,
}

impl Place {
    const FIRST: Self = Self { pass: Pass::Smallest, part: 0, skip: 0 };

    /// Returns where to continue after a successful edit: with the same step again, or where the
    /// edit began.
    fn after(self, edit: &Edit) -> Self {
        if edit.at == self.part { self } else { Self { part: edit.at.min(self.part), skip: 0, ..self } }
    }
}

impl Candidates {
    /// Returns the candidates from `from` on.
    fn edits(self: Arc<Self>, from: Place) -> impl Iterator<Item = (Place, Edit)> {
        Pass::all(self.parts.deepest).filter(move |&pass| pass >= from.pass).flat_map(move |pass| {
            let candidates = Arc::clone(&self);
            let first = if pass == from.pass { from.part } else { 0 };
            (first..candidates.parts.all.len()).flat_map(move |part| {
                let skip = if (pass, part) == (from.pass, from.part) { from.skip } else { 0 };
                let edits = candidates.edits_at(pass, part).into_iter().enumerate().skip(skip);
                edits.map(move |(skip, edit)| (Place { pass, part, skip }, edit))
            })
        })
    }

    fn edits_at(&self, pass: Pass, i: usize) -> Vec<Edit> {
        let reshaped = || [self.reshaped(i), self.lowered(i)].concat();
        let alone =
            |words: Vec<Vec<u64>>| words.into_iter().map(|words| self.parts.replace([(i, words)])).collect();
        match pass {
            Pass::Smallest => self.all_smallest(i).into_iter().collect(),
            Pass::Cut(Reverse(cut)) => self.parts.cut(i, cut).into_iter().collect(),
            Pass::Together => {
                let equal = &self.classes[self.class[i]];
                if equal.len() < 2 || equal[0] != i {
                    return Vec::new();
                }
                let all =
                    |words: Vec<u64>| self.parts.replace(equal.iter().map(|&part| (part, words.clone())));
                reshaped().into_iter().chain(self.lifted(i)).map(all).collect()
            }
            Pass::Alone => alone(reshaped()),
            Pass::Cousins => alone(self.cousins(i)),
            Pass::Order => self.reordered(i),
            Pass::Renumber => self.renumbered(i),
            Pass::Merge => self.merged(i).into_iter().collect(),
            Pass::Pair { distance, gains, first } => self.pairs(i, distance, gains, first),
            Pass::AllNumbers => self.all_lessened(i),
        }
    }
}
