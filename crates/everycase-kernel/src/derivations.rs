//! A shape with its counts: every operation that does not depend on the type of the values.

use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use rand_core::Rng;

use crate::derivation::Derivation;
use crate::derivation::encode::{self, Encoder};
use crate::eager::index::{self, unrank};
use crate::eager::sample::{self, Sampler};
use crate::eager::walk::Walk;
use crate::error::{EncodeError, SpaceError};
use crate::grammar::Tables;
use crate::grammar::cost::CostModel;
use crate::grammar::shape::Shape;
use crate::grammar::until::Until;
use crate::grammar::{fingerprint, limbs};

/// The derivations of a shape, counted up to the sizes that were requested.
///
/// Clones share the counts, also across threads. An operation that needs the counts of a size
/// computes them first. It fails only if a recursion of the shape
/// [does not pay](SpaceError::UnpaidCycle), or if the requested derivation does not exist.
#[derive(Clone)]
pub struct Derivations {
    shape: Shape,
    tables: Arc<Mutex<Arc<Tables>>>,
    until: Until,
    /// The space of which this is a companion.
    exact: Option<Arc<Derivations>>,
}

impl Derivations {
    /// Returns the derivations of a shape. Nothing is expanded yet.
    pub fn new(shape: Shape) -> Self {
        Self::weighed(shape, CostModel::Exact)
    }

    /// Returns the derivations of a shape whose numbers have the sizes of a cost model.
    pub fn weighed(shape: Shape, model: CostModel) -> Self {
        let tables = Arc::new(Mutex::new(Arc::new(Tables::new(&shape, model))));
        Self { shape, tables, until: Until::default(), exact: None }
    }

    /// Returns a companion space: the same shape with the sizes of another cost model.
    fn companion(&self, model: CostModel) -> Self {
        let exact = self.exact().unwrap_or(self);
        Self { exact: Some(Arc::new(exact.clone())), ..Self::weighed(self.shape.clone(), model) }
    }

    /// Returns the space with exact sizes of which this is a companion.
    pub fn exact(&self) -> Option<&Self> {
        self.exact.as_deref()
    }

    /// Returns the same derivations with a limit: operations through this handle fail with
    /// [`SpaceError::OutOfTime`] or [`SpaceError::TooLarge`] if counting exceeds it. Counts
    /// computed so far are kept.
    #[must_use]
    pub fn until(&self, until: Until) -> Self {
        Self { until, ..self.clone() }
    }

    /// Returns the companion space of structures: the same shape with each number and each
    /// character of size 1. A derivation stands for all with its structure, and has their smallest
    /// numbers; a [template](Self::template) takes others.
    #[must_use]
    pub fn structures(&self) -> Self {
        self.companion(CostModel::Structural)
    }

    /// Returns the companion space of structures to [draw](Self::template) from: as
    /// [`structures`](Self::structures), but each map and each set is the list of its entries, as
    /// long as a vector would be. Only the input of a template is a derivation of the shape.
    #[must_use]
    pub fn listed_structures(&self) -> Self {
        self.companion(CostModel::Listed)
    }

