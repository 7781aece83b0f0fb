//! The `everycase` command.
//!
//! This crate knows the command line and the terminal; checks and their reports are in the other
//! crates.

#![forbid(unsafe_code)]

mod annotations;
mod args;
mod check;
mod completions;
mod console;
mod diff;
mod enumerate;
mod evaluate;
mod exit;
mod explore;
mod fmt;
mod interrupt;
mod junit;
mod man;
mod merge;
mod page;
mod program;
mod records;
mod repl;
mod report;
mod run;
mod strength;
mod verify;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::args::Command;
pub use crate::exit::Exit;

/// Runs the command line and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let args = match args::parse(arguments) {
        Ok(args) => args,
        // Help and the version are not errors.
        Err(said) => return console::print_usage(&said),
    };
    guarded(|| match args.command {
        Command::Check(command) => check::run(&command),
        Command::Explore(command) => explore::run(&command, explore::KnownErrors::Quiet),
        Command::Accept(command) => explore::run(&command, explore::KnownErrors::Written),
        Command::Diff(command) => diff::run(&command),
        Command::Run(command) => run::run(&command),
        Command::Repl(command) => repl::run(&command),
        Command::Enumerate(command) => enumerate::run(&command),
        Command::Fmt(command) => fmt::run(&command),
        Command::Merge(command) => merge::run(&command),
        Command::Report(command) => report::run(&command),
        Command::Strength(command) => strength::run(&command),
        Command::Verify(command) => verify::run(&command),
        Command::Completions(command) => completions::run(&command),
        Command::Man(command) => man::run(&command),
    })
}

/// Runs a command. A panic, which has printed its message, is a bug in everycase.
fn guarded(command: impl FnOnce() -> Exit) -> Exit {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| {
        console::complain(console::BUG);
        Exit::Bug
    })
}

#[cfg(test)]
mod tests {
    use super::{Exit, guarded};

    #[test]
    fn a_panic_ends_with_the_status_of_a_bug() {
        assert_eq!(guarded(|| panic!("as it should")).code(), 70);
        assert_eq!(guarded(|| Exit::Found), Exit::Found);
    }
}
