//! Positions in collections whose length is another input.

use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

use crate::space::Enumerable;
use crate::space::Source;
use crate::space::push;

/// A position in a collection of any length: an input for properties that pick an element of
/// another input.
///
/// ```
/// use everycase::Index;
/// use everycase::prelude::*;
///
/// #[property]
/// fn what_is_removed_was_there(mut list: Vec<u8>, at: Index) {
///     if let Some(place) = at.of(list.len()) {
///         let before = list.clone();
///         let removed = list.remove(place);
///         assert_eq!(at.get(&before), Some(&removed));
///     }
/// }
/// ```
///
/// # Which position
///
/// An index is a fraction of the length: the first one is 0, the next ones are 1/2, 1/4, 3/4, 1/8,
/// 5/8, 3/8, 7/8, and so on: the number of the index, with its bits behind the binary point in
/// reverse. Its size is the number of these bits. So
///
/// - the 2^*b* indices up to the size *b* reach all positions of a collection of at most 2^*b*
///   elements;
/// - of the 2^(*b*-1) indices of the size *b*, each position of a collection has the same share, up
///   to one index. So a uniform draw of an index of some size is as uniform over the positions as
///   the number of indices allows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Index(u64);

impl Index {
    /// Returns the index with a number, as in the source of a counterexample.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the position in a collection of this length, which is below it; `None` if the
    /// collection is empty.
    pub const fn of(self, length: usize) -> Option<usize> {
        if length == 0 {
            return None;
        }
        // The upper half of a product of 64-bit numbers is below both.
        Some(((self.0.reverse_bits() as u128 * length as u128) >> u64::BITS) as usize)
    }

    /// Returns the element at the position; `None` if there are no elements.
    pub fn get<T>(self, elements: &[T]) -> Option<&T> {
        elements.get(self.of(elements.len())?)
    }

    /// Returns the element at the position, to be changed; `None` if there are no elements.
    pub fn get_mut<T>(self, elements: &mut [T]) -> Option<&mut T> {
        elements.get_mut(self.of(elements.len())?)
    }
}

impl Enumerable for Index {
    #[inline]
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || Shape::range(Range::unsigned(u64::BITS)))
    }

    fn decode(at: At<'_>) -> Self {
        Self(at.bits())
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.bits(self.0)
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        out.name("everycase", "Index");
        push(out, format_args!("::new({})", at.bits()));
    }
}
