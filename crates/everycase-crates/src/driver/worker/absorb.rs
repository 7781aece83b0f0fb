//! The result of an operation as a value of the stack. Which traits its type has is found where the
//! operation is called, by autoref: a method of `&P<T>` is preferred to one of `P<T>`.

use std::fmt;

use crate::slots::Slot;

/// What an operation leaves.
pub enum Out {
    /// A value, and how it was made of the result: the number of layers of `Option` and `Result`
    /// that were taken off, in the upper four bits; then 1 for a clone, 2 for an owned text, 3 for
    /// an owned slice, 4 for a reference.
    Value(Slot, u8),
    /// `None`.
    Absent,
    /// An error, with its text.
    Error(u64),
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
    pub fn count(&self) -> u8 {
        1
    }

    pub fn peel<T>(self, value: Option<T>) -> Result<T, Out> {
        value.ok_or(Out::Absent)
    }
}

impl ResultLayer {
    pub fn count(&self) -> u8 {
        1
    }

    pub fn peel<T, E>(self, value: Result<T, E>) -> Result<T, Out> {
        value.map_err(|_| Out::Error(0))
    }
}

impl NoLayer {
    pub fn count(&self) -> u8 {
        0
    }

    pub fn peel<T>(self, value: T) -> Result<T, Out> {
        Ok(value)
    }
}

type DebugOf<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;

pub trait HasDebug<T> {
    fn debug(&self) -> Option<DebugOf<T>>;
}
impl<T: fmt::Debug> HasDebug<T> for &P<'_, T> {
    fn debug(&self) -> Option<DebugOf<T>> {
        Some(<T as fmt::Debug>::fmt)
    }
}
pub trait HasNoDebug<T> {
    fn debug(&self) -> Option<DebugOf<T>>;
}
impl<T> HasNoDebug<T> for P<'_, T> {
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
    pub fn keep<T: AsRef<str>>(self, value: T, _: fn(&String) -> Option<DebugOf<String>>) -> Out {
        Out::Value(Slot::plain(value.as_ref().to_owned()), 2)
    }
}

impl CloneSliceForm {
    pub fn keep<T: Clone + 'static>(
        self,
        value: &'static [T],
        debug: fn(&Vec<T>) -> Option<DebugOf<Vec<T>>>,
    ) -> Out {
        let value = value.to_vec();
        let debug = debug(&value);
        Out::Value(Slot::new(value, debug), 3)
    }
}

impl SharedCloneForm {
    pub fn keep<T: Clone + 'static>(self, value: &'static T, debug: fn(&T) -> Option<DebugOf<T>>) -> Out {
        let debug = debug(value);
        Out::Value(Slot::new(value.clone(), debug), 1)
    }
}

impl SharedForm {
    pub fn keep<T: 'static>(self, value: &'static T, debug: fn(&T) -> Option<DebugOf<T>>) -> Out {
        let debug = debug(value);
        Out::Value(Slot::shared(value, debug), 4)
    }
}

impl ExclusiveForm {
    pub fn keep<T: 'static>(self, value: &'static mut T, debug: fn(&T) -> Option<DebugOf<T>>) -> Out {
        let debug = debug(value);
        Out::Value(Slot::exclusive(value, debug), 4)
    }
}

impl OwnForm {
    pub fn keep<T: 'static>(self, value: T, debug: fn(&T) -> Option<DebugOf<T>>) -> Out {
        let debug = debug(&value);
        Out::Value(Slot::new(value, debug), 0)
    }
}

/// Notes how many layers of a result were taken off.
pub fn within(layers: u8, out: Out) -> Out {
    match out {
        Out::Value(slot, form) => Out::Value(slot, layers << 4 | form),
        other => other,
    }
}

/// Calls an operation and keeps its result.
#[macro_export]
macro_rules! absorb {
    ($value:expr) => {
        match $value {
            value => {
                let layer = (&&P(&value)).layer();
                let layers = layer.count();
                match layer.peel(value) {
                    Err(out) => out,
                    Ok(value) => {
                        let layer = (&&P(&value)).layer();
                        let layers = layers + layer.count();
                        match layer.peel(value) {
                            Err(out) => out,
                            Ok(value) => {
                                within(layers, (&&&&&P(&value)).form().keep(value, |x| (&&P(x)).debug()))
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
            value => OwnForm.keep(value, |x| (&&P(x)).debug()),
        }
    };
}
