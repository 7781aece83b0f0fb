//! Results: encoded as derivations, or only passed on.

use std::any::TypeId;

use everycase_kernel::{At, EncodeError, Encoder, Shape};

use super::kinds::{EncodableResult, OpaqueResult};
use crate::space::Enumerable;
use crate::space::Source;

/// The kind of a result that is a value.
#[diagnostic::on_unimplemented(
    message = "a function that returns `{R}` has no mutants",
    label = "the result is a reference",
    note = "a mutant has no place to keep a wrong value that a reference could point to",
    note = "name a function that returns a value, such as `fn first_item(list: &[u8]) -> Option<u8> {{ first(list).copied() }}`"
)]
pub trait IsValue<R> {
    /// The kind itself.
    type Kind;
}

impl<R> IsValue<R> for EncodableResult {
    type Kind = EncodableResult;
}

impl<R> IsValue<R> for OpaqueResult {
    type Kind = OpaqueResult;
}

/// A result of a function whose strength is measured. `Kind` says whether it can be encoded.
pub trait Returns<Kind>: Sized {
    /// Whether it can be encoded. If not, the rest is not used.
    const IS_ENCODED: bool;

    /// Returns the type of the value.
    fn id() -> Option<TypeId>;

    /// Returns the shape of the type.
    fn shape() -> Shape;

    /// Encodes the value.
    ///
    /// # Errors
    /// If it is not one of its type's space.
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns the value of a derivation.
    fn decode(at: At<'_>) -> Option<Self>;

    /// Appends the value of a derivation as Rust source.
    fn source(at: At<'_>, out: &mut Source);
}

impl<R: Enumerable> Returns<EncodableResult> for R {
    const IS_ENCODED: bool = true;

    fn id() -> Option<TypeId> {
        Some(TypeId::of::<R>())
    }

    fn shape() -> Shape {
        <R as Enumerable>::shape()
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        Enumerable::encode(self, to)
    }

    fn decode(at: At<'_>) -> Option<R> {
        Some(Enumerable::decode(at))
    }

    fn source(at: At<'_>, out: &mut Source) {
        <R as Enumerable>::source(at, out);
    }
}

impl<R> Returns<OpaqueResult> for R {
    const IS_ENCODED: bool = false;

    fn id() -> Option<TypeId> {
        None
    }

    fn shape() -> Shape {
        Shape::product([])
    }

    fn encode(&self, _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NoInverse(std::any::type_name::<R>()))
    }

    fn decode(_: At<'_>) -> Option<R> {
        None
    }

    fn source(_: At<'_>, _: &mut Source) {}
}
