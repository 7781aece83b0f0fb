//! The result of an operation as a value of the stack. Which traits its type has is found where the
//! operation is called, by autoref: a method of `&P<T>` is preferred to one of `P<T>`.

use std::fmt;
use std::marker::PhantomData;

use crate::slots::Slot;

/// What an operation leaves.
pub enum Out {
    /// A value, and how it was made of the result: the number of layers of `Option` and `Result`
    /// that were taken off, in the upper four bits; then 1 for a clone, 2 for an owned text, 3 for
    /// an owned slice, 4 for a reference.
    Value(Slot, u8),
    /// `None`.
    Absent,
    /// An error.
    Error,
    /// It did not run: an argument has another type, or was moved out.
    Stuck,
}

/// A type of which the methods below know the traits.
pub struct P<'a, T: ?Sized>(pub &'a T);

pub struct OptionLayer;
pub struct ResultLayer;
pub struct NoLayer;

pub trait OptionKind {
    fn layer(&self) -> OptionLayer {
        OptionLayer
    }
}
impl<T> OptionKind for &P<'_, Option<T>> {}

pub trait ResultKind {
    fn layer(&self) -> ResultLayer {
        ResultLayer
    }
}
impl<T, E> ResultKind for &P<'_, Result<T, E>> {}

pub trait PlainKind {
    fn layer(&self) -> NoLayer {
        NoLayer
    }
}
impl<T: ?Sized> PlainKind for P<'_, T> {}

impl OptionLayer {
    pub fn peel<T>(&self, value: Option<T>) -> Option<T> {
        value
    }

    pub fn absent(&self) -> Out {
        Out::Absent
    }

    pub fn around(&self, out: Out) -> Out {
        layered(out)
    }
}

impl ResultLayer {
    pub fn peel<T, E>(&self, value: Result<T, E>) -> Option<T> {
        value.ok()
    }

    pub fn absent(&self) -> Out {
        Out::Error
    }

    pub fn around(&self, out: Out) -> Out {
        layered(out)
    }
}

impl NoLayer {
    pub fn peel<T>(&self, value: T) -> Option<T> {
        Some(value)
    }

    pub fn absent(&self) -> Out {
        Out::Absent
    }

    pub fn around(&self, out: Out) -> Out {
        out
    }
}

/// Notes a layer of a result that was taken off.
fn layered(out: Out) -> Out {
    match out {
        Out::Value(slot, form) => Out::Value(slot, form + (1 << 4)),
        other => other,
    }
}

type DebugOf<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;

/// A type of which values are kept, and the methods below know whether these can be printed.
pub struct Printed<T>(PhantomData<T>);

pub trait HasDebug<T> {
    fn debug(&self) -> Option<DebugOf<T>>;
}
impl<T: fmt::Debug> HasDebug<T> for &Printed<T> {
    fn debug(&self) -> Option<DebugOf<T>> {
        Some(<T as fmt::Debug>::fmt)
    }
}
pub trait HasNoDebug<T> {
    fn debug(&self) -> Option<DebugOf<T>>;
}
impl<T> HasNoDebug<T> for Printed<T> {
    fn debug(&self) -> Option<DebugOf<T>> {
        None
    }
}

pub struct StrForm;
pub struct CloneSliceForm;
pub struct SharedCloneForm;
pub struct SharedForm;
pub struct ExclusiveForm;
pub struct OwnForm;

pub trait StrKind {
    fn form(&self) -> StrForm {
        StrForm
    }
}
impl StrKind for &&&&P<'_, &'static str> {}
impl StrKind for &&&&P<'_, &'static mut str> {}
impl StrKind for &&&&P<'_, std::borrow::Cow<'static, str>> {}
impl StrKind for &&&&P<'_, Box<str>> {}

pub trait CloneSliceKind {
    fn form(&self) -> CloneSliceForm {
        CloneSliceForm
    }
}
impl<T: Clone> CloneSliceKind for &&&&P<'_, &'static [T]> {}

pub trait SharedCloneKind {
    fn form(&self) -> SharedCloneForm {
        SharedCloneForm
    }
}
impl<T: Clone> SharedCloneKind for &&&P<'_, &'static T> {}

pub trait SharedKind {
    fn form(&self) -> SharedForm {
        SharedForm
    }
}
impl<T> SharedKind for &&P<'_, &'static T> {}

pub trait ExclusiveKind {
    fn form(&self) -> ExclusiveForm {
        ExclusiveForm
    }
}
impl<T> ExclusiveKind for &&P<'_, &'static mut T> {}

pub trait OwnKind {
    fn form(&self) -> OwnForm {
        OwnForm
    }
}
impl<T> OwnKind for &P<'_, T> {}

impl StrForm {
    pub fn kept<T>(&self, _: &T) -> Printed<String> {
        Printed(PhantomData)
    }

    pub fn keep<T: AsRef<str>>(self, value: T, debug: Option<DebugOf<String>>) -> Out {
        Out::Value(Slot::new(value.as_ref().to_owned(), debug), 2)
    }
}

impl CloneSliceForm {
    pub fn kept<T>(&self, _: &&'static [T]) -> Printed<Vec<T>> {
        Printed(PhantomData)
    }

    pub fn keep<T: Clone + 'static>(self, value: &'static [T], debug: Option<DebugOf<Vec<T>>>) -> Out {
        Out::Value(Slot::new(value.to_vec(), debug), 3)
    }
}

impl SharedCloneForm {
    pub fn kept<T>(&self, _: &&'static T) -> Printed<T> {
        Printed(PhantomData)
    }

    pub fn keep<T: Clone + 'static>(self, value: &'static T, debug: Option<DebugOf<T>>) -> Out {
        Out::Value(Slot::new(value.clone(), debug), 1)
    }
}

impl SharedForm {
    pub fn kept<T>(&self, _: &&'static T) -> Printed<T> {
        Printed(PhantomData)
    }

    pub fn keep<T: 'static>(self, value: &'static T, debug: Option<DebugOf<T>>) -> Out {
        Out::Value(Slot::shared(value, debug), 4)
    }
}

impl ExclusiveForm {
    pub fn kept<T>(&self, _: &&'static mut T) -> Printed<T> {
        Printed(PhantomData)
    }

    pub fn keep<T: 'static>(self, value: &'static mut T, debug: Option<DebugOf<T>>) -> Out {
        Out::Value(Slot::exclusive(value, debug), 4)
    }
}

impl OwnForm {
    pub fn kept<T>(&self, _: &T) -> Printed<T> {
        Printed(PhantomData)
    }

    pub fn keep<T: 'static>(self, value: T, debug: Option<DebugOf<T>>) -> Out {
        Out::Value(Slot::new(value, debug), 0)
    }
}

/// Calls an operation and keeps its result.
#[macro_export]
macro_rules! absorb {
    ($value:expr) => {
        match $value {
            value => {
                let outer = (&&P(&value)).layer();
                match outer.peel(value) {
                    None => outer.absent(),
                    Some(value) => {
                        let inner = (&&P(&value)).layer();
                        match inner.peel(value) {
                            None => inner.absent(),
                            Some(value) => {
                                let form = (&&&&&P(&value)).form();
                                let debug = (&&form.kept(&value)).debug();
                                outer.around(inner.around(form.keep(value, debug)))
                            }
                        }
                    }
                }
            }
        }
    };
}

/// Calls an operation and keeps its result as it is.
#[macro_export]
macro_rules! whole {
    ($value:expr) => {
        match $value {
            value => {
                let debug = (&&OwnForm.kept(&value)).debug();
                OwnForm.keep(value, debug)
            }
        }
    };
}
