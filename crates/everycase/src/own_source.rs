//! Values of spaces by hand, shown as their type's own space shows them.
//!
//! A mapped space knows no more of its values than their `Debug`. Where their type is concrete, which is where code is
//! generated for a parameter or a field, the compiler can tell whether the type is enumerable by itself; the source is
//! then what that says of the value.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::space::{Codec, Source};
use everycase_kernel::At;

use crate::enumerable::Enumerable;

/// A value as its type's own space writes it; nothing if that does not hold it.
pub type OwnSource<T> = fn(&T) -> Option<Source>;

/// Asked for [`OwnSource`], as `(&Own::<T>::NEW).own_source()` with both traits below in scope, method resolution takes
/// the answer of [`Enumerated`] where that holds, and otherwise goes on to a reference more and [`NotEnumerated`].
pub struct Own<T>(PhantomData<fn() -> T>);

impl<T> Own<T> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// The answer of types that are enumerable.
pub trait Enumerated<T> {
    /// Some.
    fn own_source(&self) -> Option<OwnSource<T>>;
}

impl<T: Enumerable + Debug> Enumerated<T> for Own<T> {
    fn own_source(&self) -> Option<OwnSource<T>> {
        Some(own_source)
    }
}

/// The answer of all other types.
pub trait NotEnumerated<T> {
    /// None.
    fn own_source(&self) -> Option<OwnSource<T>>;
}

impl<T> NotEnumerated<T> for &Own<T> {
    fn own_source(&self) -> Option<OwnSource<T>> {
        None
    }
}

fn own_source<T: Enumerable + Debug>(value: &T) -> Option<Source> {
    let space = T::space();
    let derivation = space.encode(value).ok()?;
    // Fields that the type's own space skips are lost on the way.
    if format!("{:?}", space.decode(&derivation)) != format!("{value:?}") {
        return None;
    }
    let mut out = Source::new();
    T::source(derivation.root(), &mut out);
    Some(out)
}

/// Appends the value at a position of a codec: as the codec writes it, unless that is by `Debug` and there is better.
pub(crate) fn write<T>(codec: &dyn Codec<T>, own: Option<OwnSource<T>>, at: At<'_>, out: &mut Source) {
    // Without drafts, every level of a recursive type would be written twice, and the one below it four times.
    let Some(own) = own.filter(|_| !out.is_draft()) else { return codec.source(at, out) };
    let mut draft = Source::draft();
    codec.source(at, &mut draft);
    if !draft.is_by_debug() {
        return out.append(&draft);
    }
    match own(&codec.decode(at)) {
        Some(better) => out.append(&better),
        None => codec.source(at, out),
    }
}

/// Prints a field that is given a space of its own.
pub fn source_embedded<T: 'static>(own: Option<OwnSource<T>>, at: At<'_>, out: &mut Source) {
    if let Some(codec) = at.payload::<Arc<dyn Codec<T>>>() {
        out.part(at, |at, out| write(&**codec, own, at.field(0), out));
    }
}
