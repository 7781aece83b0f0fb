//! Functions of up to six arguments, and the local that stands for one in a property.

use std::any::TypeId;
use std::marker::PhantomData;

use everycase_kernel::{At, EncodeError, Encoder, Shape};

use super::answer::{answer, measurement};
use super::function::Function;
use super::kinds::Probe;
use super::passing::Passing;
use super::returns::{IsValue, Returns};
use crate::space::Enumerable;
use crate::space::Source;

/// A function with arguments of these types.
#[diagnostic::on_unimplemented(
    message = "`of` names no function that could be replaced: `{Self}`",
    label = "expected a function of at most six arguments",
    note = "a generic function names its instance, as in `of = insert::<u8>`",
    note = "an `unsafe` function or one of another ABI (`extern \"C\"`) is called through a safe function of Rust"
)]
pub trait Callable<A, R> {}

/// Returns a function with the types that the compiler infers from it.
pub fn exercised<F: Callable<A, R>, A, R>(function: F) -> ExercisedFunction<F, A, R> {
    ExercisedFunction { function, types: PhantomData }
}

/// A function, the tuple of the types of its arguments, and the type of its result.
pub struct ExercisedFunction<F, A, R> {
    function: F,
    types: PhantomData<fn(A) -> R>,
}

impl<F, A: Types, R> ExercisedFunction<F, A, R> {
    /// Returns the tuple of probes of the arguments, filled up to six.
    pub fn arguments(&self) -> A::Probes {
        A::probes()
    }

    /// Returns the probe of the result.
    pub fn result(&self) -> Probe<R> {
        Probe::new()
    }
}

impl<F, A, R> ExercisedFunction<F, A, R> {
    /// Returns it with the kinds of its arguments, filled up to six, and of its result.
    pub fn passing<K, KR: IsValue<R>>(self, _: K, _: KR) -> TypedFunction<F, A, K, R, KR::Kind> {
        TypedFunction { function: self.function, types: PhantomData }
    }
}

/// Tuples of types.
pub trait Types {
    /// The tuple of probes of the types, filled up to six.
    type Probes;

    /// Returns it.
    fn probes() -> Self::Probes;
}

/// A function whose types are known: `A` is the tuple of its arguments, `K` the tuple of the ways
/// in which they are passed, filled up to six, `R` the result and `KR` its kind.
pub struct TypedFunction<F, A, K, R, KR> {
    function: F,
    types: PhantomData<fn(A, K, KR) -> R>,
}

impl<F, A: Arguments<K>, K, R: Returns<KR>, KR> TypedFunction<F, A, K, R, KR> {
    /// Returns what is to be known of the function in order to mutate it.
    pub fn function(self, name: &'static str, plain_name: &'static str) -> Function {
        Function::new::<A, K, R, KR>(name, plain_name)
    }
}

/// The arguments of a function; `K` is the tuple of how each is passed, filled up to six.
pub trait Arguments<K> {
    /// The arguments of a call, each until it is passed.
    type Slots<'a>;

    /// Whether all arguments can be encoded, so that the function can be called on any of their
    /// values, and once more.
    const IS_ENCODED: bool;
    /// Whether the function may change some argument.
    const IS_MUTABLE: bool;

