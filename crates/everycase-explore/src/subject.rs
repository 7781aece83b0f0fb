//! Runs the tests of a library.

use std::collections::BTreeSet;

use everycase_check::run::verdict::Subject;
use everycase_kernel::Derivation;

use crate::expression::Expression;
use crate::fault::Fault;
use crate::library::Library;
use crate::numbers::Numbers;

/// A library whose tests can be run: as a [`Subject`], each in the verdict of the check engine.
pub trait TestLibrary: Library + Subject {
    /// Begins an exploration: what earlier ones have taught about values is forgotten.
    fn begin(&self) {}

    /// Runs a test again, with much higher limits, and returns how it fails.
    fn fault(&self, test: &Derivation) -> Option<Fault>;

    /// Returns an expression in the language of the library. Open arguments are `?`, `?1`, `?2`, in
    /// the order of their occurrence.
    fn text(&self, expression: &Expression) -> String;

    /// Returns how much of the library under test the runs so far have evaluated, if that is known.
    fn covered(&self) -> Option<SourceCoverage> {
        None
    }

    /// Runs a test alone, and returns which expressions of the source it evaluates. `None` if that
    /// is not known. What was known about coverage before is lost.
    fn footprint(&self, _test: &Derivation) -> Option<Footprint> {
        None
    }

    /// Returns the value of an expression, as its [text](Self::text), in the language of the
    /// library. `None` if it cannot be shown.
    fn value(&self, _expression: &str) -> Option<String> {
        None
    }

    /// Returns an expression of a test in which arguments that were never evaluated are as small as
    /// possible, as a program of the library's language can evaluate it.
    fn complete(&self, test: &Derivation) -> String {
        self.text(&Expression::read(self, test.root()))
    }
}

/// Expressions of the source, each by a number.
pub type Footprint = BTreeSet<u64>;

/// Which expressions in the source of a library have been evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCoverage {
    /// The evaluated ones, each by its number from 0 in the order of the source.
    pub evaluated: Numbers,
    /// The number of all.
    pub all: u64,
}
