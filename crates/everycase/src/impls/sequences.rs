//! Lists: `Vec`, its relatives, and slices behind pointers.
//!
//! Size: the end costs 1 and each element 1 plus its own size, so a list of *n* elements of size
//! *s* has size 1 + *n* (1 + *s*). All list types share one shape for each element type. All code
//! here is iterative, because lists may be long.

use std::collections::{LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::space::Source;
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

/// The key for the shape of lists of `T`.
struct ListOf<T>(T);

const NIL: usize = 0;
const CONS: usize = 1;

/// Returns the shape of all lists of `T`.
pub(crate) fn list_shape<T: Enumerable>() -> Shape {
    Shape::named(Key::of::<ListOf<T>>(), || {
        let nil = Alternative::new("nil", []).pay(1);
        let cons = Alternative::new("cons", [T::shape(), list_shape::<T>()]).pay(1);
        Shape::choice([nil, cons])
    })
}

/// Returns the number of elements from a position on. Counting them first is cheaper than growing a
/// vector.
#[inline]
pub(crate) fn length(mut at: At<'_>) -> usize {
    let mut n = 0;
    while at.alternative() == CONS {
        at = at.field(1);
        n += 1;
    }
    n
}

/// Returns the elements from a position on.
#[inline]
pub(crate) fn elements<T: Enumerable>(mut at: At<'_>) -> impl Iterator<Item = T> {
    std::iter::from_fn(move || {
        (at.alternative() == CONS).then(|| {
            let element = T::decode(at.field(0));
            at = at.field(1);
            element
        })
    })
}

/// Skips unchanged elements; returns their number and the position after them.
#[inline]
pub(crate) fn unchanged(mut at: At<'_>) -> (usize, At<'_>) {
    let mut n = 0;
    while at.alternative() == CONS && !at.changed(0, 2) {
        at = at.field(1);
        n += 1;
    }
    (n, at)
}

/// Encodes a list.
#[inline]
pub(crate) fn encode_all<'v, T: Enumerable>(
    values: impl IntoIterator<Item = &'v T>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    for value in values {
        to.alternative(CONS)?;
        value.encode(to)?;
    }
    to.alternative(NIL)
}

/// Returns whether all elements and the end of a list are decided.
#[inline]
pub(crate) fn is_decided(mut at: At<'_>) -> bool {
    while !at.is_open() && at.alternative() == CONS && !at.field(0).is_open() {
        at = at.field(1);
    }
    !at.is_open() && at.alternative() == NIL
}

/// Appends `open`, the elements of a list separated by commas, and `close`.
pub(crate) fn enclose<T: Enumerable>(open: &str, mut at: At<'_>, close: &str, out: &mut Source) {
    out.push_str(open);
    let mut comma = "";
    while !at.is_open() && at.alternative() == CONS {
        out.push_str(comma);
        out.part(at.field(0), T::source);
        at = at.field(1);
        comma = ", ";
    }
    if at.is_open() {
        out.push_str(comma);
        out.push_str("..");
    }
    out.push_str(close);
}

impl<T: Enumerable> Enumerable for Vec<T> {
    fn shape() -> Shape {
        list_shape::<T>()
    }

    fn decode(at: At<'_>) -> Self {
        let mut list = Self::with_capacity(length(at));
        list.extend(elements::<T>(at));
        list
    }

    fn update(&mut self, at: At<'_>) {
        let (mut kept, mut at) = unchanged(at);
        while at.alternative() == CONS {
            match self.get_mut(kept) {
                Some(element) => element.update(at.field(0)),
                None => break,
            }
            at = at.field(1);
            kept += 1;
        }
        self.truncate(kept);
        self.extend(elements::<T>(at));
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_all(self, to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        enclose::<T>("vec![", at, "]", out);
    }
}

impl<T: Enumerable> Enumerable for VecDeque<T> {
    fn shape() -> Shape {
        list_shape::<T>()
    }

    fn decode(at: At<'_>) -> Self {
        elements(at).collect()
    }

    fn update(&mut self, at: At<'_>) {
        let (kept, at) = unchanged(at);
        self.truncate(kept);
        self.extend(elements::<T>(at));
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_all(self, to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        enclose::<T>("std::collections::VecDeque::from(vec![", at, "])", out);
    }
}

/// Lists that are rebuilt on each update.
macro_rules! rebuilt {
    ($($list:ty, $open:literal, $close:literal;)*) => {$(
        impl<T: Enumerable> Enumerable for $list {
            fn shape() -> Shape {
                list_shape::<T>()
            }

            fn decode(at: At<'_>) -> Self {
                elements(at).collect()
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                encode_all(self.iter(), to)
            }

            fn source(at: At<'_>, out: &mut Source) {
                enclose::<T>($open, at, $close, out);
            }
        }
    )*};
}

rebuilt! {
    LinkedList<T>, "std::collections::LinkedList::from_iter(vec![", "])";
    Box<[T]>, "vec![", "].into_boxed_slice()";
    Rc<[T]>, "std::rc::Rc::from(vec![", "])";
    Arc<[T]>, "std::sync::Arc::from(vec![", "])";
}
