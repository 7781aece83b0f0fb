//! Cost models: the sizes of the numbers of a range. All other costs are given by the shape.
//!
//! A model turns a range into a [`Leaf`]. Counting, indexing, enumeration, draws and searches only use that leaf, so a new
//! model is a variant here with its leaf.

use super::leaf::Leaf;
use super::range::Range;

/// A cost model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// The sizes of the papers: a number costs the bit length of its magnitude.
    #[default]
    Exact,
    /// Boundary values only: the ends of the range, zero, the powers of two and their neighbours. Zero costs nothing, every
    /// other boundary value 1.
    Edges,
    /// Sizes of structure: a number or a character costs 1, whatever it is. Each structure is one derivation, with the smallest
    /// numbers; [`Mixed`](crate::Mixed) draws others.
    Structural,
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
            Self::Structural => Leaf::slot(range.clone()),
        }
    }
}
