//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Arguments, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use everycase_kernel::BigUint;
use pun::terms::Mode;

pub(crate) use self::common::{Color, Common, Format};
pub(crate) use self::explorations::{CoverageView, CrateChoice, CrateOptions, Strategy, SuiteView};
pub(crate) use self::expressions::Expressions;
pub(crate) use self::kinds::{Kind, misplaced, misplaced_in_diff};

mod common;
mod explorations;
mod expressions;
mod kinds;
mod pools;

/// Finds counterexamples without a generator.
#[derive(Debug, Parser)]
#[command(name = "everycase", version, max_term_width = 100, after_help = STATUSES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the command as its help, its pages and its completions describe it.
pub(crate) fn command() -> clap::Command {
    common::restrict(Args::command())
}

/// Reads a command line.
///
/// # Errors
/// If it is wrong, and for the help and the version if they are requested.
pub(crate) fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(line)?;
    common::refuse(&mut command, &matches)?;
    let mut args = Args::from_arg_matches(&matches)?;
    match &mut args.command {
        Command::Explore(own) | Command::Accept(own) => own.given = kinds::given(&command, &matches),
        Command::Diff(own) => own.given = kinds::given(&command, &matches),
        _ => {}
    }
    Ok(args)
}

const STATUSES: &str = "\
Exit status: 0 nothing found, 1 something found, 2 bad usage or input, or output that cannot be written,
3 a needed tool is missing, 70 a bug in everycase, 130 after Ctrl-C, 143 after SIGTERM.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check the properties of pun programs: no generators to write
    Check(Check),
    /// Find the ways to crash the functions of a Rust crate or a program: no properties to write
    Explore(Explore),
    /// Accept what explore finds
    Accept(Explore),
    /// Find what two versions of a Rust crate do differently: no properties to write
    Diff(Diff),
    /// Measure how many mutants the properties of a program catch
    Strength(Strength),
    /// Prove that the generators of a program miss no value, or find one
    Verify(Verify),
    /// Run terms of a pun program
    Run(Run),
    /// Evaluate terms, declarations, properties and types interactively
    Repl(Repl),
    /// List the values of a type, by size
    Enumerate(Enumerate),
    /// Format programs
    Fmt(Fmt),
    /// Merge the parts of a run
    Merge(Merge),
    /// Write an HTML page about runs
    Report(Report),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print the manual page, or write a page for each command
    Man(Man),
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

Failing inputs are saved in a file `everycase-regressions` next to the program, and run first the next time.
EVERYCASE_REGRESSIONS=0, or `regressions = false` in everycase.toml, disables this. Inputs of a program from the
standard input are not saved.")]
pub(crate) struct Check {
    /// The programs, or directories with programs in files `*.pun`; `-` is the standard input, and
    /// imports are then sought in the current directory
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// A property to check; can be given more than once [default: all]
    #[arg(short, long = "property", value_name = "PROPERTY")]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Time to shrink what fails [default: the time of the property, but 1s to 10s]
    #[arg(long, value_name = "TIME", value_parser = common::time)]
    pub(crate) shrink_time: Option<Duration>,
    /// Write the reports as a JUnit file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Append records to a file, too; to a directory, one file a property and part
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// Run each property in a process of its own: what ends that process is a finding, too
    #[arg(long)]
    pub(crate) isolate: bool,
    /// Show the calls that a failing property makes, with their values and the calls within them
    #[arg(long)]
    pub(crate) explain: bool,
    /// Generate closed terms instead of values [used: every bound variable is used]
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "used")]
    pub(crate) terms: Option<Terms>,
}

/// Which terms are inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Terms {
    Used,
    All,
}

impl From<Terms> for Mode {
    fn from(terms: Terms) -> Self {
        match terms {
            Terms::Used => Self::Used,
            Terms::All => Self::All,
        }
    }
}

/// Measure how many mutants the properties of a program catch.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase strength examples/paper/strength.pun
  everycase strength examples/paper/strength.pun insert --min 80
  everycase strength examples/bst.pun insert find -p find-after-insert --verbose
  everycase strength examples/paper/strength.pun insert --matrix
  everycase strength examples/paper/strength.pun sort

The results of the calls that a property makes are changed, one function at a time. The score is the share of such mutants on
which the property fails. The exit status is 1 if a property notices no mutant, has a score below --min, or does not hold.