    /// Encodes the values that can be encoded.
    ///
    /// # Errors
    /// If one of them is not one of its type's space.
    fn encode(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Encodes the values that the function may have changed.
    ///
    /// # Errors
    /// If one of them is not one of its type's space.
    fn encode_changed(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns whether the arguments may have the values after a result.
    fn admits(arguments: At<'_>, results: At<'_>) -> bool;

    /// Gives the arguments that may be changed the values after a result.
    fn change(slots: &mut Self::Slots<'_>, results: At<'_>);

    /// Calls a function on the values of a derivation, and on the arguments themselves that cannot
    /// be encoded.
    fn lend<T>(slots: &mut Self::Slots<'_>, at: At<'_>, call: impl FnOnce(&mut Self::Slots<'_>) -> T) -> T;

    /// Does the same for a function whose changes of the values are changes of the arguments.
    fn replace<T>(slots: &mut Self::Slots<'_>, at: At<'_>, call: impl FnOnce(&mut Self::Slots<'_>) -> T)
    -> T;

    /// Returns the shapes of the values that can be encoded.
    fn shapes() -> Vec<Shape>;

    /// Returns the shapes of the values that the function may change.
    fn changed() -> Vec<Shape>;

    /// Returns the arguments that cannot be encoded, by number.
    fn left_out() -> Vec<usize>;

    /// Returns the arguments that the function may change, by number among those that can be
    /// encoded.
    fn mutable() -> Vec<usize>;

    /// Returns the types of the values that can be encoded.
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

/// Counts up, and returns the number before.
fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

macro_rules! functions {
    ($([$($A:ident $K:ident $a:ident $i:tt),*] [$($absent:ty),*] [$($more:ident)*];)*) => {$(
        impl<Func: Fn($($A),*) -> R, $($A,)* R> Callable<($($A,)*), R> for Func {}

        impl<$($A),*> Types for ($($A,)*) {
            type Probes = ($(Probe<$A>,)* $(Probe<$absent>,)*);

            fn probes() -> Self::Probes {
                ($(Probe::<$A>::new(),)* $(Probe::<$absent>::new(),)*)
            }
        }

        #[allow(unused_variables, unused_mut, unused_assignments, clippy::unused_unit)]
        impl<$($K, $A: Passing<$K>,)* $($more),*> Arguments<($($K,)* $($more,)*)> for ($($A,)*) {
            type Slots<'a> = ($(Option<$A::As<'a>>,)*);

            const IS_ENCODED: bool = true $(&& $A::IS_ENCODED)*;
            const IS_MUTABLE: bool = false $(|| $A::IS_MUTABLE)*;

            fn encode(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError> {
                to.alternative(0)?;
                $($A::encode(&slots.$i, to)?;)*
                Ok(())
            }

            fn encode_changed(slots: &Self::Slots<'_>, to: &mut Encoder) -> Result<(), EncodeError> {
                $(if $A::IS_MUTABLE {
                    $A::encode(&slots.$i, to)?;
                })*
                Ok(())
            }

            fn admits(arguments: At<'_>, results: At<'_>) -> bool {
                let (mut field, mut changed) = (0, 1);
                $(if $A::IS_ENCODED {
                    let before = arguments.field(next(&mut field));
                    if $A::IS_MUTABLE && !$A::admits(before, results.field(next(&mut changed))) {
                        return false;
                    }
                })*
                true
            }

            fn change(slots: &mut Self::Slots<'_>, results: At<'_>) {
                let mut field = 1;
                $(if $A::IS_MUTABLE {
                    $A::change(&mut slots.$i, <$A::Owned as Enumerable>::decode(results.field(next(&mut field))));
                })*
            }

            fn lend<T>(
                slots: &mut Self::Slots<'_>,
                at: At<'_>,
                call: impl FnOnce(&mut Self::Slots<'_>) -> T,
            ) -> T {
                let mut field = 0;
                let mut owned =
                    ($($A::IS_ENCODED.then(|| <$A::Owned as Enumerable>::decode(at.field(next(&mut field)))),)*);
                call(&mut ($($A::lend(&mut owned.$i, &mut slots.$i),)*))
            }

            fn replace<T>(
                slots: &mut Self::Slots<'_>,
                at: At<'_>,
                call: impl FnOnce(&mut Self::Slots<'_>) -> T,
            ) -> T {
                let mut field = 0;
                let mut owned =
                    ($($A::IS_ENCODED.then(|| <$A::Owned as Enumerable>::decode(at.field(next(&mut field)))),)*);
                let result = call(&mut ($($A::lend(&mut owned.$i, &mut slots.$i),)*));
                $(if let Some(changed) = owned.$i {
                    $A::change(&mut slots.$i, changed);
                })*
                result
            }

            fn shapes() -> Vec<Shape> {
                let of: &[(bool, fn() -> Shape)] = &[$(($A::IS_ENCODED, <$A::Owned as Enumerable>::shape)),*];
                of.iter().filter(|(is_encoded, _)| *is_encoded).map(|(_, shape)| shape()).collect()
            }

            fn changed() -> Vec<Shape> {
                let of: &[(bool, fn() -> Shape)] = &[$(($A::IS_MUTABLE, <$A::Owned as Enumerable>::shape)),*];
                of.iter().filter(|(is_mutable, _)| *is_mutable).map(|(_, shape)| shape()).collect()
            }

            fn left_out() -> Vec<usize> {
                let of: &[(bool, usize)] = &[$(($A::IS_ENCODED, $i)),*];
                of.iter().filter(|(is_encoded, _)| !*is_encoded).map(|(_, number)| *number).collect()
            }

            fn mutable() -> Vec<usize> {
                let of: &[(bool, bool)] = &[$(($A::IS_ENCODED, $A::IS_MUTABLE)),*];
                let encoded = of.iter().filter(|(is_encoded, _)| *is_encoded).enumerate();
                encoded.filter(|(_, (_, is_mutable))| *is_mutable).map(|(number, _)| number).collect()
            }

            fn types() -> Vec<TypeId> {
                let of: &[(bool, TypeId)] = &[$(($A::IS_ENCODED, TypeId::of::<$A::Owned>())),*];
                of.iter().filter(|(is_encoded, _)| *is_encoded).map(|(_, id)| *id).collect()
            }

            fn source(at: At<'_>, out: &mut Source) {
                let mut field = 0;
                $(
                    if $i > 0 {
                        out.push_str(", ");
                    }
                    if $A::IS_ENCODED {
                        out.push_str($A::PREFIX);
                        out.part(at.field(next(&mut field)), <$A::Owned as Enumerable>::source);
                    } else {
                        out.push_str("_");
                    }
                )*
            }

            fn source_changed(at: At<'_>, out: &mut Source) {
                let mut field = 1;
                $(if $A::IS_MUTABLE {
                    out.push_str(if field > 1 { " and " } else { "" });
                    out.part(at.field(next(&mut field)), <$A::Owned as Enumerable>::source);
                })*
            }
        }

        #[allow(unused_variables)]
        impl<Func, $($K, $A: Passing<$K>,)* $($more,)* R> Call<($($A,)*), ($($K,)* $($more,)*), R> for Func
        where
            Func: for<'a> Fn($($A::As<'a>),*) -> R,
        {
            fn call(&self, slots: &mut <($($A,)*) as Arguments<($($K,)* $($more,)*)>>::Slots<'_>) -> R {
                self($($A::pass(&mut slots.$i).expect(PASSED_ONCE)),*)
            }
        }

        impl<Func, $($K, $A: Passing<$K>,)* $($more,)* R, KR>
            TypedFunction<Func, ($($A,)*), ($($K,)* $($more,)*), R, KR>
        {
            /// Returns the local that stands for the function with this number in a property.
            #[inline]
            pub fn local(self, number: usize) -> impl for<'a> Fn($($A::As<'a>),*) -> R + Copy
            where
                Func: for<'a> Fn($($A::As<'a>),*) -> R + Copy,
                R: Returns<KR>,
            {
                let (function, measurement) = (self.function, measurement());
                move |$($a),*| {
                    if let Some(measurement) = measurement {
                        answer::<Func, ($($A,)*), ($($K,)* $($more,)*), R, KR>(&function, (number, measurement), ($(Some($a),)*))
                    } else {
                        function($($a),*)
                    }
                }
            }
        }
    )*};
}

functions! {
    [] [(), (), (), (), (), ()] [KA KB KC KD KE KF];
    [A KA a 0] [(), (), (), (), ()] [KB KC KD KE KF];
    [A KA a 0, B KB b 1] [(), (), (), ()] [KC KD KE KF];
    [A KA a 0, B KB b 1, C KC c 2] [(), (), ()] [KD KE KF];
    [A KA a 0, B KB b 1, C KC c 2, D KD d 3] [(), ()] [KE KF];
    [A KA a 0, B KB b 1, C KC c 2, D KD d 3, E KE e 4] [()] [KF];
    [A KA a 0, B KB b 1, C KC c 2, D KD d 3, E KE e 4, F KF f 5] [] [];
}
