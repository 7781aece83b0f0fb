//! Errors of spaces.

use std::fmt;

/// Why an operation on a space failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// The named shapes lead back to themselves without a [`pay`](crate::Shape::pay), so a size
    /// would hold infinitely many values.
    UnpaidCycle {
        /// The names on the cycle, in order.
        names: Vec<String>,
    },
    /// A family of shapes keeps leading to new members without a [`pay`](crate::Shape::pay).
    UnpaidFamily {
        /// A member far along the chain.
        at: String,
    },
    /// The index is not below the number of values.
    IndexOutOfRange {
        /// The index.
        index: num_bigint::BigUint,
        /// The number of values.
        count: num_bigint::BigUint,
    },
    /// No value has this size, or a size up to it.
    Empty {
        /// The size.
        size: u32,
    },
    /// There are more than 2^4096 values of this size; sampling under a predicate cannot count
    /// them.
    TooMany {
        /// The size asked for.
        size: u32,
    },
    /// Sampling under a predicate has used the memory for what it learns.
    TooMuchLearned {
        /// The limit.
        bytes: usize,
    },
    /// Counting up to this size would exceed the memory limit: two gibibytes, or
    /// [less](crate::Until::within_memory).
    TooLarge {
        /// The size at which counting stopped.
        size: u32,
    },
    /// Counting was stopped early ([`Derivations::until`](crate::Derivations::until)).
    OutOfTime,
    /// The value has no derivation.
    Encode(EncodeError),
    /// Words do not fit the shape.
    Words {
        /// The index of the wrong word; the number of words if there are too few.
        at: usize,
    },
    /// A mapping that should be injective maps two values to the same one, or its inverse is wrong.
    NotBijective {
        /// Index, over all sizes, of the first value whose image is wrong.
        index: u64,
        /// What was found.
        problem: String,
    },
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnpaidCycle { names } => write!(
                f,
                "the recursion {} -> {} never pays: give a constructor on it a cost of at least 1",
                names.join(" -> "),
                names.first().map_or("", String::as_str)
            ),
            Self::UnpaidFamily { at } => {
                write!(
                    f,
                    "the family of shapes that reaches {at} goes on without paying: each step must cost something"
                )
            }
            Self::IndexOutOfRange { index, count } if *count == num_bigint::BigUint::from(1u8) => {
                write!(f, "index {index} is out of range: there is one value")
            }
            Self::IndexOutOfRange { index, count } => {
                write!(f, "index {index} is out of range: there are {count} values")
            }
            Self::Empty { size } => write!(f, "there is no value of size {size}"),
            Self::TooMany { size } => {
                write!(f, "there are too many values of size {size} to sample them under a predicate")
            }
            Self::TooMuchLearned { bytes } => {
                write!(f, "what has been learned of the predicate takes more than the {bytes} bytes given")
            }
            Self::OutOfTime => f.write_str("time was up before its sizes were counted"),
            Self::TooLarge { size } => write!(f, "the counts of sizes beyond {size} take too much memory"),
            Self::Encode(error) => error.fmt(f),
            Self::Words { at } => write!(f, "the derivation does not fit the shape at word {at}"),
            Self::NotBijective { index, problem } => {
                write!(f, "the mapping is not a bijection: at index {index}, {problem}")
            }
        }
    }
}

impl std::error::Error for SpaceError {}

impl From<EncodeError> for SpaceError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// Why a value has no derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The named mapping was given without its inverse.
    NoInverse(&'static str),
    /// The value is not in the space.
    NotInShape,
    /// The grammar has to be expanded to this size first. Only used inside the kernel.
    #[doc(hidden)]
    Unexpanded(u32),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInverse(name) => {
                write!(f, "{name} was given without its inverse, so its values have no rank")
            }
            Self::NotInShape => f.write_str("the value is not in the space"),
            Self::Unexpanded(size) => write!(f, "the grammar is not expanded to size {size}"),
        }
    }
}

impl std::error::Error for EncodeError {}
