//! Functions whose strength is measured: `#[property(of = insert)]`.
//!
//! The macro binds a local of the function's name over the body of the property. Outside of a
//! measurement the local calls the function. Within one it passes each call, encoded, to the
//! [`Calls`](everycase_check::strength::Calls) of this thread.
//!
//! The local is made in steps, since the compiler has to find out the types of the function one
//! after the other: its arguments and its result ([`exercised`]), the [kinds] of each
//! ([`ExercisedFunction::passing`]), and then the local itself ([`TypedFunction::local`]).

mod answer;
mod arguments;
mod function;
mod kinds;
mod measurement;
mod passing;
mod returns;
mod target;

pub use self::arguments::{Arguments, Call, Callable, ExercisedFunction, TypedFunction, Types, exercised};
pub use self::function::Function;
pub use self::kinds::{
    ArgumentKind, ByMutableReference, ByMutableSlice, ByOpaqueMutableReference, ByOpaqueReference,
    ByReference, ByValue, EncodableResult, Opaque, OpaqueResult, Probe, ReferenceResult, ResultKind,
};
pub use self::passing::{Lend, Passing};
pub use self::returns::{IsValue, Returns};
pub(crate) use self::target::PropertyTarget;
