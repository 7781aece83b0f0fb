//! Values, as they are shown: what a program's run gives, and what is known of an input.

use num_bigint::BigInt;

use crate::core::ConId;

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor with all its fields.
    Construct(ConId, Vec<Value>),
    /// A function: as pun source if it came from the kernel, otherwise something that names it.
    Function(String),
    /// Nothing looked at it.
    Open,
}
