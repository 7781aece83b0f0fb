//! Tests whether optimisation changes the behaviour of compiled programs. Uniform well-typed terms, after Paper III,
//! section 6.3.
//!
//! A term is a function from a list of integers to another. It is printed as Rust, compiled by `rustc` at two levels of
//! optimisation, and run on some lists; a term that behaves differently is a bug of the compiler, and is made small.

mod campaign;
mod compiler;
mod difference;
mod environment;
mod grammar;
mod language;
mod process;
mod program;
mod report;
mod rust;
mod tally;
mod term;

pub use campaign::{Audience, Found, Plan, campaign};
pub use compiler::{Behaviour, Compiler, Observed, RUNNING, Side};
pub use difference::{Batch, Both, Pair, differ, explain};
pub use environment::Scoping;
pub use grammar::{Draws, Grammar};
pub use language::{Argument, Constant, Type, constants};
pub use process::Abort;
pub use program::{SAMPLES, many, one};
pub use report::report;
pub use rust::Printing;
pub use tally::{Figures, Tally};
pub use term::{Bound, Term, Variable};
