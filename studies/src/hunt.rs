//! A search for failures: every input by size as long as there is time, then a bounded number of each larger size.

mod about;
mod arguments;
mod catalogue;
mod command;
pub mod interrupt;
mod plan;
mod progress;
mod report;

pub use about::About;
pub use arguments::{Arguments, parse as parse_arguments};
pub use catalogue::{Catalogue, Cause, Tally};
pub use command::command;
pub use plan::{At, Phase, Plan, Search, SizeRun, hunt};
pub use progress::Progress;
pub use report::{grouped, report};

use everycase::{Enumerable, Space};

/// What is searched.
pub trait Subject {
    /// The inputs.
    type Input: Enumerable;

    /// Returns the kinds of input, which are searched one after the other: each with its name and its space.
    fn kinds(&self) -> Vec<(&'static str, Space<Self::Input>)>;

    /// Returns what goes wrong with an input: nothing, as a rule.
    fn check(&self, input: &Self::Input) -> Vec<Finding>;

    /// Returns whether this constructor is only a way in, and no part of what is tested. Causes are not told apart by it.
    fn is_frame(&self, constructor: &str) -> bool;

    /// Returns an input that shows a finding, for a reader: some lines.
    fn show(&self, input: &Self::Input, finding: &Finding) -> Vec<String>;
}

/// Something that went wrong. An input is made smaller as long as the same goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// With whom.
    pub who: &'static str,
    /// What.
    pub what: String,
    /// Is it proven that the input is a valid one? If not, the study itself may be at fault.
    pub proven: bool,
}