    /// Returns whether small derivations, up to a size, may be too wide to be built whole. Example:
    /// in a nested type, each member has twice as many fields, at no cost; from size 18 on its
    /// derivations have more than 260 thousand positions.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn are_too_wide(&self, size: u32) -> Result<bool, SpaceError> {
        Ok(self.expanded(size)?.grammar.is_too_wide(size))
    }

    /// Returns whether there are numbers or characters among the derivations up to a size. Members
    /// of a family that [take long](crate::expansion) to make are not looked at.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn has_numbers(&self, size: u32) -> Result<bool, SpaceError> {
        // A nested type may have twice as many members with each step, so the first number ends the
        // expansion.
        let ahead = self.until(self.until.clone().looking_ahead());
        for distance in 0..=size {
            match ahead.expanded(distance) {
                Ok(tables) if tables.grammar.leaves().next().is_some() => return Ok(true),
                Err(SpaceError::OutOfTime) if !self.until.is_over() => break,
                expanded => drop(expanded?),
            }
        }
        Ok(false)
    }

    /// Returns the space of [structures with lists](Self::listed_structures), where some
    /// alternatives are there several times, drawn from a seed: [templates](Self::template) have
    /// them more often. With the same seed, each turn favours the next alternative of each sum. Its
    /// counts, indices and walks count each copy.
    #[must_use]
    pub fn skewed_structures(&self, seed: u64, turn: u32) -> Self {
        self.companion(CostModel::Skewed { seed, turn })
    }

    /// Returns the shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the tables after `change`; other holders keep their version.
    #[inline]
    pub(crate) fn grown(
        &self,
        change: impl FnOnce(&mut Arc<Tables>) -> Result<(), SpaceError>,
    ) -> Result<Arc<Tables>, SpaceError> {
        // Tables record their own failure, so a lock poisoned by a panic elsewhere is harmless.
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut tables)?;
        Ok(Arc::clone(&tables))
    }

    pub(crate) fn covering(&self, size: u32) -> Result<Arc<Tables>, SpaceError> {
        self.grown(
            |tables| {
                if tables.covers(size) { Ok(()) } else { Arc::make_mut(tables).extend(size, &self.until) }
            },
        )
    }

    pub(crate) fn expanded(&self, size: u32) -> Result<Arc<Tables>, SpaceError> {
        self.grown(|tables| {
            if tables.is_expanded(size) { Ok(()) } else { Arc::make_mut(tables).expand(size, &self.until) }
        })
    }

    /// Returns the number of derivations of this size. Counting up to size `n` takes about `n^2`
    /// multiplications of counts for each pair of fields in the grammar, once.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        Ok(limbs::to_big(self.covering(size)?.of_size(size)))
    }

    /// Returns the number of derivations up to this size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn count_up_to(&self, size: u32) -> Result<BigUint, SpaceError> {
        Ok(limbs::to_big(self.covering(size)?.below(size.saturating_add(1))))
    }

    /// Returns the size of the largest derivation, 0 if there are none; `None` if sizes are
    /// unbounded, or if the shape is a family of more than 1,000 members or of members that
    /// [take long](crate::expansion) to make.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn largest_size(&self) -> Result<Option<u32>, SpaceError> {
        const MEMBERS: usize = 1_000;
        /// One step of the expansion may multiply the members.
        const MEMORY: usize = 16 << 20;
        let mut tables = self.expanded(0)?;
        // Looking for recursive members takes time linear in the number of all, so it is not done
        // for each.
        let mut looked = 0;
        for _ in 0..MEMBERS {
            let Some(distance) = tables.grammar.next_distance() else { break };
            let members = tables.grammar.node_count();
            if members > MEMBERS {
                break;
            }
            if members > looked + looked / 8 {
                looked = members;
                // A family need not be expanded further once some of its members are recursive.
                if tables.is_unbounded() {
                    break;
                }
            }
            let most = tables.memory().saturating_add(MEMORY).min(self.until.memory);
            drop(tables);
            let until = self.until.clone().within_memory(most).looking_ahead();
            tables = match self.until(until).expanded(distance) {
                Err(SpaceError::TooLarge { .. }) if most < self.until.memory => return Ok(None),
                Err(SpaceError::OutOfTime) if !self.until.is_over() => return Ok(None),
                expanded => expanded?,
            };
        }
        Ok(tables.largest_size())
    }

    /// Returns the size of the largest derivation, if what a size needs shows that it is at most
    /// this size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    #[inline]
    pub fn largest_size_up_to(&self, size: u32) -> Result<Option<u32>, SpaceError> {
        let tables = self.expanded(size)?;
        let is_complete = tables.grammar.next_distance().is_none();
        Ok(if is_complete { tables.largest_size().filter(|&largest| largest <= size) } else { None })
    }

    /// Returns the derivation with this index among all, in the order of sizes.
    ///
    /// # Errors
    /// If `index` is not below the number of derivations, or a recursion of the shape does not pay.
    /// In a family with infinitely many members of which only finitely many have values, the search
    /// for an index beyond these does not terminate.
    #[inline]
    pub fn index(&self, index: &BigUint) -> Result<Derivation, SpaceError> {
        let wanted = limbs::from_big(index);
        let mut size = 0;
        let tables = self.grown(|tables| {
            loop {
                if !tables.covers(size) {
                    Arc::make_mut(tables).extend(size, &self.until)?;
                }
                let below = tables.below(size + 1);
                if limbs::compare(&wanted, below).is_lt() {
                    return Ok(());
                }
                if tables.largest_size().is_some_and(|largest| size >= largest) || size == u32::MAX - 1 {
                    let count = limbs::to_big(below);
                    return Err(SpaceError::IndexOutOfRange { index: index.clone(), count });
                }
                size += 1;
            }
        })?;
        let mut within = wanted;
        limbs::subtract(&mut within, tables.below(size));
        Ok(unrank(&tables, size, within))
    }

    /// Returns the derivation with this index among the derivations of a size.
    ///
    /// # Errors
    /// If `index` is not below their number, or a recursion of the shape does not pay.
    pub fn index_of_size(&self, size: u32, index: &BigUint) -> Result<Derivation, SpaceError> {
        let tables = self.covering(size)?;
        let wanted = limbs::from_big(index);
        if limbs::compare(&wanted, tables.of_size(size)).is_ge() {
            return Err(SpaceError::IndexOutOfRange {
                index: index.clone(),
                count: limbs::to_big(tables.of_size(size)),
            });
        }
        Ok(unrank(&tables, size, wanted))
    }

    /// Returns the index of a derivation among all: the inverse of [`index`](Self::index).
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn rank(&self, derivation: &Derivation) -> Result<BigUint, SpaceError> {
        let derivation = self.parse(&derivation.words())?;
        let size = derivation.size();
        let tables = self.covering(size)?;
        let mut rank = index::rank(&Derivation { tables: Arc::clone(&tables), ..derivation });
        limbs::add(&mut rank, tables.below(size));
        Ok(limbs::to_big(&rank))
    }

    /// Returns a derivation from its [words](Derivation::words).
    ///
    /// # Errors
    /// If the words do not fit the shape.
    pub fn parse(&self, words: &[u64]) -> Result<Derivation, SpaceError> {
        self.growing(|tables| match encode::parse(tables, words) {
            Err((_, error @ EncodeError::Unexpanded(_))) => Err(SpaceError::Encode(error)),
            Err((at, _)) => Err(SpaceError::Words { at }),
            Ok(derivation) => Ok(derivation),
        })
    }

    /// Returns the derivation with the decisions that `encode` makes.
    ///
    /// # Errors
    /// If `encode` fails; [`EncodeError::NotInShape`] if it leaves positions undecided.
    pub fn encode(
        &self,
        encode: impl Fn(&mut Encoder) -> Result<(), EncodeError>,
    ) -> Result<Derivation, SpaceError> {
        self.growing(|tables| {
            let mut encoder = Encoder::new(tables);
            encode(&mut encoder)?;
            Ok(encoder.finish()?)
        })
    }

    /// Does the same for a value that is [lifted](crate::lazy::Run::lift) to a run: atoms may stay
    /// [open](Encoder::open).
    ///
    /// The derivation means something in this run only.
    ///
    /// # Errors
    /// As for [`encode`](Self::encode).
    pub fn encode_for_run(
        &self,
        encode: impl Fn(&mut Encoder) -> Result<(), EncodeError>,
    ) -> Result<Derivation, SpaceError> {
        self.growing(|tables| {
            let mut encoder = Encoder::new(tables).with_run();
            encode(&mut encoder)?;
            Ok(encoder.finish()?)
        })
    }

    /// Retries with an ever larger expansion of the grammar, as long as that is the reason for the
    /// failure.
    fn growing(
        &self,
        build: impl Fn(Arc<Tables>) -> Result<Derivation, SpaceError>,
    ) -> Result<Derivation, SpaceError> {
        let mut tables = self.expanded(0)?;
        loop {
            match build(tables) {
                Err(SpaceError::Encode(EncodeError::Unexpanded(size))) => tables = self.expanded(size)?,
                result => return result,
            }
        }
    }

    /// Returns all derivations of this size, lent one after the other.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn of_size(&self, size: u32) -> Result<Walk, SpaceError> {
        Ok(Walk::all(&self.covering(size)?, size))
    }

    /// Returns a number that changes with the shape: with its alternatives, their labels, costs,
    /// fields or ranges. Equal shapes have equal fingerprints on every machine and in every
    /// release. Of a family the first 2,000 members count.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn fingerprint(&self) -> Result<u64, SpaceError> {
        fingerprint::of(&self.shape)
    }

    /// Returns every `step`-th derivation up to this size, beginning with the one at index `offset`
    /// (Paper I, section 6), as a walk for each size. With offsets `0..step` these are together all
    /// derivations, each once. A step of 0 counts as 1.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    #[inline]
    pub fn striped(
        &self,
        size: u32,
        offset: u64,
        step: u64,
    ) -> Result<impl Iterator<Item = Walk> + use<>, SpaceError> {
        let step = step.max(1);
        let tables = self.covering(size)?;
        Ok((0..=size).map(move |size| {
            let before = limbs::to_big(tables.below(size));
            let offset = BigUint::from(offset);
            // The first index of this size, relative to the size, that is the offset plus a
            // multiple of the step.
            let first = if before < offset {
                offset - before
            } else {
                (BigUint::from(step) - (before - offset) % step) % step
            };
            // An index beyond `u128` is never reached.
            let first = u128::try_from(first).unwrap_or(u128::MAX);
            Walk::all(&tables, size).striped(first, u128::from(step))
        }))
    }

    /// Returns the derivations of this size from the `first`-th on.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    #[inline]
    pub fn of_size_from(&self, size: u32, first: &BigUint) -> Result<Walk, SpaceError> {
        let tables = self.covering(size)?;
        let first = limbs::from_big(first);
        let mut left = tables.of_size(size).to_vec();
        if limbs::compare(&first, &left).is_lt() {
            limbs::subtract(&mut left, &first);
        } else {
            left.clear();
        }
        Ok(Walk::new(&tables, size, first, limbs::to_u128(&left).unwrap_or(u128::MAX)))
    }

    /// Returns at most `most` derivations of this size, evenly spaced (Paper I, section 6): the
    /// `k`-th is the one nearest to the fraction `k / most` of all.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    #[inline]
    pub fn bounded(
        &self,
        size: u32,
        most: u64,
    ) -> Result<impl ExactSizeIterator<Item = Derivation> + use<>, SpaceError> {
        let tables = self.covering(size)?;
        let count = limbs::to_big(tables.of_size(size));
        let picked = u64::try_from(&count).map_or(most, |count| count.min(most));
        // An exact-size iterator counts in `usize`, which has 64 bits on all machines that can
        // visit this many values.
        let picked = usize::try_from(picked).unwrap_or(usize::MAX);
        Ok((0..picked).map(move |k| {
            // Rounded to nearest: floor((2 k count + most) / (2 most)), but at most the last index.
            let index = (BigUint::from(2 * k) * &count + picked) / (2 * picked);
            unrank(&tables, size, limbs::from_big(&index.min(&count - 1u32)))
        }))
    }

    /// Returns a source of uniform derivations. It keeps its tables for each requested size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn uniform(&self) -> Result<Uniform, SpaceError> {
        let tables = self.covering(0)?;
        Ok(Uniform { source: self.clone(), sampler: Sampler::new(Derivation::new(tables)) })
    }
}