A mutant changes the result of every call, of one call, or of at most three; or it always has one
result, has one of its arguments as result, exchanges two arguments, edits every result in one way,
or exchanges the results of two calls.")]
pub(crate) struct Strength {
    /// The program; `-` is the standard input
    pub(crate) file: PathBuf,
    /// A function to mutate, also one of the prelude
    /// [default: functions of the program that a property mentions outside of its premise]
    #[arg(value_name = "FUNCTION")]
    pub(crate) functions: Vec<String>,
    /// A property to score; can be given more than once [default: all]
    #[arg(short, long = "property", value_name = "PROPERTY")]
    pub(crate) properties: Vec<String>,
    /// The smallest share of mutants that each property must kill
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min: Option<u8>,
    /// List which properties notice which mutants; without it, several properties of a function
    /// have a summary of that
    #[arg(long)]
    pub(crate) matrix: bool,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Append records to a file, too; to a directory, one file a property with a function and part
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
}

/// Find the ways to crash the functions of a Rust crate or of a pun program.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase explore semver@1.0.20 --time 30s
  cargo everycase explore
  everycase explore path/to/crate --only parse --all-features
  everycase explore chrono@0.4.24 --min-rank promise --emit tests/everycase.rs
  everycase explore semver@1.0.20 --size 5 --shard 0/2 --format json > parts/0-of-2.ndjson
  everycase explore examples/explore/chapter-3/int-tree-1.pun
  everycase explore examples/explore/nofib/parser.pun --time 10s --verbose
  everycase explore examples/explore/nofib/expert.pun --coverage --html coverage.html
  everycase explore examples/explore/chapter-3/int-tree-2.pun delete --trace --size 6
  everycase explore examples/explore --time 1s
  everycase explore examples/explore/chapter-3/int-tree-2.pun --save int-tree.suite
  everycase explore examples/explore/chapter-3/int-tree-2.pun --suite --mutants
  everycase accept examples/explore/chapter-3/int-tree-2.pun
  cargo everycase accept

Of a crate (a directory with a Cargo.toml, a Cargo.toml, the name of a member of the workspace, or NAME[@VERSION]; without a word the
crate of the current directory) all public functions are called that can be, with small arguments first and drawn ones beside them, in
processes that can write only in a directory of their own. Each finding is printed with code that was compiled and run.

The functions that a program exports are called with all arguments that can be built from its exports, the smallest first; the
parts of an argument that the function does not look at are not built. Each way to crash is reported once, with its smallest
expression: `?` stands for any argument.

`everycase accept` saves the errors that it finds in a file `everycase-accepted` next to the program, or the reported findings of
a crate next to its Cargo.toml. `everycase explore` then reports only new errors, and accepted ones that are gone or have changed,
or that the run on a crate did not meet.

With GITHUB_ACTIONS=true, which GitHub sets, each finding of a crate in a directory is also an annotation on the standard error.")]
pub(crate) struct Explore {
    /// A crate; or the programs, or directories with programs in files `*.pun`, and names of
    /// functions or properties to test. `-` is the standard input; a directory after the first word
    /// ends with `/` [default: the crate of the current directory; of a program, all functions that
    /// it exports, and all properties]
    #[arg(value_name = "CRATE|FILE|DIR|FUNCTION")]
    pub(crate) words: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) of_crate: CrateOptions,
    /// Maximum errors to report per program or crate, most surprising first
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) errors: usize,
    #[command(flatten)]
    pub(crate) expressions: Expressions,
    /// The order of the expressions
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Strategy::Size)]
    pub(crate) strategy: Strategy,
    /// Test the properties only
    #[arg(long)]
    pub(crate) properties: bool,
    /// Show each expression that is run, with its result
    #[arg(long)]
    pub(crate) trace: bool,
    /// Print a minimized suite with the same coverage, and what its expressions evaluate to; `all`:
    /// all expressions up to the largest size that is complete
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "small")]
    pub(crate) suite: Option<SuiteView>,
    /// Count the mutants of the program that such a suite notices, and list the others
    #[arg(long)]
    pub(crate) mutants: bool,
    /// Write tests, too: of a crate the findings, of a program what the expressions of such a suite
    /// evaluate to, as properties
    #[arg(long, value_name = "FILE")]
    pub(crate) emit: Option<PathBuf>,
    /// Save such a suite, with which `everycase diff` compares programs
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Report unevaluated expressions with reasons, and conditions that were never true or never
    /// false; `source`: in the text of the program
    #[arg(long, value_name = "HOW", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "summary")]
    pub(crate) coverage: Option<CoverageView>,
    /// Write an HTML page, too: what was found, what was run, and what of a program was evaluated
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Append records to a file, too; to a directory, one file a part
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// The options that the command line has, by their long names.
    #[arg(skip)]
    pub(crate) given: Vec<String>,
}

