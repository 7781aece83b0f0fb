//! The trait that derives a type's values from a shape.

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
/// Every value has a size, and a type has finitely many values of each size. In a derived type
/// every constructor costs 1, also the constructor of a struct; the size of a value is the cost of
/// its constructors plus the sizes of their fields. The types of the standard library:
///
/// | type | size of a value |
/// |---|---|
/// | `bool`, [`Ordering`](std::cmp::Ordering) | 1 |
/// | integers, `NonZero*` | the bit length of the magnitude: 0 has 0, 1 and -1 have 1, 2 and 3 have 2 |
/// | `char` | the bit length of the code point |
/// | `f32`, `f64` | of *m* * 2^*e* with *m* odd: the bits of *m* plus the bits of *e* (see [below](#floats)) |
/// | `()`, tuples, arrays, [`PhantomData`] | the sizes of their parts |
/// | `Box`, `Rc`, `Arc`, `Cow`, `Cell`, `RefCell`, `Mutex`, `RwLock`, `Reverse`, `Wrapping`, `Saturating` | the size of the value in them |
/// | atomic numbers | the size of the number |
/// | `Vec`, `VecDeque`, `LinkedList`, `Box<[T]>`, `Rc<[T]>`, `Arc<[T]>` | 1 for the end, and 1 plus its own size for each element |
/// | `String`, `Box<str>`, `Rc<str>`, `Arc<str>` | the size of the list of their characters |
/// | [`OsString`](std::ffi::OsString), [`PathBuf`](std::path::PathBuf), if Unicode | the size of the string |
/// | [`CString`](std::ffi::CString) | the size of the list of its bytes |
/// | maps and sets, ordered and hashed | 1 plus their keys and values, with what keys begin with in common counted once |
/// | [`BinaryHeap`](std::collections::BinaryHeap) | the size of the set of its elements, and 1 for each further copy of an element |
/// | `Option`, `Result`, [`Bound`](std::ops::Bound), [`ControlFlow`](std::ops::ControlFlow), [`Poll`](std::task::Poll) | 1 plus what they hold |
/// | the ranges of [`std::ops`] | 1 plus their ends |
/// | [`Duration`](std::time::Duration) | the bits of its seconds plus the bits of its nanoseconds |
/// | [`SystemTime`](std::time::SystemTime), from about 1697 to 2242, in steps of 100 ns | the bits of its seconds since 1970 plus the bits of the steps |
/// | [`Ipv4Addr`](std::net::Ipv4Addr), [`Ipv6Addr`](std::net::Ipv6Addr), `SocketAddrV4`, `SocketAddrV6` | the bits of their octets or segments, ports and other numbers |
/// | [`IpAddr`](std::net::IpAddr), [`SocketAddr`](std::net::SocketAddr) | 1 plus what they hold |
///
/// # Floats
///
/// A finite float other than 0 is ± *m* * 2^*e* with an odd integer *m* in exactly one way. Its
/// size is the bit length of *m* plus the bit length of *e*: 1.0 and -1.0 have size 1, ±0.5, ±2.0
/// and ±3.0 size 2, ±1.5, ±6.0, ±5.0 and ±0.25 size 3. 0.0 has size 0 and -0.0 size 4, the
/// infinities have size 5 and NaN size 6. NaNs with other bits are values of their own, shown by
/// `from_bits`: a negative one has size 7, and NaNs with a payload have size 7 plus the bit length
/// of the payload, whether quiet or signaling. The smallest subnormal `f64`, 2^-1074, has size 12;
/// the largest finite `f64` has size 63.
///
/// # Laws
///
/// For all values `x` that are decoded from the shape:
///
/// - `encode(x)` gives the derivation that `x` was decoded from, so different derivations decode to
///   different values;
/// - after `value.update(at)`, `value` equals `decode(at)`, when it held the value that `at` says
///   what changed of;
/// - `source(at)` is a Rust expression with the value `decode(at)`, wherever its
///   [names](Source::names) are in scope;
/// - [`shape`](Self::shape) gives the same shape every time.
///
/// Every recursion goes through [`Shape::named`] and pays a cost; the derive takes care of both.
///
/// # Complexity
///
/// `decode`, `encode` and `source` are linear in the number of positions. `update` is linear in the
/// changes and the path to them; it keeps the allocations of unchanged parts. `shape` is cheap:
/// what is below a name is built on first use, once for all values. A list may have any length;
/// other recursive values are decoded and encoded recursively.
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

    /// Updates the value, which was decoded from the previous derivation, to the value of the
    /// current derivation.
    ///
    /// Only changed parts are touched, so other code must not have changed the value in the
    /// meantime: a change to a `Cell` in a value lent by a [`Cursor`](crate::space::Cursor) is
    /// still there in the next value.
    fn update(&mut self, at: At<'_>) {
        *self = Self::decode(at);
    }

    /// Encodes the value as a derivation.
    ///
    /// # Errors
    /// If the value has none: it contains a skipped variant, a number outside of a field's space,
    /// or a bijection without `into`.
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Appends the value of a derivation as Rust source. Types outside of the prelude are written
    /// with full paths or as [names](Source::name), fields by [`Source::part`].
    fn source(at: At<'_>, out: &mut Source);

    /// Returns the space of all values of the type.
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

/// The codec of an enumerable type.
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
