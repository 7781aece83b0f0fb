//! Functions that are as before with exceptions: the small mutants of a function, whatever it is (Paper IV, section 5).
//!
//! Such a function is a [function](super) to `as before` or to another result. `As before` costs nothing, so the size of one is the number
//! of its case distinctions, and for each exception one more and the size of the new result. The smallest changes nothing; of those
//! after it, one changes the result for all arguments to the smallest result.

use super::{Function, decode_function, function_shape};
use crate::{Alternative, At, Shape};

/// Returns the shape of the functions that are as before with exceptions.
pub fn exceptions_shape(argument: &Shape, result: &Shape) -> Shape {
    let changed = Alternative::new("instead", [result.clone()]).pay(1);
    function_shape(argument, &Shape::choice([Alternative::new("as before", []), changed]))
}

/// Decodes a function at a position of such a shape: for each argument the [words](At::words) of its new result, `None` where it is as
/// before.
///
/// # Panics
/// At a position of another shape.
pub fn decode_exceptions(at: At<'_>) -> Function<Option<Vec<u64>>> {
    decode_function(at, |at| (at.alternative() == 1).then(|| at.field(0).words()))
}
