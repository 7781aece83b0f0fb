//! Ways to pass arguments: by value, by shared or by mutable reference; encoded as derivations,
//! or only passed on.

use everycase_kernel::{At, EncodeError, Encoder};

use super::kinds::{
    ByMutableReference, ByMutableSlice, ByOpaqueMutableReference, ByOpaqueReference, ByReference, ByValue,
    Opaque,
};
use crate::impls::{encode_all, encode_str};
use crate::space::Enumerable;

/// An argument of a function whose strength is measured. `Kind` says how it is passed.
pub trait Passing<Kind> {
    /// The argument with the lifetime of a call.
    type As<'a>;
    /// The type of the value; `()` if it cannot be encoded.
    type Owned: Enumerable;

    /// What is written before the value in a call.
    const PREFIX: &'static str = "";
    /// Whether the value can be encoded.
    const IS_ENCODED: bool = true;
    /// Whether the function may change the value, and the changed value can be encoded.
    const IS_MUTABLE: bool = false;

    /// Encodes the value.
    ///
    /// # Errors
    /// If it is not one of its type's space.
    fn encode(slot: &Option<Self::As<'_>>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns the argument for a call.
    fn pass<'s, 'a: 's>(slot: &'s mut Option<Self::As<'a>>) -> Option<Self::As<'s>>;

    /// Returns another value as the argument; the slot's own value if that cannot be encoded.
    fn lend<'s, 'a: 's>(
        value: &'s mut Option<Self::Owned>,
        slot: &'s mut Option<Self::As<'a>>,
    ) -> Option<Self::As<'s>>;

    /// Returns whether the function may change the value before to the one after.
    fn admits(_before: At<'_>, _after: At<'_>) -> bool {
        true
    }

    /// Changes the value, if the function may change it.
    fn change(_: &mut Option<Self::As<'_>>, _: Self::Owned) {}
}

impl<T: Enumerable> Passing<ByValue> for T {
    type As<'a> = T;
    type Owned = T;

    fn encode(slot: &Option<T>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.as_ref().map_or(Ok(()), |value| value.encode(to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<T>) -> Option<T> {
        slot.take()
    }

    fn lend<'s, 'a: 's>(value: &'s mut Option<T>, _: &'s mut Option<T>) -> Option<T> {
        value.take()
    }
}

impl<T: Lend + ?Sized + 'static> Passing<ByReference> for &T {
    type As<'a> = &'a T;
    type Owned = T::Owned;

    const PREFIX: &'static str = "&";

    #[expect(clippy::ref_option_ref, reason = "the trait lends every slot")]
    fn encode(slot: &Option<&T>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.map_or(Ok(()), |value| value.encode(to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a T>) -> Option<&'s T> {
        *slot
    }

    fn lend<'s, 'a: 's>(value: &'s mut Option<T::Owned>, _: &'s mut Option<&'a T>) -> Option<&'s T> {
        value.as_ref().map(T::lend)
    }
}

impl<T: Enumerable> Passing<ByMutableReference> for &mut T {
    type As<'a> = &'a mut T;
    type Owned = T;

    const PREFIX: &'static str = "&mut ";
    const IS_MUTABLE: bool = true;

    fn encode(slot: &Option<&mut T>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.as_ref().map_or(Ok(()), |value| value.encode(to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a mut T>) -> Option<&'s mut T> {
        slot.as_deref_mut()
    }

    fn lend<'s, 'a: 's>(value: &'s mut Option<T>, _: &'s mut Option<&'a mut T>) -> Option<&'s mut T> {
        value.as_mut()
    }

    fn change(slot: &mut Option<&mut T>, changed: T) {
        if let Some(value) = slot {
            **value = changed;
        }
    }
}

impl<T: Enumerable> Passing<ByMutableSlice> for &mut [T] {
    type As<'a> = &'a mut [T];
    type Owned = Vec<T>;

    const PREFIX: &'static str = "&mut ";
    const IS_MUTABLE: bool = true;

    fn encode(slot: &Option<&mut [T]>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.as_ref().map_or(Ok(()), |values| encode_all(values.iter(), to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a mut [T]>) -> Option<&'s mut [T]> {
        slot.as_deref_mut()
    }

    fn lend<'s, 'a: 's>(
        value: &'s mut Option<Vec<T>>,
        _: &'s mut Option<&'a mut [T]>,
    ) -> Option<&'s mut [T]> {
        value.as_deref_mut()
    }

    fn admits(before: At<'_>, after: At<'_>) -> bool {
        Vec::<T>::decode(before).len() == Vec::<T>::decode(after).len()
    }

    fn change(slot: &mut Option<&mut [T]>, changed: Vec<T>) {
        for (value, changed) in slot.iter_mut().flat_map(|slice| slice.iter_mut()).zip(changed) {
            *value = changed;
        }
    }
}

/// The rest of a kind whose values cannot be encoded.
macro_rules! opaque {
    ($kind:ty) => {
        type Owned = ();

        const IS_ENCODED: bool = false;

        fn encode(_: &Option<Self::As<'_>>, _: &mut Encoder) -> Result<(), EncodeError> {
            Ok(())
        }

        fn lend<'s, 'a: 's>(
            _: &'s mut Option<()>,
            slot: &'s mut Option<Self::As<'a>>,
        ) -> Option<Self::As<'s>> {
            <Self as Passing<$kind>>::pass(slot)
        }
    };
}

impl<T: ?Sized + 'static> Passing<ByOpaqueReference> for &T {
    type As<'a> = &'a T;

    opaque!(ByOpaqueReference);

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a T>) -> Option<&'s T> {
        *slot
    }
}

impl<T: ?Sized + 'static> Passing<ByOpaqueMutableReference> for &mut T {
    type As<'a> = &'a mut T;

    opaque!(ByOpaqueMutableReference);

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a mut T>) -> Option<&'s mut T> {
        slot.as_deref_mut()
    }
}

impl<T> Passing<Opaque> for T {
    type As<'a> = T;

    opaque!(Opaque);

    fn pass<'s, 'a: 's>(slot: &'s mut Option<T>) -> Option<T> {
        slot.take()
    }
}

/// A type to which a function may take a shared reference.
pub trait Lend {
    /// The type of the value.
    type Owned: Enumerable;

    /// Encodes the value.
    ///
    /// # Errors
    /// If it is not one of its type's space.
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns a reference to the value.
    fn lend(value: &Self::Owned) -> &Self;
}

impl<T: Enumerable> Lend for T {
    type Owned = T;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        Enumerable::encode(self, to)
    }

    fn lend(value: &T) -> &T {
        value
    }
}

impl<T: Enumerable> Lend for [T] {
    type Owned = Vec<T>;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_all(self, to)
    }

    fn lend(value: &Vec<T>) -> &[T] {
        value
    }
}

impl Lend for str {
    type Owned = String;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_str(self, to)
    }

    fn lend(value: &String) -> &str {
        value
    }
}
