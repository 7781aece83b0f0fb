//! Hand-written spaces: the operations of sized functors on typed spaces, names for recursion,
//! bijections.

use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use everycase_kernel::{Alternative, At, Derivation, EncodeError, Encoder, Key, Shape, SpaceError};

use super::codec::Codec;
use super::into::IntoSpace;
use super::source::Source;
use super::typed::Space;

impl<T: 'static> Space<T> {
    /// Returns the empty space.
    pub fn empty() -> Self {
        Self::new(Shape::empty(), EmbeddedCodec(PhantomData))
    }

    /// Returns the shape of this space as a part of another one: a position with this space's codec
    /// as payload. See [`decode_embedded`](Self::decode_embedded).
    pub fn embed(&self) -> Shape {
        self.shape().clone().with_payload(Arc::clone(self.codec()))
    }

    /// Decodes a position whose shape was made by [`embed`](Self::embed).
    ///
    /// # Panics
    /// At any other position: the codec then does not belong to the shape.
    pub fn decode_embedded(at: At<'_>) -> T {
        EmbeddedCodec(PhantomData).decode(at)
    }

    /// Updates at a position whose shape was made by [`embed`](Self::embed).
    ///
    /// # Panics
    /// As [`decode_embedded`](Self::decode_embedded).
    pub fn update_embedded(value: &mut T, at: At<'_>) {
        EmbeddedCodec(PhantomData).update(value, at);
    }

    /// Encodes at a position whose shape was made by [`embed`](Self::embed).
    ///
    /// # Errors
    /// If the space's own codec fails.
    pub fn encode_embedded(value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        EmbeddedCodec(PhantomData).encode(value, to)
    }

    /// Returns a space that is shared under a key and built on first use. Hand-written spaces use
    /// this for recursion, and for families such as "terms with `n` free variables"; see
    /// [`Shape::named`]. Every recursion must pass a [`pay`](Self::pay).
    pub fn named(key: Key, body: impl Fn() -> Self + Send + Sync + 'static) -> Self {
        Self::new(Shape::named(key.of_values::<T>(), move || body().embed()), EmbeddedCodec(PhantomData))
    }

    /// Returns the same values, each larger by `cost`.
    #[must_use]
    pub fn pay(self, cost: u32) -> Self {
        Self::with_codec(self.shape().clone().pay(cost), Arc::clone(self.codec()))
    }

    /// Returns the disjoint union of two spaces. The caller ensures that they are disjoint: a value
    /// in both is visited twice.
    #[must_use]
    pub fn union(self, other: impl IntoSpace<T>) -> Self {
        let other = other.into_space();
        let shape = self.shape().clone().union(other.shape().clone());
        Self::new(shape, Union(Arc::clone(self.codec()), Arc::clone(other.codec())))
    }

    /// Returns the images of this space's values, with the same sizes. `f` should be injective,
    /// otherwise values are visited repeatedly ([`check_injective`](Self::check_injective) tests
    /// that). Without an inverse the images have no rank; use [`bijection`](Self::bijection) if
    /// there is one.
    ///
    /// # How values are shown
    ///
    /// This space only knows the `Debug` of its values, which in general is not Rust. If the type
    /// of a parameter or field is enumerable, its values are shown as by that type. For other
    /// types, use [`with_source`](Self::with_source). The same holds for
    /// [`bijection`](Self::bijection), [`injection`](Self::injection) and [`one_of`](Self::one_of).
    pub fn map<U: Debug + 'static>(self, f: impl Fn(T) -> U + Send + Sync + 'static) -> Space<U> {
        let codec = Map { inner: Arc::clone(self.codec()), from: f, back: NoInverse };
        Space::new(self.shape().clone(), codec)
    }

    /// Returns the images of this space's values under a bijection, with the same sizes (Paper I,
    /// section 5); `into` is the inverse of `from`. They are shown like the images of
    /// [`map`](Self::map).
    pub fn bijection<U: Debug + PartialEq + 'static>(
        self,
        from: impl Fn(T) -> U + Send + Sync + 'static,
        into: impl Fn(&U) -> T + Send + Sync + 'static,
    ) -> Space<U> {
        self.injection(from, move |value| Some(into(value)))
    }

    /// Does the same for a mapping into a part of `U`: `into` returns `None` for values that are
    /// not images. Unions need it to find out which side a value is on.
    pub fn injection<U: Debug + PartialEq + 'static>(
        self,
        from: impl Fn(T) -> U + Send + Sync + 'static,
        into: impl Fn(&U) -> Option<T> + Send + Sync + 'static,
    ) -> Space<U> {
        // Rejects values that do not round-trip.
        let from = Arc::new(from);
        let image = Arc::clone(&from);
        let back =
            Inverse(move |value: &U| into(value).filter(|_| into(value).is_some_and(|v| image(v) == *value)));
        let codec = Map { inner: Arc::clone(self.codec()), from: move |value| from(value), back };
        Space::new(self.shape().clone(), codec)
    }

    /// Returns, for every value `a` of this space, the values of `f(&a)`, with the sum of both
    /// sizes. The values `a` are enumerated one by one up to the required size, so there should be
    /// few small ones: lengths, scopes, modes.
    pub fn flat_map<U: 'static>(self, f: impl Fn(&T) -> Space<U> + Send + Sync + 'static) -> Space<U> {
        struct FlatMap<T, U>(PhantomData<(T, U)>);
        // A fresh shape distinguishes this call's family from all others.
        let family = Key::of::<FlatMap<T, U>>().under(&Shape::unit());
        Space::new(family_from(self, Arc::new(f), &family, 0), FlatMapCodec(PhantomData))
    }

    /// Searches the first `most` values of size at most `size` for one that occurs twice or is not
    /// encoded back to itself. Values without an inverse are compared by their source text.
    ///
    /// # Errors
    /// [`SpaceError::NotBijective`] for the first such value, or an error of the space.
    pub fn check_injective(&self, size: u32, most: u64) -> Result<(), SpaceError> {
        let mut seen = HashMap::new();
        self.check_values(size, most, |derivation, index| {
            let source = self.source(derivation);
            let before = seen.insert(source.clone(), index);
            before.map(|other| format!("{source} is also the value at index {other}"))
        })
    }

    /// Does the same for values with an inverse only.
    ///
    /// # Errors
    /// As for `check_injective`.
    pub fn check_inverse(&self, size: u32, most: u64) -> Result<(), SpaceError> {
        self.check_values(size, most, |_, _| None)
    }

    /// Does the same for one value: fast enough to be done for some values before each check of a
    /// property.
    ///
    /// # Errors
    /// As for `check_injective`.
    pub fn check_inverse_of(&self, derivation: &Derivation) -> Result<(), SpaceError> {
        let Some(problem) = self.problem(derivation, || None)? else { return Ok(()) };
        let rank = self.derivations().rank(derivation)?;
        Err(SpaceError::NotBijective { index: u64::try_from(&rank).unwrap_or(u64::MAX), problem })
    }

    /// Returns what is wrong with encoding a value back; `without_inverse` decides about a value
    /// that has no inverse.
    fn problem(
        &self,
        derivation: &Derivation,
        without_inverse: impl FnOnce() -> Option<String>,
    ) -> Result<Option<String>, SpaceError> {
        Ok(match self.encode(&self.decode(derivation)) {
            Ok(back) if back == *derivation => None,
            Ok(back) => {
                let other = self.derivations().rank(&back)?;
                Some(format!("{} is also the value at index {other}", self.source(derivation)))
            }
            Err(SpaceError::Encode(EncodeError::NoInverse(_))) => without_inverse(),
            Err(error) => Some(format!("{} has no way back: {error}", self.source(derivation))),
        })
    }

    /// `without_inverse` returns what is wrong with the value at an index that has no inverse.
    fn check_values(
        &self,
        size: u32,
        most: u64,
        mut without_inverse: impl FnMut(&Derivation, u64) -> Option<String>,
    ) -> Result<(), SpaceError> {
        let mut index = 0u64;
        for size in 0..=size {
            let mut walk = self.derivations().of_size(size)?;
            while let Some(derivation) = walk.next() {
                if index == most {
                    return Ok(());
                }
                if let Some(problem) = self.problem(derivation, || without_inverse(derivation, index))? {
                    return Err(SpaceError::NotBijective { index, problem });
                }
                index += 1;
            }
        }
        Ok(())
    }
}

