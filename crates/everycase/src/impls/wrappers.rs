//! Types that hold one value and nothing else: pointers, cells, newtypes.
//!
//! Size: the size of the value.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Shape};

use crate::space::Enumerable;

/// Appends `name(value)`.
fn call<T: Enumerable>(name: &'static str, at: At<'_>, out: &mut Source) {
    out.path(name);
    out.push('(');
    out.part(at, T::source);
    out.push(')');
}

impl<T: Enumerable> Enumerable for Box<T> {
    fn shape() -> Shape {
        T::shape()
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        Box::new(T::decode(at))
    }

    #[inline]
    fn update(&mut self, at: At<'_>) {
        T::update(self, at);
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        T::encode(self, to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        call::<T>("Box::new", at, out);
    }
}

macro_rules! shared {
    ($($pointer:ident, $new:literal;)*) => {$(
        impl<T: Enumerable> Enumerable for $pointer<T> {
            fn shape() -> Shape {
                T::shape()
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                $pointer::new(T::decode(at))
            }

            /// In place if the value has no other owner.
            fn update(&mut self, at: At<'_>) {
                match $pointer::get_mut(self) {
                    Some(own) => own.update(at),
                    None => *self = Self::decode(at),
                }
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                T::encode(self, to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                call::<T>($new, at, out);
            }
        }
    )*};
}

shared! {
    Rc, "std::rc::Rc::new";
    Arc, "std::sync::Arc::new";
}

macro_rules! newtypes {
    ($($wrapper:ident, $new:literal;)*) => {$(
        impl<T: Enumerable> Enumerable for $wrapper<T> {
            fn shape() -> Shape {
                T::shape()
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                $wrapper(T::decode(at))
            }

            fn update(&mut self, at: At<'_>) {
                self.0.update(at);
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                self.0.encode(to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                call::<T>($new, at, out);
            }
        }
    )*};
}

newtypes! {
    Reverse, "std::cmp::Reverse";
    Wrapping, "std::num::Wrapping";
    Saturating, "std::num::Saturating";
}

/// Always owned.
impl<B> Enumerable for Cow<'static, B>
where
    B: ?Sized + ToOwned<Owned: Enumerable> + 'static,
{
    fn shape() -> Shape {
        <B::Owned as Enumerable>::shape()
    }

    fn decode(at: At<'_>) -> Self {
        Cow::Owned(<B::Owned as Enumerable>::decode(at))
    }

    fn update(&mut self, at: At<'_>) {
        match self {
            Cow::Owned(own) => own.update(at),
            Cow::Borrowed(_) => *self = Self::decode(at),
        }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        match self {
            Cow::Owned(own) => own.encode(to),
            Cow::Borrowed(borrowed) => (*borrowed).to_owned().encode(to),
        }
    }

    fn source(at: At<'_>, out: &mut Source) {
        call::<B::Owned>("std::borrow::Cow::Owned", at, out);
    }
}

// A cell's content may have been changed through a shared reference, so updates cannot rely on it:
// cells are decoded anew if anything in them changed.

impl<T: Enumerable + Copy> Enumerable for Cell<T> {
    fn shape() -> Shape {
        T::shape()
    }

    fn decode(at: At<'_>) -> Self {
        Cell::new(T::decode(at))
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        self.get().encode(to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        call::<T>("std::cell::Cell::new", at, out);
    }
}

impl<T: Enumerable> Enumerable for RefCell<T> {
    fn shape() -> Shape {
        T::shape()
    }

    fn decode(at: At<'_>) -> Self {
        RefCell::new(T::decode(at))
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        // A leaked mutable borrow hides the value.
        self.try_borrow().map_err(|_| EncodeError::NotInShape)?.encode(to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        call::<T>("std::cell::RefCell::new", at, out);
    }
}

macro_rules! locks {
    ($($lock:ident, $read:ident, $new:literal;)*) => {$(
        impl<T: Enumerable> Enumerable for $lock<T> {
            fn shape() -> Shape {
                T::shape()
            }

            fn decode(at: At<'_>) -> Self {
                $lock::new(T::decode(at))
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                self.$read().unwrap_or_else(PoisonError::into_inner).encode(to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                call::<T>($new, at, out);
            }
        }
    )*};
}

locks! {
    Mutex, lock, "std::sync::Mutex::new";
    RwLock, read, "std::sync::RwLock::new";
}
