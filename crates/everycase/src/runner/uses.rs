//! The code of a type that uses a value as a whole: its copies, its comparison with itself, and its
//! printing.
//!
//! Derived code recurses over a value, so it tells how deeply values may nest on a stack. Which of
//! it there is, the compiler knows where the type is concrete, as in code generated for a
//! parameter.

use std::fmt::{self, Debug, Write};
use std::hint::black_box;
use std::marker::PhantomData;

/// A use of a value.
type Use<T> = fn(&T);

/// The uses of the values of a type.
pub struct Uses<T>([Option<Use<T>>; 3]);

impl<T> Uses<T> {
    /// No uses.
    pub const NONE: Self = Self([None; 3]);

    /// Returns these uses.
    pub const fn new(cloned: Option<Use<T>>, compared: Option<Use<T>>, printed: Option<Use<T>>) -> Self {
        Self([cloned, compared, printed])
    }

    /// Uses a value.
    pub(crate) fn of(&self, value: &T) {
        self.0.iter().flatten().for_each(|each| each(value));
    }
}

/// For `(&Derived::<T>::NEW).cloned()` with all traits below in scope, method resolution chooses
/// [`Cloned`] if it applies, and otherwise, with one more reference, [`NotUsed`]; and so on.
pub struct Derived<T>(PhantomData<fn() -> T>);

impl<T> Derived<T> {
    /// The only value of this type.
    pub const NEW: Self = Self(PhantomData);
}

/// Implemented for types that are [`Clone`].
pub trait Cloned<T> {
    /// Clones a value and drops the clone.
    fn cloned(&self) -> Option<Use<T>>;
}

impl<T: Clone> Cloned<T> for Derived<T> {
    fn cloned(&self) -> Option<Use<T>> {
        Some(|value| drop(black_box(value.clone())))
    }
}

/// Implemented for types that are [`PartialEq`].
pub trait Compared<T> {
    /// Compares a value with itself.
    fn compared(&self) -> Option<Use<T>>;
}

impl<T: PartialEq> Compared<T> for Derived<T> {
    #[expect(clippy::eq_op, reason = "equal values are compared as a whole")]
    fn compared(&self) -> Option<Use<T>> {
        Some(|value| _ = black_box(value == value))
    }
}

/// Implemented for types that are [`Debug`].
pub trait Printed<T> {
    /// Prints a value in one line: in several, the time would grow with the cube of the nesting.
    fn printed(&self) -> Option<Use<T>>;
}

impl<T: Debug> Printed<T> for Derived<T> {
    fn printed(&self) -> Option<Use<T>> {
        Some(|value| _ = write!(Nowhere, "{value:?}"))
    }
}

/// Implemented for all types.
pub trait NotUsed<T> {
    /// Returns `None`.
    fn cloned(&self) -> Option<Use<T>> {
        None
    }

    /// Returns `None`.
    fn compared(&self) -> Option<Use<T>> {
        None
    }

    /// Returns `None`.
    fn printed(&self) -> Option<Use<T>> {
        None
    }
}

impl<T> NotUsed<T> for &Derived<T> {}

/// Takes text and drops it.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