/// Draws derivations of a size uniformly.
///
/// The distribution is exactly uniform (Paper I, section 6), whatever the counts. Memory depends on
/// the largest size drawn, not on the number of draws. A draw takes time linear in its size.
#[derive(Clone)]
pub struct Uniform {
    source: Derivations,
    sampler: Sampler,
}

impl Uniform {
    pub(crate) fn cover(&mut self, size: u32) -> Result<(), SpaceError> {
        if !self.sampler.derivation.tables.covers(size) {
            self.sampler.derivation.tables = self.source.covering(size)?;
        }
        Ok(())
    }

    /// Draws a derivation of exactly this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    #[inline]
    pub fn of_size<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<&Derivation, SpaceError> {
        self.cover(size)?;
        if self.sampler.derivation.tables.of_size(size).is_empty() {
            return Err(SpaceError::Empty { size });
        }
        self.sampler.draw(size, rng);
        Ok(&self.sampler.derivation)
    }

    /// Returns the derivation that was drawn last.
    #[inline]
    pub fn current(&self) -> Option<&Derivation> {
        Some(&self.sampler.derivation).filter(|derivation| !derivation.cells.is_empty())
    }

    /// Returns the derivation that was drawn last, for changes.
    pub(crate) fn current_mut(&mut self) -> &mut Derivation {
        &mut self.sampler.derivation
    }

    /// Draws a derivation up to this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn up_to<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<&Derivation, SpaceError> {
        self.cover(size)?;
        let tables = &self.sampler.derivation.tables;
        let count = tables.below(size.saturating_add(1));
        if count.is_empty() {
            return Err(SpaceError::Empty { size });
        }
        let draw = sample::below_natural(count, rng);
        let (mut lo, mut hi) = (0, size);
        while lo < hi {
            let middle = lo + (hi - lo) / 2;
            if limbs::compare(&draw, tables.below(middle + 1)).is_lt() {
                hi = middle;
            } else {
                lo = middle + 1;
            }
        }
        self.of_size(lo, rng)
    }
}
