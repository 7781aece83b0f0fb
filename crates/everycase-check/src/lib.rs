//! The checks, settings and reports that all front ends of everycase share.
//!
//! This crate runs and reports checks: settings and their sources, budgets and streams, parts of a
//! run, coverage statements, statistics, the committed file of regressions, and machine-readable
//! records. Its inputs are shapes and derivations of the kernel, which have no types; front ends
//! decode and print them. Three modules know more: [`literals`] reads Rust, [`text::value`] reads
//! values as Rust or pun prints them, and [`report::paint`] asks about the terminal.
//!
//! A front end defines its inputs and runs one of them; [`check::check`] does the rest:
//!
//! ```
//! use std::sync::Arc;
//!
//! use everycase_check::check::{Finding, Minimal, check};
//! use everycase_check::settings::Settings;
//! use everycase_check::claims::stats::Labels;
//! use everycase_check::run::verdict::{Cause, Failure, Subject, Verdict};
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
//! Where to look: [`settings`] configures a run, [`check`] makes it; [`streams`] decide what it
//! runs, and [`run`] runs that; [`claims`] state what it covered, [`report`] reports it,
//! [`regressions`] and [`records`] are what it leaves behind. [`literals`] finds the constants of
//! the code under test, [`mixture`] draws inputs with them, [`process`] runs it apart, and
//! `strength`, behind a feature, says what a property that holds is worth.
//!
//! # Invariants
//!
//! - A case is timed while the property runs, not while the kernel decides its input. A case that
//!   does not return in time is run again, alone, before it counts as a failure.
//! - With a seed and a number of tests, a run is the same with any number of threads.

// Without a feature, what only it uses is idle; builds with all features find dead code.
#![cfg_attr(not(all(feature = "merge", feature = "strength")), allow(dead_code))]

pub mod check;
pub mod claims;
pub mod control;
pub mod files;
pub mod literals;
pub mod mixture;
pub mod process;
pub mod records;
pub mod regressions;
pub mod report;
pub mod run;
pub mod settings;
pub mod streams;
#[cfg(any(test, feature = "strength"))]
pub mod strength;
pub mod system;
pub mod text;

#[cfg(test)]
mod soundness;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
