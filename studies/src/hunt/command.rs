//! The program around a search, which both examples are.

use std::io::{self, Write};
use std::process::ExitCode;

use super::{About, Arguments, Catalogue, Subject, hunt, interrupt, parse_arguments, report};

/// Reads the command line, searches, and prints each cause when it is found and everything at the end.
///
/// The exit status is 0 after a whole search, whatever it found, 130 after one that Ctrl-C ended, 2 if the command line
/// is wrong and 1 if the search is impossible.
pub fn command(about: &About, subject: impl Subject) -> ExitCode {
    let name = about.name;
    let kinds: Vec<_> = subject.kinds().into_iter().map(|(kind, _)| kind).collect();
    let plan = match parse_arguments(std::env::args().skip(1), &kinds) {
        Ok(Arguments::Hunt(plan)) => plan,
        Ok(Arguments::Help) => {
            print!("{}", about.help(&kinds));
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{name}: {message}");
            return ExitCode::from(2);
        }
    };
    let interrupt = interrupt::listen();
    let mut catalogue = Catalogue::new(subject);
    let search = hunt(&mut catalogue, &plan, interrupt.stop(), |cause, progress| {
        progress.clear();
        println!("{}: {}", cause.finding.who, cause.finding.what);
        cause.lines.iter().for_each(|line| println!("     {line}"));
    });
    let search = match search {
        Ok(search) => search,
        Err(error) => {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let printed = io::stdout().write_all(report(catalogue.causes(), &search).as_bytes());
    match printed {
        // Ctrl-C also ends what reads the output, such as `tee`: then output has no reader.
        _ if search.interrupted => ExitCode::from(interrupt::status(&interrupt)),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: the summary cannot be printed: {error}");
            ExitCode::FAILURE
        }
    }
}
