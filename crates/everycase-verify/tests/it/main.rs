//! What a check by running says of a generator, compared with what other programs say of it.

mod brute_force;
mod examples;
mod limits;
mod no_proof;
