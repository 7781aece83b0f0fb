//! Runs properties as tests: decodes inputs, calls the property, and reports as a test.
//!
//! `everycase-check` makes the check. This module has what is specific to Rust tests: panics,
//! values as source, the lines of `cargo test`, and failing a test by unwinding with the report.

mod assume;
mod block_on;
mod constants;
mod depth;
mod details;
mod draw;
mod examples;
mod former_names;
mod guarded;
mod hang;
mod inverse;
mod isolated;
mod observe;
mod outcome;
mod parameters;
mod progress;
mod property;
mod run;
mod saved_failures;
mod scope;
mod site;
mod source;
#[cfg(feature = "strength")]
mod strength;
#[cfg(not(feature = "strength"))]
#[path = "runner/unmeasured.rs"]
mod strength;
#[cfg(feature = "strength")]
mod suite;
mod suite_time;
mod unfinished;
mod unoptimised;
mod uses;
mod verdict;

pub use assume::{assume, classify, condition, cover, is_assume, is_unmet, label, tabulate, unmet};
pub use block_on::block_on;
pub use constants::with_structures;
pub use examples::with_examples;
pub use outcome::{IntoOutcome, Outcome};
pub use parameters::{Inputs, Parameter, Parameters, Reference, inputs};
pub use property::{Property, check, check_with};
pub use scope::Statements;
pub use site::Site;
pub use source::Body;
#[cfg(feature = "strength")]
pub use suite::{Strength, measure, measure_with};
pub use uses::{Cloned, Compared, Derived, NotUsed, Printed, Uses};
