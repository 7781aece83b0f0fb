//! The case studies of everycase: released crates by other authors, checked against inputs without a
//! generator for.
//!
//! - [`rust_syntax`] is the syntax of Rust as a system of types, mapped onto the trees of `syn`; [`round_trip`] prints
//!   such a tree and parses it back. `cargo run --release --example rust_round_trip` runs it.
//! - [`json5`] is the text of JSON5 documents, each with the value it means, given to three crates that read them.
//!   `cargo run --release --example data_format_round_trip` runs it.
//! - [`compiler_hunt`] draws well-typed terms, and compares what the compiler makes of them with and without
//!   optimisation. `cargo run --release --example compiler_hunt` runs it.
//! - [`hunt`] is what the first two share: a search by size, samples of larger sizes, and failures made small and grouped.
//!
//! Commands run in this package's folder. What they find is in `docs/case-studies.md`.

#![forbid(unsafe_code)]

pub mod compiler_hunt;
pub mod hunt;
pub mod json5;
pub mod loose_syntax;
pub mod panics;
pub mod round_trip;
pub mod rust_syntax;
