//! Cost models: the sizes of the numbers of a range. Everything else of a shape costs what the shape says.
//!
//! A model turns a range into a [`Leaf`]. Whatever is counted, indexed, walked, drawn or searched goes by that leaf, so a new
//! model is a variant here and its leaf.

use super::leaf::Leaf;
use super::range::Range;

/// How numbers are weighed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// The sizes of the papers: a number costs the bit length of its magnitude.
    #[default]
    Exact,
    /// Boundary values only: the ends of the range, zero, the powers of two and their neighbours. Zero costs nothing, every
    /// other boundary value 1.
    Edges,
}

impl CostModel {
    /// Returns the numbers of a range with the sizes of this model.
    pub(crate) fn leaf(self, range: &Range) -> Leaf {
        match self {
            Self::Exact => Leaf::exact(range.clone()),
            Self::Edges => {
                let (zero, others) = range.edges().into_iter().partition(|&number| number == 0);
                Leaf::listed(range.clone(), vec![zero, others])
            }
        }
    }
}