impl<T: Clone + PartialEq + Debug + Send + Sync + 'static> Space<T> {
    /// Returns one value, of size 0.
    pub fn just(value: T) -> Self {
        Self::one_of([value])
    }

    /// Returns these values, of size 0 each, in this order.
    pub fn one_of(values: impl IntoIterator<Item = T>) -> Self {
        let values: Vec<T> = values.into_iter().collect();
        let shape = Shape::choice(values.iter().map(|_| Alternative::new("", [])));
        Self::new(shape, OneOf(values))
    }
}

/// Returns the space for a key.
type Member<T, U> = dyn Fn(&T) -> Space<U> + Send + Sync;

/// Returns the family of a [`Space::flat_map`] for keys from this size on: the keys of this size,
/// and the larger ones at a cost of 1.
fn family_from<T: 'static, U: 'static>(
    keys: Space<T>,
    f: Arc<Member<T, U>>,
    family: &Key,
    size: u32,
) -> Shape {
    let name = family.clone();
    Shape::named(family.clone().with(u64::from(size)), move || {
        let of_size = keys.of_size(size).map(|values| values.map(|key| f(&key).embed()).collect());
        // If the keys cannot be enumerated, the family recurses without paying, which is reported
        // by name.
        let Ok::<Vec<Shape>, _>(members) = of_size else {
            return family_from(keys.clone(), Arc::clone(&f), &name, size);
        };
        let mut alternatives: Vec<_> =
            members.into_iter().map(|shape| Alternative::new("key", [shape])).collect();
        if !matches!(keys.largest_size(), Ok(Some(largest)) if largest <= size) {
            let larger = family_from(keys.clone(), Arc::clone(&f), &name, size + 1);
            alternatives.push(Alternative::new("larger", [larger]).pay(1));
        }
        Shape::choice(alternatives)
    })
}

