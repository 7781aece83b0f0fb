//! Invariants by bijection (Paper I, section 5): lists, non-empty lists, sets of numbers by their
//! gaps.
//!
//! Sets of arbitrary members, sized as these are, come from [`maps`](super::maps).

use std::sync::Arc;

use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Range, Shape};

use super::codec::Codec;
use super::source::Source;
use super::typed::Space;

const NIL: usize = 0;
const CONS: usize = 1;

#[inline]
fn list_shape(element: &Shape) -> Shape {
    struct List;
    let element = element.clone();
    Shape::named(Key::of::<List>().under(&element), move || {
        let nil = Alternative::new("nil", []).pay(1);
        Shape::choice([nil, Alternative::new("cons", [element.clone(), list_shape(&element)]).pay(1)])
    })
}

/// Returns the lists of a space's values: the end costs 1, each element 1 in addition to its size.
pub fn list<T: 'static>(element: &Space<T>) -> Space<Vec<T>> {
    Space::new(list_shape(element.shape()), List(Arc::clone(element.codec())))
}

/// Returns the lists with at least one element: an element and a list, so only further elements
/// cost 1 more.
pub fn non_empty<T: 'static>(element: &Space<T>) -> Space<Vec<T>> {
    let shape = Shape::product([element.shape().clone(), list_shape(element.shape())]);
    Space::new(shape, NonEmpty(List(Arc::clone(element.codec()))))
}

/// Returns the strictly increasing lists of numbers, that is, sets of numbers: as lists of the gaps
/// before each number, with their sizes.
///
/// A gap is less than 2^32. Each costs at least 1 and sizes are less than 2^32, so the sum of the
/// gaps of a list does not overflow.
///
/// ```
/// use everycase::space::sets;
///
/// let sets = sets::increasing();
/// assert_eq!(sets.of_size(4)?.collect::<Vec<_>>(), [vec![0, 1, 2], vec![0, 2], vec![1, 2], vec![2], vec![3]]);
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
#[inline]
pub fn increasing() -> Space<Vec<u64>> {
    struct Gap;
    let gap = Shape::named(Key::of::<Gap>(), || Shape::range(Range::unsigned(32)));
    Space::new(list_shape(&gap), Increasing)
}

/// Returns the positions of a list's elements from a position on.
#[inline]
fn elements(mut at: At<'_>) -> impl Iterator<Item = At<'_>> {
    std::iter::from_fn(move || {
        (at.alternative() == CONS).then(|| {
            let element = at.field(0);
            at = at.field(1);
            element
        })
    })
}

struct List<T>(Arc<dyn Codec<T>>);

impl<T> List<T> {
    fn encode_all(&self, values: &[T], to: &mut Encoder) -> Result<(), EncodeError> {
        for value in values {
            to.alternative(CONS)?;
            self.0.encode(value, to)?;
        }
        to.alternative(NIL)
    }

    fn source_all<'d>(&self, elements: impl Iterator<Item = At<'d>>, out: &mut Source) {
        out.push_str("vec![");
        let mut comma = "";
        for element in elements {
            out.push_str(comma);
            comma = ", ";
            self.0.source(element, out);
        }
        out.push(']');
    }
}

impl<T> Codec<Vec<T>> for List<T> {
    fn decode(&self, at: At<'_>) -> Vec<T> {
        elements(at).map(|element| self.0.decode(element)).collect()
    }

    fn update(&self, value: &mut Vec<T>, mut at: At<'_>) {
        let mut kept = 0;
        while at.alternative() == CONS && !at.changed(0, 2) {
            at = at.field(1);
            kept += 1;
        }
        value.truncate(kept);
        value.extend(elements(at).map(|element| self.0.decode(element)));
    }

    fn encode(&self, value: &Vec<T>, to: &mut Encoder) -> Result<(), EncodeError> {
        self.encode_all(value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        self.source_all(elements(at), out);
    }
}

struct NonEmpty<T>(List<T>);

#[inline]
fn first_and_rest(at: At<'_>) -> impl Iterator<Item = At<'_>> {
    std::iter::once(at.field(0)).chain(elements(at.field(1)))
}

impl<T> Codec<Vec<T>> for NonEmpty<T> {
    fn decode(&self, at: At<'_>) -> Vec<T> {
        first_and_rest(at).map(|element| self.0.0.decode(element)).collect()
    }

    fn encode(&self, value: &Vec<T>, to: &mut Encoder) -> Result<(), EncodeError> {
        let (first, rest) = value.split_first().ok_or(EncodeError::NotInShape)?;
        to.alternative(0)?;
        self.0.0.encode(first, to)?;
        self.0.encode_all(rest, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        self.0.source_all(first_and_rest(at), out);
    }
}

struct Increasing;

impl Codec<Vec<u64>> for Increasing {
    #[inline]
    fn decode(&self, at: At<'_>) -> Vec<u64> {
        let mut next = 0u64;
        let number = |gap: At<'_>| {
            let number = next.saturating_add(gap.bits());
            next = number.saturating_add(1);
            number
        };
        elements(at).map(number).collect()
    }

    #[inline]
    fn encode(&self, value: &Vec<u64>, to: &mut Encoder) -> Result<(), EncodeError> {
        let mut next = Some(0u64);
        for &number in value {
            let gap = next.and_then(|next| number.checked_sub(next)).ok_or(EncodeError::NotInShape)?;
            to.alternative(CONS)?;
            to.bits(gap)?;
            next = number.checked_add(1);
        }
        to.alternative(NIL)
    }

    #[inline]
    fn source(&self, at: At<'_>, out: &mut Source) {
        use std::fmt::Write;
        // Writing to a string cannot fail.
        let _ = write!(out, "vec!{:?}", self.decode(at));
    }
}
