//! Functions as inputs of properties.

mod parts;
mod print;

pub use parts::{Parts, parts};

use std::fmt;
use std::sync::Arc;

use crate::space::{Codec, Source, Space};
use everycase_kernel::function::{Function, decode_function, encode_function, function_shape};
use everycase_kernel::{At, EncodeError, Encoder, Shape};

use crate::space::Enumerable;

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
/// assert_eq!(space.count_up_to(1)?, 4u32.into());
/// assert_eq!(space.largest_size()?, Some(1));
/// # assert!(mapping_twice_is_mapping_once(Fun::new(|x| *x > 3), Fun::new(|&y| u8::from(y)), vec![1, 5]));
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
///
/// # Which functions
///
/// Over at most 32 arguments: all functions, each once. A function is a table with one result for
/// each argument. Its size is the sum of the sizes of its results, where the constructors common to
/// all results count once.
///
/// Over more arguments: all functions that make finitely many case distinctions, on constructors
/// and on numbers. They suffice to distinguish whatever a terminating property can distinguish. The
/// size of such a case tree is the number of its case distinctions plus the sizes of its constants,
/// both results and numbers (Duregård, section 3.1). Ignored arguments cost nothing and leave no
/// trace. No distinction is decided by an earlier one. But different case trees may be equal as
/// functions, such as a distinction with equal branches and its branch, so reports that count them
/// say `functions as case trees`.
///
/// A function is shown as a Rust closure; see [`parts`] for cases without a Rust pattern.
pub struct Fun<A, B> {
    how: How<A, B>,
}

enum How<A, B> {
    Cases(Function<B>, Arguments<A>),
    Closure(Arc<dyn Fn(&A) -> B + Send + Sync>),
}

/// How the arguments of a function by cases are encoded.
enum Arguments<A> {
    /// By their type.
    Type(fn(&A, &mut Encoder) -> Result<(), EncodeError>),
    Space(Arc<dyn Codec<A>>),
}

impl<A> Arguments<A> {
    fn encode(&self, argument: &A, to: &mut Encoder) -> Result<(), EncodeError> {
        match self {
            Arguments::Type(encode) => encode(argument, to),
            Arguments::Space(codec) => {
                let encoded = codec.encode(argument, to);
                // Otherwise every function would look constant.
                if let Err(error @ EncodeError::NoInverse(_)) = &encoded {
                    panic!("a function between spaces cannot tell its arguments apart: {error}");
                }
                encoded
            }
        }
    }

    fn given(&self) -> print::ArgumentType {
        let name = std::any::type_name::<A>();
        match self {
            Arguments::Type(_) => print::ArgumentType::Type(name),
            Arguments::Space(_) => print::ArgumentType::Space(name),
        }
    }
}

impl<A> Clone for Arguments<A> {
    fn clone(&self) -> Self {
        match self {
            Arguments::Type(encode) => Arguments::Type(*encode),
            Arguments::Space(codec) => Arguments::Space(Arc::clone(codec)),
        }
    }
}

impl<A, B> Fun<A, B> {
    /// Returns a hand-written function, as in counterexamples pasted into tests. It has no index.
    pub fn new(function: impl Fn(&A) -> B + Send + Sync + 'static) -> Self {
        Self { how: How::Closure(Arc::new(function)) }
    }
}

