//! `BinaryHeap`: a multiset of elements, as a map from elements to numbers of further copies.
//!
//! Size: the size of the set of its elements, and 1 for each copy of an element beyond the first.
//! Heaps with the same elements are the same value, however their elements are arranged.

use std::collections::{BTreeMap, BinaryHeap};

use crate::space::Source;
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape, maps};

use crate::space::Enumerable;

/// The key for the shape of numbers of copies.
struct Copies;

/// Returns the shape of the numbers of copies: each copy costs 1.
#[inline]
fn copies_shape() -> Shape {
    Shape::named(Key::of::<Copies>(), || {
        let one_more = Alternative::new("copy", [copies_shape()]).pay(1);
        Shape::choice([Alternative::new("none", []), one_more])
    })
}

/// Returns how often an element occurs.
#[inline]
fn occurrences(mut copies: At<'_>) -> usize {
    let mut n = 1;
    while !copies.is_open() && copies.alternative() == 1 {
        copies = copies.field(0);
        n += 1;
    }
    n
}

impl<T: Enumerable + Ord> Enumerable for BinaryHeap<T> {
    fn shape() -> Shape {
        maps::map_shape(&T::shape(), &copies_shape())
    }

    fn decode(at: At<'_>) -> Self {
        let mut all = Vec::new();
        maps::entries(at, |element, copies| {
            all.extend((0..occurrences(copies)).map(|_| T::decode(element)));
        });
        all.into()
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        // Elements that compare equal may differ; the same elements are those with the same
        // derivation.
        let space = T::space();
        let mut occurrences: BTreeMap<Vec<u64>, (&T, usize)> = BTreeMap::new();
        for element in self {
            let derivation = space.encode(element).map_err(|_| EncodeError::NotInShape)?;
            occurrences.entry(derivation.words()).or_insert((element, 0)).1 += 1;
        }
        let entries: Vec<(&T, usize)> = occurrences.into_values().collect();
        let element = |i: usize, to: &mut Encoder| entries[i].0.encode(to);
        let copies = |i: usize, to: &mut Encoder| {
            (1..entries[i].1).try_for_each(|_| to.alternative(1))?;
            to.alternative(0)
        };
        maps::encode_map(entries.len(), element, copies, to)
    }

    fn source(at: At<'_>, out: &mut Source) {
        out.push_str("std::collections::BinaryHeap::from(vec![");
        let mut comma = "";
        maps::entries(at, |element, copies| {
            for _ in 0..occurrences(copies) {
                out.push_str(comma);
                comma = ", ";
                out.part(element, T::source);
            }
        });
        out.push_str("])");
    }
}
