//! The options for the expressions of a pun program.

use clap::Args as Arguments;
use everycase_explore::module::Pool;
use num_bigint::BigInt;

use super::Terms;

/// The parts of which expressions of a program are made, and the limit of their runs.
#[derive(Clone, Debug, Arguments)]
#[command(next_help_heading = "Options for programs")]
pub(crate) struct Expressions {
    /// The integers in expressions, with commas between them; `0..5` is 0 to 4, and `0..=5` is 0 to
    /// 5; `literals`: the integers of the program; `few`: 0, 1, 2 and -1; `open`: any, and
    /// comparisons put them in orders
    #[arg(long, value_name = "INTEGERS", default_value = "open", allow_hyphen_values = true, value_parser = super::pools::integers)]
    pub(crate) ints: Pool<BigInt>,
    /// The characters in expressions, such as `ab` or `_a..=f`; ranges, `literals`, `few` and
    /// `open` as for integers
    #[arg(long, value_name = "CHARACTERS", default_value = "open", value_parser = super::pools::characters)]
    pub(crate) chars: Pool<char>,
    /// A module whose functions may be called in arguments: `prelude`, or a file next to the
    /// program, imported or not; can be given more than once [default: the modules that declare
    /// the types of arguments]
    #[arg(long = "with", value_name = "MODULE")]
    pub(crate) further: Vec<String>,
    /// Make values of the module's own types by all of their constructors, exported or not, as
    /// `check` does
    #[arg(long)]
    pub(crate) inside: bool,
    /// Also use closed lambda terms as functions in arguments, as `check --terms` does [used: every
    /// bound variable is used]
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "used")]
    pub(crate) terms: Option<Terms>,
    /// The number of calls after which an expression is given up
    #[arg(long, value_name = "CALLS", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) fuel: u64,
}

impl Expressions {
    /// Returns the options as a text: two commands with the same text have the same options.
    pub(crate) fn described(&self) -> String {
        let Self { ints, chars, further, inside, terms, fuel } = self;
        format!(
            "ints {ints:?}, chars {chars:?}, with {further:?}, inside {inside}, terms {terms:?}, fuel {fuel}"
        )
    }
}
