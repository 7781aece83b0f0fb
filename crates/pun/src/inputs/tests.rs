//! Inputs against an enumeration of values that knows nothing of shapes.

mod functions;
mod naive;
mod program;
mod shapes;
mod trees;
