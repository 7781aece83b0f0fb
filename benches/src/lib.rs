//! Code that the benchmarks share: the types, the peers' generators, the binary search tree with
//! its bugs, a clock, tables.
//!
//! Knows the public API of everycase and of its peers; knows nothing of how either works inside.
//! Each file below `benches/` is a plain program that prints one or more tables, by a command in this
//! package's folder; `docs/benchmarks.md` holds the figures of one run.

pub mod bst;
pub mod clock;
pub mod deepening;
pub mod expression;
pub mod find;
pub mod growth;
pub mod laws;
pub mod lazy_bst;
pub mod lazy_laws;
pub mod loops;
pub mod memory;
pub mod peers;
pub mod plain;
pub mod plot;
pub mod programs;
pub mod published;
pub mod sampling;
pub mod simple;
pub mod strategies;
pub mod strength;
pub mod subjects;
pub mod suites;
pub mod table;
pub mod template;
pub mod tools;
