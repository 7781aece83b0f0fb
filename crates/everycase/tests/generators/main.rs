//! Generators as inputs of properties, and what their choices mean.

mod coverage;
mod properties;
