//! Spaces: a shape with a codec.

use std::sync::Arc;

use everycase_kernel::{BigUint, Derivation, Derivations, Rng, Shape, SpaceError, Uniform, Walk};

use super::codec::Codec;
use super::source::Source;

/// The values of a type, by size: counted, indexed, enumerated and sampled without a generator.
///
/// Clones are cheap and share what has been counted, also among threads.
pub struct Space<T> {
    derivations: Derivations,
    codec: Arc<dyn Codec<T>>,
}

impl<T> Clone for Space<T> {
    fn clone(&self) -> Self {
        Self { derivations: self.derivations.clone(), codec: Arc::clone(&self.codec) }
    }
}

impl<T> Space<T> {
    /// Returns the values that `codec` decodes from the derivations of `shape`.
    #[inline]
    pub fn new(shape: Shape, codec: impl Codec<T> + 'static) -> Self {
        Self::with_codec(shape, Arc::new(codec))
    }

    #[inline]
    pub(crate) fn with_codec(shape: Shape, codec: Arc<dyn Codec<T>>) -> Self {
        Self { derivations: Derivations::new(shape), codec }
    }

    /// Returns the untyped derivations.
    pub fn derivations(&self) -> &Derivations {
        &self.derivations
    }

    /// Returns the shape.
    pub fn shape(&self) -> &Shape {
        self.derivations.shape()
    }

    /// Returns the codec.
    pub fn codec(&self) -> &Arc<dyn Codec<T>> {
        &self.codec
    }

    /// Returns the fingerprint of the space's shape, see [`Derivations::fingerprint`].
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn fingerprint(&self) -> Result<u64, SpaceError> {
        self.derivations.fingerprint()
    }

    /// Returns the value of a derivation of this space.
    pub fn decode(&self, derivation: &Derivation) -> T {
        self.codec.decode(derivation.root())
    }

    /// Returns the derivation of a value.
    ///
    /// # Errors
    /// If the value is not in the space, or a mapping in it has no inverse.
    pub fn encode(&self, value: &T) -> Result<Derivation, SpaceError> {
        self.derivations.encode(|encoder| self.codec.encode(value, encoder))
    }

    /// Returns the value of a derivation of this space as Rust source, which compiles if the names
    /// in it are in scope.
    pub fn source(&self, derivation: &Derivation) -> String {
        let mut out = Source::new();
        self.codec.source(derivation.root(), &mut out);
        out.into()
    }

    /// Returns the number of values of this size, see [`Derivations::count`].
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        self.derivations.count(size)
    }

    /// Returns the number of values up to this size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn count_up_to(&self, size: u32) -> Result<BigUint, SpaceError> {
        self.derivations.count_up_to(size)
    }

    /// Returns the size of the largest value, see [`Derivations::largest_size`].
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn largest_size(&self) -> Result<Option<u32>, SpaceError> {
        self.derivations.largest_size()
    }

    /// Returns the value with this index among all, in the order of sizes.
    ///
    /// # Errors
    /// If the index is not below the number of values.
    pub fn index(&self, index: &BigUint) -> Result<T, SpaceError> {
        Ok(self.decode(&self.derivations.index(index)?))
    }

    /// Returns the value with this index among the values of a size.
    ///
    /// # Errors
    /// If the index is not below the number of values.
    pub fn index_of_size(&self, size: u32, index: &BigUint) -> Result<T, SpaceError> {
        Ok(self.decode(&self.derivations.index_of_size(size, index)?))
    }

    /// Returns the index of a value among all: the inverse of [`index`](Self::index).
    ///
    /// # Errors
    /// As for [`encode`](Self::encode).
    pub fn rank(&self, value: &T) -> Result<BigUint, SpaceError> {
        self.derivations.rank(&self.encode(value)?)
    }

    /// Returns the size of a value.
    ///
    /// # Errors
    /// As for [`encode`](Self::encode).
    pub fn size_of(&self, value: &T) -> Result<u32, SpaceError> {
        Ok(self.encode(value)?.size())
    }

    /// Returns all values of this size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn of_size(&self, size: u32) -> Result<Values<T>, SpaceError> {
        Ok(Values { walk: self.derivations.of_size(size)?, codec: Arc::clone(&self.codec) })
    }

    /// Returns all values up to this size, the smallest first.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn up_to(&self, size: u32) -> Result<impl Iterator<Item = T> + use<T>, SpaceError> {
        self.striped(size, 0, 1)
    }

    /// Returns every `step`-th value up to this size, beginning with the one at index `offset`
    /// (Paper I, section 6). With offsets `0..step`, `step` workers together visit all values, each
    /// once. A step of 0 counts as 1.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn striped(
        &self,
        size: u32,
        offset: u64,
        step: u64,
    ) -> Result<impl Iterator<Item = T> + use<T>, SpaceError> {
        let codec = Arc::clone(&self.codec);
        let walks = self.derivations.striped(size, offset, step)?;
        Ok(walks.flat_map(move |walk| Values { walk, codec: Arc::clone(&codec) }))
    }

    /// Returns at most `most` values of this size, evenly spaced, see [`Derivations::bounded`].
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn bounded(
        &self,
        size: u32,
        most: u64,
    ) -> Result<impl ExactSizeIterator<Item = T> + use<T>, SpaceError> {
        let codec = Arc::clone(&self.codec);
        Ok(self.derivations.bounded(size, most)?.map(move |derivation| codec.decode(derivation.root())))
    }

    /// Returns the values of this size one after the other, updated in place, for visitors that
    /// only borrow them.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn cursor(&self, size: u32) -> Result<Cursor<T>, SpaceError> {
        Ok(Cursor { walk: self.derivations.of_size(size)?, codec: Arc::clone(&self.codec), value: None })
    }

    /// Returns a source of uniform values, see [`Uniform`].
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn sampler(&self) -> Result<Sampler<T>, SpaceError> {
        Ok(Sampler { uniform: self.derivations.uniform()?, codec: Arc::clone(&self.codec) })
    }

    /// Draws a value of exactly this size uniformly. For several draws, use a
    /// [`sampler`](Self::sampler).
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn uniform<R: Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Result<T, SpaceError> {
        self.sampler()?.of_size(size, rng)
    }
}

