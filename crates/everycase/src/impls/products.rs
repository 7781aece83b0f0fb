//! Products without a constructor: `()`, tuples, arrays, `PhantomData`.
//!
//! Size: the sum of the sizes of the parts.

use std::marker::PhantomData;

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

macro_rules! units {
    ($([$($generics:tt)*] $ty:ty, $value:expr, $source:literal;)*) => {$(
        impl<$($generics)*> Enumerable for $ty {
            fn shape() -> Shape {
                Shape::unit()
            }

            #[inline]
            fn decode(_: At<'_>) -> Self {
                $value
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.alternative(0)
            }

            fn source(_: At<'_>, out: &mut Source) {
                out.push_str($source);
            }
        }
    )*};
}

units! {
    [] (), (), "()";
    [T: ?Sized + 'static] PhantomData<T>, PhantomData, "std::marker::PhantomData";
}

macro_rules! tuples {
    ($($n:literal: $($T:ident $i:tt)*;)*) => {$(
        impl<$($T: Enumerable),*> Enumerable for ($($T,)*) {
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || Shape::product([$($T::shape()),*]))
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                ($($T::decode(at.field($i)),)*)
            }

            fn update(&mut self, at: At<'_>) {
                $(if at.changed($i, $n) {
                    self.$i.update(at.field($i));
                })*
            }

            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.alternative(0)?;
                $(self.$i.encode(to)?;)*
                Ok(())
            }

            fn source(at: At<'_>, out: &mut Source) {
                out.push('(');
                $(
                    if $i > 0 {
                        out.push_str(", ");
                    }
                    out.part(at.field($i), $T::source);
                )*
                out.push_str(if $n == 1 { ",)" } else { ")" });
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    9: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    10: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    11: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    12: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}

impl<T: Enumerable, const N: usize> Enumerable for [T; N] {
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || Shape::product((0..N).map(|_| T::shape())))
    }

    fn decode(at: At<'_>) -> Self {
        std::array::from_fn(|i| T::decode(at.field(i)))
    }

    fn update(&mut self, at: At<'_>) {
        for (i, element) in self.iter_mut().enumerate() {
            if at.changed(i, N) {
                element.update(at.field(i));
            }
        }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)?;
        self.iter().try_for_each(|element| element.encode(to))
    }

    fn source(at: At<'_>, out: &mut Source) {
        out.push('[');
        for i in 0..N {
            if i > 0 {
                out.push_str(", ");
            }
            out.part(at.field(i), T::source);
        }
        out.push(']');
    }
}
