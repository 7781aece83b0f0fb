//! Searches the loose syntax trees of `syn` for legal ones that do not survive being printed and parsed: lazily, so that
//! trees with the same mistake are dismissed in one run.
//!
//! `cargo run --release --example rust_lazy_hunt [-- --seconds 60] [--only KIND]`, see `docs/case-studies.md`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use everycase::Enumerable;
use everycase::lazy::Inspect;
use everycase::space::SpaceError;
use everycase_studies::hunt::{Catalogue, Cause, grouped};
use everycase_studies::loose_syntax::hunt::{Choice, Hunter, Kind, LegalTrees, Round};
use everycase_studies::loose_syntax::{Tree, legal};

/// Sizes that are sampled.
const SAMPLED: [u32; 5] = [20, 25, 30, 35, 40];

/// The most samples of a size.
const SAMPLES: u64 = 2_000;

/// The kinds of syntax, among which the time is shared.
const KINDS: u32 = 4;

fn main() -> ExitCode {
    let (seconds, only) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("rust_lazy_hunt: {message}");
            return ExitCode::from(2);
        }
    };
    let share = if only.is_some() { seconds } else { seconds / KINDS };
    match hunt(share, only.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rust_lazy_hunt: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<(Duration, Option<String>), String> {
    let (mut seconds, mut only) = (60, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--seconds" => {
                seconds =
                    value.parse().map_err(|_| format!("--seconds takes a whole number, not `{value}`"))?;
            }
            "--only" if Tree::kinds().iter().any(|(kind, _)| *kind == value) => only = Some(value),
            "--only" => {
                return Err(format!("--only takes expressions, blocks, patterns or types, not `{value}`"));
            }
            _ => return Err(format!("there is no option `{option}`, only --seconds and --only")),
        }
    }
    Ok((Duration::from_secs(seconds), only))
}

/// Returns each way of choosing trees, so that what is printed as new was not found by those before.
fn hunt(share: Duration, only: Option<&str>) -> Result<(), SpaceError> {
    let mut catalogue = Catalogue::new(LegalTrees);
    for choice in [Choice::All, Choice::Classes, Choice::Samples] {
        println!("\n== {}", title(choice));
        let mut each = Each { choice, share, only, catalogue: &mut catalogue };
        each.kind(Kind { name: "expressions", tree: Tree::Expression, is_legal: legal::is_expression })?;
        each.kind(Kind { name: "blocks", tree: Tree::Block, is_legal: legal::is_block })?;
        each.kind(Kind { name: "patterns", tree: Tree::Pattern, is_legal: legal::is_pattern })?;
        each.kind(Kind { name: "types", tree: Tree::Type, is_legal: legal::is_type })?;
    }
    Ok(())
}

fn title(choice: Choice) -> &'static str {
    match choice {
        Choice::All => "All legal trees",
        Choice::Classes => "One of each class of legal trees",
        Choice::Samples => "Uniform samples of legal trees",
    }
}

struct Each<'a> {
    choice: Choice,
    share: Duration,
    only: Option<&'a str>,
    catalogue: &'a mut Catalogue<LegalTrees>,
}

impl Each<'_> {
    fn kind<T: Enumerable + Inspect>(&mut self, kind: Kind<T>) -> Result<(), SpaceError> {
        let name = kind.name;
        if self.only.is_some_and(|only| only != name) {
            return Ok(());
        }
        let mut hunter = Hunter { kind, catalogue: self.catalogue, found: show };
        let rounds = match self.choice {
            Choice::Samples => {
                let share = self.share / SAMPLED.len() as u32;
                let rounds =
                    SAMPLED.into_iter().map(|size| hunter.sample(size, SAMPLES, Instant::now() + share));
                rounds.collect::<Result<_, _>>()?
            }
            choice => {
                let (end, mut rounds) = (Instant::now() + self.share, Vec::new());
                while let Some(round) = hunter.search(choice, rounds.len() as u32, end)? {
                    rounds.push(round);
                }
                rounds
            }
        };
        println!("\n{name}\n{}", ROW.join("\t"));
        let from = if self.choice == Choice::Samples { 0 } else { rounds.len().saturating_sub(6) };
        rounds[from..].iter().for_each(|round| println!("{}", row(round)));
        Ok(())
    }
}

const ROW: [&str; 6] = ["size", "trees", "runs", "checked", "failed", "seconds"];

fn row(round: &Round) -> String {
    format!(
        "{}\t{}\t{}\t{}\t{}\t{:.2}",
        round.size,
        grouped(&round.values),
        grouped(&round.runs),
        grouped(&round.checked),
        grouped(&round.failed),
        round.time.as_secs_f64()
    )
}

fn show(cause: &Cause) {
    let proven = if cause.finding.proven { "" } else { " (not proven to be valid)" };
    println!("{}{proven}, size {}: {}", cause.finding.who, cause.size, cause.finding.what);
    cause.lines.iter().for_each(|line| println!("     {line}"));
}
