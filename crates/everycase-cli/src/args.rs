//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use everycase_check::duration;
use everycase_check::shard::Shard;
use everycase_kernel::BigUint;

/// Finds the counterexample nobody wrote a generator for.
#[derive(Debug, Parser)]
#[command(name = "everycase", version, max_term_width = 100, after_help = STATUSES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const STATUSES: &str = "\
Exit status: 0 nothing found, 1 something found, 2 bad usage or input, or output that cannot be written,
3 a needed tool is missing, 70 a bug in everycase, 130 after Ctrl-C, 143 after SIGTERM.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check the properties of pun programs: no generators to write
    Check(Check),
    /// Run terms of a pun program
    Run(Run),
    /// Try things out: terms, declarations, properties, types
    Repl(Repl),
    /// Look at the values of a type, by size
    Enumerate(Enumerate),
    /// Lay programs out
    Fmt(Fmt),
    /// Put the parts of a run together
    Merge(Merge),
}

/// Check the properties of pun programs.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase check examples/bst.pun
  everycase check examples/bst.pun -p delete-keeps-order --explain
  everycase check examples/bst.pun --size 14 --tests 1000000 --verbose
  everycase check examples/paper/minus.pun --terms
  everycase check examples --time 100ms
  everycase check examples/bst.pun --format json

Inputs that fail are kept in a file `everycase-regressions` beside the program, and tried first the next time.
EVERYCASE_REGRESSIONS=0, or `regressions = false` in everycase.toml, switches that off; of a program that is read
from the standard input they are not kept.")]
pub(crate) struct Check {
    /// The programs, or directories with programs in files `*.pun`; `-` is the standard input, and imports are then sought in the
    /// current directory
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// A property to check; can be given more than once [default: all]
    #[arg(short, long = "property", value_name = "PROPERTY")]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Write the reports as a JUnit file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Append records to a file, too; to a directory, one file a property and part
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// Show the calls that a failing property makes, with their values and the calls within them
    #[arg(long)]
    pub(crate) explain: bool,
    /// Tell all of what was covered
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Inputs are closed terms rather than values; those that use what they bind, or all of them
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "used")]
    pub(crate) terms: Option<Terms>,
}

/// Which terms are inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Terms {
    Used,
    All,
}

/// Run terms of a pun program.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase run examples/streams.pun
  everycase run examples/bst.pun -e 'insert 2 () tip'

The exit status is 1 if a term ends with an error.")]
pub(crate) struct Run {
    /// The program; `-` is the standard input
    pub(crate) file: PathBuf,
    /// A term, in the scope of the program; can be given more than once [default: main]
    #[arg(short = 'e', long = "expression", value_name = "TERM")]
    pub(crate) terms: Vec<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Try things out: terms, declarations, properties, types.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase repl
  everycase repl examples/bst.pun")]
pub(crate) struct Repl {
    /// A program, in the scope of which things are tried
    pub(crate) file: Option<PathBuf>,
    /// With colours?
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Look at the values of a type, by size.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase enumerate examples/bst.pun 'map boolean'
  everycase enumerate examples/bst.pun 'map boolean' --count --size 30
  everycase enumerate examples/bst.pun 'map boolean' --index 1000000000000
  everycase enumerate examples/bst.pun 'map boolean' --sample 5 --size 40")]
pub(crate) struct Enumerate {
    /// The program; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The type: `list integer`, `map boolean`, `integer -> boolean`
    #[arg(value_name = "TYPE")]
    pub(crate) ty: String,
    #[command(flatten)]
    pub(crate) which: Which,
    /// The size up to which values are shown or counted; the size of those that are drawn [default: 20, or the size of the
    /// largest value; without --count and --sample, as far as 100 values go]
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// The seed of random draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Which values of a type.
#[derive(Clone, Debug, Arguments)]
#[group(multiple = false)]
pub(crate) struct Which {
    /// How many there are of each size
    #[arg(long)]
    pub(crate) count: bool,
    /// The one at this place, counted from 0, smallest first
    #[arg(long, value_name = "I", value_parser = index)]
    pub(crate) index: Option<BigUint>,
    /// All of this size
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(crate) of_size: Option<u32>,
    /// This many values, drawn uniformly from those of a size
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
}

/// Lay programs out.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase fmt examples/bst.pun
  everycase fmt --check examples
  everycase fmt - < examples/bst.pun

The exit status of --check is 1 if a file would change.")]
pub(crate) struct Fmt {
    /// The programs, or directories with programs in files `*.pun`; `-` is the standard input, which goes to the standard
    /// output
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing, and name the files that would change
    #[arg(long)]
    pub(crate) check: bool,
    /// With colours?
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Put the parts of a run together.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase check examples/bst.pun --tests 100000 --shard 0/2 --records parts/
  everycase check examples/bst.pun --tests 100000 --shard 1/2 --records parts/
  everycase merge parts

Parts that are bounded by tests cover exactly what the whole run covers. `cargo test` writes its parts in the same way, with
EVERYCASE_SHARD and EVERYCASE_RECORDS.")]
pub(crate) struct Merge {
    /// Where the parts are, each in a file K-of-N.ndjson
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Tell all of what was covered
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Write the reports as a JUnit file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

/// How much is tried.
#[derive(Clone, Copy, Debug, Arguments)]
pub(crate) struct Budget {
    /// Time for each property, such as 10s or 500ms [default: 1s; with --tests, no limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// No larger inputs than this, whatever tries them; inputs that failed before are tried all the same
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// Tests of each property [default: as many as the time is enough for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tests: Option<u64>,
    /// The seed of random draws [default: from the property's name]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Threads for each property
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) jobs: Option<u64>,
    /// Part K of N, from 0 on: the parts do together what one run does
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, Arguments)]
pub(crate) struct Output {
    /// As text, or as one record of JSON a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// With colours?
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Tell what fails only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

fn time(text: &str) -> Result<Duration, String> {
    let time = duration::parse(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time such as `10s`, `500ms` or `1m30s`".to_owned())
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected a part such as `0/4`, the first of four".to_owned())
}

fn index(text: &str) -> Result<BigUint, String> {
    text.replace('_', "").parse().map_err(|_| "expected a whole number such as `41032`".to_owned())
}
