//! Items that generated code uses. They are not part of the public interface and change without
//! notice.

pub use std::clone::Clone;
pub use std::default::Default;
pub use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::hash::{DefaultHasher, Hash, Hasher};
pub use std::marker::Copy;
use std::marker::PhantomData;
use std::rc::Rc;
pub use std::result::Result;
use std::sync::Arc;

pub use crate::space::{Codec, IntoSpace, Product, Source, Space, no_value};
pub use everycase_check::settings::Settings;
pub use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape};

pub use crate::Enumerable;
#[cfg(feature = "strength")]
pub use crate::calls::{
    ArgumentKind, Arguments, ByMutableReference, ByMutableSlice, ByOpaqueMutableReference, ByOpaqueReference,
    ByReference, ByValue, Call, Callable, EncodableResult, ExercisedFunction, Function, IsValue, Lend,
    Opaque, OpaqueResult, Passing, Probe, ReferenceResult, ResultKind, Returns, TypedFunction, Types,
    exercised,
};
pub use crate::generator::{Choice, Gen, Promise, Report, assert_covers, coverage, drawn, generated};
pub use crate::lazy::{Atom, Inspect, Lazy, Undecided, Whole};
pub use crate::runner::{
    Body, Cloned, Compared, Derived, Inputs, IntoOutcome, NotUsed, Outcome, Parameter, Parameters, Printed,
    Property, Reference, Site, Statements, Uses, block_on, condition, inputs, is_assume, is_unmet, unmet,
    with_examples, with_structures,
};
pub use crate::space::own_source::{EnumerableSource, FallbackSource, Own, OwnSource, source_embedded};

/// A bound of a type parameter that is run on atoms: whether `T` meets it is found by method
/// resolution.
pub struct Bound<T>(PhantomData<fn() -> T>);

impl<T> Bound<T> {
    /// The only value of this type.
    pub const NEW: Self = Self(PhantomData);
}

/// The bound is met.
pub struct MetBound;

/// The bound is not met.
pub struct UnmetBound;

/// Returns the space of a type.
pub fn space<T: Enumerable>() -> Space<T> {
    T::space()
}

/// Returns the hash of a value, for the laws of `Hash` and `Borrow`.
pub fn hashed<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns whether a result is promised.
pub fn holds<T: ?Sized>(result: &T, covers: impl Fn(&T) -> bool) -> bool {
    covers(result)
}

/// Returns the value of an example that its parameter owns: a string for the literal given for a
/// `&str`.
pub fn owned<T, V: Into<T>>(value: V) -> T {
    value.into()
}

/// Returns the space given for a parameter, with the parameter's type.
pub fn from<T>(space: impl IntoSpace<T>) -> Space<T> {
    space.into_space()
}

/// A constructor of a derived type.
pub struct Constructor<'c> {
    /// Its name.
    pub label: &'static str,
    /// Its cost.
    pub cost: u32,
    /// The shapes of its fields.
    pub fields: &'c [fn() -> Shape],
}

/// Returns the shape of a derived type.
pub fn sum(constructors: &[Constructor<'_>]) -> Shape {
    Shape::choice(constructors.iter().map(|constructor| {
        let fields = constructor.fields.iter().map(|shape| shape());
        Alternative::new(constructor.label, fields).pay(constructor.cost)
    }))
}

/// Appends a text. Not inlined, since every constructor calls it.
#[inline(never)]
pub fn text(out: &mut Source, text: &str) {
    out.push_str(text);
}

/// Appends the name of a type, then a text.
#[inline(never)]
pub fn name(out: &mut Source, module: &'static str, name: &'static str, text: &str) {
    out.name(module, name);
    out.push_str(text);
}

/// Appends a path that begins with a name of the prelude.
#[inline(never)]
pub fn path(out: &mut Source, path: &'static str) {
    out.path(path);
}

/// Records that the type has a variant with a name of the prelude.
#[inline(never)]
pub fn variant(out: &mut Source, name: &'static str) {
    out.variant(name);
}

/// Records that the appended source has parts that are private to a module, or to the one `up`
/// levels above.
#[inline(never)]
pub fn private(out: &mut Source, module: &'static str, up: usize, name: &'static str) {
    out.private(module, up, name);
}

/// Stands for encoding through a mapping without an inverse.
///
/// # Errors
/// Always.
pub fn no_inverse<T>(_: &mut Encoder) -> Result<(), EncodeError> {
    Err(EncodeError::NoInverse(std::any::type_name::<T>()))
}

/// Returns the shape of a field with a space of its own: the space's shape with its codec as
/// payload.
pub fn embed<T: 'static>(space: impl IntoSpace<T>) -> Shape {
    space.into_space().embed()
}

/// Decodes a field with a space of its own.
pub fn decode_embedded<T: 'static>(at: At<'_>) -> T {
    Space::decode_embedded(at)
}

/// Updates a field with a space of its own.
pub fn update_embedded<T: 'static>(value: &mut T, at: At<'_>) {
    Space::update_embedded(value, at);
}

/// Encodes a field with a space of its own.
///
/// # Errors
/// If the value is not in the space.
pub fn encode_embedded<T: 'static>(value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
    Space::encode_embedded(value, to)
}

/// Returns the view of such a field.
pub fn whole<T>(lazy: Lazy<T>) -> Whole<T> {
    Whole::of(lazy)
}

/// A pointer with the shape of its target. Views look through `Box`, `Rc` and `Arc`, recognized by
/// their written names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the `Box`, `Rc` or `Arc` of the standard library",
    note = "`derive(Enumerable)` knows these by their names; write another type with its path, as in `self::Rc<T>`"
)]
pub trait Pointer {
    /// The type it points to.
    type Target;
}

impl<T> Pointer for Box<T> {
    type Target = T;
}

impl<T> Pointer for Rc<T> {
    type Target = T;
}

impl<T> Pointer for Arc<T> {
    type Target = T;
}

/// Returns the view of a pointer's target.
#[inline]
pub fn look_through<P: Pointer>(lazy: Lazy<P>) -> Lazy<P::Target> {
    lazy.cast()
}
