//! The strength of properties: how many wrong functions they let through (Paper IV).
//!
//! A property of a function is run twice on each input: with the function, while its calls are
//! [watched](Watch), and with a [mutant](Mutant) in its place, which differs from the function on
//! an input that the property exercised. The [score](Score) is the share of mutants on which the
//! property fails. A complete specification fails on all of them.
//!
//! To search for mutants that survive is to search for counterexamples: [`score`] is a
//! [check](crate::check) of a subject that runs the property twice, [`matrix`] one whose inputs are
//! mutants.

mod change;
mod draw;
mod in_place;
mod interval;
mod matrix;
mod mutant;
mod prepare;
mod reach;
mod report;
mod score;
mod suite;
mod systematic;
mod tally;
mod target;

pub use self::change::Change;
pub use self::interval::Interval;
pub use self::matrix::{
    Beyond, Inputs, MOST_PROPERTIES, Matrix, MatrixEnding, Set, Sizes, Suite, Systematic, matrix,
};
pub use self::mutant::{Difference, Mutant, Mutation};
pub use self::reach::{OfSize, Reach};
pub use self::report::tables as score_tables;
pub use self::report::{Obstacle, ReachReport, ScoreReport, Standing, SurvivorReport};
pub use self::score::{Score, Survivor, score};
pub use self::suite::{SuiteReport, tables as suite_tables};
pub use self::tally::Tally;
pub use self::target::{Answer, Calls, Exercise, Exercises, Original, ReturnValue, Target, Watch};

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod suite_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unsteady;
