//! Options of `explore`, `diff` and `accept`: the choice of functions, and the form of reports.

use clap::{Args as Arguments, ValueEnum};
use everycase_crates::finding::Rank;
use everycase_crates::target::Features;

/// What concerns explorations of crates alone.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Options for crates")]
pub(crate) struct CrateOptions {
    #[command(flatten)]
    pub(crate) choice: CrateChoice,
    /// Minimum rank of the findings to report, from the highest: memory, abort, stack-overflow,
    /// hang, out-of-memory, promise, law, unexpected, explicit, doubtful, documented
    #[arg(long, value_name = "RANK", default_value = "explicit", value_parser = rank)]
    pub(crate) min_rank: Rank,
}

/// What of a crate is called, and how it is built.
#[derive(Debug, Arguments)]
pub(crate) struct CrateChoice {
    /// Test only functions whose path contains this text; can be given more than once
    #[arg(long, value_name = "PATH")]
    pub(crate) only: Vec<String>,
    /// Features of the crate to switch on
    #[arg(short = 'F', long, value_name = "FEATURES", value_delimiter = ',')]
    pub(crate) features: Vec<String>,
    /// Switch on all features
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Switch off the default features
    #[arg(long)]
    pub(crate) no_default_features: bool,
    /// Explore the crate also where the system cannot keep it from writing and deleting your files
    #[arg(long)]
    pub(crate) allow_files: bool,
}

impl CrateChoice {
    /// Returns which features are on.
    pub(crate) fn features(&self) -> Features {
        Features {
            names: self.features.clone(),
            all: self.all_features,
            no_default: self.no_default_features,
        }
    }
}

fn rank(text: &str) -> Result<Rank, String> {
    Rank::named(text).ok_or_else(|| format!("one of {}", Rank::ALL.map(Rank::name).join(", ")))
}

/// How coverage is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverageView {
    Summary,
    Source,
}

/// Which expressions a suite has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteView {
    Small,
    All,
}

/// The order of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Strategy {
    /// By size, the expressions of all functions together; then uniform draws of larger sizes
    Size,
    /// The same for one function after the other, each with the same share of the time
    Split,
}
