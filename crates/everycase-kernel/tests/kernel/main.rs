//! The kernel's laws, its oracles, and the figures of the papers.

mod boundary;
mod common;
mod counting;
mod expansion;
mod laws;
mod lazy;
mod least_numbers;
mod limits;
mod mutants;
mod oracle;
mod orders;
mod owners;
mod patterns;
mod random;
mod ranges;
mod ranks;
mod readable;
mod rewrites;
mod shrink;
mod templates;
mod uniform;
mod wide_draws;
