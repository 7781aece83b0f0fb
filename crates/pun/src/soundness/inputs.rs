//! Inputs against an enumeration of values that knows nothing of shapes.

mod functions;
mod naive;
pub(super) mod program;
mod shapes;
mod tables;
mod trees;

pub(super) use naive::fields;
