//! The options of `explore` and `accept` that have a meaning for programs alone, or for crates
//! alone.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::CrateOptions;

/// What is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Program,
    Crate,
}

/// The options for programs alone; the options for crates alone are [`CrateOptions`].
const OF_PROGRAMS: [&str; 14] = [
    "ints",
    "chars",
    "with",
    "inside",
    "terms",
    "fuel",
    "strategy",
    "properties",
    "trace",
    "suite",
    "save",
    "mutants",
    "coverage",
    "records",
];

/// Returns the long names of the options that a command line gives to a subcommand.
pub(super) fn given(command: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let options = command.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
    let is_given =
        |own: &&clap::Arg| matches.value_source(own.get_id().as_str()) == Some(ValueSource::CommandLine);
    options.filter(is_given).filter_map(|own| own.get_long().map(str::to_owned)).collect()
}

/// Returns a message about the first of these options that does not apply to what is explored.
pub(crate) fn misplaced(given: &[String], kind: Kind) -> Option<String> {
    let of_crates = <CrateOptions as clap::Args>::augment_args(clap::Command::new("crate"));
    let is_of_crates = |own: &str| of_crates.get_arguments().any(|option| option.get_long() == Some(own));
    let (option, own, other) = match kind {
        Kind::Program => (given.iter().find(|own| is_of_crates(own)), "programs", "crates"),
        Kind::Crate => (given.iter().find(|own| OF_PROGRAMS.contains(&own.as_str())), "crates", "programs"),
    };
    option.map(|option| format!("--{option} applies to {other}, not {own}; leave it out"))
}

/// The further options of `diff` for crates alone.
const DIFF_OF_CRATES: [&str; 3] = ["baseline", "accept", "summary"];

/// Returns a message about the first of the options of `diff` that does not apply to what is
/// compared.
pub(crate) fn misplaced_in_diff(given: &[String], kind: Kind) -> Option<String> {
    let of_crates = given.iter().find(|own| DIFF_OF_CRATES.contains(&own.as_str()));
    match of_crates.filter(|_| kind == Kind::Program) {
        Some(option) => Some(format!("--{option} applies to crates, not programs; leave it out")),
        None => misplaced(given, kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, command, parse};

    fn given_by(line: &str) -> Vec<String> {
        let args = parse(line.split(' ').map(Into::into)).expect("a command line");
        let (Command::Explore(own) | Command::Accept(own)) = args.command else { panic!("{line}") };
        own.given
    }

    #[test]
    fn an_option_for_the_other_kind_is_named() {
        for (line, wrong_for) in [
            ("everycase explore --with prelude --time 1s", Kind::Crate),
            ("everycase explore --suite all", Kind::Crate),
            ("everycase accept --only f -F a,b", Kind::Program),
            ("everycase explore --min-rank hang f.pun", Kind::Program),
        ] {
            let given = given_by(line);
            let other = if wrong_for == Kind::Crate { Kind::Program } else { Kind::Crate };
            assert_eq!(misplaced(&given, other), None, "{line}");
            let wrong = misplaced(&given, wrong_for).expect("a message");
            let option = line.split_once("--").expect("an option").1.split(' ').next().expect("a word");
            assert!(wrong.starts_with(&format!("--{option} applies to ")), "{wrong}");
        }
        let both = given_by("everycase explore --time 1s --seed 2 --html a.html --errors 3 --format json -v");
        assert_eq!(both.len(), 6, "{both:?}");
        assert_eq!([Kind::Program, Kind::Crate].map(|kind| misplaced(&both, kind)), [None, None]);
    }

    #[test]
    fn each_option_of_explore_is_for_programs_for_crates_or_for_both() {
        let command = command();
        let explore = command.find_subcommand("explore").expect("a command");
        let all: Vec<String> =
            explore.get_arguments().filter_map(|own| own.get_long().map(str::to_owned)).collect();
        let is_for = |own: &String, kind| misplaced(std::slice::from_ref(own), kind).is_none();
        assert!(OF_PROGRAMS.iter().all(|own| all.iter().any(|option| option == own)));
        let both: Vec<&str> = all
            .iter()
            .filter(|own| is_for(own, Kind::Program) && is_for(own, Kind::Crate))
            .map(String::as_str)
            .collect();
        let wanted = [
            "errors", "emit", "html", "shard", "format", "color", "quiet", "verbose", "time", "size",
            "tests", "seed", "jobs",
        ];
        assert_eq!(both, wanted);
    }
}
