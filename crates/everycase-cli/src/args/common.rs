//! The options that commands have in common, in one struct. A command refuses an option that it
//! does not use, and hides it in its help.

use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args as Arguments, Command, ValueEnum};
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{MOST_JOBS, Settings};
use everycase_check::text::duration;

/// The options that commands have in common.
#[derive(Clone, Copy, Debug, Arguments)]
pub(crate) struct Common {
    /// Time for each property, such as 10s or 500ms [default: 1s; with --tests, no limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Maximum input size (saved failures always run)
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// Maximum tests per property [default: limited only by --time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tests: Option<u64>,
    /// The seed of random draws [default: from the property's name]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Threads for each property, at most 256
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<u64>,
    /// Run only part K of N, counted from 0; with --tests, not --time
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// Output format: text, or one JSON record per line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use color
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Print only failures
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print full coverage
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
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

impl Common {
    /// Returns the settings of a check from the command line.
    pub(crate) fn settings(self) -> Settings {
        let Self { time, size, tests, seed, jobs, shard, .. } = self;
        Settings { time, size, tests, seed, jobs, shard, ..Settings::default() }
    }
}

/// The options of [`Common`] that each command uses; a command that is not listed has none.
const SUPPORTED: [(&str, &[&str]); 12] = [
    ("check", &["time", "size", "tests", "seed", "jobs", "shard", "format", "color", "quiet", "verbose"]),
    ("explore", &["time", "size", "tests", "seed", "jobs", "shard", "format", "color", "quiet", "verbose"]),
    ("accept", &["time", "size", "tests", "seed", "jobs", "color", "quiet"]),
    ("diff", &["time", "size", "tests", "seed", "jobs", "format", "color", "quiet", "verbose"]),
    ("strength", &["time", "size", "tests", "seed", "jobs", "shard", "format", "color", "quiet", "verbose"]),
    ("verify", &["time", "size", "seed", "jobs", "shard", "format", "color", "quiet", "verbose"]),
    ("run", &["format", "color", "quiet"]),
    ("repl", &["color"]),
    ("enumerate", &["size", "seed", "format", "color", "quiet"]),
    ("fmt", &["color"]),
    ("merge", &["format", "quiet", "verbose"]),
    ("report", &["quiet"]),
];

const EXPLORE_TIME: &str = "Time, such as 10s or 500ms [default: 5s, of crates 60s; with --tests, no limit]";
const EXPLORE_SIZE: &str = "Maximum expression size";
const EXPLORE_JOBS: &str = "Threads, of crates worker processes, at most 256 [default: 1]";
const EXPLORE_TESTS: &str = "Maximum runs of expressions [default: limited only by --time]";

/// The help of options whose meaning for a command differs from that for `check`.
const HELP: [(&str, &str, &str); 24] = [
    ("explore", "time", EXPLORE_TIME),
    ("explore", "size", EXPLORE_SIZE),
    ("explore", "tests", EXPLORE_TESTS),
    ("explore", "seed", "The seed of random draws [default: from the name of the program]"),
    ("explore", "jobs", EXPLORE_JOBS),
    ("accept", "time", EXPLORE_TIME),
    ("diff", "time", "Time, such as 10s or 500ms [default: 60s; with --tests, no limit]"),
    ("diff", "size", EXPLORE_SIZE),
    ("diff", "tests", EXPLORE_TESTS),
    ("diff", "seed", "The seed of random draws [default: from the name of the crate]"),
    ("diff", "jobs", "Worker processes of each version, at most 256 [default: 1]"),
    ("accept", "tests", EXPLORE_TESTS),
    ("accept", "jobs", EXPLORE_JOBS),
    (
        "strength",
        "tests",
        "Maximum tests per property and function, each with a mutant [default: limited only by --time]",
    ),
    (
        "verify",
        "time",
        "Time to run each generator, such as 10s or 500ms [default: 1s; with --bounded, no limit]",
    ),
    ("verify", "size", "Maximum size of values, arguments and result together"),
    ("verify", "seed", "The seed of random draws [default: 1]"),
    ("verify", "shard", "Verify only the promises of part K of N, counted from 0"),
    ("verify", "jobs", "Threads, at most 256; each verifies one program at a time"),
    (
        "enumerate",
        "size",
        "Maximum size of the values to show or count, or the size of the values to draw [default: 20, or the size of the \
         largest value; without --count and --sample, up to 100 values]",
    ),
    ("enumerate", "seed", "The seed of random draws [default: 1]"),
    ("enumerate", "quiet", "Hide warnings and the note that more values exist"),
    ("run", "quiet", "Hide warnings"),
    ("report", "quiet", "Print nothing about the page"),
];

/// Returns the options of [`Common`] that a command has and refuses.
fn refused(command: &str) -> impl Iterator<Item = &'static str> {
    let all = SUPPORTED[0].1;
    let supported =
        SUPPORTED.iter().find(|(name, _)| *name == command).map_or(all, |(_, supported)| supported);
    all.iter().copied().filter(|option| !supported.contains(option))
}

