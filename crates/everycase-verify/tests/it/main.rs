//! Statements about generators, compared with other programs: by running them, and by proofs.

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
