//! Runs the transcripts of the command, `transcripts/*.md`: a command behind `$`, its exit status behind `?` unless it is 0, then
//! what it prints, with `[..]` for times and an empty line at the end. Commands run in the root of the workspace; pipes and
//! redirections stand in `sh -c "..."`. trycmd reads `\` as `/` in what is printed.
//!
//! `proofs.md` needs a solver, which `scripts/install-solver` installs; with `EVERYCASE_SOLVER=none` it is left out.
//!
//! `TRYCMD=overwrite cargo test -p everycase-cli --test transcripts` writes down what is printed now; times in new lines are
//! then to be replaced by `[..]`.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_verify::proof::{NoSolver, Solver};

#[test]
fn the_command_prints_what_the_transcripts_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).expect("the root of the workspace");
    let binary = Path::new(env!("CARGO_BIN_EXE_everycase"));
    let directory = binary.parent().expect("a directory").display();
    let cases = trycmd::TestCases::new();
    match Solver::find(Duration::from_secs(10), None, &Stop::default()) {
        Ok(_) => {}
        Err(_) if NoSolver::is_wanted() => {
            eprintln!("nothing is proved: EVERYCASE_SOLVER=none");
            cases.skip("crates/everycase-cli/tests/transcripts/proofs.md");
        }
        Err(missing) => panic!(
            "there is no solver: {missing}; run scripts/install-solver, or set EVERYCASE_SOLVER=none to test without"
        ),
    }
    cases
        .register_bin("everycase", binary)
        .register_bin("sh", Path::new("/bin/sh"))
        .env("PATH", format!("{directory}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("NO_COLOR", "1")
        .env("GITHUB_ACTIONS", "false")
        // Failures among the examples are not recorded.
        .env("EVERYCASE_REGRESSIONS", "0")
        .case("crates/everycase-cli/tests/transcripts/*.md");
}

/// trycmd skips programs that are not registered and reports no failure.
#[test]
fn every_transcript_runs_a_registered_program() {
    for entry in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")).expect("transcripts")
    {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a transcript");
        for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let program = command.split(' ').next();
            assert!(matches!(program, Some("everycase" | "sh")), "{}: {command}", path.display());
        }
    }
}

/// What was covered is in the first line of a report, unless `--verbose` asks for all of it.
#[test]
fn the_first_line_of_each_report_has_what_was_covered() {
    let mut reports = 0;
    for entry in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")).expect("transcripts")
    {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a transcript");
        let mut is_brief = true;
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(command) = line.strip_prefix("$ ") {
                is_brief = !command.contains("--verbose") && !command.contains(" -v");
            }
            let next = lines.peek().copied().unwrap_or_default();
            if is_brief && line.starts_with("testing ") && line.contains(": ok, ") {
                reports += 1;
                let fits = line.chars().count() <= 100 && !next.starts_with("    ");
                assert!(fits, "{}: {line}", path.display());
            }
        }
    }
    assert!(reports > 20, "{reports}");
}
