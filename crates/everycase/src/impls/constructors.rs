//! Enums of the standard library.
//!
//! Size: 1 for the constructor plus the sizes of its fields.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::{Bound, ControlFlow};
use std::task::Poll;

use crate::space::Source;
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

/// Generates what the derive would generate, for foreign types. Each constructor has its path in
/// source; the first has number 0.
macro_rules! enums {
    ($(
        [$($T:ident),*] $ty:ty:
        $first:ident $(($first_field:ident: $First:ident))? $first_source:literal
        $(, $i:literal $rest:ident $(($field:ident: $F:ident))? $source:literal)*;
    )*) => {$(
        impl<$($T: Enumerable),*> Enumerable for $ty {
            #[inline]
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || Shape::choice([
                    Alternative::new(stringify!($first), [$($First::shape())?]).pay(1),
                    $(Alternative::new(stringify!($rest), [$($F::shape())?]).pay(1),)*
                ]))
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                match at.alternative() {
                    $($i => Self::$rest $(($F::decode(at.field(0))))?,)*
                    _ => Self::$first $(($First::decode(at.field(0))))?,
                }
            }

            #[inline]
            fn update(&mut self, at: At<'_>) {
                match (at.alternative(), self) {
                    $((0, Self::$first($first_field)) => $First::update($first_field, at.field(0)),)?
                    $($(($i, Self::$rest($field)) => $F::update($field, at.field(0)),)?)*
                    (_, this) => *this = Self::decode(at),
                }
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                match self {
                    Self::$first $(($first_field))? => to.alternative(0) $(.and_then(|()| $first_field.encode(to)))?,
                    $(Self::$rest $(($field))? => to.alternative($i) $(.and_then(|()| $field.encode(to)))?,)*
                }
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                match at.alternative() {
                    $($i => {
                        out.path($source);
                        $(enclose::<$F>(at.field(0), out);)?
                    })*
                    _ => {
                        out.path($first_source);
                        $(enclose::<$First>(at.field(0), out);)?
                    }
                }
            }
        }
    )*};
}

/// Appends `(value)`.
fn enclose<T: Enumerable>(at: At<'_>, out: &mut Source) {
    out.push('(');
    out.part(at, T::source);
    out.push(')');
}

enums! {
    [T] Option<T>: None "None", 1 Some(value: T) "Some";
    [T, E] Result<T, E>: Ok(value: T) "Ok", 1 Err(error: E) "Err";
    [T] Bound<T>:
        Included(end: T) "std::ops::Bound::Included",
        1 Excluded(end: T) "std::ops::Bound::Excluded",
        2 Unbounded "std::ops::Bound::Unbounded";
    [B, C] ControlFlow<B, C>:
        Continue(value: C) "std::ops::ControlFlow::Continue",
        1 Break(value: B) "std::ops::ControlFlow::Break";
    [T] Poll<T>: Ready(value: T) "std::task::Poll::Ready", 1 Pending "std::task::Poll::Pending";
    [] IpAddr:
        V4(ip: Ipv4Addr) "std::net::IpAddr::V4",
        1 V6(ip: Ipv6Addr) "std::net::IpAddr::V6";
    [] SocketAddr:
        V4(socket: SocketAddrV4) "std::net::SocketAddr::V4",
        1 V6(socket: SocketAddrV6) "std::net::SocketAddr::V6";
    [] Ordering:
        Less "std::cmp::Ordering::Less",
        1 Equal "std::cmp::Ordering::Equal",
        2 Greater "std::cmp::Ordering::Greater";
}

impl Enumerable for bool {
    #[inline]
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || {
            Shape::choice(["false", "true"].map(|label| Alternative::new(label, []).pay(1)))
        })
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        at.alternative() == 1
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(usize::from(*self))
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        out.push_str(if Self::decode(at) { "true" } else { "false" });
    }
}

/// It has no values.
impl Enumerable for Infallible {
    #[inline]
    fn shape() -> Shape {
        Shape::empty()
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        crate::space::no_value(at)
    }

    #[inline]
    fn encode(&self, _: &mut Encoder) -> Result<(), EncodeError> {
        match *self {}
    }

    #[inline]
    fn source(at: At<'_>, _: &mut Source) {
        crate::space::no_value(at)
    }
}
