//! Inputs against an enumeration of values that knows nothing of shapes.

mod naive;
mod program;
mod shapes;
