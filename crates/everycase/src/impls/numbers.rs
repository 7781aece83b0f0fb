//! Integers, characters and `NonZero*`: one range each.
//!
//! Size: the bit length of the magnitude; for a character, the bit length of its code point.

use std::num::NonZero;

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

use crate::space::Enumerable;
use crate::space::push;

/// `$read` and `$write` carry the value as `$word`; casts to narrower types drop copies of the sign
/// bit.
macro_rules! integers {
    ($($ty:ident: $range:expr, $read:ident, $write:ident, $word:ty;)*) => {$(
        #[allow(clippy::cast_lossless, clippy::cast_sign_loss, clippy::cast_possible_wrap)]
        impl Enumerable for $ty {
            #[inline]
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || Shape::range($range))
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                at.$read() as Self
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.$write(*self as $word)
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                push(out, format_args!("{}", Self::decode(at)));
            }
        }

        #[allow(clippy::cast_lossless, clippy::cast_sign_loss, clippy::cast_possible_wrap)]
        impl Enumerable for NonZero<$ty> {
            #[inline]
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || Shape::range($range.non_zero()))
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                // The range holds no 0.
                Self::new(at.$read() as $ty).unwrap_or(Self::MIN)
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.$write(self.get() as $word)
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                let (ty, value) = (stringify!($ty), Self::decode(at));
                push(out, format_args!("std::num::NonZero::<{ty}>::new({value}).unwrap()"));
            }
        }
    )*};
}

integers! {
    u8: Range::unsigned(8), bits, bits, u64;
    u16: Range::unsigned(16), bits, bits, u64;
    u32: Range::unsigned(32), bits, bits, u64;
    u64: Range::unsigned(64), bits, bits, u64;
    u128: Range::unsigned(128), wide, wide, u128;
    usize: Range::unsigned(usize::BITS), bits, bits, u64;
    i8: Range::signed(8), bits, bits, u64;
    i16: Range::signed(16), bits, bits, u64;
    i32: Range::signed(32), bits, bits, u64;
    i64: Range::signed(64), bits, bits, u64;
    i128: Range::signed(128), wide, wide, u128;
    isize: Range::signed(isize::BITS), bits, bits, u64;
}

impl Enumerable for char {
    #[inline]
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || Shape::range(Range::chars()))
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        // The range holds no surrogates.
        char::from_u32(at.bits() as u32).unwrap_or_default()
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.bits(u64::from(u32::from(*self)))
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        push(out, format_args!("{:?}", Self::decode(at)));
    }
}