impl<A: 'static, B: 'static> Fun<A, B> {
    /// Returns the functions from values of one space to values of another:
    ///
    /// ```
    /// use everycase::prelude::*;
    /// use everycase::Fun;
    ///
    /// fn vowels() -> Space<char> {
    ///     Space::one_of(['a', 'e', 'i', 'o', 'u'])
    /// }
    ///
    /// # /*
    /// #[property]
    /// # */
    /// # #[cfg(any())]
    /// fn vowels_are_mapped_to_vowels(#[from(Fun::between(&vowels(), &vowels()))] f: Fun<char, char>) -> bool {
    ///     "aeiou".contains(f.call(&'e'))
    /// }
    ///
    /// // A vowel for each of five.
    /// assert_eq!(Fun::between(&vowels(), &vowels()).count_up_to(0)?, 5u32.pow(5).into());
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    ///
    /// The arguments' space needs an inverse ([`Space::bijection`] instead of [`Space::map`]).
    ///
    /// Arguments are distinguished by the shape of their space, and Rust has no patterns for
    /// shapes. So the source of a function takes its argument apart with [`Parts::of`], and
    /// compiles in the scope of a function `arguments` that returns that space.
    pub fn between(arguments: &Space<A>, results: &Space<B>) -> Space<Self> {
        let shape = function_shape(arguments.shape(), results.shape());
        let codec =
            Between { arguments: Arc::clone(arguments.codec()), results: Arc::clone(results.codec()) };
        Space::new(shape, codec)
    }
}

impl<A, B: Clone> Fun<A, B> {
    /// Returns the result for an argument. Equal arguments have equal results. Takes time in the
    /// size of the argument, unless the function is constant.
    ///
    /// An argument outside of the space of arguments, such as a skipped variant, takes the first
    /// case of every distinction.
    ///
    /// # Panics
    /// If that space was given to [`between`](Self::between) and has no inverse.
    pub fn call(&self, argument: &A) -> B {
        match &self.how {
            How::Cases(function, arguments) => function.apply(|to| arguments.encode(argument, to)).clone(),
            How::Closure(function) => function(argument),
        }
    }

    /// Returns the function as a closure.
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
        Self { how: How::Cases(decode_function(at, B::decode), Arguments::Type(A::encode)) }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode(self, B::encode, to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        source(at, &Arguments::<A>::Type(A::encode), B::source, out);
    }
}

/// The codec of functions between two spaces.
struct Between<A, B> {
    arguments: Arc<dyn Codec<A>>,
    results: Arc<dyn Codec<B>>,
}

impl<A, B> Codec<Fun<A, B>> for Between<A, B> {
    fn decode(&self, at: At<'_>) -> Fun<A, B> {
        let arguments = Arguments::Space(Arc::clone(&self.arguments));
        Fun { how: How::Cases(decode_function(at, |at| self.results.decode(at)), arguments) }
    }

    fn encode(&self, function: &Fun<A, B>, to: &mut Encoder) -> Result<(), EncodeError> {
        encode(function, |result, to| self.results.encode(result, to), to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        let arguments = Arguments::Space(Arc::clone(&self.arguments));
        source(at, &arguments, |at, out| self.results.source(at, out), out);
    }
}

fn encode<A, B>(
    function: &Fun<A, B>,
    result: impl Fn(&B, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    match &function.how {
        How::Cases(function, _) => encode_function(function, result, to),
        How::Closure(_) => Err(EncodeError::NoInverse(std::any::type_name::<Fun<A, B>>())),
    }
}

fn source<A>(at: At<'_>, arguments: &Arguments<A>, result: impl Fn(At<'_>, &mut Source), out: &mut Source) {
    let function = decode_function(at, |at| at);
    out.push_str("everycase::Fun::new(");
    print::function(arguments.given(), &function, &|at, out| result(*at, out), out);
    out.push(')');
}

impl<A, B> Clone for Fun<A, B> {
    fn clone(&self) -> Self {
        let how = match &self.how {
            How::Cases(function, arguments) => How::Cases(function.clone(), arguments.clone()),
            How::Closure(function) => How::Closure(Arc::clone(function)),
        };
        Self { how }
    }
}

/// Functions are equal if their case trees are. Different case trees may agree on all arguments.
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

/// Prints the closure, with results by their own `Debug`.
impl<A, B: fmt::Debug> fmt::Debug for Fun<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let How::Cases(function, arguments) = &self.how else {
            return f.write_str("|_| ..");
        };
        let mut out = Source::new();
        let result = |result: &B, out: &mut Source| crate::space::push(out, format_args!("{result:?}"));
        print::function(arguments.given(), function, &result, &mut out);
        f.write_str(out.as_str())
    }
}
