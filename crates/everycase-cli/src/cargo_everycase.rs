//! The same command as a subcommand of cargo, which passes its own name first.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|name| name == "everycase") {
        arguments.remove(1);
    }
    everycase_cli::run(arguments).into()
}