/// Prove that generators produce all values of their coverage types, or find one that they cannot
/// produce.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase verify examples/generators.pun
  everycase verify examples/verify/sized-bst.pun --verbose
  everycase verify examples/verify --jobs 2
  everycase verify examples/verify/sized-list.pun --bounded 9
  everycase verify examples/verify/wrong/bst-gen-1.pun --fix
  everycase verify examples/generators.pun rising --format json
  everycase verify crates/everycase-verify/tests/generators/lists.rs

A generator with a coverage type, `generator name : ..`, promises to produce each value that belongs to the type, and no others. First
it is run: for each value, the smallest first, the choices that produce it are searched. If the search ends without the value, no
choices of any size produce it. If nothing is found, a solver (z3, or cvc5) looks for a proof that all values of any size are
produced. Properties of the file that it proves by induction serve as lemmas.

In files of Rust, generators are functions with `#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]`.

EVERYCASE_SOLVER names the solver, without arguments; `none` is for none. Otherwise z3 and then cvc5 are looked for in PATH, then
~/.local/share/everycase/bin/z3 (in XDG_DATA_HOME, if set). One that does not answer two simple queries rightly is named and not used.

The exit status is 1 if a generator is incomplete, unsound or not proved; 3 if there is no solver and nothing was found.")]
pub(crate) struct Verify {
    /// The programs, files of Rust, or directories with both (`*.pun`, `*.rs`), and names of
    /// generators to verify. `-` is the standard input; a directory after the first word ends with
    /// `/` [default: all generators with coverage types]
    #[arg(value_name = "FILE|DIR|GENERATOR", required = true)]
    pub(crate) words: Vec<PathBuf>,
    /// Try all values up to this size instead of proving; limited only by --time
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(crate) bounded: Option<u32>,
    /// Time limit of a query to the solver; a proof ends after eight times that [default: 400ms]
    #[arg(long, value_name = "TIME", value_parser = common::time)]
    pub(crate) solver_time: Option<Duration>,
    /// Insert the choice that makes an incomplete generator complete into its file, if one is found
    #[arg(long)]
    pub(crate) fix: bool,
    /// Keep the queries to the solver in a directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dump_smt2: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Append records to a file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

/// Find what two versions of a Rust crate, or of a pun program, do differently.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase diff semver@1.0.20 semver@1.0.21
  cargo everycase diff
  cargo everycase diff --baseline 1.4.0
  cargo everycase diff --baseline main~3 --only parse
  everycase diff path/to/old path/to/new --time 30s
  cargo everycase diff --summary changes.md --html changes.html
  cargo everycase diff --accept
  everycase diff examples/diff/int-tree/old.pun examples/diff/int-tree/new.pun
  everycase diff int-tree.suite examples/explore/chapter-3/int-tree-2.pun --size 7

A version is a directory with a Cargo.toml, a Cargo.toml, the name of a member of the workspace, or NAME[@VERSION]. One version
alone, without a word the crate of the current directory, is compared with the baseline: a version of it that was published, a
revision of git, or a directory [default: the newest version that was published].

All public functions that both versions have are called with the same arguments, small ones first and drawn ones beside them, in
processes that can write only in a directory of their own. A function that returns another value, or fails in one version only, is
reported with the smallest call that shows it; such a value is not an argument of further calls. Calls whose results vary within
one version are not compared.

Of two programs, or of a program and the suite that `everycase explore --save` has written, or of two suites, the expressions are
compared that `everycase explore` makes: all up to a size. `?` stands for any argument.

`--accept` saves the changes that are found in the file everycase-accepted next to the Cargo.toml of the new version. They are not
reported again while the version is compared with the same one.

A function that was removed and one of the same type that was added are one, renamed, if all calls of them agree; so are functions
whose parameters were exchanged.

The exit status is 1 if functions were removed or renamed, have other types, or behave differently, and 0 if some were only added.")]
pub(crate) struct Diff {
    /// The old version and the new one, or the new one; two programs `*.pun` or suites
    #[arg(value_name = "VERSION", num_args = 0..=2)]
    pub(crate) versions: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) expressions: Expressions,
    /// What one version is compared with: a published version, a revision of git, or a directory
    #[arg(long, value_name = "VERSION|REV|PATH")]
    pub(crate) baseline: Option<String>,
    #[command(flatten)]
    pub(crate) choice: CrateChoice,
    /// Accept what is found, until another version is compared with
    #[arg(long, conflicts_with_all = ["html", "summary"])]
    pub(crate) accept: bool,
    /// Write a page with both versions next to each other, too
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write a summary in Markdown, too; `-` prints it in place of the report
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
    /// Maximum changes to report, most surprising first
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) errors: usize,
    #[command(flatten)]
    pub(crate) common: Common,
    /// The options that the command line has, by their long names.
    #[arg(skip)]
    pub(crate) given: Vec<String>,
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
    /// A module next to the program that terms mention and the program does not import; can be
    /// given more than once
    #[arg(long = "with", value_name = "MODULE")]
    pub(crate) further: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Evaluate terms, declarations, properties and types interactively.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase repl
  everycase repl examples/bst.pun")]
