//! What is said of generators, compared with what other programs say of them: by running them, and by proofs.

mod brute_force;
mod examples;
mod faults;
mod limits;
mod no_proof;
mod paper;
mod proofs;
mod repairs;
mod rust;
mod solver;
mod synthesized;
