//! pun: a small functional language with properties built in.
//!
//! One pipeline: source text -> lossless syntax tree -> [`tree`] -> names resolved, types inferred
//! -> [`core`] -> bytecode -> machine. The core is the intermediate form that everything after the
//! front end shares. Other crates run programs through [`engine`]. [`mod@reference`] is a plain
//! interpreter of the core, which tests compare with the machine.
//!
//! This crate knows the language and how its properties are checked. It knows nothing of terminals
//! or command lines.

pub mod check;
mod compile;
mod components;
pub mod core;
pub mod coverage;
pub mod diagnostic;
pub mod engine;
mod exhaustive;
pub mod fault;
pub mod format;
mod infer;
pub mod inputs;
mod literals;
pub mod load;
mod lower;
mod machine;
mod names;
pub mod normal;
pub mod reference;
mod resolve;
pub mod run;
pub mod show;
#[cfg(test)]
mod soundness;
pub mod source;
pub mod strength;
pub mod syntax;
pub mod terms;
pub mod tree;
pub mod types;
pub mod typing;
pub mod unify;
pub mod value;

pub use literals::literals;
pub use machine::Limits;