pub(crate) struct Repl {
    /// The program whose names are in scope
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// List the values of a type, by size.
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
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which values of a type.
#[derive(Clone, Debug, Arguments)]
#[group(multiple = false)]
pub(crate) struct Which {
    /// Count the values of each size
    #[arg(long)]
    pub(crate) count: bool,
    /// Print the value at index I, counted from 0, smallest first
    #[arg(long, value_name = "I", value_parser = index)]
    pub(crate) index: Option<BigUint>,
    /// Print all values of this size
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub(crate) of_size: Option<u32>,
    /// Draw N values of one size uniformly
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
}

/// Format programs.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase fmt examples/bst.pun
  everycase fmt --check examples
  everycase fmt - < examples/bst.pun

The exit status of --check is 1 if a file would change.")]
pub(crate) struct Fmt {
    /// The programs, or directories with programs in files `*.pun`; `-` is the standard input,
    /// which goes to the standard output
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing, and name the files that would change
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Merge the parts of a run.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase check examples/bst.pun --tests 100000 --shard 0/2 --records parts/
  everycase check examples/bst.pun --tests 100000 --shard 1/2 --records parts/
  everycase merge parts
  everycase merge parts --junit junit.xml --summary summary.md

Parts of `strength` and `explore` are merged in the same way. Parts that are bounded by tests cover exactly what the whole run covers. `cargo test` writes its parts in the same way, with
EVERYCASE_SHARD and EVERYCASE_RECORDS.

With GITHUB_ACTIONS=true, which GitHub sets, each failure is also an annotation on the standard error.")]
pub(crate) struct Merge {
    /// Where the parts are, each in a file K-of-N.ndjson
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write the reports as a JUnit file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write a summary in Markdown, too; `-` prints it in place of the reports
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}

/// Print the completions of a shell.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase completions bash > ~/.local/share/bash-completion/completions/everycase
  everycase completions fish > ~/.config/fish/completions/everycase.fish")]
pub(crate) struct Completions {
    /// The shell that reads them
    pub(crate) shell: Shell,
}

/// Print the manual page, or write a page for each command.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase man | man -l -
  everycase man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write the pages `everycase.1`, `everycase-check.1` and so on into a directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// Write an HTML page about runs.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  everycase check examples --records runs.ndjson
  everycase strength examples/bst.pun insert --records runs.ndjson
  everycase report runs.ndjson --html report.html
  EVERYCASE_RECORDS=$PWD/runs/ cargo test; everycase report runs --html report.html

The page has what was found first, then for each property, score, exploration and generator what was covered, as drawings and
tables. It is one file without scripts, for screens and paper. Parts of a run are merged. Of several results of the same, the last
one counts.

The exit status is 0 if the page is written, whatever was found, and 2 if a record is wrong or a run has not ended.")]
pub(crate) struct Report {
    /// The records: files, or directories with files `*.ndjson`
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The page to write
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) html: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn index(text: &str) -> Result<BigUint, String> {
    text.replace('_', "").parse().map_err(|_| "expected a whole number such as `41032`".to_owned())
}