/// The values of one size, see [`Space::of_size`]. Its length is exact if it fits `usize`; [`nth`]
/// seeks.
///
/// [`nth`]: Iterator::nth
pub struct Values<T> {
    walk: Walk,
    codec: Arc<dyn Codec<T>>,
}

impl<T> Values<T> {
    /// Returns every `stride`-th of the values ahead, beginning with the one `offset` ahead.
    #[must_use]
    pub fn striped(self, offset: u128, stride: u128) -> Self {
        Self { walk: self.walk.striped(offset, stride), ..self }
    }

    /// Returns the number of values ahead; `u128::MAX` if there are more.
    pub fn remaining(&self) -> u128 {
        self.walk.remaining()
    }
}

impl<T> Iterator for Values<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.walk.next().map(|derivation| self.codec.decode(derivation.root()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = usize::try_from(self.walk.remaining()).ok();
        (len.unwrap_or(usize::MAX), len)
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        self.walk.skip(n as u128);
        self.next()
    }

    fn count(self) -> usize {
        usize::try_from(self.walk.remaining()).unwrap_or(usize::MAX)
    }
}

impl<T> DoubleEndedIterator for Values<T> {
    fn next_back(&mut self) -> Option<T> {
        self.walk.next_back().map(|derivation| self.codec.decode(derivation.root()))
    }
}

impl<T> ExactSizeIterator for Values<T> {}

/// The values of one size, updated in place, see [`Space::cursor`].
pub struct Cursor<T> {
    walk: Walk,
    codec: Arc<dyn Codec<T>>,
    value: Option<T>,
}

impl<T> Cursor<T> {
    /// Returns the next value, updated in place from the previous one; what the two share is not
    /// rebuilt.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "it lends, which `Iterator` cannot")]
    pub fn next(&mut self) -> Option<&T> {
        let at = self.walk.next()?.root();
        if let Some(value) = &mut self.value {
            self.codec.update(value, at);
        } else {
            self.value = Some(self.codec.decode(at));
        }
        self.value.as_ref()
    }
}

/// Draws values of a size uniformly, see [`Uniform`].
pub struct Sampler<T> {
    uniform: Uniform,
    codec: Arc<dyn Codec<T>>,
}

impl<T> Sampler<T> {
    /// Draws a value of exactly this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    #[inline]
    pub fn of_size<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<T, SpaceError> {
        Ok(self.codec.decode(self.uniform.of_size(size, rng)?.root()))
    }

    /// Draws a value up to this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn up_to<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<T, SpaceError> {
        Ok(self.codec.decode(self.uniform.up_to(size, rng)?.root()))
    }
}
