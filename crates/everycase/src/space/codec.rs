//! From derivations to values and back: the only code that depends on a type.

use everycase_kernel::lazy::Choices;
use everycase_kernel::{At, EncodeError, Encoder, Random};

use super::source::Source;

/// Converts derivations of one shape to values of `T` and back.
///
/// Laws, for every derivation of the shape: decoding is injective, encoding is its inverse, and
/// [`update`](Self::update) results in the same value as [`decode`](Self::decode).
pub trait Codec<T>: Send + Sync {
    /// Returns the value at a position, in time linear in its size.
    fn decode(&self, at: At<'_>) -> T;

    /// Returns whether the derivations are choices of a generator, not all of which have a value.
    fn is_generator(&self) -> bool {
        false
    }

    /// Returns the value that a generator makes of choices of this thread's run, which are decided
    /// when it makes them. `None` if the codec is not one of a [generator](Self::is_generator).
    fn choose(&self, _choices: Choices) -> Option<T> {
        None
    }

    /// Draws the words of a derivation of about a size, if the derivations are choices of a
    /// generator; `None` if that makes too many.
    fn draw(&self, _size: u32, _rng: &mut Random) -> Option<Vec<u64>> {
        None
    }

    /// Updates `value`, decoded here before the last step of an enumeration, to the current value.
    /// Parts that are unchanged by [`At::changed`] may be left alone.
    fn update(&self, value: &mut T, at: At<'_>) {
        *value = self.decode(at);
    }

    /// Makes the decisions that decode to `value`.
    ///
    /// # Errors
    /// If the codec has no inverse, or the value is not in the shape.
    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Appends the value at a position as Rust source.
    fn source(&self, at: At<'_>, out: &mut Source);
}

/// Stands for decoding a type without values, which is unreachable.
///
/// # Panics
/// Always.
pub fn no_value<P>(_: P) -> ! {
    unreachable!("a type without values has no derivation to decode")
}
