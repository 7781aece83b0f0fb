//! Atomic numbers. Size: the size of the number.

use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64, AtomicUsize, Ordering,
};

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Shape};

use crate::space::Enumerable;

// As for cells, an atomic number may have been changed, so it is always decoded anew.
macro_rules! atomics {
    ($($atomic:ident $ty:ty,)*) => {$(
        impl Enumerable for $atomic {
            #[inline]
            fn shape() -> Shape {
                <$ty>::shape()
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                Self::new(<$ty>::decode(at))
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                self.load(Ordering::SeqCst).encode(to)
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                out.push_str(concat!("std::sync::atomic::", stringify!($atomic), "::new("));
                out.part(at, <$ty>::source);
                out.push(')');
            }
        }
    )*};
}

atomics! {
    AtomicBool bool, AtomicU8 u8, AtomicU16 u16, AtomicU32 u32, AtomicU64 u64, AtomicUsize usize,
    AtomicI8 i8, AtomicI16 i16, AtomicI32 i32, AtomicI64 i64, AtomicIsize isize,
}