/// Decodes with the codec found at the position.
struct EmbeddedCodec<T>(PhantomData<fn() -> T>);

impl<T: 'static> Codec<T> for EmbeddedCodec<T> {
    fn decode(&self, at: At<'_>) -> T {
        match at.payload::<Arc<dyn Codec<T>>>() {
            Some(codec) => codec.decode(at.field(0)),
            None => {
                panic!("a codec for {} stands at a position of another space", std::any::type_name::<T>())
            }
        }
    }

    fn update(&self, value: &mut T, at: At<'_>) {
        match at.payload::<Arc<dyn Codec<T>>>() {
            // The shape, and so the codec, belongs to the field of a single alternative, so it is
            // the same as before.
            Some(codec) => codec.update(value, at.field(0)),
            None => *value = self.decode(at),
        }
    }

    #[inline]
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        let codec = to.payload::<Arc<dyn Codec<T>>>();
        to.alternative(0)?;
        codec.ok_or(EncodeError::NotInShape)?.encode(value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        if let Some(codec) = at.payload::<Arc<dyn Codec<T>>>() {
            codec.source(at.field(0), out);
        }
    }
}

struct Union<T>(Arc<dyn Codec<T>>, Arc<dyn Codec<T>>);

impl<T> Union<T> {
    fn side(&self, at: At<'_>) -> &dyn Codec<T> {
        if at.alternative() == 0 { &*self.0 } else { &*self.1 }
    }
}

impl<T> Codec<T> for Union<T> {
    fn decode(&self, at: At<'_>) -> T {
        self.side(at).decode(at.field(0))
    }

    #[inline]
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        to.either(
            |to| {
                to.alternative(0)?;
                self.0.encode(value, to)
            },
            |to| {
                to.alternative(1)?;
                self.1.encode(value, to)
            },
        )
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        self.side(at).source(at.field(0), out);
    }
}

struct Map<T, F, G> {
    inner: Arc<dyn Codec<T>>,
    from: F,
    back: G,
}

/// The inverse of a mapping, if there is one.
trait Back<T, U>: Send + Sync {
    fn back(&self, value: &U) -> Result<T, EncodeError>;
}

struct NoInverse;

impl<T, U> Back<T, U> for NoInverse {
    fn back(&self, _: &U) -> Result<T, EncodeError> {
        Err(EncodeError::NoInverse(std::any::type_name::<U>()))
    }
}

