//! The naive interpretation: all values of a size as a plain list (Paper I, section 2; Paper II, section 3.2).
//!
//! It follows the papers' equations, one case for each operation, and shares with the other interpretations nothing
//! but what a [`Shape`] is and which integers lie in a [`Range`]: nothing is counted, memoised, compiled or skipped.
//! That is what makes it the reference that they are tested against, and slow: use it for small sizes only.
//!
//! ```
//! use everycase_space::{Alternative, Derivations, Key, Shape, values};
//!
//! fn bits() -> Shape {
//!     struct Bits;
//!     Shape::named(Key::of::<Bits>(), || {
//!         let end = Alternative::new("end", []);
//!         let one = |label| Alternative::new(label, [bits()]).pay(1);
//!         Shape::choice([end, one("0"), one("1")])
//!     })
//! }
//!
//! assert_eq!(values::of_size(&bits(), 1), [[1, 0], [2, 0]]);
//! assert_eq!(values::of_size(&bits(), 9).len(), 512);
//! ```

use crate::shape::Form;
use crate::{Alternative, Range, Shape};

/// What [`Derivation::words`](crate::Derivation::words) says of one derivation.
type Words = Vec<u64>;

/// The words of every derivation of this size, in the order of their indices: alternatives in their order; the fields
/// of an alternative by the size of the first field, then by the first field, then by the others; integers as
/// [`Range`] lists them.
///
/// It does not return when a recursion of the shape never pays, and takes time in the magnitude of integers.
pub fn of_size(shape: &Shape, size: u32) -> Vec<Words> {
    list(shape, size, integers)
}

/// The same for the companion space of boundary values, [`Derivations::edges`](crate::Derivations::edges), whose
/// integers have size 0 when they are zero and size 1 otherwise.
pub fn edges_of_size(shape: &Shape, size: u32) -> Vec<Words> {
    list(shape, size, edges)
}

fn list(shape: &Shape, size: u32, leaf: fn(&Range, u32) -> Vec<u128>) -> Vec<Words> {
    match shape.form() {
        // values (pay e) p = values e (p - 1), and none of a size below what is to be paid.
        Form::Pay(cost, inner) => match size.checked_sub(*cost) {
            Some(size) => list(inner, size, leaf),
            None => vec![],
        },
        Form::Named(_, body) => list(&body(), size, leaf),
        Form::Range(range) => {
            let words = |value: u128| match range.is_wide() {
                false => vec![value as u64],
                true => vec![value as u64, (value >> 64) as u64],
            };
            leaf(range, size).into_iter().map(words).collect()
        }
        // values (a <|> b) p = values a p ++ values b p.
        Form::Sum { alternatives, .. } => {
            let tagged = |(i, alternative): (usize, &Alternative)| {
                let tag = if alternatives.len() > 1 { vec![i as u64] } else { vec![] };
                let fields = match size.checked_sub(alternative.cost) {
                    Some(size) => tuples(&alternative.fields, size, leaf),
                    None => vec![],
                };
                fields.into_iter().map(move |words| [tag.clone(), words].concat())
            };
            alternatives.iter().enumerate().flat_map(tagged).collect()
        }
    }
}

/// values (pair a b) p = [ (x, y) | k <- [0 ..= p], x <- values a k, y <- values b (p - k) ]; the empty tuple has
/// size 0.
fn tuples(fields: &[Shape], size: u32, leaf: fn(&Range, u32) -> Vec<u128>) -> Vec<Words> {
    let Some((first, others)) = fields.split_first() else {
        return if size == 0 { vec![vec![]] } else { vec![] };
    };
    let mut all = Vec::new();
    for k in 0..=size {
        let xs = list(first, k, leaf);
        // With no `x` there is no pair; not looking at `y` only saves time.
        let ys = if xs.is_empty() { vec![] } else { tuples(others, size - k, leaf) };
        all.extend(xs.iter().flat_map(|x| ys.iter().map(|y| [&x[..], y].concat())));
    }
    all
}

/// The integers whose magnitude has `size` bits, in two's complement: the non-negative ones first.
fn integers(range: &Range, size: u32) -> Vec<u128> {
    let magnitudes = match size {
        0 => 0..=0,
        1..=128 => 1 << (size - 1)..=u128::MAX >> (128 - size),
        _ => return vec![],
    };
    let negative = magnitudes.clone().map(u128::wrapping_neg).filter(|_| size > 0 && range.is_signed());
    magnitudes.chain(negative).filter(|&value| range.position(value).is_some()).collect()
}

/// The boundary values that have this size in the companion space.
fn edges(range: &Range, size: u32) -> Vec<u128> {
    range.edges().into_iter().filter(|&value| size == u32::from(value != 0)).collect()
}
