//! Runs properties as tests: decodes inputs, calls the property, and reports in the test's own output.
//!
//! How a check is made is `everycase-check`'s; here is what is particular to Rust tests: panics, values as source,
//! `cargo test` lines, and failing a test by unwinding with the report.

mod assume;
mod block_on;
mod details;
mod guarded;
mod inverse;
mod isolated;
mod outcome;
mod panics;
mod parameters;
mod run;
mod saved;
mod scope;
mod site;

pub use assume::{assume, classify, condition, cover, is_assume, is_unmet, label, unmet};
pub use block_on::block_on;
pub use outcome::{IntoOutcome, Outcome};
pub use parameters::{Inputs, Parameter, Parameters, inputs};
pub use run::{check, check_with, run, run_lazily};
pub use scope::Written;
pub use site::Site;
