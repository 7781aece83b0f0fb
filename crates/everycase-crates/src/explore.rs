//! An exploration: all small expressions by size, beside drawn longer ones.

mod alike;
mod assembly;
mod causes;
mod differences;
mod ends;
mod gains;
mod judgment;
mod learn;
mod renames;
mod resume;
mod search;
mod sites;

use std::hash::Hash;
use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;

pub use self::alike::Alike;
pub use self::differences::{Difference, Differences, Form, differences};
pub use self::ends::End;
use self::learn::Explorer;
pub use self::renames::Rename;
use self::search::Ran;
use crate::candidates::Candidates;
use crate::constants::Constants;
use crate::coverage::FileLines;
use crate::driver::Driver;
use crate::error::Error;
use crate::finding::{Finding, Rank};
use crate::journal::Journal;
pub use crate::levels::PartialLevel;
use crate::runner::Runner;
use crate::snippet;
use crate::target::Target;
use crate::worker::{Patience, Signature};

/// How a crate is explored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time, without that of the build and of shrinking.
    pub time: Duration,
    /// The seed of draws.
    pub seed: Seed,
    /// Ends the exploration early.
    pub stop: Stop,
    /// Items whose path contains one of these texts are tested; all without any.
    pub only: Vec<String>,
    /// The most expressions, if the time does not bound them.
    pub most: Option<u64>,
    /// Explores also where the system does not keep the crate from the user's files.
    pub allows_files: bool,
    /// The largest size of expressions that run by size.
    pub most_size: Option<u32>,
    /// The number of worker processes that run at once, at least 1.
    pub jobs: usize,
    /// How long an expression may run.
    pub patience: Patience,
    /// The part: each runs all sizes but the largest as a whole, and draws of its own.
    pub shard: Shard,
}

impl Options {
    /// Checks that workers are confined, or may run without that.
    fn allows(&self, signature: &Signature) -> Result<(), Error> {
        if signature.is_confined || self.allows_files {
            return Ok(());
        }
        Err(Error::Tool(
            "no sandbox: this system cannot confine processes (Landlock and seccomp), so the crate may write or delete your \
             files; --allow-files explores it anyway"
                .to_owned(),
        ))
    }

    /// Returns what one exploration has in common with another that goes on from it.
    pub fn choices(&self) -> impl Hash {
        (self.seed.0, &self.only, self.most_size, self.shard)
    }
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The findings, the most surprising first.
    pub findings: Vec<Finding>,
    /// Failures that did not come again when their expression, or their code, ran alone.
    pub unsteady: Vec<Finding>,
    /// The functions that usually agree, the likeliest to be taken for each other first.
    pub alike: Vec<Alike>,
    /// The number of expressions that ran.
    pub expressions: u64,
    /// The number of calls in them.
    pub calls: u64,
    /// All expressions up to this size ran: calls of which each argument is a constant, a value
    /// that looks like no other, or a list of up to two of them (three through size 5, equal ones
    /// in arrays of more). Calls of the standard library make arguments up to size 4.
    pub through: u32,
    /// The next size, of which a part has run its share.
    pub divided: Option<PartialLevel>,
    /// How the results of calls become values, by the call.
    pub forms: Vec<snippet::Form>,
    /// The items that returned, by their index.
    pub returned: Vec<bool>,
    /// The items that were called.
    pub called: Vec<bool>,
    /// The lines of the crate and how many of them were reached, if the compiler counts that.
    pub lines: Option<Vec<FileLines>>,
    /// Calls that were given up because they killed too many workers, by name.
    pub given_up: Vec<String>,
    /// Whether workers were confined.
    pub is_confined: bool,
    /// The time.
    pub time: Duration,
    /// How much of it an exploration has used that was killed, and from which this one went on.
    pub resumed: Option<Duration>,
    /// Whether it was interrupted.
    pub is_interrupted: bool,
}

/// The least time in which findings are made smaller.
const SHRINK_TIME: Duration = Duration::from_secs(10);

/// The most, and that of an exploration that was stopped.
const MOST_SHRINK_TIME: Duration = Duration::from_secs(60);
const STOPPED: Duration = Duration::from_secs(1);

/// Explores a crate by its driver. If the journal is of an exploration that was killed, this one
/// goes on from there.
///
/// # Errors
/// If workers cannot be run.
pub fn explore(
    target: &Target,
    candidates: &Candidates,
    driver: &Driver,
    constants: &Constants,
    options: &Options,
    journal: &mut Journal,
    tell: &mut dyn FnMut(&str),
) -> Result<Exploration, Error> {
    let runner =
        Runner::new(driver.program.clone(), driver.coverage.as_ref(), options.jobs, options.patience)?;
    let signature = runner.signature.clone();
    options.allows(&signature)?;
    let tested = tested(candidates, driver, &options.only);
    let killed = journal.killed(&signature);
    let spent = killed.so_far;
    let mut explorer = Explorer {
        expressions: spent.expressions,
        calls: spent.calls,
        is_told: (0..driver.calls.len() as u16).map(|call| tested.contains(&call)).collect(),
        ..Explorer::new(runner, journal, (target, candidates, driver), constants, tell)
    };
    let Ran { through, divided, time } = explorer.search((driver, constants), &tested, options, killed)?;
    let (expressions, calls) = (explorer.expressions, explorer.calls);
    let lines = explorer.runner.reached.lines();
    let time_to_shrink = if options.stop.is_wanted() {
        STOPPED
    } else {
        (options.time / 2).clamp(SHRINK_TIME, MOST_SHRINK_TIME)
    };
    let (findings, unsteady) = explorer.findings(target, candidates, driver, time_to_shrink)?;
    let alike = if options.stop.is_wanted() {
        Vec::new()
    } else {
        explorer.alike(driver, &candidates.items, &target.library)?
    };
    let given_up = explorer.given_up(candidates);
    Ok(Exploration {
        findings,
        unsteady,
        alike,
        expressions,
        calls,
        through,
        divided,
        forms: explorer.forms,
        returned: explorer.returned,
        called: explorer.called,
        lines,
        given_up,
        is_confined: signature.is_confined,
        time,
        resumed: Some(spent.time).filter(|own| !own.is_zero()),
        is_interrupted: options.stop.is_wanted(),
    })
}

impl Exploration {
    /// Returns the findings that are shown: of this rank and above.
    pub fn shown(&self, least: Rank) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |own| own.rank <= least)
    }
}

/// Returns the calls of the functions that are tested.
fn tested(candidates: &Candidates, driver: &Driver, only: &[String]) -> Vec<u16> {
    let is_wanted = |item: usize| {
        let name = &candidates.items[item].name;
        only.is_empty() || only.iter().any(|own| name.contains(&**own))
    };
    let calls = driver.calls.iter().zip(0..);
    calls.filter(|(own, _)| !own.is_support && is_wanted(own.item)).map(|(_, call)| call).collect()
}
