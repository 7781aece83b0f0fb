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

/// A value may be as deep as a list is long, deeper than Rust's stack: its parts are taken down one after the other.
impl Drop for Value {
    fn drop(&mut self) {
        let Self::Construct(_, fields) = self else { return };
        let mut parts = std::mem::take(fields);
        while let Some(mut part) = parts.pop() {
            if let Self::Construct(_, fields) = &mut part {
                parts.append(fields);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::core::ConId;

    #[test]
    fn a_value_of_any_depth_can_be_dropped() {
        let list = |first: Value, rest: Value| Value::Construct(ConId::CONS, vec![first, rest]);
        let nil = || Value::Construct(ConId::NIL, Vec::new());
        // Deep at the end, and deep at the beginning.
        drop((0..1_000_000).fold(nil(), |rest, _| list(Value::Open, rest)));
        drop((0..1_000_000).fold(nil(), |first, _| list(first, nil())));
    }
}