/// Hides the options that a command refuses in its help, and sets the help of options that have
/// another meaning for it.
pub(super) fn restrict(mut command: Command) -> Command {
    for (name, _) in SUPPORTED {
        command = command.mut_subcommand(name, |mut command| {
            for option in refused(name) {
                command = command.mut_arg(option, |option| option.hide(true));
            }
            for (_, option, help) in HELP.iter().filter(|(of, ..)| *of == name) {
                command = command.mut_arg(option, |option| option.help(*help));
            }
            command
        });
    }
    command
}

/// Refuses options that the command does not use.
///
/// # Errors
/// If there is such an option; the error names the first one.
pub(super) fn refuse(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let is_given = |option: &&str| matches.value_source(option) == Some(ValueSource::CommandLine);
    let Some(option) = refused(name).find(is_given) else { return Ok(()) };
    let message = format!("`everycase {name}` does not take '--{option}'");
    let command = command.find_subcommand_mut(name);
    Err(command.map_or_else(
        || clap::Error::raw(ErrorKind::UnknownArgument, format!("{message}\n")),
        |command| command.error(ErrorKind::UnknownArgument, message.clone()),
    ))
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = duration::parse(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time such as `10s`, `500ms` or `1m30s`".to_owned())
}

fn jobs(text: &str) -> Result<u64, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected 1 to {MOST_JOBS} threads"))
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected a part such as `0/4`, the first of four".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::{Args, parse};

    #[test]
    fn every_command_says_which_of_the_common_options_it_honours() {
        let common = Common::augment_args(Command::new("common"));
        let all: Vec<_> = common.get_arguments().map(|option| option.get_id().as_str().to_owned()).collect();
        assert_eq!(all, SUPPORTED[0].1);
        let command = Args::command();
        let has_common = |one: &&Command| one.get_arguments().any(|option| option.get_id() == "color");
        let commands: Vec<_> = command.get_subcommands().filter(has_common).map(Command::get_name).collect();
        assert_eq!(commands, SUPPORTED.map(|(name, _)| name));
        for (command, option, _) in HELP {
            assert!(!refused(command).any(|refused| refused == option), "{command} {option}");
        }
    }

    #[test]
    fn the_help_of_each_command_states_the_limit_of_threads() {
        let limit = format!("at most {MOST_JOBS}");
        let command = restrict(Args::command());
        for (name, supported) in SUPPORTED.iter().filter(|(_, supported)| supported.contains(&"jobs")) {
            let command = command.find_subcommand(name).expect("a command");
            let option = command.get_arguments().find(|option| option.get_id() == "jobs");
            let help = option.and_then(|option| option.get_help()).expect("a help").to_string();
            assert!(help.contains(&limit), "{name}: {help} {supported:?}");
        }
    }

    #[test]
    fn an_option_without_a_meaning_is_refused() {
        let operands: [(&str, &[&str]); 10] = [
            ("check", &["f"]),
            ("explore", &["f"]),
            ("accept", &["f"]),
            ("strength", &["f"]),
            ("run", &["f"]),
            ("repl", &[]),
            ("enumerate", &["f", "t"]),
            ("fmt", &["f"]),
            ("merge", &["d"]),
            ("report", &["r", "--html", "h"]),
        ];
        let values = [("time", "1s"), ("shard", "0/2"), ("format", "json"), ("color", "never")];
        for (command, operands) in operands {
            for option in SUPPORTED[0].1 {
                let value = values.iter().find(|(name, _)| name == option).map_or("1", |(_, value)| value);
                let value = (!["quiet", "verbose"].contains(option)).then_some(value);
                let option_given = format!("--{option}");
                let line = ["everycase", command].into_iter().chain(operands.iter().copied());
                let line = line.chain([&*option_given]).chain(value).map(Into::into);
                let is_refused = refused(command).any(|refused| refused == *option);
                assert_eq!(parse(line).is_err(), is_refused, "{command} {option}");
            }
        }
    }
}