struct Inverse<G>(G);

impl<T, U, G: Fn(&U) -> Option<T> + Send + Sync> Back<T, U> for Inverse<G> {
    fn back(&self, value: &U) -> Result<T, EncodeError> {
        (self.0)(value).ok_or(EncodeError::NotInShape)
    }
}

impl<T, U: Debug, F: Fn(T) -> U + Send + Sync, G: Back<T, U>> Codec<U> for Map<T, F, G> {
    fn decode(&self, at: At<'_>) -> U {
        (self.from)(self.inner.decode(at))
    }

    #[inline]
    fn encode(&self, value: &U, to: &mut Encoder) -> Result<(), EncodeError> {
        self.inner.encode(&self.back.back(value)?, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.debug(&self.decode(at));
    }
}

struct OneOf<T>(Vec<T>);

impl<T: Clone + PartialEq + Debug + Send + Sync> Codec<T> for OneOf<T> {
    fn decode(&self, at: At<'_>) -> T {
        self.0[at.alternative()].clone()
    }

    #[inline]
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        let i = self.0.iter().position(|one| one == value).ok_or(EncodeError::NotInShape)?;
        to.alternative(i)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.debug(&self.0[at.alternative()]);
    }
}

/// Finds a member of a family by size.
struct FlatMapCodec<U>(PhantomData<fn() -> U>);

impl<U: 'static> FlatMapCodec<U> {
    fn member(mut at: At<'_>) -> At<'_> {
        while at.label() == "larger" {
            at = at.field(0);
        }
        at.field(0)
    }
}

impl<U: 'static> Codec<U> for FlatMapCodec<U> {
    fn decode(&self, at: At<'_>) -> U {
        Space::decode_embedded(Self::member(at))
    }

    #[inline]
    fn encode(&self, _: &U, _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NoInverse("a flat_map"))
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        EmbeddedCodec::<U>(PhantomData).source(Self::member(at), out);
    }
}

/// Tuples of spaces, which become spaces of tuples.
pub trait Product {
    /// The tuples of values.
    type Values;

    /// Returns the space of tuples; a tuple's size is the sum of its parts' sizes.
    fn product(self) -> Space<Self::Values>;
}

macro_rules! products {
    ($($name:ident $i:tt),*) => {
        impl<$($name: 'static),*> Product for ($(Space<$name>,)*) {
            type Values = ($($name,)*);

            fn product(self) -> Space<Self::Values> {
                let shape = Shape::product([$(self.$i.shape().clone()),*]);
                Space::new(shape, Tuple(($(Arc::clone(self.$i.codec()),)*)))
            }
        }

        impl<$($name),*> Codec<($($name,)*)> for Tuple<($(Arc<dyn Codec<$name>>,)*)> {
            fn decode(&self, at: At<'_>) -> ($($name,)*) {
                ($(self.0.$i.decode(at.field($i)),)*)
            }

            fn update(&self, value: &mut ($($name,)*), at: At<'_>) {
                let arity = [$($i),*].len();
                $(if at.changed($i, arity) {
                    self.0.$i.update(&mut value.$i, at.field($i));
                })*
            }

            #[inline]
            fn encode(&self, value: &($($name,)*), to: &mut Encoder) -> Result<(), EncodeError> {
                to.alternative(0)?;
                $(self.0.$i.encode(&value.$i, to)?;)*
                Ok(())
            }

            fn source(&self, at: At<'_>, out: &mut Source) {
                out.push('(');
                $(
                    out.push_str(if $i == 0 { "" } else { ", " });
                    self.0.$i.source(at.field($i), out);
                )*
                out.push_str(if [$($i),*].len() == 1 { ",)" } else { ")" });
            }
        }
    };
}

struct Tuple<C>(C);

impl Product for () {
    type Values = ();

    fn product(self) -> Space<()> {
        Space::just(())
    }
}

products!(A 0);
products!(A 0, B 1);
products!(A 0, B 1, C 2);
products!(A 0, B 1, C 2, D 3);
products!(A 0, B 1, C 2, D 3, E 4);
products!(A 0, B 1, C 2, D 3, E 4, F 5);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
products!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
