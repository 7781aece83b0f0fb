//! The way in which a function passes its arguments and its result, from their types.
//!
//! The compiler picks the first kind that fits by the number of references before a [`Probe`]:
//! method lookup takes an implementation for `&&&Probe<T>` before one for `&&Probe<T>`. So any type
//! has a kind, the last one if nothing else is known of it.

use std::marker::PhantomData;

use super::passing::Lend;
use crate::space::Enumerable;

/// An argument by value.
pub struct ByValue;
/// An argument `&T`.
pub struct ByReference;
/// An argument `&mut T`: the value after the call is part of the result.
pub struct ByMutableReference;
/// An argument `&mut [T]`: the values after the call are part of the result.
pub struct ByMutableSlice;
/// An argument `&T` to a value that cannot be encoded.
pub struct ByOpaqueReference;
/// An argument `&mut T` to a value that cannot be encoded.
pub struct ByOpaqueMutableReference;
/// Any other argument. It has the same lifetime in all calls.
pub struct Opaque;

/// A result that can be encoded.
pub struct EncodableResult;
/// A result that cannot be encoded.
pub struct OpaqueResult;
/// A result that is a reference.
pub struct ReferenceResult;

/// Stands for a type whose kind is asked for.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    pub(super) fn new() -> Self {
        Probe(PhantomData)
    }
}

/// The kind of an argument.
pub trait ArgumentKind {
    /// The kind.
    type Kind;

    /// Returns it.
    fn argument_kind(&self) -> Self::Kind;
}

/// The kind of a result.
pub trait ResultKind {
    /// The kind.
    type Kind;

    /// Returns it.
    fn result_kind(&self) -> Self::Kind;
}

macro_rules! kinds {
    ($trait:ident $method:ident $([$($bounds:tt)*] $probe:ty => $kind:ident;)*) => {$(
        impl<$($bounds)*> $trait for $probe {
            type Kind = $kind;

            fn $method(&self) -> $kind {
                $kind
            }
        }
    )*};
}

kinds! { ArgumentKind argument_kind
    [T: Enumerable] &&&&Probe<T> => ByValue;
    [T: Lend + ?Sized] &&&Probe<&T> => ByReference;
    [T: Enumerable] &&&Probe<&mut T> => ByMutableReference;
    [T: Enumerable] &&&Probe<&mut [T]> => ByMutableSlice;
    [T] &&Probe<&T> => ByOpaqueReference;
    [T] &&Probe<&mut T> => ByOpaqueMutableReference;
    [T] &Probe<&[T]> => ByOpaqueReference;
    [T] &Probe<&mut [T]> => ByOpaqueMutableReference;
    [T] Probe<T> => Opaque;
}

kinds! { ResultKind result_kind
    [T: Enumerable] &&Probe<T> => EncodableResult;
    [T: ?Sized] &Probe<&T> => ReferenceResult;
    [T: ?Sized] &Probe<&mut T> => ReferenceResult;
    [T: ?Sized] &Probe<Option<&T>> => ReferenceResult;
    [T: ?Sized] &Probe<Option<&mut T>> => ReferenceResult;
    [T] Probe<T> => OpaqueResult;
}
