//! Published bugs: each case models a bug from the change log or the issue tracker of a library.
//!
//! The models are written afresh and copy nothing of the libraries. The right and the wrong version
//! share all other code. Where a library panics, its model returns `None` or [`Panic`], and the
//! property fails.
//! The doc comment of a property names the library, the version and the source of the bug.

mod composed;
mod nested;
mod numbers;
mod operations;
mod texts;

use super::{Case, Verdict, case, in_areas, steps};

/// A panic of a library, where `None` is a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Panic;

/// Returns the published bugs by area. Every second one is held aside.
pub(super) fn cases() -> Vec<Case> {
    let areas = [
        ("published numbers", numbers::cases()),
        ("published texts", texts::cases()),
        ("published operations", operations::cases()),
        ("published nested values", nested::cases()),
        ("published composed inputs", composed::cases()),
    ];
    in_areas(areas, |position| position % 2 == 1)
}
