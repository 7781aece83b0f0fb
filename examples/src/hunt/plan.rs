//! The two phases, after Paper I, section 7.

use std::time::{Duration, Instant};

use everycase::{BigUint, Random, SeedableRng, Space, SpaceError};

use super::{Catalogue, Cause, Progress, Subject};

/// What to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How long to search through all inputs.
    pub time: Duration,
    /// Up to which size, if not as far as the time allows.
    pub size: Option<u32>,
    /// How many samples of each size to take.
    pub samples: u64,
    /// Up to which size.
    pub samples_to: u32,
    /// Which kind of input to search, if not all.
    pub only: Option<String>,
    /// Samples are evenly spaced, or drawn uniformly with this seed.
    pub seed: Option<u64>,
}

/// How inputs are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// All of them.
    Exhaustive,
    /// Some of each size.
    Sampled,
}

/// A place of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// How inputs are chosen there.
    pub phase: Phase,
    /// Of which kind they are.
    pub kind: &'static str,
    /// Of which size they are.
    pub size: u32,
}

/// What was done at one place of the search.
#[derive(Debug, Clone)]
pub struct SizeRun {
    /// At which.
    pub at: At,
    /// How many inputs there are.
    pub count: BigUint,
    /// How many of them were checked.
    pub checked: u64,
    /// How many of those failed.
    pub failed: u64,
    /// How long it took.
    pub time: Duration,
}

/// Searches: the time and the samples are shared equally among the kinds of input. `found` is called with each new
/// cause.
///
/// # Errors
/// When the type of the inputs is wrongly recursive.
pub fn hunt<S: Subject>(
    catalogue: &mut Catalogue<S>,
    plan: &Plan,
    found: impl FnMut(&Cause, &mut Progress),
) -> Result<Vec<SizeRun>, SpaceError> {
    let mut kinds = catalogue.subject().kinds();
    kinds.retain(|(kind, _)| plan.only.as_deref().is_none_or(|only| only == *kind));
    let shares = u32::try_from(kinds.len()).unwrap_or(u32::MAX).max(1);
    let mut hunter = Hunter { catalogue, progress: Progress::default(), found, runs: Vec::new() };
    for (kind, space) in &kinds {
        let end = Instant::now() + plan.time / shares;
        for size in 0..=plan.size.unwrap_or(u32::MAX) {
            let at = At { phase: Phase::Exhaustive, kind, size };
            hunter.run(space, at, space.of_size(size)?, Some(end))?;
            if Instant::now() >= end {
                break;
            }
        }
    }
    let mut rng = plan.seed.map(Random::seed_from_u64);
    let samples = plan.samples / u64::from(shares);
    for (kind, space) in kinds.iter().filter(|_| samples > 0) {
        let mut sampler = space.sampler()?;
        for size in 0..=plan.samples_to {
            let at = At { phase: Phase::Sampled, kind, size };
            match &mut rng {
                None => hunter.run(space, at, space.bounded(size, samples)?, None)?,
                Some(rng) => {
                    let there = space.count(size)? > BigUint::ZERO;
                    let inputs =
                        (0..if there { samples } else { 0 }).map_while(|_| sampler.of_size(size, rng).ok());
                    hunter.run(space, at, inputs, None)?;
                }
            }
        }
    }
    hunter.progress.clear();
    Ok(hunter.runs)
}

struct Hunter<'a, S: Subject, F> {
    catalogue: &'a mut Catalogue<S>,
    progress: Progress,
    found: F,
    runs: Vec<SizeRun>,
}

impl<S: Subject, F: FnMut(&Cause, &mut Progress)> Hunter<'_, S, F> {
    /// Checks these inputs, until the time is over.
    fn run(
        &mut self,
        space: &Space<S::Input>,
        at: At,
        inputs: impl Iterator<Item = S::Input>,
        end: Option<Instant>,
    ) -> Result<(), SpaceError> {
        let start = Instant::now();
        let mut run =
            SizeRun { at, count: space.count(at.size)?, checked: 0, failed: 0, time: Duration::ZERO };
        for input in inputs {
            let findings = self.catalogue.subject().check(&input);
            run.checked += 1;
            run.failed += u64::from(!findings.is_empty());
            for finding in findings {
                if let Some(cause) = self.catalogue.record(space, at, &input, &finding)? {
                    (self.found)(cause, &mut self.progress);
                }
            }
            if run.checked.is_multiple_of(64) {
                self.progress.show(&run, self.catalogue.causes().len());
                if end.is_some_and(|end| Instant::now() >= end) {
                    break;
                }
            }
        }
        run.time = start.elapsed();
        self.progress.done(&run, self.catalogue.causes().len());
        self.runs.push(run);
        Ok(())
    }
}
