//! Grammars: shapes, what they are built of, their compiled form and its counts.
//!
//! A [`Shape`](shape::Shape) is expanded into a [`Grammar`] up to the size needed; [`Tables`] are a
//! grammar with the number of derivations of each node and size (Paper I, section 4). A
//! [cost model](cost::CostModel) gives numbers their sizes.

mod compiled;
pub(crate) mod cost;
mod count;
pub mod expansion;
pub(crate) mod fingerprint;
pub(crate) mod finite;
mod leaf;
pub(crate) mod limbs;
pub(crate) mod range;
pub(crate) mod shape;
pub(crate) mod smallest;
pub(crate) mod until;

pub(crate) use compiled::{Alternative, Grammar, Kind, NodeId, ProductId};
pub(crate) use count::Tables;
pub(crate) use leaf::Leaf;
