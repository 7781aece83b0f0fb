//! The check that a generator keeps its promise, by running it.
//!
//! All arguments and values up to a size are enumerated, smallest first. For each argument tuple
//! that `given` allows, each value for which `covers` holds has to be among the results of the
//! generator's choices, which are enumerated by size, too ([`Results`](results::Results)). If it is
//! not found, every sequence of choices is tried, unless they are too many. A value that is not
//! found among all choices there are is missing for certain; otherwise it is not found by all
//! choices up to a size.

mod check;
mod report;
mod results;

use std::time::Duration;

use crate::space::Space;

use super::Gen;

pub use check::coverage;
pub use report::Report;

/// A generator with what it promises.
pub struct Promise<A, T> {
    /// Its name.
    pub name: &'static str,
    /// Where it stands.
    pub file: &'static str,
    /// Where it stands.
    pub line: u32,
    /// The tuples of arguments.
    pub arguments: Space<A>,
    /// The results.
    pub results: Space<T>,
    /// Whether arguments are allowed.
    pub given: fn(A) -> bool,
    /// Whether a result is promised for arguments.
    pub covers: fn(A, &T) -> bool,
    /// The generator.
    pub make: fn(A, &mut Gen) -> T,
    /// The size up to which arguments and results together are enumerated.
    pub size: u32,
    /// The time after which the check ends.
    pub time: Duration,
}

/// Fails with the report of a check that found something, and prints it otherwise.
///
/// # Panics
/// If a value is missing or not found, or one is outside of what is promised, or nothing is
/// promised.
#[inline]
pub fn assert_covers(report: &Report) {
    if report.is_finding() {
        eprintln!("{report}");
        // The report is the message.
        std::panic::resume_unwind(Box::new(report.to_string()));
    }
    println!("{report}");
}
