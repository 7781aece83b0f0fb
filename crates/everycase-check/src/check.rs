//! A check: first the saved failures, for at most half of the time; then the streams of the
//! [table](crate::streams::table) share the rest of the budget; at the end failures are shrunk.

mod below;
mod climb;
mod conclude;
mod death;
mod given_inputs;
mod readable;
mod result;
mod run;
mod shrink;
mod state;
mod streams;
mod vary;

pub use self::climb::{MOST as DEEPEST, climb, limit_after, parts_of_stack};
pub use self::death::{Death, Why, take_over};
pub use self::given_inputs::{examples, first, replay, verdict};
pub use self::readable::Readable;
pub use self::result::{
    CheckResult, Correction, Counterexample, Ending, FailureCollection, FailureGroup, Finding, Minimal,
    Readability, Vacuity, Variation,
};
pub use self::run::{check, collect, collect_beyond};
pub use crate::run::error::CheckError;
pub use crate::run::undecided_input::UndecidedInput;
