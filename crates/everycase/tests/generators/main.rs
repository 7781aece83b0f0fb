//! Generators as inputs of properties, and what their choices mean.

mod brute_force;
mod coverage;
mod properties;
