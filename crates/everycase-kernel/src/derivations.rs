//! A shape with its counts: everything that can be done without knowing the type of its values.

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

/// The derivations of a shape, counted as far as they have been asked for.
///
/// Clones share the counts, across threads too. Every operation that needs a size to be counted counts it first,
/// and fails only if the shape is [wrongly recursive](SpaceError::UnpaidCycle) or what is asked for does not exist.
#[derive(Clone)]
pub struct Derivations {
    shape: Shape,
    tables: Arc<Mutex<Arc<Tables>>>,
    until: Until,
}

impl Derivations {
    /// Returns the derivations of a shape. Nothing is expanded yet.
    pub fn new(shape: Shape) -> Self {
        Self::weighed(shape, CostModel::Exact)
    }

    /// Returns the derivations of a shape whose numbers have the sizes of a cost model.
    pub fn weighed(shape: Shape, model: CostModel) -> Self {
        let tables = Arc::new(Mutex::new(Arc::new(Tables::new(&shape, model))));
        Self { shape, tables, until: Until::default() }
    }

    /// Returns the same derivations, of which what is asked through this handle ends with [`SpaceError::OutOfTime`] or
    /// [`SpaceError::TooLarge`] if counting is not done by then. What has been counted stays so.
    #[must_use]
    pub fn until(&self, until: Until) -> Self {
        Self { until, ..self.clone() }
    }

    /// Returns the companion space of boundary values: the same shape with each range cut down to its ends, zero, the powers
    /// of two and their neighbours; zero has size 0 there, every other boundary value size 1.
    #[must_use]
    pub fn edges(&self) -> Self {
        Self::weighed(self.shape.clone(), CostModel::Edges)
    }

    /// Returns the shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the tables after `change`; what others hold of them stays as it was.
    pub(crate) fn grown(
        &self,
        change: impl FnOnce(&mut Arc<Tables>) -> Result<(), SpaceError>,
    ) -> Result<Arc<Tables>, SpaceError> {
        // Tables remember a failure themselves, so a lock poisoned by a panic elsewhere guards nothing broken.
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

    /// Returns how many derivations have this size. Counting to size `n` takes about `n^2` multiplications of counts for
    /// each pair of fields in the grammar, once.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        Ok(limbs::to_big(self.covering(size)?.of_size(size)))
    }

