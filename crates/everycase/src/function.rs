//! Functions as inputs of properties.

mod parts;
mod print;

pub use parts::{Parts, parts};

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use everycase_space::function::{Function, decode_function, encode_function, function_shape};
use everycase_space::{At, EncodeError, Encoder, Shape, Source};

use crate::Enumerable;

/// A function from `A` to `B` as an input of a property. Several arguments are a tuple.
///
/// ```
/// use everycase::{Enumerable, Fun};
///
/// fn mapping_twice_is_mapping_once(f: Fun<u8, bool>, g: Fun<bool, u8>, values: Vec<u8>) -> bool {
///     let twice: Vec<u8> = values.iter().map(|x| f.call(x)).map(|y| g.call(&y)).collect();
///     let once: Vec<u8> = values.iter().map(|x| g.call(&f.call(x))).collect();
///     once == twice
/// }
///
/// // A function is a value like any other: there are finitely many of each size, and each has a number.
/// let space = Fun::<bool, bool>::space();
/// assert_eq!(space.count_up_to(1)?, 2u32.into());
/// assert_eq!(space.count_up_to(3)?, 6u32.into());
/// # assert!(mapping_twice_is_mapping_once(Fun::new(|x| *x > 3), Fun::new(|&y| u8::from(y)), vec![1, 5]));
/// # Ok::<(), everycase::SpaceError>(())
/// ```
///
/// # Which functions
///
/// All that make finitely many case distinctions, on constructors and on numbers: these are enough to tell apart
/// whatever a terminating property can tell apart. The size of a function is the number of its case distinctions plus
/// the sizes of its constants, results and numbers alike (Duregård, section 3.1). Arguments that are ignored cost
/// nothing and leave no trace, but two functions may still differ in their cases and agree everywhere: of the six
/// functions from `bool` to `bool` two are `match`es with equal branches.
///
/// A function is shown as a Rust closure, see [`parts`] for what stands in it where Rust has no pattern.
pub struct Fun<A, B> {
    how: How<A, B>,
}

enum How<A, B> {
    /// By cases; the argument's type is known to the shape.
    Cases(Function<B>, PhantomData<fn(&A) -> B>),
    Closure(Arc<dyn Fn(&A) -> B + Send + Sync>),
}

impl<A, B> Fun<A, B> {
    /// A function written by hand: what a counterexample that is pasted into a test consists of. It has no index of
    /// its own.
    pub fn new(function: impl Fn(&A) -> B + Send + Sync + 'static) -> Self {
        Self { how: How::Closure(Arc::new(function)) }
    }
}

impl<A: Enumerable, B: Clone> Fun<A, B> {
    /// The result for an argument. Equal arguments have equal results. It takes time in the size of the argument,
    /// unless the function is constant.
    ///
    /// An argument that is no value of `A`'s space, such as one of a skipped variant, takes the first case of every
    /// distinction.
    pub fn call(&self, argument: &A) -> B {
        match &self.how {
            How::Cases(function, _) => function.apply(|to| argument.encode(to)).clone(),
            How::Closure(function) => function(argument),
        }
    }

    /// The function as a closure, for what takes one.
    pub fn closure(&self) -> impl Fn(&A) -> B + Clone + use<A, B> {
        let this = self.clone();
        move |argument| this.call(argument)
    }
}

impl<A: Enumerable, B: Enumerable> Enumerable for Fun<A, B> {
    fn shape() -> Shape {
        function_shape(&A::shape(), &B::shape())
    }

    fn decode(at: At<'_>) -> Self {
        Self { how: How::Cases(decode_function(at, B::decode), PhantomData) }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        match &self.how {
            How::Cases(function, _) => encode_function(function, B::encode, to),
            How::Closure(_) => Err(EncodeError::NoInverse(std::any::type_name::<Self>())),
        }
    }

    fn source(at: At<'_>, out: &mut Source) {
        let function = decode_function(at, |at| at);
        out.push_str("everycase::Fun::new(");
        print::closure(std::any::type_name::<A>(), function.tree(), &|at, out| B::source(*at, out), out);
        out.push(')');
    }
}

impl<A, B> Clone for Fun<A, B> {
    fn clone(&self) -> Self {
        let how = match &self.how {
            How::Cases(function, argument) => How::Cases(function.clone(), *argument),
            How::Closure(function) => How::Closure(Arc::clone(function)),
        };
        Self { how }
    }
}

/// Functions are equal when they make the same distinctions. Different ones may agree on all arguments.
impl<A, B: PartialEq> PartialEq for Fun<A, B> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.how, &other.how) {
            (How::Cases(a, _), How::Cases(b, _)) => a == b,
            (How::Closure(a), How::Closure(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl<A, B: Eq> Eq for Fun<A, B> {}

/// The closure, with results as their own `Debug` shows them.
impl<A, B: fmt::Debug> fmt::Debug for Fun<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let How::Cases(function, _) = &self.how else {
            return f.write_str("|_| ..");
        };
        let mut out = Source::new();
        let result = |result: &B, out: &mut Source| crate::impls::push(out, format_args!("{result:?}"));
        print::closure(std::any::type_name::<A>(), function.tree(), &result, &mut out);
        f.write_str(out.as_str())
    }
}
