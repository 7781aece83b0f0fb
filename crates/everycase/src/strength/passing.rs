//! How arguments are passed: by value, by shared or by mutable reference.

use everycase_kernel::{At, EncodeError, Encoder};

use crate::Enumerable;
use crate::impls::{encode_all, encode_str};

/// By value.
pub struct ByValue;
/// As `&T`.
pub struct ByReference;
/// As `&mut T`: the value after the call is part of the result.
pub struct ByMutableReference;

/// An argument of a function whose strength is measured. `Kind` says how it is passed.
#[diagnostic::on_unimplemented(
    message = "a function with an argument of type `{Self}` has no mutants",
    label = "`{Self}` is not enumerable, and no reference to a type that is",
    note = "`of` takes functions whose arguments are enumerable values or references to them (`&T`, `&mut T`, `&[T]`, `&str`)",
    note = "for a type of your own, add `#[derive(Enumerable)]`"
)]
pub trait Passing<Kind> {
    /// The argument with the lifetime of a call.
    type As<'a>;
    /// The type of the value.
    type Owned: Enumerable;

    /// What is written before the value in a call.
    const PREFIX: &'static str;
    /// Whether the function may change the value.
    const IS_MUTABLE: bool;

    /// Encodes the value.
    ///
    /// # Errors
    /// If it is not one of its type's space.
    fn encode(slot: &Option<Self::As<'_>>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns the argument for a call.
    fn pass<'s, 'a: 's>(slot: &'s mut Option<Self::As<'a>>) -> Option<Self::As<'s>>;

    /// Returns a value as the argument.
    fn lend(value: &mut Option<Self::Owned>) -> Option<Self::As<'_>>;

    /// Changes the value, if it may be changed.
    fn change(slot: &mut Option<Self::As<'_>>, at: At<'_>);
}

impl<T: Enumerable> Passing<ByValue> for T {
    type As<'a> = T;
    type Owned = T;

    const PREFIX: &'static str = "";
    const IS_MUTABLE: bool = false;

    fn encode(slot: &Option<T>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.as_ref().map_or(Ok(()), |value| value.encode(to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<T>) -> Option<T> {
        slot.take()
    }

    fn lend(value: &mut Option<T>) -> Option<T> {
        value.take()
    }

    fn change(_: &mut Option<T>, _: At<'_>) {}
}

impl<T: Lent + ?Sized + 'static> Passing<ByReference> for &T {
    type As<'a> = &'a T;
    type Owned = T::Owned;

    const PREFIX: &'static str = "&";
    const IS_MUTABLE: bool = false;

    #[expect(clippy::ref_option_ref, reason = "the trait lends every slot")]
    fn encode(slot: &Option<&T>, to: &mut Encoder) -> Result<(), EncodeError> {
        slot.map_or(Ok(()), |value| value.encode(to))
    }

    fn pass<'s, 'a: 's>(slot: &'s mut Option<&'a T>) -> Option<&'s T> {
        *slot
    }

    fn lend(value: &mut Option<T::Owned>) -> Option<&T> {
        value.as_ref().map(T::lend)
    }

    fn change(_: &mut Option<&T>, _: At<'_>) {}
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

    fn lend(value: &mut Option<T>) -> Option<&mut T> {
        value.as_mut()
    }

    fn change(slot: &mut Option<&mut T>, at: At<'_>) {
        if let Some(value) = slot {
            **value = T::decode(at);
        }
    }
}

/// A type to which a function may take a shared reference.
#[diagnostic::on_unimplemented(
    message = "a function with an argument of type `&{Self}` has no mutants",
    label = "`{Self}` is not enumerable",
    note = "for a type of your own, add `#[derive(Enumerable)]`"
)]
pub trait Lent {
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

impl<T: Enumerable> Lent for T {
    type Owned = T;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        Enumerable::encode(self, to)
    }

    fn lend(value: &T) -> &T {
        value
    }
}

impl<T: Enumerable> Lent for [T] {
    type Owned = Vec<T>;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_all(self, to)
    }

    fn lend(value: &Vec<T>) -> &[T] {
        value
    }
}

impl Lent for str {
    type Owned = String;

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_str(self, to)
    }

    fn lend(value: &String) -> &str {
        value
    }
}
