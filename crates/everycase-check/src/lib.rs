//! What all front ends of everycase share.
//!
//! This crate runs and reports checks: settings and their sources, budgets and streams, parts of a run, coverage statements,
//! statistics, the committed file of regressions, and machine-readable records. It knows shapes and derivations, the kernel's
//! untyped inputs, but nothing of Rust types, of pun, or of a terminal.
//!
//! A front end defines its inputs and runs one of them; [`check::check`] does the rest:
//!
//! ```
//! use std::sync::Arc;
//!
//! use everycase_check::check::{Finding, Minimal, check};
//! use everycase_check::settings::Settings;
//! use everycase_check::stats::Labels;
//! use everycase_check::verdict::{Cause, Failure, Subject, Verdict};
//! use everycase_kernel::{Derivation, Derivations, Range, Shape};
//!
//! // Pairs of bytes, and the claim that their sum is below 300.
//! let byte = || Shape::range(Range::unsigned(8));
//! let pairs = Derivations::new(Shape::product([byte(), byte()]));
//! let subject: Arc<dyn Subject> = Arc::new(|input: &Derivation, _: &mut Labels| {
//!     let pair = input.root();
//!     match pair.field(0).bits() + pair.field(1).bits() {
//!         0..300 => Verdict::Passed,
//!         sum => Verdict::Failed(Box::new(Failure::of(Cause::Returned(sum.to_string())))),
//!     }
//! });
//!
//! let plan = Settings { tests: Some(100_000), ..Settings::default() }.fill("sums");
//! let checked = check("sums", &pairs, &subject, &plan, &[])?;
//! let Finding::Counterexample(found) = checked.finding else { panic!("255 and 255 make 510") };
//! assert_eq!(found.input.words(), [45, 255]);
//! assert_eq!(found.minimal, Minimal::Size); // no pair of a smaller size sums to as much
//! # Ok::<(), everycase_check::check::CheckError>(())
//! ```
//!
//! Where to look: [`settings`] configures a run, [`check`] runs it, [`stream`] is the table of what it makes, [`coverage`] states what it
//! covered, [`report`] reports it, [`regressions`] and [`records`] are what it leaves behind. [`literals`] finds the constants of the code under test.

pub mod budget;
pub mod check;
pub mod collector;
pub mod coverage;
pub mod done;
pub mod duration;
pub mod encoding;
pub mod error;
pub mod failures;
#[cfg(feature = "interrupt")]
pub mod interrupt;
pub mod isolation;
pub mod jobs;
pub mod journal;
pub mod json;
pub mod lazy;
mod likeness;
pub mod literals;
pub mod merge;
pub mod number;
mod passed;

pub mod pool;
pub mod process;
pub mod progress;
pub mod recorder;
pub mod records;
pub mod regressions;
pub mod replay;
pub mod report;
pub mod runner;
mod schedule;
pub mod seed;
pub mod settings;
pub mod shard;
mod source;
pub mod stack;
pub mod stats;
pub mod steps;
pub mod stop;
pub mod stream;
pub mod strength;
mod unknown;
pub mod verdict;
pub mod worker;

#[cfg(test)]
mod scratch;
#[cfg(test)]
mod shapes;
#[cfg(test)]
mod soundness;