    /// Returns how many derivations have this size or a smaller one.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn count_up_to(&self, size: u32) -> Result<BigUint, SpaceError> {
        Ok(limbs::to_big(self.covering(size)?.below(size.saturating_add(1))))
    }

    /// Returns the size of the largest derivation, 0 when there is none at all; `None` when sizes are unbounded, or when the
    /// shape is a family of more than 10,000 members.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn largest_size(&self) -> Result<Option<u32>, SpaceError> {
        const MEMBERS: usize = 10_000;
        /// One step of the expansion may multiply the members.
        const MEMORY: usize = 16 << 20;
        let mut tables = self.expanded(0)?;
        for _ in 0..MEMBERS {
            let Some(distance) = tables.grammar.next_distance() else { break };
            if tables.grammar.node_count() > MEMBERS {
                break;
            }
            let most = tables.memory().saturating_add(MEMORY).min(self.until.memory);
            drop(tables);
            let until = self.until.clone().within_memory(most);
            tables = match self.until(until).expanded(distance) {
                Err(SpaceError::TooLarge { .. }) if most < self.until.memory => return Ok(None),
                expanded => expanded?,
            };
        }
        Ok(tables.largest_size())
    }

    /// Returns the `index`-th derivation of all, by size.
    ///
    /// # Errors
    /// When `index` is not below their number, or the shape is wrongly recursive. An index beyond the values of a family with
    /// endlessly many members of which only finitely many have values is looked for without end.
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

    /// Returns the `index`-th derivation of this size.
    ///
    /// # Errors
    /// When `index` is not below their number, or the shape is wrongly recursive.
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

    /// Returns the index among all derivations, by size: the inverse of [`index`](Self::index).
    ///
    /// # Errors
    /// When the derivation is of another shape.
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
    /// When the words do not fit the shape.
    pub fn parse(&self, words: &[u64]) -> Result<Derivation, SpaceError> {
        self.growing(|tables| match encode::parse(tables, words) {
            Err((_, error @ EncodeError::Unexpanded(_))) => Err(SpaceError::Encode(error)),
            Err((at, _)) => Err(SpaceError::Words { at }),
            Ok(derivation) => Ok(derivation),
        })
    }

    /// Returns the derivation whose decisions `encode` makes.
    ///
    /// # Errors
    /// What `encode` says; [`EncodeError::NotInShape`] when it leaves positions undecided.
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

    /// Tries with a grammar expanded farther and farther, as long as that is what is missing.
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
    /// When the shape is wrongly recursive.
    pub fn of_size(&self, size: u32) -> Result<Walk, SpaceError> {
        Ok(Walk::all(&self.covering(size)?, size))
    }

    /// Returns a number that changes when the shape does: its alternatives, their labels, costs, fields or ranges. Equal
    /// shapes have equal fingerprints on every machine and in every release. A family is looked at as far as its first 2,000
    /// members.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn fingerprint(&self) -> Result<u64, SpaceError> {
        fingerprint::of(&self.shape)
    }

    /// Returns every `step`-th derivation up to this size, beginning with the one at index `offset` (Paper I, section 6), as
    /// a walk for each size. The stripes of offsets `0..step` are together all derivations, each once. A step of 0 is one of
    /// 1.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
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
            // The first of this size, relative to the size, whose index is the offset plus a multiple of the step.
            let first = if before < offset {
                offset - before
            } else {
                (BigUint::from(step) - (before - offset) % step) % step
            };
            // Beyond all that can be visited is as good as any.
            let first = u128::try_from(first).unwrap_or(u128::MAX);
            Walk::all(&tables, size).striped(first, u128::from(step))
        }))
    }

    /// Returns the derivations of this size from the `first`-th on.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
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

    /// Returns at most `most` derivations of this size, evenly spaced (Paper I, section 6): the `k`-th is the one nearest to
    /// `k / most` of the way.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn bounded(
        &self,
        size: u32,
        most: u64,
    ) -> Result<impl ExactSizeIterator<Item = Derivation> + use<>, SpaceError> {
        let tables = self.covering(size)?;
        let count = limbs::to_big(tables.of_size(size));
        let picked = u64::try_from(&count).map_or(most, |count| count.min(most));
        // An exact-size iterator counts in `usize`, which has 64 bits wherever this many values can be visited.
        let picked = usize::try_from(picked).unwrap_or(usize::MAX);
        Ok((0..picked).map(move |k| {
            // Rounded to nearest: floor((2 k count + most) / (2 most)), and never beyond the last.
            let index = (BigUint::from(2 * k) * &count + picked) / (2 * picked);
            unrank(&tables, size, limbs::from_big(&index.min(&count - 1u32)))
        }))
    }

    /// Returns a source of uniform derivations. It keeps what it needs to know of each size it is asked for.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn uniform(&self) -> Result<Uniform, SpaceError> {
        let tables = self.covering(0)?;
        Ok(Uniform { source: self.clone(), sampler: Sampler::new(Derivation::new(tables)) })
    }
}

/// Draws derivations, each of a size with equal probability.
///
/// The distribution is exactly uniform (Paper I, section 6), whatever the counts. Memory depends on the largest size
/// drawn, not on the number of draws; a draw takes time in the size of what is drawn.
#[derive(Clone)]
pub struct Uniform {
    source: Derivations,
    sampler: Sampler,
}

impl Uniform {
    fn cover(&mut self, size: u32) -> Result<(), SpaceError> {
        if !self.sampler.derivation.tables.covers(size) {
            self.sampler.derivation.tables = self.source.covering(size)?;
        }
        Ok(())
    }

    /// Returns one of the derivations of exactly this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] when there is none.
    #[inline]
    pub fn of_size<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<&Derivation, SpaceError> {
        self.cover(size)?;
        if self.sampler.derivation.tables.of_size(size).is_empty() {
            return Err(SpaceError::Empty { size });
        }
        self.sampler.draw(size, rng);
        Ok(&self.sampler.derivation)
    }

    /// Returns one of the derivations of this size or a smaller one.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] when there is none.
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
