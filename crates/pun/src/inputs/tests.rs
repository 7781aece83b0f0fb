//! Inputs against an enumeration of values that knows nothing of shapes.

mod functions;
mod naive;
pub(crate) mod program;
mod shapes;
mod tables;
mod trees;

pub(crate) use naive::fields;
