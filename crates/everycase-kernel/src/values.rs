//! The naive interpretation: all values of a size as a list (Paper I, section 2; Paper II, section
//! 3.2).
//!
//! It follows the papers' equations, one case for each operation. The only things it shares with
//! the other interpretations are the definition of [`Shape`] and the integers of a [`Range`]:
//! nothing is counted, memoised, compiled or skipped. So it is the reference that they are tested
//! against, and slow: use it for small sizes only.
//!
//! ```
//! use everycase_kernel::{Alternative, Derivations, Key, Shape, values};
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

use std::collections::HashMap;

use crate::grammar::range::Range;
use crate::grammar::shape::{Form, Key, Shape};

/// The [words](crate::Derivation::words) of one derivation.
type Words = Vec<u64>;

/// Returns the words of every derivation of this size, in the order of their indices: alternatives
/// in order; fields by the size of the first field, then by the first field, then by the others;
/// integers in the order of their [`Range`].
///
/// Does not terminate if a recursion of the shape never pays. Takes time in the magnitude of
/// integers.
#[inline]
pub fn of_size(shape: &Shape, size: u32) -> Vec<Words> {
    Lists { integers, named: HashMap::new() }.values(shape, size)
}

/// Returns the same for [`CostModel::Structural`](crate::CostModel::Structural), in which integers
/// have size 1 and only the smallest one is listed.
#[inline]
pub fn structures_of_size(shape: &Shape, size: u32) -> Vec<Words> {
    Lists { integers: slot, named: HashMap::new() }.values(shape, size)
}

struct Lists {
    /// Returns the integers of a range with a given size.
    integers: fn(&Range, u32) -> Vec<u128>,
    /// The lists of named shapes computed so far (Paper I, section 4). Without them, a shape with
    /// many fields that is empty to some depth would be searched repeatedly.
    named: HashMap<(Key, u32), Vec<Words>>,
}

impl Lists {
    #[inline]
    fn values(&mut self, shape: &Shape, size: u32) -> Vec<Words> {
        match shape.form() {
            // values (pay e) p = values e (p - 1); empty below the cost.
            Form::Pay(cost, inner) => match size.checked_sub(*cost) {
                Some(size) => self.values(inner, size),
                None => vec![],
            },
            Form::Listed(exact, _) => self.values(exact, size),
            Form::Named(key, body) => {
                if let Some(cached) = self.named.get(&(key.clone(), size)) {
                    return cached.clone();
                }
                let values = self.values(&body(), size);
                self.named.insert((key.clone(), size), values.clone());
                values
            }
            Form::Range(range) => {
                let words = |value: u128| {
                    let low = value as u64;
                    if range.is_wide() { vec![low, (value >> 64) as u64] } else { vec![low] }
                };
                (self.integers)(range, size).into_iter().map(words).collect()
            }
            // values (a <|> b) p = values a p ++ values b p. With several alternatives, the first
            // word is the alternative.
            Form::Sum { alternatives, .. } => {
                let mut all = Vec::new();
                for (i, alternative) in alternatives.iter().enumerate() {
                    let Some(size) = size.checked_sub(alternative.cost) else { continue };
                    let tag = if alternatives.len() > 1 { vec![i as u64] } else { vec![] };
                    let tuples = self.tuples(&alternative.fields, size);
                    all.extend(tuples.iter().map(|words| [&tag[..], words].concat()));
                }
                all
            }
        }
    }

    /// values (pair a b) p = [ (x, y) | k <- [0 ..= p], x <- values a k, y <- values b (p - k) ];
    /// the empty tuple has size 0.
    #[inline]
    fn tuples(&mut self, fields: &[Shape], size: u32) -> Vec<Words> {
        let Some((first, others)) = fields.split_first() else {
            return if size == 0 { vec![vec![]] } else { vec![] };
        };
        let mut all = Vec::new();
        for k in 0..=size {
            let xs = self.values(first, k);
            // Without an `x` there are no pairs; this only saves time.
            let ys = if xs.is_empty() { vec![] } else { self.tuples(others, size - k) };
            all.extend(xs.iter().flat_map(|x| ys.iter().map(|y| [&x[..], y].concat())));
        }
        all
    }
}

/// Returns the integers whose magnitude has `size` bits, in two's complement, the non-negative ones
/// first.
#[inline]
fn integers(range: &Range, size: u32) -> Vec<u128> {
    let magnitudes = match size {
        0 => 0..=0,
        1..=128 => 1 << (size - 1)..=u128::MAX >> (128 - size),
        _ => return vec![],
    };
    let negative = magnitudes.clone().map(u128::wrapping_neg).filter(|_| size > 0 && range.is_signed());
    magnitudes.chain(negative).filter(|&value| range.position(value).is_some()).collect()
}

/// Returns the least number in the order of [`Range`], which stands for all.
#[inline]
fn slot(range: &Range, size: u32) -> Vec<u128> {
    let least = || (0..=128).find_map(|size| range.nth(size, 0));
    if size == 1 { least().into_iter().collect() } else { Vec::new() }
}
