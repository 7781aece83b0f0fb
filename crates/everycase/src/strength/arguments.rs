//! Functions of one to six arguments, and the local that stands for one in a property.

use std::any::TypeId;
use std::marker::PhantomData;

use everycase_kernel::{At, EncodeError, Encoder, Shape};

use super::answer::{answer, is_measured};
use super::function::Function;
use super::passing::Passing;
use crate::Enumerable;
use crate::space::Source;

/// A function with arguments of these types.
#[diagnostic::on_unimplemented(
    message = "`of` names no function that could be replaced: `{Self}`",
    label = "expected a function of one to six arguments",
    note = "a generic function names its instance, as in `of = insert::<u8>`",
    note = "an `unsafe` function or one of another ABI (`extern \"C\"`) is called through a safe function of Rust"
)]
pub trait Callable<A, R> {}

/// Returns a function with its types, as far as they are inferred from it.
pub fn exercised<F: Callable<A, R>, A, R>(function: F) -> Exercised<F, A, R> {
    Exercised { function, types: PhantomData }
}

/// A function, the tuple of the types of its arguments, and that of its result.
pub struct Exercised<F, A, R> {
    function: F,
    types: PhantomData<fn(A) -> R>,
}

impl<F, A, R> Exercised<F, A, R> {
    /// Returns it with how each argument is passed.
    pub fn passing<K>(self) -> Passed<F, A, K, R>
    where
        A: Arguments<K>,
    {
        Passed { function: self.function, types: PhantomData }
    }
}

/// A function whose types are known.
pub struct Passed<F, A, K, R> {
    function: F,
    types: PhantomData<fn(A, K) -> R>,
}

/// The arguments of a function; `K` is the tuple of how each is passed.
pub trait Arguments<K> {
    /// The arguments of a call, each until it is passed.
    type Slots<'a>;
    /// The tuple of the values.
    type Owned: Enumerable;

    /// Whether the function may change some argument.
    const IS_MUTABLE: bool;

    /// Encodes the values.
    ///
    /// # Errors
    /// If one of them is not one of its type's space.
    fn encode(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Encodes the values that the function may have changed.
    ///
    /// # Errors
    /// If one of them is not one of its type's space.
    fn encode_changed(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Gives the arguments that may be changed the values after a result.
    fn change(slots: &mut Self::Slots<'_>, results: At<'_>);

    /// Calls a function on the values of a derivation.
    fn lend<T>(at: At<'_>, call: impl FnOnce(&mut Self::Slots<'_>) -> T) -> T;

    /// Returns the shapes of the values that the function may change.
    fn changed() -> Vec<Shape>;

    /// Returns the types of the values.
    fn types() -> Vec<TypeId>;

    /// Appends the arguments of a call, separated by commas.
    fn source(at: At<'_>, out: &mut Source);

    /// Appends the values after a result.
    fn source_changed(at: At<'_>, out: &mut Source);
}

/// A function that can be called on [`Arguments`].
pub trait Call<A: Arguments<K>, K, R> {
    /// Calls it.
    fn call(&self, slots: &mut A::Slots<'_>) -> R;
}

const PASSED_ONCE: &str = "an argument is passed once";

macro_rules! functions {
    ($($($A:ident $K:ident $a:ident $i:tt),+;)*) => {$(
        impl<Func: Fn($($A),+) -> R, $($A,)+ R> Callable<($($A,)+), R> for Func {}

        impl<$($K, $A: Passing<$K>),+> Arguments<($($K,)+)> for ($($A,)+) {
            type Slots<'a> = ($(Option<$A::As<'a>>,)+);
            type Owned = ($($A::Owned,)+);

            const IS_MUTABLE: bool = $($A::IS_MUTABLE)||+;

            fn encode(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError> {
                to.alternative(0)?;
                $($A::encode(&slots.$i, to)?;)+
                Ok(())
            }

            fn encode_changed(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError> {
                $(if $A::IS_MUTABLE {
                    $A::encode(&slots.$i, to)?;
                })+
                Ok(())
            }

            fn change(slots: &mut Self::Slots<'_>, results: At<'_>) {
                let mut field = 0;
                $(if $A::IS_MUTABLE {
                    field += 1;
                    $A::change(&mut slots.$i, results.field(field));
                })+
                let _ = field;
            }

            fn lend<T>(at: At<'_>, call: impl FnOnce(&mut Self::Slots<'_>) -> T) -> T {
                let mut owned = ($(Some(<$A::Owned>::decode(at.field($i))),)+);
                call(&mut ($($A::lend(&mut owned.$i),)+))
            }

            fn changed() -> Vec<Shape> {
                let of = [$(($A::IS_MUTABLE, <$A::Owned>::shape as fn() -> Shape)),+];
                of.iter().filter(|(is_mutable, _)| *is_mutable).map(|(_, shape)| shape()).collect()
            }

            fn types() -> Vec<TypeId> {
                vec![$(TypeId::of::<$A::Owned>()),+]
            }

            fn source(at: At<'_>, out: &mut Source) {
                $(
                    if $i > 0 {
                        out.push_str(", ");
                    }
                    out.push_str($A::PREFIX);
                    out.part(at.field($i), <$A::Owned>::source);
                )+
            }

            fn source_changed(at: At<'_>, out: &mut Source) {
                let mut field = 0;
                $(if $A::IS_MUTABLE {
                    field += 1;
                    out.push_str(if field > 1 { " and " } else { "" });
                    out.part(at.field(field), <$A::Owned>::source);
                })+
                let _ = field;
            }
        }

        impl<Func, $($K, $A: Passing<$K>,)+ R> Call<($($A,)+), ($($K,)+), R> for Func
        where
            Func: for<'a> Fn($($A::As<'a>),+) -> R,
        {
            fn call(&self, slots: &mut <($($A,)+) as Arguments<($($K,)+)>>::Slots<'_>) -> R {
                self($($A::pass(&mut slots.$i).expect(PASSED_ONCE)),+)
            }
        }

        impl<Func, $($K, $A: Passing<$K>,)+ R> Passed<Func, ($($A,)+), ($($K,)+), R> {
            /// Returns the local that stands for the function with this number in a property.
            #[inline]
            pub fn local(self, number: usize) -> impl for<'a> Fn($($A::As<'a>),+) -> R + Copy
            where
                Func: for<'a> Fn($($A::As<'a>),+) -> R + Copy,
                R: Enumerable,
            {
                let (function, is_measured) = (self.function, is_measured());
                move |$($a),+| {
                    if is_measured {
                        answer::<Func, ($($A,)+), ($($K,)+), R>(&function, number, ($(Some($a),)+))
                    } else {
                        function($($a),+)
                    }
                }
            }

            /// Returns what is to be known of the function in order to mutate it.
            pub fn function(self, name: &'static str, plain_name: &'static str) -> Function
            where
                R: Enumerable,
            {
                Function::new::<($($A,)+), ($($K,)+), R>(name, plain_name)
            }
        }
    )*};
}

functions! {
    A KA a 0;
    A KA a 0, B KB b 1;
    A KA a 0, B KB b 1, C KC c 2;
    A KA a 0, B KB b 1, C KC c 2, D KD d 3;
    A KA a 0, B KB b 1, C KC c 2, D KD d 3, E KE e 4;
    A KA a 0, B KB b 1, C KC c 2, D KD d 3, E KE e 4, F KF f 5;
}
