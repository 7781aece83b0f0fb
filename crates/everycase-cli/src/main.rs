//! The `everycase` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    everycase_cli::run(std::env::args_os()).into()
}
