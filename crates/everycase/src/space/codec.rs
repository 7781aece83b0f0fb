//! From derivations to values and back: the only code that knows a type.

use everycase_kernel::{At, EncodeError, Encoder};

use super::source::Source;

/// Turns derivations of one shape into values of `T` and back.
///
/// Laws, for every derivation of the shape: decoding is injective, encoding inverts it, and [`update`](Self::update)
/// leaves the same value as [`decode`](Self::decode) gives.
pub trait Codec<T>: Send + Sync {
    /// Returns the value at a position. Time in the size of the value.
    fn decode(&self, at: At<'_>) -> T;

    /// Makes `value`, which was decoded here before the last step of an enumeration, the value that is here now.
    /// An implementation may leave alone what [`At::changed`] says is as it was.
    fn update(&self, value: &mut T, at: At<'_>) {
        *value = self.decode(at);
    }

    /// Takes the decisions that decode to `value`.
    ///
    /// # Errors
    /// When there is no inverse or the value is not in the shape.
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Appends the value at a position as Rust source.
    fn source(&self, at: At<'_>, out: &mut Source);
}
