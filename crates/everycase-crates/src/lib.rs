//! Automatic unit tests of Rust crates: expressions that call the public functions of a crate, with
//! nothing written.
//!
//! [`target`] finds a crate and reads its public API; [`candidates`] are the calls that may be
//! made; [`driver`] is a program with those that compile, typed by rustc; [`worker`] processes run
//! expressions; [`explore`] decides which, and tells what failed.
//!
//! This crate runs no code under test in its own process. The sources of a worker, below
//! `driver/worker`, are shipped as text; only they have `unsafe` code.

#![forbid(unsafe_code)]

pub mod candidates;
mod cargo;
pub mod confirm;
pub mod constants;
pub mod coverage;
mod draws;
pub mod driver;
pub mod error;
pub mod explore;
pub mod expression;
pub mod finding;
pub mod foreign;
pub mod journal;
mod judge;
mod levels;
pub mod pool;
mod readable_code;
pub mod report;
pub mod runner;
mod shrink;
pub mod snippet;
mod spelling;
pub mod target;
mod walk;
pub mod worker;
