//! Shows values of hand-written spaces as their type's own space shows them.
//!
//! A mapped space knows only the `Debug` of its values. But if their type is concrete, as in code
//! generated for a parameter or a field, the compiler knows whether the type is enumerable. If so,
//! its own space prints the value.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::space::{Codec, Source};
use everycase_kernel::At;

use crate::space::Enumerable;

/// Returns a value as its type's own space prints it, if that space contains it.
pub type OwnSource<T> = fn(&T) -> Option<Source>;

/// For `(&Own::<T>::NEW).own_source()` with both traits below in scope, method resolution chooses
/// [`EnumerableSource`] if it applies, and otherwise, with one more reference, [`FallbackSource`].
pub struct Own<T>(PhantomData<fn() -> T>);

impl<T> Own<T> {
    /// The only value of this type.
    pub const NEW: Self = Self(PhantomData);
}

/// Implemented for enumerable types.
pub trait EnumerableSource<T> {
    /// Some.
    fn own_source(&self) -> Option<OwnSource<T>>;
}

impl<T: Enumerable + Debug> EnumerableSource<T> for Own<T> {
    fn own_source(&self) -> Option<OwnSource<T>> {
        Some(own_source)
    }
}

/// Implemented for all types.
pub trait FallbackSource<T> {
    /// Returns `None`.
    fn own_source(&self) -> Option<OwnSource<T>>;
}

impl<T> FallbackSource<T> for &Own<T> {
    fn own_source(&self) -> Option<OwnSource<T>> {
        None
    }
}

fn own_source<T: Enumerable + Debug>(value: &T) -> Option<Source> {
    let space = T::space();
    let derivation = space.encode(value).ok()?;
    // Fields that the type's own space skips would be lost.
    if format!("{:?}", space.decode(&derivation)) != format!("{value:?}") {
        return None;
    }
    let mut out = Source::new();
    T::source(derivation.root(), &mut out);
    Some(out)
}

/// Appends the value at a position as the codec prints it, unless the codec uses `Debug` and there
/// is something better.
pub(crate) fn write<T>(codec: &dyn Codec<T>, own: Option<OwnSource<T>>, at: At<'_>, out: &mut Source) {
    // Without drafts, every level of a recursive type would be printed twice, and the one below it
    // four times.
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
