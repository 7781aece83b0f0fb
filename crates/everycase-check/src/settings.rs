//! The settings of a run: from the environment, a property's attribute and `everycase.toml`, in
//! this order.
//!
//! `everycase.toml` may have profiles; `EVERYCASE_PROFILE` chooses one. Each setting is resolved
//! separately, so `EVERYCASE_SEED=7` leaves an attribute's `tests = 1000` unchanged.

pub mod budget;
mod environment;
mod error;
mod file;
mod model;
mod parse;
mod plan;
mod profile;
pub mod seed;
pub mod shard;

pub use self::environment::VARIABLES;
pub use self::error::{Origin, SettingsError};
pub use self::model::{MOST_JOBS, Settings};
pub use self::plan::{CI_TESTS, CI_TIME, DEFAULT_CASE_TIME, DEFAULT_TIME, LONGEST_SHRINK, Plan, is_ci};
