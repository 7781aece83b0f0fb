//! The trait that says how a type's values are derived from a shape.

use std::marker::PhantomData;

use crate::space::{Codec, Source, Space};
use everycase_kernel::{At, EncodeError, Encoder, Shape};

/// A type whose values can be counted, indexed, drawn, searched and shrunk.
///
/// Derive it:
///
/// ```
/// use everycase::Enumerable;
///
/// #[derive(Enumerable)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, u8, Box<Tree>),
/// }
/// ```
///
/// # Sizes
///
/// Every value has a size, and a type has finitely many values of each size. In a derived type every
/// constructor costs 1, a struct's one included, and the size of a value is the cost of its constructors plus
/// the sizes of what they hold. The types of the standard library:
///
/// | type | size of a value |
/// |---|---|
/// | `bool`, [`Ordering`](std::cmp::Ordering) | 1 |
/// | integers, `NonZero*` | the bit length of the magnitude: 0 has 0, 1 and -1 have 1, 2 and 3 have 2 |
/// | `char` | the bit length of the code point |
/// | `f32`, `f64` | of *m* * 2^*e* with *m* odd: the bits of *m* plus the bits of *e* (see [below](#floats)) |
/// | `()`, tuples, arrays, [`PhantomData`] | the sizes of their parts |
/// | `Box`, `Rc`, `Arc`, `Cow`, `Cell`, `RefCell`, `Mutex`, `RwLock`, `Reverse`, `Wrapping`, `Saturating` | that of what they hold |
/// | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>`, `Rc<[T]>`, `Arc<[T]>` | 1 for the end, and 1 plus its own size for each element |
/// | `String`, `Box<str>`, `Rc<str>`, `Arc<str>` | that of the list of their characters |
/// | maps and sets, ordered and hashed | 1 plus their keys and values, with what keys begin with in common counted once |
/// | `Option`, `Result`, [`Bound`](std::ops::Bound), [`ControlFlow`](std::ops::ControlFlow) | 1 plus what they hold |
/// | the ranges of [`std::ops`] | 1 plus their ends |
/// | [`Duration`](std::time::Duration) | the bits of its seconds plus the bits of its nanoseconds |
///
/// # Floats
///
/// A finite float other than 0 is, in one way only, ± *m* * 2^*e* with *m* an odd whole number. Its size is
/// the bit length of *m* plus that of *e*: 1.0 and -1.0 have size 1, ±0.5, ±2.0 and ±3.0 size 2, ±1.5, ±6.0,
/// ±5.0 and ±0.25 size 3. 0.0 has size 0 and -0.0 size 4, the infinities have size 5 and NaN size 6 (one
/// value: the bits of a NaN are not told apart). The smallest subnormal `f64`, 2^-1074, has size 12; the
/// largest finite `f64` size 63.
///
/// # Laws
///
/// For all values `x` that are decoded from the shape:
///
/// - `encode(x)` gives the derivation that `x` was decoded from, so different derivations decode to different values;
/// - after `value.update(at)`, `value` equals `decode(at)`, when it held the value that `at` says what changed of;
/// - `source(at)` is a Rust expression with the value `decode(at)`, wherever its [names](Source::names) are in scope;
/// - [`shape`](Self::shape) gives the same shape every time.
///
/// Every recursion goes through [`Shape::named`] and passes a cost; both come by themselves with the derive.
///
/// # Complexity
///
/// `decode`, `encode` and `source` are linear in the number of positions. `update` is linear in what changed
/// and the way to it; it keeps the allocations of the parts that stay. `shape` is cheap: what is below a name
/// is built when it is first needed, once for all values. A list may be of any length; other recursive values
/// are decoded and encoded by recursion, as deep as they are.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be enumerated",
    label = "`Enumerable` is not implemented for `{Self}`",
    note = "for a type of your own, add `#[derive(Enumerable)]`",
    note = "for a foreign type, give the field or the parameter a space: `#[enumerable(from = SPACE)]` on a field, \
            `#[from(SPACE)]` on a parameter of a property"
)]
pub trait Enumerable: Sized + 'static {
    /// Returns the grammar of the type.
    fn shape() -> Shape;

    /// Returns the value of a derivation of [`shape`](Self::shape).
    fn decode(at: At<'_>) -> Self;

    /// Becomes the value of a derivation, given that it holds the value of the one before.
    ///
    /// Only what changed is touched, so the value must not have been changed by other code in between: a caller that
    /// writes into a `Cell` of a value that a [`Cursor`](crate::space::Cursor) lends meets it again in the next one.
    fn update(&mut self, at: At<'_>) {
        *self = Self::decode(at);
    }

    /// Writes the value's derivation.
    ///
    /// # Errors
    /// When the value has none: a skipped variant, a number outside a field's space, a bijection without
    /// `into`.
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Appends the value of a derivation as Rust source, types outside of the prelude by full paths or as
    /// [names](Source::name), fields by [`Source::part`].
    fn source(at: At<'_>, out: &mut Source);

    /// All values of the type, to count, look up, draw from and combine.
    ///
    /// ```
    /// use everycase::Enumerable;
    ///
    /// let lists = Vec::<bool>::space();
    /// assert_eq!(lists.count(7)?, 8u32.into());
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    fn space() -> Space<Self> {
        Space::new(Self::shape(), ByType(PhantomData))
    }
}

/// The codec of a type that brings its own.
struct ByType<T>(PhantomData<fn() -> T>);

impl<T: Enumerable> Codec<T> for ByType<T> {
    fn decode(&self, at: At<'_>) -> T {
        T::decode(at)
    }

    fn update(&self, value: &mut T, at: At<'_>) {
        value.update(at);
    }

    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        value.encode(to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        T::source(at, out);
    }
}
